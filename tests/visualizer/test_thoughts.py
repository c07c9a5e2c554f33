"""What a cue supposes: read strictly, thought through where the cue ends, drawn on every board, and gone afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.drawn_texts import outside
from kit.session_desk import open_session
from scenarios.loader import load
from scenarios.reading import ScenarioError
from scenarios.script.director import Director, ExpectationFailed
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.puzzles.clue.look import Lights, Looks, known_cards
from visualizer.recording.film import SIZE, plan
from visualizer.runs.comparison import open_timelines
from visualizer.runs.session import Session
from visualizer.runs.thoughts import thought_state
from visualizer.stage.stage import draw_stage
from visualizer.stage.thought import MOST_STEPS, told
from visualizer.stage.view import View

MINES = '{kind: gnomine, board: ". . .\\n1 2 1\\n0 0 0"}'
BOARDS = {
    "mines": (MINES, "gac", '{"(0,1)": mine}'),
    "sudoku": ('{kind: sudoku, grid: "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3'
               '..9..5.1.3.."}',
               "mrv-static", "{B8: 8}"),
    "formula": ('{kind: cnf, formula: "~p | q, ~p | r, q | r, ~q | ~r"}', "dpll", "{p: 1}"),
    "map": ("{kind: colouring, map: australia, colours: 3}", "gac", "{WA: red, NT: green}"),
    "street": ("{kind: zebra, named: classic}", "mrv-plus", "{Englishman: 4}"),
    "clue": ("{kind: clue, suspects: [mu, pl, gr], weapons: [kn, ro], rooms: [ha, lo, di], "
             "players: [mu, pl, gr], me: mu, hand: [kn, di], "
             "events: [{suggest: pl, cards: [pl, kn, ha], refute: gr}]}", "clue-exact", "{lo: gr}"),
    "network": ("{kind: csp, domains: {A: [1, 2], B: [1, 2], C: [1, 2]}, constraints: "
                '[{scope: [A, B], relation: "A != B"}, {scope: [B, C], relation: "B != C"}]}', "gac", "{A: 1}"),
}


def text(board: str, more: str = "") -> str:
    puzzle, algorithm, supposed = BOARDS[board]
    head = f"title: T\nalgorithm: {algorithm}\npuzzle: {puzzle}\nscript:\n"
    return f"{head}  - say: Suppose.\n    suppose: {supposed}\n{more}"


def thinking(board: str) -> tuple[Session, View]:
    session = open_session(text(board))
    session.director.goto(0)
    assert session.thought is not None
    return session, View(session.scenario.algorithm, session.board, session.timeline, session.state, say="Suppose.",
                         thought=session.thought)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("palette", NAMES)
def test_a_thought_is_drawn_inside_the_stage(board: str, palette: str) -> None:
    session, view = thinking(board)
    for size in ((1260, 640), (1900, 900)):
        for part in (0.4, 1.0):
            view.t, canvas = part, RecordingCanvas()
            draw_stage(canvas, Rect(0, 0, *size), view, theme(palette), size[0] / 1260)
            assert outside(canvas, size) == []
    said = [op.args[2] for op in canvas.ops if op.name == "text"]
    assert "The thought so far" in said and "suppose" in said
    assert session.state.family is session.timeline.state.family  # of the run itself nothing has changed


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_supposed_and_what_follows_is_tentative(board: str) -> None:
    session, _view = thinking(board)
    thought = session.thought
    assert thought is not None
    for steps in range(len(thought.steps) + 1):
        state = thought_state(session.state, thought, steps)
        names = {name.partition("=")[0] for name in state.family.tentative}
        decided = {x for step in thought.steps[:steps] for x in step.decides}
        assert names >= {*thought.supposed, *decided} & set(state.domains)
    shown, rest = told(thought)
    assert len(shown) <= MOST_STEPS and len(shown) + rest == len(thought.told)
    assert [one.number for one in shown] == sorted({one.number for one in shown})


def test_what_a_card_loses_in_a_thought_is_supposed_and_not_known() -> None:
    session, _view = thinking("clue")
    assert session.thought is not None
    state, board = thought_state(session.state, session.thought), session.board
    assert isinstance(board, ClueBoard) and state.domains["pl"] == ("pl", "cf")
    looks = Looks(state, Lights(board.puzzle, state, None), {}, theme("dark"))
    for card, left in state.domains.items():
        for place in session.state.domains[card]:
            changed = session.state.domains[card] != left and (place not in left or len(left) == 1)
            assert bool(looks.cell(card, str(place)).supposed) == changed, (card, place)
    places = board.puzzle.places
    assert known_cards(state, places) == known_cards(session.state, places) == {"mu": 2, "pl": 0, "gr": 0, "cf": 0}


def test_the_thought_goes_with_its_cue() -> None:
    session = open_session(text("mines", "  - say: So there is none.\n"))
    thoughts = []
    for cue in (0, 1, 0):
        session.director.goto(cue)
        thoughts.append(session.thought)
    session.show(3)
    assert [thought is not None and thought.breaks for thought in (*thoughts, session.thought)] == [
        True, False, True, False]


def test_a_recording_has_the_thought(tmp_path: Path) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text(text("mines"), encoding="utf-8")
    film = plan(load(path))
    canvas = RecordingCanvas()
    film.draw(canvas, film.frames[-1], SIZE, theme("dark"))
    assert "The thought so far" in [op.args[2] for op in canvas.ops if op.name == "text"]


@pytest.mark.parametrize(("more", "said"), [
    ('suppose: {"(9,9)": mine}', "there is no such variable"),
    ('suppose: {"(0,0)": flag}', "cannot be flag"),
    ("mark: []\n    expect: {breaks: true}", "this cue supposes nothing"),
])
def test_faults_are_told_before_the_run(tmp_path: Path, more: str, said: str) -> None:
    path = tmp_path / "lesson.yaml"
    head = f"title: T\nalgorithm: gac\npuzzle: {MINES}\nscript:\n"
    path.write_text(f"{head}  - say: Suppose.\n    {more}\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match=said):
        load(path)


@pytest.mark.parametrize(("cue", "kind", "said"), [
    ('suppose: {"(0,0)": mine}\n    expect: {breaks: true}', ExpectationFailed, "expected"),
    ('suppose: {"(1,0)": none}', ScenarioError, "already"),
])
def test_check_finds_what_is_not_so(tmp_path: Path, cue: str, kind: type[ScenarioError], said: str) -> None:
    path = tmp_path / "lesson.yaml"
    head = f"title: T\nalgorithm: gac\npuzzle: {MINES}\nscript:\n"
    path.write_text(f"{head}  - say: Suppose.\n    {cue}\n", encoding="utf-8")
    scenario = load(path)
    with pytest.raises(kind, match=said):
        Director(scenario, open_timelines(scenario)[0]).play()
