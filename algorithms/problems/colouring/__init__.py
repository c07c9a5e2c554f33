"""Maps and other graphs to colour."""
