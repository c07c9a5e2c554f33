"""Conditions at which a run stops, in the language of relations: ``Conflicted and level == 4``, ``domain(D1) < 3``.

Names are kinds of events, fields of events and counters of the algorithm. What speaks of an event is true at that
event; a field that the event does not have makes any comparison false. Besides, there are these functions:

    domain(D1)       how many values are left of a variable; names that are none in Python stand in quotes
    about(D1)        does the event speak of that variable?
    unchanged(best)  for how many events that have this field its value has been the same
    counter("ties")  what a counter says, where its name is a field's, too, or has a space
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from typing import Any, Protocol

from algorithms.core import Algorithm, Counter, Event
from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.relations import Kind, Reader, RelationError, Term
from algorithms.vocabulary import events_named, fields_of
from scenarios.reading import meant

FUNCTIONS = ("domain", "about", "unchanged", "counter")


class Known(Protocol):
    """What a condition asks of a state."""

    @property
    def domains(self) -> Mapping[str, Domain]: ...


@dataclass
class Moment:
    """Where a run is: the event that led here, the state after it, what counters say; ``same``, of each field that is
    followed, its value and for how many events it has been that."""

    event: Event
    state: Known | None
    total: Callable[[Counter], int]
    same: dict[str, tuple[Any, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Condition:
    """``holds`` at a moment? ``of_event``: it speaks of an event, so that it is true of that one alone, and not from
    there on; ``of_state``: it asks for domains; ``followed``: the fields whose changes it counts."""

    text: str
    holds: Callable[[Moment], bool]
    of_event: bool
    of_state: bool
    followed: tuple[str, ...]


class Vocabulary:
    """What conditions on the runs of an algorithm may name; ``variables`` are those that domains are known of."""

    def __init__(self, algorithm: Algorithm, variables: Sequence[str]) -> None:
        named = events_named(algorithm)
        self.kinds: dict[str, type[Event]] = {base.__name__: base for kind in named.values() for base in kind.__mro__
                                              if issubclass(base, Event) and base is not Event}
        self.fields: dict[str, Kind] = {}
        for kind in self.kinds.values():
            for name in fields_of(kind):
                before, found = self.fields.get(name), _kind_of(kind, name)
                self.fields[name] = found if before in (None, found) else "mixed"
        self.lists = {name for name in self.fields if all(_is_list(kind, name) for kind in self.kinds.values()
                                                          if name in fields_of(kind))}
        self.counters = {counter.name: counter for counter in algorithm.counters}
        self.variables = frozenset(variables)

    @property
    def names(self) -> list[str]:
        """All that may be written by itself."""
        counters = [name for name in self.counters if name.isidentifier()]
        return list(dict.fromkeys([*self.kinds, *self.fields, *counters]))

    def read(self, text: str) -> Condition:
        """The condition that a text states. Raises RelationError."""
        reader = _Reader(self)
        holds = reader.read(text)
        return Condition(text.strip(), lambda moment: bool(holds(moment)), reader.of_event, reader.of_state,
                         tuple(reader.followed))


def _kind_of(kind: type[Event], name: str) -> Kind:
    """What a field, or a word that is derived from fields, is, as it is annotated."""
    parts = {part.strip() for part in _annotated(kind, name).split("|")} - {"None"}
    for found, types in (("number", {"int", "float", "Fraction"}), ("text", {"str"}), ("truth", {"bool"})):
        if parts <= types:
            return found  # type: ignore[return-value]  # it is one of these
    return "mixed"


def _annotated(kind: type[Event], name: str) -> str:
    """Its type, as it is written."""
    annotated = next((base.__annotations__[name] for base in kind.__mro__ if name in vars(base).get(
        "__annotations__", {})), None)
    if annotated is None:
        annotated = getattr(getattr(kind, name), "fget", None).__annotations__["return"]
    return str(annotated)


def _is_list(kind: type[Event], name: str) -> bool:
    """Does the field have several values, whatever event has it?"""
    return _annotated(kind, name).startswith("tuple[")


class _Reader(Reader):
    """Reads a condition, and notes what it needs."""

    example = "Conflicted and level == 4, or domain(D1) < 3"
    compared = "level == 4"
    made_of = ("a condition is made of kinds of events, their fields, counters, whole numbers, quoted texts, + - *, "
               "abs min max, domain about unchanged counter, in == != < <= > >=, and or not")

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.of_event = self.of_state = False
        self.followed: dict[str, None] = {}

    def variable(self, name: str) -> Term:
        words = self.words
        if name in words.kinds:
            self.of_event, kind = True, words.kinds[name]
            return Term("truth", lambda moment: isinstance(moment.event, kind))
        if name in words.fields:
            self.of_event = True
            return Term(words.fields[name], lambda moment: getattr(moment.event, name, None))
        if name in words.counters:
            return self._counter(name)
        where = f"; in quotes it is a text, and domain({name}) its size" if name in words.variables else ""
        raise RelationError(f"{name!r} is no kind of event, field or counter of this algorithm{where}; "
                            f"{meant(name, words.names)}")

    def comparison(self, node: ast.Compare, depth: int) -> Term:
        """``in`` finds a value in a field that has several. What the event does not have compares with nothing."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In):
            part, whole = self.term(node.left, depth).of, self.term(node.comparators[0], depth).of
            return Term("truth", partial(_compared, lambda moment: part(moment) in whole(moment)))
        for name in (part.id for part in (node.left, *node.comparators) if isinstance(part, ast.Name)):
            if name in self.words.lists:
                raise RelationError(f"{name} has several values, and is never equal to one; write 'x' in {name}")
        return Term("truth", partial(_compared, super().comparison(node, depth).of))

    def knows(self, name: str) -> bool:
        return name in FUNCTIONS or super().knows(name)

    def call(self, name: str, args: list[ast.expr], depth: int) -> Term:
        if name not in FUNCTIONS:
            return super().call(name, args, depth)
        match args:
            case [ast.Name(id=of)] | [ast.Constant(value=str() as of)]:
                return {"domain": self._domain, "about": self._about, "unchanged": self._unchanged,
                        "counter": self._counter}[name](of)
        raise RelationError(f"{name} takes one name, as in {name}(D1); one with spaces or brackets in quotes")

    def _domain(self, variable: str) -> Term:
        self.of_state = True
        self._known(variable)
        return Term("number", lambda moment: _size(moment.state, variable))

    def _known(self, variable: str) -> None:
        """Nothing is ever true of a name that is misspelt."""
        if variable not in self.words.variables:
            raise RelationError(f"there is no variable {variable!r}; {meant(variable, sorted(self.words.variables))}")

    def _about(self, variable: str) -> Term:
        self.of_event = True
        self._known(variable.partition("=")[0] if variable not in self.words.variables else variable)
        names = frozenset((variable, f"¬{variable}"))
        return Term("truth", lambda moment: any(_speaks(value, names) for value in _values(moment.event)))

    def _unchanged(self, name: str) -> Term:
        if name not in self.words.fields:
            raise RelationError(f"{name!r} is no field of this algorithm's events; {meant(name, self.words.fields)}")
        self.followed[name] = None
        return Term("number", lambda moment: moment.same[name][1] if name in moment.same else 0)

    def _counter(self, name: str) -> Term:
        if name not in self.words.counters:
            raise RelationError(f"there is no counter {name!r}; {meant(name, self.words.counters)}")
        counter = self.words.counters[name]
        return Term("number", lambda moment: moment.total(counter))


def _size(state: Known | None, variable: str) -> int | None:
    """How many values are left; None where nothing is known of the variable, as after a move of a game."""
    left = None if state is None else state.domains.get(variable)
    return None if left is None else len(left)


def _compared(compare: Callable[[Moment], bool], moment: Moment) -> bool:
    try:
        return bool(compare(moment))
    except TypeError:  # a field that the event does not have, or that is a number here and a text there
        return False


def _values(event: Event) -> Sequence[object]:
    assert is_dataclass(event)
    return [getattr(event, one.name) for one in fields(event)]


def _speaks(value: object, names: frozenset[str]) -> bool:
    """Is one of the names there? ``x=v`` is about x, too."""
    if isinstance(value, str):
        return value in names or value.partition("=")[0] in names
    return isinstance(value, tuple | list | frozenset) and any(_speaks(part, names) for part in value)
