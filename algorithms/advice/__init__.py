"""Hints with reasons, and players that explain their moves; stands on all families."""
