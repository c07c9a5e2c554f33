"""The notepad shows what is known and how it is found; whatever the size, nothing lies on anything else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import trace
from algorithms.counting.clue import exact
from algorithms.events import DuplicateDropped, Estimated, Flipped, MarginalFound, RandomlyAssigned, SampleRecorded
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.deck import TITLES
from algorithms.problems.clue.network import places_of
from algorithms.sampling.sampling import rmsd
from kit.clue_play import EMPTY, SMALL, TABLE_1, game, scenario, session
from kit.drawn_texts import LETTERS, overlaps
from kit.drawn_texts import texts as drawn_texts
from kit.known_lessons import recorded
from kit.session_desk import finish
from kit.states import before
from scenarios.loader import find
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.counting.deals import counting_facts
from visualizer.families.sampling.family import deals_in, sampling_in
from visualizer.families.sampling.panels import headline, totals
from visualizer.families.sampling.plot import draw_sampling_plot
from visualizer.families.sampling.progress import Progress, visits
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.puzzles.clue.log import log_places, short
from visualizer.puzzles.clue.look import CellLook, Lights, Looks, draw_cell, known_cards, number, sampled
from visualizer.puzzles.clue.state import log_of
from visualizer.runs.boards import Exact
from visualizer.runs.families import start_state
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.stage.links import Links

BOXES = [Rect(0, 0, 830, 560), Rect(10, 20, 500, 600), Rect(0, 0, 300, 560), Rect(0, 0, 1300, 900), Rect(5, 5, 120, 90)]
THEME = theme("dark")


def texts(board: ClueBoard, state: State, box: Rect = BOXES[0], marks: Sequence[str] = (),
          pointed: str | None = None) -> list[str]:
    canvas = RecordingCanvas()
    board.draw(canvas, box, state, state, 1.0, THEME, marks, pointed)
    return [str(op.args[2]) for op in canvas.ops if op.name == "text"]


def board_of(made: Session) -> ClueBoard:
    assert isinstance(made.board, ClueBoard)
    return made.board


# --- what is known ---------------------------------------------------------------------------------------------------


def test_at_the_end_the_state_has_the_exact_shares_and_the_board_table_1b() -> None:
    made = finish(session())
    state, clue = made.state, game()
    deals_of_state = deals_in(state)
    assert deals_of_state is not None
    counts, deals = exact(deals_of(clue))
    wanted = {f"{clue.deck.cards[card]}={clue.places[place]}": number / deals
              for card, row in counts.items() for place, number in row.items()}
    assert {name: float(share) for name, share in deals_of_state.shares.items() if share} == pytest.approx(wanted)
    assert all(set(state.domains[card]) == {place for place in clue.places if wanted.get(f"{card}={place}")}
               for card in clue.deck.cards)
    looks = Looks(state, Lights(clue, state, None), {}, THEME)
    row = [looks.cell("di", place).text for place in clue.places]
    assert row == ["0.06", "X", "0.14", "0.47", "0.05", "0.13", "0.14"]  # as printed
    assert [looks.cell("re", place).text for place in clue.places] == ["X"] * 6 + ["O"]


@pytest.mark.parametrize("lesson", ["before-the-first-turn", "nobody-refuted"])
def test_the_notepad_says_no_literal_before_the_run_has_it(lesson: str) -> None:
    timeline = recorded(find(lesson))[0]
    for position in range(1, len(timeline.events) + 1):
        timeline.seek(position)
        state, clue = timeline.state, log_of(timeline.state).position()
        sat = sat_in(state)
        assert sat is not None
        looks = Looks(state, Lights(clue, state, None), {}, THEME)
        said = {f"{card}={place}": looks.cell(card, place).text for card in clue.deck.cards for place in clue.places}
        assert {name: text for name, text in said.items() if text} == {
            name: "O" if value else "X" for name, value in sat.values.items()}
        assert sum(known_cards(state, clue.places).values()) == [*said.values()].count("O")


def test_the_board_says_names_hands_and_deals() -> None:
    made = finish(session())
    said = texts(board_of(made), made.state)
    assert {"Mustard", "Lead pipe", "mu (me)", "3 of 3", "2 of 3", "6,798 deals fit", "Case file"} <= set(said)
    assert {"mu: sc re ba", "wh: sc re li"} <= set(said)
    assert any(text.strip() == "→ sc ba" for text in said)


def test_names_in_full_stand_above_all_columns_or_none() -> None:
    made, seen, marked = finish(session()), set[int](), set[int]()
    names = {TITLES[player] for player in made.state.position().players}
    for wide in range(240, 1200, 20):  # narrow, cards have no names in full either
        box = Rect(0, 0, wide, wide * 0.8)
        canvas = RecordingCanvas()
        board_of(made).draw(canvas, box, made.state, made.state, 1.0, THEME)
        heads = [op.args for op in canvas.ops if op.name == "text" and op.args[5] == "center"
                 and op.args[2] in {*names, "(me)"}]
        seen.add(len(heads))
        if not any(op.args[2] == f"{board_of(made).puzzle.me} (me)" for op in canvas.ops if op.name == "text"):
            marked.add(sum(head[2] == "(me)" for head in heads))
    assert seen <= {0, 1, len(names)} and len(seen) >= 2 and 1 in marked  # alone, or in the place of a name


@pytest.mark.parametrize("high", [180, 230, 300, 500])
def test_two_letters_stand_above_all_columns_or_none(high: int) -> None:
    made = finish(session())
    for wide in range(240, 1300, 30):
        canvas = RecordingCanvas()
        board_of(made).draw(canvas, Rect(0, 0, wide, high), made.state, made.state, 1.0, THEME)
        shown = [str(op.args[2])[:2] for op in canvas.ops if op.name == "text" and op.args[5:7] == ("center", "bold")]
        assert {place in shown for place in made.state.position().places} != {False, True}, wide


@pytest.mark.parametrize("high", [110, 180, 300, 500])
def test_no_line_of_the_log_lies_on_another_however_small_the_board_is(high: int) -> None:
    """Where its lines cannot be read there is no log."""
    made, seen = finish(session()), set[bool]()
    for wide in range(120, 1300, 30):
        canvas = RecordingCanvas()
        board_of(made).draw(canvas, Rect(0, 0, wide, high), made.state, made.state, 1.0, THEME)
        logged = {op.args[2] for op in canvas.ops if op.name == "text" and op.args[6] == "mono"}
        seen.add(any(": " in str(text) for text in logged))
        assert not [pair for pair in overlaps(canvas) if logged & set(pair)], wide
    assert seen == {False, True}


@pytest.mark.parametrize(("share", "said"), [(0.004, "<.01"), (0.5, "0.50"), (0.999, ">.99"), (1.0, "1.00")])
def test_no_probability_is_rounded_to_a_certainty(share: float, said: str) -> None:
    assert number(share) == said


def test_a_line_that_is_pointed_at_lights_its_cells_and_a_cell_its_lines() -> None:
    clue = game()
    state = before(clue, "clue-exact")
    of_line = Lights(clue, state, "line 3")
    assert of_line.roles["gr=pe"].fill == of_line.roles["ha=pe"].fill == "unknown"
    assert of_line.lines[2].fill == "constraint"
    passed = Lights(clue, state, "line 2")
    assert passed.roles["ca=gr"].fill == "known_fill"
    assert "ca=sc" not in passed.roles
    of_cell = Lights(clue, state, "re=pe")
    assert set(of_cell.lines) == {0, 2, 7, 9}  # showed one of three in line 3; could not refute the others


# --- geometry --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [TABLE_1, SMALL, EMPTY], ids=["table 1", "small", "empty"])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_every_place_is_found_where_it_is_drawn(box: Rect, puzzle: str) -> None:
    made = session(puzzle)
    board = board_of(made)
    texts(board, made.state, box)
    for name in board.layout.places:
        place = board.place(box, name)
        if place.w > 0:
            assert board.at(box, *place.center) == name
            assert place.x >= box.x - 0.5
            assert place.right <= box.right + 0.5
            assert place.bottom <= box.bottom + 0.5
    cells = [board.place(box, name) for name in board.layout.places if "=" in name]
    assert len({(round(cell.x), round(cell.y)) for cell in cells}) == len(cells)


@pytest.mark.parametrize("box", BOXES[:4], ids=str)
def test_no_text_leaves_the_board_or_lies_on_another(box: Rect) -> None:
    made = finish(session())
    canvas = RecordingCanvas()
    board_of(made).draw(canvas, box, made.state, made.state, 1.0, THEME)
    assert not overlaps(canvas)
    for _, text in drawn_texts(canvas):
        assert text.x >= box.x - 1
        assert text.right <= box.right + 1


# --- counting --------------------------------------------------------------------------------------------------------


def test_the_panel_follows_the_sum() -> None:
    made = session(SMALL)
    seen = set()
    while not made.at_end:
        made.timeline.seek(made.timeline.position + 1)
        deals = deals_in(made.state)
        assert deals is not None
        seen |= {fact.label for fact in counting_facts(made.state, deals)}
    assert {"Classes", "gr", "Deals that fit", "Case file, rooms"} <= seen


# --- sampling --------------------------------------------------------------------------------------------------------


def test_the_folded_chains_are_where_the_events_say() -> None:
    made = session(TABLE_1, "clue-sample-2", "{iterations: 300, chains: 3}")
    finish(made)
    events = made.timeline.events
    true: dict[int, set[str]] = {}
    for event in events:
        if isinstance(event, RandomlyAssigned):
            true[event.chain] = set(event.true)
        elif isinstance(event, Flipped):
            (true[event.chain].add if event.value else true[event.chain].discard)(event.variable)
        elif isinstance(event, SampleRecorded | DuplicateDropped):
            assert true[event.chain] == set(event.sample)
    state = sampling_in(made.state)
    assert state is not None
    assert state.true == true
    last = next(event for event in reversed(events) if isinstance(event, Estimated))
    shares = state.shares()
    assert [shares.get(name, 0.0) for name in last.variables] == pytest.approx(list(last.estimates))
    assert state.recorded == last.samples


def test_intervals_are_beside_the_estimates() -> None:
    """The foot counts the exact shares that are inside; a cell shows the interval of the last estimate."""
    made = session(TABLE_1, "clue-sample-2", "{iterations: 300, chains: 3}")
    finish(made)
    state = made.state
    sampling = sampling_in(state)
    assert sampling is not None
    last = next(event for event in reversed(made.timeline.events) if isinstance(event, Estimated))
    shares = board_of(made).exact(state).shares
    inside = [low <= shares[name] <= high for name, low, high in zip(last.variables, last.low, last.high, strict=True)
              if name in shares]
    assert 20 < sum(inside) <= len(inside) == 54
    assert f"{sum(inside)} of 54 in their interval" in sampled(sampling, shares)
    looks = Looks(state, Lights(board_of(made).puzzle, state, None), shares, THEME)
    at = last.variables.index("mu=wh")
    assert looks.cell("mu", "wh").interval == (last.low[at], last.high[at])


def test_any_seek_gives_the_same_state() -> None:
    made = session(TABLE_1, "clue-sample-1", "{iterations: 200, chains: 2}")
    made.timeline.pull_all()
    rng = random.Random(1)
    for _ in range(30):
        position = rng.randrange(len(made.timeline.events) + 1)
        fresh = start_state(made.puzzle, made.scenario.algorithm, made.scenario.form)
        for event in made.timeline.events[:position]:
            fresh.apply(event)
        made.timeline.seek(position)
        assert sampling_in(made.timeline.state) == sampling_in(fresh)
        assert made.timeline.state.domains == fresh.domains


def test_the_board_shows_candidates_tabu_and_errors() -> None:
    made = session(TABLE_1, "clue-sample-2", "{iterations: 400}")
    finish(made)
    said = texts(board_of(made), made.state)
    state = sampling_in(made.state)
    assert state is not None
    assert any(text.startswith(f"{state.recorded} samples; RMSD 0.") for text in said)
    scored = next(position for position in range(len(made.timeline.events))
                  if type(made.timeline.events[position]).__name__ == "CandidatesScored"
                  and made.timeline.events[position].tabu)  # type: ignore[attr-defined]
    made.show(scored + 1)
    event = made.timeline.events[scored]
    tabs = Lights(game(), made.state, None).tabs
    assert set(tabs) == set(event.candidates)  # type: ignore[attr-defined]
    assert {name for name, tab in tabs.items() if tab.endswith("t")} == set(event.tabu)  # type: ignore[attr-defined]
    earlier = sampling_in(made.state)
    assert earlier is not None
    assert "not satisfied" in headline(earlier)
    assert totals(earlier)[0].label == "Samples"


def test_samplers_have_a_plot_and_others_have_none() -> None:
    made = session(TABLE_1, "clue-sample-2", "{iterations: 50}")
    assert "plot" in made.scenario.algorithm.panels
    assert "plot" not in scenario().algorithm.panels


def test_the_plot_has_the_errors_of_all_estimates_and_all_visits() -> None:
    lesson = scenario(TABLE_1, "clue-sample-1", "{iterations: 500, chains: 2}")
    events, answer = trace(lesson.steps())
    made = Session(lesson)
    made.timeline.pull_all()
    made.timeline.seek(len(made.timeline.events))
    against = board_of(made).exact(made.state)
    assert against.deals == 6798
    progress = Progress(against)
    progress.follow(made.timeline, len(made.timeline.events))
    assert len(progress.points) == sum(isinstance(event, Estimated) and event.samples > 0 for event in events)
    assert progress.points[-1].together == pytest.approx(rmsd(answer.shares, against.shares))
    assert len(progress.points[-1].each) == 2
    visited = visits(made.timeline)
    found = [event for event in events if isinstance(event, SampleRecorded | DuplicateDropped)]
    assert sum(visited.values()) == len(found)
    assert len(visited) == len({event.sample for event in found})
    canvas = RecordingCanvas()
    draw_sampling_plot(canvas, Rect(0, 0, 500, 240), made.timeline, against, THEME, 1.0, Links())
    said = " ".join(str(op.args[2]) for op in canvas.ops if op.name == "text")
    assert f"RMSD {progress.points[-1].together:.4f} after 500 iterations" in said
    assert f"{len(visited)} of 6,798 deals visited; " in said
    assert f"hatched: {6798 - len(visited):,} never visited" in said


def test_the_plot_goes_back_in_time() -> None:
    made = session(TABLE_1, "clue-sample-1", "{iterations: 300}")
    made.timeline.pull_all()
    said = []
    for position in (len(made.timeline.events), 0, 400, len(made.timeline.events)):
        made.timeline.seek(position)
        canvas = RecordingCanvas()
        draw_sampling_plot(canvas, Rect(0, 0, 500, 240), made.timeline, Exact({}, 6798), THEME, 1.0,
                           Links())
        said.append([op.args[2] for op in canvas.ops if op.name == "text"])
    assert said[0] == said[3]
    assert "0 of 6,798 deals visited" in said[1]


# --- a long log ------------------------------------------------------------------------------------------------------


@given(st.integers(1, 60), st.none() | st.integers(0, 70), st.none() | st.integers(0, 70))
def test_as_many_lines_as_have_room_with_the_one_to_be_shown(lines: int, show: int | None, top: int | None) -> None:
    box = Rect(5, 7, 200, 430)
    places = log_places(box, 20.0, lines, show, top)
    numbers = [int(name.removeprefix("line ")) for name in places]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert numbers[0] >= 1
    assert numbers[-1] <= lines
    assert len(numbers) == min(lines, 29)
    assert all(box.y < place.y and place.bottom < box.bottom for place in places.values())
    if show is not None:
        assert min(show, lines - 1) + 1 in numbers
    elif top is None:
        assert numbers[-1] == lines


def test_a_line_that_is_pointed_at_comes_into_view_and_goes_again() -> None:
    made = session(TABLE_1)
    board = board_of(made)
    state, box = made.state, Rect(0, 0, 700, 250)
    assert state.moves is not None
    state.moves = replace(log_of(state), log=log_of(state).log * 5)
    last = texts(board, state, box)
    assert f" → {short(log_of(state).log[-1])[1]}" in last
    first = texts(board, state, box, marks=("line 1",))
    assert "lines 1 to" in " ".join(first)
    assert board.place(box, "line 1").w > 0
    assert texts(board, state, box) == last


# --- why -------------------------------------------------------------------------------------------------------------


def test_w_tells_the_reason_and_marks_its_lines() -> None:
    made = finish(session())
    made.explain("st=pl")
    assert "Plum showed Peacock, the revolver or the study (line 8)" in made.notice
    assert {"line 1", "line 6", "line 8", "st=pl"} <= set(made.marks)
    assert made.notice.endswith("W proves it, step by step. Click the place to go to event 10.")
    made.explain("st=pl")
    event = made.timeline.event
    assert getattr(event, "card", None) == "st" or isinstance(event, MarginalFound)


@pytest.mark.parametrize("algorithm", ["clue-exact", "at-least-propagation", "clue-row-by-row"])
def test_every_place_can_be_explained(algorithm: str) -> None:
    made = finish(session(TABLE_1, algorithm))
    for place in board_of(made).layout.places:
        made.explain(place)
        assert made.notice
        assert "\n" not in made.notice
        assert set(made.marks) <= set(board_of(made).layout.places) | {"line 0"}


def test_what_is_open_tells_the_share_and_the_lines_about_it() -> None:
    made = finish(session())
    made.explain("ca=pe")
    assert "5,640 of 6,798" in made.notice
    assert "Line 2: pe showed one of wh, ca, li." in made.notice
    assert "Line 7: pe showed one of pl, ca, bi." in made.notice
    made.explain("line 3")
    assert "pe showed one of gr, re, ha" in made.notice
    made.explain("line 99")  # drawn before a key went back
    assert made.notice == "Nothing is known of line 99 so far."


def test_the_tabs_of_a_sampler_are_those_of_its_own() -> None:
    from visualizer.stage.view import View

    made = session(TABLE_1, "clue-sample-2", "{iterations: 50}")
    view = View(made.scenario.algorithm, made.board, made.timeline, made.before)
    assert view.algorithm.panels == ("pseudocode", "source", "plot")


@pytest.mark.parametrize("algorithm", ["clue-row-by-row", "clue-exact", "clue-sample-exact"])
def test_before_a_run_has_begun_nothing_of_the_log_is_inferred(algorithm: str) -> None:
    made = Session(scenario(TABLE_1, algorithm))
    clue, empty = game(), game(EMPTY)
    looks = Looks(made.state, Lights(clue, made.state, None), {}, THEME)
    for card in clue.deck.cards:
        told = [looks.cell(card, place).text for place in clue.places]
        dealt = places_of(empty)[card]
        assert told == ["X" if place not in dealt else "O" if len(dealt) == 1 else "" for place in clue.places]
    assert dict(known_cards(made.state, clue.places)) == {**dict.fromkeys(clue.places, 0), "mu": 3}
    finish(made)
    assert known_cards(made.state, clue.places)["cf"] == 2


def test_visits_are_the_same_whatever_way_one_comes_to_them() -> None:
    made = session(TABLE_1, "clue-sample-1", "{iterations: 120}")
    timeline = made.timeline
    timeline.pull_all()
    for position in (len(timeline.events), 40, 90, 3, len(timeline.events) // 2, 0, 60):
        timeline.seek(position)
        samples = [event.sample for event in timeline.events[:position]
                   if isinstance(event, SampleRecorded | DuplicateDropped)]
        assert dict(visits(timeline)) == {sample: samples.count(sample) for sample in samples}


@pytest.mark.parametrize("high", [250, 350, 450])
def test_all_columns_of_a_small_notepad_have_their_letters_or_none_has(high: int) -> None:
    made = session()
    board, state, seen = board_of(made), made.state, set[int]()
    for wide in range(70, 420, 10):
        canvas, frame = RecordingCanvas(), board.frame(Rect(0, 0, wide, high))
        board._draw_heads(canvas, frame, state, THEME)
        said = [str(op.args[2]).partition(" (")[0] for op in canvas.ops if op.name == "text"]
        found = [place for place in frame.lefts if place in said]
        assert found in ([], [*frame.lefts]), wide
        assert not overlaps(canvas)
        seen.add(len(found))
    assert len(seen) == 2


def test_the_foot_of_a_narrow_notepad_does_not_count_an_error_as_another_sample() -> None:
    made = finish(session(TABLE_1, "clue-sample-2", "{iterations: 300, chains: 3}"))
    board, sampling = board_of(made), sampling_in(made.state)
    assert sampling is not None
    for wide in range(90, 500, 10):
        text, _, _ = board._foot(RecordingCanvas(), board.frame(Rect(0, 0, wide, 300)), made.state)
        assert sampled(sampling, board.exact(made.state).shares).startswith(text)


@pytest.mark.parametrize("puzzle", ["deals", "samples"])
def test_the_foot_of_a_notepad_is_no_wider_than_that_nor_too_small_to_be_read(puzzle: str) -> None:
    made = finish(session() if puzzle == "deals" else session(TABLE_1, "clue-sample-2", "{iterations: 300, chains: 3}"))
    board, canvas, seen = board_of(made), RecordingCanvas(), set[str]()
    for high in (60, 130, 300, 900):
        for wide in range(30, 900, 10):
            frame = board.frame(Rect(0, 0, wide, high))
            text, (right, _), size = board._foot(canvas, frame, made.state)
            assert canvas.measure(text, size, "bold") <= frame.pad.w + 0.01 and size >= SMALLEST, (wide, high)
            assert right == frame.pad.right
            seen.add(text)
            told = () if text else board.numbers(canvas, Rect(0, 0, wide, high), made.state, THEME)
            assert all(one.of for one in told), "a number of a text that is not there"
    assert "" in seen and len(seen) >= 2


def test_the_cards_that_are_known_stand_above_all_columns_or_none_in_short_where_these_are_narrow() -> None:
    made, seen = finish(session()), set[str]()
    board = board_of(made)
    for wide in range(120, 900, 10):
        canvas, frame = RecordingCanvas(), board.frame(Rect(0, 0, wide, wide * 1.5))
        board._draw_heads(canvas, frame, made.state, THEME)
        said = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        for between in (" of ", "/"):
            counts = [text for text in said if between in text]
            assert len(counts) in (0, len(frame.lefts)), wide
            seen.update(between for _ in counts)
        assert not overlaps(canvas)
    assert seen == {" of ", "/"}


@pytest.mark.parametrize("high", [18.0, 18.6, 20.0, 26.0, 40.0])
def test_the_tick_of_an_exact_share_is_apart_from_the_number_above_it(high: float) -> None:
    canvas, colors, cell = RecordingCanvas(), theme("light"), Rect(10, 10, high * 1.3, high)
    draw_cell(canvas, cell, CellLook(colors.uncovered, colors.on_uncovered, "0.00", bar=0.0, tick=0.2), colors)
    _, y, _, size, *_ = (float(str(value)) if isinstance(value, float | int) else 0.0
                         for value in next(op.args for op in canvas.ops if op.name == "text"))
    tick = next(Rect(*map(float, map(str, op.args[:4]))) for op in canvas.ops if op.args[4:5] == (colors.mine,))
    assert y + LETTERS * size < tick.y - 1
    assert tick.h > cell.h * 0.2
