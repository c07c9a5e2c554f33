"""The glossary: what the words of captions mean, and where in a text they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from scenarios.folders import house_names, unknown_lessons
from scenarios.reading import Document, meant

GLOSSARY = Path(__file__).parent / "glossary.yaml"


@dataclass(frozen=True)
class Term:
    """A word or phrase, what it means, and the lesson that teaches it, by its name without number; ``also`` are its
    other forms."""

    term: str
    means: str
    lesson: str
    also: tuple[str, ...] = ()


class Found(NamedTuple):
    """A term in a text, from ``start`` to ``end``."""

    start: int
    end: int
    term: Term


def read_glossary(path: Path, text: str | None = None) -> tuple[Term, ...]:
    """The terms in a file. Raises ScenarioError for the first thing in it that cannot be."""
    document = Document(path, text)
    terms: tuple[Term, ...] = document.check((), document.data, {"terms": (tuple[Term, ...], True)})["terms"]
    known: set[str] = set()
    for index, term in enumerate(terms):
        loc = ("terms", index)
        if unknown_lessons([term.lesson]):
            raise document.error((*loc, "lesson"), f"there is no lesson {term.lesson!r}; "
                                 + meant(term.lesson, house_names()))
        for form in (term.term, *term.also):
            if form.casefold() in known:
                raise document.error(loc, f"{form!r} is in the glossary already; remove one of the two")
            known.add(form.casefold())
    return terms


@cache
def glossary() -> tuple[Term, ...]:
    """All terms, in the order in which they are taught."""
    return read_glossary(GLOSSARY)


@cache
def _forms() -> tuple[dict[str, Term], re.Pattern[str]]:
    """Each form with its term, and what finds the longest of them at a place."""
    forms = {form.casefold(): term for term in glossary() for form in (term.term, *term.also)}
    longest = sorted(forms, key=len, reverse=True)
    return forms, re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w+]|-\w)", re.IGNORECASE)


@lru_cache(maxsize=1024)  # what a caption says stays for many frames
def terms_in(text: str) -> tuple[Found, ...]:
    """The terms that stand in a text, one after the other."""
    forms, pattern = _forms()
    return tuple([Found(found.start(), found.end(), forms[found[0].casefold()]) for found in pattern.finditer(text)])


def matching(query: str) -> list[Term]:
    """The terms that have the words of a query in them, or in what they mean; those whose names begin so first."""
    words = query.casefold().split()
    found = [term for term in glossary()
             if all(word in f"{term.term} {' '.join(term.also)} {term.means}".casefold() for word in words)]
    first = words[0] if words else ""
    return sorted(found, key=lambda term: (not term.term.casefold().startswith(first), term.term.casefold()))
