"""The state of algorithms that take a puzzle as a formula, and what its literals say of the puzzle's own variables."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.csp import Domain
from algorithms.problems.puzzle import Puzzle
from visualizer.runs.lazy_form import Form, Forms, LazyForm
from visualizer.runs.states import FamilyState, ToForm, own_domains, start_domains

Direct = Mapping[str, tuple[str, Domain]]


@dataclass(slots=True)
class FormState(FamilyState):
    """What all of them have.

    lazy:   the formula, ``form``, which need not be written yet; what is said of clauses here holds for at-least
            constraints, too, where it has these
    forms:  of the positions that moves lead to
    direct: for a formula's variable ``x=v``, or x, the puzzle's variable x and its values at the start
    """

    lazy: LazyForm | None = None
    forms: Forms | None = field(default=None, compare=False)
    direct: Direct = field(default_factory=dict)

    @classmethod
    def start(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        """The state before the first event."""
        form: Form = to_form(puzzle)
        counts = isinstance(form, AtLeastForm)
        lazy = LazyForm(lambda: form, counts=counts)
        return cls(lazy, Forms(to_form, counts=counts), direct_of(puzzle, lazy))

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        assert self.forms is not None
        lazy = self.forms(position, key)
        return type(self)(lazy, self.forms, direct_of(position, lazy) if self.direct else {}, tree=self.tree)

    def write(self) -> None:
        """Writes the formula and what is derived from it, so that no drawing need wait for that."""
        assert self.lazy is not None
        self.lazy.write()

    @property
    def form(self) -> Form:
        """The formula."""
        assert self.lazy is not None
        return self.lazy.form

    @property
    def names(self) -> Callable[[], Sequence[str]] | None:
        """Tells the variables of the formula, which is written only then."""
        return lambda: self.form.names

    @property
    def occurring(self) -> Mapping[str, tuple[int, ...]]:
        """By literal, the clauses of the formula in which it occurs."""
        assert self.lazy is not None
        return self.lazy.occurring


def direct_of(puzzle: Puzzle, lazy: LazyForm) -> dict[str, tuple[str, Domain]]:
    """The variable and its domain for each name ``x=v`` that a formula has for one of its values, or ``x`` itself; this
    not of a puzzle that states its domains, whose board shows of such a variable what the trail says."""
    domains = start_domains(puzzle, lambda: lazy.form.names)
    names, itself = frozenset(lazy.form.names), own_domains(puzzle, searched=True) is None
    return {name: (x, domain) for x, domain in domains.items() if itself or x not in names
            for name in ((x,) if x in names else (f"{x}={value}" for value in domain)) if name in names}
