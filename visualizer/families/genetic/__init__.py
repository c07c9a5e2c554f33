"""How a population is seen."""
