"""How sampling is seen."""
