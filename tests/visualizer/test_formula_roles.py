"""One colour for a variable: in the formula of its constraint as on the board."""

from __future__ import annotations

from algorithms import events as e
from algorithms.problems.forms.csp import Constraint
from kit.known_lessons import known
from scenarios.loader import find
from visualizer.families.consistency.panels import roles
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.runs.session import Session


def test_each_term_of_a_formula_has_the_colour_of_its_cell() -> None:
    session = Session(known(find("02-testing-for-support")))
    board, timeline, compared = session.board, session.timeline, 0
    assert isinstance(board, GnomineBoard)
    timeline.pull(1000)
    for position in range(len(timeline.events) + 1):
        timeline.seek(position)
        look = looked_at(timeline.state)
        constraint = None if look.constraint is None else board.constraint(timeline.state, look.constraint)
        if constraint is None or not isinstance(timeline.event, e.ConstraintTaken | e.VariableTaken):
            continue
        text = f"{constraint.name} := {constraint.text}"
        named = roles(text, constraint, look, timeline.state.domains)
        found = {text[start:end].lstrip("xC"): role for start, end, role in named}
        shown = {cell: role.fill.removesuffix("_fill") for cell, role in board.roles(timeline.state).items()}
        assert {cell: role for cell, role in shown.items() if cell in found} == found
        assert {constraint.name[1:], *look.unknown} <= set(found) <= {constraint.name[1:], *constraint.scope}
        compared += 1
    assert compared > 3


def test_a_name_within_another_word_is_not_coloured() -> None:
    either = Constraint("C", ("A", "AB"), lambda values: True, "max(A, AB) < TAB", lambda domains: "")
    text = f"C := {either.text}"
    found = roles(text, either, ConsistencyState(unknown=("AB",), variable="AB"), {"AB": (0, 1)})
    assert [(text[start:end], role) for start, end, role in found] == [
        ("C", "constraint"), ("A", "known"), ("AB", "test")]
