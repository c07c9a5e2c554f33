"""Local search for a solution: an assignment of all variables is repaired, one variable at a time."""

from __future__ import annotations

from algorithms.core import Family

LOCAL_SEARCH = Family("local search", panels=("conflicts", "table"), chart="conflicts",
                      words="hill climbing, iterative repair, CSP, stochastic search")
