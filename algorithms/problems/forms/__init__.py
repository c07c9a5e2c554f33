"""The forms that puzzles can be put in, which are what algorithms solve."""
