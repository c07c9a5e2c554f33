"""Which literal is decided: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from algorithms.problems.forms.cnf import negation
from algorithms.satisfiability import SATISFIABILITY
from algorithms.words import counted, listed
from visualizer.families.satisfiability.implication_graph import CONFLICT
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before

_MOST_POINTS = 40  # literals of the last level that are asked about: those nearest to the conflict


def has_a_value(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of variables on the trail."""
    sat = sat_of(before.state)
    for entry in sat.trail:
        x = entry.literal.lstrip("¬")
        why = f"{sat.kind_of(entry.because)} {entry.because} forces it" if entry.because is not None else \
            "it was decided" if entry.decided else "the branch of its complement is done"
        for literal in (x, f"¬{x}"):
            if literal not in names:
                yield literal, f"{entry.literal} is true already: {why}. Only an open literal can be decided."


LITERAL = Chosen(rule="Any literal of an open variable can be decided, as no clause is unit here.", refused=has_a_value)
"""The choice of any search for models."""



def origin_of(before: Before, number: str) -> str:
    """What of the puzzle a part of a formula comes from, where that is known."""
    origin: str = before.form.origins[int(number) - 1]
    return origin


def with_origin(before: Before, number: str) -> str:
    """A part of a formula, with what of the puzzle it comes from."""
    origin = origin_of(before, number)
    return f"{number}: {origin}" if origin else number


def with_minimum(before: Before, number: str) -> str:
    """The same of an at-least constraint, and what it says of that: another one may come from the same."""
    literals, minimum = before.form.constraints[int(number) - 1]
    true = {literal > 0 for literal in literals}
    if not origin_of(before, number) or len(literals) < 2 or len(true) > 1:
        return with_origin(before, number)
    return f"{with_origin(before, number)}, at least {minimum} {'true' if true == {True} else 'false'}"


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


def no_point(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of the last level past which a way leads to the conflict."""
    sat = sat_of(before.state)
    for entry in [entry for entry in sat.trail if entry.level == sat.level][-_MOST_POINTS:]:
        name, way = f"UIP {entry.literal}", way_past(sat, entry.literal)
        if name not in names and way:
            yield name, (f"{entry.literal} is no UIP: {' → '.join(way)} leads to the conflict without it.")


def way_past(sat: SatState, literal: str) -> tuple[str, ...]:
    """A way of the last level from what this begins with to the conflict, not through that literal; () where there is
    none."""
    level = {entry.literal: entry for entry in sat.trail if entry.level == sat.level}
    start, seen = next(iter(level), None), {literal}
    waiting: list[tuple[int | None, tuple[str, ...]]] = [(sat.conflict, (CONFLICT,))]
    while waiting:
        clause, way = waiting.pop()
        for cause in map(negation, sat.literals_of(clause or 0)):
            if cause == start and cause not in seen:
                return (cause, *way)
            if cause in level and cause not in seen and level[cause].because is not None:
                seen.add(cause)
                waiting.append((level[cause].because, (cause, *way)))
    return ()


UIP = Chosen(prompt="at which UIP is a clause learned?", refused=no_point,
             label=lambda _before, name: name.removeprefix("UIP "),
             rule="All ways from the decision to the conflict lead through a unique implication point. A clause can be "
                  "learned at any; at the first one, the nearest to the conflict, it comes soonest, and jumps back no "
                  "less far.")
"""The choice of a search that learns."""

declare_choices(SATISFIABILITY, {
    "literal": replace(LITERAL, by=("dpll", "cdcl", "at-least-dpll")),
    "UIP": replace(UIP, by=("cdcl",)),
    "clause": Chosen(prompt="which unit clause makes its literal join M?", refused=not_unit, label=with_origin,
                     by=("unit-propagation",), numbered=True, origin=origin_of,
                     rule="Any clause that is unit: in any order the same literals follow, or a conflict."),
    "constraint": Chosen(prompt="which tight constraint makes its literals join M?", refused=not_tight,
                         label=with_minimum, by=("at-least-propagation",), numbered=True, origin=origin_of,
                         rule="Any constraint that is tight and has open literals: in any order the same follows."),
})
