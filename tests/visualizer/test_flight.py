"""A learned clause goes from the end of the chain of resolution to its place among the clauses, and is there then."""

from __future__ import annotations

import copy

import pytest

from algorithms.core import find_algorithm
from algorithms.events import Learned
from algorithms.problems.formula import Formula
from kit.states import before as start
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.flight import draw_flight, flying
from visualizer.puzzles.formula import FormulaBoard
from visualizer.runs.states import State
from visualizer.stage.stage import draw_stage, places_of, shown_in
from visualizer.stage.view import View

CLAUSES = ((-1, 2), (-1, 3), (-2, -3, 4), (-4, 5), (-4, 6), (-5, -6, 7), (-5, -6, -7), (1, 4))
FORMULA = Formula(tuple("abcdefg"), CLAUSES)
BOX, DARK = Rect(0, 0, 1280, 700), theme("dark")


def at_learned(hero: str | None) -> tuple[View, int]:
    """The stage when a clause has just been learned, and its number."""
    algorithm = find_algorithm("cdcl")
    options = {"heuristic": "first"}
    timeline: Timeline[State] = Timeline(algorithm.start(FORMULA.as_cnf(), options, 0), start(FORMULA, "cdcl"))
    timeline.pull_all()
    position, clause = next((index, event.clause) for index, event in enumerate(timeline.events, 1)
                            if isinstance(event, Learned))
    timeline.seek(position - 1)
    earlier = copy.deepcopy(timeline.state)
    timeline.seek(position)
    return View(algorithm, FormulaBoard(FORMULA), timeline, earlier, say="Learned.", hero=hero), clause


def flown(view: View, t: float) -> Rect | None:
    """The card of the clause that is drawn above all panels, after everything below it."""
    view.t, canvas = t, RecordingCanvas()
    draw_stage(canvas, BOX, view, DARK, 1.0)
    panels = {**shown_in(view, places := places_of(canvas, BOX, view, 1.0), 1.0), "focus": places.focus}
    above = RecordingCanvas()
    draw_flight(above, panels, view, DARK, 1.0)
    drawn = next((op.args for op in above.ops if op.name == "rect"), None)
    assert drawn is None or (t < 1 and canvas.ops[-len(above.ops):] == above.ops)
    return None if drawn is None else Rect(*(float(str(value)) for value in drawn[:4]))


@pytest.mark.parametrize("hero", [None, "graph"])
def test_it_leaves_the_chain_and_arrives_in_its_slot(hero: str | None) -> None:
    view, clause = at_learned(hero)
    way = [flown(view, t / 10) for t in range(10)]
    cards = [card for card in way if card is not None]
    assert len(cards) == 10
    places = places_of(RecordingCanvas(), BOX, view, 1.0)
    assert places.focus.contains(*cards[0].center)
    assert places.board.contains(*cards[-1].center)
    assert [card.x for card in cards] == sorted([card.x for card in cards], reverse=True)
    view.t, canvas = 1.0, RecordingCanvas()
    draw_stage(canvas, BOX, view, DARK, 1.0)
    if hero is None:
        place = view.board.home(places.board, view.state, f"C{clause}")
        assert place is not None and abs(place.x - cards[-1].x) < 30 and abs(place.y - cards[-1].y) < 30


def test_on_its_way_it_is_drawn_nowhere_else() -> None:
    """In its slot, which is dashed, stands only the number; then the clause itself, and nothing flies."""
    view, clause = at_learned(None)
    assert flown(view, 0.5) is not None
    assert flying(view) == clause
    assert flown(view, 1.0) is None
    canvases = RecordingCanvas(), RecordingCanvas()
    for canvas, t in zip(canvases, (0.5, 1.0), strict=True):
        view.board.draw(canvas, Rect(0, 0, 700, 600), view.before, view.state, t, DARK)
    words = [sum(op.name == "text" for op in canvas.ops) for canvas in canvases]
    literals = next(event.literals for event in view.timeline.events if isinstance(event, Learned))
    assert words[1] - words[0] == len(literals)
