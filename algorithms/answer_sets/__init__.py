"""Answer sets of logic programs: what they are, and how they are found."""

from __future__ import annotations

from algorithms.core import Family

ANSWER_SETS = Family("answer_sets", panels=("rules", "reduct", "completion", "loops"),
    words="ASP, answer set programming, stable models, semantics")
"""How unfounded sets, a reduct and a completion are seen."""

ANSWER_SEARCH = Family("answer_search", panels=("tree", "rules", "reduct", "loops"),
    words="ASP, answer set programming, stable models, smodels")
"""How the search over the literals of a program is seen."""

LOOP_FORMULAS = Family("loop_formulas", panels=("tree", "clauses", "graph", "loops"),
    words="ASP, answer set programming, stable models, clasp, clause learning")
"""How the search over its clauses is seen that learns from loops, too."""
