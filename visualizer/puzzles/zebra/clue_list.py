"""The clues beside the board: each a picture, lit while it acts, crossed out with ✓ when all values left satisfy it,
and with ✗ where none do; below them, in words, the one that acts or is pointed at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from algorithms.problems.forms.csp import Domain
from algorithms.problems.zebra.clue import Clue
from algorithms.problems.zebra.street import Street
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, Same, fit_text, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.puzzles.roles import CONSTRAINT, PLAIN, UNKNOWN, Role
from visualizer.puzzles.zebra.lights import Lights
from visualizer.puzzles.zebra.names import fitting
from visualizer.puzzles.zebra.pictures import draw_sign, sides

_NUMBER = 0.085  # the width of a number, of a row
_SIDE, _WIDER = 0.335, 0.352  # the width of the names before or behind a sign; at most, for the sake of long ones
_SIGN = 31.0  # pixels: of the least sign in which a number can be read
_HEAD, _WORDS, _LEAST_ROW, _MOST_ROW = 0.052, 0.12, 24.0, 0.075  # of the height; of a row at least, in pixels


class Parts(NamedTuple):
    """The heading, the rows by number of clue (those in view), and the words below."""

    head: Rect
    rows: dict[int, Rect]
    words: Rect


def parts_of(box: Rect, clues: int, show: int | None) -> Parts:
    """Where the clues are drawn; where not all have room, so that ``show`` is in view."""
    inner = box.inset(box.w * 0.03, box.h * 0.012)
    head, rest = inner.split_top(max(16.0, box.h * _HEAD))
    rest, words = rest.split_bottom(box.h * _WORDS, 2)
    if not clues or rest.h < _LEAST_ROW:
        return Parts(head, {}, words)
    step = max(_LEAST_ROW, min(box.h * _MOST_ROW, rest.h / clues))
    shown = min(clues, int(rest.h / step + 0.001))
    first = 0 if show is None else max(0, min(clues - shown, show - 1 - shown // 2))
    return Parts(head, {first + index + 1: Rect(rest.x, rest.y + index * step, rest.w, step)
                        for index in range(shown)}, words)


def verdict(clue: Clue, domains: Mapping[str, Domain]) -> bool | None:
    """Do all houses left to its names satisfy the clue, or none? None: some do, or nothing is left."""
    left = [domains.get(x, ()) for x in clue.names]
    if not all(left):
        return None
    if clue.kind == "at":
        return True if left[0] == (clue.house,) else None if clue.house in left[0] else False
    found = {clue.holds(dict(zip(clue.names, map(int, houses), strict=True))) for houses in product(*left)}
    return found.pop() if len(found) == 1 else None


def draw_clues(canvas: Canvas, box: Rect, parts: Parts, street: Street, lights: Lights,
               verdicts: Mapping[int, bool | None], words: int | None, theme: Theme) -> None:
    """All that have a place."""
    canvas.rect(box, theme.panel, theme.edge if theme.name == "projector" else None, 1, 8)
    size = parts.head.h * 0.6
    done = sum(found is True for found in verdicts.values())
    title = fit_text(canvas, "Clues", parts.head.w * 0.5, size, "bold")
    canvas.text((parts.head.x, parts.head.center[1]), title, size, theme.text, "left", "bold")
    hint = f"✓ {done} of {len(street.clues)}"
    if len(parts.rows) < len(street.clues):
        hint = f"{min(parts.rows, default=0)}–{max(parts.rows, default=0)} of {len(street.clues)}, ✓ {done}"
    canvas.text((parts.head.right, parts.head.center[1]), hint, max(SMALLEST, size * 0.85), theme.muted, "right")
    names = _size(canvas, street, parts)
    side = _side(canvas, street, next(iter(parts.rows.values()), parts.head).w, names)
    for at, row in parts.rows.items():
        role, clue, verdict = lights.clues.get(at, PLAIN), street.clues[at - 1], verdicts[at]
        lit = tuple(lights.names.get(x) for x in clue.names) if role != PLAIN else ()
        canvas.alike(("clue", row, at, Same(street), role, lit, verdict, names, side, Same(theme)), partial(
            _draw_row, row=row, street=street, at=at, lights=lights, verdict=verdict, sizes=(names, side), theme=theme))
    if words is not None:
        _draw_words(canvas, parts.words, f"{words}. {_sentence(street.clues[words - 1])}", theme)


def _size(canvas: Canvas, street: Street, parts: Parts) -> float:
    """Of the names: as large as the longest one allows, within reason."""
    row = next(iter(parts.rows.values()), parts.head)
    size = min(row.h * 0.5, row.w * 0.06)
    widest = max((canvas.measure(x, size) for clue in street.clues for x in clue.names), default=1.0)
    return max(SMALLEST, size * min(1.0, max(0.75, row.w * _SIDE * 0.9 / widest)))


def _side(canvas: Canvas, street: Street, width: float, size: float) -> float:
    """The room for names at each side of the signs in a row so wide."""
    widest = max((canvas.measure(x, size) for clue in street.clues for x in clue.names), default=0.0)
    most = min(width * _WIDER, (width * (1 - 2 * _NUMBER) - _SIGN) / 2)
    return max(width * _SIDE, min(most, widest + size * 0.4))


def _sentence(clue: Clue) -> str:
    return f"{clue.words}."


def _draw_words(canvas: Canvas, box: Rect, text: str, theme: Theme) -> None:
    size = min(box.h * 0.36, box.w * 0.062)
    while size > SMALLEST and len(wrap_text(canvas, text, box.w, size)) * size * 1.2 > box.h:
        size = max(SMALLEST, size * 0.92)
    rows = wrap_text(canvas, text, box.w, size)
    y = box.center[1] - (len(rows) - 1) * size * 0.6
    for row in rows:
        canvas.text((box.x, y), row, size, theme.text)
        y += size * 1.2


def _draw_row(canvas: Canvas, row: Rect, street: Street, at: int, lights: Lights, verdict: bool | None,
              sizes: tuple[float, float], theme: Theme) -> None:
    """The picture of a clue, in names of that size and with so much room for them at each side."""
    (size, side), clue, role = sizes, street.clues[at - 1], lights.clues.get(at, PLAIN)
    if role != PLAIN:
        spoken = role == UNKNOWN  # of the name that is pointed at
        canvas.rect(row.inset(0, 1), theme.raised if spoken else theme.current, None if spoken else theme.accent,
                    max(1.5, row.h * 0.06), row.h * 0.18)
    ink = theme.muted if verdict is True and role == PLAIN else theme.text
    number = Rect(row.x, row.y, row.w * _NUMBER, row.h)
    mark = row.split_right(row.w * _NUMBER)[1]
    small = max(SMALLEST, min(size * 0.75, number.w * 0.55))
    canvas.text((number.right - size * 0.25, row.center[1]), str(at), small, theme.muted, "right")
    room = Rect(number.right, row.y, mark.x - number.right, row.h)
    sign = Rect(room.x + side, row.center[1] - row.h * 0.32, room.w - 2 * side, row.h * 0.6)
    draw_sign(canvas, sign, clue, ink, theme.bad)
    before = Rect(room.x, row.y, sign.x - room.x - size * 0.1, row.h)
    behind = Rect(sign.right + size * 0.1, row.y, room.right - sign.right - size * 0.1, row.h)
    part, lit = sides(clue), role != PLAIN
    _draw_names(canvas, before, (part.before,), "", size, ink, lights, "right", theme, street, lit=lit)
    _draw_names(canvas, behind, part.behind, part.word, size, ink, lights, "left", theme, street, lit=lit)
    if verdict is not None:
        _draw_verdict(canvas, room, mark, size, verdict, theme, struck=verdict and role in (PLAIN, UNKNOWN))


def _draw_verdict(canvas: Canvas, room: Rect, mark: Rect, size: float, verdict: bool, theme: Theme, *,
                  struck: bool) -> None:
    if struck:
        canvas.line((room.x + room.w * 0.02, room.center[1]), (room.right - room.w * 0.02, room.center[1]),
                    mix(theme.muted, theme.panel, 0.5), max(1.0, size * 0.09))  # paler than what it strikes
    color: Color = theme.good if verdict else theme.bad
    canvas.text(mark.center, "✓" if verdict else "✗", size, color, "center", "bold")


def _draw_names(canvas: Canvas, box: Rect, names: Sequence[str], word: str, size: float, ink: Color, lights: Lights,
                align: str, theme: Theme, street: Street, *, lit: bool) -> None:
    """One name, or two with a word between them, in two lines where one has no room; a name shortened as in the cells
    where two have none, either. A name is on the colour of its role while the clue acts."""
    text = f" {word} ".join(names)
    wide = canvas.measure(text, size)
    if len(names) > 1 and wide > box.w - size * 0.4:  # in two lines
        x = box.x + size * 0.2
        for line, shift in ((f"{names[0]} {word}", -0.5), (names[1], 0.5)):
            at = x, box.center[1] + shift * size * 0.95
            canvas.text(at, fit_text(canvas, line, box.w, SMALLEST), SMALLEST, ink)
        return
    fitted = max(SMALLEST, size * min(1.0, (box.w - size * 0.6) / max(1.0, wide)))
    lines = [text]
    if len(names) == 1 and canvas.measure(text, fitted) > box.w:
        lines = _two_lines(canvas, text, fitted, box) or [
            fitting(canvas, text, street.attributes[street.row_of[text]], fitted, box.w)]
    step = fitted * 1.05
    role: Role | None = lights.names.get(names[0]) if lit and len(names) == 1 else None
    if role is not None and role != CONSTRAINT:
        wide, high = max(canvas.measure(line, fitted) for line in lines) + fitted * 0.8, step * len(lines)
        x = box.right - wide + fitted * 0.2 if align == "right" else box.x - fitted * 0.2
        canvas.rect(Rect(x, box.center[1] - high / 2 - fitted * 0.32, wide, high + fitted * 0.65),
                    getattr(theme, role.fill), radius=fitted * 0.3)
        ink = getattr(theme, role.text)
    x = box.right - fitted * 0.2 if align == "right" else box.x + fitted * 0.2
    for index, line in enumerate(lines):
        y = box.center[1] + (index - (len(lines) - 1) / 2) * step
        canvas.text((x, y), line, fitted, ink, "right" if align == "right" else "left")


def _two_lines(canvas: Canvas, name: str, size: float, box: Rect) -> list[str]:
    """A name of several words in two lines, where these have room."""
    lines = name.rsplit(" ", 1)
    fits = len(lines) > 1 and size * 2.4 <= box.h and max(canvas.measure(line, size) for line in lines) <= box.w
    return lines if fits else []
