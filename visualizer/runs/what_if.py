"""What-if branches: the algorithm goes on as if it had chosen what the user points at. Ctrl+Z comes back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from algorithms.core import Event
from algorithms.events import ConstraintTaken, Probed
from algorithms.problems.forms.cnf import negation
from scenarios.choices import Offer, next_choice, next_draw, replay
from visualizer.runs.branches import Branches
from visualizer.runs.families import family_of
from visualizer.runs.lanes import Lane, Run

_FAR = 4096  # events in which the choice must come


def choose(session: Branches, wish: str, kind: type[Event], fulfils: Callable[[Any], bool]) -> bool:
    """Goes on as if the algorithm chose ``wish`` next, to the next event of that kind, if that then fulfils it."""
    timeline, run = session.timeline, run_here(session)
    if run is None:
        return False
    steps, chooser = replay(run.start, run.chooser, timeline.position - run.at, wish)
    branch = timeline.branch(steps)
    chooser.follow(branch, run.at)
    end = branch.forward(kind, _FAR)
    event = branch.events[end - 1] if end else None
    if end == timeline.position or not isinstance(event, kind) or not fulfils(event):
        return False
    at = next((at for at, _ in chooser.made[chooser.repeats:]), timeline.position - run.at)
    session.branch(branch, replace(run, chooser=chooser), wish, run.at + at)
    session.show(end)
    session.notice = f"You chose {wish}. Ctrl+Z returns to the order of the algorithm."
    return True


def run_here(session: Branches) -> Run | None:
    """The run that goes on behind the position on show; None within the moves of a game."""
    lane: Lane | None = session.lanes.current
    position = session.timeline.position
    while lane is not None and position < lane.run.at and position <= lane.at:
        lane = lane.parent
    return None if lane is None or position < lane.run.at else lane.run


def offer_at(session: Branches, by: int = 0, than: Offer | None = None) -> Offer | None:
    """The next choice behind the position on show, or else the last one before it; with ``than``, the one so many
    choices after that. Its place is that on the timeline. Where only one thing can be chosen there is no choice."""
    run = run_here(session)
    if run is None:
        return None
    made, here = run.chooser.made, session.here - run.at
    several = [index for index, is_open in enumerate(run.chooser.open) if is_open]
    if than is None:
        at = bisect_left(several, here, key=lambda index: made[index][0])
        if at == len(several) and (offer := next_choice(run.start, run.chooser, here, _FAR)) is not None:
            return offer._replace(at=offer.at + run.at)
        at = min(at, len(several) - 1)
    else:
        at = bisect_left(several, than.choices) + by
        if not 0 <= at < len(several):
            return than
    if at < 0:
        return None
    offer = next_choice(run.start, run.chooser, made[several[at]][0], _FAR, several[at])
    return None if offer is None else offer._replace(at=offer.at + run.at)


def otherwise(session: Branches, offer: Offer, name: str) -> None:
    """A branch that takes ``name`` at that choice, seen where this shows."""
    called = f"{offer.kind} {name}" if name.isdecimal() else name
    _go_on(session, offer.at, called, wish=name, choices=offer.choices)
    session.notice = f"Here the {offer.kind} is {name}, not {offer.taken}. Shift+Z: other branches; Ctrl+Z comes back."


def draw_at(session: Branches) -> int | None:
    """Behind how many events of its run the next random number is drawn; None where none is."""
    run = run_here(session)
    return None if run is None else next_draw(run.start, run.chooser, session.here - run.at, _FAR)


def draw_again(session: Branches) -> None:
    """A branch in which all that is drawn at random from here on comes from another seed."""
    run, at = run_here(session), draw_at(session)
    if run is None or at is None:
        session.notice = "Nothing is drawn at random behind here."
        return
    seed = session.scenario.seed + len(session.lanes.all)
    _go_on(session, run.at + at, f"seed {seed}", seed=seed)
    session.notice = f"From here on all is drawn from seed {seed}. Shift+Z goes through branches, Ctrl+Z comes back."


def _go_on(session: Branches, at: int, name: str, *, wish: str | None = None, seed: int | None = None,
           choices: int | None = None) -> None:
    """A branch that leaves the timeline behind ``at`` events, with that choice or that seed, seen an event later."""
    run = run_here(session)
    assert run is not None  # or there would be no choice
    timeline = session.timeline
    timeline.pull(at + 1 - len(timeline.events))  # then all choices before this one are made
    steps, chooser = replay(run.start, run.chooser, at - run.at, wish, seed, choices)
    branch = timeline.shown(at, timeline.at(at)).branch(steps)
    chooser.follow(branch, run.at)
    session.branch(branch, replace(run, chooser=chooser), name, at)
    session.show(at + 1)


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


def tests(session: Branches) -> bool:
    """Does the algorithm test candidates for the backbone?"""
    return any(Probed.__name__ in line.tags for line in session.scenario.algorithm.pseudocode)


def test(session: Branches, candidate: str) -> None:
    """Has the candidate for the backbone tested next, by a model with its complement."""
    literals = {candidate, negation(candidate)}
    if not choose(session, candidate, Probed, lambda event: not literals.isdisjoint(event.literals)):
        session.notice = f"{candidate} is not tested next: what is under way may decide it first."


def decides(session: Branches) -> bool:
    """Does the run decide literals, so that somebody may overrule it?"""
    run = session.scenario.runs[0]
    family = family_of(run.algorithm)
    kind = family.decides
    return kind is not None and family.chosen(run) and any(
        kind.__name__ in line.tags for line in run.algorithm.pseudocode)


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
