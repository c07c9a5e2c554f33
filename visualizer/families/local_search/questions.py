"""What may be asked of min-conflicts: who may be chosen, what a value would cost, which one it takes, what is left."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.core import Event
from algorithms.local_search import LOCAL_SEARCH
from algorithms.local_search import events as r
from algorithms.problems.forms.csp import Domain, Value
from algorithms.words import counted, few, verb
from visualizer.families.local_search.state import RepairState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_TOLD = 4  # constraints that are told


def conflicts(before: Before, x: str, value: Value) -> int:
    """How many constraints on a variable would be violated if it had that value, the others as they are."""
    d = before.state.domains
    return sum(not c.allows([value if y == x else d[y][0] for y in c.scope])
               for c in before.network.constraints if x in c.scope)


def values_in_view(before: Before) -> Domain:
    """What the chosen variable can take; none where all have not got a value yet, or where chance takes it."""
    repair = before.of(RepairState)
    if repair.variable is None or not repair.complete or repair.noisy:
        return ()
    return repair.domains[repair.variable]


def fewest(before: Before) -> list[Value]:
    """The values of the chosen variable with the fewest conflicts."""
    x, values = before.of(RepairState).variable, values_in_view(before)
    costs = {value: conflicts(before, x, value) for value in values} if x is not None else {}
    return [value for value, cost in costs.items() if cost == min(costs.values())]


# --- which variable -------------------------------------------------------------------------------------------------


def all_complete(before: Before) -> Sequence[str]:
    """The variables; those without a conflict first, as any of the others is right."""
    repair = before.of(RepairState)
    return sorted(repair.domains, key=lambda x: x in repair.conflicts) if repair.complete else ()


def also_in_conflict(before: Before, event: r.ConflictedChosen) -> Sequence[str]:
    """All others that chance might have chosen."""
    repair = before.of(RepairState)
    return [x for x in repair.conflicts if x != event.variable and len(repair.domains[x]) > 1]


def at_peace(before: Before, _event: r.ConflictedChosen, x: str) -> str:
    """That a variable has no conflict, or no other value."""
    repair = before.of(RepairState)
    if x not in repair.conflicts:
        return f"{x} has no conflict: every constraint on it holds."
    return f"{x} has no other value to take." if len(repair.domains[x]) == 1 else ""


def chosen_hints(_before: Before, _event: r.ConflictedChosen) -> Hints:
    """Where to look for one."""
    return "Look for constraints that are violated.", "Whoever is in one of them may be chosen, with many or with few."


# --- which value ----------------------------------------------------------------------------------------------------


def also_fewest(before: Before, event: r.Repaired) -> Sequence[Value]:
    """The other values with as few conflicts: a tie is broken at random."""
    return [value for value in fewest(before) if value != event.value]


def costs_more(before: Before, event: r.Repaired, value: Value) -> str:
    """What another value would cost."""
    count, least = conflicts(before, event.variable, value), conflicts(before, event.variable, event.value)
    return f"With {value} it would have {counted(count, 'conflict')}; another value has fewer." if count > least else ""


def value_hints(_before: Before, event: r.Repaired) -> Hints:
    """Where to look for the value."""
    return (f"Go over the values of {event.variable}, the one that it has among them.",
            "For each count the constraints that it would violate.")


def possible_counts(before: Before) -> Sequence[int]:
    """From nothing to every constraint on the variable."""
    x = before.of(RepairState).variable
    if x is None or not values_in_view(before):
        return ()
    return range(sum(x in c.scope for c in before.network.constraints) + 1)


def other_count(before: Before, event: r.ValueTried, count: int) -> str:
    """Constraints that would be violated, if a number is too small; else what would hold."""
    d, x = before.state.domains, event.variable
    on = [c for c in before.network.constraints if x in c.scope]
    fail = [c.name for c in on if not c.allows([event.value if y == x else d[y][0] for y in c.scope])]
    if count < len(fail):
        return f"There are more: with {event.value}, {few(fail[:count + 1], _TOLD)} would not hold."
    hold = [c.name for c in on if c.name not in fail]
    return f"There are fewer: with {event.value}, {few(hold, _TOLD)} would hold." if count > len(fail) and hold else ""


def count_hints(_before: Before, event: r.ValueTried) -> Hints:
    """What is counted."""
    return f"Look at the constraints on {event.variable}, no others.", "Which of them would not hold with that value?"


def still_violated(before: Before) -> Sequence[int]:
    """From nothing to all that are violated now, and what the value adds."""
    repair = before.of(RepairState)
    return range(len(repair.violated) + len(before.network.constraints) + 1) if repair.variable is not None else ()


def other_rest(before: Before, event: r.Repaired, count: int) -> str:
    """How many are violated now, and how many of them are conflicts of the variable."""
    repair = before.of(RepairState)
    now, own = len(repair.violated), repair.conflicts.get(event.variable, 0)
    if count == event.violated:
        return ""
    than = "more" if count > event.violated else "less"
    return (f"Now {now} {verb(now, 'are')} violated, {own} of them on {event.variable}. {count} is {than} than the "
            f"others and what its new value violates.")


def violated_hints(_before: Before, event: r.Repaired) -> Hints:
    """How to find the number."""
    return (f"How many conflicts has {event.variable} now, and how many with its new value?",
            "All other constraints stay as they are.")


# --- what is believed -----------------------------------------------------------------------------------------------


def any_may_move(before: Before, event: Event) -> Event | None:
    """Any variable may be chosen."""
    if isinstance(event, r.ConflictedChosen):
        free = next((x for x in all_complete(before) if x not in before.of(RepairState).conflicts), None)
        return None if free is None else r.ConflictedChosen(free, 0, event.among)
    return None


def always_moves(before: Before, event: Event) -> Event | None:
    """The variable must leave its value."""
    repair = before.of(RepairState)
    if not isinstance(event, r.Repaired) or repair.variable is None or fewest(before) != [repair.before]:
        return None
    x = repair.variable
    others = [value for value in values_in_view(before) if value != repair.before]
    value = min(others, key=lambda value: conflicts(before, x, value), default=None)
    if value is None:
        return None
    more = conflicts(before, x, value)
    violated = len(repair.violated) - repair.conflicts.get(x, 0) + more
    return r.Repaired(x, event.before, value, more, 1, violated, (), (), ())


def always_mends(before: Before, event: Event) -> Event | None:
    """A repair takes all conflicts of its variable away."""
    repair = before.of(RepairState)
    if not isinstance(event, r.Repaired) or not event.conflicts:
        return None
    left = len(repair.violated) - repair.conflicts.get(event.variable, 0)
    return r.Repaired(event.variable, event.before, event.value, 0, event.ties, left, (), (), ())


def counts_everything(before: Before, event: Event) -> Event | None:
    """The conflicts of a value are all that there would be on the board."""
    repair = before.of(RepairState)
    if isinstance(event, r.ValueTried) and repair.complete:
        others = len(repair.violated) - repair.conflicts.get(event.variable, 0)
        return r.ValueTried(event.variable, event.value, others + event.conflicts)
    return None


declare_questions(LOCAL_SEARCH, [
    Askable(
        event=r.ConflictedChosen, field="variable", prompt="Which of these may be chosen now?",
        candidates=all_complete, legal=also_in_conflict, hints=chosen_hints, against=at_peace,
        rule="Any variable in conflict that has another value to take; how many conflicts it has does not count."),
    Askable(
        event=r.ValueTried, field="conflicts", prompt="How many conflicts would {variable} have with {value}?",
        candidates=possible_counts, hints=count_hints, against=other_count, after=(r.ConflictedChosen,),
        rule="Count the constraints on this variable that would be violated, all others being as they are."),
    Askable(
        event=r.Repaired, field="value", prompt="Which value does {variable} take?", answer="choice",
        candidates=values_in_view, legal=also_fewest, hints=value_hints, against=costs_more,
        after=(r.ConflictedChosen,), spoilers=(r.ValueTried,),
        rule="It takes a value with the fewest conflicts, of several any, its own as well as another."),
    Askable(
        event=r.Repaired, field="violated", prompt="How many constraints are violated after this step?",
        candidates=still_violated, hints=violated_hints, against=other_rest, after=(r.ConflictedChosen,),
        rule="Take away the conflicts that the variable has, and add those that it has with the new value."),
], [
    Misconception(
        name="anybody may move", deviate=any_may_move, lesson="queens-that-move-away",
        text="{variable} has no conflict: there is nothing to repair."),
    Misconception(
        name="a repair always moves", deviate=always_moves, lesson="stuck-in-a-sudoku",
        text="With {value} it would have {how_many}, more than where it is: it stays."),
    Misconception(
        name="a repair mends everything", deviate=always_mends, lesson="queens-that-move-away",
        text="Then {variable} would have no conflict left; but with {value} it still has some."),
    Misconception(
        name="a value costs what the board costs", deviate=counts_everything, lesson="queens-that-move-away",
        text="{conflicts} would be violated in all; only those on {variable} are its conflicts."),
])
