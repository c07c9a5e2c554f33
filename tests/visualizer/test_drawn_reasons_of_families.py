"""Drawn reasons of families: with nothing known but what a picture shows, what it says follows. Tried by brute force,
in each state of a run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings

from algorithms.advice.sudoku import hint
from algorithms.core import run
from algorithms.counting.mines import mine_probabilities
from algorithms.problems.forms.mine_count import MineCount
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import is_answer_set, is_unfounded
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.sudoku.grid import RandomSudoku
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.reasons import Link, Reason, Spot
from kit.mine_placements import covered, positions
from kit.session_desk import finish, open_session
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.covering.state import cover_of
from visualizer.families.genetic.state import population_of
from visualizer.families.local_search.state import repair_of
from visualizer.puzzles.gnomine.reason import counted_with
from visualizer.runs.explanations import explain
from visualizer.runs.session import Session
from visualizer.stage.reasons import draw_reason

FORMULA = ("b | ~c | f, ~c | ~f, ~b | ~e, ~a | d, a | d, ~b | ~e, a | ~g, ~d | g, a | f | g, ~d | e | ~g, ~c | ~d, "
           "b | e | g, c | d | ~f")
PROGRAMS = ("a :- not b. b :- not a. c :- a. c :- d. d :- c. e :- d, f. f :- g. g :- f. g :- b.",
            "{x}. p :- x, not q. q :- not p. r :- q, x. r :- s. s :- r. :- p, s.")


def runs(text: str, most: int = 60) -> Iterator[tuple[Session, str, Reason]]:
    """What is drawn of each place, in each of the first states of a run."""
    session = finish(open_session(f"title: T\n{text}\n"))
    timeline = session.timeline
    for position in range(0, min(timeline.position, most) + 1, max(1, most // 60)):
        timeline.seek(position)
        for place in session.board.layout.places:
            found = explain(timeline, session.scenario.algorithm, session.board, place)
            if found.reason:
                yield session, place, found.reason


def values_of(literals: list[str]) -> dict[str, bool]:
    """The last word on each atom."""
    return {literal.lstrip("¬"): not literal.startswith("¬") for literal in literals}


# --- formulas and programs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["dpll", "cdcl", "dpll-graph", "cdcl-graph"])
def test_what_a_literal_follows_from_entails_it(algorithm: str) -> None:
    """Of the formula, and of the clause that is outlined, where there is one."""
    checked = 0
    for session, place, [link] in runs(f"algorithm: {algorithm}\npuzzle: {{kind: cnf, formula: '{FORMULA}'}}", 40):
        sat: Any = session.state.family
        words = [entry.literal for entry in sat.trail]
        now = values_of(words)
        if any({spot.place, f"¬{spot.place}"} <= set(words) for spot in (*link.causes, Spot(place))):
            continue  # in a conflict an atom has both values
        clauses = [[sat.form.word(literal) for literal in clause] for clause in sat.form.clauses]
        clauses += [list(sat.literals_of(number)) for name in link.through
                    if (number := int(name.removeprefix("clause "))) > len(clauses)]
        [end] = link.follows
        names = sorted({literal.lstrip("¬") for clause in clauses for literal in clause})
        for truths in product((False, True), repeat=len(names)):
            model = dict(zip(names, truths, strict=True))
            if all(model[spot.place] == now[spot.place] for spot in link.causes) and all(any(
                    model[literal.lstrip("¬")] != literal.startswith("¬") for literal in clause) for clause in clauses):
                assert model[place] == now[place]
        assert end == Spot(place)
        checked += 1
    assert checked > 10


def answer_sets(program: LogicProgram) -> list[set[str]]:
    """All of them, by trying each set of atoms."""
    numbers = range(1, len(program.names) + 1)
    tried = ([atom for atom in numbers if (bits >> atom) & 1] for bits in range(0, 2 << len(program.names), 2))
    return [{program.names[atom - 1] for atom in x} for x in tried if is_answer_set(program, x)]


@pytest.mark.parametrize("rules", PROGRAMS)
@pytest.mark.parametrize("algorithm", ["answer-sets", "aset-graph"])
def test_what_an_atom_follows_from_decides_it_in_each_answer_set(algorithm: str, rules: str) -> None:
    checked, sets = 0, list[set[str]]()
    for session, place, [link] in runs(f"algorithm: {algorithm}\npuzzle: {{kind: program, rules: '{rules}'}}"):
        family: Any = session.state.family
        searched = isinstance(family, ProgramState)
        sets = sets or answer_sets(session.board.program)  # type: ignore[attr-defined]
        now = values_of([one.literal for one in (family.m if searched else family.trail)])
        if not link.follows or place not in now or any(spot.place not in now for spot in link.causes):
            continue
        left = [one for one in sets if all((spot.place in one) == now[spot.place] for spot in link.causes)]
        if getattr(family, "clash", None) is None and not family.found:
            assert all((place in one) == now[place] for one in left)
            checked += 1
    assert checked


@pytest.mark.parametrize("m", ["[b]", "[¬a, b]", "[g]"])
def test_a_set_that_is_outlined_is_unfounded_on_what_is_ringed(m: str) -> None:
    checked = 0
    for session, place, [link] in runs(f"algorithm: unfounded\noptions: {{given: {m}}}\n"
                                       f"puzzle: {{kind: program, rules: '{PROGRAMS[0]}'}}"):
        family: Any = session.state.family
        if not isinstance(family, ProgramState) or family.u is None or place not in family.u or not link.follows:
            continue
        program, now = family.program, values_of([one.literal for one in family.m])
        number = {name: index for index, name in enumerate(program.names, 1)}
        known = {number[spot.place] * (1 if now[spot.place] else -1) for spot in link.causes if spot.place in now}
        group = [number[name] for name in link.through if name in number]
        assert number[place] in group
        assert is_unfounded(program, group, known)
        checked += 1
    assert checked or m == "[g]"


# --- repairs and evolution -------------------------------------------------------------------------------------------


def check_clashes(session: Session, link: Link, values: Mapping[str, Any]) -> None:
    """Each line between two variables stands for a constraint that their values violate."""
    csp: Any = session.puzzle.as_csp()  # type: ignore[attr-defined]
    wrong = [set(c.scope) for c in csp.constraints
             if values.keys() >= set(c.scope) and not c.allows([values[y] for y in c.scope])]
    for ray in link.rays:
        if ray.cause.place in values:
            assert any({ray.cause.place, ray.to.place} <= scope for scope in wrong)


def test_each_line_to_a_repaired_variable_is_a_violated_constraint() -> None:
    lines = 0
    for session, _, [link] in runs("algorithm: min-conflicts\nseed: 10\n"
                                   "puzzle: {kind: colouring, map: australia, colours: 3}"):
        values = dict(repair_of(session.state).assigned)
        check_clashes(session, link, values)
        lines += len(link.rays)
    assert lines


def test_each_line_to_a_gene_is_a_violated_constraint() -> None:
    lines = 0
    for session, _, [link] in runs("algorithm: mutate\nseed: 3\n"
                                   "puzzle: {kind: colouring, map: usa, colours: 4}", most=240):
        population = population_of(session.state)
        assert population.begun is not None
        check_clashes(session, link, dict(zip(population.begun.variables, population.champion, strict=True)))
        lines += len(link.rays)
    assert lines


# --- covers, digits, numbers -----------------------------------------------------------------------------------------


def test_options_that_are_outlined_are_those_of_one_item() -> None:
    options = {"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}
    rules = "{A: [c, e], B: [a, d, g], C: [b, c, f], D: [a, d, f], E: [b, g], F: [d, e, g]}"
    taken = 0
    for session, place, [link] in runs("algorithm: dancing-links\npuzzle: {kind: exact-cover, "
                                       f"items: [a, b, c, d, e, f, g], options: {rules}}}"):
        shared = set.intersection(*(set(options[x]) for x in link.through))
        assert any({x for x in options if item in options[x]} == set(link.through) for item in shared)
        assert place in link.through
        if link.struck:
            assert all(cover_of(session.state).truth(spot.place) for spot in link.causes)
            assert cover_of(session.state).truth(place) is False
            taken += 1
    assert taken


def test_digits_exclude_what_a_cell_cannot_be() -> None:
    session = open_session("title: T\nalgorithm: mrv-plus\npuzzle: {kind: sudoku, random: {clues: 26, seed: 4}}\n")
    puzzle: Any = session.puzzle
    for x, left in puzzle.domains().items():
        found = explain(session.timeline, session.scenario.algorithm, session.board, x)
        if x not in puzzle.clues and found.reason:
            [link] = found.reason
            digits = [puzzle.clues[spot.place] for spot in link.causes]
            assert sorted(digits) == [value for value in range(1, 10) if value not in left]
            assert all(spot.place in puzzle.geometry.peers[x] for spot in link.causes)


@settings(deadline=None, max_examples=40)
@given(positions(slips=False, with_total=False))
def test_the_numbers_of_a_component_alone_give_its_risks(puzzle: Gnomine) -> None:
    assume(0 < len(covered(puzzle)) <= 12)
    answer = run(mine_probabilities(puzzle.as_mine_count()))
    assume(answer.models)
    for x in covered(puzzle):
        for link in counted_with(puzzle, x):
            numbers = [one for one in puzzle.as_mine_count().numbers if one.name[1:] in link.through]
            alone = run(mine_probabilities(MineCount(tuple(numbers), (), None)))
            assert alone.probability[x] == answer.probability[x]


# --- drawing ---------------------------------------------------------------------------------------------------------


def test_a_formula_draws_a_reason_in_its_clause_and_a_map_only_what_it_shows() -> None:
    session = open_session(f"title: T\nalgorithm: dpll\npuzzle: {{kind: cnf, formula: '{FORMULA}'}}\n")
    finish(session)
    link = Link(("clause 4",), (Spot("a"),), follows=(Spot("d"),))
    for box, shown in ((Rect(0, 0, 900, 800), {"clause 4 a", "clause 4 d"}), (Rect(0, 0, 90, 60), set())):
        canvas = RecordingCanvas()
        session.board.draw(canvas, box, session.state, session.state, 1.0, theme("dark"))
        inside = session.board.of_reason(link)
        assert {spot.place for spot in (*inside.causes, *inside.follows)} == shown or not shown
        assert all(box.inset(-9).contains(*session.board.place(box, name).center) for name in inside.places)
        draw_reason(canvas, box, session.board, session.state, (link,), theme("dark"))


# --- words and pictures ----------------------------------------------------------------------------------------------

BOARDS = {"gac": "gnomine, random: {rows: 6, columns: 6, mines: 7, seed: %s, reveal: 3}",
          "mine-probabilities": "gnomine, random: {rows: 5, columns: 6, mines: 6, seed: %s, reveal: 2}",
          "mrv-plus": "sudoku, random: {clues: 28, seed: %s}"}


@pytest.mark.parametrize("algorithm", BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_each_number_or_cell_that_a_sentence_names_is_drawn(algorithm: str, seed: int) -> None:
    session = finish(open_session(f"title: T\nalgorithm: {algorithm}\npuzzle: {{kind: {BOARDS[algorithm] % seed}}}\n"))
    named = re.compile(r"C(\(\d+,\d+\))|\b([A-I][1-9])\b")
    drawn = 0
    for x in session.board.layout.places:
        found = explain(session.timeline, session.scenario.algorithm, session.board, x)
        said = re.split(r" Event | The run has", found.sentence)[0]
        names = {name for pair in named.findall(said) for name in pair if name}
        if found.reason:
            assert names & set(session.board.layout.places) <= set.union(*(set(link.places) for link in found.reason))
            drawn += 1
    assert drawn


@pytest.mark.parametrize("seed", [2, 4])
def test_each_cell_that_a_step_of_a_hint_names_is_drawn_in_it(seed: int) -> None:
    puzzle = Sudoku.read(boxes=(3, 3), random=RandomSudoku(clues=24, seed=seed))
    steps = 0
    while (found := hint(puzzle)) is not None and found.cell is not None and found.value is not None:
        assert not found.steps or len(found.steps) == len(found.reason)
        for said, link in zip(found.steps, found.reason, strict=False):
            cells = set(re.findall(r"(?<!box )\b([A-I][1-9])\b", said))
            assert cells <= link.places
            steps += 1
        puzzle = Sudoku(puzzle.boxes, {**puzzle.clues, found.cell: found.value})
    assert steps
