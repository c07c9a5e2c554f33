"""What speaks against answers about a backtracking search, in terms of its domains, labels and scores."""

from __future__ import annotations

from algorithms import events as e
from algorithms.problems.forms.csp import Value, supported
from algorithms.words import counted
from visualizer.families.backtracking.predicted import (
    DOM_WDEG,
    contribution,
    degree,
    forbidden,
    next_ones,
    score,
    sharing,
    singles,
    unassigned,
    weight,
)
from visualizer.families.backtracking.state import SearchState
from visualizer.runs.questions import Before


def outranked(before: Before, event: e.VariableSelected, x: str) -> str:
    """Why another variable is not next: it has more values left, or the rule ranks it lower. A score that is printed
    wrong tells nothing."""
    first = next_ones(before)
    if event.variable not in first or x in first:
        return ""
    values, own = len(before.state.domains[x]), score(before, x)
    if before.run.algorithm.name == DOM_WDEG:
        if not own:
            return f"No constraint joins {x} to another open variable."
        return (f"{x} has {counted(values, 'value')} left, and its open constraints weigh {weight(before, x)}: "
                f"that is {own}. Another one has less.")
    if values > len(before.state.domains[first[0]]):
        return f"{x} has {counted(values, 'value')} left. Others have fewer."
    if before.run.algorithm.name == "mrv-plus":
        return f"The contribution number of {x} is {own}. Another one has more."
    return f"{x} has {counted(int(own), 'open peer')}. Another one has more."


def other_score(before: Before, event: e.Scored, value: e.Score) -> str:
    """What else of the variable has such a number. A score that is printed wrong tells nothing."""
    x, name = event.variable, before.run.algorithm.name
    if score(before, x) != event.score or value == event.score:
        return ""
    if value == len(before.state.domains[x]):
        return f"So many values has {x} left."
    if name == DOM_WDEG:
        return f"So much do the open constraints of {x} weigh." if value == weight(before, x) else ""
    if name == "mrv-plus" and value == degree(before, x):
        return f"So many open peers has {x}; each counts once for each value that both have."
    return f"So many values {x} has in common with its open peers." if value == contribution(before, x) else ""


def other_value(before: Before, event: e.Labelled, value: Value) -> str:
    """How many peers could take another value, too."""
    shared = sharing(before, event.variable)
    own, taken = shared.get(value), shared.get(event.value)
    if own is None or taken is None or own == taken:
        return ""
    than = "fewer" if taken < own else "more"
    return f"{counted(own, 'open peer')} could take {value}, too; of another value it is {than}."


def not_struck(before: Before, _event: e.Struck, x: str) -> str:
    """Why nothing is struck from another variable: the constraints with the last label do not reach it, wait, or allow
    all that it has left."""
    source, open_ = before.of(SearchState).source, set(unassigned(before))
    if x not in open_ or x in forbidden(before):
        return ""
    if source is None:
        return f"What is given forbids nothing that {x} has left."
    shared = [c for c in before.network.constraints if {x, source} <= set(c.scope)]
    if not shared:
        return f"No constraint joins {x} to {source}."
    if all(open_.intersection(c.scope) - {x} for c in shared):
        return f"What joins {x} to {source} has another open variable, too: forward checking waits."
    return f"{source} = {before.state.domains[source][0]} forbids nothing that {x} has left."


def not_emptied(before: Before, _event: e.Emptied, x: str) -> str:
    """What another variable still has left."""
    kept = [value for value in before.state.domains[x] if value not in forbidden(before).get(x, ())]
    return f"{x} can still be {kept[0]}." if kept else ""


def no_single(before: Before, _event: e.SingleFound, x: str) -> str:
    """Why another variable is no single."""
    if x in singles(before):
        return ""
    values = f"{x} has {counted(len(before.state.domains[x]), 'value')} left"
    return f"{values}, and each has another place in its units." if before.network.units else f"{values}."


def not_last(before: Before, event: e.BackedUp, x: str) -> str:
    """Why another label stays."""
    return f"{x} is not what was labelled last." if x != event.variable else ""


def not_the_last_strike(before: Before, event: e.WeightRaised, name: str) -> str:
    """That a constraint waits, or allows what there was, or took something before the last value went."""
    x, network, d = str(before.of(SearchState).emptied), before.network, before.state.domains
    c = next(c for c in network.constraints if c.name == name)
    open_ = [y for y in c.scope if y != x and y in unassigned(before)]
    if open_:
        return f"{name} has another open variable, {open_[0]}: forward checking does not ask it."
    able = supported(c, x, {**{y: d[y] for y in c.scope}, x: network.domains[x]})
    if len(able) == len(network.domains[x]):
        return f"{name} allows {x} whatever it had."
    source = before.of(SearchState).source
    return "" if source is None or source in c.scope else \
        f"{name} is not about {source}, whose label took the last value."
