"""Exact probabilities: mines by placements, cards by deals."""
