"""A thought on the trail of a search for models: what it supposes, and what follows."""

from __future__ import annotations

from typing import Protocol, TypeVar

from algorithms.problems.forms.csp import Value
from algorithms.problems.forms.supposition import Thought
from visualizer.runs.lazy_form import Form


class Searched(Protocol):
    """What of a search a thought is put on."""

    level: int
    clause: int | None
    conflict: int | None

    @property
    def form(self) -> Form: ...

    def assign(self, literal: str, because: int | None, *, decided: bool) -> None: ...


S = TypeVar("S", bound=Searched)


def suppose(state: S, thought: Thought, steps: int) -> S:
    """The literals of a thought join as decided and implied at the next level; at the end, the clause that is false."""
    names = set(state.form.names)

    def literal(x: str, value: Value) -> str | None:
        if x in names:
            return x if value else f"¬{x}"
        return f"{x}={value}" if f"{x}={value}" in names else None

    clauses = {f"C{number}": number for number in range(1, state.form.count + 1)}
    state.level += 1
    state.clause = state.conflict = None
    for x, value in thought.supposed.items():
        if (said := literal(x, value)) is not None:
            state.assign(said, None, decided=True)
    for step in thought.steps[:steps]:
        because = clauses.get(step.because)
        for x, value in step.decides.items():
            if (said := literal(x, value)) is not None:
                state.assign(said, because, decided=False)
        if step.breaks:
            state.clause = state.conflict = because
    return state
