"""Propagation and search for models: DPLL, CDCL, at-least constraints."""

from __future__ import annotations

from algorithms.core import Family

SATISFIABILITY = Family("satisfiability", panels=("tree", "clauses", "literals", "graph"),
                        words="SAT, SAT solver, satisfiability, Boolean, propositional logic")
