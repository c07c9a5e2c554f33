"""Arc and path consistency: values and tuples without support are struck."""

from __future__ import annotations

from algorithms.core import Family

CONSISTENCY = Family("consistency", words="CSP, constraint satisfaction, constraint propagation, filtering")
