"""Helpers of the tests: puzzles, runs, windows and recordings to test on."""
