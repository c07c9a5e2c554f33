"""Where lessons are: those of the house, and the user's own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from math import inf
from pathlib import Path

LESSONS = Path(__file__).parent / "lessons"
SUFFIXES = (".yaml", ".yml")


def lessons() -> list[Path]:
    """The lessons that come with Unfog, in the order of their numbers."""
    return yaml_in(LESSONS)


def own_lessons() -> list[Path]:
    """The user's own lessons, in a folder ``lessons`` beside the settings; none where there is no such folder."""
    try:
        return yaml_in(user_folder() / "lessons")
    except (OSError, RuntimeError):  # there is no home either, on a kiosk
        return []


def user_folder() -> Path:
    """Where the user's settings and lessons are, as the system has it. RuntimeError: there is no home."""
    from platformdirs import user_config_path  # many who read a lesson never ask

    return user_config_path("unfog", appauthor=False)


def yaml_in(folder: Path) -> list[Path]:
    """The YAML files in a folder, in the order of the numbers that they begin with; without hidden ones: editors keep
    such, .#x.yaml or ._x.yaml. Raises OSError."""
    found = (path for path in folder.iterdir() if path.suffix in SUFFIXES and not path.name.startswith("."))
    return sorted(found, key=_place)


def _place(path: Path) -> tuple[float, str]:
    """By its number, 100 behind 99; what has none comes last."""
    number = re.match("[0-9]{1,9}", path.name)
    return (int(number[0]) if number else inf, path.name)


def bare(stem: str) -> str:
    """The name of a lesson without its number, which may change."""
    return re.sub(r"^\d+-", "", stem)


@cache
def house_names() -> tuple[str, ...]:
    """The names of the lessons that come with Unfog, without their numbers, in their order."""
    return tuple(bare(path.stem) for path in lessons())


def unknown_lessons(names: Iterable[str]) -> list[str]:
    """Those of the names that no lesson has, with its number or without."""
    left = [name for name in names if bare(name) not in house_names()]
    own = {bare(path.stem) for path in own_lessons()} if left else set()
    return [name for name in left if bare(name) not in own]
