"""What there is: algorithms, puzzles, lessons, experiments, events. Nothing here imports pygame."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, get_args, get_origin

from algorithms.core import Algorithm, Option, algorithms
from algorithms.problems.puzzle import puzzles
from scenarios.loader import lessons, own_lessons
from scenarios.reading import one_line
from scenarios.schema import lesson_schema
from visualizer.terminal.event_list import event_lines
from visualizer.terminal.tables import table
from visualizer.window.lesson_cards import Card, by_topic


def listing(what: str | None, algorithm: str | None = None) -> int:
    """Prints the algorithms, the kinds of puzzle, the lessons, the experiments, or all four; or the events: of an
    algorithm, of a family, or all that there are; or the JSON schema of lessons. KeyError for an unknown algorithm."""
    if what == "schema":
        print(json.dumps(lesson_schema(), indent=1, ensure_ascii=False))
        return 0
    parts: dict[str, Callable[[], list[str]]] = {
        "algorithms": lambda: table((_algorithm_row(algorithm) for algorithm in algorithms().values()), 2),
        "puzzles": lambda: table(([kind.name, kind.title] for kind in puzzles().values()), 2),
        "lessons": _lesson_lines,
        "experiments": _experiment_lines,
        "events": lambda: event_lines(algorithm),
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
