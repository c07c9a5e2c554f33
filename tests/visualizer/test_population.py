"""How a population is seen: its state is the algorithm's own, the costs add up, reasons are true, no text lies on
another, and a large population is bounded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any

import pytest

from algorithms.genetic import events as g
from algorithms.problems.forms.csp import csp_of
from kit.drawn_lessons import drawn
from kit.drawn_texts import common, outside, overlaps, texts
from kit.every_board import BOARDS, looked_at_all_along
from kit.known_lessons import known, recorded, timeline_of
from kit.populations import told
from kit.session_desk import open_session
from kit.states import moments
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.genetic.heatmap import STILL, Way, agreement, draw_heatmap, lines_of, most_of
from visualizer.families.genetic.on_board import draw_best
from visualizer.families.genetic.plot import generations
from visualizer.families.genetic.roulette import chances, draw_roulette
from visualizer.families.genetic.state import population_of
from visualizer.runs.boards import Board, board_for
from visualizer.runs.explanations import explain
from visualizer.runs.posing import pose
from visualizer.runs.questions import questions_of
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

LESSONS = ("stuck-one-step-from-the-goal", "where-to-cut")
NO_NUMBERS = {"families.genetic.on_board._draw_moved": {r"was 0": "a value that the best one before had"}}
SIZES = [(1280, 800), (1920, 1080), (640, 480)]
TABS = ("population", "fitness", "costs", "pseudocode")


@pytest.mark.parametrize("name", LESSONS)
def test_the_state_is_the_population_that_the_events_tell_of(name: str) -> None:
    timeline = timeline_of(name)
    wanted = set(moments(timeline, 40))
    for position, (_, now) in enumerate(told(timeline.events), 1):
        if position in wanted:
            timeline.seek(position)
            population, state = population_of(timeline.state), timeline.state
            assert [dict(zip(now.begun.variables, genes, strict=True)) for genes in population.genes] == list(
                now.genes.values())
            assert population.fitness == list(now.fitness.values())
            assert {place: dict(zip(now.begun.variables, child.genes, strict=True))
                    for place, child in population.children.items()
                    } == ({} if population.parents is None else now.drafts)
            assert state.inferred == {}
            assert dict(state.known()) == dict(timeline.at(0).domains)
    timeline.seek(len(timeline.events))
    best = dict(zip(population_of(timeline.state).begun.variables,  # type: ignore[union-attr]
                    population_of(timeline.state).champion, strict=True))
    assert best == timeline.answer.best
    assert timeline.state.outcome == timeline.answer.outcome


@pytest.mark.parametrize("name", LESSONS)
def test_the_best_one_is_on_the_board_and_its_costs_add_up(name: str) -> None:
    timeline, network = timeline_of(name), csp_of(known(find(name)).puzzle)
    checked = 0
    for _ in moments(timeline, 40):
        population, state = population_of(timeline.state), timeline.state
        if not population.champion:
            continue
        assert population.begun is not None
        value = dict(zip(population.begun.variables, population.champion, strict=True))
        assert sum(cost.cost for cost in population.costs()) == population.worth
        violated = {c.name for c in network.constraints if not c.allows([value[x] for x in c.scope])}
        assert {cost.name for cost in population.costs()} == violated | set(population.outside())
        for x, at in value.items():
            assert state.domains[x] == (at,) if x not in population.outside() else at not in network.domains[x]
        assert population.worth == min(e.fitness for e in timeline.events[:timeline.position]
                                       if isinstance(e, g.BestFound))
        checked += 1
    assert checked > 20


def test_the_population_of_the_lesson_is_in_a_local_minimum() -> None:
    """As it says: no single swap in a row of the best one is better, and a child with two swaps is the way out."""
    timeline = timeline_of("stuck-one-step-from-the-goal")
    position = timeline.positions(g.GenerationEnded)[155] + 1
    timeline.seek(position)
    population = population_of(timeline.state)
    assert population.begun is not None
    network, prices = population.csp, population.prices
    value = dict(zip(population.begun.variables, population.champion, strict=True))
    assert population.worth == 1
    for unit in network.units.values():
        for x, y in combinations([x for x in unit if x not in network.given], 2):
            swapped = {**value, x: value[y], y: value[x]}
            assert sum(cost.cost for cost in prices.costs([swapped[z] for z in prices.genes.names])) >= 1
    born = next(index for index in range(position, len(timeline.events))
                if isinstance(event := timeline.events[index], g.Born) and event.fitness == 0)
    assert [type(event) for event in timeline.events[born - 3:born]] == [g.Copied, g.Mutated, g.Mutated]
    copied: Any = timeline.events[born - 3]
    assert population.fitness[copied.parent - 1] == 1


WHY = re.compile(r"^(?P<x>.+) = (?P<value>\d) in the best individual, of generation (?P<since>\d+) "
                 r"\(event (?P<at>[\d,]+)\), with the fitness (?P<worth>\d+); "
                 r"(?:nobody else has|(?P<agree>\d+) of \d+ have) this value\. "
                 r"(?:No constraint on it is violated|(?P<costs>.+) (?:is|are) violated: (?P<sum>\d+) points? of the "
                 r"fitness)\.$")


@pytest.mark.parametrize("name", LESSONS)
def test_reasons_are_true(name: str) -> None:
    timeline, scenario = timeline_of(name), known(find(name))
    board = board_for(scenario.puzzle)
    for _ in moments(timeline, 8):
        population = population_of(timeline.state)
        if not population.champion:
            continue
        assert population.begun is not None
        for gene, x in enumerate(population.begun.variables):
            if x in population.csp.given:
                continue
            found = explain(timeline, scenario.algorithm, board, x)
            said = WHY.match(found.sentence)
            assert said, found.sentence
            assert (said["x"], said["value"]) == (x, str(population.champion[gene]))
            event: Any = timeline.events[int(said["at"].replace(",", "")) - 1]
            assert isinstance(event, g.BestFound)
            assert event.fitness == int(said["worth"]) == population.worth
            assert int(said["since"]) == timeline.count(g.GenerationEnded, found.position) - 1
            agree = sum(genes[gene] == population.champion[gene] for genes in population.genes)
            assert int(said["agree"] or 1) == max(1, agree)
            on_it = [cost.cost for cost in population.costs() if x in cost.scope]
            assert int(said["sum"] or 0) == sum(on_it)
            assert found.marks[0] == x


@pytest.mark.parametrize("name", LESSONS)
def test_the_plot_has_the_generations(name: str) -> None:
    timeline = timeline_of(name)
    found = generations(timeline)
    assert (found[0][1].number, found[-1][1].number) == (0, timeline.answer.generations)
    assert [event.number for _, event in found] == sorted({event.number for _, event in found})
    assert all(timeline.events[index] is event for index, event in found)


# --- what is drawn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", TABS)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", LESSONS)
def test_no_text_lies_on_another(name: str, size: tuple[int, int], code: str) -> None:
    for position in (*moments(timeline_of(name), 5), 16, 17, 52, 56):
        timeline_of(name).seek(position)
        canvas = drawn(name, size, "dark", code)
        assert not outside(canvas, size)
        assert not overlaps(canvas)


@pytest.mark.parametrize("name", LESSONS)
def test_what_a_child_mutates_leaves_the_board_of_the_best_as_it_is(name: str) -> None:
    """A colour there would say that the best one has mutated, or is a parent."""
    timeline, board, boards = timeline_of(name), board_for(known(find(name)).puzzle), []
    at = timeline.positions(g.Mutated)[0]
    for position in (at, at + 1):
        timeline.seek(position)
        canvas = RecordingCanvas()
        board.draw(canvas, Rect(0, 0, 600, 600), timeline.state, timeline.state, 1, theme("dark"))
        boards.append(canvas.ops)
    assert boards[0] == boards[1]


@pytest.mark.parametrize(("name", "cream"), [("stuck-one-step-from-the-goal", "given"),
                                             ("where-to-cut", "given; from B")])
def test_the_legend_names_b_only_where_two_are_crossed(name: str, cream: str) -> None:
    timeline_of(name).seek(timeline_of(name).positions(g.GenerationEnded)[0] + 1)
    texts = {str(op.args[2]) for op in drawn(name, (1280, 800), "dark", "costs").ops if op.name == "text"}
    assert {text for text in texts if text.startswith("given") or text.endswith("from B")} == {cream}


@pytest.mark.parametrize("look", NAMES)
def test_a_crossing_shows_every_gene_of_parents_and_children(look: str) -> None:
    timeline = timeline_of("where-to-cut")
    timeline.seek(timeline.positions(g.Crossed)[0] + 1)
    population, paint = population_of(timeline.state), theme(look)
    assert population.parents is not None
    assert population.parents.cuts == (6,)
    texts = [op.args for op in drawn("where-to-cut", (1280, 800), look, "pseudocode").ops if op.name == "text"]
    genes = [str(args[2]) for args in texts if args[4] in (paint.on_known, paint.on_clue) and str(args[2]).isdigit()
             and float(str(args[0])) > 830 and float(str(args[1])) < 240]
    wanted = [str(value) for row in (*population.parents.genes, *(c.genes for c in population.children.values()))
              for value in row]
    assert genes == wanted
    assert {"A", "B", "from A", "from B", "56", "53"} <= {str(args[2]) for args in texts}


def test_a_piece_of_the_roulette_is_as_wide_as_its_chance() -> None:
    timeline, paint = timeline_of("stuck-one-step-from-the-goal"), theme("dark")
    timeline.seek(timeline.positions(g.ParentsSelected)[0] + 1)
    population = population_of(timeline.state)
    shares = chances(population)
    worst = population.fitness[-1]
    assert shares[0] / shares[23] == pytest.approx((worst + 1 - population.fitness[0]) / (worst + 1
                                                                                         - population.fitness[23]))
    assert len(shares) == 24
    assert sum(shares) == pytest.approx(1)
    canvas = RecordingCanvas()
    draw_roulette(canvas, Rect(0, 0, 1046, 120), population, paint, 1.0)
    pieces = [op.args for op in canvas.ops if op.name == "rect"]
    for row, wanted in ((pieces[:24], shares), (pieces[24:], shares[::-1])):
        lefts = [float(str(args[0])) for args in row]
        assert [b - a for a, b in pairwise(lefts)] == pytest.approx([1000 * share for share in wanted[:-1]], abs=0.2)
    yellow = [index % 24 + 1 for index, args in enumerate(pieces) if args[4] == paint.test]
    assert yellow == [*sorted(set(population.drawn[:20])), *sorted(set(population.drawn[20:]))]


def test_a_mark_stands_where_its_value_is_and_agreement_is_an_upright_line() -> None:
    timeline = timeline_of("stuck-one-step-from-the-goal")
    timeline.seek(timeline.positions(g.GenerationEnded)[155] + 1)
    population, paint = population_of(timeline.state), theme("dark")
    canvas = RecordingCanvas()
    draw_heatmap(canvas, Rect(0, 0, 600, 400), timeline.state, paint, 1.0)
    marks = [op.args for op in canvas.ops if op.name == "rect" and op.args[4] in (paint.known, paint.unknown)]
    usual = [args for args in marks if args[4] == paint.known]
    upright = [args for args in usual if float(str(args[3])) > 0.75 * 350]
    assert len(upright) >= 10  # of the 25 genes
    first = [most_of(population.genes, gene) for gene in range(25)]
    same = sum(all(genes[gene] == first[gene] for genes in population.genes) for gene in range(25))
    assert len(upright) >= same > 5
    assert agreement(population.genes) == 23


def test_parents_and_children_that_are_born_have_their_fitness_and_no_other_is_given_to_a_child() -> None:
    timeline, seen = timeline_of("where-to-cut"), 0
    for at in (*timeline.positions(g.Crossed), *timeline.positions(g.Born)):
        timeline.seek(at + 1)
        population, canvas, box = population_of(timeline.state), RecordingCanvas(), Rect(0, 0, 800, 500)
        if population.parents is None:
            continue
        draw_heatmap(canvas, box, timeline.state, theme("dark"), 1.0)
        lines = lines_of(population, Rect(box.x, box.y + 19, box.w, box.h - 40))  # without the head and the foot
        written = {round((float(str(op.args[1])) - lines.top) / lines.high - 0.5): str(op.args[2]) for op in canvas.ops
                   if op.name == "text" and float(str(op.args[0])) == box.right and str(op.args[2]).isdecimal()}
        for number in population.parents.numbers:
            assert written[number - 1] == str(population.fitness[number - 1])
        for number, child in population.children.items():
            assert written.get(number - 1) == (None if child.fitness is None else str(population.fitness[number - 1]))
            seen += child.fitness is not None
    assert seen > 6


def test_dashes_of_a_child_lie_within_its_line_and_on_no_frame_of_a_parent() -> None:
    timeline, box, paint = timeline_of("where-to-cut"), Rect(0, 0, 800, 500), theme("light")
    neighbours = 0
    for at, event in enumerate(timeline.events, 1):
        if not isinstance(event, g.Crossed):
            continue
        timeline.seek(at)
        canvas, population = RecordingCanvas(), population_of(timeline.state)
        draw_heatmap(canvas, box, timeline.state, paint, 1.0)
        rects: list[Any] = [op.args for op in canvas.ops if op.name == "rect"]
        dashes = [Rect(*args[:4]) for args in rects if args[4] == paint.good]
        parents = [Rect(*args[:4]) for args in rects if args[4] is None and args[5] == paint.constraint]
        lines = lines_of(population, Rect(0, 19, 800, 460))
        assert population.parents is not None
        for place in population.children:
            y = lines.y(place - 1)
            own = [dash for dash in dashes if y - 2 < dash.y < y + lines.high + 2]
            assert own
            assert all(y + 0.5 < dash.y and dash.bottom < y + lines.high - 0.5 for dash in own)
            neighbours += place - 1 in population.parents.numbers
        assert len(parents) == 2
        bars = [Rect(*args[:4]) for args in rects if args[4] == paint.accent]
        assert population.parents.cuts and len(bars) == 4 * len(population.parents.cuts)
        assert {round(bar.y) for bar in bars} == {round(lines.y(place - 1)) for place in (
            *population.parents.numbers, *population.children)}
        assert not any(dash.meets(parent.inset(-1)) for dash in dashes for parent in parents)
    assert neighbours


def test_lines_move_to_where_they_are_sorted() -> None:
    """Half a step before they stand as they did, at the end as they are drawn when nothing moves."""
    timeline, paint = timeline_of("stuck-one-step-from-the-goal"), theme("dark")
    position = timeline.positions(g.GenerationEnded)[3] + 1
    before = timeline.at(position - 1)
    timeline.seek(position)

    def covered(state: State, way: Way = STILL) -> set[tuple[int, int, bool]]:
        """Which points of a fine grid are under a mark, and of which colour."""
        canvas = RecordingCanvas()
        draw_heatmap(canvas, Rect(0, 0, 800, 700), state, paint, 1.0, way)
        found = set()
        for op in canvas.ops:
            if op.name == "rect" and op.args[4] in (paint.known, paint.unknown) and float(str(op.args[0])) < 690:
                x, y, _, h = (float(str(arg)) for arg in op.args[:4])
                found |= {(round(x), row, op.args[4] == paint.known) for row in range(48)
                          if y <= 19 + 13.75 * (row + 0.5) < y + h}
        return found

    after = timeline.state
    assert covered(after, Way(population_of(before), part=1 - 1e-9)) == covered(after)
    start = {(x, row) for x, row, _ in covered(after, Way(population_of(before), part=0.0))}
    assert start == {(x, row) for x, row, _ in covered(before)} != {(x, row) for x, row, _ in covered(after)}


@pytest.mark.parametrize("size", [8, 48, 1000, 10_000])
def test_a_large_population_is_bounded(size: int) -> None:
    half = size // 2
    options = f"{{population: {size}, children: {half}, dying: {half}, generations: 1, poor: 2}}"
    session = open_session(f"title: T\nalgorithm: xover\noptions: {options}\n"
                           "puzzle: {kind: colouring, map: usa, colours: 4}\n")
    session.forward("end")
    session.work(60.0)
    position = session.timeline.positions(g.Crossed)[half // 4] + 1
    session.show(position)
    population = population_of(session.state)
    lines = lines_of(population, Rect(0, 0, 500, 220))
    assert population.parents is not None
    assert {n - 1 for n in population.parents.numbers} | {n - 1 for n in population.children} <= set(lines.places)
    assert len(lines.places) <= 110 + 4
    canvas = RecordingCanvas()
    draw_heatmap(canvas, Rect(0, 0, 600, 260), session.state, theme("dark"), 1.0)
    assert len(canvas.ops) < 8000
    if size >= 1000:
        assert any(f"of {size:,} are drawn" in str(op.args[2]) for op in canvas.ops if op.name == "text")


@pytest.mark.parametrize(("puzzle", "place"), BOARDS)
def test_it_works_on_every_board(puzzle: str, place: str | None) -> None:
    looked_at_all_along("doublex", "{generations: 20}", puzzle, place, _draw)


def _draw(session: Session) -> None:
    for code in ("population", "costs"):
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, code=code)
        canvas = RecordingCanvas()
        draw_stage(canvas, Rect(0, 0, 1280, 800), view, theme("light"), 1.0)
        assert not outside(canvas, (1280, 800))
        assert not overlaps(canvas)


def test_who_takes_a_high_fitness_for_a_good_one_is_told_what_it_counts() -> None:
    timeline = timeline_of("stuck-one-step-from-the-goal")
    run, found = known(find("stuck-one-step-from-the-goal")).runs[0], 0
    askable = questions_of(run.algorithm).askable((g.GenerationEnded,), "best")
    assert askable is not None
    for index in timeline.positions(g.GenerationEnded)[:20]:
        event = timeline.events[index]
        assert isinstance(event, g.GenerationEnded)
        question = pose(run, timeline, askable, index).question
        for option in question.options:
            if option.belief == "high is fit":
                found += 1
                assert int(option.text) > event.best and "0 is a solution" in option.why
    assert found > 3


def test_a_new_best_shows_what_the_one_before_had_elsewhere() -> None:
    """Lesson 97: until parents are drawn, and no more than where the two differ."""
    timeline = recorded(find("stuck-one-step-from-the-goal"))[0]
    former: Mapping[str, object] = {}
    found = 0
    for position in timeline.positions(g.BestFound):
        timeline.seek(position + 1)
        state = population_of(timeline.state)
        assert state.begun is not None
        now = dict(zip(state.begun.variables, state.champion, strict=True))
        assert state.moved == {x: old for x, old in former.items() if now[x] != old}
        canvas = RecordingCanvas()
        draw_best(canvas, Rect(0, 0, 560, 580), board_with(timeline), timeline.state, theme("light"))
        tags = sorted(str(op.args[2]) for op in canvas.ops if op.name == "text" and str(op.args[2]).startswith("was "))
        assert tags == sorted(f"was {old}" for old in state.moved.values())
        found, former = found + bool(tags), now
        drawn = [at for at in timeline.positions(g.ParentsSelected) if at > position]
        if drawn:
            timeline.seek(drawn[0] + 1)
            assert not population_of(timeline.state).moved
    assert found == 7


def board_with(timeline: Timeline[State]) -> Board:
    """The board of lesson 97, drawn in the state."""
    board = board_for(known(find("stuck-one-step-from-the-goal")).puzzle)
    board.draw(RecordingCanvas(), Rect(0, 0, 560, 580), timeline.state, timeline.state, 1.0, theme("light"))
    return board


def test_both_parents_have_their_letters_where_their_lines_are_close() -> None:
    """Of 48 individuals a line is lower than a letter."""
    timeline, close = recorded(find("evolution-against-logic"))[2], 0
    for at in timeline.positions(g.Crossed)[:60]:
        timeline.seek(at + 1)
        population, canvas = population_of(timeline.state), RecordingCanvas()
        draw_heatmap(canvas, Rect(0, 0, 600, 400), timeline.state, theme("light"), 1.0)
        letters = [op.args[2] for op in canvas.ops if op.name == "text" and op.args[2] in ("A", "B")]
        assert population.parents is not None and sorted(map(str, letters)) == ["A", "B"]
        assert overlaps(canvas) == []
        one, other = population.parents.numbers
        close += abs(one - other) == 1
    assert close


@pytest.mark.parametrize("size", [(410, 300), (440, 330), (560, 420)])
def test_of_two_that_share_a_house_no_cost_lies_on_a_name(size: tuple[int, int]) -> None:
    lesson, box, shared = find("where-to-cut"), Rect(0, 0, *size), 0
    timeline, board = recorded(lesson)[0], board_for(known(lesson).puzzle)
    board.beside = True
    for at in timeline.positions(g.BestFound):
        timeline.seek(at + 1)
        state, names, costs = timeline.state, RecordingCanvas(), RecordingCanvas()
        board.draw(names, box, state, state, 1.0, theme("light"))
        draw_best(costs, box, board, state, theme("light"))
        rects: list[Any] = [op.args for op in costs.ops if op.name == "rect"]
        badges = [Rect(*args[:4]) for args in rects if args[4] == theme("light").mine]
        words = [place for text, place in texts(names) if text in board.layout.places]
        assert not any(common(badge, word).w > 1 and common(badge, word).h > 1 for badge in badges for word in words)
        shared += len({*map(tuple, state.domains.values())}) < len(state.domains) and bool(badges)
    assert shared
