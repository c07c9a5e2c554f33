"""Courses: lessons in an order in which each finds what it needs, in chapters; how long one takes; how to go on.

    title: Constraints in 45 minutes
    about: …
    chapters:
      - title: One number at a time
        about: What a single constraint can tell.
        lessons: [a-number-is-a-constraint, testing-for-support]

Lessons are named without their numbers. What a lesson ``needs`` and how many ``minutes`` it takes stands in its own
file. ``courses/all.yaml`` has all lessons that come with Unfog, each once. The others are short ones, for a lecture or
two: what they need besides their own lessons, and what that needs, stands in ``needs``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil
from pathlib import Path

from scenarios.folders import bare, house_names, unknown_lessons
from scenarios.loader import Scenario
from scenarios.progress import Progress
from scenarios.reading import Document, keywords, meant

COURSE = Path(__file__).parent / "courses" / "all.yaml"
_WORDS = 100  # read in a minute, with the board looked at in between
_CUE = 10 / 60  # minutes to see what has happened, at each cue
_QUESTION = 45.0  # seconds to think about one, or to vote, and to hear what speaks against an answer


@dataclass(frozen=True)
class Chapter:
    """Lessons that belong together, in their order, by their names without numbers."""

    title: str
    lessons: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True)
class Course:
    """Chapters in an order in which each lesson comes after those that it needs."""

    title: str
    chapters: tuple[Chapter, ...]
    about: str = ""
    needs: tuple[str, ...] = ()

    @property
    def lessons(self) -> tuple[str, ...]:
        """All of them, in their order."""
        return tuple(name for chapter in self.chapters for name in chapter.lessons)

    def after(self, name: str) -> str | None:
        """The lesson after the one of that name; None where it is the last one, or not in the course."""
        names, name = self.lessons, bare(name)
        return next((other for one, other in pairwise(names) if one == name), None)

    def go_on(self, progress: Progress) -> str | None:
        """The lesson to go on with: the one left last, unless its end was seen; then the next one in the course that
        was not; None where all were."""
        last = progress.last
        if last is not None and not progress.seen(last) and bare(last) in self.lessons:
            return bare(last)
        seen = seen_in(progress)
        names = self.lessons
        start = names.index(bare(last)) + 1 if last is not None and bare(last) in names else 0
        return next((name for name in (*names[start:], *names[:start]) if name not in seen), None)


def seen_in(progress: Progress) -> Collection[str]:
    """The lessons whose ends were seen, by their names without numbers."""
    return {bare(name) for name, place in progress.left.items() if place.seen}


def read_course(path: Path, text: str | None = None) -> Course:
    """The course in a file. Raises ScenarioError for the first thing in it that cannot be."""
    document = Document(path, text)
    course = Course(**document.check((), document.data, keywords(Course)))
    placed: set[str] = set()
    for index, name in enumerate(course.needs):
        if unknown_lessons([name]):
            raise document.error(("needs", index), f"there is no lesson {name!r}; {meant(name, house_names())}")
    for number, chapter in enumerate(course.chapters):
        for index, name in enumerate(chapter.lessons):
            loc = ("chapters", number, "lessons", index)
            if unknown_lessons([name]):
                raise document.error(loc, f"there is no lesson {name!r}; {meant(name, house_names())}")
            if name in placed:
                raise document.error(loc, f"{name!r} is in the course already; remove one of the two")
            placed.add(name)
    return course


@cache
def the_course() -> Course:
    """The course of all lessons that come with Unfog."""
    return read_course(COURSE)


@cache
def short_courses() -> tuple[Course, ...]:
    """The others that come with Unfog, in the order in which the course has their first lessons."""
    found = [read_course(path) for path in sorted(COURSE.parent.glob("*.yaml")) if path != COURSE]
    order = the_course().lessons
    return tuple(sorted(found, key=lambda course: order.index(course.lessons[0])))


def minutes(scenario: Scenario) -> int:
    """What the lesson takes: as its author says, or else to read what it says and asks, to look at each cue, and to
    think about each question."""
    if scenario.minutes is not None:
        return scenario.minutes
    asks = [cue.ask for cue in scenario.script if cue.ask is not None]
    said = [scenario.about, *(cue.say or "" for cue in scenario.script), *(ask.prompt for ask in asks)]
    thought = sum(ask.time or _QUESTION for ask in asks) / 60
    return max(1, ceil(len(" ".join(said).split()) / _WORDS + len(scenario.script) * _CUE + thought))
