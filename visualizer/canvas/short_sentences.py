"""What can be left out of words that have no room as a whole, so that what stays is true: a part of a sentence, or the
end of a list, with a word on how much that is. What follows a list stays: it may be its verb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

_A_SENTENCE = 3  # spaces, in words that say something alone
_OPENING = ("After", "As", "At", "Because", "Before", "By", "For", "From", "If", "In", "Of", "When", "Where", "With")
_CLAUSE = ("and", "as", "because", "but", "by", "cut", "each", "it", "itself", "its", "since", "so", "the",
           "themselves", "tied", "which", "while", "with", "without")  # behind a comma, what is said besides begins so
_CONDITION = ("if", "unless")  # and so does what cannot be left out
_CLAUSE_WORD = max(map(len, (*_CLAUSE, *_CONDITION))) + len(" and ") + 1
_VERDICTS = ("no", "consistent")  # behind a colon, what is found of what is tested
_ENTRY = 3  # words that an entry of a list has at most
_ENDS = re.compile(r"(?<=[.?!]) (?=\S)")
_PARTS = re.compile(r"[:;,] ")
_JOINTS = (", ", " and ", " ∨ ")
_BETWEEN = re.compile("|".join(_JOINTS))
_ENTRIES = re.compile(r", | and ")
_SET = re.compile(r"\{[^{}]*, [^{}]*\}")
_WAYS = tuple((sign, way) for signs, way in (("([{", 1), (")]}", -1)) for sign in signs)  # in, or out
_BESIDE = re.compile(rf"(?:{_BETWEEN.pattern})(?=(?:{'|'.join((*_CLAUSE, *_CONDITION))})\b)")
_SAID = re.compile(rf"[:;] |, (?=(?:{'|'.join(_CLAUSE)})[.,:;?!]*(?: |$))")  # before what can be left out
_VERDICT = re.compile(rf"(?:{'|'.join(_VERDICTS)})(?=[:;,] |$)")
_BOTH = re.compile(r"\bboth \S+$")
_STOPS = ".:;?!"
_FOLLOWS = re.compile(rf"[a-z]+[{_STOPS},]?")
_MORE = re.compile(r"([\d,]+) more\b")


class Listing(NamedTuple):
    """A list within a text.

    text:    all that comes before the list, and its entries
    ends:    where each of these ends
    behind:  what follows the list
    besides: entries that are counted in the text, and not named
    """

    text: str
    ends: Sequence[int]
    behind: str
    besides: int

    def first(self, count: int) -> str:
        """The text, with only so many entries named."""
        return f"{self.text[:self.ends[count - 1]]} and {len(self.ends) - count + self.besides:,} more{self.behind}"


def listing(text: str, joint: str | None = None, behind: str = "") -> Listing | None:
    """The list in a text: what is between pairs of ``joint``, a pattern, up to ``behind``, the end of the text; with
    none the entries of its longest set, or what looks alike between commas."""
    things = text.removesuffix(behind)
    behind = text[len(things):]
    if joint is not None:
        return _listing(things, [*_joints(things, re.compile(joint))], behind)
    if "{" in things and (found := max(_SET.findall(things), key=len, default="")):
        start = things.index(found)
        end = start + len(found) - 1
        return _listing(things[:end], [*_joints(things[:end], _ENTRIES, start + 1)], text[end:])
    return _alike(things, behind)


def _joints(text: str, joint: re.Pattern[str], begin: int = 0) -> Iterator[re.Match[str]]:
    """Where it is from there on, outside of all brackets that are opened there; there may be thousands."""
    found = _between(text) if joint is _BETWEEN and not begin else joint.finditer(text, begin)
    if all(text.find(sign, begin) < 0 for sign, way in _WAYS if way > 0):
        yield from found
        return
    signs = [(sign, way) for sign, way in _WAYS if sign in text]
    depth, seen = 0, begin
    for at in found:
        start = at.start()
        for sign, way in signs:
            depth += way * text.count(sign, seen, start)
        seen = start
        if depth == 0:
            yield at


def _between(text: str) -> Iterator[re.Match[str]]:
    """What the pattern finds, but faster where a long text has few of them."""
    ahead, end = {joint: text.find(joint) for joint in _JOINTS}, 0
    while True:
        for joint, at in ahead.items():
            if 0 <= at < end:
                ahead[joint] = text.find(joint, end)
        found = _BETWEEN.match(text, min((at for at in ahead.values() if at >= 0), default=len(text)))
        if found is None:
            return
        yield found
        end = found.end()


def _listing(text: str, joints: Sequence[re.Match[str]], behind: str) -> Listing | None:
    """The text up to its end, divided at these places."""
    if not joints:
        return None
    ends = [at.start() for at in joints]
    if counted := _MORE.match(text, joints[-1].end()):
        return Listing(text, ends, text[counted.end():] + behind, int(counted[1].replace(",", "")))
    return Listing(text, [*ends, len(text)], behind, 0)


def _alike(text: str, behind: str) -> Listing | None:
    """Words between commas, of which all but the first are alike: as many in each. Of the last one, further words are
    what follows the list, with the sign before them, and so is a clause behind it; but not numbers, names or what is in
    brackets. Of both things none is left out."""
    joints, end = _even(text)
    if not joints or (" ∨ " in text and len({at.group() == " ∨ " for at in joints}) > 1):
        return None
    starts, ends = [at.start() for at in joints], [at.end() for at in joints]
    many = max((_words(text, one, other) for one, other in pairwise(joints)), default=1)
    last = text[ends[-1]:end]
    if _MORE.match(last):
        return _listing(text[:end], joints, text[end:] + behind)
    if len(joints) == 1 and " " in last.rstrip(".?!"):
        return None
    words = last.rstrip(".?!").split(" ")
    if many > _ENTRY or len(words) < many or _BOTH.search(text, 0, starts[0]):
        return None
    while many < len(words) and words[many - 1][-1:] not in _STOPS and not _FOLLOWS.fullmatch(words[many]):
        many += 1
    end = ends[-1] + len(" ".join(words[:many]).rstrip(_STOPS))
    return _listing(text[:end], joints, text[end:] + behind)


def _even(text: str) -> tuple[list[re.Match[str]] | None, int]:
    """What stands between things up to the first clause, and where that begins; None as soon as more words stand
    between two than between others, or too many, and where that is."""
    joints = list[re.Match[str]]()
    most = len(text) if " more" in text else _ENTRY  # where things are counted, and not named, they may be long
    for at in _joints(text, _BETWEEN):
        for begin in (at.start(), at.end() - 1):  # behind a comma there may be another joint
            if _BESIDE.match(text, begin):
                return joints, begin
        joints.append(at)
        words = [_words(text, one, other) for one, other in pairwise(joints[-3:])]
        if len(set(words)) > 1 or max(words, default=1) > most:
            return None, at.start()
    return joints, len(text)


def _words(text: str, one: re.Match[str], other: re.Match[str]) -> int:
    return text.count(" ", one.end(), other.start()) + 1


def settled(text: str, known: int) -> int:
    """So much of a text tells what it lists, whatever comes behind: up to the first clause, or to what is unlike the
    rest; all of it where there is no such thing, or a set. Nothing where no list begins before ``known``."""
    if all(text.find(joint, 0, known + len(joint)) < 0 for joint in _JOINTS):
        return 0
    _, end = _even(text)
    return len(text) if "{" in text else min(len(text), end + _CLAUSE_WORD)


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
    begins = [0, *accumulate(len(sentence) + 1 for sentence in sentences)]
    for count in range(len(sentences), 0, -1):
        before, last = text[:begins[count - 1]], sentences[count - 1]
        if count < len(sentences):
            yield before + last
        for said in _shortened(last.rstrip("."), "." * last.endswith(".")):
            if not before or said.count(" ") >= _A_SENTENCE:  # behind a sentence a label says nothing
                yield before + said


def _shortened(sentence: str, stop: str) -> Iterator[str]:
    shown, _, aside = sentence.rpartition("; ")
    if shown and _depth(shown) == 0 and aside:
        yield shown + stop
    yield from _with_fewer_parts(sentence, stop)


def _depth(text: str) -> int:
    """In how many brackets its end is."""
    return sum(way * text.count(sign) for sign, way in _WAYS)


def _with_fewer_parts(text: str, stop: str) -> Iterator[str]:
    """What stands before its last colon, semicolon, or comma before a clause, as far as that is a sentence, and before
    its first colon; as a question where it is only tested."""
    found = [*_joints(text, _SAID)]
    label = next((at for at in found if at.group() == ": "), None)
    if text.split(" ", 1)[0].rstrip(".,:;?!").capitalize() in _OPENING:  # up to its first joint it says nothing
        first = next(_joints(text, _PARTS), None)
        found = [at for at in found if first is not None and at.start() > first.start()]
    for at in reversed(found):
        rest, tested = text[:at.start()], at.group() == ": " and _VERDICT.match(text, at.end())
        if rest.count(" ") >= _A_SENTENCE:
            yield rest + ("?" if tested else stop)
        elif at is label:
            yield rest + "?" * bool(tested)
