"""How a search that looks back is seen."""
