"""What the rules of a backtracking search say will come: who is labelled next, what is struck, what is a single.

Each is told from the state alone, so that it can be asked before the search has told it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import prod

from algorithms.events import Score
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Value, supported
from visualizer.families.backtracking.state import SearchState
from visualizer.runs.questions import Before

_MOST_TUPLES = 512
DOM_WDEG = "dom-wdeg"


def unassigned(before: Before) -> list[str]:
    """The variables without a value for good on this branch."""
    assigned, given = before.of(SearchState).assigned, before.network.given
    return [x for x in before.network.domains if x not in assigned and x not in given]


# --- who is next ----------------------------------------------------------------------------------------------------


def peers(csp: CSP, x: str) -> Collection[str]:
    """The variables that share a constraint with it."""
    return {y for c in csp.constraints if x in c.scope for y in c.scope if y != x}


def contribution(before: Before, x: str) -> int:
    """How many values its unassigned peers have in common with it, peer by peer."""
    d, open_ = before.state.domains, set(unassigned(before))
    return sum(len(set(d[x]) & set(d[y])) for y in peers(before.network, x) if y in open_)


def degree(before: Before, x: str) -> int:
    """How many of its peers are unassigned."""
    return len(set(unassigned(before)) & set(peers(before.network, x)))


def weight(before: Before, x: str) -> int:
    """What its constraints with other unassigned variables weigh."""
    weights, open_ = before.of(SearchState).weights, set(unassigned(before))
    found = [c.name for c in before.network.constraints if x in c.scope and open_.intersection(c.scope) - {x}]
    return sum(weights[name].weight if name in weights else 1 for name in found)


def score(before: Before, x: str) -> Score:
    """What the algorithm that runs ranks a variable by, beside its values left; 0 where it ranks by nothing."""
    name = before.run.algorithm.name
    if name == DOM_WDEG:
        heavy = weight(before, x)
        return Fraction(len(before.state.domains[x]), heavy) if heavy else 0
    return {"mrv-plus": contribution, "mrv-degree": degree}.get(name, lambda _before, _x: 0)(before, x)


def fewest(before: Before) -> list[str]:
    """The unassigned variables with the fewest values left."""
    d, open_ = before.state.domains, unassigned(before)
    least = min((len(d[x]) for x in open_), default=0)
    return [x for x in open_ if len(d[x]) == least]


def next_ones(before: Before) -> list[str]:
    """The variables of which the search takes one: as good as each other by its rule."""
    if before.run.algorithm.name == DOM_WDEG:
        scores = {x: found for x in unassigned(before) if (found := score(before, x))}
        return [x for x in scores if scores[x] == min(scores.values())] or unassigned(before)[:1]
    tied = fewest(before)
    scores = {x: score(before, x) for x in tied}
    return [x for x in tied if scores[x] == max(scores.values())]


def scored_next(before: Before) -> str | None:
    """The variable that gets its score next, while a tie is being broken; None where none is."""
    search = before.of(SearchState)
    if before.run.algorithm.name == DOM_WDEG:
        return next((x for x in unassigned(before) if x not in search.scores and weight(before, x)), None)
    return next((x for x in search.tied if x not in search.scores), None)


def sharing(before: Before, x: str) -> dict[Value, int]:
    """For each value left to a variable how many of its unassigned peers could take it, too."""
    d, open_ = before.state.domains, set(unassigned(before)) & set(peers(before.network, x))
    return {value: sum(value in d[y] for y in open_) for value in d[x]}


# --- what is struck -------------------------------------------------------------------------------------------------


def forbidden(before: Before) -> dict[str, set[Value]]:
    """For each variable the values that forward checking strikes from it: a constraint with the last label, or single,
    all of whose other variables have their value, does not allow them. Before the first label those that what is given
    excludes."""
    source, d, open_ = before.of(SearchState).source, before.state.domains, set(unassigned(before))
    found: dict[str, set[Value]] = {}
    for c in before.network.constraints:
        left = [x for x in c.scope if x in open_]
        if len(left) != 1 or (source is not None and source not in c.scope):
            continue
        values = d[left[0]]
        gone = set(values) - set(supported(c, left[0], d))
        if gone:
            found.setdefault(left[0], set()).update(gone)
    return found


def emptied(before: Before) -> list[str]:
    """The variables of which forward checking strikes all that is left."""
    d = before.state.domains
    return [x for x, gone in forbidden(before).items() if gone.issuperset(d[x])]


def struck_further(before: Before) -> dict[str, Domain]:
    """What would go if constraints with several open variables were looked at too, and only then: values without a
    support, of variables from which forward checking strikes nothing."""
    direct, d, open_ = forbidden(before), dict(before.state.domains), set(unassigned(before))
    for x, struck in direct.items():
        d[x] = tuple(value for value in d[x] if value not in struck)
    found: dict[str, Domain] = {}
    for c in before.network.constraints:
        left = [x for x in c.scope if x in open_]
        if len(left) < 2 or prod(len(d[x]) for x in c.scope) > _MOST_TUPLES or not all(d[x] for x in left):
            continue
        for x in left:
            gone = tuple(set(d[x]) - set(supported(c, x, d))) if x not in direct else ()
            if gone:
                found.setdefault(x, gone)
    return found


def touched_by_labels(before: Before, x: str) -> list[tuple[str, Constraint]]:
    """The labels of the branch that have taken a value from a variable, in their order, each with the constraint."""
    search, d, network = before.of(SearchState), before.state.domains, before.network
    labels: Mapping[str, Value] = {label.variable: label.value for label in search.branch}
    found = []
    for c in network.constraints:
        others = [y for y in c.scope if y != x]
        if x in c.scope and all(len(d[y]) == 1 for y in others):
            fixed = {**{y: d[y] for y in others}, x: network.domains[x]}
            late = [y for y in labels if y in others]
            if late and len(supported(c, x, fixed)) < len(network.domains[x]):
                found.append((late[-1], c))
    return sorted(found, key=lambda pair: list(labels).index(pair[0]))


# --- singles --------------------------------------------------------------------------------------------------------


def singles(before: Before) -> list[str]:
    """The unassigned variables with one value left, and those that are the only place of a value in a unit."""
    d, open_ = before.state.domains, unassigned(before)
    found = [x for x in open_ if len(d[x]) == 1]
    for unit in before.network.units.values():
        places: dict[Value, list[str]] = {}
        for x in unit:
            for value in d[x]:
                places.setdefault(value, []).append(x)
        found += [at[0] for at in places.values() if len(at) == 1 and at[0] in open_]
    return list(dict.fromkeys(found))
