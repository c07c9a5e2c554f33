"""What may be asked of AC-3: which value an arc costs, and which arcs come back for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms import events as e
from algorithms.arcs import ARCS
from algorithms.arcs import events as r
from algorithms.core import Event
from algorithms.problems.forms.binary import Pair
from algorithms.problems.forms.csp import Domain, Value
from visualizer.families.arcs.state import ArcState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

# --- which value has no support --------------------------------------------------------------------------------------


def values_in_view(before: Before) -> Sequence[Value]:
    """The values of the arc's variable. Tuples of a variable that stands for a constraint are no answers: there are
    many, and all alike."""
    arcs = before.of(ArcState)
    return () if arcs.arc is None or arcs.arc[0] in arcs.hidden else arcs.left_to(before.state, arcs.arc[0])


def supports(before: Before, arc: Pair, x: Value) -> list[Value]:
    """The values of the arc's partner that go with a value."""
    arcs, (i, j) = before.of(ArcState), arc
    return [y for y in arcs.left_to(before.state, j) if arcs.network.violated(i, x, j, y) is None]


def without_support(before: Before, arc: Pair) -> Iterator[Value]:
    """The values of an arc's variable that nothing goes with."""
    arcs = before.of(ArcState)
    return (x for x in arcs.left_to(before.state, arc[0]) if not supports(before, arc, x))


def other_unsupported(before: Before, event: e.NoSupport) -> Sequence[Value]:
    """The others: they are asked one after the other."""
    arc = before.of(ArcState).arc
    return () if arc is None else [x for x in without_support(before, arc) if x != event.value]


def supported(before: Before, event: e.NoSupport, x: Value) -> str:
    """What goes with a value."""
    arc = before.of(ArcState).arc
    if arc is None or not (found := supports(before, arc, x)):
        return ""
    return f"{event.variable} = {x} goes with {arc[1]} = {found[0]}, which is left to it."


def value_hints(before: Before, event: e.NoSupport) -> Hints:
    """Where to look for the value."""
    arc = before.of(ArcState).arc
    partner = event.because if arc is None else arc[1]
    return (f"Look at what {partner} can still be.",
            f"Go through the values of {event.variable}: for which one does nothing in {partner} do?")


# --- what is left ---------------------------------------------------------------------------------------------------


def with_one_less(before: Before) -> Sequence[Domain]:
    """What may be left of the arc's variable when a value goes; all of it, for who finds nothing to object."""
    values = tuple(values_in_view(before))
    return [*(tuple(y for y in values if y != x) for x in values), values] if values else ()


def other_left(before: Before, event: e.Pruned) -> Sequence[Domain]:
    """The same where another value without a support goes first."""
    arc, values = before.of(ArcState).arc, tuple(values_in_view(before))
    if arc is None:
        return ()
    left = (tuple(y for y in values if y != x) for x in without_support(before, arc))
    return [kept for kept in left if kept != event.left]


def not_left(before: Before, event: e.Pruned, left: Domain) -> str:
    """That nothing would go, or what goes with the value that would."""
    arc, values = before.of(ArcState).arc, values_in_view(before)
    if arc is None:
        return ""
    gone = [x for x in values if x not in left]
    if not gone:
        return f"Not all of that can stay: something of {event.variable} goes with nothing that is left to {arc[1]}."
    found = supports(before, arc, gone[0])
    return f"Then {event.variable} = {gone[0]} has gone; but it goes with {arc[1]} = {found[0]}." if found else ""


def left_hints(before: Before, event: e.Pruned) -> Hints:
    """Where to look for what is left."""
    arc = before.of(ArcState).arc
    partner = event.because if arc is None else arc[1]
    return f"Where can {partner} still be?", f"Go through the values of {event.variable}: which goes with nothing?"


# --- which arcs come back -------------------------------------------------------------------------------------------


def both_ways(before: Before) -> Sequence[str]:
    """The arcs between the variable that lost a value and those that it is tied to: those to it first."""
    arcs = before.of(ArcState)
    if arcs.arc is None:
        return ()
    k, near = arcs.arc[0], arcs.network.neighbours[arcs.arc[0]]
    return [r.ArcQueued(i, k).arc for i in near] + [r.ArcQueued(k, i).arc for i in near]


def also_queued(before: Before, event: r.ArcQueued) -> Sequence[str]:
    """The others that come back: they do so one after the other."""
    arcs, k = before.of(ArcState), event.partner
    assert arcs.arc is not None  # it is being revised
    return [r.ArcQueued(i, k).arc for i in arcs.network.neighbours[k]
            if i not in (event.variable, arcs.arc[1]) and (i, k) not in arcs.queue]


def stays_away(before: Before, event: r.ArcQueued, arc: str) -> str:
    """Why another arc does not come back: it asks for what has lost the value, it is the one that the value was lost
    to, or it waits already."""
    arcs, k = before.of(ArcState), event.partner
    assert arcs.arc is not None  # it is being revised
    for i in arcs.network.neighbours[k]:
        if arc == r.ArcQueued(k, i).arc:
            return f"{arc} asks for the values of {k}. {i} has lost nothing just now: they lose no support by this."
        if arc == r.ArcQueued(i, k).arc and (i, k) in arcs.queue:
            return f"{arc} is in the queue already."
        if arc == r.ArcQueued(i, k).arc and i == arcs.arc[1]:
            return f"What {k} lost had no partner in {i}: it supported nothing there."
    return ""


def arc_hints(_before: Before, event: r.ArcQueued) -> Hints:
    """Where to look for the arc."""
    return (f"{event.partner} has lost a value: who may have leaned on that?",
            "An arc x → y asks for each value of x. Leave out what still waits, and the one that it was lost to.")


# --- what is believed -----------------------------------------------------------------------------------------------


def prunes_the_partner(before: Before, event: Event) -> Event | None:
    """REVISE(x, y) takes values from y."""
    arc = before.of(ArcState).arc
    if not isinstance(event, e.NoSupport) or arc is None:
        return None
    own = set(without_support(before, arc))
    value = next((y for y in without_support(before, (arc[1], arc[0])) if y not in own), None)
    return None if value is None else e.NoSupport(event.variable, value, event.because)


def first_try_decides(before: Before, event: Event) -> Event | None:
    """A value goes if it does not fit the first value of the partner."""
    arcs, arc = before.of(ArcState), before.of(ArcState).arc
    if not isinstance(event, e.NoSupport) or arc is None:
        return None
    first = arcs.left_to(before.state, arc[1])[0]
    for x in arcs.left_to(before.state, arc[0]):
        found = supports(before, arc, x)
        if found and first not in found:
            return e.NoSupport(arc[0], x, event.because)
    return None


def asks_itself_again(before: Before, event: Event) -> Event | None:
    """The variable that lost a value asks its neighbours again."""
    return r.ArcQueued(event.partner, event.variable) if isinstance(event, r.ArcQueued) else None


def cause_comes_back(before: Before, event: Event) -> Event | None:
    """The partner that the value was lost to is asked, too."""
    arc = before.of(ArcState).arc
    return r.ArcQueued(arc[1], arc[0]) if isinstance(event, r.ArcQueued) and arc is not None else None


declare_questions(ARCS, [
    Askable(
        event=e.NoSupport, field="value", prompt="Which value of {variable} has no support, by {because}?",
        answer="choice", candidates=values_in_view, legal=other_unsupported, hints=value_hints, against=supported,
        after=(r.ArcTaken,), spoilers=(e.TupleTried, e.SupportFound),
        rule="A value has a support if the partner has one value left that goes with it."),
    Askable(
        event=e.Pruned, field="left", prompt="What is left of {variable}?", answer="choice",
        candidates=with_one_less, legal=other_left, hints=left_hints, against=not_left,
        after=(r.ArcTaken,), spoilers=(e.TupleTried, e.SupportFound, e.NoSupport),
        rule="What goes is a value that nothing left to the partner goes with; all others stay."),
    Askable(
        event=r.ArcQueued, field="arc", prompt="A value has gone. Which arc comes back into the queue?",
        answer="choice", candidates=both_ways, legal=also_queued, hints=arc_hints, against=stays_away,
        rule="Back come the arcs to it, from others than the one that it was lost to, if they do not wait already."),
], [
    Misconception(
        name="the partner is pruned", deviate=prunes_the_partner, lesson="the-zebra-as-far-as-logic-goes",
        text="The partner could not be {value} any more: the arc back will ask for that, not this one."),
    Misconception(
        name="one clash is enough", deviate=first_try_decides, lesson="ac-3-against-gac",
        text="{variable} = {value} clashes with one value of the partner, but another one goes with it."),
    Misconception(
        name="the variable asks again", deviate=asks_itself_again, lesson="the-zebra-as-far-as-logic-goes",
        text="{arc} asks for the values of {variable}. {partner} has lost nothing just now: they lose no support by "
             "this."),
    Misconception(
        name="the cause comes back", deviate=cause_comes_back, lesson="the-zebra-as-far-as-logic-goes",
        text="What {partner} lost had no partner in {variable}: it supported nothing there."),
])
