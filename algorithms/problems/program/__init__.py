"""Logic programs: their text, and programs made at random."""
