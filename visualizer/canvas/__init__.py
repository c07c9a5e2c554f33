"""What is drawn on: primitives, their backends, fonts, icons and themes."""
