"""How round trips are seen."""
