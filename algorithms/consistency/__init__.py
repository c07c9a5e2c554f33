"""Arc and path consistency: values and tuples without support are struck."""
