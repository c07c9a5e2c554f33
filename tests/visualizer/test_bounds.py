"""What an at-least constraint says is on the field: on which side it bounds the mines, and what must follow of it."""

from __future__ import annotations

import pytest

from algorithms.events import ConstraintTight, Implied
from kit.drawn_texts import texts
from kit.known_lessons import known, recorded
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.gnomine.bounds import follows
from visualizer.puzzles.gnomine.total import draw_total
from visualizer.puzzles.roles import CONSTRAINT
from visualizer.runs.boards import board_for

BOX = Rect(10, 40, 700, 560)
LESSONS = ["at-least-propagation", "one-too-many"]


@pytest.mark.parametrize("name", LESSONS)
def test_what_stands_there_in_dashes_is_implied_next(name: str) -> None:
    timeline, found = recorded(find(name))[0], 0
    for position, event in enumerate(timeline.events, 1):
        timeline.seek(position)
        sat = sat_in(timeline.state)
        assert sat is not None
        told = {x if mine else f"¬{x}" for x, mine in follows(sat).items()}
        if isinstance(event, ConstraintTight):
            after = timeline.events[position:position + len(event.literals)]
            assert told == {*event.literals} == {one.literal for one in after if isinstance(one, Implied)}
            found += 1
        elif not isinstance(event, Implied):
            assert not told
    assert found > 2


@pytest.mark.parametrize("name", LESSONS)
def test_a_number_says_on_which_side_it_bounds_the_mines_and_no_other_does(name: str) -> None:
    timeline, board = recorded(find(name))[0], board_for(known(find(name)).puzzle)
    seen = set()
    for position, event in enumerate(timeline.events, 1):
        if not isinstance(event, ConstraintTight):
            continue
        timeline.seek(position)
        sat, canvas = sat_in(timeline.state), RecordingCanvas()
        assert sat is not None
        board.draw(canvas, BOX, timeline.state, timeline.state, 1.0, theme("light"))
        signs = {text[:1]: box for text, box in texts(canvas) if text[:1] in ("≤", "≥")}
        origin = sat.form.origins[event.constraint - 1]
        wanted = "≤" if event.literals[0].startswith("¬") else "≥"
        if origin.startswith("C("):
            assert [*signs] == [wanted]
            assert board.place(BOX, origin[1:]).contains(*signs[wanted].center)
        else:  # the total has it in its corner; what is said of a field alone bounds nothing
            assert [*signs] == ([wanted] if origin == "total" else [])
        seen.add(wanted)
    assert seen == {"≤", "≥"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("margin", [18.0, 30.0, 44.0])
def test_the_total_fits_its_plate(name: str, margin: float) -> None:
    canvas = RecordingCanvas()
    draw_total(canvas, Rect(50, 50, 400, 300), margin, "≥99", CONSTRAINT, theme(name))
    plate = next(Rect(*[float(str(x)) for x in op.args[:4]]) for op in canvas.ops[1:] if op.name == "rect")
    (_, box), = texts(canvas)
    assert plate.x <= box.x
    assert box.right <= plate.right <= 50
