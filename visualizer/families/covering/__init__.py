"""How exact covering is seen."""
