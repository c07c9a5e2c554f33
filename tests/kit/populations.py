"""A population as the events tell it: folded plainly, beside the algorithm and the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from algorithms.core import Event
from algorithms.genetic import events as g
from algorithms.problems.forms.csp import Value


class Told:
    """Who is in it, by number, and the children that are not born yet, by the place that they take."""

    def __init__(self, begun: g.PopulationBegun) -> None:
        self.begun = begun
        self.genes: dict[int, dict[str, Value]] = {}
        self.fitness: dict[int, int] = {}
        self.drafts: dict[int, dict[str, Value]] = {}

    def cross(self, event: g.Crossed) -> None:
        """Between the first cut and the second, or the end, from the other parent."""
        a, b = list(self.genes[event.first].items()), list(self.genes[event.second].items())
        first, second = event.cuts[0], event.cuts[1] if len(event.cuts) == 2 else len(a)
        one, other = event.children
        self.drafts = {one: dict(a[:first] + b[first:second] + a[second:]),
                       other: dict(b[:first] + a[first:second] + b[second:])}

    def mutate(self, event: g.Mutated) -> None:
        draft = self.drafts[event.child]
        assert tuple(draft[x] for x in event.variables) == event.before != event.after
        draft.update(zip(event.variables, event.after, strict=True))

    def sort(self) -> None:
        order = sorted(self.genes, key=lambda place: self.fitness[place])
        self.genes = {new: self.genes[old] for new, old in enumerate(order, 1)}
        self.fitness = {new: self.fitness[old] for new, old in enumerate(order, 1)}


def told(events: Sequence[Event]) -> Iterator[tuple[Any, Told]]:
    """Each event, with the population after it."""
    begun = events[0]
    assert isinstance(begun, g.PopulationBegun)
    now = Told(begun)
    for event in events:
        match event:
            case g.Copied():
                now.drafts = {event.child: dict(now.genes[event.parent])}
            case g.Crossed():
                now.cross(event)
            case g.Mutated():
                now.mutate(event)
            case g.Born():
                genes = dict(zip(begun.variables, event.genes, strict=True))
                assert not now.drafts or now.drafts[event.place] == genes
                now.genes[event.place], now.fitness[event.place] = genes, event.fitness
            case g.GenerationEnded():
                now.sort()
        yield event, now
