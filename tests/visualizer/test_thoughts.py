"""What a cue supposes: read strictly, thought through where the cue ends, drawn on every board, and gone afterwards."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from algorithms.core import Grain
from algorithms.reasons import Link, Spot
from kit.drawn_texts import outside, texts
from kit.session_desk import open_session
from scenarios.loader import Scenario, find, load
from scenarios.reading import ScenarioError
from scenarios.script.director import Director, ExpectationFailed
from scenarios.script.suppose import thought_of
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.backtracking.state import search_of
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.puzzles.clue.look import Lights, Looks, known_cards
from visualizer.puzzles.sudoku.board import SudokuBoard
from visualizer.puzzles.zebra.board import ZebraBoard
from visualizer.puzzles.zebra.lights import Lights as StreetLights
from visualizer.recording.film import BETWEEN, SIZE, plan
from visualizer.runs.boards import Board, board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_state
from visualizer.stage.stage import draw_stage, places_of
from visualizer.stage.thought import MOST_STEPS, draw_on_board, draw_thought, told
from visualizer.stage.view import View

MINES = '{kind: gnomine, board: ". . .\\n1 2 1\\n0 0 0"}'
BOARDS = {
    "mines": (MINES, "gac", '{"(0,1)": mine}'),
    "sudoku": ('{kind: sudoku, grid: "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3'
               '..9..5.1.3.."}',
               "mrv-static", "{B8: 8}"),
    "hidden": ('{kind: sudoku, grid: "..3.2.6..9....5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3'
               '..9....17..."}', "mrv-static", "{B2: 2}"),
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


def test_where_a_value_has_no_place_its_unit_breaks_on_the_board() -> None:
    """Suppose that the only place of 6 in row B were another value: no cell is empty, but the row is without a 6."""
    session = open_session(text("hidden"))
    session.director.goto(0)
    view = View(session.scenario.algorithm, session.board, session.timeline, session.state, thought=session.thought)
    canvas, box = RecordingCanvas(), Rect(0, 0, 700, 600)
    draw_on_board(canvas, box, view, theme("dark"))
    rims = [Rect(*[float(str(x)) for x in op.args[:4]]) for op in canvas.ops
            if op.name == "rect" and op.args[4] is None and op.args[5] == theme("dark").mine]
    inside = [x for x in session.board.layout.places if rims[0].contains(*session.board.place(box, x).center)]
    assert len(rims) == 1
    assert inside == [f"B{column}" for column in range(1, 10)]


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


def panel_of(board: str, width: float) -> RecordingCanvas:
    canvas = RecordingCanvas()
    draw_thought(canvas, Rect(0, 0, width, 300), thinking(board)[1], theme("light"), 1.0)
    return canvas


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_said_where_it_breaks_lies_within_its_frame(board: str) -> None:
    canvas = panel_of(board, 540)
    frame = next((Rect(*op.args[:4]) for op in canvas.ops  # type: ignore[arg-type]
                  if op.name == "rect" and op.args[5] == theme("light").bad), None)
    if frame is not None:
        lines = [place for _, place in texts(canvas) if frame.contains(*place.center)]
        assert all(frame.y + 3 <= place.y and place.bottom <= frame.bottom - 3 for place in lines)


def test_a_sentence_that_begins_with_a_row_of_the_board_has_a_capital() -> None:
    said = [text for text, _ in texts(panel_of("hidden", 540))]
    assert any(line.startswith("Row B breaks") for line in said)


@pytest.mark.parametrize("board", BOARDS)
def test_while_a_reason_is_drawn_the_thought_is_not(board: str) -> None:
    """Two explanations over each other, of what is so and of what is only supposed, explain neither."""
    session, view = thinking(board)
    place = next(iter(session.board.layout.places))
    view.reason = (Link(causes=(Spot(place),)),)
    box, canvas = Rect(0, 0, 1260, 640), RecordingCanvas()
    draw_stage(canvas, box, view, theme("dark"), 1.0)
    alone = places_of(canvas, box, view, 1.0)
    on_board = [op.args[2] for op in canvas.ops if op.name == "text" and alone.board.contains(
        float(str(op.args[0])), float(str(op.args[1])))]
    assert on_board and "suppose" not in on_board


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


# --- a thought that is over runs back --------------------------------------------------------------------------------

ORDER = ("mines", "sudoku", "formula", "map", "street", "clue", "network")


def _rests(view: View, monkeypatch: pytest.MonkeyPatch, times: tuple[float, ...]) -> list[int]:
    """How many steps of a thought the board shows at each of these times; -1: nothing of it."""
    found: list[int] = []
    for t in times:
        board, seen = RecordingCanvas(), list[State]()
        view.t = t
        with monkeypatch.context() as patch:
            patch.setattr(type(view.board), "draw", lambda *told, seen=seen: seen.append(told[4]))  # the state after
            draw_stage(board, Rect(0, 0, 1260, 640), view, theme("dark"), 1.0)
        state = seen[-1]
        supposed = view.dropped is not None and bool(set(view.dropped.thought.supposed) & {
            name.partition("=")[0] for name in state.family.tentative})
        found.append(len(state.family.tentative) if supposed else -1)
    return found


@pytest.mark.parametrize("board", ORDER)
def test_what_was_supposed_goes_back_last_first(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it came, in reverse; then nothing is left of it, and the rest of the way is what it is elsewhere."""
    session, view = thinking(board)
    thought = session.thought
    session.forward(Grain.MICRO)
    now, dropped = session.thinking(0.0)
    assert now is None and dropped is not None and dropped.thought is thought and session.drops
    view = replace(view, thought=None, dropped=dropped, timeline=session.timeline, before=dropped.timeline.state)
    rests = _rests(view, monkeypatch, (0.0, 0.3, 0.5, 0.8, 0.93, 0.95, 1.0))
    gone = rests.index(-1)
    assert rests[0] == max(rests) > 0 and rests[:gone] == sorted(rests[:gone], reverse=True)
    assert rests[gone:] == [-1] * (7 - gone) and 4 < gone + 1 <= 6
    assert session.thinking(1.0) == (None, None)


def test_on_the_way_back_it_goes_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    later = "  - when: {event: TupleTried}\n    say: Suppose."
    session = open_session(text("mines").replace("  - say: Suppose.", later))
    session.director.goto(0)
    assert session.thought is not None
    session.back(Grain.MICRO)
    now, dropped = session.thinking(0.3)
    assert now is None and dropped is not None and dropped.back
    timeline, before, t = session.seen(0.3)
    assert t == pytest.approx(0.7)
    view = View(session.scenario.algorithm, session.board, timeline, before, dropped=dropped)
    rests = _rests(view, monkeypatch, (1.0, 0.7, 0.5, 0.1, 0.05, 0.01, 0.0))
    assert rests == sorted(rests, reverse=True) and rests[0] > rests[3] and rests[-2:] == [-1, -1]
    session.forward("cue")
    session.forward(Grain.MICRO)
    session.cue_back()
    assert session.thinking(0.3) == (None, None)  # where it is going to stand, it comes when all else is over
    assert session.thinking(1.0)[0] is not None


def test_in_a_recording_it_goes_back_too(tmp_path: Path) -> None:
    path = tmp_path / "lesson.yaml"
    on = "  - say: So there is none.\n  - step: {grain: micro, count: 1}\n    say: On.\n"
    path.write_text(text("mines", on), encoding="utf-8")
    film = plan(load(path))
    over = [frame for frame in film.frames if frame.drops is not None]
    assert [(frame.drops, frame.position, frame.moves) for frame in over] == [((0, 0), 0, True)]
    ribbons = []
    for t in (*BETWEEN, 1.0):
        canvas = RecordingCanvas()
        film.draw(canvas, over[0], SIZE, theme("dark"), t)
        ribbons.append("suppose" in [op.args[2] for op in canvas.ops if op.name == "text"])
    assert ribbons == [True, True, False, False]


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


# --- what was known stays so, what is only supposed never looks known ------------------------------------------------


@cache
def recorded(name: str) -> tuple[Scenario, Board, Timeline[State]]:
    scenario = load(find(name))
    timeline = open_timelines(scenario)[0]
    while not timeline.done and len(timeline.events) < 400:
        timeline.pull(100)
    return scenario, board_for(scenario.puzzle), timeline


def solid(board: Board, state: State) -> dict[str, str]:
    """What the board writes large as known, by place."""
    if isinstance(board, SudokuBoard):
        cells = board.looks(state, theme("dark"))
        return {x: look.digit for x, look in cells.items() if look.digit and not look.supposed}
    assert isinstance(board, ZebraBoard)
    lights = StreetLights(board.puzzle, state, None, board.peers(state), board.role)
    looks = {(row, house): board.look(state, row, house, lights, theme("dark"))
             for row in range(len(board.puzzle.attributes)) for house in board.puzzle.every}
    rows = list(board.puzzle.attributes.values())
    return {rows[row][look.name]: str(house) for (row, house), look in looks.items()
            if look.name is not None and not look.supposed}


@pytest.mark.parametrize("name", ["hidden-singles", "a-conflict-without-a-culprit", "who-owns-the-zebra",
                                  "what-a-row-knows", "ac-3-against-gac"])
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_a_thought_keeps_what_is_known_and_shows_nothing_else_as_known(name: str, data: st.DataObject) -> None:
    scenario, board, timeline = recorded(name)
    timeline.seek(data.draw(st.integers(0, len(timeline.events))))
    state = timeline.state
    known = state.known()
    unsure = [x for x, left in known.items() if len(left) > 1]
    assume(unsure and not state.family.supposed.solved)  # or what is solid is a solution, which a thought drops
    x = data.draw(st.sampled_from(unsure))
    thought = thought_of(scenario.puzzle, state, {x: data.draw(st.sampled_from(known[x]))})
    certain = {y: str(left[0]) for y, left in known.items() if len(left) == 1}
    written = {y: value for y, value in solid(board, state).items() if certain.get(y) == value}
    for steps in range(len(thought.steps) + 1):
        shown = solid(board, thought_state(state, thought, steps))
        assert shown.items() <= certain.items()
        broken = any(step.empty in written for step in thought.steps[:steps])
        assert broken or written.items() <= shown.items()


@pytest.mark.parametrize("name", ["who-owns-the-zebra", "medium"])
def test_a_label_without_a_choice_is_not_supposed(name: str) -> None:
    """What has a value before the first choice has it in the solution; behind it, only choices are drawn as chosen."""
    _, _, timeline = recorded(name)
    timeline.pull_all()
    timeline.seek(len(timeline.events))
    solution = dict(timeline.state.domains)
    assert timeline.state.outcome == "solved"
    kinds = set()
    for position in range(len(timeline.events)):
        timeline.seek(position)
        search = search_of(timeline.state)
        if search.solved:
            continue
        chosen = {label.variable for label in search.branch if label.size > 1}
        tentative = search.tentative
        sure = search.assigned.keys() - tentative.keys()
        assert all(timeline.state.domains[x] == solution[x] for x in sure)
        assert {x for x, is_choice in tentative.items() if is_choice} == chosen & search.assigned.keys()
        kinds |= {"sure"} if sure & {label.variable for label in search.branch} else set()
        kinds |= {"follows" if label.size == 1 else "chosen" for label in search.branch if label.variable in tentative}
    assert kinds == ({"sure", "follows", "chosen"} if name == "who-owns-the-zebra" else {"sure"})
