"""What may be asked of a backtracking search: who is labelled next, what loses a value, what has none left, what is a
single, what is undone, what weighs more."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms import events as e
from algorithms.backtracking import BACKTRACKING
from algorithms.core import Event
from algorithms.problems.forms.csp import Value
from visualizer.families.backtracking.against import (
    no_single,
    not_emptied,
    not_last,
    not_struck,
    not_the_last_strike,
    other_score,
    other_value,
    outranked,
)
from visualizer.families.backtracking.predicted import (
    DOM_WDEG,
    contribution,
    degree,
    emptied,
    fewest,
    forbidden,
    next_ones,
    peers,
    score,
    scored_next,
    sharing,
    singles,
    struck_further,
    touched_by_labels,
    unassigned,
    weight,
)
from visualizer.families.backtracking.state import SearchState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

RANKED = ("least shared", "most shared")

# --- who is labelled next -------------------------------------------------------------------------------------------


def by_size(before: Before) -> Sequence[str]:
    """The tie that is in view; before one is, all without a value, those with the fewest left first."""
    tied, d = before.of(SearchState).tied, before.state.domains
    return tied or sorted(unassigned(before), key=lambda x: len(d[x]))


def as_good(before: Before, event: e.VariableSelected) -> Sequence[str]:
    """The others that the rule ranks as high. A score that is printed wrong ranks nothing."""
    found = next_ones(before)
    return [x for x in found if x != event.variable] if event.variable in found else ()


def next_hints(before: Before, _event: e.VariableSelected) -> Hints:
    """Where to look for the next variable."""
    if before.run.algorithm.name == DOM_WDEG:
        return "Divide: values left by the weight of the constraints to open variables.", "The least quotient is first."
    ranked = before.run.algorithm.name in ("mrv-plus", "mrv-degree")
    return ("Count the values that each open variable has left.",
            "Of several with the fewest, the highest score is first." if ranked else "The fewest come first.")


# --- scores ---------------------------------------------------------------------------------------------------------


def scores_in_view(before: Before) -> Sequence[e.Score]:
    """What may be taken for the score of the variable that is scored next."""
    x = scored_next(before)
    if x is None:
        return ()
    values = len(before.state.domains[x])
    if before.run.algorithm.name == DOM_WDEG:
        return tuple(dict.fromkeys((score(before, x), weight(before, x), values)))
    return tuple(dict.fromkeys((score(before, x), degree(before, x), values, contribution(before, x))))


def score_hints(before: Before, event: e.Scored) -> Hints:
    """What is counted."""
    if before.run.algorithm.name == DOM_WDEG:
        return f"Count the values of {event.variable}.", "Divide by the weight of its constraints to open variables."
    if before.run.algorithm.name == "mrv-degree":
        return f"Look at the peers of {event.variable}.", "Count those that have no value yet."
    return f"Look at the open peers of {event.variable}.", "For each of them count the values that both have; add up."


# --- which value ----------------------------------------------------------------------------------------------------


def values_ranked(before: Before) -> Sequence[Value]:
    """What the selected variable may be labelled with, where its values are ranked."""
    x = before.of(SearchState).selected
    return before.state.domains[x] if x is not None and before.run.options.get("values") in RANKED else ()


def as_shared(before: Before, event: e.Labelled) -> Sequence[Value]:
    """The other values that as many peers could take."""
    if not values_ranked(before):
        return ()
    shared = sharing(before, event.variable)
    return [value for value in shared if shared[value] == shared[event.value] and value != event.value]


def label_hints(_before: Before, event: e.Labelled) -> Hints:
    """What is counted."""
    return f"Look at the open peers of {event.variable}.", "For each of its values count those that could take it, too."


def other_end(before: Before, event: Event) -> Event | None:
    """The values are ranked the other way round."""
    if not isinstance(event, e.Labelled) or not values_ranked(before):
        return None
    shared = sharing(before, event.variable)
    last = max if before.run.options.get("values") == RANKED[0] else min
    return e.Labelled(event.variable, last(shared, key=lambda value: shared[value]), event.size)


# --- what forward checking does -------------------------------------------------------------------------------------


def nearest_open(before: Before) -> Sequence[str]:
    """All without a value; those that share a constraint with the last label first."""
    source, open_ = before.of(SearchState).source, unassigned(before)
    near = set() if source is None else peers(before.network, source)
    return sorted(open_, key=lambda x: x not in near)


def also_struck(before: Before, event: e.Struck) -> Sequence[str]:
    """The others that lose values to the same label: their order decides which is first."""
    return [x for x in forbidden(before) if x != event.variable]


def struck_hints(before: Before, _event: e.Struck) -> Hints:
    """Where to look for what is struck."""
    source = before.of(SearchState).source
    where = "what is given" if source is None else source
    return (f"Look at the constraints with {where}.",
            "Take one whose other variables all have a value: which values does it still allow?")


def about_to_be_empty(before: Before) -> Sequence[str]:
    """The open variables, if forward checking leaves nothing to one of them."""
    return nearest_open(before) if emptied(before) else ()


def also_emptied(before: Before, event: e.Emptied) -> Sequence[str]:
    """The others that would have nothing left, too: the first ends the check."""
    return [x for x in emptied(before) if x != event.variable]


def emptied_hints(before: Before, _event: e.Emptied) -> Hints:
    """Where to look for what is emptied."""
    source = before.of(SearchState).source or "what is given"
    return f"Look at what stands in a constraint with {source}.", "Who has only values left that do not go with it?"


# --- singles, and the way back --------------------------------------------------------------------------------------


def also_single(before: Before, event: e.SingleFound) -> Sequence[str]:
    """The other singles: any order fills them all."""
    return [x for x in singles(before) if x != event.variable]


def single_hints(_before: Before, event: e.SingleFound) -> Hints:
    """Where to look for a single."""
    if event.unit is None:
        return "Count the values that are left to each.", "One has a single value left."
    return "Look at the units, one after the other.", f"In one of them {event.value} can go to one place only."


def labels_of_branch(before: Before) -> Sequence[str]:
    """The variables that are labelled, the last one first; then the one that has no value left."""
    search = before.of(SearchState)
    labelled = [label.variable for label in reversed(search.branch)]
    return labelled if search.emptied is None else [*labelled, search.emptied]


def back_hints(_before: Before, _event: e.BackedUp) -> Hints:
    """What is undone."""
    return "Look at the labels of this branch, from the root down.", "Nobody asks which of them is to blame."


def on_the_emptied(before: Before) -> Sequence[str]:
    """The constraints on the variable that has no value left."""
    x = before.of(SearchState).emptied
    return [c.name for c in before.network.constraints if x in c.scope]


def weight_hints(before: Before, _event: e.WeightRaised) -> Hints:
    """Where to look for the constraint."""
    return f"Look at {before.of(SearchState).emptied}.", "Which constraint took the last value that it had?"


# --- what is believed -----------------------------------------------------------------------------------------------


def in_line(before: Before, event: Event) -> Event | None:
    """The variables are labelled in their order."""
    if isinstance(event, e.VariableSelected):
        first = next(iter(unassigned(before)))
        by_order = before.run.algorithm.name != DOM_WDEG and first in fewest(before)  # as good as MRV's own choice
        if first not in by_size(before) or first in next_ones(before) or by_order:
            return None
        return e.VariableSelected(first, len(before.state.domains[first]))
    return None


def score_before_size(before: Before, event: Event) -> Event | None:
    """The score decides among all variables, not only among those with the fewest values."""
    if isinstance(event, e.VariableSelected) and before.run.algorithm.name in ("mrv-plus", "mrv-degree"):
        if before.of(SearchState).tied or len(fewest(before)) == len(unassigned(before)):
            return None
        best = max(unassigned(before), key=lambda x: score(before, x))
        return e.VariableSelected(best, len(before.state.domains[best]))
    return None


def counts_peers(before: Before, event: Event) -> Event | None:
    """A contribution number is how many peers there are."""
    if isinstance(event, e.Scored) and before.run.algorithm.name == "mrv-plus":
        return e.Scored(event.variable, degree(before, event.variable), event.measure)
    return None


def strikes_go_on(before: Before, event: Event) -> Event | None:
    """Forward checking looks at every constraint that could say something."""
    if isinstance(event, e.Struck) and before.of(SearchState).source is not None:
        further = struck_further(before)
        x = next(iter(further), None)
        if x is not None and x in unassigned(before):
            gone = further[x]
            left = tuple(value for value in before.state.domains[x] if value not in gone)
            return e.Struck(x, gone, left, event.because)
    return None


def fewest_is_single(before: Before, event: Event) -> Event | None:
    """Only what has few values left can be a single."""
    if isinstance(event, e.SingleFound) and event.unit is not None:
        x = next((x for x in fewest(before) if x not in singles(before)), None)
        return None if x is None else e.SingleFound(x, before.state.domains[x][0], None)
    return None


def culprit_goes(before: Before, event: Event) -> Event | None:
    """Backtracking undoes the label that began the trouble."""
    search = before.of(SearchState)
    if not isinstance(event, e.BackedUp) or search.emptied is None:
        return None
    blamed = [x for x, _ in touched_by_labels(before, search.emptied)]
    first = next((label for label in search.branch if label.variable in blamed), None)
    return None if first is None or first.variable == event.variable else e.BackedUp(*first[:3])


def emptied_goes(before: Before, event: Event) -> Event | None:
    """What has no value left is undone."""
    empty = before.of(SearchState).emptied
    return e.BackedUp(empty, event.value, event.size) if isinstance(event, e.BackedUp) and empty is not None else None


def first_to_strike(before: Before, event: Event) -> Event | None:
    """The constraint that took the first value is to blame."""
    search = before.of(SearchState)
    if not isinstance(event, e.WeightRaised) or search.emptied is None:
        return None
    first = next((c for _, c in touched_by_labels(before, search.emptied)), None)
    return None if first is None else e.WeightRaised(first.name, first.scope, event.weight)


declare_questions(BACKTRACKING, [
    Askable(
        event=e.VariableSelected, field="variable", prompt="Which variable is labelled next?",
        candidates=by_size, legal=as_good, hints=next_hints, against=outranked,
        spoilers=(e.Tied, e.Scored, e.StillTied, e.NoneScored),
        rule="MRV takes the fewest values left; of several MRV+ takes the highest contribution number, and degree the "
             "most open peers. dom/wdeg takes the least quotient of values and weight."),
    Askable(
        event=e.Scored, field="score", prompt="What is the {measure} of {variable}?",
        candidates=scores_in_view, against=other_score, hints=score_hints, after=(e.Tied,),
        rule="A contribution number counts, for each open peer, the values that both have; a degree the open peers; "
             "dom/wdeg divides the values left by the weight of the constraints to open variables."),
    Askable(
        event=e.Labelled, field="value", prompt="With which value is {variable} labelled first?", answer="choice",
        candidates=values_ranked, legal=as_shared, hints=label_hints, against=other_value, after=(e.VariableSelected,),
        spoilers=(e.ValueScored,),
        rule="Least shared begins with the value that the fewest open peers could take, most shared with that of the "
             "most."),
    Askable(
        event=e.Struck, field="variable", prompt="From which variable does forward checking strike a value?",
        candidates=nearest_open, legal=also_struck, hints=struck_hints, against=not_struck,
        after=(e.Labelled, e.SingleFound),
        rule="A value is struck if a constraint with the new label, whose other variables all have a value, does not "
             "allow it."),
    Askable(
        event=e.Emptied, field="variable", prompt="Which variable has no value left now?",
        candidates=about_to_be_empty, legal=also_emptied, hints=emptied_hints, against=not_emptied,
        after=(e.Labelled, e.SingleFound), spoilers=(e.Struck,),
        rule="It must lose all that it had left to the constraints with the new label."),
    Askable(
        event=e.SingleFound, field="variable", prompt="Which variable gets its value without a choice?",
        candidates=nearest_open, legal=also_single, hints=single_hints, against=no_single,
        after=(e.Labelled,),
        rule="A naked single has one value left; a hidden single is the only place of a value in a unit."),
    Askable(
        event=e.BackedUp, field="variable", prompt="Which label is undone?",
        candidates=labels_of_branch, hints=back_hints, against=not_last,
        rule="Chronological backtracking undoes the last label, whatever the reason for the conflict."),
    Askable(
        event=e.WeightRaised, field="constraint", prompt="Which constraint weighs more from now on?", answer="choice",
        candidates=on_the_emptied, hints=weight_hints, against=not_the_last_strike, after=(e.Emptied,),
        rule="The constraint that took the last value weighs one more; who took the others is not asked."),
], [
    Misconception(
        name="variables wait in line", deviate=in_line, lesson="the-fog-of-search",
        text="{variable} is the first without a value, but has {size} {noun} left: others have fewer, or weigh more."),
    Misconception(
        name="the score comes first", deviate=score_before_size, lesson="contribution-number",
        text="{variable} has the best score of all, but {size} {noun} left: scores only break a tie of the fewest."),
    Misconception(
        name="a contribution counts peers", deviate=counts_peers, lesson="contribution-number",
        text="{variable} has {score} open peers; but a peer counts once for each value that both have."),
    Misconception(
        name="values from the other end", deviate=other_end, lesson="which-value-first",
        text="{value} is at the other end: think of what a label strikes, and whether much or little is wanted."),
    Misconception(
        name="forward checking goes on", deviate=strikes_go_on, lesson="the-fog-of-search",
        text="Forward checking asks constraints with the new label whose other variables all have a value: none of "
             "these takes anything from {variable}."),
    Misconception(
        name="a single has few values", deviate=fewest_is_single, lesson="hidden-singles",
        text="{variable} has few values, but more than one, and each has another place in its units."),
    Misconception(
        name="the culprit is undone", deviate=culprit_goes, lesson="the-fog-of-search",
        text="{variable} = {value} took a value from what has none left now; but the last label is undone first, "
             "whoever is to blame."),
    Misconception(
        name="what is empty is undone", deviate=emptied_goes, lesson="the-fog-of-search",
        text="{variable} has no label that could be undone. It gets back what the last label has struck from it."),
    Misconception(
        name="the first strike is to blame", deviate=first_to_strike, lesson="weights-of-constraints",
        text="{constraint} took a value, too, but not the last: the weight grows where nothing was left."),
])
