"""What may be asked of propagation and of searches for models: what is forced, what comes next, how far one goes back,
what is learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation
from algorithms.satisfiability import SATISFIABILITY
from algorithms.words import verb
from scenarios.script.asking import KIND
from visualizer.families.satisfiability.against import (
    clause_so_far,
    no_pivot,
    not_forced,
    not_learned,
    not_next,
    not_turned,
    other_level,
)
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.standing import falsified, standing
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_MOST_LITERALS = 9  # of which a clause that is learned can be put together
_MOST_TIGHT = 9  # literals that may be thought to follow from a tight constraint
_READABLE = 60  # clauses or constraints: in larger formulas nobody goes by single clauses


# --- what is forced -------------------------------------------------------------------------------------------------


def literals_in_view(before: Before) -> Sequence[str]:
    """What may be taken for forced: open literals, nearest first, with their complements. Nothing in formulas with
    auxiliary variables, which nobody sees, and none once a clause is false: then any of its literals is as good."""
    now = standing(before)
    if now.broken or before.of(SatState).form.auxiliary:
        return ()
    found = dict.fromkeys((*now.forced, *now.near, *map(negation, now.forced), *map(negation, now.near), *now.others,
                           *map(negation, now.others)))
    return tuple(found)


def also_forced(before: Before, event: Event) -> Sequence[str]:
    """The other literals that must be true: which of them comes first, nobody need know."""
    return [literal for literal in standing(before).forced if literal != getattr(event, "literal", None)]


def clause_hints(_before: Before, event: e.ClauseUnit) -> Hints:
    """Where to look for a unit literal."""
    return (f"Look at clause {event.clause}.", "All of its literals but one are false, and it needs a true one.")


def implied_hints(_before: Before, event: e.Implied) -> Hints:
    """Where to look for what is forced."""
    where = f"Look at {event.kind} {event.because}." if event.because else "Look at what is given."
    return where, "As many of its literals are false as may be. What does that say of the others?"


def literals_of_a_tight_one(before: Before) -> Sequence[str]:
    """What a tight constraint may be thought to force: what those do that are tight, and the complements of what is
    open where enough is true; then what is open where one more may be false. Nothing where too many are forced."""
    now = standing(before)
    if now.broken or before.of(SatState).form.auxiliary:
        return ()
    found = dict.fromkeys((*now.forced, *(negation(literal) for part in now.true for literal in part.open), *now.near))
    return tuple(found)[:_MOST_TIGHT] if len(now.forced) <= _MOST_TIGHT else ()


def other_tight_ones(before: Before, event: e.ConstraintTight) -> Sequence[tuple[str, ...]]:
    """What the other tight constraints force: any of them may come first."""
    return [part.open for part in standing(before).tight if part.open != event.literals]


def tight_hints(_before: Before, event: e.ConstraintTight) -> Hints:
    """Where to look for what is forced."""
    return (f"Look at constraint {event.constraint}.",
            f"Of its literals {event.most} may be false, and {event.falsified} {verb(event.falsified, 'are')}. What "
            "does that say of the others?")


def tight_is_broken(before: Before, event: Event) -> Event | None:
    """A constraint with as many false literals as may be is violated: nothing follows from it but a conflict."""
    if isinstance(event, e.ConstraintTight):
        return replace(event, literals=())
    if isinstance(event, e.Implied) and event.because is not None and event.kind == "constraint":
        return e.TooManyFalse(event.because, *before.of(SatState).falsity(event.because), event.level)
    return None


def true_clause_forces(before: Before, event: Event) -> Event | None:
    """A clause with a single open literal forces it, also if another one is true."""
    if isinstance(before.of(SatState).form, AtLeastForm):
        return None
    now = standing(before)
    found = ((part.open[0], part.number) for part in now.true if len(part.open) == 1)
    return _forcing(before, event, next((pair for pair in found if pair[0] not in now.forced), None))


def at_least_is_exactly(before: Before, event: Event) -> Event | None:
    """Once as many literals are true as must be, the others are false."""
    if not isinstance(before.of(SatState).form, AtLeastForm):
        return None
    now = standing(before)
    if isinstance(event, e.ConstraintTight):
        return next((e.ConstraintTight(part.number, tuple(map(negation, part.open)), part.false, part.most)
                     for part in now.true if not now.forced.keys() >= set(map(negation, part.open))), None)
    found = ((negation(literal), part.number) for part in now.true for literal in part.open)
    return _forcing(before, event, next((pair for pair in found if pair[0] not in now.forced), None))


def one_false_is_enough(before: Before, event: Event) -> Event | None:
    """Where one literal is false, the next one must be true."""
    now = standing(before)
    found = ((literal, part.number) for part in now.slack for literal in part.open)
    return _forcing(before, event, next((pair for pair in found if pair[0] not in now.forced), None))


def _forcing(before: Before, event: Event, found: tuple[str, int] | None) -> Event | None:
    """The event that says of another literal that it is forced, by that clause or constraint."""
    form = before.of(SatState).form
    if found is None or form.auxiliary or form.count > _READABLE:
        return None
    if isinstance(event, e.ClauseUnit) and not event.false:
        return replace(event, literal=found[0], clause=found[1])
    if isinstance(event, e.Implied):
        return replace(event, literal=found[0], because=found[1])
    return None


# --- what comes next ------------------------------------------------------------------------------------------------


def kinds(before: Before) -> Sequence[type[Event]]:
    """What may come next."""
    conflict = e.TooManyFalse if isinstance(before.of(SatState).form, AtLeastForm) else e.Conflicted
    return e.Implied, conflict, e.Decided, e.Modelled


def also_next(before: Before, event: Event) -> Sequence[type[Event]]:
    """Where one clause is unit and another one is false, which is seen first is a matter of order; DPLL adds a literal
    of the false one to M, too, before it says that M is inconsistent."""
    now = standing(before)
    if not now.broken:
        return ()
    return [kind for kind in kinds(before)[:2] if not isinstance(event, kind)]


def kind_hints(_before: Before, _event: Event) -> Hints:
    """Where to look for what comes next."""
    return "Go through the clauses.", "Is one of them false, or does one have a single way left to be true?"


# --- how far one goes back, and what is learned ---------------------------------------------------------------------


def complements(before: Before) -> Sequence[str]:
    """The complements of all that is on the trail, the last one first."""
    return tuple(dict.fromkeys(negation(entry.literal) for entry in reversed(before.of(SatState).trail)))


def complement_hints(_before: Before, _event: e.Complemented) -> Hints:
    """Where to look for the other branch."""
    return "Look at the tree.", "Which choice is the last one whose other branch nobody has seen?"


def last_is_flipped(before: Before, event: Event) -> Event | None:
    """What joined the trail last is turned round, whether it was chosen or not."""
    sat = before.of(SatState)
    forced = next((entry for entry in reversed(sat.trail) if entry.because is not None and not sat.both(entry.literal)),
                  None)
    if isinstance(event, e.Complemented) and forced is not None:
        return e.Complemented(negation(forced.literal), event.level)
    return None


def levels_below(before: Before) -> Sequence[int]:
    """The levels to which one may go back."""
    return range(before.of(SatState).level)


def level_hints(_before: Before, _event: e.JumpedBack) -> Hints:
    """Where to look for the level."""
    return ("See on which levels the literals of the new clause became false.",
            "All but one of them must be false still.")


def back_one_level(_before: Before, event: Event) -> Event | None:
    """A conflict takes the last decision back, and no other."""
    return replace(event, level=event.start - 1) if isinstance(event, e.JumpedBack) else None


def back_to_the_start(_before: Before, event: Event) -> Event | None:
    """After a conflict the search begins anew."""
    return replace(event, level=0) if isinstance(event, e.JumpedBack) else None


def literals_to_learn(before: Before) -> Sequence[str]:
    """The literals that are false above level 0, of which a clause can be learned; nothing where these are too many."""
    found = falsified(before.of(SatState))
    return found if len(found) <= _MOST_LITERALS and before.run.options.get("learning") != "decision" else ()


def learned_hints(_before: Before, _event: e.Learned) -> Hints:
    """How to find what is learned."""
    return ("Begin with the false clause, and go back along the trail.",
            "Replace literals of the last level by their reasons, until one of that level is left.")


def also_learned(before: Before, event: e.Learned) -> Sequence[tuple[str, ...]]:
    """The clause at the first UIP, where somebody chose a later one."""
    sat = before.of(SatState)
    if event.uip < 2 or sat.conflict is None:
        return ()
    levels = {negation(entry.literal): entry.level for entry in sat.trail}
    clause = {literal for literal in sat.literals_of(sat.conflict) if levels[literal]}
    for entry in reversed(sat.trail):
        if sum(levels[literal] == sat.level for literal in clause) == 1:
            break
        if entry.because is not None and negation(entry.literal) in clause:
            clause |= {literal for literal in sat.literals_of(entry.because) if levels.get(literal)}
            clause.remove(negation(entry.literal))
    return (tuple(sorted(clause, key=lambda literal: -levels[literal])),)


def learned_decisions(before: Before, event: Event) -> Event | None:
    """What is learned says that not all decisions can hold together."""
    decided = tuple(negation(entry.literal) for entry in before.of(SatState).trail if entry.decided and entry.level)
    if isinstance(event, e.Learned) and 0 < len(decided) <= _MOST_LITERALS:
        return replace(event, literals=decided)
    return None


def pivots(before: Before) -> Sequence[str]:
    """The literals of the last level, and those of others that make the clause so far false; the last one first."""
    sat = before.of(SatState)
    so_far = clause_so_far(sat)
    return [entry.literal for entry in reversed(sat.trail)
            if entry.level == sat.level or (entry.level and negation(entry.literal) in so_far)]


def pivot_hints(_before: Before, _event: e.Resolved) -> Hints:
    """Where to look for the pivot."""
    return "See which literals make the clause so far false.", "Which of them joined the trail last?"


def decision_is_resolved(before: Before, event: Event) -> Event | None:
    """It is the decision's fault, so that is what is replaced."""
    sat = before.of(SatState)
    chosen: Entry | None = next((entry for entry in reversed(sat.trail) if entry.decided), None)
    if isinstance(event, e.Resolved) and chosen is not None and chosen.level == sat.level:
        return replace(event, pivot=chosen.literal)
    return None


_BEGINNINGS = (e.Decided, e.Assumed, e.Complemented, e.JumpedBack)
_LOOKED_AT = (e.ClauseUnit, e.ConstraintTight, e.Watched)

declare_questions(SATISFIABILITY, [
    Askable(
        event=e.ClauseUnit, field="literal", prompt="Which literal must be true now?", answer="literal",
        candidates=literals_in_view, legal=also_forced, hints=clause_hints, against=not_forced,
        rule="A literal is forced if it is open, and all others of a clause are false."),
    Askable(
        event=e.Implied, field="literal", prompt="Which literal joins the trail next?", answer="literal",
        candidates=literals_in_view, legal=also_forced, hints=implied_hints, against=not_forced, after=_BEGINNINGS,
        spoilers=_LOOKED_AT,
        rule="A literal is forced where as many of the others are false as may be: in a clause, all of them."),
    Askable(
        event=e.ConstraintTight, field="literals", prompt="A constraint is tight. Which literals must be true by it?",
        candidates=literals_of_a_tight_one, legal=other_tight_ones, hints=tight_hints, against=not_forced,
        rule="A constraint is tight when as many of its literals are false as may be: then all others must be true."),
    Askable(
        event=(e.Implied, e.Conflicted, e.TooManyFalse, e.Decided, e.Modelled), field=KIND, prompt="What comes next?",
        candidates=kinds, legal=also_next, hints=kind_hints, against=not_next, after=_BEGINNINGS, spoilers=_LOOKED_AT,
        rule="As long as something is forced, that comes first; a choice comes where nothing is, and no clause is "
             "false."),
    Askable(
        event=e.Complemented, field="literal", prompt="Which literal joins the trail next?", answer="literal",
        candidates=complements, hints=complement_hints, against=not_turned,
        after=(e.Conflicted, e.TooManyFalse, e.Modelled), spoilers=(e.Undone,),
        rule="Going back, the last choice whose other branch has not been tried is turned round."),
    Askable(
        event=e.JumpedBack, field="level", prompt="Back to which level does the search jump?",
        candidates=levels_below, hints=level_hints, against=other_level, after=(e.Learned, e.Blocked),
        spoilers=(e.Undone,),
        rule="It is the lowest level on which all literals of the new clause but one are false."),
    Askable(
        event=e.Learned, field="literals", prompt="Which clause is learned?",
        candidates=literals_to_learn, legal=also_learned, hints=learned_hints, against=not_learned,
        after=(e.Conflicted,), spoilers=(e.Resolved,),
        rule="The false clause is resolved with reasons, from the last literal back, until it has one literal of the "
             "last level."),
    Askable(
        event=e.Resolved, field="pivot", prompt="Which literal is replaced by its reason next?", answer="literal",
        candidates=pivots, hints=pivot_hints, against=no_pivot, after=(e.Conflicted,),
        rule="It is the last one on the trail that makes the clause so far false, and it must have a reason."),
], [
    Misconception(
        name="a true clause forces", deviate=true_clause_forces, lesson="unit-propagation",
        text="Where only {literal} is open, another literal of the clause is true: the clause needs no more."),
    Misconception(
        name="at least means exactly", deviate=at_least_is_exactly, lesson="at-least-propagation",
        text="What must be true there is true already, but more may be: it makes nothing of the rest false."),
    Misconception(
        name="tight is broken", deviate=tight_is_broken, lesson="at-least-propagation",
        text="As many are false as may be. That is allowed: one more would break it, so the others must be true."),
    Misconception(
        name="one false literal is enough", deviate=one_false_is_enough, lesson="unit-propagation",
        text="Beside {literal} something else is open there, which may be true instead."),
    Misconception(
        name="the last literal is turned round", deviate=last_is_flipped, lesson="dpll",
        text="The complement of {literal} was forced, not chosen: it goes away, and has no other branch."),
    Misconception(
        name="a conflict takes back one level", deviate=back_one_level, lesson="learning-from-a-conflict",
        text="On level {level} the clause would force something, too, but so it would further down already."),
    Misconception(
        name="a conflict takes back everything", deviate=back_to_the_start, lesson="learning-from-a-conflict",
        text="On level {level} two literals of the clause are open still, so that it forces nothing there."),
    Misconception(
        name="the decisions are learned", deviate=learned_decisions, lesson="learning-from-a-conflict",
        text="That the decisions cannot hold together is true, but resolution comes to another clause before that."),
    Misconception(
        name="the decision is at fault", deviate=decision_is_resolved, lesson="learning-from-a-conflict",
        text="{pivot} was decided: it has no reason that could take its place."),
])
