"""Dancing links: on exact covers Knuth's algorithm step by step, on any at-least constraints all models, each once."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Event, find_algorithm, run, trace
from algorithms.covering.algorithm_x import AlgorithmX, is_exact_cover
from algorithms.covering.answer import Cover
from algorithms.covering.dancing_links import CoverSearch
from algorithms.covering.linked_matrix import LinkedMatrix
from algorithms.events import CoverFound, ItemCovered, ItemStarved, ItemUncovered, OptionTaken
from algorithms.problems.exact_cover import ExactCover
from algorithms.problems.forms.at_least import AtLeastForm, exactly
from algorithms.problems.forms.cover import Item, items_of
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.satisfiability.dpll import TooDeepError
from kit.at_least_runs import form_of, forms, models_by_sat, models_of, occurring
from kit.clue_table import UNCERTAIN, deals, table_1

KNUTH = {"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}  # Knuth 2022, 7.2.2.1-(5)


def links(form: AtLeastForm, **options: object) -> tuple[list[Event], Cover]:
    return trace(find_algorithm("dancing-links").start(form, options, 0))


def exact_cover(options: dict[str, str], items: str) -> AtLeastForm:
    """Each item exactly once."""
    names = list(options)
    constraints = [(constraint, item) for item in items
                   for constraint in exactly([index for index, name in enumerate(names, 1)
                                              if item in options[name]], 1)]
    return AtLeastForm(tuple(names), tuple(c for c, _ in constraints), tuple(item for _, item in constraints),
                       len(names))


# --- exact covers: Algorithm X ---------------------------------------------------------------------------------------


def algorithm_x(rows: dict[str, str], items: list[str], taken: list[str]) -> Iterator[tuple[str, ...]]:
    """Knuth 2000, Algorithm X on sets, as he states it: what is selected, taken, and found, in order."""
    if not items:
        yield ("found", *taken)
        return
    item = min(items, key=lambda one: sum(one in row for row in rows.values()))
    options = [name for name, row in rows.items() if item in row]
    if not options:
        yield "dead end", item
    for name in options:
        yield "take", name, item
        left = [one for one in items if one not in rows[name]]
        yield from algorithm_x({other: row for other, row in rows.items() if not set(row) & set(rows[name])}, left,
                               [*taken, name])


def told(events: list[Event]) -> list[tuple[str, ...]]:
    """The same of a run."""
    found: list[tuple[str, ...]] = []
    for event in events:
        if isinstance(event, CoverFound):
            found.append(("found", *event.options))
        elif isinstance(event, ItemStarved):
            found.append(("dead end", event.item))
        elif isinstance(event, OptionTaken):
            found.append(("take", event.option, event.item or ""))
    return found


covers = st.dictionaries(st.sampled_from("ABCDEFGHIJ"), st.sets(st.sampled_from("abcdef"), min_size=1).map(
    lambda chosen: "".join(sorted(chosen))), min_size=1)


@settings(deadline=None)
@given(covers)
def test_on_exact_covers_it_is_algorithm_x(options: dict[str, str]) -> None:
    items = sorted(set("".join(options.values())))
    events, answer = links(exact_cover(options, "".join(items)), all=True)
    assert told(events) == list(algorithm_x(options, items, []))
    assert answer.count == sum(event[0] == "found" for event in told(events))


def exact_cover_of(options: dict[str, str], once: str, secondary: str) -> ExactCover:
    return ExactCover.read(items=tuple(once), secondary=tuple(secondary),
                           options={name: tuple(items) for name, items in options.items()})


@settings(max_examples=300, deadline=None)
@given(covers, st.sets(st.sampled_from("abcdef")), st.booleans())
def test_the_general_search_takes_the_same_steps(options: dict[str, str], secondary: set[str], every: bool) -> None:
    known = sorted(set("".join(options.values())))
    form = exact_cover_of(options, "".join(i for i in known if i not in secondary) or "z",
                          "".join(i for i in known if i in secondary)).as_at_least()
    items = items_of(form)
    if is_exact_cover(form, items):
        plain, general = AlgorithmX(form, items, every), CoverSearch(form, items, every)
        assert trace(plain.search()) == trace(general.search())
        assert vars(plain.results) == vars(general.results)
    else:
        assert any(item.least > item.most for item in items) or any(
            set(options[name]) <= secondary for name in options)


def test_knuths_example() -> None:
    events, answer = links(exact_cover(KNUTH, "abcdefg"), all=True)
    assert (answer.taken, answer.count) == (("D", "E", "A"), 1)
    assert answer.certain == {"A": True, "B": False, "C": False, "D": True, "E": True, "F": False}
    assert answer.as_json(frozenset()) == {
        "solution": {"A": 1, "B": 0, "C": 0, "D": 1, "E": 1, "F": 0}, "count": 1,
        "backbone": {"A": 1, "B": 0, "C": 0, "D": 1, "E": 1, "F": 0}}
    assert [event.sentence() for event in events[:5]] == [
        "Item a comes next: it has 2 options.", "Cover a: one of B, D will be taken.", "Take B for a.",
        "Cover d: F is out.", "Cover g: E is out."]


@settings(deadline=None)
@given(covers)
def test_covers_and_uncovers_nest(options: dict[str, str]) -> None:
    stack: list[str] = []
    for event in links(exact_cover(options, "".join(sorted(set("".join(options.values()))))), all=True)[0]:
        if isinstance(event, ItemCovered):
            assert event.item not in stack
            stack.append(event.item)
        elif isinstance(event, ItemUncovered):
            assert stack.pop() == event.item
    assert stack == []


# --- items -----------------------------------------------------------------------------------------------------------


def test_two_complementary_constraints_are_one_item() -> None:
    form = form_of([((1, 2, 3), 1), ((-1, -2), 1), ((-3, -1, -2), 2), ((1, -2), 1), ((4,), 0), ((2, -1), 1)])
    assert items_of(form) == (Item("C1", (1, 2, 3), 1, 1, 1), Item("C2", (1, 2), 0, 1, 2),
                              Item("C4", (1, -2), 1, 1, 4))


def test_items_of_the_same_origin_are_numbered() -> None:
    form = AtLeastForm(("p", "q"), form_of([((1,), 1), ((2,), 1), ((1, 2), 1)]).constraints, ("C", "C", "D"), 2)
    assert [item.name for item in items_of(form)] == ["C.1", "C.2", "D"]


# --- any form --------------------------------------------------------------------------------------------------------


@settings(max_examples=400, deadline=None)
@given(forms(variables=7))
def test_all_models_are_found_and_each_once(form: AtLeastForm) -> None:
    events, answer = links(form, all=True)
    found = [frozenset(event.options) for event in events if isinstance(event, CoverFound)]
    models = models_by_sat(form)
    assert len(found) == len(set(found)) == answer.count
    assert set(found) == models == models_of(form)
    names = [form.names[variable - 1] for variable in occurring(form)]
    if models:
        certain = {x: x in next(iter(models)) for x in names if len({x in model for model in models}) == 1}
        assert answer.certain == certain
    else:
        assert (answer.certain, answer.taken, answer.outcome) == (None, None, "unsatisfiable")
    first = links(form)[1]
    assert (first.taken, first.count, first.certain) == (answer.taken, min(1, answer.count), None)


@settings(deadline=None)
@given(forms(variables=7))
def test_after_the_search_all_links_are_as_before(form: AtLeastForm) -> None:
    """And while it is on: what is linked below an item are its open options, as many as its size says."""
    items = items_of(form)
    search, fresh = CoverSearch(form, items, every=True), LinkedMatrix(form, items)
    for _ in search.search():
        m = search.m
        for i in range(1, len(m.names)):
            linked, node = [], m.down[i]
            while node != i:
                linked.append(node)
                assert m.up[m.down[node]] == node
                node = m.down[node]
            if i not in [covered for covered, _ in search.covered]:
                assert len(linked) == m.size[i]
    assert vars(search.m) == vars(fresh)


def test_too_many_and_too_few() -> None:
    events = links(form_of([((1, 2, 3), 2), ((-1, -2, -3), 2)]))[0]
    assert [event.sentence() for event in events] == [
        "Back: C1 needs 2, but may have only 1.", "The search is over: there is no solution."]
    events = links(form_of([((1, 2), 1), ((1,), 1), ((-1,), 1)]))[0]
    assert [event.sentence() for event in events][-2:] == [
        "Back: C2 needs 1, but may have only 0.", "The search is over: there is no solution."]
    assert links(form_of([((), 1)]))[1].outcome == "unsatisfiable"
    assert links(form_of([((1, 2), 1), ((-1, -2), 1), ((1,), 2)]))[1].outcome == "unsatisfiable"  # no exact cover
    assert links(form_of([]), all=True)[1] == Cover((), (), 1, {})


def test_too_deep_a_search_says_so() -> None:
    form = form_of([((variable, variable + 1), 1) for variable in range(1, 3 * sys.getrecursionlimit(), 2)])
    with pytest.raises(TooDeepError, match="; use cdcl"):
        links(form)


# --- puzzles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "count"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens(size: int, count: int) -> None:
    """Rows and columns exactly once, diagonals at most once: Knuth's secondary items."""
    squares = [(i, j) for i in range(size) for j in range(size)]
    number = {square: index for index, square in enumerate(squares, 1)}
    constraints = []
    for line in range(size):
        for place in (0, 1):
            constraints += exactly([number[square] for square in squares if square[place] == line], 1)
    for line in range(-size, 2 * size):
        for sign in (1, -1):
            diagonal = [-number[i, j] for i, j in squares if i + sign * j == line]
            if len(diagonal) > 1:
                constraints.append((diagonal, len(diagonal) - 1))  # type: ignore[arg-type]
    assert links(form_of(constraints), all=True)[1].count == count


def test_a_sudoku_without_and_with_a_choice() -> None:
    grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    answer = links(Sudoku.read(grid=grid).as_at_least(), all=True)[1]
    shown = answer.as_json(frozenset())["solution"]
    assert (answer.count, shown["A3"], shown["I1"], len(shown)) == (1, 4, 3, 81)  # type: ignore[index,arg-type]
    assert links(Sudoku.read(grid="." * 16).as_at_least(), all=True)[1].count == 288


@settings(deadline=None)
@given(st.integers(0, 99), st.booleans())
def test_gnomine(seed: int, total: bool) -> None:
    form = Gnomine.read(random=RandomPosition(4, 4, 4, seed, 2)).as_at_least(mine_total=total)
    events, answer = links(form, all=True)
    assert {frozenset(event.options) for event in events if isinstance(event, CoverFound)} == models_by_sat(form)
    assert answer.count == sum(isinstance(event, CoverFound) for event in events)


def test_the_deals_of_table_1() -> None:
    """Neller and Luo, Table 1: the deals that (a) allows are 6,798, and (b) says what is certain in all of them."""
    form = table_1()
    answer = run(find_algorithm("dancing-links").start(form, {"all": True}, 0))
    assert answer.count == deals() == 6798
    assert answer.certain is not None
    unsure = [name for name in form.names if name not in answer.certain]
    assert len(unsure) == 54
    assert {name.partition("=")[0] for name in unsure} == UNCERTAIN
    assert {name for name, true in answer.certain.items() if true} == {
        "pl=mu", "gr=gr", "pe=sc", "sc=cf", "re=cf", "ro=mu", "ha=pe", "ba=sc", "li=mu", "st=pl"}
