"""Where lines of text are broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

_BETWEEN = ["="], ["≠"], ["≤"], ["≥"], ["<"], [">"], ["+"], ["∨"], ["∧"], ["→"], ["↔"], ["←"]
_LITERAL = re.compile(r"¬?[a-z]\d*Δ?")
_ENDS = ".,:;?!)"
_SHORT = 5  # words


def _unbroken(words: Sequence[str], fits: Callable[[str], bool]) -> Iterator[str]:
    """The words; a short term, relation or formula, such as a + b = 1, is one, and so are a record, as p ¬qΔ r,
    and a set, where a line has room for it."""
    at = 0
    while at < len(words):
        many = max(_related(words, at), _in_braces(words, at), _literals(words, at))
        together = " ".join(words[at:at + many])
        if not (1 < many <= _SHORT and fits(together)):  # most words are not measured
            together, many = words[at], 1
        yield together
        at += many


def _related(words: Sequence[str], at: int) -> int:
    """How many words from there are a term or a relation, which may end with a set; none is the rest of a longer
    one."""
    many = 1
    while words[at + many:at + many + 1] in _BETWEEN and at + many + 1 < len(words):
        many += 2
    many += _in_braces(words, at + many - 1) - 1 if many > 1 else 0
    return many if words[at - 1:at] not in _BETWEEN else 1


def _in_braces(words: Sequence[str], at: int) -> int:
    """How many words from there are a set."""
    ends = (index + 1 - at for index in range(at, len(words)) if "}" in words[index])
    return next(ends, 1) if words[at].startswith("{") else 1


def _literals(words: Sequence[str], at: int) -> int:
    """How many words from there are a record: letters, some of them with a sign; none is the rest of a longer one."""
    many = 0
    while at + many < len(words) and _LITERAL.fullmatch(words[at + many].rstrip(_ENDS)):
        many += 1
        if words[at + many - 1][-1] in _ENDS:
            break
    rest = at > 0 and _LITERAL.fullmatch(words[at - 1])
    signed = any(sign in word for word in words[at:at + many] for sign in "¬Δ")
    return many if signed and not rest else 1


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
