"""Random numbers that can begin anew in the middle of a run, together with those of all generators that come from them.

A what-if draws again from some event on: the generator that a run was given begins with another seed there. A run that
begins others with its numbers, for its chains or for numpy, has them :meth:`~Draws.followed_by` these.
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol


class Follower(Protocol):
    """A generator that begins with a number of another one."""

    def seed(self, a: int, /) -> None:
        """It begins anew, with that number."""

    def state(self) -> object:
        """What changes whenever a number is drawn."""


class Draws(Random):
    """A generator that takes its followers along when it begins anew."""

    def __init__(self, seed: int) -> None:
        self._followers: list[Follower] = []
        super().__init__(seed)

    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(a, version)
        for follower in self._followers:
            follower.seed(self.getrandbits(64))

    def followed_by(self, follower: Follower) -> None:
        """It begins anew whenever this one does."""
        self._followers.append(follower)

    def state(self) -> object:
        """What changes whenever a number is drawn, from this generator or from one that follows it."""
        return self.getstate(), [follower.state() for follower in self._followers]


def another(rng: Random) -> Random:
    """A generator that begins with a number of this one, and follows it."""
    found = Draws(rng.getrandbits(64))
    if isinstance(rng, Draws):
        rng.followed_by(found)
    return found
