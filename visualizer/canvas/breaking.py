"""Where lines of text are broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

_BETWEEN = frozenset("=≠≤≥<>+∨∧→↔←")
_LITERAL = re.compile(r"¬?[a-z]\d*Δ?")
_ENDS = ".,:;?!)"
_SHORT = 5  # words; more are not counted: there may be thousands
_AHEAD = 2 * _SHORT  # and so many behind a line may change where it ends


def _unbroken(words: Sequence[str], fits: Callable[[str], bool]) -> Iterator[str]:
    """The words; a short term, relation or formula, such as a + b = 1, is one, and so are a record, as p ¬qΔ r,
    and a set, where a line has room for it."""
    at, signed = 0, _is_signed(words)
    while at < len(words):
        many = max(_related(words, at), _in_braces(words, at), _literals(words, at) if signed else 1)
        if 1 < many <= _SHORT and fits(together := " ".join(words[at:at + many])):  # most words are not measured
            yield together
        else:
            yield words[at]
            many = 1
        at += many


def _related(words: Sequence[str], at: int) -> int:
    """How many words from there are a term or a relation, which may end with a set; none is the rest of a longer
    one."""
    if at and words[at - 1] in _BETWEEN:
        return 1
    many = 1
    while many <= _SHORT and at + many + 1 < len(words) and words[at + many] in _BETWEEN:
        many += 2
    if many == 1:
        return 1
    return many + _in_braces(words, at + many - 1) - 1


def _in_braces(words: Sequence[str], at: int) -> int:
    """How many words from there are a set."""
    if not words[at].startswith("{"):
        return 1
    return next((index + 1 - at for index in range(at, len(words)) if "}" in words[index]), 1)


def _literals(words: Sequence[str], at: int) -> int:
    """How many words from there are a record: letters, some of them with a sign; none is the rest of a longer one."""
    if at and _LITERAL.fullmatch(words[at - 1]):
        return 1
    many = 0
    while many <= _SHORT and at + many < len(words) and _LITERAL.fullmatch(words[at + many].rstrip(_ENDS)):
        many += 1
        if words[at + many - 1][-1] in _ENDS:
            break
    return many if _is_signed(words[at:at + many]) else 1


def _is_signed(words: Sequence[str]) -> bool:
    return any("¬" in word or "Δ" in word for word in words)


def broken(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """``text`` in lines that fit, broken between words; a line of one word need not."""
    for paragraph in text.splitlines() or [""]:
        line = ""
        for word in _unbroken(paragraph.split(), fits):
            longer = f"{line} {word}" if line else word
            if not line or fits(longer):
                line = longer
            else:
                yield line
                line = word
        yield line


def settling(text: str, count: int) -> str:
    """The beginning of a text from which follows how its first words, so many, are broken, whatever comes behind; empty
    where that is all of it, and more of the same could change it."""
    begun = text.split(None, count + _AHEAD)
    if len(begun) <= count + _AHEAD:
        return ""
    end = len(text) - len(begun[-1])
    if text.rfind("{", 0, end) > text.rfind("}", 0, end):  # how long a set is, its end tells
        end = text.find("}", end) + 1
    return text[:end]
