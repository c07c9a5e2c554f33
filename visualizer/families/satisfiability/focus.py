"""What the search looks at: the clause in question, or the chain of resolution, above the trail."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.analysis import Analysis, analysis_of
from visualizer.families.satisfiability.numbers import headline_numbers, highest, level_of
from visualizer.families.satisfiability.panels import draw_clause, headline
from visualizer.families.satisfiability.resolution import LINE, draw_chain
from visualizer.families.satisfiability.state import SatState
from visualizer.families.satisfiability.trail import draw_trail
from visualizer.families.satisfiability.tree_links import own_part
from visualizer.stage.links import Links

_TRAIL = 60.0  # points that the trail keeps below a chain: its name, a row, and the arrow of a jump below it


def draw_sat_focus(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float, links: Links,
                   before: SatState | None = None, t: float = 1.0, node: str = "") -> None:
    """What is asked; the clause, or the chain that conflict analysis has come to; and the trail, which moves from what
    it was ``before``. Of a ``node`` of the tree that is pointed at, its part of the trail is framed."""
    analysis = analysis_of(state)
    head, rest = box.split_top(24 * unit, 4 * unit)
    bad = state.conflict is not None or state.clashing or state.refuted
    text = headline(state) if analysis is None or state.probe or state.refuted else _told(state, analysis)
    if node:
        text = f"at {node}: {text}"
    size = next((size for size in (15.0, 14.0, 13.0) if canvas.measure(text, size * unit, "bold") <= head.w), 12.0)
    text = few_text(canvas, text, head.w, size * unit, "bold")[0]
    links.write(canvas, (head.x, head.center[1]), text, size * unit, theme.bad if bad else theme.text, "left", "bold",
                numbers=headline_numbers(state) if not node and text == headline(state) else (),
                behind=text.find(": ") + 1)
    if analysis is not None and (state.derivation or analysis.learned is not None):
        lines = max(1, min(len(analysis.lines), int((rest.h / unit - _TRAIL) / LINE)))
        chain, rest = rest.split_top(lines * LINE * unit, 2 * unit)
        new = before is not None and len(before.derivation) < len(state.derivation)
        draw_chain(canvas, chain, state, analysis, theme, unit, links, t if new else 1.0)
    else:
        rest = _draw_clauses_in_question(canvas, rest, state, theme, unit, links)
    name, rest = rest.split_top(20 * unit, 2 * unit)
    links.write(canvas, (name.x, name.center[1]), f"{_owner(state)}, level {highest(state)}", 13 * unit, theme.muted,
                numbers=() if node else [level_of(state)])  # a node shows the trail of elsewhere
    draw_trail(canvas, rest, state, theme, unit, links, before, t, own_part(state) if node else None)


def _owner(state: SatState) -> str:
    """Whose trail it is: where something else is asked already, that of the model before."""
    stale = state.seen_as_model and state.probe and not (state.answered or state.refuted)
    return "Trail of the last model" if stale else "Trail"


def _told(state: SatState, analysis: Analysis) -> str:
    """How far the analysis has come, in a few words."""
    which, conflict = analysis.which_uip(analysis.lines[-1]), f"conflict in {state.form.noun} {analysis.conflict}"
    if analysis.learned is not None:
        return f"{conflict}: learn {analysis.learned}{which and f', {which}'}"
    if state.jump is not None:
        left = max((entry.level for entry in state.jump.gone), default=0)  # one turned round has no own level
        where = f"back to level {state.level}" if left > state.level else "its branch is undone"
        return f"after the {conflict}: {where}"
    return f"{conflict}: one of level {analysis.level} left, {which}" if which else conflict


def _draw_clauses_in_question(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float,
                              links: Links) -> Rect:
    """The clause looked at, or both that have forced what contradicts each other; returns the room below."""
    forced = [entry.because for entry in state.clashing if entry.because is not None]
    numbers = forced or ([] if state.clause is None else [state.clause])
    scarce = len(numbers) > 1 and box.h < (len(numbers) * 62 + _TRAIL) * unit  # the trail has what contradicts, too
    rest, high = box, 28 if scarce else 58
    for number in numbers:
        clause, rest = rest.split_top(high * unit, 4 * unit)
        draw_clause(canvas, clause, state, number, theme, unit, links)
    return rest if numbers else rest.split_top(58 * unit, 4 * unit)[1]
