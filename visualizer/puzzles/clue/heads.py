"""The heads of the notepad's columns: the places with their hands."""

from __future__ import annotations

from collections.abc import Mapping

from algorithms.problems.clue.deck import CASE_FILE, TITLES
from algorithms.problems.clue.puzzle import Clue
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.puzzles.clue.look import known_cards
from visualizer.runs.states import State

LINE = 0.06  # in heights of a row: between cells


def draw_heads(canvas: Canvas, columns: Mapping[str, Rect], names: Rect, row: float, clue: Clue, state: State,
               theme: Theme) -> None:
    """How many cards each has, and how many of these are known. The player who keeps the log is on a bar, and called
    so, where needed in the line below. Their names in full stand there if all of them have room."""
    gap = max(0.5, row * LINE / 2)
    heads = {place: head.inset(gap, 0) for place, head in columns.items()}
    (first, *_), me = heads.values(), clue.me
    room, high = first.w, first.h
    if max(canvas.measure(place, SMALLEST, "bold") for place in heads) > room:
        _draw_narrow_heads(canvas, columns, me, theme)
        return
    titles = {place: "Case file" if place == CASE_FILE else TITLES[place] for place in heads}
    titled = max(canvas.measure(title, SMALLEST) for title in titles.values()) <= room
    mine = f"{me} (me)" if canvas.measure(f"{me} (me)", SMALLEST, "bold") <= room else me
    own = {place: "(me)" if place == me else titles[place] * titled for place in heads}
    counts = _counts(canvas, clue, state, room)
    lines = max(0, int(high / (1.1 * SMALLEST)) - 1)
    second = titled or (mine == me and lines > bool(counts))
    texts = ([titles if mine != me else own] * second + [counts] * bool(counts))[:lines]
    step = high / (len(texts) + 1)
    for place, head in heads.items():
        canvas.rect(head, theme.accent if place == me else theme.raised, radius=row * 0.15)
        ink = theme.on_accent if place == me else theme.text
        for line, text in enumerate((mine if place == me else place, *(words[place] for words in texts))):
            style: Style = "sans" if line else "bold"
            size = max(SMALLEST, row * (0.5 if line else 0.62))
            size = max(SMALLEST, size * min(1.0, room * 0.94 / max(1.0, canvas.measure(text, size, style))))
            if high >= size:
                canvas.text((head.center[0], head.y + (line + 0.5) * step), text, size, ink, "center", style)
    if names.w > row * 3 and counts in texts:
        canvas.text((names.right - row * 0.3, first.bottom - step / 2), "cards known", max(SMALLEST, row * 0.5),
                    theme.muted, "right")


def _counts(canvas: Canvas, clue: Clue, state: State, room: float) -> dict[str, str]:
    """By place how many of its cards are known, in short where that is needed; none where it has no room."""
    known = known_cards(state, clue.places)
    sizes = {place: clue.hand_sizes.get(place, len(clue.deck.categories)) for place in clue.places}
    for sign in (" of ", "/"):
        texts = {place: f"{known[place]}{sign}{size}" for place, size in sizes.items()}
        if max(canvas.measure(text, SMALLEST) for text in texts.values()) <= room * 0.94:
            return texts
    return {}


def _draw_narrow_heads(canvas: Canvas, heads: Mapping[str, Rect], me: str, theme: Theme) -> None:
    """Columns that are narrower than two letters have these above or below those beside; all of them, or none."""
    words = {place: canvas.measure(place, SMALLEST, "bold") + 1 for place in heads}
    room = all(head.h >= 2 * SMALLEST and max(words.values()) <= 2 * head.w for head in heads.values())
    for place, head in heads.items():
        gap = max(0.5, head.w * LINE / 2)
        canvas.rect(head.inset(gap, 0), theme.accent if place == me else theme.raised, radius=2)
    for index, (place, head) in enumerate(heads.items() if room else ()):
        line = Rect(head.x, head.y + index % 2 * head.h / 2, head.w, head.h / 2)
        if place == me:
            wide = words[place]
            canvas.rect(Rect(head.center[0] - wide / 2, line.y, wide, line.h), theme.accent, radius=2)
        canvas.text(line.center, place, SMALLEST, theme.on_accent if place == me else theme.text, "center", "bold")
