"""Predict mode: a run asks by itself what comes next, where its family says that can be predicted, and ever less.

The first event of a kind is a worked example, then one in three is asked about, with some seconds between. What was
answered right three times in a row is asked no more; after two wrong answers the next event is worked again. After
three right answers in a row only larger steps are asked about, after two wrong ones smaller steps again. What was
missed comes back as another event of its skill, here and in later sessions, until it was right twice. Which kinds of
questions are asked can be chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from algorithms.core import Grain
from algorithms.vocabulary import events_named
from algorithms.words import kind_name
from scenarios.practice import Practised, practise, practised, put_aside
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.asking import Answered
from visualizer.runs.posing import pose, stop_before
from visualizer.runs.question import Named, Question, degenerate, guessed
from visualizer.runs.questions import Askable, questions_of
from visualizer.runs.states import State

PAUSE = 20.0  # seconds between two questions
ONE_IN = 3  # events of a kind
_RIGHT, _WRONG, _LATER = 3, 2, 3  # in a row: it is known; the next is worked; questions until a miss comes back
_SCANNED, _POSED = 2_000, 6  # events that are looked through on a step, questions that are tried on it
_NAMED = re.compile(r"\{\w+\}")  # what a question names
_AHEAD = 64  # events behind the step: what gives them away may come within it


class Predicting:
    """The mode in a run, or in several side by side, which are asked about in turn. ``clock`` tells seconds.

    on:    is it?
    right: questions answered right at once, of so many ``asked``
    grain: the smallest steps that are asked about
    aside: skills that are not asked for, as somebody has chosen
    """

    def __init__(self, runs: Sequence[AlgorithmRun], clock: Callable[[], float]) -> None:
        self.runs, self.clock = runs, clock
        self.on = False
        self.right = self.asked = 0
        self.grain = Grain.MICRO
        self.aside: Collection[str] = frozenset()
        self._row = 0  # right in a row at this grain, or wrong, as a negative number
        self._scores: dict[str, Practised] = {}  # of skills, here
        self._timelines: Sequence[Timeline[State]] = ()
        self._next = 0.0  # the time before which nothing is asked
        self._streak: Counter[str] = Counter()  # of a skill: right in a row, or wrong, as a negative number
        self._missed: dict[str, int] = {}  # a skill: after so many questions it comes back
        self._worked: set[str] = set()  # skills whose next event is only shown
        self._seen: set[tuple[int, str, int]] = set()  # runs, skills and events that were asked about, or worked
        self._turn = 0  # the run that is asked about first

    @property
    def possible(self) -> bool:
        """Has a family declared anything?"""
        return any(questions_of(run.algorithm).askables for run in self.runs)

    def due(self, timelines: Sequence[Timeline[State]], starts: Sequence[int],
            founds: Sequence[int]) -> tuple[int, Question] | None:
        """The question on the way from ``starts`` to ``founds``, if one is due, with the index of its run."""
        if not self.on or self.clock() < self._next:
            return None
        count, self._timelines = len(self.runs), timelines
        for at in (number % count for number in range(self._turn, self._turn + count)):
            question = self._of_run(at, timelines[at], starts[at], founds[at])
            if question is not None:
                self._turn = (at + 1) % count
                return at, question
        return None

    def _of_run(self, at: int, timeline: Timeline[State], start: int, found: int) -> Question | None:
        tried, events, run = 0, timeline.events, self.runs[at]
        for index in range(start, min(found + _AHEAD, start + _SCANNED, len(events))):
            for askable in questions_of(run.algorithm).askables:
                if tried >= _POSED or not isinstance(events[index], askable.events):
                    continue
                stop = stop_before(events, askable, 0, index)
                if not start <= stop < found or not self._wants(at, askable, timeline, index):
                    continue
                tried += 1
                question = pose(run, timeline, askable, index, stop=stop).question
                if _good(question):
                    self._seen.add((at, askable.skill, index))
                    return question if len(self.runs) == 1 else replace(question, of=Named(at + 1, run.label))
        return None

    def _wants(self, at: int, askable: Askable, timeline: Timeline[State], index: int) -> bool:
        """Is this event of that run to be asked about?"""
        skill = askable.skill
        if skill in self.aside or (at, skill, index) in self._seen:
            return False
        if skill in self._worked:  # before it comes back
            return self._work(at, skill, index)
        back = self._missed.get(skill)
        if back is not None and self.asked >= back:
            return True
        if _grain_of(askable) < self.grain:
            return False
        number = sum(timeline.count(kind, index) for kind in askable.events)
        if number == 0:
            return self._work(at, skill, index)
        return number % ONE_IN == 1 and self._streak[skill] < _RIGHT

    def _work(self, at: int, skill: str, index: int) -> Literal[False]:
        """That event is worked: it is only shown."""
        self._worked.discard(skill)
        self._seen.add((at, skill, index))
        return False

    def answered(self, question: Question, result: Answered) -> str:
        """What became of a question; returns what there is to be said of it."""
        skill, good = question.skill, result.points == 1.0
        self.asked += 1
        self.right += good
        self._next = self.clock() + PAUSE
        streak = self._streak[skill]
        self._streak[skill] = max(1, streak + 1) if good else min(-1, streak - 1)
        self._scores[skill] = self._scores.get(skill, Practised()).answered(result.points, result.seconds)
        if practise(self._family(skill), skill, result.points, result.seconds).needs:
            self._missed[skill] = self.asked + _LATER
        else:
            self._missed.pop(skill, None)
        if self._streak[skill] <= -_WRONG:
            self._worked.add(skill)
        self._row = max(1, self._row + 1) if good else min(-1, self._row - 1)
        moved = self._move_grain()
        return " – ".join(filter(None, (f"{self.right} of {self.asked} predicted", moved)))

    def toggle(self) -> None:
        """On, with what was missed in earlier sessions and what was chosen in them; or off."""
        self.on = not self.on
        if self.on:
            kept = {skill: made for family in self._families() for skill, made in practised(family).items()}
            self._missed.update((skill, self.asked) for skill, made in kept.items()
                                if made.needs and skill not in self._missed)
            self.aside = frozenset(skill for skill, made in kept.items() if made.aside)

    # --- which kinds ------------------------------------------------------------------------------------------------

    @property
    def kinds(self) -> Mapping[str, str]:
        """The skills that these runs may ask for, by their names in words."""
        return {self._name(askable.skill): askable.skill for _, askable in self._askables}

    def prompt(self, skill: str) -> str:
        """What is asked for it, where its events are not known."""
        return next(askable.prompt.replace("{", "").replace("}", "")
                    for _, askable in self._askables if askable.skill == skill)

    def choose(self, name: str | None) -> None:
        """Asks for the kind of that name, or no more; None: for all. The last one stays."""
        kinds = set(self.kinds.values())
        aside = set(self.aside) - kinds if name is None else set(self.aside) ^ {self.kinds[name]}
        if kinds <= aside:
            return
        self.aside = frozenset(aside)
        for run in self.runs:  # two families may ask for the same
            of = {askable.skill for askable in questions_of(run.algorithm).askables} & kinds
            put_aside(run.algorithm.family.name, {skill: skill in aside for skill in of})

    @cached_property
    def _askables(self) -> Sequence[tuple[AlgorithmRun, Askable]]:
        """What may be asked of the runs, with one that it is asked of; each once."""
        found: dict[str, tuple[AlgorithmRun, Askable]] = {}
        for run in self.runs:
            own = tuple(events_named(run.algorithm).values())
            for askable in questions_of(run.algorithm).askables:
                if any(issubclass(kind, askable.events) for kind in own):
                    found.setdefault(askable.skill, (run, askable))
        return tuple(found.values())

    def _families(self) -> Collection[str]:
        return {run.algorithm.family.name for run in self.runs}

    @property
    def summary(self) -> str:
        """The score of each kind of question, with the time that an answer took; empty before the first."""
        scores: dict[str, Practised] = {}
        for skill, made in self._scores.items():  # some are asked for in the same words
            words = self._words(skill)
            one = scores.get(words, Practised())
            scores[words] = Practised(one.asked + made.asked, one.points + made.points, one.seconds + made.seconds)
        said = "; ".join(f"“{words}” {made.points:g} of {made.asked}, {made.seconds / made.asked:.0f} s each"
                         for words, made in scores.items())
        return f"Predicted: {said}." if said else ""

    def _move_grain(self) -> str:
        """To larger steps, or to smaller ones, where the runs have such to ask about; what is said of it."""
        if -_WRONG < self._row < _RIGHT:
            return ""
        there = {_grain_of(askable) for run, timeline in zip(self.runs, self._timelines, strict=True)
                 for askable in questions_of(run.algorithm).askables if askable.skill not in self.aside
                 if any(timeline.count(kind, len(timeline.events)) for kind in askable.events)}
        now = max(self.grain, min(there, default=self.grain))
        up, self._row = self._row > 0, 0
        moved = (min((grain for grain in there if grain > now), default=None) if up
                 else max((grain for grain in there if grain < now), default=None))
        if moved is None:
            return ""
        self.grain = moved
        rung = self.runs[0].algorithm.rungs[moved]
        return f"now only larger steps are asked about: by {rung}" if up else f"now smaller steps, too: by {rung}"

    def _family(self, skill: str) -> str:
        """The name of the family that asks for it."""
        return next(run.algorithm.family.name for run in self.runs
                    if any(askable.skill == skill for askable in questions_of(run.algorithm).askables))

    def _words(self, skill: str) -> str:
        """A skill in the words in which it is asked for, with dots for what they name."""
        askable = next(askable for run in self.runs for askable in questions_of(run.algorithm).askables
                       if askable.skill == skill)
        return _NAMED.sub("…", askable.prompt)

    def _name(self, skill: str) -> str:
        """A skill in words: the kind of event, and what is asked of it."""
        askable = next(askable for run in self.runs for askable in questions_of(run.algorithm).askables
                       if askable.skill == skill)
        kinds = " or ".join(map(kind_name, askable.events))
        return kinds if len(askable.events) > 1 else f"{kinds} ({askable.field.replace('_', ' ')})"


def _grain_of(askable: Askable) -> Grain:
    """The size of the steps that it asks about."""
    return min(kind.grain for kind in askable.events)


def _good(question: Question) -> bool:
    """Is something to be learned from it?"""
    return not degenerate(question) and not guessed(question)
