"""What-if branches: the algorithm goes on as if it had chosen what the user points at. Ctrl+Z comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from algorithms.core import Event
from algorithms.events import ConstraintTaken, Probed
from algorithms.problems.forms.cnf import negation
from scenarios.choices import replay
from visualizer.runs.branches import Branches
from visualizer.runs.families import family_of

_FAR = 4096  # events in which the choice must come


def choose(session: Branches, wish: str, kind: type[Event], fulfils: Callable[[Any], bool]) -> bool:
    """Goes on as if the algorithm chose ``wish`` next, to the next event of that kind, if that then fulfils it."""
    timeline, run = session.timeline, session.run
    if timeline.position < run.at:
        return False
    steps, chooser = replay(run.start, run.chooser, timeline.position - run.at, wish)
    branch = timeline.branch(steps)
    chooser.follow(branch, run.at)
    end = branch.forward(kind, _FAR)
    event = branch.events[end - 1] if end else None
    if end == timeline.position or not isinstance(event, kind) or not fulfils(event):
        return False
    session.branch(branch, replace(run, chooser=chooser))
    session.show(end)
    session.notice = f"You chose {wish}. Ctrl+Z returns to the order of the algorithm."
    return True


def take(session: Branches, constraint: str) -> None:
    """Has the constraint taken next; where the pass has taken it, goes to where that was."""
    if not choose(session, constraint, ConstraintTaken, lambda event: event.constraint == constraint):
        _seek(session, constraint)


def _seek(session: Branches, constraint: str) -> None:
    """To where the constraint was taken last before this position, or else will be taken next."""
    events = session.timeline.events
    positions = session.timeline.positions(ConstraintTaken)
    taken = [p for p in positions if isinstance(e := events[p], ConstraintTaken) and e.constraint == constraint]
    earlier = [p for p in taken if p < session.timeline.position]
    if not taken:
        session.notice = f"{constraint} is not taken in what has run so far."
        return
    session.stop()
    session.show((earlier[-1] if earlier else taken[0]) + 1)


def test(session: Branches, candidate: str) -> None:
    """Has the candidate for the backbone tested next, by a model with its complement."""
    literals = {candidate, negation(candidate)}
    if not choose(session, candidate, Probed, lambda event: not literals.isdisjoint(event.literals)):
        session.notice = f"{candidate} is not tested next: what is under way may decide it first."


def decides(session: Branches) -> bool:
    """Does the algorithm decide literals?"""
    algorithm = session.scenario.algorithm
    kind = family_of(algorithm).decides
    return kind is not None and any(kind.__name__ in line.tags for line in algorithm.pseudocode)


def can_decide(session: Branches, variable: str) -> bool:
    """Does the algorithm decide literals, and is the variable open here?"""
    return decides(session) and session.state.family.is_open(variable)


def decide(session: Branches, literal: str) -> None:
    """Has the literal decided next, if nothing gives it a value before the next decision."""
    family = family_of(session.scenario.algorithm)
    assert family.decides is not None
    if not choose(session, family.decision(literal), family.decides, lambda event: event.literal == literal):
        session.notice = (f"{literal} is not decided next: what comes before the next decision gives it a value, or no "
                          "decision is left.")
