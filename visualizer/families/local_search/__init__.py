"""How the repair of an assignment is seen."""
