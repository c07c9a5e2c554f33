"""The clauses that a search has added to a formula, below the given ones: round, with their numbers, and a dashed slot
for the one that conflict analysis is about to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.analysis import analysis_of
from visualizer.families.satisfiability.panels import chip_width, draw_literal
from visualizer.families.satisfiability.state import SatState
from visualizer.puzzles.formula_watches import draw_count, draw_watches

_SLOT = 3.2  # chips' heights: the width of the slot
_BETWEEN = 0.2  # two literals, so that an eye between them covers neither


class Card(NamedTuple):
    """A clause that was added, the place of all of it, and its literals with theirs; without literals it is the slot
    for the next one."""

    number: int
    place: Rect
    chips: Sequence[tuple[str, Rect]]


def cards(canvas: Canvas, box: Rect, state: SatState, height: float) -> list[Card]:
    """The clauses in rows, the last ones where not all have room."""
    numbers = list(state.learned)
    analysis = analysis_of(state)
    slot = analysis is not None and analysis.level > 0 and analysis.learned is None and state.derivation
    shown = [*numbers, max(state.form.count, state.newest) + 1] if slot else numbers
    for first in range(len(shown)):
        placed = list(_flow(canvas, box, state, shown[first:], height))
        if placed and placed[-1].place.bottom <= box.bottom:
            return placed
        if len(shown) - first > 60:  # of very many the last ones are tried only
            shown = shown[:first] + shown[-60:]
    return []


def _flow(canvas: Canvas, box: Rect, state: SatState, numbers: Sequence[int], height: float) -> Iterator[Card]:
    x, y = box.x, box.y
    for number in numbers:
        literals = state.learned.get(number, ())
        head = canvas.measure(f"✓ {number}", max(SMALLEST, height * 0.5), "bold") + height * 0.7
        wide = head + (sum(chip_width(canvas, one, height) + height * _BETWEEN for one in literals) + height * 0.2
                       if number in state.learned else height * _SLOT)
        if x + wide > box.right and x > box.x:
            x, y = box.x, y + height * 1.6
        place = Rect(x, y, wide, height * 1.3)
        chips, at = [], x + head
        for one in literals:
            chips.append((one, Rect(at, y + height * 0.15, chip_width(canvas, one, height), height)))
            at += chips[-1][1].w + height * _BETWEEN
        yield Card(number, place, chips)
        x += wide + height * 0.5


def draw_cards(canvas: Canvas, placed: Sequence[Card], states: tuple[SatState, SatState], t: float, theme: Theme,
               lit: tuple[str | None, Sequence[int]]) -> None:
    """The cards; of a clause on its way from the chain of resolution the slot. ``lit``: the variable pointed at,
    and the clauses that belong to it."""
    before, state = states
    for card in placed:
        if card.number not in state.learned:
            _draw_slot(canvas, card, theme)
            continue
        if t < 1 and card.number not in before.learned:  # it is on its way
            _draw_slot(canvas, card, theme)
            continue
        _draw_card(canvas, card, state, theme, lit)
        draw_watches(canvas, card.number, card.chips, states, t, theme)


def verdict_of(clause: Sequence[str], state: SatState, theme: Theme) -> tuple[str, Color]:
    """A tick for a clause that is true, a cross for one that is false, nothing for an open one; with its colour."""
    truths = [state.truth(literal) for literal in dict.fromkeys(clause) if not state.both(literal)]
    if True in truths:
        return "✓", theme.good
    return ("", theme.muted) if None in truths or any(map(state.both, clause)) else ("✗", theme.bad)


def _draw_slot(canvas: Canvas, card: Card, theme: Theme) -> None:
    x, y, right, bottom = card.place.x, card.place.y, card.place.right, card.place.bottom
    draw_path(canvas, [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)], theme.accent, 1.5, 6, 5)
    size = max(SMALLEST, card.place.h * 0.4)
    canvas.text((x + card.place.h * 0.3, card.place.center[1]), str(card.number), size, theme.muted, "left", "bold")


def _draw_card(canvas: Canvas, card: Card, state: SatState, theme: Theme,
               lit: tuple[str | None, Sequence[int]]) -> None:
    now = card.number == state.clause or card.number in lit[1]
    height = card.place.h / 1.3
    canvas.rect(card.place, theme.current if now else theme.panel, theme.accent if now else theme.muted,
                2 if now else 1.2, card.place.h * 0.5)
    sign, color = verdict_of([one for one, _ in card.chips], state, theme)
    canvas.text(((card.place.x + card.chips[0][1].x) / 2 if card.chips else card.place.center[0], card.place.center[1]),
                f"{sign} {card.number}".strip(), max(SMALLEST, height * 0.5), color, "center", "bold")
    draw_count(canvas, card.place, [one for one, _ in card.chips], state, theme)
    for one, chip in card.chips:
        draw_literal(canvas, chip, state, one, theme, lit=one.lstrip("¬") == lit[0])
