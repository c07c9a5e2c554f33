"""Maps and graphs: the board."""
