"""What the buttons of the rules do: the path goes on along the edge that was chosen. Ctrl+Z comes back."""

from __future__ import annotations

from algorithms.transitions import events as t
from visualizer.families.transitions.state import transition_of
from visualizer.runs import what_if
from visualizer.runs.branches import Branches

KINDS = {kind.rule: kind for kind in (t.UnitPropagateApplied, t.DecideApplied, t.FailApplied, t.BacktrackApplied,
                                      t.UnfoundedApplied)}


def take(session: Branches, name: str) -> None:
    """Takes the edge of that name, which leaves the current node: also one that the strategy does not allow."""
    option = next((option for option in transition_of(session.state).options if option.name == name), None)
    if option is None:
        session.notice = f"{name} does not apply here."
    elif option.transition.rule not in KINDS:
        session.notice = f"{name} is an edge, but this search chooses nothing but decisions."
    elif what_if.choose(session, name, KINDS[option.transition.rule], lambda event: event.name == name):
        session.notice = (f"You chose {name}. Ctrl+Z returns to the path of the algorithm." if option.preferred else
                          f"You chose {name}: in the graph, but no run of the strategy takes it. Ctrl+Z returns.")
    else:
        session.notice = f"{name} is an edge, but this search chooses nothing but decisions, when one is due."
