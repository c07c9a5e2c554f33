"""The question in the place of what the lesson says: its answers as large options, hints, reasons; and on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, fit_text, wrap_text
from visualizer.canvas.strokes import draw_cross
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.asking import DONT_KNOW, LAST, MORE, Asking
from visualizer.runs.boards import Board
from visualizer.runs.question import Named, Option
from visualizer.stage.compare_totals import draw_number
from visualizer.stage.votes import draw_bars, said_of

_PROMPT, _LABEL, _SAID = 20.0, 17.0, 16.0  # sizes of texts, in points
_CODE, _CODE_ROW = 15.0, 26.0  # of lines that are put in order: there are many, and they are long
_LINE = 1.3
_ROW, _BUTTON, _GAP, _PAD = 40.0, 36.0, 8.0, 12.0
_OF = 26.0  # the line with the run's name
_BADGE = 26.0
_SIGN, _SIGNS = 24.0, {"bad": "✗", "hint": "?"}  # before what is said, in a width of its own
_TWO, _THREE = 230.0, 310.0  # the least width for so many buttons; what is said stands beside them,
_BUTTON_TEXT, _BUTTON_PADS, _BUTTON_GAP = 15.0, 34.0, 8.0
_LEAST_SAID = 280.0  # unless that were narrower
_LEAST_OPTION, _MOST_COLUMNS = 150.0, 4
_PLACE = 44.0  # the width of the place of a line
SKIP = "Skip"
_HANDS = 90.0  # the width of "12 → 31"
_SCALES = (1.0, 0.9, 0.8, 0.72)
_LARGEST_BADGE, _LEAST_BADGE = 16.0, 9.5  # pixels: the radius of a number on the board; with less it cannot be read
_FLAT_BADGE = 0.76 * SMALLEST  # of a line that is lower, so that it can be read there
_FLAT = 4.0  # a place that is so many times as wide as high is a line of words
_CORNER = 0.1  # of its radius: how far a number lies inside its place, where candidates and clues must stay in sight
_MOST_SHARE = 0.62  # of the stage's height


@dataclass(frozen=True)
class Card:
    """Where the parts of a question lie: the name of the run that it is about, the lines of its prompt, an option each,
    what is typed, what is said, and the row of buttons. ``scale`` is that of its texts."""

    box: Rect
    of: Rect
    prompt: tuple[str, ...]
    head: Rect
    options: tuple[Rect, ...]
    entry: Rect
    said: Rect
    buttons: Rect
    scale: float


class Told(NamedTuple):
    """A question in words alone: what is asked, the numbered answers that are offered, and what is said of it now."""

    prompt: str
    offered: tuple[tuple[int, str], ...]
    more: str


def in_words(asking: Asking) -> Told:
    """For where there is room for words alone; the answers of a vote that was closed stand at its bars."""
    closed = asking.vote is not None and not asking.vote.open
    offered = tuple((number, option.label) for number, option in enumerate(() if closed else asking.options, 1)
                    if not asking.wrong(option.text))
    said = asking.said or (said_of(asking.vote) if asking.vote is not None else "")
    return Told(asking.question.prompt, offered, " ".join(filter(None, (asking.typed or _placed(asking), said))))


def _placed(asking: Asking) -> str:
    """Of lines that are put in order: which stand where by now."""
    if asking.question.lines is None or not any(asking.chosen):
        return ""
    numbers = {option.text: str(number) for number, option in enumerate(asking.options, 1)}
    return "Placed: " + ", ".join(numbers.get(text, "–") for text in asking.chosen)


def question_text(asking: Asking) -> str:
    """All of it as one text."""
    prompt, offered, more = in_words(asking)
    return " ".join(filter(None, (prompt, "   ".join(f"{number}: {label}" for number, label in offered), more)))


def headed(asking: Asking) -> str:
    """Which run it is about, where there are several."""
    return "" if asking.of is None else f"Run {asking.of.number}: {asking.of.name}"


def card_height(canvas: Canvas, width: float, stage: float, asking: Asking, unit: float) -> float:
    """How high the band is that a question needs, on a stage of that height. It stays the same while it is asked."""
    box = Rect(0, 0, width, 0)
    for scale in _SCALES:
        high = _height(canvas, box, asking, unit, scale)
        if high <= stage * _MOST_SHARE:
            return high
    return stage * _MOST_SHARE


def _height(canvas: Canvas, box: Rect, asking: Asking, unit: float, scale: float) -> float:
    size, inner = scale * unit, box.w - 2 * _PAD * unit
    rows = len(wrap_text(canvas, asking.question.prompt, inner, _PROMPT * size, "bold"))
    high = rows * _PROMPT * _LINE * size + _GAP * unit + _of_height(asking, size)
    if asking.typing:
        high += (_ROW + _GAP) * size
    elif asking.every_option:
        columns = _columns(canvas, inner, asking, size)
        high += ceil(len(asking.every_option) / columns) * (_row(asking) + 6) * size + _GAP * unit
    return high + _foot(canvas, inner, asking, size, unit).high + 2 * _PAD * unit


class _Foot(NamedTuple):
    """The buttons and what is said, so high: ``beside`` them, in that width, or above them."""

    high: float
    beside: float


def _foot(canvas: Canvas, inner: float, asking: Asking, size: float, unit: float) -> _Foot:
    """As low as can be: what it takes, the board loses."""
    line = _SAID * _LINE * size
    above = _said_lines(canvas, inner, asking, size) * line + (_BUTTON + _GAP) * unit
    width = inner - _buttons_width(canvas, asking, unit)
    if width < _LEAST_SAID * unit:
        return _Foot(above, 0.0)
    beside = max(_BUTTON * unit, _said_lines(canvas, width, asking, size) * line)
    return _Foot(beside, width) if beside <= above else _Foot(above, 0.0)


def button_width(canvas: Canvas, label: str, unit: float) -> float:
    """Of a button with that label, whose text stays large enough to read in a small window."""
    return canvas.measure(label, max(SMALLEST, round(_BUTTON_TEXT * unit))) + _BUTTON_PADS * unit


def _buttons_width(canvas: Canvas, asking: Asking, unit: float) -> float:
    """Of the row of buttons, whatever they say while the question is open."""
    offers = ("Close the vote",) if asking.vote is not None else (DONT_KNOW, MORE, LAST)
    rest = ("Done", SKIP) if asking.submits and asking.vote is None else (SKIP,)
    wide = max(button_width(canvas, offer, unit) for offer in offers) + sum(
        button_width(canvas, label, unit) + _BUTTON_GAP * unit for label in rest)
    least = (_THREE if asking.submits or asking.vote is not None else _TWO) * unit
    return max(least, wide + _BUTTON_GAP * unit)


def _of_height(asking: Asking, size: float) -> float:
    """Of the line with the run's name."""
    return 0.0 if asking.of is None else _OF * size


def _said_lines(canvas: Canvas, width: float, asking: Asking, size: float) -> int:
    """As many as the longest reason or hint has: so the band does not jump when that is said."""
    question = asking.question
    reasons = [option.why for option in (*question.options, *question.whole)]
    longest = max((option.why for option in question.beside), key=len, default="")
    plain = *question.hints, question.missing, question.rule, question.longest, *reasons, longest
    texts: list[tuple[str, Style]] = [(text, "sans") for text in plain]
    texts += [] if asking.vote is None else [(said_of(asking.vote), "bold")]
    return max(1, *(len(wrap_text(canvas, text, width - _SIGN * size, _SAID * size, font)) for text, font in texts))


def _label(asking: Asking) -> tuple[float, Style]:
    """How answers are written: in points."""
    return (_LABEL, "bold") if asking.question.lines is None else (_CODE, "mono")


def _row(asking: Asking) -> float:
    """How high an answer is, in points."""
    return _ROW if asking.question.lines is None else _CODE_ROW


def _columns(canvas: Canvas, width: float, asking: Asking, size: float) -> int:
    options, (letters, style) = asking.every_option, _label(asking)
    widest = max(canvas.measure(option.label, letters * size, style) for option in options) + _room(asking, size)
    wanted = max(_LEAST_OPTION * size, widest + (_BADGE + 30) * size)
    most = len(options) if len(options) <= _MOST_COLUMNS else _MOST_COLUMNS
    return max(1, min(most, int((width + _GAP * size) / (wanted + _GAP * size))))


def _room(asking: Asking, size: float) -> float:
    """What the hands of a vote take beside an answer."""
    return 0.0 if asking.vote is None else _HANDS * size


def lay_out_card(canvas: Canvas, box: Rect, asking: Asking, unit: float) -> Card:
    """Where all of it lies in the band."""
    scale = next((scale for scale in _SCALES if _height(canvas, box, asking, unit, scale) <= box.h + 1), _SCALES[-1])
    size, inner = scale * unit, box.inset(_PAD * unit)
    prompt = tuple(wrap_text(canvas, asking.question.prompt, inner.w, _PROMPT * size, "bold"))
    of, inner = inner.split_top(_of_height(asking, size))
    head, rest = inner.split_top(len(prompt) * _PROMPT * _LINE * size, _GAP * unit)
    foot = _foot(canvas, inner.w, asking, size, unit)
    rest, low = rest.split_bottom(foot.high)
    buttons, aside = low.split_right(foot.beside) if foot.beside else low.split_bottom(_BUTTON * unit)[::-1]
    none = rest.split_top(0)[0]
    entry, places = none, list[Rect]()
    if asking.typing:
        entry = rest.split_top(_ROW * size)[0]
    elif asking.options:
        columns = _columns(canvas, inner.w, asking, size)
        wide = (inner.w - _GAP * size * (columns - 1)) / columns
        for index in range(len(asking.options)):
            row, column = divmod(index, columns)
            corner = rest.x + column * (wide + _GAP * size), rest.y + row * (_row(asking) + 6) * size
            places.append(Rect(*corner, wide, _row(asking) * size))
    entry = entry.split_left(min(entry.w, 260 * size))[0]
    return Card(box, of, prompt, head, tuple(places), entry, aside, buttons.split_top(_BUTTON * unit)[0], scale)


def draw_question(canvas: Canvas, box: Rect, asking: Asking, theme: Theme, unit: float) -> None:
    """The card, without its buttons."""
    card = lay_out_card(canvas, box, asking, unit)
    size = card.scale * unit
    canvas.rect(box, theme.panel, theme.accent, 2 * unit, 8 * unit)
    canvas.rect(Rect(box.x, box.y, 5 * unit, box.h), theme.accent, radius=2 * unit)
    with canvas.clip(box):
        if asking.of is not None:
            _draw_of(canvas, card.of, asking.of, theme, size)
        for index, line in enumerate(card.prompt):
            y = card.head.y + (index + 0.5) * _PROMPT * _LINE * size
            canvas.text((card.head.x, y), line, _PROMPT * size, theme.text, "left", "bold")
        for number, (option, place) in enumerate(zip(asking.options, card.options, strict=True), 1):
            _draw_option(canvas, place, number, option, asking, theme, size)
        if asking.typing:
            canvas.rect(card.entry, theme.background, theme.accent, 2 * unit, 6 * unit)
            text = asking.typed or "Type a number"
            canvas.text((card.entry.x + 12 * size, card.entry.center[1]), text, _LABEL * size,
                        theme.text if asking.typed else theme.muted, "left", "bold" if asking.typed else "sans")
        _draw_said(canvas, card.said, asking, theme, size)


def _draw_of(canvas: Canvas, box: Rect, of: Named, theme: Theme, size: float) -> None:
    """The number and the name of the run that is asked about, as above its board."""
    y = box.y + 9 * size
    draw_number(canvas, (box.x + 9 * size, y), of.number, theme, size)
    name = fit_text(canvas, of.name, box.w - 30 * size, _SAID * size, "bold")
    canvas.text((box.x + 26 * size, y), name, _SAID * size, theme.accent, "left", "bold")


def _draw_option(canvas: Canvas, place: Rect, number: int, option: Option, asking: Asking, theme: Theme,
                 size: float) -> None:
    wrong, chosen = asking.wrong(option.text), option.text in asking.chosen
    fill = mix(theme.raised, theme.accent, 0.35) if chosen else mix(theme.raised, theme.panel, 0.6 if wrong else 0.0)
    canvas.rect(place, fill, theme.accent if chosen else theme.edge, (3 if chosen else 1) * size, 6 * size)
    taken = 0.0 if asking.vote is None else draw_bars(canvas, place, number, asking.vote, theme, size)
    badge, rest = place.split_left(_BADGE * size, 10 * size)
    middle = badge.x + 18 * size, badge.center[1]
    if wrong:
        draw_cross(canvas, middle, 7 * size, theme.bad, 3 * size)
    else:
        canvas.circle(middle, min(12 * size, 0.46 * place.h), theme.accent)
        canvas.text(middle, _sign(number, option, asking), max(SMALLEST, 14 * size), theme.on_accent, "center", "bold")
    room = Rect(rest.x + 6 * size, rest.y, max(0.0, rest.w - 10 * size - taken), rest.h)
    letters, style = _label(asking)
    high = letters * size
    if asking.question.lines is not None:  # all alike, and in its place or not
        widest = max(canvas.measure(one.label, high, style) for one in asking.every_option)
        high = max(SMALLEST, min(1.0, (room.w - _PLACE * size) / widest) * high)
    if chosen and asking.question.lines is not None:  # its place, beside its number: both are keys to it
        room, place = room.split_right(_PLACE * size)
        text = f"→ {asking.chosen.index(option.text) + 1}"
        canvas.text((place.right, place.center[1]), text, letters * size, theme.text, "right", "bold")
    text = fit_text(canvas, option.label, room.w, high, style)
    canvas.text((room.x, room.center[1]), text, high, theme.muted if wrong else theme.text, "left", style)


def _sign(number: int, option: Option, asking: Asking) -> str:
    """What stands in the circle of an option: its number, or that it was chosen, or as which."""
    if option.text not in asking.chosen or asking.question.lines is not None:
        return str(number)
    return str(asking.chosen.index(option.text) + 1) if asking.question.answer == "order" else "✓"


def _draw_said(canvas: Canvas, box: Rect, asking: Asking, theme: Theme, size: float) -> None:
    """A hint, or what speaks against the last answer."""
    text = asking.said or (said_of(asking.vote) if asking.vote is not None else "")
    if not text:
        return
    ink = {"bad": theme.bad, "good": theme.good}.get(asking.tone, theme.accent)
    sign, line = _SIGNS.get(asking.tone, ""), _SAID * _LINE * size
    if sign:
        canvas.text((box.x, box.y + 0.5 * line), sign, _SAID * size, ink, "left", "bold")
    left, width = box.x + _SIGN * size * bool(sign), box.w - _SIGN * size
    for index, words in enumerate(wrap_text(canvas, text, width, _SAID * size, "sans" if sign else "bold")):
        canvas.text((left, box.y + (index + 0.5) * line), words, _SAID * size, theme.text if sign else ink, "left",
                    "sans" if sign else "bold")


def draw_candidates(canvas: Canvas, box: Rect, board: Board, asking: Asking, pointed: str | None, theme: Theme) -> None:
    """On the board: a frame around each place that can be the answer, or that stands for the constraint which can be,
    with its number; those that were chosen or tried say so. Several may stand at one place."""
    options, seats = seated(board, asking)
    places = [board.place(box, seat) for seat in seats]
    for option, place in zip(options, places, strict=True):
        side = min(place.w, place.h)
        wide = max(2.0, side * (0.08 if option.text == pointed or option.text in asking.chosen else 0.035))
        ring, room = place.inset(-wide / 2), box.inset(wide / 2)  # a place at the rim keeps its frame
        x, y = max(ring.x, room.x), max(ring.y, room.y)
        ring = Rect(x, y, min(ring.right, room.right) - x, min(ring.bottom, room.bottom) - y)
        canvas.rect(ring, None, theme.bad if asking.wrong(option.text) else theme.accent, wide, side * 0.06)
    for index, (option, place) in enumerate(zip(options, places, strict=True)):  # on all frames
        sign, before = _sign(asking.options.index(option) + 1, option, asking), places[:index].count(place)
        _draw_badge(canvas, box, place, sign, theme, before, wrong=asking.wrong(option.text))


def seated(board: Board, asking: Asking | None) -> tuple[Sequence[Option], Sequence[str]]:
    """The answers that have a number on the board, and the places that they have it at."""
    if asking is None or asking.over:
        return (), ()
    seats = [_seat(board, option, asking) for option in asking.options]
    if not (all(seats) or asking.question.numbered):
        return (), ()
    return [option for option, seat in zip(asking.options, seats, strict=True) if seat], [*filter(None, seats)]


def _draw_badge(canvas: Canvas, box: Rect, place: Rect, sign: str, theme: Theme, before: int, *, wrong: bool) -> None:
    """The number of a candidate at the corner of its place, behind those ``before`` it there, or that it is wrong; of a
    line of words, at its end."""
    if place.w > _FLAT * place.h:
        radius = min(_LEAST_BADGE, max(_FLAT_BADGE, place.h / 2))
        at = place.right - radius - 1 - 2.1 * radius * before, place.center[1]
    else:
        (x, y), radius = badge_at(box, place)
        at = x + 2.1 * radius * before, y
    canvas.circle(at, radius, theme.panel if wrong else theme.accent, theme.panel, max(1.0, radius * 0.12))
    if wrong:
        draw_cross(canvas, at, radius * 0.5, theme.bad, max(2.0, radius * 0.25))
    elif radius * 1.2 >= SMALLEST * 0.9:
        canvas.text(at, sign, max(SMALLEST, radius * 1.2), theme.on_accent, "center", "bold")


def badge_at(box: Rect, place: Rect) -> tuple[Point, float]:
    """The middle and the radius of the number in the corner of a place: within the board, which is ``box``."""
    side = min(place.w, place.h)
    radius = min(_LARGEST_BADGE, max(side * 0.22, min(_LEAST_BADGE, side * 0.36)))
    inside = radius * _CORNER
    return (max(box.x + radius, place.x + inside), max(box.y + radius, place.y + inside)), radius


def _seat(board: Board, option: Option, asking: Asking) -> str:
    """The place that an answer is, or where the constraint that it is or stands for is written, such as a number;
    nothing where it has none."""
    answer, places = option.text, board.layout.places
    if asking.question.places:
        return answer
    if option.origin:
        return board.seat(option.origin) or (option.origin if option.origin in places else "")
    return "" if answer in places else board.seat(answer) or ""
