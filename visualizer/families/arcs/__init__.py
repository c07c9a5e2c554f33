"""How a queue of arcs is seen."""
