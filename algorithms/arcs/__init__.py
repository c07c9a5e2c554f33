"""Arc consistency with a queue of arcs."""

from __future__ import annotations

from algorithms.core import Family

ARCS = Family("arcs", panels=("queue",))
"""How a queue of arcs is seen."""
