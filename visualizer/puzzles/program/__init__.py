"""How logic programs are seen."""
