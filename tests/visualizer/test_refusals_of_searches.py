"""What searches for solutions, repairs and propagation refuse: held against the constraints, one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from algorithms import events as e
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.csp import Constraint, Value
from kit.clue_games import deals
from kit.refusals import choices, network, some, text, told
from kit.session_desk import fold
from scenarios.loader import find, load
from visualizer.families.backjumping.choices import current
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.backtracking.state import SearchState
from visualizer.families.consistency.state import ConsistencyState
from visualizer.families.genetic.state import PopulationState
from visualizer.families.local_search.state import RepairState
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.choosing import choices_of
from visualizer.runs.questions import Before
from visualizer.runs.states import State

SEEDS = range(5)


def about(before: Before, x: str) -> list[Constraint]:
    return [c for c in before.network.constraints if x in c.scope]


# --- backtracking ----------------------------------------------------------------------------------------------------


def unassigned(before: Before) -> dict[str, set[Value]]:
    """The values that are left to variables without one."""
    search, d = before.of(SearchState), before.state.domains
    return {x: set(d[x]) for x in before.network.domains if x not in search.assigned}


def peers(before: Before, x: str) -> set[str]:
    """The variables without a value that a constraint ties to one."""
    return {y for c in about(before, x) for y in c.scope} & unassigned(before).keys() - {x}


def score(before: Before, x: str) -> Fraction:
    """How good a variable is among those with as few values; or, of dom/wdeg, among all."""
    open_, name = unassigned(before), before.run.algorithm.name
    if name == "dom-wdeg":
        weights = before.of(SearchState).weights
        total = sum(weights[c.name].weight if c.name in weights else 1 for c in about(before, x)
                    if {*c.scope} & open_.keys() - {x})
        return -Fraction(len(open_[x]), total) if total else Fraction(-999)
    if name == "mrv-degree":
        return Fraction(len(peers(before, x)))
    return Fraction(sum(len(open_[x] & open_[y]) for y in peers(before, x)) if name == "mrv-plus" else 0)


@pytest.mark.parametrize("algorithm", ["mrv-static", "mrv-random", "mrv-plus", "mrv-degree", "dom-wdeg"])
def test_variables_that_are_refused_are_behind_others(algorithm: str) -> None:
    for seed in SEEDS:
        for before, offer, refused in some(network(algorithm, seed), "variable"):
            open_ = unassigned(before)
            key = {x: (0 if algorithm == "dom-wdeg" else -len(open_[x]), score(before, x)) for x in open_}
            assert {*offer.names} == {x for x in open_ if key[x] == max(key.values())}
            best = offer.names[0]
            for x, why in refused:
                assert key[x] < key[best]
                if "left, and" in why:
                    few, many = len(open_[best]), len(open_[x])
                    assert why == f"{x} has {many} values left, and {best} only {few}." and few < many
                elif "comes last" in why:
                    assert not peers(before, x)
                else:
                    assert f"core of {x} is {abs(key[x][1])}, and that of {best} {abs(key[best][1])}" in why
            assert {x for x, _ in refused} == open_.keys() - {*offer.names}


@pytest.mark.parametrize("algorithm", ["mrv-static", "mrv-plus", "dom-wdeg"])
@pytest.mark.parametrize("singles", ["false", "true"])
def test_values_that_are_refused_clash(algorithm: str, singles: str) -> None:
    for seed in SEEDS:
        for before, offer, refused in some(network(algorithm, seed, f"all: true, singles: {singles}"), "value"):
            x = before.of(SearchState).selected
            assert x is not None
            for value in before.network.domains[x]:
                assert clashes(before, x, value) == (str(value) not in offer.names)
            for name, why in refused:
                by = [c for c in about(before, x) if clash(before, c, x, int(name))]
                assert any(len(c.scope) > 1 if "a value that is set" in why else
                           why == f"{x} = {name} is struck: {c.name} alone does not allow it." and c.scope == (x,)
                           for c in by)


def clash(before: Before, c: Constraint, x: str, value: Value) -> bool:
    """Do all others of a constraint have a value, and does it not allow this one with them?"""
    d, done = before.state.domains, before.of(SearchState).assigned
    return all(y == x or y in done for y in c.scope) and not c.allows([value if y == x else d[y][0] for y in c.scope])


def clashes(before: Before, x: str, value: Value) -> bool:
    return any(clash(before, c, x, value) for c in about(before, x))


# --- forward checking, repairs ---------------------------------------------------------------------------------------

MAP = ("puzzle: {kind: colouring, colours: 3, edges: [[A, B], [B, C], [C, D], [D, A], [D, E], [E, F], [F, A], [A, G], "
       "[B, G], [F, G], [C, F]]}\n")


@pytest.mark.parametrize("order", ["mrv", "degree", "mrv-plus"])
@pytest.mark.parametrize("algorithm", ["fc", "fc-cbj"])
def test_variables_that_the_order_puts_behind_others_are_refused(algorithm: str, order: str) -> None:
    for before, offer, refused in some(text(algorithm, MAP, f"options: {{order: {order}, all: true}}\n"), "variable"):
        set_ = {label.variable for label in before.of(BackjumpState).branch}
        left = {x: set(before.state.domains[x]) for x in before.network.domains if x not in set_}
        near = {x: {y for c in about(before, x) for y in c.scope} & left.keys() - {x} for x in left}
        common = {x: sum(len(left[x] & left[y]) for y in near[x]) for x in left}
        key = {x: (len(near[x]) if order == "degree" else -len(left[x]), common[x] if order == "mrv-plus" else 0)
               for x in left}
        best = offer.names[0]
        assert {*offer.names} == {x for x in left if key[x] == max(key.values())}
        for x, why in refused:
            assert key[x] < key[best]
            if "left, and" in why:
                assert why.startswith(f"{x} has {len(left[x])} ") and why.endswith(f"only {len(left[best])}.")
                assert len(left[x]) > len(left[best])
            elif "open neighbours than" in why and "common" not in why:
                assert len(near[x]) < len(near[best])
            else:
                assert len(left[x]) == len(left[best]) and common[x] < common[best]


def violated(before: Before, x: str, value: Value | None = None) -> int:
    """How many constraints a variable violates, with another value perhaps."""
    values = {y: before.state.domains[y][0] for y in before.network.domains}
    values |= {} if value is None else {x: value}
    return sum(not c.allows([values[y] for y in c.scope]) for c in about(before, x))


@pytest.mark.parametrize("noise", ["0", "0.4"])
def test_repairs_that_are_refused_are_of_no_conflict_or_violate_more(noise: str) -> None:
    many_more = 0
    for seed in range(30):
        scenario = network("min-conflicts", seed, f"noise: {noise}")
        for _, before, offer, refused in choices(scenario, "variable", seed):
            assert all(violated(before, x) for x in offer.names)
            assert {x for x, _ in refused} == {x for x in before.network.domains if not violated(before, x)}
        for _, before, offer, refused in choices(scenario, "value", seed):
            x = before.of(RepairState).variable
            assert x is not None
            many = {str(value): violated(before, x, value) for value in before.network.domains[x]}
            for name, why in refused:
                many_more += 1
                assert many[name] > max(many[other] for other in offer.names)
                assert why.startswith(f"{x} = {name} would violate {many[name]} constraint")
                assert why.endswith(f"{offer.names[0]} violates only {many[offer.names[0]]}.")
    assert many_more > 20


@pytest.mark.parametrize("algorithm", ["bt", "cbj", "bm-cbj", "fc", "fc-cbj"])
def test_values_that_are_struck_or_refused_clash_with_what_is_said(algorithm: str) -> None:
    """Not what is spent: of that, other tests see that no solution is left there."""
    for seed in SEEDS:
        for before, offer, refused in some(network(algorithm, seed, most=2), "value"):
            x = current(before)
            labels = {label.variable: label.value for label in before.of(BackjumpState).branch if label.variable != x}
            for name, why in refused:
                by = [c for c in about(before, x) if {*c.scope} - {x} <= labels.keys()
                      and not c.allows([int(name) if y == x else labels[y] for y in c.scope])]
                if "clashes" in why:
                    assert any(len(c.scope) > 1 for c in by), (offer, why)
                elif "just found" in why:
                    assert x not in labels and len(labels) == len(before.network.domains) - 1
                elif "is refused by" in why:
                    culprit = why.split("is refused by ")[1].split(",")[0]
                    assert any(culprit in c.scope for c in by), (offer, why)
                elif "would leave" in why:
                    assert why.split("would leave ")[1].split()[0] in before.network.domains.keys() - labels.keys()
                    assert emptied(before, {**labels, x: int(name)})
                elif "without a value" in why:
                    culprits = why.split(": with ")[1].split(" it leaves")[0].replace(" and ", ", ").split(", ")
                    assert emptied(before, {**{y: labels[y] for y in culprits}, x: int(name)})


def emptied(before: Before, values: dict[str, Value]) -> bool:
    """Is there a variable of which each value clashes with one of these?"""
    def fits(y: str, value: Value) -> bool:
        known = {**values, y: value}
        return all(c.allows([known[z] for z in c.scope]) for c in about(before, y) if {*c.scope} <= known.keys())

    return any(not any(fits(y, value) for value in domain)
               for y, domain in before.network.domains.items() if y not in values)


# --- propagation, sampling, genetic algorithms -----------------------------------------------------------------------

BOARD = 'puzzle: {kind: gnomine, board: ". . . . .\\n. 2 1 2 .\\n. 1 0 1 .\\n. 2 1 2 .\\n. . . . ."}\n'


def test_constraints_that_gac_refuses_were_looked_at() -> None:
    for scenario in (text("gac", BOARD), *(network("gac", seed, "order: random") for seed in SEEDS)):
        done = 0
        for events, _, _, refused in told(scenario, "constraint"):
            start = max(index for index, event in enumerate(events) if isinstance(event, e.PassStarted))
            taken = {event.constraint for index, event in enumerate(events) if isinstance(event, e.ConstraintTaken)
                     and (index > start or not event.unknown)}
            assert {name for name, _ in refused} == taken
            done += len(taken)
        assert done


def test_constraints_that_path_consistency_refuses_were_looked_at_or_could_drop_nothing() -> None:
    waiting = 0
    for scenario in (text("path-consistency", BOARD), load(find("two-constraints-at-a-time"))):
        for events, before, offer, refused in told(scenario, "constraint"):
            start = max(index for index, event in enumerate(events) if isinstance(event, e.PassStarted))
            taken = {event.constraint for event in events[start:] if isinstance(event, e.ConstraintTaken)}
            assert not taken & {*offer.names}
            begun = fold(before.run.puzzle, events[:start])
            for name, _ in refused:
                assert name in taken or agrees(begun, name)
                waiting += name not in taken
    assert waiting


def agrees(state: State, name: str) -> bool:
    """Are all tuples of a constraint within the domains, and does each extend to every other constraint?"""
    found = state.family
    assert isinstance(found, ConsistencyState)
    left = {c: [t for t in found.listed[c] if t not in found.gone.get(c, ())] for c in found.listed}

    def on(c: str, values: tuple[Value, ...], shared: list[str]) -> tuple[Value, ...]:
        return tuple(values[found.scopes[c].index(x)] for x in shared)

    own = found.scopes[name]
    shared = {c: [x for x in own if x in found.scopes[c]] for c in left if c != name}
    within = all(value in state.domains[x] for values in left[name] for x, value in zip(own, values, strict=True))
    return within and all({on(name, values, of) for values in left[name]} <= {on(c, values, of) for values in left[c]}
                          for c, of in shared.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_constraints_that_are_refused_are_not_tight(seed: int) -> None:
    scenario = text("at-least-propagation", f"puzzle: {{kind: gnomine, random: {{rows: 6, columns: 6, mines: 7, seed: "
                                            f"{seed}, reveal: 4}}}}\n")
    for before, offer, refused in some(scenario, "constraint"):
        true = {entry.literal for entry in sat_of(before.state).trail}
        form, tight = before.form, set()
        for number, (literals, least) in enumerate(form.constraints, 1):
            words = [form.word(literal) for literal in literals]
            open_ = [word for word in words if not {word, negation(word)} & true]
            if open_ and len(open_) + len(true & {*words}) == least:
                tight.add(str(number))
            for name, why in refused:
                if name == str(number):
                    more = len(open_) + len(true & {*words}) - least
                    assert why == f"Nothing is open in constraint {name}." if not open_ else f" {more} more " in why
        assert {*offer.names} == tight


def test_variables_that_are_refused_are_the_same_in_all_models() -> None:
    """A small game of Clue, by all its models."""
    puzzle = ("puzzle: {kind: clue, random: {players: 3, seed: 4, events: 5}, suspects: [mu, pl], weapons: [kn, ro], "
              "rooms: [ha, lo, di]}\n")
    scenario = text("clue-sample-c", puzzle, "options: {iterations: 300}\n")
    every = deals(scenario.puzzle)  # type: ignore[arg-type]
    checked = 0
    for _, offer, refused in some(scenario, "variable"):
        for name, why in refused:
            card, _, place = name.partition("=")
            same = {holder[card] == place for holder in every}
            assert len(same) == 1
            assert f"is fixed: {name if same == {True} else negation(name)} holds in every model" in why
            checked += 1
        assert not {name for name, _ in refused} & {*offer.names}
    assert checked


@pytest.mark.parametrize("algorithm", ["mutate", "xover", "doublex"])
def test_parents_and_cuts_that_are_refused_die_or_are_none(algorithm: str) -> None:
    """Of four that live six: only the first two stay; rows of a Sudoku stay permutations wherever they are cut."""
    options = "options: {population: 6, children: 4, poor: 0, dying: 4, generations: 3, rows: permutations}\n"
    puzzle = "puzzle: {kind: sudoku, grid: '1... ..2. .3.. ...4'}\n"
    scenario, kinds = text(algorithm, puzzle, options), set[str]()
    for kind in choices_of(scenario.algorithm):
        for _, before, offer, refused in choices(scenario, kind, 1):
            kinds.add(kind)
            if "parent" in kind:
                assert {*offer.names} == {"1", "2"} and {name for name, _ in refused} == {*map(str, range(3, 7))}
            elif kind == "cut":
                assert {*map(int, offer.names)} <= {0, 4, 8, 12}
                assert {int(name) for name, why in refused if "parts a row" in why} == {*range(1, 16)} - {4, 8, 12}
                assert all(int(name) % 4 or name == "16" for name, _ in refused)
            else:
                first = max(int(name) for name, _ in refused) + 1
                assert f"after gene {first} at the earliest" in refused[0][1] and min(map(int, offer.names)) == first
            assert len(before.of(PopulationState).genes) == 6
    assert kinds == {"mutate": {"parent"}, "xover": {"first parent", "second parent", "cut"},
                     "doublex": {"first parent", "second parent", "cut", "second cut"}}[algorithm]
