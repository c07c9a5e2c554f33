"""``list events``: what a lesson may name, of an algorithm, of a family, or of all; each field with what it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from algorithms.core import Algorithm, Event, Grain, algorithms, event_types
from algorithms.vocabulary import events_named, fields_of
from algorithms.words import listed
from scenarios.reading import meant
from visualizer.runs.bugs import bugs_of
from visualizer.runs.calling import calls_of
from visualizer.runs.choosing import choices_of
from visualizer.runs.questions import questions_of
from visualizer.terminal.tables import table

_KEY = ("[asked: FIELD]: predict mode (Q) asks for it, and `ask:` has its hints; [may be a bug]: a wrong one is proved",
        "wrong, so that it can be one to find (Y, `bug:`).")
_WORDS: Mapping[object, str] = {int: "number", float: "number", Fraction: "fraction", str: "text",
                                bool: "true or false", NoneType: "nothing"}


def event_lines(name: str | None) -> list[str]:
    """Each event with its grain in the words of the algorithm, its fields, and what it says. KeyError, with the nearest
    name, for one that neither an algorithm nor a family has."""
    if name is None:
        algorithms()  # imports them all, and their events
        return _rows({kind: [grain.name.lower() for grain in Grain] for kind in event_types().values()})
    found: dict[type[Event], Sequence[str]] = {}
    marks: dict[type[Event], dict[str, None]] = {}
    kinds: dict[str, None] = {}
    calls: dict[str, None] = {}
    for algorithm in _meant(name):
        own = events_named(algorithm).values()
        found |= {kind: algorithm.rungs for kind in own if kind not in found}
        kinds |= dict.fromkeys(choices_of(algorithm))
        calls |= dict.fromkeys(calls_of(algorithm))
        for askable in questions_of(algorithm).askables:
            for kind in askable.events:
                marks.setdefault(kind, {})[f"asked: {askable.field}"] = None
        for kind in bugs_of(algorithm).checks:
            marks.setdefault(kind, {})["may be a bug"] = None
    said = f" Your move also asks for: {listed(calls)}." if calls else ""
    return [*_rows(found, marks), "", *_KEY, f"Your move (Shift + Y) and Z choose: {listed(kinds)}.{said}"]


def _meant(name: str) -> list[Algorithm]:
    """The algorithm of that name, or those of the family."""
    known = algorithms()
    if name in known:
        return [known[name]]
    plain = name.casefold().replace("_", " ").replace("-", " ")
    family = [algorithm for algorithm in known.values() if _family(algorithm) == plain]
    if not family:
        families = dict.fromkeys(_family(algorithm).replace(" ", "-") for algorithm in known.values())
        raise KeyError(f"there is no algorithm {name!r}; {meant(name, (*known, *families))}; families: "
                       f"{', '.join(sorted(families))}")
    return family


def _family(algorithm: Algorithm) -> str:
    return algorithm.family.name.replace("_", " ")


def _rows(kinds: Mapping[type[Event], Sequence[str]],
          marks: Mapping[type[Event], Iterable[str]] = MappingProxyType({})) -> list[str]:
    told = sorted((kind for kind in kinds if kind.say), key=lambda kind: kind.__name__)
    return table(([kind.__name__, kinds[kind][kind.grain], f"{_fields(kind)}: {kind.say}{_marked(marks.get(kind, ()))}"]
                  for kind in told), 2)


def _marked(marks: Iterable[str]) -> str:
    return "".join(f" [{mark}]" for mark in marks)


def _fields(kind: type[Event]) -> str:
    """The event's own fields, each with its type, then the words that it derives from them."""
    types = get_type_hints(kind)
    own = [field.name for field in fields(kind)]
    named = ", ".join(f"{name} ({in_words(types[name])})" for name in own)
    derived = [name for name in fields_of(kind) if name not in own]
    return (named or "no fields") + (f" and {', '.join(derived)} (in words)" if derived else "")


def in_words(kind: Any) -> str:
    """A type as an author of lessons knows it."""
    if kind in _WORDS:
        return _WORDS[kind]
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(in_words, parts)))
    if get_origin(kind) is Literal:
        return " or ".join(map(str, parts))
    if get_origin(kind) is tuple and parts[1:] == (...,):
        return f"list of {_plural(in_words(parts[0]))}"
    if get_origin(kind) is tuple:
        return " and ".join(map(in_words, parts))
    return "object" if is_dataclass(kind) else str(getattr(kind, "__name__", kind)).casefold()


def _plural(words: str) -> str:
    """Of what is in a list."""
    return " or ".join(f"{word}s" if word in ("number", "text", "fraction") else word for word in words.split(" or "))
