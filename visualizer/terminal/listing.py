"""What there is: algorithms, puzzles, lessons, experiments, events. Nothing here imports pygame."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Literal, get_args, get_origin

from algorithms.core import Algorithm, Event, Grain, Option, algorithms, event_types, find_algorithm
from algorithms.problems.puzzle import puzzles
from algorithms.vocabulary import events_named
from scenarios.loader import lessons, own_lessons
from scenarios.reading import one_line
from scenarios.schema import lesson_schema
from scenarios.script.cues import fields_of
from visualizer.terminal.tables import table
from visualizer.window.lesson_cards import Card, by_topic


def listing(what: str | None, algorithm: str | None = None) -> int:
    """Prints the algorithms, the kinds of puzzle, the lessons, the experiments, or all four; or the events: of an
    algorithm, or all that there are; or the JSON schema of lessons. KeyError for an algorithm that there is not."""
    if what == "schema":
        print(json.dumps(lesson_schema(), indent=1, ensure_ascii=False))
        return 0
    parts: dict[str, Callable[[], list[str]]] = {
        "algorithms": lambda: table((_algorithm_row(algorithm) for algorithm in algorithms().values()), 2),
        "puzzles": lambda: table(([kind.name, kind.title] for kind in puzzles().values()), 2),
        "lessons": _lesson_lines,
        "experiments": _experiment_lines,
        "events": lambda: _event_lines(algorithm),
    }
    chosen = [what] if what else [part for part in parts if part != "events"]
    texts = ["\n".join([part.capitalize(), *(f"  {line}".rstrip() for line in parts[part]())]) for part in chosen]
    print("\n\n".join(texts))
    return 0


def _lesson_lines() -> list[str]:
    """The lessons under their topics, as the gallery has them; of one that cannot be read, why."""
    cards = [Card.of(path) for path in (*lessons(), *own_lessons())]
    for card in cards:
        with suppress(Exception):  # a fault in Unfog is the card's, too: it must not take the other lessons with it
            card.read()
    lines: list[str] = []
    for topic, indexes in by_topic(cards).items():
        rows = table(([cards[index].path.stem, cards[index].fault or cards[index].title] for index in indexes), 4)
        lines += [*([""] if lines else []), one_line(topic), *(f"  {row}" for row in rows)]
    return lines


def _experiment_lines() -> list[str]:
    from visualizer.terminal.experiments import (
        experiment_lines,  # brings statistics and more, which a window does without
    )

    return experiment_lines(2)


def _algorithm_row(algorithm: Algorithm) -> list[str]:
    options = ", ".join(map(_option_text, algorithm.options.values()))
    return [algorithm.name, f"{algorithm.title}; options: {options or 'none'}; source: {algorithm.source}"]


def _option_text(option: Option) -> str:
    """The option with its default first and, where they are listed, its other values, or its range."""
    if option.range is not None:
        return f"{option.name}: {option.default} ({option.range.least:,} to {option.range.most:,})"
    listed = get_args(option.annotation) if get_origin(option.annotation) is Literal else ()
    default = "[]" if option.default == () else str(option.default)
    return f"{option.name}: {' or '.join([default, *(str(value) for value in listed if value != option.default)])}"


def _event_lines(name: str | None) -> list[str]:
    """Each event with its grain in the words of the algorithm, what a lesson may name of it, and what it says."""
    if name is None:
        algorithms()  # imports them all, and their events
        names = [grain.name.lower() for grain in Grain]
        return table((_event_row(kind, names) for _, kind in sorted(event_types().items()) if kind.say), 2)
    chosen = find_algorithm(name)
    return table((_event_row(kind, chosen.rungs) for kind in events_named(chosen).values() if kind.say), 2)


def _event_row(kind: type[Event], rungs: Sequence[str]) -> list[str]:
    """The event's own fields first, then the words that it derives from them."""
    own = [field.name for field in fields(kind)]
    derived = [name for name in fields_of(kind) if name not in own]
    named = ", ".join(own) + (f" (and {', '.join(derived)})" if derived else "")
    return [kind.__name__, rungs[kind.grain], f"{named or 'no fields'}: {kind.say}"]
