"""What becomes of a rule that is tested for an atom, which atoms are unfounded together, and which literal is resolved
away: what cannot be, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.answer_sets import ANSWER_SETS, LOOP_FORMULAS
from algorithms.answer_sets import events as a
from algorithms.answer_sets.events.words import set_of
from algorithms.core import Event
from visualizer.families.answer_sets.choices import UNFOUNDED
from visualizer.families.answer_sets.questions import not_so, standing
from visualizer.families.answer_sets.whole_sets import greatest
from visualizer.families.satisfiability.calls import PIVOT
from visualizer.runs.bugs import on_board
from visualizer.runs.calling import Call, Refused, declare_calls
from visualizer.runs.questions import Before

_KINDS: dict[str, type[Event]] = {"blocked": a.RuleBlocked, "circular": a.RuleCircular, "supports": a.RuleSupports}

Tested = a.RuleBlocked | a.RuleCircular | a.RuleSupports


def fates(before: Before, event: Tested) -> Sequence[str]:
    """What the algorithm says of it; where M blocks a rule that needs an atom of U, both are so."""
    against, needs = standing(before, event.rule)
    own = next(name for name, kind in _KINDS.items() if isinstance(event, kind))
    return list(dict.fromkeys((own, *(["blocked"] if against else []), *(["circular"] if needs else []))))


def refused(before: Before, event: Tested) -> Iterator[Refused]:
    """That M is not against it, that it needs nothing of U, or that it cannot hold its head up."""
    against, needs = standing(before, event.rule)
    places = on_board(before, event.atom, *against, *needs)
    for name, kind in _KINDS.items():
        if why := not_so(before, event, kind):
            yield Refused(name, why, places)


def its_name(_before: Before, event: a.UnfoundedFound) -> Sequence[str]:
    """The greatest unfounded set."""
    return (set_of(event.atoms),)


def by_what_holds_up(_before: Before, _event: a.UnfoundedFound) -> Iterator[Refused]:
    """No list has all sets that somebody may mark: what speaks against one is told of that."""
    return iter(())


declare_calls(ANSWER_SETS, {
    "rule": Call(events=(a.RuleBlocked, a.RuleCircular, a.RuleSupports), right=fates, refused=refused,
                 prompt=lambda _before, event: f"what becomes of rule {event.rule}, tested for {event.atom}?",
                 label=lambda name: _KINDS[name].as_answer,
                 rule="A rule can hold its head up if M is against no literal of its body, and it needs no atom of U."),
    "unfounded set": Call(events=(a.UnfoundedFound,), right=its_name, refused=by_what_holds_up,
                          together=greatest, after=(a.SetChecked,),
                          spoilers=(a.RoundStarted, a.AtomHeld, a.RuleBlocked, a.RuleCircular, a.RuleSupports),
                          prompt=lambda _before, _event: "which set of atoms is the greatest one unfounded on M? "
                                                         "Mark all of it; Esc goes step by step.",
                          rule=f"{UNFOUNDED} The greatest has all atoms of all of them."),
})
declare_calls(LOOP_FORMULAS, {"pivot": PIVOT})
