"""Which variable and value come next, and where a search goes back to: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.backjumping import BACKJUMPING
from algorithms.backjumping.orders import DYNAMIC
from algorithms.words import counted, listed
from scenarios.runs import AlgorithmRun
from visualizer.families.backjumping.questions import past
from visualizer.families.backjumping.state import BackjumpState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def too_far(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Variables before the deepest that is to blame."""
    search = before.of(BackjumpState)
    if search.dead_end is None:
        return
    for x in past(search, search.level):
        if x not in names:
            yield x, (f"{names[0]} comes after {x}, and is to blame for {search.dead_end}: with another value of "
                      f"{names[0]} it may have one. A solution may be lost.")


def gone(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Values of the variable that are refused here, or were tried."""
    search = before.of(BackjumpState)
    x = current(before)
    refused = search.refused.get(x, {})
    last = search.branch[-1].value if search.solved and search.branch else None
    for value in search.values.get(x, ()):
        if str(value) in names:
            continue
        if value == last:
            yield str(value), f"{x} = {value} is in the solution that was just found: now another one is sought."
        elif by := refused.get(value):
            yield str(value), (f"{x} = {value} was tried: with {listed(by)} it leaves a variable without a value."
                               if before.run.algorithm.name.startswith("fc") else
                               f"{x} = {value} is refused by {by[0]}, and nothing before it has changed since.")
        elif value in refused:
            yield str(value), f"{x} = {value} {search.lost(x, value)}."
        else:
            yield str(value), f"{x} = {value} is struck: it clashes with a value that is set."


def current(before: Before) -> str:
    """The variable that gets a value next: the next one, the same again, or the one that was gone back to."""
    search = before.of(BackjumpState)
    if search.solved:
        return search.branch[-1].variable if search.branch else ""
    if search.returned is not None or search.current is None or search.verdict is False:
        return search.current or (search.order[0] if search.order else "")
    if search.verdict is None:  # it was selected
        return search.current
    return search.order[search.level] if search.level < len(search.order) else ""


def not_best(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Open variables that the order puts behind these."""
    search, order = before.of(BackjumpState), before.run.options.get("order", "given")
    taken = {label.variable for label in search.branch}
    sizes = {x: len(before.state.domains.get(x, search.values[x])) for x in search.order if x not in taken}
    least = min(sizes.values(), default=0)
    for x, size in sizes.items():
        if x in names:
            continue
        if order != "degree" and size > least:
            yield x, f"{x} has {counted(size, 'value')} left, and {names[0]} only {least}."
        else:
            what = "open neighbours" if order == "degree" else "values in common with open neighbours"
            yield x, f"{x} has fewer {what} than {names[0]}."


def fixed_order(run: AlgorithmRun) -> str:
    """Why no variable is chosen, where none is."""
    order = run.options.get("order", "given")
    if not run.algorithm.name.startswith("fc"):
        why = ("what it remembers are places in that order" if run.algorithm.name.startswith("bm") else
               "looking back narrows no domain, so that nothing can change it")
        return f"The variables are in a fixed order ({order}): {why}."
    if order not in DYNAMIC:
        return f"The variables are in a fixed order ({order}); with {listed(DYNAMIC, 'or')} you choose among equals."
    return ""


JUMPING = ("bj", "bmj", "cbj", "bm-cbj", "bm-cbj2", "fc-cbj")

declare_choices(BACKJUMPING, {
    "target": Chosen(prompt="to which variable does the search go back?", refused=too_far, by=JUMPING,
                     rule="To the deepest that is to blame, or to one that comes after it: nothing is lost there, but "
                          "its other values fail again, and their checks are made for nothing."),
    "value": Chosen(prompt="which value is tried next?", refused=gone,
                    rule="Any value that is left can be tried next."),
    "variable": Chosen(prompt="which variable gets a value next?", refused=not_best, by=("fc", "fc-cbj"),
                       rule="The order says which open variable comes next: any of those that are equal in it."),
}, settled=fixed_order)
