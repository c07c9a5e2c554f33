"""A worksheet to print: the board where each question of a lesson is asked, with blanks to fill in, and room for the
answer and the reason. Its key, in a file of its own, has the answers, and what speaks against the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import NamedTuple

from algorithms.pseudocode import parts_of
from scenarios.emphasis import unmarked
from scenarios.version import VERSION
from visualizer.canvas.on_pdf import PAGE, PdfDocument, PdfPage
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.recording.blanks import Blank, blanks_at, lettered
from visualizer.recording.film import Film
from visualizer.recording.frames import Frame
from visualizer.recording.locked import Asked, asked_in
from visualizer.recording.sheet_lines import LineOrder, asked_lines
from visualizer.runs.line_order import order_question
from visualizer.runs.question import Question

_MARGIN, _GAP = 56.0, 18.0
_LAST = PAGE.h - _MARGIN * 1.2  # below it there is only the foot
_TITLE, _PROMPT, _TEXT, _SMALL = 24.0, 17.0, 15.0, 13.0  # sizes of texts
_LINE = 1.35
_BOARD = 0.44  # the part of the width that a board has …
_WIDE = 1.15  # … unless it is so wide: then it has all of it, and at most …
_MOST_ABOVE = (330.0, 520.0)  # … this height, or where its words have no room then, that one
_FINE = (1.0, 0.7)  # how large its smallest letters are: as on a screen, or where these have no room, as in print
_NEARLY = 0.95  # of its words there is room for so many: then it need not be larger or finer
_ROOM = 30.0  # from one line to write on to the next
_LINES = 3  # to write a reason on
_LONG = 160  # letters of a reason in the key; a longer one is a list of all that goes together
_BY_HAND = 1.6  # how much wider something is by hand than in print
_APART, _LEAST_LINE = 8.0, 110.0  # between what is filled in and the text before it; the shortest line for it


class Piece(NamedTuple):
    """A line of text, or, without text, one to write on; ``box``: with a box to tick before it, and the tick;
    ``fill``: with what is written behind it, for which there is room on the sheet, or, ``told``, in the key itself;
    ``apart``: with room above it."""

    text: str
    size: float = _TEXT
    bold: bool = False
    quiet: bool = False
    box: str | None = None
    fill: str = ""
    told: bool = False
    apart: float = 0.0


@dataclass
class _Writer:
    """Where it is on the paper."""

    document: PdfDocument
    theme: Theme
    title: str
    foot: str
    page: PdfPage
    y: float = _MARGIN

    def begin(self) -> None:
        """A new page."""
        self.page = self.document.page()
        self.page.text((_MARGIN, PAGE.h - _MARGIN * 0.6), self.foot, _SMALL, self.theme.muted)
        self.page.text((PAGE.w - _MARGIN, PAGE.h - _MARGIN * 0.6), f"{self.title}, {len(self.document.pages)}", _SMALL,
                       self.theme.muted, "right")
        self.y = _MARGIN


def sheet(film: Film, theme: Theme, *, key: bool) -> bytes:
    """The worksheet of a film's questions, or its key."""
    scenario = film.scenario
    document = PdfDocument(scenario.title + (" (key)" if key else ""))
    foot = f"Unfog {VERSION}: {scenario.name}, seed {scenario.seed}"
    writer = _Writer(document, theme, scenario.title, foot, PdfPage({}, []))
    writer.begin()
    _head(writer, scenario.title + (": key" if key else ""), unmarked(scenario.about), key)
    questions, algorithm = asked_in(film), scenario.runs[0].algorithm
    orders = [asked.question for asked in questions if asked.question.lines is not None]
    asked_for = {piece for order in orders if order.lines is not None for piece in order.lines.open}
    orders += [order_question(algorithm, part, (), 0) for part in parts_of(algorithm.pseudocode)
               if asked_for.isdisjoint(part.open)]
    others = [asked for asked in questions if asked.question.lines is None]
    before: Frame | None = None
    for number, asked in enumerate(others, 1):
        _block(writer, film, asked, before, number, key=key)
        before = film.frames[asked.after]
    for number, order in enumerate(orders, len(others) + 1):
        _lines_block(writer, order, number, [one for one in orders if one is not order], key=key)
    return document.data()


def _lines_block(writer: _Writer, question: Question, number: int, others: Sequence[Question], *, key: bool) -> None:
    """Lines of pseudocode to be put in order; on a new page where they do not fit. What ``others`` ask for stands
    nowhere."""
    wide, prompt = PAGE.w - 2 * _MARGIN, f"{number}. {question.asked}"
    order = LineOrder(question, frozenset(text for one in others for text in asked_lines(one)))
    high = order.height(writer.page, prompt, wide)
    if writer.y + high + _GAP > PAGE.h - _MARGIN * 1.2:
        writer.begin()
    writer.page.line((_MARGIN, writer.y), (PAGE.w - _MARGIN, writer.y), writer.theme.edge, 1)
    order.draw(writer.page, Rect(_MARGIN, writer.y + _GAP / 2, wide, high), prompt, writer.theme, key=key)
    writer.y += high + _GAP


def _head(writer: _Writer, title: str, about: str, key: bool) -> None:
    wide, theme = PAGE.w - 2 * _MARGIN, writer.theme
    for line in wrap_text(writer.page, title, wide, _TITLE, "bold"):
        writer.page.text((_MARGIN, writer.y + _TITLE / 2), line, _TITLE, theme.text, "left", "bold")
        writer.y += _TITLE * _LINE
    for line in wrap_text(writer.page, about, wide, _TEXT):
        writer.page.text((_MARGIN, writer.y + _TEXT / 2), line, _TEXT, theme.muted)
        writer.y += _TEXT * _LINE
    if not key:
        writer.y += _ROOM
        for label, x, right in (("Name", _MARGIN, _MARGIN + wide * 0.62), ("Date", _MARGIN + wide * 0.66,
                                                                            _MARGIN + wide)):
            writer.page.text((x, writer.y - 8), label, _SMALL, theme.muted)
            writer.page.line((x + 46, writer.y), (right, writer.y), theme.muted, 1)
    writer.y += _GAP


def _block(writer: _Writer, film: Film, asked: Asked, before: Frame | None, number: int, *, key: bool) -> None:
    """A question beside its board, or below a wide one; on a new page where it does not fit."""
    frame, whole = film.frames[asked.after], PAGE.w - 2 * _MARGIN
    aspect = film.aspect(frame)
    above = aspect > _WIDE
    side = whole if above else whole * _BOARD
    wide = whole if above else whole - side - _GAP
    heights = [min(side / aspect, most) for most in _MOST_ABOVE] if above else [side]
    board_high, fine = _fit(film, asked, side, heights, writer.theme)
    blanks = blanks_at(film, asked, before, Rect(0, 0, side / fine, board_high / fine), fine)
    pieces = _pieces(film, asked, blanks, number, key=key)
    rows = [row for piece in pieces for row in _wrapped(writer.page, piece, wide)]
    text = sum(_height(row) for row in rows)
    board_high = board_high if above else max(side, min(text, side * 1.2))
    if writer.y + _GAP / 2 + (board_high + _GAP + text if above else max(text, board_high)) > _LAST:
        writer.begin()
    top = writer.y + _GAP / 2
    writer.page.line((_MARGIN, writer.y), (PAGE.w - _MARGIN, writer.y), writer.theme.edge, 1)
    with writer.page.scaled(fine):
        film.draw_asked(writer.page, frame, Rect(_MARGIN / fine, top / fine, side / fine, board_high / fine),
                        asked.question, writer.theme, lettered(blanks))
    x, y = (_MARGIN, top + board_high + _GAP) if above else (_MARGIN + side + _GAP, top)
    bottom = top + board_high
    for row in rows:
        if y + _height(row) > _LAST + 1:  # of a long answer
            writer.begin()
            y = bottom = writer.y
        _write(writer, row, x, y, wide)
        y += _height(row)
    writer.y = max(y, bottom) + _GAP


def _fit(film: Film, asked: Asked, side: float, heights: Sequence[float], theme: Theme) -> tuple[float, float]:
    """How high a board of that width is, and how fine it is drawn: as lets nearly all of its words be read."""
    letters = {}
    for fine, high in product(_FINE, heights):
        canvas = RecordingCanvas()
        film.draw_asked(canvas, film.frames[asked.after], Rect(0, 0, side / fine, high / fine), asked.question, theme)
        letters[high, fine] = sum(len(str(op.args[2])) for op in canvas.ops if op.name == "text")
    return next(fit for fit, count in letters.items() if count >= _NEARLY * max(letters.values()))


def _pieces(film: Film, asked: Asked, blanks: Sequence[Blank], number: int, *, key: bool) -> Iterator[Piece]:
    """What stands beside the board."""
    said = unmarked(film.frames[asked.after].say)
    if said and not film.frames[asked.after].earlier:
        yield Piece(said, _SMALL, quiet=True)
    yield from _fills(blanks, key=key)
    run = asked.question.of  # its board stands there alone
    yield Piece(f"{number}. {asked.question.prompt if run is None else f'{run.name}: {asked.question.prompt}'}",
                _PROMPT, bold=True, apart=_GAP / 2 if blanks else 0)
    yield from _answers(asked.question, key=key)
    if asked.question.why is not None:
        yield Piece(_second(asked.question, asked.question.why.prompt), bold=True)
        yield from _answers(asked.question.why, key=key)
    if key:
        yield Piece(asked.question.hints[2])
        after = unmarked(film.frames[asked.shown].say)
        if not asked.ask.about.truth and after and after != said:
            yield Piece(after)
        reasons = [(option.label, option.why) for option in asked.question.options if option.why]
        yield from (Piece(f"Not {label}: {why}", _SMALL) for label, why in reasons)
        if asked.question.missing:
            yield Piece(f"If something is left out: {asked.question.missing}", _SMALL)
        return
    yield Piece("Because", _SMALL, quiet=True)
    yield from [Piece("")] * _LINES


def _fills(blanks: Sequence[Blank], *, key: bool) -> Iterator[Piece]:
    """What is to be filled in, before anything is asked about it."""
    if blanks:
        yield Piece("Fill in how it stands here:", _SMALL, quiet=True)
    for blank in blanks:
        asked = f"{blank.letter}: {blank.asked}" if blank.letter else blank.asked
        yield Piece(asked, fill=blank.written, told=key)
        if key and 0 < len(blank.why) <= _LONG:
            yield Piece(blank.why, _SMALL, quiet=True)


def _second(first: Question, prompt: str) -> str:
    """What is asked besides: on paper it stands below the first question at once, and must not name its answer."""
    needed = {part for right in first.right for part in right}
    answers = [first.value, *(option.label for option in first.options if option.text in needed)]
    named = any(re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", prompt) for answer in answers if answer)
    return "And why?" if named or prompt == first.prompt else prompt


def _answers(question: Question, *, key: bool) -> Iterator[Piece]:
    """Boxes to tick, or a line to write on."""
    needed = {part for right in question.right for part in right}
    if question.answer == "number":
        yield Piece(question.value, bold=True) if key else Piece("")
        return
    hint = {"several": "Tick all that are right.", "order": "Number them in their order."}.get(question.answer)
    if hint is not None and not key:
        yield Piece(hint, _SMALL, quiet=True)
    order = next(iter(question.right)) if question.answer == "order" else ()
    for at, option in enumerate(question.options, 1):
        sign = str(order.index(option.text) + 1) if option.text in order else "✓"
        number = f"{at}: " if question.places else ""
        yield Piece(number + option.label, box=sign if key and option.text in needed else "")


def _wrapped(canvas: Canvas, piece: Piece, wide: float) -> Iterator[Piece]:
    """A row of paper each; only the first one has a box. What is filled in has rows of its own where there is no room
    for it behind the text."""
    if piece.fill:
        room = canvas.measure(piece.fill, piece.size, "bold") * (1 if piece.told else _BY_HAND)
        if canvas.measure(piece.text, piece.size) + 2 * _APART + max(room, _LEAST_LINE) <= wide:
            yield piece
            return
        yield from _wrapped(canvas, piece._replace(fill=""), wide)
        if piece.told:
            yield from _wrapped(canvas, Piece(piece.fill, piece.size, bold=True), wide)
        else:
            yield from [Piece("")] * ceil(room / wide)
        return
    inset = 26.0 if piece.box is not None else 0.0
    lines = wrap_text(canvas, piece.text, wide - inset, piece.size, "bold" if piece.bold else "sans") or [""]
    for index, line in enumerate(lines):
        yield piece._replace(text=line, box=None if index else piece.box, apart=0 if index else piece.apart)


def _height(row: Piece) -> float:
    if not row.text or (row.fill and not row.told):
        return _ROOM
    return row.size * _LINE + (6 if row.box is not None else 2) + row.apart


def _write(writer: _Writer, row: Piece, x: float, y: float, wide: float) -> None:
    page, theme = writer.page, writer.theme
    middle = y + (_height(row) + row.apart) / 2
    if not row.text:
        page.line((x, y + _ROOM - 4), (x + wide, y + _ROOM - 4), theme.muted, 1)
        return
    if row.box is not None:
        page.rect(Rect(x, middle - 8, 16, 16), None, theme.text, 1.2)
        if row.box:
            page.text((x + 8, middle), row.box, 15, theme.text, "center", "bold")
        x += 26
    if row.fill and not row.told:
        middle = y + _ROOM - 4 - row.size * 0.4
    page.text((x, middle), row.text, row.size, theme.muted if row.quiet else theme.text, "left",
              "bold" if row.bold else "sans")
    if row.fill:
        behind = x + page.measure(row.text, row.size) + _APART
        if row.told:
            page.text((behind, middle), row.fill, row.size, theme.text, "left", "bold")
        else:
            page.line((behind, y + _ROOM - 4), (x + wide, y + _ROOM - 4), theme.muted, 1)
