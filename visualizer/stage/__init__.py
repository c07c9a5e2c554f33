"""The stage: where the board and its panels lie, and what they say."""
