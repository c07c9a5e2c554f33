"""A question as it is put to a learner: its answers, the reason against each wrong one, hints, and where the run is."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from algorithms.core import Event, words
from algorithms.pseudocode import Part
from algorithms.reasons import Reason
from algorithms.words import kind_name
from scenarios.script.asking import Answer

MOST_OPTIONS, MOST_PLACES = 9, 12
MOST_CHOICES, MOST_WRONG = 8, 3  # answers to what a learner chooses or says, and those among them that are refused
FEW = 4  # answers that are offered, where not all candidates are

Given = tuple[str, ...]
"""An answer: one text, or several."""


def parts(value: Any) -> Given:
    """An answer's parts, as texts: those of a tuple, or the one that it is."""
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, type):
        return (value.__name__,)
    if isinstance(value, tuple | list | set | frozenset):
        return tuple(part for item in value for part in parts(item))
    return (words(value),)


def written(value: Any) -> str:
    """The answer as one text."""
    return ", ".join(parts(value)) or "nothing"


def read(text: object) -> str:
    """What an author wrote in the place of an answer, as that is compared: parts in one order."""
    return ", ".join(sorted(part.strip() for part in str(text).split(", ")))


def number(text: str) -> Fraction | None:
    """What somebody has typed for a number; None where it is none."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


class Named(NamedTuple):
    """One of several runs: its number, from 1, and its name."""

    number: int
    name: str


@dataclass(frozen=True)
class Option:
    """An answer that is offered.

    text:  by which it is compared
    label: as it is read
    why:   what speaks against it; empty of a right one
    belief: the misconception that it comes from
    places: what of the board speaks against it
    origin: what of the puzzle it stands for, where a board may show that and not the answer: a constraint by its name
    """

    text: str
    label: str
    why: str = ""
    belief: str = ""
    places: tuple[str, ...] = ()
    origin: str = ""


def arranged(options: Sequence[Option], places: Collection[str], chance: random.Random) -> tuple[list[Option], bool]:
    """Answers in the order of the board, if all of them are places there, which is told, too; numbers by their size;
    others in one that says nothing."""
    on_board = all(option.text in places for option in options)
    found = list(options)
    if on_board:
        order = {place: number for number, place in enumerate(places)}
        found.sort(key=lambda option: order[option.text])
    if all(option.text.isdecimal() for option in found):
        found.sort(key=lambda option: int(option.text))
    elif not on_board:
        chance.shuffle(found)
    return found, on_board


def label_of(value: Any) -> str:
    """How an answer is read. An author may ask about any kind of events: one without words is read as named."""
    if isinstance(value, type) and issubclass(value, Event):
        return value.as_answer or kind_name(value)
    return written(value)


class Against(NamedTuple):
    """What speaks against an answer: in words, as places of the board, and as it can be drawn there."""

    why: str
    places: tuple[str, ...] = ()
    reason: Reason = ()


@dataclass(frozen=True)
class Together:
    """An answer that is put together, as no list could have all that somebody may think of.

    parts:   of which
    right:   the parts of each answer that is right, by its name: what the run calls it
    against: what speaks against any other
    """

    parts: Sequence[str]
    right: Mapping[str, Given]
    against: Callable[[Given], Against]

    def name(self, given: Sequence[str]) -> str:
        """What a right answer is called."""
        return next(name for name, parts in self.right.items() if sorted(parts) == sorted(given))


@dataclass(frozen=True)
class Question:
    """What is asked.

    prompt:  the question
    answer:  how it is answered
    options: what is offered, in the order in which it is shown; of a number what is looked out for
    right:   what is right: each an answer; of several and of an order, their parts
    together: of several: what any answer is called, and what speaks against it
    missing: what speaks against an answer that leaves something out
    rule:    what speaks against any other
    hints:   where to look, what to see, and the answer
    stop:    where it is asked: a position of the run; ``shown`` where the run shows the answer, or the same
    skill:   what knowing the answer shows
    places:  its answers are drawn on the board, and can be pointed at there
    numbered: they are constraints by their numbers, which can be pointed at where a board draws them
    why:     the question that follows a right answer
    value:   the answer, as it is told
    of:      the run that it is about, where there are several
    whole:   of several: answers that misconceptions lead to, each as a whole
    beside:  what else somebody may type for a number, or point at on the board; what is wrong with what speaks against
             it
    lines:   of an order: the lines of pseudocode that are put in order; each of them is to be placed
    longest: the longest that can be said against such an order
    """

    prompt: str
    answer: Answer
    options: tuple[Option, ...]
    right: frozenset[Given]
    hints: tuple[str, str, str]
    stop: int
    shown: int
    skill: str
    value: str
    together: Together | None = None
    missing: str = ""
    rule: str = ""
    places: bool = False
    why: Question | None = None
    of: Named | None = None
    whole: tuple[Option, ...] = ()
    beside: tuple[Option, ...] = ()
    numbered: bool = False
    lines: Part | None = None
    longest: str = ""

    @property
    def asked(self) -> str:
        """The question, with the run that it is about."""
        return self.prompt if self.of is None else f"{self.of.number}, {self.of.name}: {self.prompt}"

    @property
    def many(self) -> bool:
        """Is the answer more than one thing?"""
        return self.answer in ("several", "order")

    def normal(self, given: Sequence[str]) -> Given:
        """An answer as it is compared: the order of its parts matters only where that is asked."""
        return tuple(given) if self.answer == "order" else tuple(sorted(given))

    def is_right(self, given: Sequence[str]) -> bool:
        """Is it?"""
        if self.answer == "number":
            return any(number(given[0]) == number(right[0]) for right in self.right if given)
        return self.normal(given) in self.right

    def against(self, given: Sequence[str]) -> str:
        """What speaks against a wrong answer, or against the first part of it that is too much."""
        if self.together is not None:
            return self.together.against(tuple(given)).why
        known = {option.text: option.why for option in (*self.options, *self.beside)}
        needed = {part for right in self.right for part in right}
        extra = [part for part in given if part not in needed]
        if self.answer == "number":
            extra = [text for text in known if given and number(text) == number(given[0])]
        said = next((known[part] for part in extra if known.get(part)), "")
        if not said and self.many and not extra:
            said = self.missing
        taken = self._believed(given)
        return said or (taken.why if taken is not None else "") or self.rule or "That is not so."

    def speaks(self, given: Sequence[str]) -> tuple[tuple[str, ...], Reason]:
        """What of the board speaks against an answer, and how that is drawn."""
        if self.together is not None:
            return self.together.against(tuple(given))[1:]
        return next((option.places for option in self.options if (option.text,) == tuple(given)), ()), ()

    def name(self, given: Sequence[str]) -> str:
        """What a right answer is called."""
        return given[0] if self.together is None else self.together.name(given)

    def belief(self, given: Sequence[str]) -> str:
        """The misconception that an answer comes from; empty where it is none's."""
        taken = self._believed(given)
        return "" if taken is None else taken.belief

    def _believed(self, given: Sequence[str]) -> Option | None:
        """What a misconception leads to, and somebody has answered: of several, all of it; of a number, however that
        is written."""
        if self.many:
            return next((option for option in self.whole if option.text == ", ".join(self.normal(given))), None)
        said = number(given[0]) if given and self.answer == "number" else None
        same = [option for option in self.options
                if (option.text,) == tuple(given) or (said is not None and number(option.text) == said)]
        return next((option for option in same if option.belief), None)

    @property
    def tells(self) -> bool:
        """Does one of its answers come from a misconception, so that the answer tells something of that?"""
        return any(option.belief for option in (self.whole if self.many else self.options))


def put_together(prompt: str, together: Together, value: str, rule: str, hints: tuple[str, str, str], stop: int,
                 shown: int, skill: str, places: Collection[str]) -> Question:
    """A question whose answer is put together: on the board, where all parts are ``places`` there."""
    return Question(prompt, "several", tuple(Option(part, part) for part in together.parts),
                    frozenset(tuple(sorted(parts)) for parts in together.right.values()), hints, stop, shown, skill,
                    value, rule=rule, places=all(part in places for part in together.parts), together=together)


def guessed(question: Question) -> bool:
    """Is half of it guessed? Of two answers one is, where nobody asks for the reason."""
    return len(question.options) < 3 and question.answer not in ("number", "several") and question.why is None


def degenerate(question: Question, hidden: Iterable[str] = ()) -> str:
    """Why nothing is to be learned from a question; empty if there is."""
    if question.answer == "number":
        return ""
    texts = {option.text for option in question.options}
    right = {part for given in question.right for part in given}
    most = MOST_PLACES if question.places else MOST_OPTIONS
    if len(texts) < 2:
        return "there is only one candidate"
    if not question.many and texts <= right:
        return "every candidate is right, so that order alone decides"
    if len(texts) > most:
        return f"there are {len(texts)} candidates, more than {most}"
    if aside := sorted(texts.intersection(hidden)):
        return f"{aside[0]} is an auxiliary variable, which nobody sees"
    return ""
