"""What is called for in searches for answer sets that learn."""

from __future__ import annotations

from algorithms.answer_sets import LOOP_FORMULAS
from visualizer.families.satisfiability.calls import PIVOT
from visualizer.runs.calling import declare_calls

declare_calls(LOOP_FORMULAS, {"pivot": PIVOT})
