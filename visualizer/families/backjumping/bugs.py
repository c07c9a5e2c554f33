"""What may go wrong in a search that looks back: a check, or where it goes back to."""

from __future__ import annotations

from algorithms import events as e
from algorithms.backjumping import BACKJUMPING
from algorithms.backjumping import events as b
from algorithms.core import Event
from algorithms.problems.forms.csp import Constraint
from visualizer.families.backjumping.state import BackjumpState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def between(before: Before, x: str, y: str) -> list[Constraint]:
    """The constraints on two variables of the puzzle; where the network is made binary, others are none of its own."""
    return [c for c in before.network.constraints if {*c.scope} == {x, y}]


def checked(before: Before, event: b.Checked) -> Wrong | None:
    """The two values go together, or do not."""
    around = between(before, event.variable, event.other)
    values = {event.variable: event.value, event.other: event.other_value}
    violated = [c for c in around if not c.allows([values[x] for x in c.scope])]
    if not around or (not violated) == event.satisfied:
        return None
    pair = f"{event.variable} = {event.value} and {event.other} = {event.other_value}"
    said = f"violate {violated[0].name}" if violated else f"violate nothing between them: {around[0].text} holds"
    return Wrong(f"{pair} {said}.", on_board(before, event.variable, event.other))


def jumped(before: Before, event: e.JumpedBack) -> Wrong | None:
    """Somebody to blame is passed over, or nobody is there who is to blame."""
    search = before.of(BackjumpState)
    if search.dead_end is None or search.dead_end not in search.conf_sets:
        return None
    level = {x: at for at, x in search.at.items()}
    blamed = [x for x in search.conf_sets[search.dead_end] if level[x] < event.start]
    deepest = max(blamed, key=level.__getitem__, default=None)
    if deepest is None or level[deepest] == event.level:
        return None
    if event.level < level[deepest]:
        return Wrong(f"{deepest}, at level {level[deepest]}, is to blame, too, and may have another value: a solution "
                     "may be lost.", on_board(before, search.dead_end, deepest))
    return Wrong(f"{search.at[event.level]}, at level {event.level}, is not to blame: whatever its value, "
                 f"{search.dead_end} has none. {deepest} is.", on_board(before, search.dead_end, deepest))


def joined(before: Before, event: b.ConfSetJoined) -> Wrong | None:
    """Somebody whom the dead end blames is forgotten."""
    search = before.of(BackjumpState)
    own, behind = (search.conf_sets.get(x) for x in (event.variable, event.dead_end))
    if behind is None:
        return None
    lost = [x for x in {**dict.fromkeys(own or ()), **dict.fromkeys(behind)}
            if x != event.variable and x not in event.conf_set]
    if not lost:
        return None
    return Wrong(f"{event.dead_end} has no value because of {lost[0]}, too, or {event.variable} has lost one to it. If "
                 f"that is forgotten, the next jump may pass over {lost[0]}, and over a solution.",
                 on_board(before, event.variable, lost[0]))


def remembered(before: Before, event: b.Saved) -> Wrong | None:
    """The fence, or the triangle, of a value stands elsewhere."""
    search, x = before.of(BackjumpState), event.variable
    if x not in search.mbl:
        return None
    k = search.values[x].index(event.value)
    mcl, mbl, said = search.mcl[x][k], search.mbl[x][k], f"{x} = {event.value}"
    if event.mbl > mbl:
        name = search.order[mbl - 1]
        return Wrong(f"{name}, at level {mbl}, may have changed since {said} was considered: what it and those behind "
                     "it said then no longer holds, and must be checked again.", on_board(before, x, name))
    if event.mbl < mbl:
        return Wrong(f"Nothing before level {mbl} has changed since {said} was considered: what was said there is "
                     "saved.", on_board(before, x))
    if event.mcl != mcl or event.refused != (mcl < mbl):
        return Wrong(f"The last check of {said} got as far as {search.order[mcl - 1]}, at level {mcl}.",
                     on_board(before, x))
    return None


def lowered(before: Before, event: b.MarksLowered) -> Wrong | None:
    """Another variable changes than the one that the search goes back to."""
    search = before.of(BackjumpState)
    if search.dead_end is None:
        return None
    level = {x: at for at, x in search.at.items()}
    blamed = [search.at[search.level - 1]] if search.blames == "nobody" else search.conf_sets.get(search.dead_end, ())
    deepest = max(blamed, key=level.__getitem__, default=None)
    if deepest is None or level[deepest] == event.level:
        return None
    return Wrong(f"The search goes back to {deepest}, at level {level[deepest]}: that is the first to change, and what "
                 "was said before it still holds.", on_board(before, deepest))


def saved_as_printed(before: Before, event: Event) -> Event | None:
    """As the text on BM-CBJ2 prints it: the fence is at the variable before the checks, so that none is made."""
    search = before.of(BackjumpState)
    if not isinstance(event, b.Instantiated) or event.variable not in search.mbl:
        return None
    x, level = event.variable, event.level
    mcl = search.mcl[x][search.values[x].index(event.value)]
    refused = mcl < level
    by = search.order[mcl - 1] if refused else x
    near = [y for h, y in search.at.items() if (mcl if refused else 0) < h < level and between(before, x, y)]
    return b.Saved(x, event.value, level, mcl, level, by, refused, len(near)) if near else None


def lowered_by_a_level(before: Before, event: Event) -> Event | None:
    """What is behind a dead end is checked again, and nothing else."""
    if not isinstance(event, b.MarksLowered) or event.level == event.dead_end - 1:
        return None
    search = before.of(BackjumpState)
    return b.MarksLowered(search.at[event.dead_end - 1], event.dead_end - 1, event.dead_end)


def sets_apart(before: Before, event: Event) -> Event | None:
    """Whoever is jumped to keeps only its own conflicts."""
    search = before.of(BackjumpState)
    if not isinstance(event, b.ConfSetJoined):
        return None
    own = tuple(x for x in search.conf_sets.get(event.variable, ()) if x != event.variable)
    return None if own == event.conf_set else b.ConfSetJoined(event.variable, event.level, event.dead_end, own)


def neighbours_clash(before: Before, event: Event) -> Event | None:
    """Two variables with a constraint between them clash."""
    if not isinstance(event, b.Checked) or not event.satisfied or event.value == event.other_value:
        return None
    around = between(before, event.variable, event.other)
    return b.Checked(event.variable, event.value, event.other, event.other_value, False,
                     around[0].name) if around else None


declare_bugs(BACKJUMPING, {b.Checked: checked, e.JumpedBack: jumped, b.ConfSetJoined: joined, b.Saved: remembered,
                           b.MarksLowered: lowered}, [
    Bug(name="neighbours always clash", deviate=neighbours_clash),
    Bug(name="conflict sets are not united", deviate=sets_apart),
    Bug(name="the fence moves before the checks", deviate=saved_as_printed),
    Bug(name="marks are lowered as if every way back were a step", deviate=lowered_by_a_level),
])
