"""Where lines of text are broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

_BETWEEN = ["="], ["≠"], ["≤"], ["≥"], ["<"], [">"], ["+"]
_SHORT = 5  # words


def _unbroken(words: Sequence[str], fits: Callable[[str], bool]) -> Iterator[str]:
    """The words; a short term or relation, such as a + b = 1, is one, where a line has room for it."""
    at = 0
    while at < len(words):
        many = 1
        while words[at + many:at + many + 1] in _BETWEEN and at + many + 1 < len(words):
            many += 2
        together = " ".join(words[at:at + many])
        whole = words[at - 1:at] not in _BETWEEN  # not the rest of a longer one
        if not (1 < many <= _SHORT and whole and fits(together)):  # most words are not measured
            together, many = words[at], 1
        yield together
        at += many


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
