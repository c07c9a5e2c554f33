"""What is true in every model."""

from __future__ import annotations

from algorithms.core import Family

BACKBONES = Family("backbones", panels=("tree", "clauses", "literals", "graph"),
                   words="SAT, entailed literals, frozen variables")
