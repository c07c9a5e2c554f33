"""Which events an algorithm can yield, without running it: those that its code names; and what these have."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from algorithms.core import Algorithm, Event


def events_named(algorithm: Algorithm) -> Mapping[str, type[Event]]:
    """The events that the algorithm's code names, and the code in this package that this one uses, by name.

    A run yields no others; whether it yields all of them depends on the puzzle and the options.
    """
    return _named(algorithm.function)


@cache  # each lesson asks for its algorithm's
def _named(function: Callable[..., Any]) -> Mapping[str, type[Event]]:
    found: dict[str, type[Event]] = {}
    seen: set[object] = set()
    waiting: list[object] = [function]
    while waiting:
        thing = waiting.pop()
        if thing in seen:
            continue
        seen.add(thing)
        if inspect.isclass(thing) and issubclass(thing, Event):
            found[thing.__name__] = thing
        elif inspect.isclass(thing):
            waiting += _methods(thing)
        elif isinstance(thing, FunctionType):
            waiting += _used(inspect.unwrap(thing))
    return dict(sorted(found.items()))


def fields_of(kind: type[Event]) -> Sequence[str]:
    """What a sentence may name of an event: its fields, and the words that it derives from them."""
    own = [name for base in kind.__mro__ if issubclass(base, Event) for name in vars(base)]
    shared = {"say", "grain", "sentence"}
    return tuple(sorted({name for name in own if not name.startswith("_") and name not in shared}))


def _used(function: Callable[..., Any]) -> Iterator[object]:
    """The classes and functions of this package that a function names."""
    for code in _codes(function.__code__):
        for name in code.co_names:
            thing = function.__globals__.get(name)
            if (inspect.isclass(thing) or isinstance(thing, FunctionType)) and _ours(thing):
                yield thing


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Its own code, and that of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _methods(kind: type) -> Iterator[object]:
    """The functions of a class, inherited ones too."""
    for base in filter(_ours, kind.__mro__):
        for member in vars(base).values():
            function = getattr(member, "__func__", None) or getattr(member, "fget", member)  # a property's, a class's
            if isinstance(function, FunctionType):
                yield function


def _ours(thing: Any) -> bool:
    return str(getattr(thing, "__module__", "")).startswith(__package__)
