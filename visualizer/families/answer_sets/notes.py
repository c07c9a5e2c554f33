"""What is written down of a program: M, U and the rules that are out, the reduct and what it gives, a completion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.satisfiability.notes import trail
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """Of each algorithm what it has."""
    now = state.of(ProgramState)
    if now is None:
        return
    if any(joined.how != "given" for joined in now.m):
        yield trail("M", ((joined.literal, joined.how == "decided") for joined in now.m))
    if now.u is not None:
        yield Note("U, as it is now", ", ".join(now.u) or "∅")
        yield Note("rules tested that cannot hold up their head", _numbers(now.out))
    if now.guess is not None and (now.gone or now.reduct is not None):
        yield Note("rules that are left in the reduct", _numbers({*range(1, len(now.program.rules) + 1)} - {*now.gone}))
        yield Note("what the reduct has given so far", ", ".join(now.least))
    for completed in reversed(now.completed):
        if completed.atom:
            yield Note(f"the completion of {completed.atom}", completed.formula)


def _numbers(rules: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(rules)))
