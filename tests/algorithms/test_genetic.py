"""Genetic algorithms: fitness is what the source prices, children have the genes that the events tell of, the roulette
is fair, rows stay permutations, and what is called a solution is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_wording import made_of, wrong_plurals

from algorithms.core import Event, find_algorithm, trace
from algorithms.events import Solved
from algorithms.genetic import events as g
from algorithms.genetic.chromosome import Chromosome, Dice
from algorithms.genetic.evolution import Evolved, Population, Sizes
from algorithms.genetic.fitness import Fitness
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Sum, Value, csp_of, unequal
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.known_lessons import known
from kit.populations import told
from scenarios.loader import find, load
from scenarios.reading import ScenarioError

GIVES_UP = {"mutate", "xover", "doublex"}
NAMES = "pqrst"
GENETIC = ("mutate", "xover", "doublex")
SMALL: dict[str, Any] = {"population": 8, "children": 4, "dying": 5, "poor": 1, "generations": 6, "mutation": 0.3}


def _is_in(allowed: frozenset[tuple[Value, ...]], values: Sequence[Value]) -> bool:
    return tuple(values) in allowed


def _adds_up(total: int, values: Sequence[Value]) -> bool:
    return sum(map(int, values)) == total


@st.composite
def networks(draw: st.DrawFn) -> CSP:
    """Small networks with whatever relations on one to three variables, not-equal, and sums."""
    pool = draw(st.sampled_from([(0, 1), (1, 2, 3), (2, 5, 6, 9), ("red", "blue"), (1, "a", 0)]))
    domains: dict[str, Domain] = {
        x: tuple(draw(st.lists(st.sampled_from(pool), min_size=1, unique=True)))
        for x in NAMES[:draw(st.integers(1, 5))]}
    found: list[Constraint] = []
    for index in range(draw(st.integers(0, 6))):
        scope = tuple(draw(st.lists(st.sampled_from(sorted(domains)), min_size=1, max_size=3, unique=True)))
        if len(scope) == 2 and draw(st.booleans()):
            found.append(Constraint(f"c{index}", scope, unequal, "", lambda left: ""))
        elif pool == (0, 1) and len(scope) == 3:
            total = draw(st.integers(0, 3))
            found.append(Sum(f"c{index}", scope, partial(_adds_up, total), "", lambda left: "", total))
        else:
            allowed = frozenset(draw(st.lists(st.sampled_from(list(product(pool, repeat=len(scope)))), unique=True)))
            found.append(Constraint(f"c{index}", scope, partial(_is_in, allowed), "", lambda left: ""))
    return CSP(domains, tuple(found))


def columns(csp: CSP) -> list[Value]:
    """Numbers in their order, then texts as they first come."""
    every = [value for domain in csp.domains.values() for value in domain]
    return [*sorted({v for v in every if isinstance(v, int)}), *dict.fromkeys(v for v in every if isinstance(v, str))]


def priced(csp: CSP, values: Mapping[str, Value]) -> dict[str, int]:
    """What each thing that is wrong with an individual costs, by its name: slowly, and from the text of the source."""
    column = columns(csp).index
    found = {x: 200 for x, value in values.items() if value not in csp.domains[x]}
    for c in csp.constraints:
        if c.allows([values[x] for x in c.scope]):
            continue
        if len(c.scope) > 2:
            found[c.name] = 1
        elif len(c.scope) == 2 and is_unequal(csp, c):
            found[c.name] = 25
        else:
            moves = [abs(column(new) - column(values[x])) for x in c.scope for new in csp.domains[x]
                     if c.allows([new if y == x else values[y] for y in c.scope])]
            found[c.name] = min(moves) if moves else len(columns(csp))
    return found


def is_unequal(csp: CSP, c: Constraint) -> bool:
    """Does it say x ≠ y of all values that these may be given?"""
    able = [reachable(csp, x) for x in c.scope]
    return all(c.allows(pair) == (pair[0] != pair[1]) for pair in product(*able))


def reachable(csp: CSP, x: str) -> list[Value]:
    """The values that a mutation may give: of the kinds of the domain."""
    kinds = {type(value) for value in csp.domains[x]}
    return [value for value in columns(csp) if type(value) in kinds]


@settings(max_examples=40)
@given(networks(), st.integers(0, 99))
def test_fitness_is_what_the_source_prices(csp: CSP, seed: int) -> None:
    chromosome = Chromosome(csp, "values")
    fitness, rng = Fitness(csp, chromosome), Random(seed)
    individuals = [{x: rng.choice(reachable(csp, x)) for x in csp.domains} for _ in range(20)]
    genes = np.array([[columns(csp).index(i[x]) for x in csp.domains] for i in individuals], dtype=np.int32)
    for individual, found in zip(individuals, fitness.of(genes).tolist(), strict=True):
        expected = priced(csp, individual)
        assert found == sum(expected.values())
        assert {cost.name: cost.cost for cost in fitness.costs(list(individual.values()))} == expected


def solve(name: str, csp: CSP, seed: int = 1, **options: Any) -> tuple[list[Event], Evolved]:
    return trace(find_algorithm(name).start(csp, options, seed))


@settings(max_examples=40)
@given(networks(), st.sampled_from(GENETIC), st.integers(0, 99))
def test_a_solution_is_one_and_otherwise_it_stops(csp: CSP, name: str, seed: int) -> None:
    events, answer = solve(name, csp, seed, **SMALL)
    wrong = priced(csp, answer.best)
    assert answer.fitness == sum(wrong.values())
    assert answer.solved == (not wrong) == (answer.outcome == "solved")
    assert answer.solved == all(c.allows([answer.best[x] for x in c.scope]) and answer.best[x] in csp.domains[x]
                                for x in csp.domains for c in (*csp.constraints, _true(x)))
    assert events[-1] == g.EvolutionEnded(answer.generations, answer.fitness)
    assert (Solved(1) in events) == answer.solved
    if not answer.solved:
        assert answer.generations == SMALL["generations"]
        assert "does not prove" in events[-1].sentence()


def _true(x: str) -> Constraint:
    return Constraint("true", (x,), lambda values: True, "", lambda left: "")


@settings(max_examples=40)
@given(networks(), st.sampled_from(GENETIC), st.integers(0, 99), st.booleans())
def test_every_number_is_that_of_the_population(csp: CSP, name: str, seed: int, few: bool) -> None:
    options = {**SMALL, "mutation": 0.0 if few else 0.5}
    events, answer = solve(name, csp, seed, **options)
    best: int | None = None
    ended = 0
    for event, now in told(events):
        if isinstance(event, g.Born):
            assert event.fitness == sum(priced(csp, now.genes[event.place]).values())
            assert now.drafts == {} or event.place > options["population"] - options["children"]
        elif isinstance(event, g.Crossed | g.Copied):
            parents = (event.first, event.second) if isinstance(event, g.Crossed) else (event.parent,)
            assert all(parent <= options["population"] - options["dying"] for parent in parents)
        elif isinstance(event, g.GenerationEnded):
            fitness = list(now.fitness.values())
            assert (event.number, len(fitness)) == (ended, options["population"])
            assert (event.best, event.median, event.worst) == (fitness[0], fitness[3], fitness[-1])
            assert event.diversity == pytest.approx(differing(csp, list(now.genes.values())), abs=1e-4)
            assert best is None or event.best <= best  # the best one never dies
            ended += 1
        elif isinstance(event, g.BestFound):
            assert (event.before, event.fitness) == (best, now.fitness[1])
            assert best is None or event.fitness < best
            best = event.fitness
    assert (now.genes[1], now.fitness[1], ended - 1) == (answer.best, answer.fitness, answer.generations)


def differing(csp: CSP, individuals: list[dict[str, Value]]) -> float:
    """The share of genes that are not what most have there, counted one by one."""
    free = [x for x, domain in csp.domains.items() if len(domain) > 1]
    most = [max([i[x] for i in individuals].count(value) for value in columns(csp)) for x in free]
    return 1 - sum(most) / (len(free) * len(individuals)) if free else 0.0


@pytest.mark.parametrize("name", GENETIC)
def test_rows_stay_permutations_and_clues_where_they_are(name: str) -> None:
    sudoku = Sudoku.read(grid="1...........4...", boxes=(2, 2)).as_csp()
    zebra = csp_of(known(find("who-owns-the-zebra")).puzzle)
    for csp, count in ((sudoku, 4), (zebra, 5)):
        events, _ = solve(name, csp, 3, **{**SMALL, "generations": 12}, rows="permutations")
        units = list(csp.units.values())[:count]
        swapped = 0
        for event, now in told(events):
            swapped += isinstance(event, g.Mutated)
            assert not isinstance(event, g.Mutated) or event.before == event.after[::-1]
            for genes in (*now.genes.values(), *now.drafts.values()):
                assert all(len({genes[x] for x in unit}) == len(unit) for unit in units)
                assert all(genes[x] == csp.domains[x][0] for x in csp.given)
        assert swapped > 5


def test_cuts_lie_between_rows_that_are_permutations() -> None:
    csp = csp_of(known(find("who-owns-the-zebra")).puzzle)
    for name, count in (("xover", 1), ("doublex", 2)):
        cuts = [e.cuts for e in solve(name, csp, 3, rows="permutations")[0] if isinstance(e, g.Crossed)]
        assert {len(at) for at in cuts} == {count}
        assert {cut for at in cuts for cut in at} == {0, 5, 10, 15, 20} | ({25} if count == 2 else set())
        assert all(list(at) == sorted(set(at)) for at in cuts)


def test_doublex_as_printed_is_xover() -> None:
    csp = csp_of(known(find("a-map-repaired")).puzzle)
    for seed in range(3):
        one = solve("xover", csp, seed, generations=20)
        assert one == solve("doublex", csp, seed, generations=20, printed=True)
        assert one != solve("doublex", csp, seed, generations=20)


def population(csp: CSP, sizes: Sizes, seed: int = 5) -> Population:
    chromosome = Chromosome(csp, "values")
    made = Population(chromosome, Fitness(csp, chromosome), sizes, Dice(Random(seed)))
    trace(made.sort())
    return made


def test_the_roulette_is_fair() -> None:
    """Chi-square with five degrees of freedom stays below 20.5 in 999 of 1,000 samples; the seed is fixed."""
    csp = csp_of(known(find("who-owns-the-zebra")).puzzle)
    many = population(csp, Sizes(population=10, children=4, poor=2, dying=4, mutation=0.1, generations=1))
    fitness = many.fitness.tolist()
    times_better = [fitness[-1] + 1 - fitness[place] for place in range(6)]  # of those that do not die
    assert len(set(times_better)) > 3
    fit, poor = [0] * 6, [0] * 6
    rounds = 4000
    for _ in range(rounds):
        parents, selected = many.select()
        assert selected == g.ParentsSelected(tuple(int(p) + 1 for p in parents), 2)
        for place in parents[:2]:
            fit[place] += 1
        for place in parents[2:]:
            poor[place] += 1
    for found, weights in ((fit, times_better), (poor, times_better[::-1])):
        expected = [2 * rounds * weight / sum(weights) for weight in weights]
        assert sum((a - b) ** 2 / b for a, b in zip(found, expected, strict=True)) < 20.5


def test_every_cut_is_as_likely_and_the_printed_ends_are_among_them() -> None:
    csp = Colouring.read(colours=3, nodes=tuple("ABCDE"), edges=(("A", "B"), ("B", "C"), ("A", "C"))).as_csp()
    cuts = [event.cuts[0] for seed in range(60) for event in solve("xover", impossible(csp), seed, generations=10)[0]
            if isinstance(event, g.Crossed)]
    expected = len(cuts) / 5
    assert sum((cuts.count(cut) - expected) ** 2 / expected for cut in range(5)) < 18.5  # four degrees of freedom


def impossible(csp: CSP) -> CSP:
    """Never solved."""
    x = next(iter(csp.domains))
    return CSP(csp.domains, (*csp.constraints, Constraint("no", (x,), lambda values: False, "", lambda left: "")))


def test_a_variable_without_a_value_costs_200_for_ever() -> None:
    answer = solve("mutate", CSP({"a": (), "b": (1, 2)}, ()), generations=3)[1]
    assert (answer.outcome, answer.fitness) == ("stopped", 200)


def test_the_same_seed_gives_the_same_run() -> None:
    csp = csp_of(known(find("who-owns-the-zebra")).puzzle)
    for name in GENETIC:
        assert solve(name, csp, 3, generations=10) == solve(name, csp, 3, generations=10)
        assert solve(name, csp, 3, generations=10) != solve(name, csp, 4, generations=10)


@settings(max_examples=40)
@given(networks(), st.sampled_from(GENETIC))
def test_the_counters_count_what_they_say(csp: CSP, name: str) -> None:
    algorithm = find_algorithm(name)
    events, answer = solve(name, csp, **SMALL)
    totals = {c.name: sum(c.worth(e) for e in events if type(e) is c.counts) for c in algorithm.counters}
    assert totals["generations"] == answer.generations
    assert totals["individuals"] == SMALL["population"] + SMALL["children"] * answer.generations
    assert totals["solutions"] == answer.solved
    if name != "mutate":
        assert totals["crossings"] == SMALL["children"] // 2 * answer.generations


@pytest.mark.parametrize(("options", "key", "said"), [
    ("{dying: 48}", "dying", "nobody is left to be a parent"),
    ("{children: 60}", "children", "children is 60, but only 24 of a population of 48 die"),
    ("{poor: 30}", "poor", "poor is 30, more than there are parents, 24"),
    ("{children: 23}", "children", "each two parents have two"),
    ("{rows: permutations}", "rows", "no rows here in which each value comes once"),
    ("{mutation: 1.5}", "mutation", "must be from 0 to 1"),
    ("{population: 1}", "population", "must be from 2 to 10,000"),
])
def test_parameters_that_make_no_sense_are_one_line_with_the_key(options: str, key: str, said: str,
                                                                 tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(f"title: T\nalgorithm: xover\npuzzle: {{kind: colouring, map: australia, colours: 3}}\n"
                    f"options: {options}\n")
    with pytest.raises(ScenarioError) as error:
        load(file)
    assert said in str(error.value)
    assert f":4: options.{key}" in str(error.value)
    assert "\n" not in str(error.value)


KINDS = [kind for kind in vars(g).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_one_thing_is_no_plural_in_any_sentence(kind: type[Event]) -> None:
    for number in (0, 1, 2):
        event = made_of(kind, number, yes=True)
        assert wrong_plurals(event.sentence()) == [], event.sentence()
