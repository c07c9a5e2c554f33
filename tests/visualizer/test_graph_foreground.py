"""A dense implication graph: edges from lower levels are counted, and drawn where one points; and what the picture says
when a search begins anew."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator

import pytest

from algorithms.core import find_algorithm
from algorithms.events import Forgotten, Learned, Restarted, Undone
from algorithms.problems.forms.cnf import CNF, negation
from algorithms.satisfiability.cdcl import Solver
from kit.drawn_texts import LETTERS, texts
from kit.known_lessons import known, recorded
from kit.measuring import HIDDEN, drawn, opened
from kit.sat_runs import pigeonhole, random_3sat
from kit.states import of_form
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.analysis import Analysis, analysis_of
from visualizer.families.satisfiability.focus import draw_sat_focus
from visualizer.families.satisfiability.foreground import DENSE, folded, stub_name, stubs, unfolds
from visualizer.families.satisfiability.graph_layout import along, labels, lay_out
from visualizer.families.satisfiability.graph_panel import draw_implication_graph
from visualizer.families.satisfiability.implication_graph import CONFLICT, Graph, implication_graph
from visualizer.families.satisfiability.panels import headline
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.stage.links import Links

BOX, DARK = Rect(0, 0, 790, 560), theme("dark")


def learned(cnf: CNF) -> Iterator[tuple[SatState, Analysis, Graph]]:
    """The ends of the analyses of a run, with their graphs."""
    whole = of_form(cnf)
    for event in find_algorithm("cdcl").start(cnf, {}, 0):
        whole.apply(event)
        if isinstance(event, Learned) and (analysis := analysis_of(sat_of(whole))) is not None:
            yield sat_of(whole), analysis, implication_graph(sat_of(whole))


@pytest.fixture(scope="module")
def dense() -> tuple[SatState, Analysis, Graph]:
    """The one with the most edges of those whose letters have room."""
    found = None
    for state, analysis, graph in learned(random_3sat(40, 4)):
        if lay_out(RecordingCanvas(), BOX, graph, {}, 1.0).size and (
                found is None or len(graph.edges) > len(found[2].edges)):
            found = copy.deepcopy(state), analysis, graph
    assert found is not None
    return found


def test_what_shows_and_what_is_counted_are_all_causes_in_the_clauses() -> None:
    """Facts, which no graph shows, are left out; of each literal that has a cause at the level one of these shows, and
    all of the conflict's."""
    seen = 0
    for state, analysis, graph in learned(random_3sat(40, 4)):
        hidden, levels = folded(graph, analysis), {entry.literal: entry.level for entry in analysis.trail}
        for node, clause in graph.clauses.items() if hidden else ():
            falsified = {negation(one) for one in set(state.literals_of(clause)) - {node}}
            causes = {name for name in graph.columns if falsified & {name, *graph.gathered.get(name, ())}}
            shown = {cause for cause, one in graph.edges if one == node and (cause, node) not in hidden}
            assert shown | {cause for cause, one in hidden if one == node} == causes or node in _gathered(graph)
            at_level = {cause for cause in causes if levels.get(cause) == analysis.level}
            if at_level:
                assert shown & at_level and (node != CONFLICT or at_level <= shown)
                seen += len(causes - shown)
    assert seen


def _gathered(graph: Graph) -> set[str]:
    """The nodes whose causes are gathered in one."""
    return {node for cause, node in graph.edges if cause in graph.gathered}


def test_a_graph_with_few_edges_shows_them_all() -> None:
    seen = 0
    for _, analysis, graph in learned(pigeonhole(3)):
        if len(graph.edges) <= DENSE:
            seen += 1
            assert not folded(graph, analysis)
    assert seen


def test_what_is_pointed_at_unfolds(dense: tuple[SatState, Analysis, Graph]) -> None:
    _, analysis, graph = dense
    for edge in folded(graph, analysis):
        assert not unfolds(edge, graph, Links())
        assert unfolds(edge, graph, Links(stub_name(edge[1])))
        assert edge[0] in graph.gathered or unfolds(edge, graph, Links(edge[0].lstrip("¬")))


def test_each_stub_can_be_pointed_at_and_shows_an_edge_more(dense: tuple[SatState, Analysis, Graph]) -> None:
    state, analysis, graph = dense
    hidden = folded(graph, analysis)
    links, plain = Links(), RecordingCanvas()
    draw_implication_graph(plain, BOX, state, DARK, 1.0, links)
    names = {name for _, name in links.spots}
    assert hidden
    for node in {node for _, node in hidden}:
        assert stub_name(node) in names
        canvas = RecordingCanvas()
        draw_implication_graph(canvas, BOX, state, DARK, 1.0, Links(stub_name(node)))
        count = sum(one == node for _, one in hidden)
        assert _heads(canvas) - _heads(plain) == count


def _heads(canvas: RecordingCanvas) -> int:
    """How many heads of arrows are drawn: the triangles."""
    corners = [op.args[0] for op in canvas.ops if op.name == "polygon"]
    return sum(isinstance(points, tuple) and len(points) == 6 for points in corners)


def test_numbers_of_edges_keep_clear_of_the_stubs(dense: tuple[SatState, Analysis, Graph]) -> None:
    _, analysis, graph = dense
    canvas = RecordingCanvas()
    layout = lay_out(canvas, BOX, graph, {}, 1.0)
    placed = [place for _, place in stubs(canvas, layout, folded(graph, analysis), 1.0).values()]
    numbers = labels(canvas, layout, graph, 1.0, placed, once=True)
    assert not any(number.meets(stub) for number in numbers.values() for stub in placed)
    assert len({node for _, node in numbers}) == len(numbers)
    assert CONFLICT in graph.columns


@pytest.mark.parametrize("options", [{}, {"all": True}], ids=["one", "all"])  # of all, each found one is excluded
def test_at_a_restart_no_clause_is_in_question_but_what_is_kept_is_said(monkeypatch: pytest.MonkeyPatch,
                                                                        options: dict[str, bool]) -> None:
    monkeypatch.setattr(Solver, "restart_unit", 2)
    cnf = random_3sat(40, 4) if not options else random_3sat(14, 1)
    whole, seen, kept = of_form(cnf), Counter[str](), 0
    for event in find_algorithm("cdcl").start(cnf, options, 0):
        whole.apply(event)
        state = sat_of(whole)
        kept += isinstance(event, Learned)
        if isinstance(event, Forgotten):
            kept -= len(event.clauses)
        if isinstance(event, (Restarted, Forgotten)):
            seen[type(event).__name__] += 1
            assert state.clause is None and state.begun and str(kept) in headline(state)
            canvas = RecordingCanvas()
            draw_sat_focus(canvas, Rect(0, 0, 500, 220), state, DARK, 1.0, Links())
            assert any(op.name == "text" and str(kept) in str(op) for op in canvas.ops)
        elif not isinstance(event, Undone):
            assert not state.news
    assert seen["Restarted"]


def slide(name: str, cue: int) -> tuple[RecordingCanvas, list[str], SatState]:
    """What a lesson shows in projector mode where a cue ends: the picture, the texts in it that are seen, the state."""
    screen = opened(known(find(name)))
    screen.projector.settings.projector = True
    drawn(screen)
    screen.transport.playback.to_cue(cue)
    canvas = drawn(screen, whole=True, now=HIDDEN)
    seen = [text for text, box in texts(canvas) if box.w > 0]
    return canvas, seen, sat_of(screen.transport.playback.timelines[0].state)


def test_on_a_slide_neither_the_star_nor_the_names_hide_another_name_or_the_number_of_the_cut() -> None:
    canvas, _, _ = slide("learning-from-a-loop", 6)
    shown = {text: box for text, box in texts(canvas) if box.w > 0}
    wide = {str(op.args[2]): float(str(op.args[7])) for op in canvas.ops if op.name == "text"}
    high = {str(op.args[2]): 2 * LETTERS * float(str(op.args[3])) for op in canvas.ops if op.name == "text"}
    for text in ("★", "cut 17", "¬body 144", "¬in(c,d)"):
        assert shown[text].w > wide[text] - 1
        assert shown[text].h > high[text] - 1


def test_on_a_slide_a_small_graph_names_the_decisions_that_are_not_to_blame() -> None:
    """The lesson says that these have nothing to do with the conflict."""
    _, shown, _ = slide("14-learning-from-a-conflict", 3)
    assert "cut 1" in shown
    assert "on no path to the conflict: ¬c @2 and ¬f @3" in shown


def test_on_a_slide_the_cards_have_words_though_many_are_reasons_from_lower_levels() -> None:
    """Such stand to the left and to the right in turn; all edges lead past the others of their column."""
    _, shown, state = slide("a-hard-formula", 0)
    graph = implication_graph(state)
    assert len([node for node, column in graph.columns.items() if not column]) > 5
    assert {*graph.columns} <= {*shown}
    assert all(text.strip() for text in shown)
    assert "+1" in shown


def test_on_a_slide_rows_move_together_before_cards_lose_their_words() -> None:
    _, shown, state = slide("learning-from-a-loop", 6)
    graph = implication_graph(state)
    assert max(Counter(graph.columns.values()).values()) == 7
    assert {*graph.columns} <= {*shown}
    assert shown.count("+1") == 10


def test_names_of_cards_without_words_cover_no_card_no_other_name_and_no_edge_of_the_first_column() -> None:
    """Such cards have no numbers of edges either: that there are more stands below."""
    seen = told = 0
    for state, analysis, _ in learned(random_3sat(40, 4)):
        graph = implication_graph(state, rows=8)
        canvas, hidden = RecordingCanvas(), folded(graph, analysis)
        layout = lay_out(canvas, Rect(0, 0, 536, 230), graph, {}, 1.0)
        if layout.size or not hidden:
            continue
        seen += 1
        things = [*layout.cards.values(), *layout.names.values()]
        assert not any(one.meets(other) for index, one in enumerate(things) for other in things[:index])
        for node, place in layout.names.items():
            if not graph.columns[node]:
                assert not any(place.contains(*along(way, part / 50))
                               for way in layout.ways.values() for part in range(51))
        assert not stubs(canvas, layout, hidden, 1.0)
        draw_implication_graph(canvas, Rect(0, 0, 536, 280), state, DARK, 1.0, Links())
        written = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        told += any(text.startswith("not all edges are drawn") for text in written)
        assert all(text.strip() for text in written)
    assert told > seen / 2 > 0


@pytest.mark.parametrize("box", [Rect(0, 0, 792, 162), Rect(0, 0, 900, 200), Rect(0, 0, 700, 240)], ids=str)
def test_ways_from_cards_in_turn_lead_past_the_others_of_their_column(box: Rect) -> None:
    seen = 0
    for _, _, graph in learned(random_3sat(40, 4)):
        layout = lay_out(RecordingCanvas(), box, graph, {}, 1.0)
        first = [layout.cards[node] for node, column in graph.columns.items() if not column]
        if not layout.size or len({card.center[0] > first[0].right for card in first}) < 2:
            continue
        seen += 1
        for (cause, _), way in layout.ways.items():
            for card in first:
                assert card == layout.cards[cause] or not any(
                    card.inset(1).contains(*along(way, part / 50)) for part in range(51))
    assert seen


def test_no_card_of_a_column_in_turn_leaves_its_box() -> None:
    for _, _, graph in learned(random_3sat(40, 4)):
        for high in range(100, 300, 20):
            layout = lay_out(RecordingCanvas(), Rect(0, 0, 800, high), graph, {}, 1.0)
            assert not layout.size or all(card.y >= 0 and card.bottom <= high for card in layout.cards.values())


def test_a_chain_has_all_its_lines_where_the_trail_below_keeps_a_row() -> None:
    """In a panel as high as on a window of 1280×800; at its end stands which point it has come to."""
    timeline, seen = recorded(find("learning-from-a-conflict"))[0], 0
    for event in timeline.events:
        if not isinstance(event, Learned):
            continue
        timeline.seek(1 + timeline.events.index(event))
        canvas, state = RecordingCanvas(), sat_of(timeline.state)
        draw_sat_focus(canvas, Rect(0, 0, 406, 212), state, DARK, 1.0, Links())
        said = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        numbers = [str(number) for number in range(1, len(state.derivation) + 2)]
        assert [text for text in said if text in numbers] == numbers
        assert f"first UIP, learned: {event.clause}" in said
        chips = [op.args for op in canvas.ops if op.name == "text" and "Δ" in str(op.args[2])]
        assert chips and all(float(str(y)) < 212 - 11 for _, y, *_ in chips)
        seen += 1
    assert seen


def test_a_conflict_is_named_as_its_form_names_what_is_false() -> None:
    timeline, canvas = recorded(find("one-too-many"))[0], RecordingCanvas()
    timeline.seek(len(timeline.events))
    draw_sat_focus(canvas, Rect(0, 0, 500, 220), sat_of(timeline.state), DARK, 1.0, Links())
    said = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
    assert "conflict in constraint 10" in said
    assert not [text for text in said if "clause" in text]
