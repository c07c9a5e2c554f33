"""A vote on an open question: hands are counted for each answer, twice where the class does not agree. No names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from visualizer.runs.question import Option, Question, number

MOST_HANDS = 999
LOW, HIGH = 0.3, 0.7  # between these shares of right answers a class learns most from talking it over
_MOST, _ROUNDS = 9, 2
_LEAST = 3  # numbers to choose from
ANOTHER = Option("another number", "another number")

Kind = Literal["one", "parts", "first"]


@dataclass
class Vote:
    """The hands for each of the ``options`` of a question, in each round.

    kind: each raises a hand for one answer; for each part that belongs to the answer; for what comes first
    open: hands are being counted: until it is closed, nobody sees how many
    """

    options: tuple[Option, ...]
    right: frozenset[str]
    kind: Kind = "one"
    rounds: list[list[int]] = field(default_factory=list)
    open: bool = True

    def __post_init__(self) -> None:
        if not self.rounds:
            self.rounds.append([0] * len(self.options))

    @property
    def hands(self) -> list[int]:
        """Those of the last round."""
        return self.rounds[-1]

    def count(self, number: int, by: int) -> None:
        """A hand for the answer of that number, from 1; or one taken back."""
        if self.open and 1 <= number <= len(self.options):
            self.hands[number - 1] = min(MOST_HANDS, max(0, self.hands[number - 1] + by))

    @property
    def voted(self) -> bool:
        """Was a hand counted, in any round?"""
        return any(map(any, self.rounds))

    def share(self, hands: list[int]) -> float:
        """How much of a round was right. Of parts, each is a vote of its own: whoever leaves out what does not belong
        is right, too; as many are there as raised a hand for the part with most."""
        if self.kind == "parts":
            most = max(1, *hands)
            good = [count if option.text in self.right else most - count
                    for option, count in zip(self.options, hands, strict=True)]
            return sum(good) / (most * len(good))
        found = sum(count for option, count in zip(self.options, hands, strict=True) if option.text in self.right)
        return found / max(1, sum(hands))

    @property
    def discuss(self) -> bool:
        """Is it closed, and worth to be talked over, and voted on again?"""
        return not self.open and len(self.rounds) < _ROUNDS and LOW <= self.share(self.hands) <= HIGH

    def press(self) -> bool:
        """On: closes the vote, or begins the second round where that is worth it. False: it is over."""
        if self.open and any(self.hands):
            self.open = False
        elif self.discuss:
            self.rounds.append([0] * len(self.options))
            self.open = True
        else:
            if not any(self.hands) and len(self.rounds) > 1:
                self.rounds.pop()
            return False
        return True

    @property
    def said(self) -> str:
        """How many were right, in each round; empty where nobody voted."""
        told = []
        for hands in filter(any, self.rounds):
            share = self.share(hands)
            told.append(f"{share:.0%}" if self.kind == "parts" else f"{round(share * sum(hands))} of {sum(hands)}")
        return "" if not told else f"{told[0]} right" + "".join(f", then {more}" for more in told[1:])


def vote_on(question: Question) -> Vote | None:
    """A vote; None where there are more than nine answers, or parts, or only one. A number that one would type is
    chosen: from the right one, those that somebody may come to, and others near; or it is another one."""
    if question.answer == "number":
        return Vote(_numbers(question), frozenset(part for given in question.right for part in given))
    if not 2 <= len(question.options) <= _MOST:
        return None
    if question.answer == "order":
        return Vote(question.options, frozenset(given[0] for given in question.right if given), "first")
    right = min(question.right) if question.many and question.together is None else {
        part for given in question.right for part in given}  # any part of a set that is right
    return Vote(question.options, frozenset(right), "parts" if question.many else "one")


def voted_before(question: Question, kept: Sequence[Mapping[str, Any]]) -> str:
    """What classes before have voted on it, the last one; empty where none has, or the answers were others."""
    template = vote_on(question)
    if template is None:
        return ""
    labels = [option.label for option in template.options]
    same = [old for old in kept if old.get("answers") == labels and _counted(old.get("rounds"), len(labels))]
    if not same:
        return ""
    last = Vote(template.options, template.right, template.kind, same[-1]["rounds"], False)
    times = "" if len(same) == 1 else f"{len(same)} times, last "
    return f"Voted on before, {times}on {same[-1].get('day', '?')}: {last.said}." if last.said else ""


def _counted(rounds: object, answers: int) -> bool:
    """Is that what a vote keeps of its rounds? The file is the user's."""
    return isinstance(rounds, list) and all(
        isinstance(hands, list) and len(hands) == answers and all(type(count) is int and count >= 0 for count in hands)
        for hands in rounds)


def _numbers(question: Question) -> tuple[Option, ...]:
    """Numbers to choose from, the lowest first."""
    (text,) = min(question.right)
    true = number(text) or Fraction(0)
    options = {number(option.text): option for option in question.options}
    options.setdefault(true, Option(text, question.value))
    near = (true + 1, true - 1, 2 * true, true + 2) if true.denominator == 1 else (1 - true, true / 2, 2 * true)
    for other in near:
        if len(options) < _LEAST and other >= 0:
            options.setdefault(other, Option(str(other), str(other)))
    known = {value: option for value, option in options.items() if value is not None}
    shown = sorted(known, key=lambda value: (value != true, value))[:_MOST - 1]
    return (*(known[value] for value in sorted(shown)), ANOTHER)
