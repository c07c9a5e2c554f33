"""The band: what is said below the board, by the lesson, by the answer to a question, or by a game that has ended."""

from __future__ import annotations

from typing import Literal, NamedTuple

from visualizer.canvas.emphasis import draw_line, wrap
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.stage.beside_words import NOTHING, Beside, below, draw, has_room, width

LEAST, MOST_SHARE = 78.0, 0.45  # the height of the band, in points, and how much of the stage it may take
_STEP = 13.0  # by which it grows
_LARGEST, _READABLE = 22.0, 16.0  # sizes of its text: it grows before they fall below the second
_HEAD, _END_HEAD, _CROSS, _BUTTONS, _GAP = 19.0, 40.0, 26.0, 38.0, 8.0
_WIDE, _LOW, _BESIDE = 760.0, 200.0, 300.0  # a band so wide and low has its buttons at the right, in so much room
_LINE = 1.3  # from line to line, in sizes
_EARLIER = 16.0  # the height of the line above what was said earlier
ASIDE_BELOW = 56.0  # the height of what is kept aside, where it lies below the text
_SIGNS = {"good": "✓", "bad": "✗"}

Tone = Literal["lesson", "answer", "quiet", "good", "bad"]


class Words(NamedTuple):
    """What the band says.

    heading: above it, where that is not the lesson's: "Hint", "Why D4?"
    tone:    who says it: the lesson; an answer; a game that tells how it is played, or that it ended well or badly
    rows:    of buttons below
    aside:   the width that is kept for something else at the right; or all of it below, where more is left for the text
    shown:   a picture or a formula beside it
    """

    text: str
    heading: str = ""
    tone: Tone = "lesson"
    rows: int = 0
    aside: float = 0.0
    shown: Beside = NOTHING

    @property
    def answers(self) -> bool:
        """Is it said until it is closed?"""
        return self.tone == "answer"


class Parts(NamedTuple):
    """Where the parts of the band lie: the heading and the cross that closes it, the text, the buttons, what is shown
    beside the text, and what is kept for something else."""

    head: Rect
    cross: Rect
    text: Rect
    buttons: Rect
    shown: Rect
    aside: Rect


def parts(box: Rect, words: Words, unit: float) -> Parts:
    """The band in ``box``, with the room that a panel leaves around."""
    inner, aside, wide = _without_aside(box, words, unit)
    high = _END_HEAD if words.tone in _SIGNS else _HEAD
    head, text = inner.split_top(high * unit if words.heading else 0, 1 * unit if words.heading else 0)
    head, cross = head.split_right(_CROSS * unit if words.answers else wide, _GAP * unit)
    gap = _GAP * unit if words.rows else 0
    if inner.w > _WIDE * unit and inner.h < _LOW * unit:  # beside the text, where that costs no height
        text, beside = text.split_right(_BESIDE * unit if words.rows else 0, gap)
        buttons = Rect(beside.x, inner.bottom - _BUTTONS * unit, beside.w, _BUTTONS * unit if words.rows else 0)
    else:
        text, buttons = text.split_bottom(_BUTTONS * unit * words.rows, gap)
    text = text.split_right(wide)[0]
    if under := below(words.shown, text, unit):
        text, shown = text.split_bottom(min(under, text.h) if words.text else text.h, _GAP * unit)
        return Parts(head, cross, text, buttons, shown, aside)
    wide = width(words.shown, text, not words.text, unit)
    text, shown = text.split_right(wide, 2 * _GAP * unit if wide and words.text else 0)
    return Parts(head, cross, text, buttons, shown, aside)


def _without_aside(box: Rect, words: Words, unit: float) -> tuple[Rect, Rect, float]:
    """The room of the band without what is kept below the text; that room, at the right or below; its width in the
    first."""
    inner, rim = box.inset(12 * unit, 8 * unit), 7 * unit
    if not words.aside:
        return inner, Rect(box.right, box.y, 0, 0), 0.0
    above, below = box.split_bottom(ASIDE_BELOW * unit)
    above = inner._replace(h=above.bottom - inner.y)
    if above.w * above.h > (inner.w - words.aside) * inner.h:
        return above, below.inset(rim), 0.0
    return inner, box.split_right(words.aside - _GAP * unit)[1].inset(rim), words.aside


def fits(canvas: Canvas, box: Rect, words: Words, unit: float, size: float = _READABLE) -> bool:
    """Has the text room in such a band, at a size that can be read from afar?"""
    found = parts(box, words, unit)
    if not has_room(canvas, words.shown, found.shown, unit):
        return False
    return len(wrap(canvas, words.text, found.text.w, size * unit)) * size * unit * _LINE <= found.text.h


def heights(box: Rect, unit: float) -> list[float]:
    """The heights that the band may have on a stage, the usual one first."""
    most = max(LEAST * unit, box.h * MOST_SHARE)
    count = int((most - LEAST * unit) / (_STEP * unit))
    return [(LEAST + _STEP * step) * unit for step in range(count + 1)]


def draw_band(canvas: Canvas, box: Rect, words: Words, theme: Theme, unit: float, earlier: str = "") -> None:
    """The words as large as fits. What was said ``earlier``, of another place than this one, is dimmed below a line
    that says so."""
    _, rim = _colors(words.tone, theme)
    edge = theme.edge if theme.name == "projector" else None
    canvas.rect(box, theme.panel, edge if rim is None else rim, 1 if rim is None else 2 * unit, 8 * unit)
    if rim is not None:  # a bar at the left says without colour that this is not the lesson
        canvas.rect(Rect(box.x, box.y, 5 * unit, box.h), rim, radius=2 * unit)
    if words.heading:
        _draw_heading(canvas, parts(box, words, unit).head, words, theme, unit)
    draw_text(canvas, parts(box, words, unit).text, words, theme, unit, earlier)
    draw(canvas, parts(box, words, unit).shown, words.shown, theme, unit)


def _colors(tone: Tone, theme: Theme) -> tuple[Color, Color | None]:
    """The ink of the heading, and the rim."""
    if tone in ("good", "bad"):
        return getattr(theme, tone), getattr(theme, tone)
    return theme.accent, theme.accent if tone == "answer" else None


def _draw_heading(canvas: Canvas, head: Rect, words: Words, theme: Theme, unit: float) -> None:
    ink, _ = _colors(words.tone, theme)
    sign = _SIGNS.get(words.tone, "")
    text = f"{sign} {words.heading}".strip()
    size = (30 if sign else 16) * unit
    size *= min(1.0, head.w / max(1.0, canvas.measure(text, size, "bold")))
    canvas.text((head.x, head.center[1]), text, max(12 * unit, size), ink, "left", "bold")


class Line(NamedTuple):
    """A line of the text, from ``x`` on, ``y`` in the middle of its height."""

    x: float
    y: float
    text: str
    size: float


def lines(canvas: Canvas, box: Rect, words: Words, unit: float, earlier: str = "") -> list[Line]:
    """The text as it is laid out in its part of the band: as large as fits."""
    box = box.split_top(_EARLIER * unit if earlier else 0.0)[1]
    size = _LARGEST * unit
    while size > 9 * unit and len(wrap(canvas, words.text, box.w, size)) * size * _LINE > box.h:
        size = max(_READABLE * unit, size * 0.92) if size > _READABLE * unit else size * 0.92
    rows = wrap(canvas, words.text, box.w, size)
    # beside a board there is much room: one reads from the top
    y = box.y + size * 0.65 if box.h > 260 * unit else box.center[1] - (len(rows) - 1) * size * _LINE / 2
    return [Line(box.x, y + index * size * _LINE, row, size) for index, row in enumerate(rows)]


def draw_text(canvas: Canvas, box: Rect, words: Words, theme: Theme, unit: float, earlier: str = "") -> None:
    """The text, to be read from the back row."""
    if earlier:
        head = box.split_top(_EARLIER * unit)[0]
        label = fit_text(canvas, earlier, head.w, 13 * unit, "bold")
        canvas.text((head.x, head.center[1]), label, 13 * unit, theme.muted, "left", "bold")
    ink = theme.muted if earlier or words.tone == "quiet" else theme.text
    for line in lines(canvas, box, words, unit, earlier):
        draw_line(canvas, (line.x, line.y), line.text, line.size, ink)
