"""Searches as paths in a graph of states: DPLL, smodels' search for answer sets, CDCL."""

from __future__ import annotations

from algorithms.core import Family

TRANSITIONS = Family("transitions", panels=("rules", "clauses"),
                     words="abstract DPLL, state graph, SAT, soundness and completeness")
