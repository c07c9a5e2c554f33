"""How the search for the backbone is seen."""
