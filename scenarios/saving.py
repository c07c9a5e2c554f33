"""Lessons of the user's own: written beside the settings, under a name that no other has."""

from __future__ import annotations

import re
from pathlib import Path

from scenarios.folders import LESSONS, own_lessons, user_folder
from scenarios.writing import written

SCHEMA = "# yaml-language-server: $schema=" + (LESSONS.parent / "lesson.schema.json").as_posix()
"""The first line of such a lesson, by which editors know its keys."""


def save_lesson(title: str, text: str) -> Path:
    """Writes a lesson there. Raises OutputError, OSError or RuntimeError where that cannot be."""
    folder = user_folder() / "lessons"
    folder.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w]+", "-", title.casefold()).strip("-")[:60] or "lesson"
    taken = {path.stem for path in own_lessons()}
    names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    path = folder / f"{next(name for name in names if name not in taken)}.yaml"
    with written(path) as out:
        out.write(text)
    return path
