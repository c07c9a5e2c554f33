"""Literals as chips and rules as lines of text, the same on the board, in the panel and in the tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.reading import Reading
from visualizer.stage.links import Links

Lit = Callable[[str], bool]
"""Is an atom to be lit?"""

Look = tuple[bool | None, tuple[Color, Color] | None]
"""Whether a literal is true, and its fill and ink where these are not those of that."""

Spot = tuple[Rect, str]
"""Where an atom is drawn, and its name."""


def chip_colors(truth: bool | None, theme: Theme) -> tuple[Color, Color]:
    """Fill and ink of a literal."""
    if truth is None:
        return theme.panel, theme.text
    return (theme.no_mine, theme.on_no_mine) if truth else (theme.mine, theme.on_mine)


def draw_chip(canvas: Canvas, box: Rect, word: str, truth: bool | None, theme: Theme, size: float, *,
              lit: bool = False, colors: tuple[Color, Color] | None = None) -> None:
    """A literal: a true one green with a bar below, a false one orange-red and struck out, an open one plain."""
    fill, ink = colors or chip_colors(truth, theme)
    canvas.rect(box, fill, theme.accent if lit else theme.edge, 2.5 if lit else 1, box.h * 0.25)
    x, y = box.center
    text = fit_text(canvas, word, box.w - size * 0.3, size, "bold")
    canvas.text((x, y), text, size, ink, "center", "bold")
    half = canvas.measure(text, size, "bold") / 2
    if truth:
        canvas.rect(Rect(x - half, y + size * 0.52, 2 * half, max(1.5, size * 0.11)), ink)
    elif truth is False:
        canvas.line((x - half - 2, y + size * 0.34), (x + half + 2, y - size * 0.34), ink, max(1.5, size * 0.11))


def draw_rule(canvas: Canvas, box: Rect, reading: Reading, rule: int, theme: Theme, unit: float,
              lit: Lit) -> list[Spot]:
    """A rule as a line of text behind its number and its sign; a blocked one is struck out."""
    verdict, size = reading.verdict(rule), 12.5 * unit
    color = getattr(theme, verdict.color)
    names = atoms_of(reading, rule)
    if any(lit(name) for name in names):
        canvas.rect(box, theme.current, radius=3 * unit)
    y = box.center[1]
    number, words = box.split_left(26 * unit)
    sign, words = words.split_left(18 * unit, 2 * unit)
    canvas.text((number.right, y), str(rule), 12 * unit, theme.muted, "right")
    canvas.text(sign.center, verdict.sign, size, color, "center", "bold")
    gone = verdict.kind in ("blocked", "met")
    draw_struck(canvas, words, reading.program.text(rule), size, theme.muted if gone else theme.text,
                color if verdict.kind == "blocked" else None)
    return [(box, names[0])] if names else []


def draw_struck(canvas: Canvas, box: Rect, text: str, size: float, ink: Color, through: Color | None) -> float:
    """A line of text, shortened to fit, with a line through it where it is gone. Returns where it ends."""
    text = few_text(canvas, text, box.w, size, joint=", ")[0]
    y, wide = box.center[1], canvas.measure(text, size)
    canvas.text((box.x, y), text, size, ink)
    if through is not None:
        canvas.line((box.x, y), (box.x + wide, y), through, max(1.2, size * 0.1))
    return box.x + wide


def atoms_of(reading: Reading, rule: int) -> list[str]:
    """The names of the atoms in a rule, its head first."""
    found = reading.program.rules[rule - 1]
    atoms = dict.fromkeys((*((found.head,) if found.head else ()), *found.positive, *found.negative))
    return [reading.program.names[atom - 1] for atom in atoms]


def flow(canvas: Canvas, box: Rect, words: Sequence[str], size: float, high: float, gap: float) -> list[Rect]:
    """Places for words as chips, row by row: as many as fit with how many are left out behind them."""
    x, y, places = box.x, box.y, list[Rect]()
    for word in words:
        wide = min(canvas.measure(word, size, "bold") + size, box.w)
        if x + wide > box.right + 0.5 and x > box.x:
            x, y = box.x, y + high + gap
        if y + high > box.bottom + 0.5:
            break
        places.append(Rect(x, y, wide, high))
        x += wide + gap
    rest = canvas.measure(f"+{len(words)}", size) + gap
    while places and len(places) < len(words) and places[-1].right + gap + rest > box.right:
        places.pop()
    return places


def draw_chips(canvas: Canvas, box: Rect, words: Sequence[str], theme: Theme, unit: float, links: Links,
               look: Callable[[str], Look]) -> None:
    """Literals as chips that can be pointed at, in rows, then how many are left out; ``look`` says how each looks."""
    size, gap = 13 * unit, 4 * unit
    places = flow(canvas, box, words, size, 21 * unit, gap)
    for place, word in zip(places, words, strict=False):
        truth, colors = look(word)
        draw_chip(canvas, place, word, truth, theme, size, lit=links.lit(word), colors=colors)
        links.drawn(word, place)
    _draw_rest(canvas, box, places, len(words), theme, unit)


def _draw_rest(canvas: Canvas, box: Rect, places: Sequence[Rect], count: int, theme: Theme, unit: float) -> None:
    """How many of so many chips have no place, behind the last one."""
    if len(places) < count:
        x, y = (places[-1].right + 4 * unit, places[-1].center[1]) if places else (box.x, box.y + 10 * unit)
        canvas.text((x, y), f"+{count - len(places)}", 12 * unit, theme.muted)


def draw_words(canvas: Canvas, box: Rect, words: Sequence[str], theme: Theme, unit: float,
               look: Callable[[int], tuple[Color, Color | None]], size: float = 12.5) -> list[Rect]:
    """Words as chips in rows: ``look`` has the fill of each, and the colour of its frame; then how many are left out.
    Returns their places."""
    size, gap = size * unit, 4 * unit
    places = flow(canvas, box, words, size, 20 * unit, gap)
    for index, place in enumerate(places):
        fill, frame = look(index)
        canvas.rect(place, fill, frame or theme.edge, 2 if frame else 1, 5 * unit)
        text = fit_text(canvas, words[index], place.w - size * 0.6, size, "bold")
        canvas.text(place.center, text, size, theme.text, "center", "bold")
    _draw_rest(canvas, box, places, len(words), theme, unit)
    return places
