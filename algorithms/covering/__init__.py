"""Algorithm X with dancing links."""

from __future__ import annotations

from algorithms.core import Family

COVERING = Family("covering", panels=("tree", "clauses", "matrix"), words="DLX, dancing links, Algorithm X, Knuth")
