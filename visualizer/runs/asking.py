"""A question being asked: what was answered, which hints were taken, and what that is worth. No window, no clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from algorithms.reasons import Reason
from visualizer.runs.question import MOST_OPTIONS, Given, Named, Option, Question
from visualizer.runs.voting import Vote

MOST_TYPED = 12  # characters of a number
_NUMERIC = frozenset("0123456789-/.")
OPEN = "A question is open: answer it, I for a hint, or Esc to skip it."
DONT_KNOW, MORE, LAST = "I don't know", "Another hint", "The answer"

Tone = Literal["", "hint", "good", "bad"]


@dataclass(frozen=True)
class Answered:
    """What became of a question.

    given:  the answer that counts: the first right one, or the last wrong one; empty where it was skipped
    points: 1 for a first try, ½ for a later one or with a hint, 0 where the answer was shown
    tries:  answers given; ``hints`` taken
    belief: the misconception that the first wrong answer comes from
    seconds: from the question to its end
    """

    given: Given = ()
    points: float = 0.0
    tries: int = 0
    hints: int = 0
    belief: str = ""
    seconds: float = 0.0


class Asking:
    """The dialogue on one question. A question with a second tier goes on with that when the first answer is right; one
    that is judged ``later`` is over with any answer.

    question: the tier on show
    chosen:   parts of an answer so far, of lines "" where one was taken away; ``typed`` the digits of a number;
              ``tried`` the answers that were wrong
    said:     the last hint, or what speaks against the last answer; ``tone`` which of these it is
    shows:    what of the board speaks against the last answer; ``reason`` how that is drawn
    over:     it is answered, or the answer was shown
    vote:     a class votes on it
    narrowed: of what can be answered, the few that somebody has pointed at; nothing: all that is offered
    """

    def __init__(self, question: Question, *, later: bool = False, once: bool = False) -> None:
        self.first = self.question = question
        self.later, self.once = later, once
        self.chosen: list[str] = []
        self.typed = ""
        self.tried: list[Given] = []
        self.said, self.tone = "", ""  # type: str, Tone
        self.shows: tuple[str, ...] = ()
        self.reason: Reason = ()
        self.hints = self.tries = 0
        self.over = False
        self.right = False
        self.given: Given = ()
        self.vote: Vote | None = None
        self.narrowed: tuple[str, ...] = ()
        self.seconds = 0.0  # from its begin to its end, as whoever closes it tells
        self._belief = ""
        self._shown = 0  # hints of the tier on show

    # --- answering -------------------------------------------------------------------------------------------------

    @property
    def of(self) -> Named | None:
        """The run that it is about, where there are several."""
        return self.first.of

    @property
    def options(self) -> Sequence[Option]:
        """What is offered."""
        if self.narrowed and self.vote is None:
            found = {option.text: option for option in self.pointable}
            return [found[text] for text in self.narrowed]
        return self.every_option

    @property
    def every_option(self) -> Sequence[Option]:
        """What is offered where nobody has pointed at a part of it."""
        if self.vote is not None:
            return self.vote.options
        return () if self.typing else self.question.options

    @property
    def pointable(self) -> Sequence[Option]:
        """What is offered, and what the board has beside that."""
        if self.vote is not None or self.typing:
            return self.every_option
        return *self.question.options, *self.question.beside

    def point_at(self, means: Callable[[Option], bool]) -> None:
        """Somebody points at what this answer means, or these: of several, those are offered. Where it means none, all
        are offered again."""
        if self.over:
            return
        found = [option.text for option in self.pointable if means(option)][:MOST_OPTIONS]  # what is listed comes first
        if len(found) == 1:
            self.choose(found[0])
        elif found or self.narrowed:
            found.sort(key=lambda text: (text.isdecimal(), len(text), text))  # numbers by their size
            self.narrowed, self.tone = tuple(found), ""
            self.said = "More than one comes from there: which? Esc offers all again." if found else ""

    @property
    def typing(self) -> bool:
        """Is the answer typed? A class that votes on it chooses from some."""
        return self.question.answer == "number" and self.vote is None

    @property
    def submits(self) -> bool:
        """Is an answer put together, and then given?"""
        return self.question.many or self.question.answer == "number"

    @property
    def ready(self) -> bool:
        """Is there anything to be given? Of lines, all."""
        if self.question.lines is not None:
            return sum(map(bool, self.chosen)) == len(self.question.options)
        return bool(self.typed) if self.question.answer == "number" else self.question.many

    def wrong(self, text: str) -> bool:
        """Was that tried, and is it wrong?"""
        return (text,) in self.tried and not self.question.many

    def choose(self, text: str) -> None:
        """Takes an answer; of several parts, adds this one, or leaves it out again."""
        if self.over or text not in {option.text for option in self.pointable} or self.wrong(text):
            return
        if not self.question.many:
            self._give((text,))
        elif self.question.lines is not None:
            self._place(text)
        elif text in self.chosen:
            self.chosen.remove(text)
        else:
            self.chosen.append(text)

    def _place(self, text: str) -> None:
        """Puts a line where the first one is missing, or takes it away: the others stay where they are."""
        if text in self.chosen:
            self.chosen[self.chosen.index(text)] = ""
        elif "" in self.chosen:
            self.chosen[self.chosen.index("")] = text
        else:
            self.chosen.append(text)

    def number(self, digit: int) -> None:
        """Takes the answer of that number, from 1."""
        if 1 <= digit <= len(self.options):
            self.choose(self.options[digit - 1].text)

    def type(self, character: str) -> bool:
        """Types a character of a number, or takes the last line away. Was it of use?"""
        if self.question.lines is not None and character == "backspace" and not self.over:
            self.chosen[:] = self.chosen[:max((at for at, text in enumerate(self.chosen) if text), default=0)]
            return True
        if not self.typing or self.over:
            return False
        if character == "backspace":
            self.typed = self.typed[:-1]
            return True
        if character in _NUMERIC and len(self.typed) < MOST_TYPED:
            self.typed += character
        return character in _NUMERIC

    def submit(self) -> None:
        """Gives what was put together."""
        if self.over or not self.submits or not self.ready:
            return
        if self.question.answer == "number":
            self._give((self.typed,))
        else:
            self._give(tuple(self.chosen))

    def _give(self, given: Given) -> None:
        self.tries += 1
        if self.question is self.first:
            self.given = given
        if self.later and self.question.why is None:
            self._judge_later(given)
        elif self.later or self.question.is_right(given):
            self._go_on(given)
        else:
            self.tried.append(given)
            self._belief = self._belief or self.question.belief(given)
            if self.once:
                self.over = True
                return
            self.said, self.tone = self.question.against(given), "bad"
            self.shows, self.reason = self.question.speaks(given)
            self.typed = ""

    def _judge_later(self, given: Given) -> None:
        """The first tier is what is judged."""
        self.right = self.first.is_right(self.given) and (
            self.question is self.first or self.question.is_right(given))
        self._belief = self._belief or self.first.belief(self.given)
        self.over = True

    def _go_on(self, given: Given) -> None:
        """To the second tier, if there is one."""
        if self.question.why is None:
            self.over = self.right = True
            return
        self.question, self.chosen, self.typed, self.tried, self._shown = self.question.why, [], "", [], 0
        self.tries -= 1  # both answers together are a try
        self.said, self.tone = ("" if self.later else "✓ And why?"), ("" if self.later else "good")

    # --- help ------------------------------------------------------------------------------------------------------

    @property
    def offer(self) -> str:
        """What the button for hints says."""
        return (DONT_KNOW, MORE, LAST)[min(2, self._shown)]

    def hint(self) -> None:
        """Where to look; then what to see; then the answer, with which it is over. Asked once, it is over at once."""
        if self.over or self.once:
            self.over = True
            return
        self.said, self.tone = self.question.hints[min(2, self._shown)], "hint"
        self._shown += 1
        self.hints = max(self.hints, self._shown)
        self.over = self._shown > 2
        if self.over and self.question.lines is not None:
            self.chosen = list(min(self.question.right))  # so it is seen

    @property
    def result(self) -> Answered:
        """What became of it."""
        if not self.over:
            return Answered((), 0.0, self.tries, self.hints, self._belief, self.seconds)
        points = 0.0 if not self.right or self.hints > 2 else 1.0 if self.tries <= 1 and not self.hints else 0.5
        return Answered(self.given, points, self.tries, self.hints, self._belief, self.seconds)
