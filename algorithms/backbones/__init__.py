"""What is true in every model."""
