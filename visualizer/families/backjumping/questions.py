"""What may be asked of a search that looks back: who refuses a value, where it goes back to, whom it blames then."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms import events as e
from algorithms.backjumping import BACKJUMPING
from algorithms.backjumping import events as b
from algorithms.core import Event
from algorithms.problems.forms.csp import Value
from visualizer.families.backjumping.state import BackjumpState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

LOOKING_AHEAD = ("fc", "fc-cbj")


def past(search: BackjumpState, level: int) -> list[str]:
    """The variables before a level, the nearest first."""
    return [search.at[h] for h in range(level - 1, 0, -1) if h in search.at]


def consistent(before: Before, x: str, value: Value, y: str) -> bool:
    """Do the constraints between two variables allow the value of the one beside that of the other?"""
    other = before.state.domains[y][0]
    return all(c.allows([value if z == x else other for z in c.scope])
               for c in before.network.constraints if set(c.scope) == {x, y})


def refusing(before: Before) -> list[str]:
    """The past variables with whose value that under test does not go, the nearest first."""
    search = before.of(BackjumpState)
    x, value = search.current, search.trying
    if x is None or value is None or before.run.algorithm.name in LOOKING_AHEAD or x not in before.network.domains:
        return []
    return [y for y in past(search, search.level) if not consistent(before, x, value, y)]


def who_may_refuse(before: Before) -> Sequence[str]:
    """The past variables, if one of them refuses the value: the rule says which is asked first."""
    return past(before.of(BackjumpState), before.of(BackjumpState).level) if refusing(before) else ()


def no_refusal(before: Before, event: b.Judged, y: str) -> str:
    """Why a past variable is not the first to refuse the value."""
    x, value = event.variable, event.value
    if y in refusing(before):
        return f"{y} would refuse it, too, but somebody before it refuses it already."
    if not any(set(c.scope) == {x, y} for c in before.network.constraints):
        return f"No constraint is about {y} and {x}."
    return f"{x} = {value} goes with {y} = {before.state.domains[y][0]}."


def refuse_hints(before: Before, event: b.Judged) -> Hints:
    """Where to look for who refuses."""
    return (f"Go over the variables before {event.variable}, from level 1 on.",
            f"Who has a constraint with {event.variable} that {event.value} does not keep?")


# --- the way back ---------------------------------------------------------------------------------------------------


def on_the_branch(before: Before) -> Sequence[str]:
    """Who may be blamed for a dead end: all that have a value, the last one first."""
    search = before.of(BackjumpState)
    return () if search.blames == "nobody" else [label.variable for label in reversed(search.branch)]


def blameless(before: Before, event: b.DeadEnd, y: str) -> str:
    """Why a past variable is not to blame for a dead end: it refuses no value, or none that nobody refuses before it;
    where the deepest check is blamed, that was not against it."""
    search, x = before.of(BackjumpState), event.variable
    levels = {other: level for level, other in search.at.items() if level < event.level}
    if before.run.algorithm.name in LOOKING_AHEAD or y not in levels:
        return ""
    if search.blames == "deepest":
        deepest = max((levels[other] for other in event.because if other in levels), default=0)
        return (f"Some value of {x} was checked against a deeper variable than {y}." if levels[y] < deepest
                else f"No check of {x} got as far as {y}.")
    refused = [value for value in search.values.get(x, ()) if not consistent(before, x, value, y)]
    earlier = [other for other in levels if levels[other] < levels[y]]
    if not refused:
        return f"{y} goes with every value of {x}: it refuses nothing."
    if all(any(not consistent(before, x, value, other) for other in earlier) for value in refused):
        return f"{y} refuses a value of {x}, but somebody before it refuses that already."
    return ""


def blame_hints(before: Before, event: b.DeadEnd) -> Hints:
    """Where to look for who is to blame."""
    if before.of(BackjumpState).blames == "deepest":
        return f"Try each value of {event.variable}.", "How far does a check get? The deepest of these is blamed."
    return f"Try each value of {event.variable}.", "Who is the first to refuse it, in the order of the levels?"


def levels_before(before: Before) -> Sequence[int]:
    """Where a search may go back to."""
    return range(before.of(BackjumpState).level)


def not_there(before: Before, event: e.JumpedBack, level: int) -> str:
    """Why the search does not go back to another level: nobody there is to blame, or somebody deeper is, too."""
    search = before.of(BackjumpState)
    x, dead = search.at.get(level), search.dead_end
    if x is None or dead is None or level == event.level:
        return ""
    if search.blames == "deepest":
        return f"Some check went deeper than {x}." if level < event.level else f"No check of {dead} got as far as {x}."
    blamed = search.conf_sets.get(dead, ())
    if search.blames != "conflicts" or not blamed:
        return ""
    return f"{x}, on level {level}, is to blame, but somebody deeper is, too." if x in blamed else \
        f"{x}, on level {level}, is not in the conflict set of {dead}."


def back_hints(before: Before, _event: e.JumpedBack) -> Hints:
    """Where to look for the level."""
    search = before.of(BackjumpState)
    if search.blames == "deepest":
        return f"Whom was {search.current} checked against?", "The deepest of them is where it goes."
    return f"Look at the conflict set of {search.current}.", "The deepest in it is where it goes."


def own_and_past(before: Before) -> Sequence[str]:
    """Who may be in a conflict set: all past variables, and the dead end itself."""
    search = before.of(BackjumpState)
    found = () if search.dead_end is None else (search.dead_end, *past(search, search.level))
    return () if search.blames != "conflicts" else found


def in_neither(before: Before, event: b.ConfSetJoined, y: str) -> str:
    """That neither set has a variable, or that it is the one that blames, or behind it."""
    search = before.of(BackjumpState)
    if y == event.variable:
        return f"{y} has no value left: to blame itself would change nothing."
    if y == event.dead_end:
        return f"{y} comes after {event.variable}: another value of {y} was looked for already."
    sets = [search.conf_sets.get(x, ()) for x in (event.variable, event.dead_end)]
    return "" if any(y in found for found in sets) else \
        f"{y} is in neither set: it refused no value of {event.variable}, and {event.dead_end} does not blame it."


def joined_hints(_before: Before, event: b.ConfSetJoined) -> Hints:
    """What is put together."""
    return (f"There are two sets: that of {event.dead_end}, and that of {event.variable}.",
            "Put them together. Nobody blames itself.")


# --- what is believed -----------------------------------------------------------------------------------------------


def nearest_refuses(before: Before, event: Event) -> Event | None:
    """The checks begin with the variable just before."""
    found = refusing(before)
    if not isinstance(event, b.Judged) or not found:
        return None
    return b.Judged(event.variable, event.value, False, event.upto, event.calls, (found[0],))


def one_level(_before: Before, event: Event) -> Event | None:
    """Every way back is a step."""
    return e.JumpedBack(event.start, event.start - 1) if isinstance(event, e.JumpedBack) else None


def first_to_blame(before: Before, event: Event) -> Event | None:
    """The search jumps to the first that is to blame."""
    search = before.of(BackjumpState)
    if not isinstance(event, e.JumpedBack) or search.dead_end is None:
        return None
    blamed = search.conf_sets.get(search.dead_end, ())
    level = next((h for h, x in sorted(search.at.items()) if x in blamed), None)
    return None if level is None else e.JumpedBack(event.start, level)


def not_united(before: Before, event: Event) -> Event | None:
    """The set of the dead end is left behind with it."""
    if not isinstance(event, b.ConfSetJoined):
        return None
    own = before.of(BackjumpState).conf_sets.get(event.variable, ())
    return b.ConfSetJoined(event.variable, event.level, event.dead_end, own) if own else None


def all_before(before: Before, event: Event) -> Event | None:
    """All that come before are to blame."""
    if not isinstance(event, b.ConfSetJoined):
        return None
    found = tuple(reversed(past(before.of(BackjumpState), event.level)))
    return b.ConfSetJoined(event.variable, event.level, event.dead_end, found) if found else None


declare_questions(BACKJUMPING, [
    Askable(
        event=b.Judged, field="by", prompt="Who is the first to refuse {variable} = {value}?", answer="place",
        candidates=who_may_refuse, hints=refuse_hints, against=no_refusal, after=(b.Instantiated,),
        spoilers=(b.Checked,),
        rule="Of the past variables that a value does not go with, the one on the lowest level refuses it: there the "
             "checks end."),
    Askable(
        event=b.DeadEnd, field="because", prompt="No value of {variable} will do. Whom does the search blame?",
        candidates=on_the_branch, hints=blame_hints, against=blameless,
        after=(e.Decided, e.JumpedBack, b.SteppedBack, e.Solved),
        spoilers=(e.VariableSelected, b.Instantiated, b.Checked, b.Judged, e.Struck, e.Emptied),
        rule="BJ blames the deepest variable that a value was checked against, CBJ whoever refused one, and who is to "
             "blame for a dead end behind it."),
    Askable(
        event=e.JumpedBack, field="level", prompt="Back to which level?",
        candidates=levels_before, hints=back_hints, against=not_there, after=(b.DeadEnd,),
        spoilers=(b.ConfSetJoined, b.MarksLowered),
        rule="BJ goes back to the deepest variable that the dead end was checked against, CBJ to the deepest of its "
             "conflict set."),
    Askable(
        event=b.ConfSetJoined, field="conf_set", prompt="What is in the conflict set of {variable} then?",
        candidates=own_and_past, hints=joined_hints, against=in_neither, after=(b.DeadEnd,),
        rule="The two sets are put together, without the variable itself: what either dead end needs must change."),
], [
    Misconception(
        name="the nearest is asked first", deviate=nearest_refuses, lesson="one-dead-end-three-ways-back",
        text="{by} would refuse it, too, but somebody on a lower level refuses it already: the first ends the checks."),
    Misconception(
        name="every way back is a step", deviate=one_level, lesson="one-dead-end-three-ways-back",
        text="Nobody at level {level} is to blame: with any other value there, the same dead end would come again."),
    Misconception(
        name="the first to blame must change", deviate=first_to_blame, lesson="one-dead-end-three-ways-back",
        text="Level {level} is to blame, too, but a deeper one may mend it: a jump so far could lose a solution."),
    Misconception(
        name="the sets are not united", deviate=not_united, lesson="one-dead-end-three-ways-back",
        text="What the dead end of {dead_end} blames is to blame for the loss of {variable}, too."),
    Misconception(
        name="all before are to blame", deviate=all_before, lesson="one-dead-end-three-ways-back",
        text="Only who has refused a value is to blame, and who is in the set of {dead_end}."),
])
