"""A thought of the lesson's: on the board what is supposed, arrows to what follows, and a crack where it breaks; beside
the board its steps, one below the other, each with the board as it is then."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, hypot
from typing import Any

from algorithms.problems.forms.supposition import Inference, Thought
from visualizer.canvas.below import seen
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, fit_text, wrap_text
from visualizer.canvas.strokes import bow, draw_head, draw_lines, draw_path
from visualizer.canvas.suppose import draw_crack, draw_ribbon, draw_step
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_state
from visualizer.stage.spots import Look, Spot, offer
from visualizer.stage.view import View

MOST_STEPS = 5
"""That are told; of more, where the thought breaks, the last ones."""
_RUNS_BACK = 0.6  # of the time of the way from a thought
_ENDS = 3  # arrows from or to one constraint
_ROW, _HEAD = 64.0, 34.0  # points
_LEAST_ROW = 22.0  # points: one line


@dataclass(frozen=True)
class Told:
    """A step with its number; ``causes`` are the decided variables that it follows from."""

    number: int
    index: int
    step: Inference
    causes: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A row of the panel, as something to point at."""

    number: int


def told(thought: Thought, most: int = MOST_STEPS) -> tuple[list[Told], int]:
    """The steps that are drawn, numbered from 2, as the supposition is 1; and how many are not."""
    every = [Told(number, index, thought.steps[index], thought.causes(index))
             for number, index in enumerate(thought.told, 2)]
    if len(every) <= most:
        return every, 0
    rest = len(every) - most + 1
    return (every[rest:] if thought.breaks else every[:-rest]), rest


def fold_of(thought: Thought) -> Hashable:
    """What unfolds: the steps of a thought that are not drawn at first."""
    return "steps", *thought.supposed.items()


def told_in(view: View, most: int | None = None) -> tuple[list[Told], int]:
    """The same of the thought on show, all of them where it is unfolded, or as many as there is room for."""
    assert view.thought is not None
    unfolded = isinstance(view.look, Look) and fold_of(view.thought) in view.look.unfolded
    return told(view.thought, (most or len(view.thought.told)) if unfolded else MOST_STEPS)


def room_for(view: View) -> float:
    """How high the panel of a thought wants to be, in points."""
    shown, rest = told_in(view)
    return _HEAD + _ROW * (len(shown) + 1) + (22.0 if rest else 0.0) + 16.0


def thinking(view: View) -> tuple[State, State]:
    """The states before and after, in the thought; on the way there, as far as it has come."""
    assert view.thought is not None
    count = len(view.thought.steps)
    now = thought_state(view.state, view.thought, count if view.t >= 1 else ceil(view.t * count))
    return now, now


def on_the_way(view: View) -> View:
    """What the board shows on the way: while a thought that is over runs back, that thought, so far as it is left; then
    the way itself, in the rest of the time."""
    dropped = view.dropped
    if dropped is None:
        return view
    gone = 1 - (view.t if dropped.back else 1 - view.t) ** (1 / 3)  # of the time: ``t`` slows down
    if gone < _RUNS_BACK:
        shown = replace(view, dropped=None, thought=dropped.thought, timeline=dropped.timeline,
                        before=dropped.timeline.state)
        shown.t = 1 - gone / _RUNS_BACK
        return shown
    rest = ((1 - gone) / (1 - _RUNS_BACK)) ** 3
    shown = replace(view, dropped=None)
    shown.t = rest if dropped.back else 1 - rest
    return shown


def draw_on_board(canvas: Canvas, box: Rect, view: View, theme: Theme) -> None:
    """Over the board: ribbons, arrows with the numbers of the steps, and the crack."""
    thought, board = view.thought, view.board
    assert thought is not None
    places = _Places(board, box, tuple(word.inset(-1) for word in board.written(canvas, box, thinking(view)[1])))
    shown, _ = told_in(view)
    arrived = shown if view.t >= 1 else shown[:int(view.t * len(shown))]
    for one in arrived:
        _draw_step(canvas, box, one, view, places, theme)
    for x in thought.supposed:
        if (place := _place(places, x, thought.supposed[x])) is not None:
            side = min(place.w, place.h)
            size = max(SMALLEST, min(16.0, side * 0.14))
            shared = board.at(box, place.center[0], place.y - size * 0.5) is not None
            ribbon = draw_ribbon(canvas, place, size, theme, box, shared=shared)
            draw_step(canvas, (ribbon.x - _radius(side) * 0.7, ribbon.center[1]), 1, _radius(side), theme)
    for place in _lit(view, places, box):
        draw_pointed(canvas, place, theme)


def _lit(view: View, places: _Places, box: Rect) -> list[Rect]:
    """The places on the board of the step that is pointed at beside it."""
    assert view.thought is not None
    target = view.look.pointed if isinstance(view.look, Look) else None
    if not isinstance(target, Step):
        return []
    if target.number == 1:
        found = [_place(places, x, value) for x, value in view.thought.supposed.items()]
    else:
        one = next((one for one in told_in(view)[0] if one.number == target.number), None)
        if one is None:  # of the thought before
            return []
        values = view.thought.domains()
        found = [_place(places, x, *values[x][:1]) for x in one.causes]
        found += [_place(places, x, value) for x, value in one.step.decides.items()]
        found.append(places.get(one.step.empty) if one.step.empty is not None
                     else view.board.home(box, view.state, one.step.because))
    return [*dict.fromkeys(place for place in found if place is not None)]


def draw_pointed(canvas: Canvas, place: Rect, theme: Theme) -> None:
    """A rim just inside a place that is lit, on any ground."""
    wide = max(2.5, min(5.0, min(place.w, place.h) * 0.07))
    canvas.rect(place.inset(wide * 1.1), None, theme.background, wide * 0.4, wide)
    canvas.rect(place.inset(wide / 2), None, theme.accent, wide, wide)


def _radius(side: float) -> float:
    return max(10.5, min(17.0, side * 0.1))


@dataclass(frozen=True)
class _Places:
    """Where variables are drawn: only those that are asked for, as a board may have hundreds; and the ``words`` that
    arrows run below."""

    board: Board
    box: Rect
    words: tuple[Rect, ...]

    def get(self, x: str) -> Rect | None:
        return self.board.place(self.box, x) if x in self.board.layout.places else None


def _place(places: _Places, x: str, value: object = None) -> Rect | None:
    """Where a variable is drawn, or its value, where values have places of their own."""
    return places.get(f"{x}={value}") or places.get(x)  # a variable may have lost all its values


def _draw_step(canvas: Canvas, box: Rect, one: Told, view: View, places: _Places, theme: Theme) -> None:
    """From its causes through the constraint, where that has a place, to what follows."""
    step, board = one.step, view.board
    home = None if step.empty is not None else board.home(box, view.state, step.because)
    if board.shows_literals:  # each variable is at many places
        if home is not None:
            if step.breaks:
                draw_crack(canvas, home, theme)
            draw_step(canvas, (home.x, home.y), one.number, _radius(home.h), theme, breaks=step.breaks)
        return
    values = view.thought.domains() if view.thought is not None else {}
    causes = [place for x in one.causes[:_ENDS] if (place := _place(places, x, *values[x][:1])) is not None]
    ends = [place for x, value in list(step.decides.items())[:_ENDS]
            if (place := _place(places, x, value)) is not None]
    if step.breaks:
        empty = None if step.empty is None else places.get(step.empty)
        if home is None and empty is None and (around := board.around(box, step.because)) is not None:
            _draw_broken(canvas, one, around, theme)
        else:
            _draw_break(canvas, one, home or empty, causes, places.words, theme)
        return
    ways = [(cause, end) for cause in causes for end in ends]
    if home is not None:
        ways = [*((cause, home) for cause in causes), *((home, end) for end in ends)]
    for start, end in ways:
        _draw_arrow(canvas, start, end, places.words, theme)
    first = home or (ends[0] if ends else None)
    if first is not None:
        side = min(first.w, first.h)
        at = (first.right - side * 0.15, first.y + side * 0.15) if home is None else (first.x + side * 0.16,
                                                                                     first.bottom - side * 0.16)
        draw_step(canvas, at, one.number, _radius(side), theme)


def _draw_break(canvas: Canvas, one: Told, where: Rect | None, causes: Sequence[Rect], words: Sequence[Rect],
                theme: Theme) -> None:
    """The crack, with its number, on the constraint or the variable; else between the two that clash."""
    if where is None:
        if not causes:
            return
        x = sum(place.center[0] for place in causes) / len(causes)
        y = sum(place.center[1] for place in causes) / len(causes)
        side = max(24.0, min(causes[0].w, causes[0].h) * 0.5)
        where = Rect(x - side / 2, y - side / 2, side, side)
        for place in causes:
            draw_path(canvas, [place.center, (x, y)], theme.bad, max(2.0, side * 0.08), side * 0.2, side * 0.14)
        canvas.rect(where, theme.mine, theme.on_mine, 1, side * 0.2)
    else:
        for cause in causes:
            _draw_arrow(canvas, cause, where, words, theme)
    draw_crack(canvas, where, theme)
    side = min(where.w, where.h)
    draw_step(canvas, (where.x + side * 0.16, where.y + side * 0.16), one.number, _radius(side), theme, breaks=True)


def _draw_broken(canvas: Canvas, one: Told, around: Rect, theme: Theme) -> None:
    """The crack through all that the constraint is about, in a rim, with its number at the end."""
    side = min(around.w, around.h)
    wide = max(2.5, min(5.0, side * 0.07))
    canvas.rect(around.inset(-wide / 2), None, theme.mine, wide)
    beside = side * 0.34 if around.w > 2 * around.h else 0.0  # of a row at its end, not across a value
    draw_crack(canvas, around._replace(w=around.w + beside), theme)
    draw_step(canvas, (around.right, around.y), one.number, _radius(side), theme, breaks=True)


def _draw_arrow(canvas: Canvas, a: Rect, b: Rect, words: Sequence[Rect], theme: Theme) -> None:
    """A bow from the one place to the other, from edge to edge, below other words."""
    (x, y), (u, v) = a.center, b.center
    length = hypot(u - x, v - y)
    if length < 4:
        return
    side = min(a.w, a.h, b.w, b.h)
    points = bow((x, y), (u, v), min(side * 0.16, length * 0.12))
    shown = [at for at in points if not _inside(a, at) and not _inside(b, at)]
    if len(shown) < 2:
        shown = points[len(points) // 3:-len(points) // 3 or None]
    shown = [*shown[:-1:2], shown[-1]]  # a bow so slight needs no more
    wide = max(1.6, min(4.0, side * 0.03))
    for color, more in ((theme.suppose_fill, 2.5), (theme.suppose, 0.0)):
        draw_lines(canvas, [part for piece in pairwise(shown) for part in seen(*piece, words)], color, wide + more)
    draw_head(canvas, shown[-2], shown[-1], theme.suppose, max(8.0, wide * 4), theme.suppose_fill)


def _inside(box: Rect, at: Point) -> bool:
    return box.inset(box.w * 0.3, box.h * 0.3).contains(*at)


# --- beside the board --------------------------------------------------------------------------------------------


def draw_thought(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The thought so far: a row for each step."""
    thought = view.thought
    assert thought is not None
    head, body = box.split_top(26 * unit, 6 * unit)
    shown, rest = told_in(view, max(MOST_STEPS, int((body.h - 22 * unit) / (_LEAST_ROW * unit)) - 1))
    folds = len(thought.told) > MOST_STEPS
    canvas.text((head.x, head.center[1]), "The thought so far", 16 * unit, theme.text, "left", "bold")
    said = "not knowledge: it leaves the board again"
    if canvas.measure(said, 13 * unit) + canvas.measure("The thought so far", 16 * unit, "bold") < head.w - 10 * unit:
        canvas.text((head.right, head.center[1]), said, 13 * unit, theme.muted, "right")
    spots: list[Spot] = []
    if folds:
        body, foot = body.split_bottom(20 * unit, 2 * unit)
        spots.append(_draw_fold(canvas, foot, view, rest, theme, unit))
    high = min(_ROW * unit, body.h / (len(shown) + 1))
    rows = [(1, 0, *_supposed(view.board, thought), False)]
    rows += [(one.number, one.index + 1, *_words(view.board, view.state, thought, one), one.step.breaks)
             for one in shown]
    for at, row in enumerate(rows):
        room = Rect(body.x, body.y + at * high, body.w, high)
        _draw_row(canvas, room, view, row, theme, unit)
        spots.append(Spot(room, Step(row[0]), "on the board: what this step is about", lights=True))
    for spot in spots:
        if isinstance(view.look, Look) and spot.target == view.look.pointed:
            canvas.rect(spot.box.inset(1), None, theme.accent, 2 * unit, 6 * unit)
    offer(view.look, box, lambda: spots)


def _draw_fold(canvas: Canvas, foot: Rect, view: View, rest: int, theme: Theme, unit: float) -> Spot:
    """The chip that unfolds the other steps, or folds them."""
    assert view.thought is not None
    unfolded = isinstance(view.look, Look) and fold_of(view.thought) in view.look.unfolded
    where = "before these" if view.thought.breaks else "after these"
    said = f"{rest} more {'step' if rest == 1 else 'steps'} {where}"
    if unfolded:
        said = f"fewer steps; {said}" if rest else "fewer steps"
    wide = canvas.measure(said, 13 * unit) + 20 * unit
    chip = Rect(foot.center[0] - wide / 2, foot.y, wide, foot.h)
    if isinstance(view.look, Look):  # there is a pointer
        canvas.rect(chip, theme.raised, theme.edge, 1, chip.h / 2)
    canvas.text(chip.center, said, 13 * unit, theme.muted, "center")
    return Spot(chip, fold_of(view.thought), "a click, or Return: the fewer steps" if unfolded
                else "a click, or Return: all steps", above=True, unfolds=True)


def read_out(board: Board, state: State, thought: Thought) -> Iterator[str]:
    """All of its steps as lines of text, for who does not see the panel."""
    yield " ".join(_supposed(board, thought))
    for one in told(thought, len(thought.told))[0]:
        yield " ".join(_words(board, state, thought, one))


def _supposed(board: Board, thought: Thought) -> tuple[str, str]:
    """What its first row says."""
    what = [board.says(x, value) for x, value in thought.supposed.items()]
    return f"Suppose {' and '.join(what)}.", "Only to see where it leads."


def _words(board: Board, state: State, thought: Thought, one: Told) -> tuple[str, str]:
    """What a step says: the constraint, and what follows from it; where it breaks, why."""
    step = one.step
    c: Any = board.constraint(state, step.because)
    name = step.because if c is None or len(c.text) > 26 else c.text
    begin = f"{name[:1].upper()}{name[1:]}" if c is None else name  # of a sentence: a row of the board, no formula
    if step.empty is not None:
        if step.value is not None:
            return f"{step.empty} would need two values.", f"{begin} has no other place for {step.value}."
        return f"Nothing is left for {step.empty}.", f"It breaks here, by {name}."
    if step.breaks:
        if c is None:
            return f"{begin} breaks.", f"No place in it is left for {step.value}."
        reason = c.explain(thought.domains(one.index))
        return f"{name} breaks.", f"{reason[:1].upper()}{reason[1:]}."
    results = [board.says(x, value) for x, value in step.decides.items()]
    more = f" and {len(results) - _ENDS} more" if len(results) > _ENDS else ""
    why = f"{begin} has one place for {step.value}:" if c is None else f"By {name}:"
    return why, f"{', '.join(results[:_ENDS])}{more}."


def _draw_row(canvas: Canvas, box: Rect, view: View, row: tuple[int, int, str, str, bool], theme: Theme,
              unit: float) -> None:
    number, steps, title, text, breaks = row
    room = box.inset(0, 2 * unit)
    if breaks:
        canvas.rect(room, mix(theme.panel, theme.mine, 0.16), theme.bad, 1.5 * unit, 6 * unit)
    radius = min(13 * unit, room.h / 2)
    draw_step(canvas, (room.x + 18 * unit, room.center[1]), number, radius, theme, breaks=breaks)
    text_box = room.split_left(42 * unit)[1]
    side = room.h - 6 * unit
    if view.board.pictured and side >= 36 * unit:
        wide = min(side * view.board.aspect, 96 * unit)
        picture = Rect(text_box.x, room.y + 3 * unit, wide, side)
        _draw_small(canvas, picture, view, steps, theme)
        text_box = text_box.split_left(wide, 12 * unit)[1]
    color = theme.bad if breaks else theme.suppose
    if room.h < 36 * unit:  # one line
        size = min(14 * unit, room.h * 0.8)
        canvas.text((text_box.x, room.center[1]), fit_text(canvas, f"{title} {text}", text_box.w, size), size, color,
                    "left")
        return
    lines = [(line, 15 * unit, theme.text) for line in wrap_text(canvas, title, text_box.w, 15 * unit, "bold")[:1]]
    lines += [(line, 14 * unit, color) for line in wrap_text(canvas, text, text_box.w - 8 * unit, 14 * unit)[:2]]
    step = min(19 * unit, (room.h - 9 * unit) / len(lines))
    y = room.center[1] - (len(lines) - 1) * step / 2
    for index, (line, size, ink) in enumerate(lines):
        canvas.text((text_box.x, y + index * step), line, size, ink, "left", "bold" if index == 0 else "sans")


def _draw_small(canvas: Canvas, box: Rect, view: View, steps: int, theme: Theme) -> None:
    """The board as it is after so many steps, without words that could not be read."""
    assert view.thought is not None
    state = thought_state(view.state, view.thought, steps)
    view.board.draw_small(canvas, box, state, theme)
