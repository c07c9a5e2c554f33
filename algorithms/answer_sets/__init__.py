"""Answer sets of logic programs: what they are, and how they are found."""

from __future__ import annotations

from algorithms.core import Family

ANSWER_SETS = Family("answer_sets")
"""How unfounded sets, a reduct, a completion and the search for answer sets are seen."""

LOOP_FORMULAS = Family("loop_formulas")
"""How a search over clauses is seen that learns from loops, too."""
