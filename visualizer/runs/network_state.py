"""The state of algorithms of which what is drawn and said must ask the network that they were given."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Self

from algorithms.problems.forms.csp import CSP
from algorithms.problems.puzzle import Puzzle
from visualizer.runs.states import FamilyState, ToForm


@dataclass(slots=True)
class NetworkState(FamilyState):
    """What all of them have.

    network: makes the network, once; ``to_form`` that of the positions that moves lead to
    """

    network: Callable[[], CSP] | None = field(default=None, kw_only=True, compare=False)
    to_form: ToForm | None = field(default=None, kw_only=True, compare=False)

    @classmethod
    def begin(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        """The state before the first event."""
        return cls(network=cache(partial(to_form, puzzle)), to_form=to_form)

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        assert self.to_form is not None
        begun = self.begin(position, self.to_form)
        begun.tree = self.tree
        return begun

    @property
    def csp(self) -> CSP:
        """The network, made when it is first asked for."""
        assert self.network is not None
        return self.network()
