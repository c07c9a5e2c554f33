"""The models found so far, below the trail: a line each, or where the board is a picture, a small one each."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.entries import Model
from visualizer.families.satisfiability.panels import chip_width
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.states import State
from visualizer.stage.view import View

_LINE, _CHIP = 23.0, 19.0  # points
_PICTURE = 120.0  # points that a small board has at the most, with its number below it
_LEAST = 48.0  # and at the least
_GAP = 12.0  # points between two of them
_MOST = 16  # variables
_ABOVE = 146.0  # points for what the search looks at, and its trail


def lists_models(state: SatState) -> bool:
    """Does the search go on behind a model? What it found would be seen nowhere else."""
    first = state.remembered[0] if state.remembered else None
    return first is not None and (state.found > 1 or first.excluded is not None or not state.seen_as_model)


def models_room(canvas: Canvas, box: Rect, view: View, unit: float) -> float:
    """How high the list is in a panel: what clause and trail leave to it; nothing where its lines have no room."""
    state, high = sat_of(view.state), box.h
    if not lists_models(state) or (not view.board.pictured and not _fits(canvas, box.w, state, unit)):
        return 0.0
    wanted = _PICTURE if view.board.pictured else _LINE * len(state.remembered)
    return max(0.0, min(wanted * unit, high - _ABOVE * unit))


def draw_models(canvas: Canvas, box: Rect, view: View, state: SatState, theme: Theme, unit: float) -> None:
    """Those that have room, the last ones; nothing where one has none."""
    if not lists_models(state):
        return
    if view.board.pictured:
        if box.h >= _LEAST * unit:
            _draw_pictures(canvas, box, view, state, theme, unit)
        return
    shown = state.remembered[-max(0, int(box.h / (_LINE * unit))):] if box.h >= _LINE * unit else ()
    for index, model in enumerate(shown):
        line = Rect(box.x, box.bottom - (len(shown) - index) * _LINE * unit, box.w, _LINE * unit)
        _draw_line(canvas, line, state, model, theme, unit)


def _fits(canvas: Canvas, wide: float, state: SatState, unit: float) -> bool:
    """Has a line room for its number and a literal of each variable?"""
    names = state.form.names
    if len(names) > _MOST:
        return False
    chips = sum(chip_width(canvas, f"¬{name}", _CHIP * unit) + 4 * unit for name in names)
    return _head(canvas, state, unit) + chips <= wide


def _head(canvas: Canvas, state: SatState, unit: float) -> float:
    """The width of what stands before the literals."""
    return canvas.measure(f"model {state.found}", 13 * unit, "bold") + 10 * unit


def _draw_line(canvas: Canvas, line: Rect, state: SatState, model: Model, theme: Theme, unit: float) -> None:
    """Its number, its literals, what was chosen in the colour of decisions, and the clause that excludes it."""
    size, height = 13 * unit, _CHIP * unit
    by = "" if model.excluded is None else " ∨ ".join(state.literals_of(model.excluded))
    ways = ("",) if model.excluded is None else (f"excluded by {model.excluded}: {by}", f"excluded by {model.excluded}")
    names = [name if name in model.literals else f"¬{name}" for name in state.form.names]
    literals = [literal for literal in names if literal in model.literals]
    head = _head(canvas, state, unit)
    whole = sum(chip_width(canvas, literal, height) + 4 * unit for literal in literals)
    said = next((said for said in ways if head + whole + canvas.measure(said, size) + 8 * unit <= line.w), "")
    y = line.center[1]
    canvas.text((line.x, y), f"model {model.number}", size, theme.text, "left", "bold")
    x = line.x + head
    for literal in literals:
        chip = Rect(x, y - height / 2, chip_width(canvas, literal, height), height)
        chosen = literal in model.chosen
        fill, ink = (theme.constraint, theme.on_constraint) if chosen else (theme.raised, theme.text)
        canvas.rect(chip, fill, theme.edge, 1, height * (0.1 if chosen else 0.35))
        canvas.text(chip.center, literal, 12 * unit, ink, "center", "bold")
        x = chip.right + 4 * unit
    if said:
        canvas.text((x + 4 * unit, y), said, size, theme.muted, "left")


def _draw_pictures(canvas: Canvas, box: Rect, view: View, state: SatState, theme: Theme, unit: float) -> None:
    """A small board for each, with its number below it."""
    below, gap, aspect = 17 * unit, _GAP * unit, view.board.aspect
    share = (box.w + gap) / len(state.remembered) - gap  # of the width, for all that are remembered
    high = min(box.h - below, max(share / aspect, (_LEAST * unit - below)))
    wide = high * aspect
    shown = state.remembered[-max(1, int((box.w + gap) / (wide + gap) + 0.01)):]
    for index, model in enumerate(shown):
        place = Rect(box.x + index * (wide + gap), box.bottom - high - below, wide, high)
        view.board.draw_small(canvas, place, model_state(view.state, model), theme)
        canvas.text((place.center[0], place.bottom + below * 0.55), f"model {model.number}", 12 * unit, theme.muted,
                    "center")


def model_state(state: State, model: Model) -> State:
    """The board as it is in a model."""
    shown = state.copy()
    family = sat_of(shown)
    family.fates, family.trail, family.probe = {}, [], ()
    family.values = {literal.lstrip("¬"): not literal.startswith("¬") for literal in model.literals}
    for x, values in family.direct.values():
        shown.domains[x] = family.left(x, values)
    for name, value in family.values.items():
        if name in shown.domains:
            shown.domains[name] = (int(value),)
    return shown
