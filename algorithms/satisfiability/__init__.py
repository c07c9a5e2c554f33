"""Propagation and search for models: DPLL, CDCL, at-least constraints."""
