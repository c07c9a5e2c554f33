"""Learners who each have a puzzle, or a run, of their own: its seed is made of the learner's name.

A lesson says ``seed: name``. Nobody has the seed 0.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from scenarios.reading import Document, ScenarioError, read_text
from scenarios.sheet import Sheet

NAME = "name"
"""The seed of a lesson that takes it from the learner's name."""
TRIED = ("", "Ada", "Alan", "Barbara", "Claude", "Donald", "Edsger", "Frances", "Grace", "John", "Kurt", "Rózsa")
"""The names for which such a lesson is checked where nobody gives others."""
_SEEDS = 10**9
_MOST_LETTERS, _MOST_NAMES = 100, 1_000


def seed_of(name: str) -> int:
    """The seed of a name, however it is spaced, and in capitals or not."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", " ".join(name.split())).casefold())
    return int.from_bytes(sha256(plain.encode("utf-8")).digest()[:8], "big") % _SEEDS + 1 if plain else 0


def seeded(document: Document, sheet: Sheet, seed: int) -> Sheet:
    """A lesson of which each learner has another one, with the seed of one of them: its random puzzle has it, too, but
    where that has a seed of its own. All other lessons as they are."""
    if sheet.seed != NAME:
        return sheet
    document.data["seed"] = seed  # who changes the lesson, changes this one
    random = sheet.puzzle.get("random")
    if not isinstance(random, dict) or "seed" in random:
        return replace(sheet, seed=seed)
    return replace(sheet, seed=seed, puzzle={**sheet.puzzle, "random": {**random, "seed": seed}})


def number(sheet: Sheet) -> int:
    """The seed of a lesson, once it is a number."""
    assert isinstance(sheet.seed, int)
    return sheet.seed


def names_in(path: Path) -> tuple[str, ...]:
    """The names in a text file, one a line; empty lines and those that begin with # count for nothing. Raises
    ScenarioError for the first that cannot be told from another."""
    found: dict[int, str] = {}
    for line, text in enumerate(read_text(path).split("\n"), 1):
        name = " ".join(text.split())
        if not name or name.startswith("#"):
            continue
        if len(name) > _MOST_LETTERS:
            raise ScenarioError(path, f"has a name of more than {_MOST_LETTERS} letters; write one name a line",
                                line=line)
        if (seed := seed_of(name)) in found:
            raise ScenarioError(path, f"{name!r} is there already, as {found[seed]!r}; add something that tells them "
                                      "apart", line=line)
        found[seed] = name
    if not 1 <= len(found) <= _MOST_NAMES:
        raise ScenarioError(path, f"has {len(found) or 'no'} names; write 1 to {_MOST_NAMES:,}, one a line")
    return tuple(found.values())
