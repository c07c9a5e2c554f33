"""Which literal is decided in a search for answer sets: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.answer_sets import ANSWER_SEARCH, ANSWER_SETS, LOOP_FORMULAS
from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.satisfiability.choices import LITERAL
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def in_m(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of atoms that M assigns."""
    for joined in before.of(ProgramState).m:
        x = joined.literal.lstrip("¬")
        for literal in (x, f"¬{x}"):
            if literal not in names:
                yield literal, f"{joined.literal} is in M already: only an open atom can be decided."


declare_choices(ANSWER_SEARCH, {
    "literal": Chosen(rule="Any literal of an open atom can be decided, once nothing follows.", refused=in_m)})
declare_choices(LOOP_FORMULAS, {"literal": LITERAL})
declare_choices(ANSWER_SETS, {}, none=(
    "What follows from the program is computed, in any order: there is no choice to be made."))
