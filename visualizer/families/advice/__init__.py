"""How players that explain their moves are seen."""
