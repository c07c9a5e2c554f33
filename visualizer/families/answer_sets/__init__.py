"""How answer sets are seen."""
