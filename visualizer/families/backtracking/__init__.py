"""How search with forward checking is seen."""
