"""How consistency is seen."""
