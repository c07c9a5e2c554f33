"""Reasons as they can be drawn: step by step what is known, through which constraint, and what follows from it.

Data, not drawing: the places are those of a puzzle's layout, and any board can show them. What a picture shows must be
the reason: with nothing known but what a link names, what it says follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from algorithms.problems.forms.csp import Value


class Spot(NamedTuple):
    """A place, or one value of it."""

    place: str
    value: Value | None = None


class Ray(NamedTuple):
    """A line from a cause to what it takes away, or brings about."""

    cause: Spot
    to: Spot


@dataclass(frozen=True)
class Link:
    """One step of a reason.

    through: the places that the constraint is about, or where it is written, outlined: a unit, a number, a clue
    causes:  what is known, and was used
    shared:  places that two constraints have in common
    struck:  values that cannot be any more, or places where something cannot be
    follows: what must be so
    rays:    from cause to effect
    """

    through: tuple[str, ...] = ()
    causes: tuple[Spot, ...] = ()
    shared: tuple[str, ...] = ()
    struck: tuple[Spot, ...] = ()
    follows: tuple[Spot, ...] = ()
    rays: tuple[Ray, ...] = ()

    @property
    def places(self) -> frozenset[str]:
        """All that it names."""
        spots = (*self.causes, *self.struck, *self.follows)
        return frozenset((*self.through, *self.shared, *(spot.place for spot in spots)))

    def moved(self, to: Callable[[Spot], Spot]) -> Link:
        """The same, with each spot where a board has it."""
        def spots(all_: Sequence[Spot]) -> tuple[Spot, ...]:
            return tuple(map(to, all_))

        return Link(self.through, spots(self.causes), self.shared, spots(self.struck), spots(self.follows),
                    tuple(Ray(to(ray.cause), to(ray.to)) for ray in self.rays))

    def within(self, there: Callable[[str], bool]) -> Link:
        """What of it has a place there."""
        def spots(all_: Sequence[Spot]) -> tuple[Spot, ...]:
            return tuple(spot for spot in all_ if there(spot.place))

        return Link(tuple(filter(there, self.through)), spots(self.causes), tuple(filter(there, self.shared)),
                    spots(self.struck), spots(self.follows),
                    tuple(ray for ray in self.rays if there(ray.cause.place) and there(ray.to.place)))


Reason = tuple[Link, ...]
"""The steps of a reason, in order."""


def all_rays(causes: Sequence[Spot], effects: Sequence[Spot], most: int = 24) -> tuple[Ray, ...]:
    """From each cause to each effect; none where they would be a tangle."""
    if len(causes) * len(effects) > most:
        return ()
    return tuple(Ray(cause, effect) for cause in causes for effect in effects)
