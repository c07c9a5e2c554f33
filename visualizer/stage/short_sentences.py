"""What can be left out of an event's sentence that has no room as a whole, so that what stays is a true sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

_A_SENTENCE = 3  # spaces, in words that say something alone
_OPENING = ("After", "As", "At", "Because", "Before", "By", "For", "From", "If", "In", "Of", "When", "Where", "With")
_CLAUSE = ("and", "as", "because", "by", "cut", "each", "itself", "its", "so", "the", "themselves", "tied", "with",
           "without")  # behind a comma, what is said besides begins so; a name may go on with a list
_VERDICTS = ("no", "consistent")  # behind a colon, what is found of what is tested
_MORE = " and more"
_ENTRY = 3  # words that an entry of a list has at most
_ENDS = re.compile(r"(?<=[.?!]) (?=\S)")
_PARTS = re.compile(r"[:;,] ")


def shorter(text: str) -> Iterator[str]:
    """Whole sentences, each shorter than the one before."""
    least = len(text) + len(_MORE) + 1
    for said in _cut(text):
        if len(said) < least:
            yield said
            least = len(said)


def _cut(text: str) -> Iterator[str]:
    """The last sentence loses the end of its list, then part after part, then goes."""
    sentences = _ENDS.split(text)
    for count in range(len(sentences), 0, -1):
        before = "".join(f"{sentence} " for sentence in sentences[:count - 1])
        if count < len(sentences):
            yield before + sentences[count - 1]
        last = sentences[count - 1].rstrip(".")
        for said in _shortened(last):
            yield before + said


def _shortened(sentence: str) -> Iterator[str]:
    yield from _with_shorter_list(sentence)
    shown, _, aside = sentence.rpartition("; ")
    if shown and _depth(shown) == 0 and aside:
        yield f"{shown}."
        yield from _with_shorter_list(shown)
    yield from _with_fewer_parts(sentence)


def _depth(text: str) -> int:
    """In how many brackets its end is."""
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


def _divided(text: str) -> list[tuple[re.Match[str], str]]:
    """Where its parts are divided, outside of all brackets, each time with the part behind that."""
    found = [at for at in _PARTS.finditer(text) if _depth(text[:at.start()]) == 0]
    ends = [*(at.start() for at in found), len(text)][1:]
    return [(at, text[at.end():end]) for at, end in zip(found, ends, strict=False)]


def _with_shorter_list(text: str) -> Iterator[str]:
    """A list at its end, of three entries or more, of which all but the first are alike, ends sooner."""
    found = _divided(text)
    alike = list[re.Match[str]]()
    words = {len(part.partition(" and ")[0].split()) for _, part in found[-1:]}
    for at, part in reversed(found):
        if at.group() != ", " or {len(part.partition(" and ")[0].split())} != words:
            break
        alike.append(at)
    if len(alike) > 1 and max(words) <= _ENTRY:
        yield from (f"{text[:at.start()]}{_MORE}" for at in alike)


def _with_fewer_parts(text: str) -> Iterator[str]:
    """What stands before its last colon, semicolon, or comma before a clause, as far as that is a sentence; as a
    question where it is only tested."""
    found = _divided(text)
    for index, (at, part) in reversed([*enumerate(found)]):
        rest, opening = text[:at.start()], index == 0 and text.startswith(tuple(f"{word} " for word in _OPENING))
        if at.group() == ", " and (opening or part.split()[0] not in _CLAUSE):
            continue
        if rest.count(" ") >= _A_SENTENCE:
            yield rest + ("?" if at.group() == ": " and part in _VERDICTS else ".")
