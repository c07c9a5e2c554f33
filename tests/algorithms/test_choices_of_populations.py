"""Parents and cuts that somebody chooses: the children have their genes, and all that is drawn stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_genetic import GENETIC, SMALL, networks, priced

from algorithms.core import Choose, Event, Steps, find_algorithm, trace
from algorithms.genetic import events as g
from algorithms.problems.forms.csp import CSP, csp_of
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.choosers import Whatever, usual
from kit.populations import told
from scenarios.choices import Chooser, next_choice, next_draw, replay

CHOICES_HELD = {"mutate", "xover", "doublex"}
SUDOKU = "1... ..2. .3.. ...4"


def sudoku() -> CSP:
    return csp_of(Sudoku.read(grid=SUDOKU.replace(" ", "\n")))


@settings(max_examples=15)
@given(networks(), st.sampled_from(GENETIC), st.integers(0, 99))
def test_who_takes_what_is_drawn_changes_nothing(csp: CSP, name: str, seed: int) -> None:
    algorithm = find_algorithm(name)
    assert trace(algorithm.start(csp, SMALL, seed, usual)) == trace(algorithm.start(csp, SMALL, seed))


@settings(max_examples=25)
@given(networks(), st.sampled_from(GENETIC), st.integers(0, 99))
def test_any_parents_and_cuts_have_children_with_their_genes_and_their_price(csp: CSP, name: str, seed: int) -> None:
    chosen = Whatever(Random(seed))
    events, answer = trace(find_algorithm(name).start(csp, SMALL, seed, chosen))
    staying = SMALL["population"] - SMALL["dying"]
    for event, _population in told(events):  # which holds each child to its parents, cuts and mutations
        match event:
            case g.Copied():
                assert event.parent <= staying
            case g.Crossed():
                assert max(event.first, event.second) <= staying and list(event.cuts) == sorted({*event.cuts})
    assert answer.fitness == sum(priced(csp, answer.best).values()) and answer.solved == (answer.fitness == 0)
    kinds = {kind for kind, _ in chosen.offered}
    assert kinds <= {"parent"} if name == "mutate" else kinds <= {"first parent", "second parent", "cut", "second cut"}
    assert {count for kind, count in chosen.offered if "parent" in kind} <= {staying}


@pytest.mark.parametrize("name", ["xover", "doublex"])
def test_wherever_rows_are_cut_they_stay_permutations(name: str) -> None:
    csp, chosen = sudoku(), Whatever(Random(3))
    events, _ = trace(find_algorithm(name).start(csp, {**SMALL, "rows": "permutations"}, 1, chosen))
    births = [event for event in events if isinstance(event, g.Born)]
    assert {count for kind, count in chosen.offered if kind == "cut"} == {4}  # before each row
    for event in births:
        assert all(sorted(event.genes[row:row + 4]) == [1, 2, 3, 4] for row in range(0, 16, 4))


def test_what_is_refused_of_cuts_would_break_rows() -> None:
    """A cut within a row leaves permutations of some parents only."""
    rng = Random(1)
    rows = [rng.sample(range(4), 4) for _ in range(40)]
    broken = sum(len({*one[:cut], *other[cut:]}) < 4 for one in rows for other in rows for cut in (1, 2, 3))
    assert broken > len(rows)


def _recorded(name: str, **more: int) -> tuple[Callable[[Choose], Steps[Any]], Chooser, list[Event]]:
    """A run that goes as the algorithm prefers: how it is started, who has chosen in it, and its events."""
    csp, algorithm, options = sudoku(), find_algorithm(name), {**SMALL, **more}

    def start(choose: Choose) -> Steps[Any]:
        return algorithm.start(csp, options, 5, choose)

    chooser, first = Chooser(), list[Event]()
    chooser.count(lambda: len(first))
    for event in start(chooser):
        first.append(event)
    return start, chooser, first


def _branch(name: str, kind: str, wish: int) -> tuple[list[Event], list[Event], int]:
    """A run, the same with one choice made otherwise, and where."""
    start, chooser, first = _recorded(name, generations=3)
    offer = next_choice(start, chooser, 0, len(first))
    while offer is not None and offer.kind != kind:
        offer = next_choice(start, chooser, offer.at, 9, offer.choices + 1)
    assert offer is not None
    other = next(place for place in offer.names[wish:] if place != offer.taken)
    steps, _ = replay(start, chooser, offer.at, other, choices=offer.choices)
    return first, [*first[:offer.at], *steps], offer.at


@pytest.mark.parametrize(("name", "kind"), [("mutate", "parent"), ("xover", "first parent"), ("xover", "cut"),
                                            ("doublex", "second parent"), ("doublex", "cut"),
                                            ("doublex", "second cut")])
def test_one_other_choice_leaves_the_other_births_of_the_generation_as_they_were(name: str, kind: str) -> None:
    first, branch, at = _branch(name, kind, 0)
    assert branch[:at] == first[:at] and branch[at] != first[at]

    def of(events: list[Event]) -> list[Event]:
        """What the generation draws: but for genes and prices, and for what a mutation has found there."""
        end = next(index for index, event in enumerate(events) if index > at and isinstance(event, g.GenerationEnded))
        litter = {"mutate": g.Copied}.get(name, g.Crossed)
        begun = [index for index in range(at + 1, end) if isinstance(events[index], litter)]
        return events[begun[0]:end]

    assert of(branch) == of(first)


def test_draws_begin_anew_in_the_middle_of_a_run() -> None:
    """The random numbers of a population come from numpy: another seed changes them, too."""
    start, chooser, first = _recorded("xover")
    selected = [index for index, event in enumerate(first) if isinstance(event, g.ParentsSelected)]
    at = selected[1]
    assert next_draw(start, chooser, at, 50) == at
    mutated = next_draw(start, chooser, selected[0] + 2, 50)  # the genes of the next pair
    assert mutated is not None and isinstance(first[mutated - 1], g.Born) and mutated < at
    steps, _ = replay(start, chooser, at, seed=77)
    other = list(steps)
    assert other != first[at:]
    again, _ = replay(start, chooser, at, seed=77)
    assert list(again) == other
