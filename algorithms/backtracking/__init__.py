"""Search with forward checking, and how its next variable is chosen."""

from __future__ import annotations

from algorithms.core import Family

BACKTRACKING = Family("backtracking", panels=("tree", "plot"), chart="tree",
                      words="CSP, constraint satisfaction, depth-first search, variable ordering, heuristics")
