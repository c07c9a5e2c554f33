"""Which literal is decided: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.satisfiability import SATISFIABILITY
from algorithms.words import counted, listed
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def has_a_value(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of variables on the trail."""
    sat = sat_of(before.state)
    for entry in sat.trail:
        x = entry.literal.lstrip("¬")
        why = f"{sat.kind_of(entry.because)} {entry.because} forces it" if entry.because is not None else \
            "it was decided" if entry.decided else "the other one has failed"
        for literal in (x, f"¬{x}"):
            if literal not in names:
                yield literal, f"{entry.literal} is true already: {why}. Only an open literal can be decided."


LITERAL = Chosen(rule="Any literal of an open variable can be decided, as no clause is unit here.", refused=has_a_value)
"""The choice of any search for models."""



def with_origin(before: Before, number: str) -> str:
    """A part of a formula, with what of the puzzle it says, where that is known."""
    origin = before.form.origins[int(number) - 1]
    return f"{number}: {origin}" if origin else number


def not_unit(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Clauses that are satisfied, or have several literals open."""
    form, values = before.form, sat_of(before.state).values
    for number, clause in enumerate(form.clauses, 1):
        if str(number) in names:
            continue
        words = [form.word(literal) for literal in dict.fromkeys(clause)]
        true = [word for word in words if values.get(word.lstrip("¬")) == (not word.startswith("¬"))]
        open_ = [word for word in words if word.lstrip("¬") not in values]
        if true:
            yield str(number), f"Clause {number} is satisfied, by {true[0]}: nothing follows from it."
        elif len(open_) > 1:
            yield str(number), f"Clause {number} has {len(open_)} literals open, {listed(open_)}: any may be true."


def not_tight(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Constraints in which more literals may be false, or nothing is open."""
    form, values = before.form, sat_of(before.state).values
    for number, (literals, least) in enumerate(form.constraints, 1):
        if str(number) in names:
            continue
        words = [form.word(literal) for literal in literals]
        false = sum(values.get(word.lstrip("¬")) == word.startswith("¬") for word in words)
        if all(word.lstrip("¬") in values for word in words):
            yield str(number), f"Nothing is open in constraint {number}."
        elif (more := len(words) - least - false) > 0:
            yield str(number), (f"Constraint {number} can bear {counted(more, 'more false literal')}: it forces "
                               "nothing so far.")


declare_choices(SATISFIABILITY, {
    "literal": LITERAL,
    "clause": Chosen(prompt="which unit clause makes its literal join M?", refused=not_unit, label=with_origin,
                     rule="Any clause that is unit: in any order the same literals follow, or a conflict."),
    "constraint": Chosen(prompt="which tight constraint makes its literals join M?", refused=not_tight,
                         label=with_origin,
                         rule="Any constraint that is tight and has open literals: in any order the same follows."),
})
