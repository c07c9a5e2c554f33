"""Inference algorithms as generators of events: no window, no files, no YAML; importable alone."""
