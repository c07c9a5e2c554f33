"""Finding lessons by words: in all that they say, by what else things are called, and past a slip of the finger.

An :class:`Index` holds passages, each with its place and a weight: a title weighs more than a caption. A query's words
may begin words of different passages; lessons that have all of them are found, those with heavier passages first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from algorithms.problems.puzzle import puzzles
from scenarios.emphasis import unmarked
from scenarios.loader import Scenario
from scenarios.reading import Document

SYNONYMS = Path(__file__).parent / "synonyms.yaml"
_SAME, _TYPO = 0.6, 0.5  # what a synonym, or a word that may have been meant, is worth beside the word itself
_WHOLE = 1.5  # a whole word is worth more than the beginning of one
_LEAST_TYPO = 4  # letters: shorter words are taken as they stand
_ALIKE = 0.66  # of two words, by difflib
_OWNED = re.compile(r"['’]s\b")  # einstein's is einstein
_FIELD = re.compile(r"\{[^\W\d]\w*\}")  # in a caption, to be filled in by an event
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Passage:
    """A piece of text; ``place`` says where it stands, empty for what a card shows anyway."""

    place: str
    text: str
    weight: float


@dataclass(frozen=True)
class Hit:
    """Something found: its key, how well it fits, the passage that shows it best, and what it matches there."""

    key: int
    score: float
    passage: Passage
    matched: tuple[str, ...]


@dataclass(frozen=True)
class _Term:
    """A word or a phrase that a passage may have; ``worth`` is less than 1 where it only stands for another."""

    words: str
    worth: float


def plain(text: str) -> str:
    """In lower case, with a space for each sign; as long as the text, so that places in one are places in the other."""
    return "".join(letter.lower()[:1] if letter.isalnum() else " " for letter in text)


def passages(scenario: Scenario) -> list[Passage]:
    """All that a lesson says, and what it is about is called."""
    kind = puzzles()[scenario.puzzle_kind]
    names = {f"{run.name}, {run.algorithm.name}, {run.algorithm.title}, {run.algorithm.source}": None
             for run in scenario.runs}
    words = {run.algorithm.family.words: None for run in scenario.runs}
    return [Passage("", scenario.title, 10), Passage("", scenario.name, 8), Passage("topic", scenario.topic, 5),
            Passage("puzzle", f"{kind.name}, {kind.title}", 4), Passage("also called", kind.words, 4),
            *(Passage("algorithm", name, 4) for name in names), *(Passage("also called", word, 3) for word in words),
            Passage("", scenario.about, 3),
            *(Passage(f"cue {number}", _FIELD.sub("…", unmarked(said)), 1)
              for number, cue in enumerate(scenario.script, 1) for said in (cue.say, cue.more) if said)]


class Index:
    """Passages by the keys of what they belong to; keys that come first win where nothing else decides."""

    def __init__(self, groups: Iterable[Sequence[str]] | None = None) -> None:
        self._groups = [tuple(" ".join(plain(term).split()) for term in group)
                        for group in (synonyms() if groups is None else groups)]
        self._plain: dict[int, list[tuple[Passage, str]]] = {}
        self._known: set[str] = set()

    def put(self, key: int, found: Iterable[Passage]) -> None:
        """The passages of a key, in the place of those that it had."""
        self._plain[key] = [(passage, f" {' '.join(plain(passage.text).split())} ") for passage in found]
        self._known.update(word for _, text in self._plain[key] for word in text.split())

    def find(self, query: str) -> list[Hit]:
        """What has all words of the query, the best first."""
        wanted = [list(terms) for terms in self._terms(plain(_OWNED.sub("", query)).split())]
        hits = (self._hit(key, wanted) for key in self._plain)
        return sorted((hit for hit in hits if hit is not None), key=lambda hit: (-hit.score, hit.key))

    def _hit(self, key: int, wanted: Sequence[Sequence[_Term]]) -> Hit | None:
        """How well it fits; None where a word is nowhere in it."""
        score, by_passage = 0.0, dict.fromkeys(range(len(self._plain[key])), 0.0)
        matched: set[str] = set()
        for terms in wanted:
            best = 0.0
            for index, (passage, text) in enumerate(self._plain[key]):
                worth, words = max((_worth(term, text), term.words) for term in terms)
                if worth:
                    by_passage[index] += worth * passage.weight
                    best = max(best, worth * passage.weight)
                    matched.add(words)
            if not best:
                return None
            score += best
        shown = max(by_passage, key=by_passage.__getitem__)
        return Hit(key, score, self._plain[key][shown][0], tuple(sorted(matched)))

    def _terms(self, words: Sequence[str]) -> Iterator[Iterator[_Term]]:
        """For each word of a query, or each phrase that has synonyms, all that would do."""
        at = 0
        while at < len(words):
            rest = f"{' '.join(words[at:])} "
            phrases = [term for group in self._groups for term in group if rest.startswith(f"{term} ")]
            phrase = max(phrases, key=len, default=words[at])
            yield self._meant(phrase)
            at += len(phrase.split())

    def _meant(self, phrase: str) -> Iterator[_Term]:
        yield _Term(phrase, 1.0)
        same = self._same(phrase)
        yield from (_Term(term, _SAME) for term in same)
        if not same and not any(word.startswith(phrase) for word in self._known):
            for word in self._nearest(phrase):
                yield _Term(word, _TYPO)
                yield from (_Term(term, _TYPO * _SAME) for term in self._same(word))

    def _nearest(self, word: str) -> list[str]:
        """The known words that may have been meant: one letter away or, where none is, alike."""
        if len(word) < _LEAST_TYPO or not word.isalpha():
            return []
        alike = (other for other in sorted(self._known) if other[0] == word[0])
        return sorted(_slips(word) & self._known) or get_close_matches(word, alike, n=1, cutoff=_ALIKE)

    def _same(self, phrase: str) -> list[str]:
        return [term for group in self._groups if phrase in group for term in group if term != phrase]


def _worth(term: _Term, text: str) -> float:
    """What it is worth that a text has the term: all of it, or the beginning of a word; numbers are taken whole."""
    if f" {term.words} " in text:
        return term.worth * _WHOLE
    return term.worth if f" {term.words}" in text and not term.words.isdecimal() else 0.0


def _slips(word: str) -> set[str]:
    """All that is one letter away: left out, put in, another one, or two the wrong way round."""
    splits = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    return {variant for left, right in splits for variant in (
        left + right[1:], left + right[1:2] + right[:1] + right[2:],
        *(left + letter + right[1:] for letter in _LETTERS), *(left + letter + right for letter in _LETTERS))}


def matches(text: str, matched: Iterable[str]) -> list[tuple[int, int]]:
    """From where to where the text has one of these, beginning at a word, each place once and in order."""
    flat = plain(f" {text}")
    found = sorted({(at, at + len(words)) for words in matched for at in _places(flat, f" {words}")})
    apart: list[tuple[int, int]] = []
    for start, end in found:
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return apart


def _places(flat: str, words: str) -> Iterator[int]:
    at = flat.find(words)
    while at >= 0:
        yield at  # in the text, which has no space before it
        at = flat.find(words, at + 1)


@cache
def synonyms() -> tuple[tuple[str, ...], ...]:
    """The groups of words that mean the same."""
    document = Document(SYNONYMS)
    groups: tuple[tuple[str, ...], ...] = document.check((), document.data, {"groups": (tuple[tuple[str, ...], ...],
                                                                                        True)})["groups"]
    return groups
