"""How paths in transition graphs are seen."""
