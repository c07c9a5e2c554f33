"""The candidates for the backbone of a formula: what section 3.3 of the thesis shows on a board, on a card for each."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.satisfiability.state import SatState

_LARGEST, _SMALLEST = 58.0, 20.0  # the height of a card, in parts of a board 760 wide; in pixels
_HEADING = "In the backbone? Squares: the values in the last two models"
_WIDE, _GAP = 1.15, 0.14  # the width of a card and the gap, in heights


def neither(theme: Theme) -> Color:
    """The grey of what is no backbone, on a covered field and on a panel."""
    return mix(theme.covered, theme.on_covered, 0.4)


def model_value(model: frozenset[str], variable: str) -> bool | None:
    """A variable's value in a model; None where that leaves it open."""
    return True if variable in model else False if f"¬{variable}" in model else None


def draw_candidates(canvas: Canvas, box: Rect, state: SatState, theme: Theme) -> float:
    """A card for each candidate, as large as all fit below each other's rows; returns where the cards end, the top of
    the box if there is no room.

    A card in full is a backbone, a grey one struck out is none. On one that is open, the small squares are the values
    in the last two models: grey where a model leaves it open, black where the test has no model. One under test is
    yellow.
    """
    if not state.fates or box.h <= 0:
        return box.y
    height = box.w * _LARGEST / 760
    while height >= _SMALLEST:
        columns = max(1, int((box.w + height * _GAP) / (height * (_WIDE + _GAP))))
        rows = -(-len(state.fates) // columns)
        head = height * 0.5
        if head + rows * height * (1 + _GAP) <= box.h:
            break
        height *= 0.92
    else:
        return box.y
    size = min(height * 0.32, box.w / 50)
    canvas.text((box.x, box.y + head * 0.4), fit_text(canvas, _HEADING, box.w, size), size, theme.muted)
    for index, literal in enumerate(state.fates):
        row, column = divmod(index, columns)
        place = Rect(box.x + column * height * (_WIDE + _GAP), box.y + head + row * height * (1 + _GAP), height * _WIDE,
                     height)
        _card(canvas, place, literal, state, theme)
    return box.y + head + rows * height * (1 + _GAP)


def _card(canvas: Canvas, place: Rect, literal: str, state: SatState, theme: Theme) -> None:
    fate, tested = state.fates[literal], {word.lstrip("¬") for word in state.probe}
    name, below = place.split_top(place.h * 0.56)
    size = place.h * 0.36
    if fate == "backbone":
        canvas.rect(place, theme.no_mine, theme.on_no_mine, max(1.0, place.h * 0.05), place.h * 0.14)
        ink = theme.on_no_mine
        canvas.text(below.center, "✓", place.h * 0.34, ink, "center", "bold")
    elif fate in ("dropped", "free"):
        canvas.rect(place, mix(theme.raised, theme.panel, 0.5), theme.edge, 1, place.h * 0.14)
        ink = theme.muted
        canvas.line((place.x + place.w * 0.1, name.center[1]), (place.right - place.w * 0.1, name.center[1]),
                    neither(theme), max(1.0, place.h * 0.05))
    else:
        under = literal.lstrip("¬") in tested
        canvas.rect(place, theme.test if under else theme.raised, theme.edge, 1, place.h * 0.14)
        ink = theme.on_test if under else theme.text
    shown = fit_text(canvas, literal, place.w * 0.94, size, "bold")
    canvas.text(name.center, shown, size, ink, "center", "bold")
    if fate != "backbone":
        _values(canvas, below, literal.lstrip("¬"), fate == "candidate", state, theme)


def _values(canvas: Canvas, box: Rect, variable: str, open_still: bool, state: SatState, theme: Theme) -> None:
    """The values in the last two models, side by side."""
    side = box.h * 0.74
    for at in range(2):
        square = Rect(box.center[0] + (at - 1) * side * 1.15 + side * 0.075, box.y + box.h * 0.05, side, side)
        if state.refuted and at == 1 and open_still:
            canvas.rect(square, theme.on_uncovered, theme.edge, 1)
        elif at < len(state.models):
            value = model_value(state.models[at], variable)
            fill, ink = {True: (theme.no_mine, theme.on_no_mine), False: (theme.mine, theme.on_mine),
                         None: (neither(theme), theme.text)}[value]
            canvas.rect(square, fill, theme.edge, 1)
            canvas.text(square.center, "" if value is None else str(int(value)), side * 0.8, ink, "center", "bold")
