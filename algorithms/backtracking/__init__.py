"""Search with forward checking, and how its next variable is chosen."""
