"""Arc consistency with a queue of arcs."""

from __future__ import annotations

from algorithms.core import Family

ARCS = Family("arcs", panels=("queue",), words="CSP, constraint satisfaction, AC3, Mackworth, REVISE")
"""How a queue of arcs is seen."""
