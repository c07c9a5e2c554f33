"""A log row by row on the notepad: what a new line says is lit, what was found stays, and no place is left blank."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from algorithms import events as e
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.puzzle import Clue
from kit.known_lessons import known, recorded
from kit.widget_stage import texts
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.counting.deals import DealsState
from visualizer.families.counting.share import draw_share
from visualizer.families.counting.term import draw_legal_hands
from visualizer.puzzles.clue.look import Lights, Looks
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, TEST, UNKNOWN
from visualizer.runs.states import State
from visualizer.stage.links import Links

THEME = theme("light")


def rows() -> tuple[Clue, Timeline[State]]:
    puzzle = known(find("table-1-row-by-row")).puzzle
    assert isinstance(puzzle, Clue)
    return puzzle, recorded(find("table-1-row-by-row"))[0]


def entered(timeline: Timeline[State]) -> Iterator[e.LineEntered]:
    """Stands at each line that was just entered."""
    for position in timeline.positions(e.LineEntered):
        timeline.seek(position + 1)
        event = timeline.events[position]
        assert isinstance(event, e.LineEntered)
        yield event


def test_where_a_card_was_found_it_stays_when_the_next_line_comes() -> None:
    _, timeline = rows()
    certain: dict[str, str] = {}
    for event in entered(timeline):
        now = {card: str(places[0]) for card, places in timeline.state.domains.items() if len(places) == 1}
        assert certain.items() <= now.items(), event.number
        timeline.seek(next((at for at in timeline.positions(e.LineEntered) if at >= timeline.position),
                           len(timeline.events)))
        certain = {card: str(places[0]) for card, places in timeline.state.domains.items() if len(places) == 1}
    assert certain["st"] == "pl" and len(certain) == 10


def test_behind_a_count_each_place_has_a_share_or_is_crossed_out() -> None:
    _, timeline = rows()
    for at in (*timeline.positions(e.LineEntered)[1:], len(timeline.events)):
        timeline.seek(at)
        found = timeline.state.of(DealsState)
        assert found is not None
        blank = {f"{card}={place}" for card, places in timeline.state.domains.items() for place in places}
        assert blank <= found.shares.keys()


def test_what_a_new_line_says_is_lit_until_deals_are_counted() -> None:
    clue, timeline = rows()
    for event in entered(timeline):
        lights = Lights(timeline.state.position(), timeline.state, None)
        facts = [fact for fact in clue.played if fact.line == event.number - 1]
        lit = {literal.name: UNKNOWN if len(fact.literals) > 1 else CONSTRAINT if literal.there else KNOWN
               for fact in facts for literal in fact.literals}
        assert lights.roles == lit and lit
        timeline.seek(next(at for at in timeline.positions(e.DealsCounted) if at >= timeline.position) + 1)
        assert not Lights(timeline.state.position(), timeline.state, None).roles


def test_two_of_three_cards_crossed_out_leave_the_third_one() -> None:
    """Line 8: the study is all that Plum can have shown."""
    _, timeline = rows()
    timeline.seek(next(at for at in timeline.positions(e.CardSettled)
                       if timeline.events[at] == e.CardSettled("st", "pl")) + 1)
    state = timeline.state
    lights = Lights(state.position(), state, None)
    looks = Looks(state, lights, {}, THEME)
    assert [(lights.roles[f"{card}=pl"], looks.cell(card, "pl").text) for card in ("pe", "re", "st")] == [
        (UNKNOWN, "X"), (UNKNOWN, "X"), (TEST, "O")]


# --- lesson 74 ------------------------------------------------------------------------------------------------------


def test_a_share_has_as_many_boxes_as_there_are_deals() -> None:
    timeline = recorded(find("counting-deals"))[0]
    positions = timeline.positions(e.MarginalFound)
    for position in positions:
        event = timeline.events[position]
        assert isinstance(event, e.MarginalFound)
        canvas = RecordingCanvas()
        draw_share(canvas, Rect(0, 0, 400, 74), event, THEME, 1, Links())
        boxes = [op for op in canvas.ops if op.name == "rect"]
        assert len(boxes) == event.total == 7
        assert sum(op.args[4] == THEME.known for op in boxes) == event.count
        assert " ".join(texts(canvas)).endswith(f"{event.count} of 7 deals")
    assert len(positions) > 5


@pytest.mark.parametrize("width", [380, 430, 700])
def test_legal_hands_are_seen_one_by_one(width: int) -> None:
    timeline = recorded(find("counting-deals"))[0]
    timeline.seek(timeline.positions(e.HandsCounted)[1] + 1)
    found, clue = timeline.state.of(DealsState), timeline.state.position()
    assert found is not None and [(one.place, one.hands) for one in found.hands] == [("pl", 10), ("gr", 2)]
    canvas = RecordingCanvas()
    draw_legal_hands(canvas, Rect(0, 0, width, 150), deals_of(clue), found.hands, clue.deck.category, THEME, 1, Links())
    said = texts(canvas)
    assert {"10", "2", "legal hands"} <= {*said}
    chips = [text for text in said if text in ("Mu", "Gr", "Pl", "Ha", "Lo")]
    assert len(chips) == 10 * 2 + 2 * 1 and chips[-2:] == ["Pl", "Ha"]
