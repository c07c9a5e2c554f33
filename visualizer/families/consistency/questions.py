"""What may be asked of consistency: which variable loses values, what is left of it, which constraint says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod

from algorithms import events as e
from algorithms.consistency import CONSISTENCY
from algorithms.core import Event
from algorithms.events.relations import row
from algorithms.problems.forms.csp import Constraint, Domain, Domains, Value, supported
from algorithms.problems.forms.truth import TooLarge, always
from algorithms.words import counted, few, listed
from visualizer.families.consistency.pairs import clash, left, partners
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_MOST_TUPLES, _MOST_OPEN, _MOST_SUBSETS = 4_096, 12, 9
_TOLD, _LONG = 4, 30  # others that are told, and signs of values


def constraint_in_view(before: Before) -> Constraint | None:
    """The constraint that was taken."""
    name = before.of(ConsistencyState).constraint
    return next((c for c in before.network.constraints if c.name == name), None)


def few_tuples(c: Constraint, d: Domains) -> bool:
    """Can its tuples be gone through in no time?"""
    return prod(len(d[x]) for x in c.scope) <= _MOST_TUPLES


# --- which variable loses a value -----------------------------------------------------------------------------------


def open_in_view(before: Before) -> Sequence[str]:
    """The undefined variables of the constraint; before any was taken those of all."""
    family, d = before.of(ConsistencyState), before.state.domains
    if family.constraint is not None:
        return [x for x in family.unknown or family.scopes.get(family.constraint, ()) if len(d[x]) > 1]
    found = dict.fromkeys(x for c in before.network.constraints for x in c.scope if len(d[x]) > 1)
    return [x for x in found if x not in before.network.hidden]


def also_lose(before: Before, event: e.Pruned) -> Sequence[str]:
    """The others of the constraint from which it takes values, too: the order of its scope decides which is first."""
    look, c, d = before.of(ConsistencyState), constraint_in_view(before), before.state.domains
    if look.constraint in look.listed:
        return [x for x in narrowed_by_tuples(before) if x != event.variable]
    if c is None or not few_tuples(c, d):
        return ()
    return [x for x in open_in_view(before) if x != event.variable and len(supported(c, x, d)) < len(d[x])]


def narrowed_by_tuples(before: Before) -> Sequence[str]:
    """Where tuples are listed: the variables of which the tuples that will be left do not have all values."""
    look, d = before.of(ConsistencyState), before.state.domains
    name = str(look.constraint)
    scope = look.scopes[name]
    stay = [values for values in left(look, name)
            if all(value in d[x] for x, value in zip(scope, values, strict=True))
            and (look.pair not in look.listed or partners(look, values))]
    return [x for x in open_in_view(before) if {values[scope.index(x)] for values in stay} < set(d[x])]


def loses_nothing(before: Before, _event: e.Pruned, x: str) -> str:
    """Why another variable keeps what it has: the constraint in view has each of its values."""
    look, c, d = before.of(ConsistencyState), constraint_in_view(before), before.state.domains
    values = ", ".join(map(str, d[x]))
    if look.constraint in look.listed:
        return f"{look.constraint} keeps tuples for each value of {x}: {values}." if len(values) <= _LONG else ""
    if c is None or x not in c.scope or not few_tuples(c, d) or len(supported(c, x, d)) < len(d[x]):
        return ""
    return f"In {c.name} each value of {x} has a support: {values}." if len(values) <= _LONG else ""


def variable_hints(before: Before, event: e.Pruned) -> Hints:
    """Where to look for the variable."""
    c = constraint_in_view(before)
    if c is None:
        return "Go from constraint to constraint.", f"{event.because} has something to tell."
    return f"Look at {c.name}.", f"{c.text}: which value can nobody make up for?"


# --- what is left of it ---------------------------------------------------------------------------------------------


def parts_of_domain(before: Before) -> Sequence[Domain]:
    """What may be left of the variable under test."""
    x = before.of(ConsistencyState).variable
    values = () if x is None else before.state.domains[x]
    if 2 ** len(values) - 1 > _MOST_SUBSETS:
        return ()
    return [left for size in range(1, len(values) + 1) for left in combinations(values, size)]


def not_left(before: Before, event: e.Pruned, left: Domain) -> str:
    """What is kept without a support, or is gone with one."""
    c, d, x = constraint_in_view(before), before.state.domains, event.variable
    if c is None or c.name != event.because or not few_tuples(c, d):
        return ""
    stay = supported(c, x, d)
    kept = next((value for value in left if value not in stay), None)
    if kept is not None:
        return f"{x} = {kept} cannot stay: no assignment of the others satisfies {c.name} with it."
    gone = next((value for value in stay if value not in left), None)
    return "" if gone is None else has_a_support(c, x, gone, d)


def has_a_support(c: Constraint, x: str, value: Value, d: Domains) -> str:
    """With what a value satisfies a constraint."""
    place = c.scope.index(x)
    found = next(values for values in product(*(d[y] for y in c.scope)) if values[place] == value and c.allows(values))
    others = [f"{y} = {other}" for y, other in zip(c.scope, found, strict=True) if y != x and len(d[y]) > 1]
    return f"{x} = {value} has a support in {c.name}{f', with {few(others, _TOLD)}' if others else ''}."


def left_hints(before: Before, event: e.Pruned) -> Hints:
    """Where to look for what is left."""
    return (f"Give {event.variable} one value after the other.",
            f"Can the others of {event.because} be chosen so that it is satisfied?")


# --- how many assignments there are ---------------------------------------------------------------------------------


def sizes(before: Before) -> Sequence[int]:
    """The numbers that somebody may come to: of no test, of one value, of all."""
    d, family = before.state.domains, before.of(ConsistencyState)
    return sorted({prod(len(d[x]) for x in part) for size in range(len(family.unknown) + 1)
                   for part in combinations(family.unknown[:_MOST_SUBSETS], size)}
                  | {prod(len(d[x]) for x in family.unknown if x != y) for y in family.unknown})


def not_so_many(before: Before, event: e.VariableTaken, count: int) -> str:
    """What there is to be chosen beside the variable."""
    d = before.state.domains
    others = [x for x in before.of(ConsistencyState).unknown if x != event.variable]
    if not others:
        return f"Beside {event.variable} nothing is open here."
    told = few((f"{x} has {counted(len(d[x]), 'value')}" for x in others), _TOLD)
    return f"Beside {event.variable}, {told}. Their choices do not make {count}."


def size_hints(_before: Before, event: e.VariableTaken) -> Hints:
    """Where to look for the number."""
    return (f"Which fields or variables beside {event.variable} are still open here?",
            "Each of them can be chosen freely: their choices multiply.")


# --- has a value a support ------------------------------------------------------------------------------------------


def values_in_view(before: Before) -> Sequence[Value]:
    """The values of the variable under test."""
    x = before.of(ConsistencyState).variable
    return () if x is None else before.state.domains[x]


def other_unsupported(before: Before, event: e.NoSupport) -> Sequence[Value]:
    """The other values without a support: they are tried one after the other."""
    c, d = constraint_in_view(before), before.state.domains
    if c is None or not few_tuples(c, d):
        return ()
    left = supported(c, event.variable, d)
    return [value for value in d[event.variable] if value not in left and value != event.value]


def supported_value(before: Before, event: e.NoSupport, value: Value) -> str:
    """With what another value satisfies the constraint."""
    c, d = constraint_in_view(before), before.state.domains
    if c is None or not few_tuples(c, d) or value not in supported(c, event.variable, d):
        return ""
    return has_a_support(c, event.variable, value, d)


def value_hints(before: Before, event: e.NoSupport) -> Hints:
    """Where to look for the value."""
    return (f"Look at {event.because} with all that its other variables can be.",
            f"Try each value of {event.variable}: for one, no assignment of the others will do.")


# --- which constraint says so ---------------------------------------------------------------------------------------


def open_constraints(before: Before) -> Sequence[str]:
    """Those with an undefined variable."""
    d = before.state.domains
    return [c.name for c in before.network.constraints if any(len(d[x]) > 1 for x in c.scope)]


def also_prune(before: Before, event: e.Pruned) -> Sequence[str]:
    """The others that take the same values from the variable."""
    d = before.state.domains
    return [c.name for c in before.network.constraints
            if c.name != event.because and event.variable in c.scope and few_tuples(c, d)
            and not set(event.removed) & set(supported(c, event.variable, d))]


def leaves_it(before: Before, event: e.Pruned, name: str) -> str:
    """Why another constraint does not take these values: it is not about the variable, or leaves it one of them."""
    c, d, x = next(c for c in before.network.constraints if c.name == name), before.state.domains, event.variable
    if x not in c.scope:
        return f"{x} is not in {name}: it can take nothing from it."
    kept = [value for value in event.removed if value in supported(c, x, d)] if few_tuples(c, d) else []
    return f"In {name}, {x} = {kept[0]} has a support." if kept else ""


def because_hints(before: Before, event: e.Pruned) -> Hints:
    """Where to look for the constraint."""
    return f"Look around {event.variable}.", "Which constraint has no tuple left with one of its values?"


# --- which assignment finds no partner ------------------------------------------------------------------------------


def rows_in_view(before: Before) -> Sequence[str]:
    """The tuples that A has left, where it is compared with B."""
    look = before.of(ConsistencyState)
    return [] if look.pair is None else [row(values) for values in left(look, str(look.constraint))]


def also_dropped(before: Before, event: e.TupleDropped) -> Sequence[str]:
    """The others without a partner: they are gone through one after the other."""
    look = before.of(ConsistencyState)
    return [row(values) for values in left(look, str(look.constraint))
            if values != event.values and not partners(look, values)]


def has_partner(before: Before, event: e.TupleDropped, text: str) -> str:
    """The tuple that another one goes with."""
    look = before.of(ConsistencyState)
    mine = next((values for values in left(look, str(look.constraint)) if row(values) == text), None)
    found = [] if mine is None else partners(look, mine)
    return f"It goes with {row(found[0])} of {event.because}: the same {listed(look.shared)}." if found else ""


def row_hints(before: Before, event: e.TupleDropped) -> Hints:
    """Where to look for the tuple."""
    shared = listed(before.of(ConsistencyState).shared)
    return (f"Cover all but {shared} in both lists.",
            f"For each row of {event.constraint}: has {event.because} one with the same values there?")


# --- what is believed -----------------------------------------------------------------------------------------------


def support_is_solution(before: Before, event: Event) -> Event | None:
    """A value has a support where a solution of the whole puzzle has it: so variables lose values, too, that no single
    constraint takes from them."""
    d, csp = before.state.domains, before.network
    tested, open_ = before.of(ConsistencyState).variable, [x for x in csp.domains if len(d[x]) > 1]
    if not isinstance(event, e.Pruned) or tested is not None or len(open_) > _MOST_OPEN:
        return None
    lost = {event.variable, *also_lose(before, event)}
    try:
        for x in open_in_view(before):
            value = None if x in lost else next((value for value in d[x] if always(csp, d, x, value)), None)
            if value is not None:
                return e.Pruned(x, tuple(other for other in d[x] if other != value), (value,), event.because)
    except TooLarge:
        pass  # then nobody would see it, either
    return None


def keeps_what_fails(before: Before, event: Event) -> Event | None:
    """What has no support is what is left."""
    if isinstance(event, e.Pruned):
        return e.Pruned(event.variable, event.left, event.removed, event.because)
    return None


def first_try_decides(before: Before, event: Event) -> Event | None:
    """A value has no support where the first assignment that is tried fails: the others are not looked at."""
    c, d = constraint_in_view(before), before.state.domains
    x = before.of(ConsistencyState).variable
    if not isinstance(event, e.NoSupport | e.Pruned) or c is None or x != event.variable or not few_tuples(c, d):
        return None
    place = c.scope.index(x)
    fail = [value for value in d[x]
            if not c.allows([value if y == place else d[name][0] for y, name in enumerate(c.scope)])]
    also = set(supported(c, x, d))
    wrongly = [value for value in fail if value in also]
    if not wrongly:
        return None
    if isinstance(event, e.NoSupport):
        return e.NoSupport(x, wrongly[0], event.because)
    left = tuple(value for value in d[x] if value not in fail)
    return e.Pruned(x, tuple(fail), left, event.because) if left else None


def agrees_everywhere(before: Before, event: Event) -> Event | None:
    """A tuple goes where some tuple of the other constraint differs from it, although another one agrees."""
    look = before.of(ConsistencyState)
    if not isinstance(event, e.TupleDropped) or look.pair not in look.listed:
        return None
    wrongly = next((values for values in left(look, event.constraint) if partners(look, values)
                    and any(clash(look, values, theirs) for theirs in left(look, str(look.pair)))), None)
    return None if wrongly is None else e.TupleDropped(event.constraint, wrongly, event.because)


def counts_itself(before: Before, event: Event) -> Event | None:
    """The values of the variable that is tested count, too."""
    if not isinstance(event, e.VariableTaken):
        return None
    return e.VariableTaken(event.variable, event.assignments * len(before.state.domains[event.variable]))


def adds_choices(before: Before, event: Event) -> Event | None:
    """Choices add up: two for each of the others, say."""
    if not isinstance(event, e.VariableTaken):
        return None
    d, others = before.state.domains, [x for x in before.of(ConsistencyState).unknown if x != event.variable]
    return e.VariableTaken(event.variable, sum(len(d[x]) for x in others if len(d[x]) > 1))


declare_questions(CONSISTENCY, [
    Askable(
        event=e.Pruned, field="variable", prompt="Which variable loses a value here?",
        candidates=open_in_view, legal=also_lose, hints=variable_hints, against=loses_nothing, why="because",
        after=(e.ConstraintTaken, e.PassStarted, e.PairTaken, e.RelationListed),
        spoilers=(e.VariableTaken, e.TupleTried, e.SumTested, e.SupportFound, e.NoSupport, e.TupleExtended,
                  e.TupleDropped),
        rule="A variable loses a value that no assignment of the constraint has, as the others are now."),
    Askable(
        event=e.Pruned, field="left", prompt="What is left of {variable}?", answer="choice",
        candidates=parts_of_domain, hints=left_hints, against=not_left,
        after=(e.VariableTaken,), spoilers=(e.TupleTried, e.SupportFound, e.NoSupport),
        rule="Left are the values that have a support: an assignment of the others with which the constraint holds."),
    Askable(
        event=e.VariableTaken, field="assignments",
        prompt="How many assignments of the others are there for each value of {variable}?",
        candidates=sizes, hints=size_hints, against=not_so_many,
        rule="The choices of the other undefined variables multiply; what is decided has only one."),
    Askable(
        event=e.NoSupport, field="value", prompt="Which value of {variable} has no support in {because}?",
        answer="choice", candidates=values_in_view, legal=other_unsupported, hints=value_hints, against=supported_value,
        after=(e.VariableTaken,), spoilers=(e.TupleTried, e.SupportFound),
        rule="A value has a support if there is one assignment of the others with which the constraint holds."),
    Askable(
        event=e.Pruned, field="because", prompt="Which constraint takes values from {variable}?",
        candidates=open_constraints, legal=also_prune, hints=because_hints, against=leaves_it,
        after=(e.PassStarted,),
        spoilers=(e.ConstraintTaken, e.VariableTaken, e.TupleTried, e.SupportFound, e.NoSupport),
        rule="It must have the variable in it, and no tuple left with the value."),
    Askable(
        event=e.TupleDropped, field="row", prompt="Which assignment of {constraint} has no partner in {because}?",
        answer="choice", candidates=rows_in_view, legal=also_dropped, hints=row_hints, against=has_partner,
        after=(e.PairTaken,), spoilers=(e.TupleExtended,),
        rule="An assignment stays if the other constraint has one with the same values on what both share."),
], [
    Misconception(
        name="a support is a solution", deviate=support_is_solution, lesson="where-gac-must-stop",
        text="The whole board decides {variable}, but {because} alone does not: each value still has a support there."),
    Misconception(
        name="what fails is kept", deviate=keeps_what_fails, lesson="testing-for-support",
        text="{left} is what has no support: that goes, and the rest stays."),
    Misconception(
        name="the first try decides", deviate=first_try_decides, lesson="testing-for-support",
        text="The first assignment fails, but another one of the others will do. All must fail."),
    Misconception(
        name="the value counts, too", deviate=counts_itself, lesson="counting-in-binary",
        text="That counts {variable} as well, but its value is fixed while it is tested."),
    Misconception(
        name="choices add up", deviate=adds_choices, lesson="counting-in-binary",
        text="For each choice of one there are all choices of the next: they multiply."),
    Misconception(
        name="all must agree", deviate=agrees_everywhere, lesson="two-constraints-at-a-time",
        text="{row} differs from some assignment of {because}, but it agrees with another one. One is enough."),
])
