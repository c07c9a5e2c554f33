"""How Zebras are seen and played."""
