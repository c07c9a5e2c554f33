"""How the search for models is seen."""
