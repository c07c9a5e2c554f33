"""What can be left out of words that have no room as a whole, so that what stays is true: a part of a sentence, or the
end of a list, with a word on how much that is. What follows a list stays: it may be its verb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

_A_SENTENCE = 3  # spaces, in words that say something alone
_OPENING = ("After", "As", "At", "Because", "Before", "By", "For", "From", "If", "In", "Of", "When", "Where", "With")
_CLAUSE = ("and", "as", "because", "but", "by", "cut", "each", "it", "itself", "its", "since", "so", "the",
           "themselves", "tied", "which", "while", "with", "without")  # behind a comma, what is said besides begins so
_CONDITION = ("if", "unless")  # and so does what cannot be left out
_VERDICTS = ("no", "consistent")  # behind a colon, what is found of what is tested
_ENTRY = 3  # words that an entry of a list has at most
_ENDS = re.compile(r"(?<=[.?!]) (?=\S)")
_PARTS = re.compile(r"[:;,] ")
_BETWEEN = re.compile(r", | and | ∨ ")
_ENTRIES = re.compile(r", | and ")
_SET = re.compile(r"\{[^{}]*, [^{}]*\}")
_BRACKET = re.compile(r"[(\[{]")
_BESIDE = re.compile(rf"({'|'.join((*_CLAUSE, *_CONDITION))})\b")
_MORE = re.compile(r"([\d,]+) more\b")


class Listing(NamedTuple):
    """A list within a text.

    things:  its entries, each with what stands before it; the first one with all that comes before the list
    behind:  what follows the list
    besides: entries that are counted in the text, and not named
    """

    things: tuple[str, ...]
    behind: str
    besides: int

    def first(self, count: int) -> str:
        """The text, with only so many entries named."""
        return f"{''.join(self.things[:count])} and {len(self.things) - count + self.besides:,} more{self.behind}"


def listing(text: str, joint: str | None = None, behind: str = "") -> Listing | None:
    """The list in a text: what is between pairs of ``joint``, a pattern, up to ``behind``, the end of the text; with
    none the entries of its longest set, or what looks alike between commas."""
    things = text.removesuffix(behind)
    behind = text[len(things):]
    if joint is not None:
        return _listing(things, _joints(things, re.compile(joint)), behind)
    if found := max(_SET.findall(things), key=len, default=""):
        start = things.index(found)
        end = start + len(found) - 1
        return _listing(things[:end], _joints(things[:end], _ENTRIES, start + 1), text[end:])
    return _alike(things, behind)


def _joints(text: str, joint: re.Pattern[str], begin: int = 0) -> list[re.Match[str]]:
    """Where it is from there on, outside of all brackets that are opened there; there may be thousands."""
    if not _BRACKET.search(text, begin):
        return [*joint.finditer(text, begin)]
    found, depth, seen = list[re.Match[str]](), 0, begin
    for at in joint.finditer(text, begin):
        depth, seen = depth + _depth(text[seen:at.start()]), at.start()
        if depth == 0:
            found.append(at)
    return found


def _listing(text: str, joints: list[re.Match[str]], behind: str) -> Listing | None:
    """The text up to its end, divided at these places."""
    if not joints:
        return None
    last = text[joints[-1].end():]
    starts = [0, *(at.start() for at in joints)]
    counted = _MORE.match(last)
    things = tuple(text[a:b] for a, b in pairwise(starts if counted else [*starts, len(text)]))
    if counted:
        return Listing(things, last[counted.end():] + behind, int(counted[1].replace(",", "")))
    return Listing(things, behind, 0)


def _alike(text: str, behind: str) -> Listing | None:
    """Words between commas, of which all but the first are alike: as many in each. Of the last one, further words are
    what follows the list, and so is a clause behind it, with the sign before it."""
    joints = _joints(text, _BETWEEN)
    clause = next((index for index, at in enumerate(joints) if _BESIDE.match(text, at.end())), None)
    end = len(text) if clause is None else joints[clause].start()
    joints = joints[:clause]
    if not joints or len({at.group() == " ∨ " for at in joints}) > 1:
        return None
    between = {text.count(" ", at.end(), to.start()) + 1 for at, to in pairwise(joints)}
    last = text[joints[-1].end():end]
    if _MORE.match(last):
        return _listing(text[:end], joints, text[end:] + behind) if len(between) <= 1 else None
    words = [*re.finditer(r"\S+", last.rstrip(".?!"))]
    many = max(between, default=1)
    if len(between) > 1 or many > _ENTRY or len(words) < many or (not between and len(words) > 1):
        return None
    end = joints[-1].end() + words[many - 1].start() + len(words[many - 1].group().rstrip(";:"))
    return _listing(text[:end], joints, text[end:] + behind)


def _begins(text: str, words: tuple[str, ...]) -> bool:
    return text.split(" ", 1)[0].rstrip(".,:;?!") in words


def shorter(text: str) -> Iterator[str]:
    """What can be said in its place, each shorter than the one before: the last sentence loses part after part, then
    goes. A label before a colon comes last."""
    least = len(text)
    for said in _cut(text):
        if len(said) < least:
            yield said
            least = len(said)


def _cut(text: str) -> Iterator[str]:
    sentences = _ENDS.split(text)
    for count in range(len(sentences), 0, -1):
        before = "".join(f"{sentence} " for sentence in sentences[:count - 1])
        if count < len(sentences):
            yield before + sentences[count - 1]
        last = sentences[count - 1]
        for said in _shortened(last.rstrip("."), "." * last.endswith(".")):
            yield before + said


def _shortened(sentence: str, stop: str) -> Iterator[str]:
    shown, _, aside = sentence.rpartition("; ")
    if shown and _depth(shown) == 0 and aside:
        yield shown + stop
    yield from _with_fewer_parts(sentence, stop)


def _depth(text: str) -> int:
    """In how many brackets its end is."""
    count = text.count  # quicker than a loop over the brackets
    return count("(") + count("[") + count("{") - count(")") - count("]") - count("}")


def _with_fewer_parts(text: str, stop: str) -> Iterator[str]:
    """What stands before its last colon, semicolon, or comma before a clause, as far as that is a sentence, and before
    its first colon; as a question where it is only tested."""
    found = _joints(text, _PARTS)
    label = next((at for at in found if at.group() == ": "), None)
    for index, at in reversed([*enumerate(found)]):
        rest, colon = text[:at.start()], at.group() == ": "
        part = text[at.end():found[index + 1].start() if index + 1 < len(found) else len(text)]
        opening = index == 0 and _begins(text.capitalize(), _OPENING)
        if opening or (at.group() == ", " and not _begins(part, _CLAUSE)):
            continue
        if rest.count(" ") >= _A_SENTENCE:
            yield rest + ("?" if colon and part in _VERDICTS else stop)
        elif at is label:
            yield rest + "?" * (part in _VERDICTS)
