"""Probabilities estimated from samples of a local search."""
