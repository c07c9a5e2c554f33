"""What is said against answers about networks and covers: held against the constraints, and against the events."""

from __future__ import annotations

from itertools import product
from random import Random

from algorithms import events as e
from algorithms.arcs import events as rev
from algorithms.backjumping import events as b
from algorithms.events.relations import row
from algorithms.problems.forms.csp import Constraint, Value
from kit.reasons import Reason, chosen, hold, reasons, runs
from kit.refusals import network, text
from scenarios.loader import Scenario
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.backtracking.state import SearchState
from visualizer.families.covering.state import CoverState


def parts(told: str) -> list[str]:
    return told.replace(" and ", ", ").split(", ")


def domain(r: Reason, x: str) -> tuple[str, ...]:
    return tuple(map(str, r.before.state.domains[x]))


def constraint(r: Reason, name: str) -> Constraint:
    return next(c for c in r.before.network.constraints if c.name == name)


def fits(r: Reason, name: str, given: dict[str, str]) -> bool:
    """Can the constraint hold with these values, the others as they are?"""
    c, d = constraint(r, name), r.before.state.domains
    among = [[value for value in d[x] if x not in given or str(value) == given[x]] for x in c.scope]
    return any(map(c.allows, product(*among)))


# --- consistency ------------------------------------------------------------------------------------------------------


def taken(r: Reason) -> str:
    return str(next(event for event in reversed(r.past) if isinstance(event, e.ConstraintTaken)).constraint)


def with_others(r: Reason, x: str, value: str, name: str, told: str | None) -> bool:
    others = dict(one.split(" = ") for one in (told or "").removeprefix(", with ").split(" and ")[0].split(", ") if one)
    return x == r.event.variable and fits(r, name, {x: value, **others})


SUPPORT = r"(.+?) = (\S+) has a support in (.+?)(, with .+)?\."


def test_what_no_constraint_takes() -> None:
    found = [*runs("consistency"), *chosen(*(network("gac", seed, "") for seed in range(6)))]
    assert found
    every = [pair for pair in found if pair[0].algorithm.name == "gac"]
    hold(reasons("Pruned.variable", iter(every)), {
        r"In (.+) each value of (\S+) has a support: (.+)\.":
        lambda r, name, x, told: x == r.candidate and taken(r) == name and tuple(told.split(", ")) == domain(r, x)
        and all(fits(r, name, {x: value}) for value in domain(r, x))})
    hold(reasons("Pruned.left", iter(every)), {
        r"(.+?) = (\S+) cannot stay: no assignment of the others satisfies (.+) with it\.":
        lambda r, x, value, name: value in map(str, r.candidate) and not fits(r, name, {x: value}),
        SUPPORT: lambda r, x, value, name, told: value not in map(str, r.candidate)
        and with_others(r, x, value, name, told)})
    hold(reasons("NoSupport.value", iter(every)), {
        SUPPORT: lambda r, x, value, name, told: value == str(r.candidate) and name == r.event.because
        and with_others(r, x, value, name, told)})


def not_the_product(r: Reason, x: str, told: str, count: str) -> bool:
    """Are the others told with the sizes of their domains, and is that not their product?"""
    others = {other: int(size) for other, size in (one.split(" has ") for one in
              told.replace(" values", "").replace(" value", "").split(" and ")[0].split(", "))}
    more = " and " in told
    true = 1
    for y in next(event for event in reversed(r.past) if isinstance(event, e.ConstraintTaken)).unknown:
        true *= 1 if y == x else len(domain(r, y))
    return count == str(r.candidate) and true == r.event.assignments != r.candidate and all(
        size == len(domain(r, y)) for y, size in others.items()) and (more or len(others) < 5)


def test_how_many_assignments_there_are_not() -> None:
    hold(reasons("VariableTaken.assignments", runs("consistency")), {
        r"Beside (.+?), (.+)\. Their choices do not make (\d+)\.": not_the_product,
        r"Beside (.+) nothing is open here\.": lambda r, x: r.event.assignments == 1 and x == r.event.variable})


def listed(r: Reason, name: str) -> e.RelationListed:
    """The tuples that a constraint had, with its scope."""
    return next(event for event in r.past if isinstance(event, e.RelationListed) and event.constraint == name)


def tuples(r: Reason, name: str) -> list[tuple[Value, ...]]:
    """Those that a constraint has left, by the events."""
    gone = [event.values for event in r.past if isinstance(event, e.TupleDropped | e.TupleOutdated)
            and event.constraint == name]
    return [values for values in listed(r, name).tuples if values not in gone]


def goes_with(r: Reason, other: str, name: str, shared: str) -> bool:
    here, there = listed(r, r.event.constraint).scope, listed(r, name).scope
    mine = next(values for values in tuples(r, r.event.constraint) if row(values) == r.candidate)
    theirs = next(values for values in tuples(r, name) if row(values) == other)
    both = {x for x in here if x in there}
    return name == r.event.because and {*parts(shared)} == both and all(
        mine[here.index(x)] == theirs[there.index(x)] for x in both)


def test_what_has_a_partner() -> None:
    found = [*runs("consistency"), *chosen(*(network("path-consistency", seed, "") for seed in range(4)))]
    every = [pair for pair in found if pair[0].algorithm.name == "path-consistency"]
    hold(reasons("TupleDropped.row", iter(every)), {
        r"It goes with (.+) of (\S+): the same (.+)\.": goes_with})
    told = list(reasons("Pruned.variable", iter(every)))
    hold(told, {r"(\S+) keeps tuples for each value of (\S+): (.+)\.":
                lambda r, name, x, values: tuple(values.split(", ")) == domain(r, x)
                and {str(t[listed(r, name).scope.index(x)]) for t in tuples(r, name)} >= {*domain(r, x)}}) \
        if told else None


# --- arcs -------------------------------------------------------------------------------------------------------------


def arc(r: Reason) -> tuple[str, str]:
    found = next(event for event in reversed(r.past) if isinstance(event, rev.ArcTaken))
    return found.variable, found.partner


def allowed(r: Reason, x: str, value: str, y: str, other: str) -> bool:
    """Do all constraints between two variables allow these values? Of a constraint that is a variable: is that a tuple
    of it, with the value?"""
    if y not in r.before.network.domains:
        c, start = constraint(r, y), r.before.network.domains
        values, open_ = map(int, other.strip("()").split(", ")), [z for z in c.scope if len(start[z]) > 1]
        given = dict(zip(open_, values, strict=True))
        return str(given[x]) == value and c.allows([given.get(z, start[z][0]) for z in c.scope])
    value_of = {x: value, y: other}
    return other in domain(r, y) and all(
        c.allows([next(v for v in r.before.network.domains[z] if str(v) == value_of[z]) for z in c.scope])
        for c in r.before.network.constraints if {*c.scope} <= {x, y})


def lonely(r: Reason, x: str, y: str) -> list[str]:
    """The values that nothing of the partner goes with."""
    if y not in r.before.network.domains:
        return [v for v in domain(r, x) if not fits(r, y, {x: v})]
    return [v for v in domain(r, x) if not any(allowed(r, x, v, y, other) for other in domain(r, y))]


def waiting(r: Reason) -> list[str]:
    """The queue, by the events."""
    queue = list[str]()
    for event in r.past:
        match event:
            case rev.QueueFilled():
                queue += [f"{x} → {y}" for x, y in event.arcs]
            case rev.ArcQueued():
                queue.append(event.arc)
            case rev.ArcTaken():
                queue.remove(f"{event.variable} → {event.partner}")
    return queue


def test_what_an_arc_does_not_take() -> None:
    every = [*runs("arcs"), *chosen(*(network("ac3", seed, "", 2) for seed in range(6)))]
    hold(reasons("NoSupport.value", iter(every)), {
        r"(.+?) = (\S+) goes with (.+) = (.+), which is left to it\.":
        lambda r, x, value, y, other: (x, y) == arc(r) and value == str(r.candidate)
        and allowed(r, x, value, y, other)})
    hold(reasons("Pruned.left", iter(every)), {
        r"Not all of that can stay: something of (.+) goes with nothing that is left to (.+)\.":
        lambda r, x, y: tuple(map(str, r.candidate)) == domain(r, x) and lonely(r, x, y),
        r"Then (.+) = (\S+) has gone; but it goes with (.+) = (.+)\.":
        lambda r, x, value, y, other: (x, y) == arc(r) and value not in map(str, r.candidate)
        and allowed(r, x, value, y, other)})
    hold(reasons("ArcQueued.arc", iter(every)), {
        r"(.+ → .+) asks for the values of (.+)\. (.+) has lost nothing just now: they lose no support by this\.":
        lambda r, told, k, i: told == r.candidate == f"{k} → {i}" and k == arc(r)[0] != i,
        r"(.+ → .+) is in the queue already\.": lambda r, told: told == r.candidate and told in waiting(r),
        r"What (.+) lost had no partner in (.+): it supported nothing there\.":
        lambda r, k, i: (k, i) == arc(r) and r.candidate == f"{i} → {k}"})


# --- searches ---------------------------------------------------------------------------------------------------------


def assigned(r: Reason) -> set[str]:
    return {*r.before.of(SearchState).assigned, *r.before.network.given}


def peers_of(r: Reason, x: str) -> set[str]:
    """The open ones."""
    return {y for c in r.before.network.constraints if x in c.scope for y in c.scope} - assigned(r) - {x}


def could_take(r: Reason, x: str, value: object) -> int:
    return sum(value in r.before.state.domains[y] for y in peers_of(r, x))


def test_what_is_no_score_and_what_is_not_labelled_first() -> None:
    hold(reasons("Scored.score", runs("backtracking")), {
        r"So many values has (\S+) left\.": lambda r, x: x == r.event.variable and len(domain(r, x)) == r.candidate,
        r"So much do the open constraints of (\S+) weigh\.":
        lambda r, x: x == r.event.variable and r.event.score * r.candidate == len(domain(r, x)),
        r"So many open peers has (\S+); each counts once for each value that both have\.":
        lambda r, x: len(peers_of(r, x)) == r.candidate,
        r"So many values (\S+) has in common with its open peers\.":
        lambda r, x: sum(could_take(r, x, v) for v in r.before.state.domains[x]) == r.candidate})
    hold(reasons("Labelled.value", runs("backtracking")), {
        r"(\d+) open peers? could take (\S+), too; of another value it is (fewer|more)\.":
        lambda r, n, value, than: value == str(r.candidate) and could_take(r, r.event.variable, r.candidate) == int(n)
        and (could_take(r, r.event.variable, r.event.value) < int(n)) == (than == "fewer")})


def emptied(r: Reason) -> str:
    return str(next(event for event in reversed(r.past) if isinstance(event, e.Emptied)).variable)


def takes(r: Reason, name: str) -> bool:
    """Does a constraint exclude any value that the emptied variable ever had, as its others are?"""
    c, x, d = constraint(r, name), emptied(r), r.before.state.domains
    values = r.before.network.domains[x]
    return any(not any(map(c.allows, product(*((v,) if y == x else d[y] for y in c.scope)))) for v in values)


def threes(seed: int) -> Scenario:
    """Five variables, with constraints on three of them, and on two."""
    rng = Random(seed)
    three, two = [rng.sample("ABCDE", 3) for _ in range(3)], [rng.sample("ABCDE", 2) for _ in range(6)]
    told = [f'{{scope: [{x}, {y}, {z}], relation: "{x} + {y} != {z} + 1"}}' for x, y, z in three]
    told += [f'{{scope: [{x}, {y}], relation: "{x} != {y}"}}' for x, y in two]
    domains = ", ".join(f"{x}: [1, 2, 3]" for x in "ABCDE")
    return text("dom-wdeg", f"puzzle: {{kind: csp, domains: {{{domains}}}, constraints: [{', '.join(told)}]}}\n",
                "options: {all: true}\n")


def test_what_weighs_no_more() -> None:
    every = [*runs("backtracking"), *chosen(*map(threes, range(12)))]
    hold(reasons("WeightRaised.constraint", iter(every), 60), {
        r"(\S+) has another open variable, (\S+): forward checking does not ask it\.":
        lambda r, name, y: name == r.candidate and y in {*constraint(r, name).scope} - assigned(r) - {emptied(r)},
        r"(\S+) allows (\S+) whatever it had\.": lambda r, name, x: x == emptied(r) and not takes(r, name),
        r"(\S+) is not about (\S+), whose label took the last value\.":
        lambda r, name, y: y not in constraint(r, name).scope and y in constraint(r, r.event.constraint).scope})


def conflict_set(r: Reason, x: str) -> set[str]:
    """By the events: whom a variable blames."""
    return {*r.before.of(BackjumpState).conf_sets.get(x, ())}


def dead(r: Reason) -> str:
    return str(next(event for event in reversed(r.past) if isinstance(event, b.DeadEnd)).variable)


def test_where_a_search_does_not_go_back_to() -> None:
    every = [*runs("backjumping"), *chosen(*(
        network(name, seed, "", 2) for name in ("bj", "cbj", "fc-cbj") for seed in range(8)))]

    def at(r: Reason) -> dict[int, str]:
        return r.before.of(BackjumpState).at

    hold(reasons("JumpedBack.level", iter(every)), {
        r"Some check went deeper than (\S+)\.": lambda r, x: at(r)[r.candidate] == x and r.candidate < r.event.level
        and at(r)[r.event.level] in {event.other for event in r.past if isinstance(event, b.Checked)
                                     and event.variable == dead(r)},
        r"No check of (\S+) got as far as (\S+)\.": lambda r, x, y: at(r)[r.candidate] == y
        and r.candidate > r.event.level,
        r"(\S+), on level (\d+), is to blame, but somebody deeper is, too\.":
        lambda r, x, n: at(r)[int(n)] == x in conflict_set(r, dead(r)) and at(r)[r.event.level] in conflict_set(
            r, dead(r)) and int(n) == r.candidate < r.event.level,
        r"(\S+), on level (\d+), is not in the conflict set of (\S+)\.":
        lambda r, x, n, y: at(r)[int(n)] == x not in conflict_set(r, y) and y == dead(r) and int(n) == r.candidate})
    hold(reasons("ConfSetJoined.conf_set", iter(every)), {
        r"(\S+) has no value left: to blame itself would change nothing\.": lambda r, y: y == r.event.variable,
        r"(\S+) comes after (\S+): another value of (\S+) was looked for already\.":
        lambda r, y, x, _: y == r.event.dead_end and x == r.event.variable,
        r"(\S+) is in neither set: it refused no value of (\S+), and (\S+) does not blame it\.":
        lambda r, y, x, z: y not in conflict_set(r, x) | conflict_set(r, z) | {*r.event.conf_set}})


# --- repairs and covers -----------------------------------------------------------------------------------------------


def violated(r: Reason, x: str, value: Value) -> list[str]:
    """The constraints on a variable that would be violated with a value."""
    d = r.before.state.domains
    return [c.name for c in r.before.network.constraints if x in c.scope
            and not c.allows([value if y == x else d[y][0] for y in c.scope])]


def now(r: Reason) -> list[str]:
    d = r.before.state.domains
    return [c.name for c in r.before.network.constraints if not c.allows([d[y][0] for y in c.scope])]


def names(told: str) -> list[str]:
    return told.split(" and ", maxsplit=1)[0].split(", ")


def on(r: Reason, x: str) -> int:
    """How many violated constraints are on a variable."""
    return sum(name in now(r) and x in constraint(r, name).scope for name in now(r))


def test_what_is_not_repaired() -> None:
    every = [(run, timeline) for run, timeline in runs("local search") if len(timeline.events) < 1_000]
    hold(reasons("ConflictedChosen.variable", runs("local search"), 2), {
        r"(\S+) has no conflict: every constraint on it holds\.": lambda r, x: x == r.candidate and not on(r, x),
        r"(\S+) has no other value to take\.": lambda r, x: len(r.before.network.domains[x]) == 1})
    hold(reasons("Repaired.value", iter(every)), {
        r"With (\S+) it would have (\d+) conflicts?; another value has fewer\.":
        lambda r, value, n: value == str(r.candidate)
        and len(violated(r, r.event.variable, r.candidate)) == int(n) > r.event.conflicts})
    hold(reasons("ValueTried.conflicts", iter(every)), {
        r"There are more: with (\S+), (.+) would not hold\.":
        lambda r, v, told: {*names(told)} <= {*violated(r, r.event.variable, r.event.value)}
        and r.event.conflicts > r.candidate and len(names(told)) <= r.candidate + 1,
        r"There are fewer: with (\S+), (.+) would hold\.":
        lambda r, v, told: not {*names(told)} & {*violated(r, r.event.variable, r.event.value)}
        and all(r.event.variable in constraint(r, name).scope for name in names(told))
        and r.event.conflicts < r.candidate})
    hold(reasons("Repaired.violated", iter(every)), {
        r"Now (\d+) (?:is|are) violated, (\d+) of them on (\S+)\. (\d+) is (more|less) than the others and what its "
        r"new value violates\.": lambda r, n, m, x, count, than: (int(n), int(m)) == (len(now(r)), on(r, x))
        and int(count) == r.candidate and (int(count) > int(n) - int(m) + len(violated(r, x, r.event.value))) == (
            than == "more")})


def covered(r: Reason) -> list[str]:
    """The items that are out, in order, by the events."""
    found = list[str]()
    for event in r.past:
        if isinstance(event, e.ItemCovered):
            found.append(event.item)
        elif isinstance(event, e.ItemUncovered):
            found.remove(event.item)
    return found


def options_of(r: Reason, item: str) -> set[str]:
    cover = r.before.of(CoverState)
    return {cover.form.word(literal) for literal in cover.items[item].literals}


def test_what_is_not_branched_on_and_does_not_leave_or_come_back() -> None:
    every = list(runs("covering"))
    hold(reasons("ItemSelected.item", iter(every)), {
        r"(\S.*) has (\d+) ways? to go on, and another item has fewer\.":
        lambda r, name, n: name == r.candidate not in covered(r) and int(n) > r.event.branches
        and branches(r, name) == int(n)})
    hold(reasons("ItemCovered.options", iter(every)), {
        r"(\S.*) is not in (\S+): that can still be taken for what it is in\.":
        lambda r, item, option: item == r.event.item and option == r.candidate not in options_of(r, item)})
    hold(reasons("ItemUncovered.item", iter(every)), {
        r"Something was covered after (\S.*), and is covered still\.":
        lambda r, name: name == r.candidate in covered(r)[:-1]})


def branches(r: Reason, name: str) -> int:
    """So many options of an item can be tried, one after the other, and leave enough for it."""
    cover = r.before.of(CoverState)
    truths = [cover.truth(word) for word in options_of(r, name)]
    return truths.count(None) - (cover.items[name].least - truths.count(True)) + 1
