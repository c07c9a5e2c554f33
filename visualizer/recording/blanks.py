"""What a worksheet leaves to fill in at a question: what is left of places of the board, which are blank there, and
what the family of the run writes down, such as a trail.

Nothing is asked that stands there: no place that the question or the lesson's words name or point at, no note that is
written on the board or beside it. What is decided freely is not asked for either, as nobody could find it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count, islice
from string import ascii_uppercase
from typing import NamedTuple

from scenarios.emphasis import unmarked
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.recording.film import Film, lead
from visualizer.recording.frames import Frame
from visualizer.recording.locked import Asked
from visualizer.runs.left import left_on
from visualizer.runs.notes import LONGEST
from visualizer.runs.question import Question
from visualizer.runs.states import State
from visualizer.stage.blanks import has_room
from visualizer.stage.family import view_of

_PLACES, _NOTES, _MOST = 3, 2, 4  # at most so many at a question
_WINDOW = 500  # events before the question in which it is looked up when something changed
_LARGE = Rect(0, 0, 1600, 1200)  # a board of that size has all its words


class Blank(NamedTuple):
    """Something to fill in: what is asked, the answer, why that is so where the run can tell, and the ``place`` that is
    blank on the board, with its ``letter``, where there is one."""

    asked: str
    written: str
    why: str = ""
    place: str = ""
    letter: str = ""


def blanks_at(film: Film, asked: Asked, before: Frame | None, box: Rect, scale: float) -> tuple[Blank, ...]:
    """What there is to fill in at a question whose board is drawn in ``box`` at that scale; ``before``: the frame of
    the question before it, since when it has changed."""
    frame, run = film.frames[asked.after], lead(asked.question)
    earlier = 0 if before is None else film.timeline_of(before, run).position
    drawn = tuple(_drawn(film, frame, asked.question))
    places = [*islice(_places(film, frame, asked.question, earlier, box, scale), _PLACES)]
    named = [blank.place for blank in places]
    notes = [*islice(_notes(film, frame, asked.question, earlier, named, " ".join(drawn)), _NOTES)]
    order = {name: number for number, name in enumerate(film.board_of(run).layout.places)}
    kept = sorted(places[:_MOST - len(notes)], key=lambda blank: order.get(blank.place, 0))
    letters = (letter for letter in ascii_uppercase if letter not in drawn)
    return (*(blank._replace(letter=next(letters)) for blank in kept), *notes)


def _notes(film: Film, frame: Frame, question: Question, earlier: int, places: Sequence[str],
           drawn: str) -> Iterator[Blank]:
    """What the family writes down, and has not written before, nor is ``drawn`` or said; nothing of places that are
    blank themselves."""
    run = lead(question)
    timeline = film.timeline_of(frame, run)
    notes = view_of(film.scenario.runs[run].algorithm).notes
    old = set(notes(timeline.at(earlier)))
    words = " ".join(_words(frame, question))
    clauses = film.board_of(run).shows_clauses
    for note in notes(timeline.state):
        written = note.written
        if not written or note in old or len(written) > LONGEST or (note.clauses and not clauses):
            continue
        there = _says(words.replace("Δ", ""), written.replace("Δ", "")) or _says(drawn, written)
        if not (there or _answers(question, written) or any(_says(f"{note.name} {written}", x) for x in places)):
            yield Blank(note.name, written)


def _answers(question: Question, written: str) -> bool:
    """Is that a right answer, so that it is asked for already?"""
    asked = (right for one in (question, question.why) if one is not None for right in one.right)
    return any(sorted(_plain(" ".join(right)).split()) == sorted(_plain(written).split()) for right in asked)


def _says(text: str, part: str) -> bool:
    """Is it in the text, however lists are written?"""
    return f" {_plain(part)} " in f" {_plain(text)} "


def _drawn(film: Film, frame: Frame, question: Question) -> Iterator[str]:
    """All that can be read on the board of the question, large."""
    canvas = RecordingCanvas()
    film.draw_asked(canvas, frame, _LARGE, question, theme("light"))
    yield from (str(op.args[2]) for op in canvas.ops if op.name == "text")


def _words(frame: Frame, question: Question) -> Iterator[str]:
    yield "" if frame.earlier else unmarked(frame.say)
    for one in (question, question.why):
        if one is not None:
            yield one.prompt
            yield from (option.label for option in one.options)


def _plain(text: str) -> str:
    """A text without signs between its words, so that lists are compared however they are written."""
    return " ".join(re.findall(r"[\w¬∅⊥=]+", text))


def _places(film: Film, frame: Frame, question: Question, earlier: int, box: Rect, scale: float) -> Iterator[Blank]:
    """Places whose values have changed since a position, the last ones first."""
    run = lead(question)
    timeline, board = film.timeline_of(frame, run), film.board_of(run)
    if (left := left_on(board)) is None:
        return
    given_away = _given_away(timeline, frame, question)
    changed = _changed(timeline, earlier) or (_open(timeline) if left.follows and not earlier else [])
    names = [name for name in changed if name not in given_away]
    state, scenario = timeline.state, film.scenario.runs[run]
    for name, frames in zip(names, film.blank(frame, box, question, names), strict=True):
        if not has_room(frames, scale):
            continue
        found = view_of(scenario.algorithm).why(timeline, board, name) or board.explain(timeline, name, None)
        yield Blank(left.asked.format(name), left.written(state.domains[name]), "" if found is None else found.sentence,
                    name)


def _changed(timeline: Timeline[State], earlier: int) -> list[str]:
    """The variables whose values are others than at a position, and than at the start, those that changed last first.
    """
    now, position = timeline.state, timeline.position
    first, old = timeline.at(0).domains, timeline.at(earlier).domains
    names = [name for name, left in now.domains.items() if left not in (old.get(name), first.get(name))]
    start = max(earlier, position - _WINDOW)
    state, last = timeline.at(start), dict.fromkeys(names, 0)
    domains = dict(state.domains)
    for event, at in zip(timeline.events[start:position], count(1)):
        state.apply(event)
        for name in names:
            if state.domains.get(name) != domains.get(name):
                last[name], domains[name] = at, state.domains.get(name, ())
    return sorted(names, key=lambda name: -last[name])


def _open(timeline: Timeline[State]) -> list[str]:
    """The variables that have several values left, but not all, those with fewest first."""
    domains = timeline.state.domains
    most = len({value for left in domains.values() for value in left})
    return sorted((name for name, left in domains.items() if 1 < len(left) < most), key=lambda name: len(domains[name]))


def _given_away(timeline: Timeline[State], frame: Frame, question: Question) -> set[str]:
    """The variables that the question or the lesson names or points at, that its answer is about or the run looks at,
    and those that have their value by a free choice."""
    state = timeline.state
    family = state.family
    free = {name for name, how in family.supposed.how.items() if how == "label"}
    free |= {name.partition("=")[0] for name, chosen in family.tentative.items() if chosen}
    answer = "" if question.why is None else question.why.hints[2]
    said = " ".join((*_words(frame, question), question.hints[2], answer))
    pointed = {place.partition("=")[0] for place in (*frame.marks, *frame.drawn.places)}
    named = {name for name in state.domains if re.search(rf"(?<![\w=]){re.escape(name)}(?!\w)", said)}
    return free | named | pointed | {*family.looks_at()}


def lettered(blanks: Sequence[Blank]) -> Sequence[tuple[str, str]]:
    """The letters on the board, each with its variable."""
    return [(blank.letter, blank.place) for blank in blanks if blank.place]
