"""Be the algorithm: a run asks for each choice that it makes. What the algorithm would take goes on; what it could take
as well becomes a branch; what its rule does not allow is refused, with the reason. What the rule determines by itself
is called for as well (:mod:`visualizer.runs.calling`).

Each folder of ``visualizer/families`` declares in a file ``choices.py`` what cannot be chosen, and why not:

    declare_choices(CONSISTENCY, {"constraint": Chosen(rule="Any constraint that waits can come next.", refused=…)})
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from algorithms.core import Algorithm, Family
from algorithms.discovery import import_all
from scenarios.choices import Offer, next_choice
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.asking import Asking
from visualizer.runs.bets import SEEDS, Bet, judged
from visualizer.runs.branches import Branches
from visualizer.runs.calling import Calling, Due
from visualizer.runs.lanes import Run
from visualizer.runs.playback import Playback
from visualizer.runs.question import (
    MOST_CHOICES,
    MOST_WRONG,
    Option,
    Question,
    Together,
    arranged,
    put_together,
)
from visualizer.runs.questions import Before
from visualizer.runs.states import State
from visualizer.runs.what_if import otherwise, run_here

FAR = 20_000  # events behind which no choice is asked for: it takes as many to know what it is between

Refusal = tuple[str, str]
"""What cannot be chosen, and why not."""


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """What there is to a kind of choice.

    by:      the algorithms that make it, where not all of the family do
    rule:    what may be chosen
    refused: what cannot be, as somebody may think that it can, each with the reason: in the state before, beside the
             names of all that can be
    prompt:  the question, where it is not the usual one; as the state has it
    label:   how an answer is read, where its name alone says little
    bet:     how another choice is judged where all that is allowed is right, and nobody can tell which one is better
    numbered: are the names numbers of constraints, by which a board may know them?
    origin:  what of the puzzle a name stands for; several can stand for one
    together: what a choice is put together from, in the state before and beside the names of all that can be chosen
    """

    rule: str
    refused: Callable[[Before, Sequence[str]], Iterator[Refusal]] = lambda _before, _names: iter(())
    prompt: str | Callable[[Before], str] = ""
    label: Callable[[Before, str], str] = lambda _before, name: name
    bet: Bet | None = None
    by: Collection[str] = ()
    numbered: bool = False
    origin: Callable[[Before, str], str] = lambda _before, _name: ""
    together: Callable[[Before, Sequence[str]], Together] | None = None


_AS_A_TEST = "As a test: each is taken as it is said, and at the end, or with Ctrl + Shift + Y, told what was wrong."
_NOTED = "Your move is noted."
_MOST_TOLD = 6  # moves of a test that were wrong
_ALLOWED = "All that is allowed is right; what the algorithm would not take becomes a branch."
_registry: dict[Family, Mapping[str, Chosen]] = {}
_none: dict[Family, str] = {}
_settled: dict[Family, Callable[[AlgorithmRun], str]] = {}


def declare_choices(of: Family, kinds: Mapping[str, Chosen], none: str = "",
                    settled: Callable[[AlgorithmRun], str] = lambda _run: "") -> None:
    """Registers what there is to a family's choices, or why it has ``none``; ``settled`` says of a run what nobody is
    asked for in it, and why, where one may expect to be. Raises ValueError for a second declaration."""
    if none:
        _none[of] = none
    _settled[of] = settled
    if of in _registry:
        raise ValueError(f"the choices of the family {of.name!r} are declared twice; remove one of them")
    _registry[of] = dict(kinds)


def choices_of(algorithm: Algorithm) -> Mapping[str, Chosen]:
    """What is declared of an algorithm's choices, by their kinds; nothing where it makes none."""
    import_all("visualizer.families")
    return {kind: chosen for kind, chosen in _registry.get(algorithm.family, {}).items()
            if not chosen.by or algorithm.name in chosen.by} if algorithm.chooses else {}


def why_none(algorithm: Algorithm) -> str:
    """Why nothing is to be chosen in its runs; empty where something is."""
    if choices_of(algorithm):
        return ""
    return _none.get(algorithm.family, "This algorithm leaves no choice that could be made for it.")


class Choosing(ABC):
    """The mode, for one run of a session.

    on:   is it?
    lead: the number of the run, from 0
    same: choices made as the algorithm makes them, of so many ``made``; ``refused``: answers that its rule excludes
    test: nothing is refused at once: what was wrong is told at the end, as it was ``missed``
    calling: the calls, which count as choices of one thing
    """

    def __init__(self, session: Playback) -> None:
        self.session = session
        self.on = False
        self.lead = 0
        self.same = self.made = self.refused = 0
        self.test, self.missed = False, list[str]()
        self.calling = Calling()
        self._offer: Offer | None = None
        self._call: Due | None = None  # that of the open question, if it is one
        self._passed: set[tuple[int, int]] = set()  # timelines and choices that were asked for

    @property
    def of_run(self) -> AlgorithmRun:
        """What runs."""
        return self.session.scenario.runs[self.lead]

    @property
    def timeline(self) -> Timeline[State]:
        """What it has done."""
        return self.session.timelines[self.lead]

    @property
    def here(self) -> int:
        """Where it is."""
        return self.session.places[self.lead]

    @abstractmethod
    def run(self, found: int) -> Run | None:
        """How it was begun, with the choices that it has made up to there; None within the moves of a game."""

    @abstractmethod
    def otherwise(self, offer: Offer, name: str) -> str:
        """Somebody has chosen what the algorithm would not take: what becomes of that, in words."""

    @abstractmethod
    def _begins(self) -> str:
        """What the mode does, in words."""

    def toggle(self, *, test: bool = False) -> None:
        """On, or off."""
        session, algorithm = self.session, self.of_run.algorithm
        if not choices_of(algorithm):
            session.notice = why_none(algorithm)
            return
        self.on = not self.on
        self.calling.clear()
        if self.test:
            session.notice = "" if self.verdict else "It was a test, and no move was made."
            self.tell()
            self.test = False
            return
        if test:
            self.test, self.same, self.made, self.refused = True, 0, 0, 0
            self.missed.clear()
            session.notice = f"{self._begins()} {_AS_A_TEST}"
            return
        session.notice = (f"{self._begins()} Shift + Y ends it. {_settled[algorithm.family](self.of_run)}" if self.on
                          else f"The algorithm chooses again. {self.score}").rstrip()

    @property
    def score(self) -> str:
        """How it went."""
        if not self.made:
            return ""
        refused = f", {self.refused} refused" if self.refused else ""
        return f"{self.same} of {self.made} as the algorithm chooses{refused}."

    @property
    def verdict(self) -> str:
        """How a test went: what was right, and of what was wrong the reason; empty where it is none, or nothing was
        asked yet."""
        asked = self.made + len(self.missed)
        if not self.test or not asked:
            return ""
        more = len(self.missed) - _MOST_TOLD
        return " ".join((f"{self.made} of {asked} right.", *self.missed[:_MOST_TOLD],
                         *([f"And {more} more."] if more > 0 else [])))

    def tell(self) -> None:
        """Tells how a test went, if it is one and something was asked, with what there is to be said already."""
        if self.verdict:
            self.session.answer("Your move, as a test", f"{self.verdict} {self.session.notice}".rstrip())

    def _miss(self, asking: Asking) -> None:
        """What was wrong in a test, or left open, and why."""
        first, given = asking.first, asking.given
        labels = {option.text: option.label for option in (*first.options, *first.beside)}
        said = ", ".join(labels.get(part, part) for part in given)
        why = f"not {said}. {first.against(given)}" if given else f"nothing was said. {first.hints[2]}"
        self.missed.append(f"Event {first.stop + 1:,}: {why}")

    def due(self, found: int) -> Question | None:
        """The choice or the call on the way to there, as a question."""
        run = self.run(found) if self.on and self.here <= FAR else None
        if run is None:
            return None
        called = self.calling.due(self.timeline, self.of_run, self.here, found)
        chosen = self._choice(run, found if called is None else called.question.stop + 1)
        self._call = called if chosen is None else None
        if chosen is not None or called is None:
            return chosen
        self.calling.asks(called)
        return called.question

    def _choice(self, run: Run, found: int) -> Question | None:
        """The choice on the way to there."""
        made, known = run.chooser.made, choices_of(self.of_run.algorithm)
        for index in range(bisect_left(made, self.here - run.at, key=lambda choice: choice[0]), len(made)):
            at = made[index][0] + run.at
            if at >= found or at > FAR:
                return None
            if run.chooser.kinds[index] not in known or (id(self.timeline), index) in self._passed:
                continue
            self._passed.add((id(self.timeline), index))
            offer = _offer(run, index)
            if offer is None:
                continue
            self._offer = offer._replace(at=at, taken=made[index][1])
            asked = question(Before(self.timeline.at(at), self.of_run), self._offer, known[offer.kind])
            if len(asked.options) > 1:  # where one thing is allowed, others may be refused
                return asked
        return None

    def answered(self, asking: Asking) -> None:
        """A choice was made, or left to the algorithm: on with it, or a branch."""
        self.refused += len(asking.tried)
        if self.test and not asking.right:
            self._miss(asking)
        name = asking.question.name(asking.given) if asking.right else ""
        self.made += bool(name)
        if self._call is not None:
            self._called(self._call, asking, name)
            return
        offer, session = self._offer, self.session
        assert offer is not None  # it was asked for
        self.same += name == offer.taken
        took = f"The algorithm takes {offer.taken}{', too' if name else ''}."
        if other := name not in ("", offer.taken):
            took = self.otherwise(offer, name)
        session.go_to(self.lead, offer.at + (not self.more))
        score = "" if self.test else self.score
        session.notice = _NOTED if self.test and not other else " ".join(filter(None, (took, score)))
        if other and choices_of(self.of_run.algorithm)[offer.kind].bet is not None:
            session.at_length(f"Trying {name} and {offer.taken} over {SEEDS} seeds",
                              lambda: _judge(session, self.of_run.algorithm, self.run(self.here), offer, name))

    def _called(self, call: Due, asking: Asking, name: str) -> None:
        """A call was made, or left to the algorithm: to the event that settles it."""
        self.same += bool(name)
        self._offer = None
        known = self.calling.answered(call, name, at_once=asking.result.points == 1.0)
        question = call.question
        if not name and call.by_steps:
            self.session.notice = _NOTED if self.test else f"The algorithm finds it step by step. {self.score}".rstrip()
            return
        self.session.go_to(self.lead, question.shown)
        label = next((option.label for option in question.options if option.text == question.value), question.value)
        took = "So does the algorithm." if name == question.value else \
            f"{'That is so, too. ' if name else ''}The algorithm: {label}."
        self.session.notice = _NOTED if self.test else " ".join(filter(None, (took, known, self.score)))

    @property
    def more(self) -> bool:
        """Is there another choice, or a call, to be asked for before the event that the last one led to?"""
        last = self._offer
        run = self.run(last.at + 1) if self.on and last is not None else None
        if run is None or last is None:
            return False
        made, several = run.chooser.made, run.chooser.open
        return any(made[index][0] == last.at - run.at and several[index]
                   for index in range(last.choices + 1, len(made))) or self.calling.due(
            self.timeline, self.of_run, last.at, last.at + 1) is not None


class ChoosingHere(Choosing):
    """The mode where one run is on show: what the algorithm would not take becomes a branch."""

    def __init__(self, session: Branches) -> None:
        super().__init__(session)
        self._branches = session

    def run(self, found: int) -> Run | None:
        return run_here(self._branches)

    def _begins(self) -> str:
        return "Your move: the run stops at each choice."

    def otherwise(self, offer: Offer, name: str) -> str:
        otherwise(self._branches, offer, name)
        self._passed |= {(id(self.timeline), index) for index in range(offer.choices + 1)}
        return f"{name} is allowed; the algorithm would take {offer.taken}. This is a branch: Ctrl + Z leaves it."

    def compared(self) -> str:
        """At the end of a branch: what the algorithm's own run has cost, as far as that is recorded to its end."""
        first = self._branches.lanes.first.timeline
        if not self.on or first is self.timeline:
            return ""
        first.pull(max(0, FAR - len(first.events)))
        if not first.done or first.error:
            return ""
        costs = [f"{counter.name}: {self.timeline.total(counter):,}, and {first.total(counter, len(first.events)):,}"
                 for counter in self.of_run.algorithm.counters if counter.better]
        return f"With your choices, and without: {'; '.join(costs)}." if costs else ""


def _offer(run: Run, index: int) -> Offer | None:
    """What was offered at the choice of that number; where it was one thing, the run need not be gone through again."""
    at, taken = run.chooser.made[index]
    if not run.chooser.open[index]:
        return Offer(run.chooser.kinds[index], at, index, (taken,), taken)
    return next_choice(run.start, run.chooser, at, 2, index)


def judge(session: Branches, offer: Offer, name: str) -> None:
    """Where a choice is a bet, what came of it over many seeds is told behind the notice. That may take long."""
    _judge(session, session.scenario.algorithm, run_here(session), offer, name)


def _judge(session: Playback, algorithm: Algorithm, run: Run | None, offer: Offer, name: str) -> None:
    chosen = choices_of(algorithm).get(offer.kind)
    if chosen is not None and chosen.bet is not None and run is not None:
        session.notice = f"{session.notice} {judged(chosen.bet, run, offer, name)}"


def labels(session: Branches, offer: Offer) -> Callable[[str], str]:
    """How the names of a choice are read."""
    chosen = choices_of(session.scenario.algorithm).get(offer.kind)
    before = Before(session.timeline.at(min(offer.at, len(session.timeline.events))), session.scenario.runs[0])
    return str if chosen is None else lambda name: chosen.label(before, name)


def question(before: Before, offer: Offer, chosen: Chosen) -> Question:
    """What is asked: what the algorithm takes, others that it could take, and what it cannot; there is room for a few,
    but the board has all of them."""
    asked = chosen.prompt if isinstance(chosen.prompt, str) else chosen.prompt(before)
    prompt = f"Your move: {asked or f'which {offer.kind} comes next?'}"
    places, skill = before.run.puzzle.layout().places, f"choice of a {offer.kind}"
    hints = (chosen.rule, _ALLOWED if len({*offer.names}) > 1 else "Only one answer is allowed here.",
             f"The algorithm takes {offer.taken}.")
    if chosen.together is not None:
        return put_together(prompt, chosen.together(before, offer.names), offer.taken, chosen.rule, hints, offer.at,
                            offer.at + 1, skill, places)
    chance = random.Random(f"{before.run.seed} {offer.at} {offer.choices}")
    refused = [(text, why) for text, why in chosen.refused(before, offer.names) if text not in offer.names]
    wrong = dict(chance.sample(refused, min(MOST_WRONG, len(refused))))
    others = [name for name in dict.fromkeys(offer.names) if name != offer.taken]
    legal = [offer.taken, *chance.sample(others, min(MOST_CHOICES - 1 - len(wrong), len(others)))]
    def option(text: str, why: str) -> Option:
        return Option(text, chosen.label(before, text), why, origin=chosen.origin(before, text))

    options, on_board = arranged([option(text, wrong.get(text, "")) for text in (*legal, *wrong)], places, chance)
    beside = [option(text, why) for text, why in {**dict.fromkeys(offer.names, ""), **dict(refused)}.items()
              if text not in (*legal, *wrong) and (chosen.numbered or text.lstrip("¬") in places)]
    right = (name for name in (*legal, *(option.text for option in beside if not option.why)))
    return Question(prompt, "place" if on_board else "choice", tuple(options), frozenset((name,) for name in right),
                    hints, offer.at, offer.at + 1, skill, offer.taken, rule=chosen.rule, places=on_board,
                    beside=tuple(beside), numbered=chosen.numbered)
