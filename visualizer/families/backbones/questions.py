"""What may be asked of a search for the backbone: what is tested, what comes of it, what a model rules out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms import events as e
from algorithms.backbones import BACKBONES
from algorithms.core import Event
from algorithms.problems.forms.cnf import negation
from visualizer.families.backbones.state import BackboneState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_SOLVER = (e.Assumed, e.Implied, e.Decided, e.Watched, e.Attached, e.Conflicted, e.Resolved, e.Learned, e.Undone,
           e.JumpedBack, e.Restarted, e.Forgotten, e.Blocked)
_ANSWERS = (e.Modelled, e.ModelReduced, e.Refuted, e.ClauseAdded)
_FATES = (e.FixedBackbone, e.Dropped, e.Freed)
_FEW = 12


def candidates_of(before: Before) -> list[str]:
    """The literals that may still be in the backbone."""
    return [literal for literal, fate in before.of(BackboneState).fates.items() if fate == "candidate"]


def one_by_one(before: Before) -> bool:
    """Is a literal of a candidate tested by itself, and only where its candidate holds in the first model?"""
    return before.run.algorithm.name in ("backbone-iterative", "backbone-core")


# --- what becomes of a candidate ------------------------------------------------------------------------------------


def fates(before: Before) -> Sequence[type[Event]]:
    """All that can become of it, where one is tested."""
    return _FATES if before.of(BackboneState).probe else ()


def other_fate(_before: Before, event: e.FixedBackbone | e.Dropped | e.Freed, kind: type[Event]) -> str:
    """Why nothing else becomes of a candidate: there is a model with its complement, or none."""
    literal, other = event.literal, negation(event.literal)
    if isinstance(event, e.FixedBackbone):
        return f"No model has {other}."
    if isinstance(event, e.Freed):
        return f"A part of a model satisfies all clauses without {literal} and without {other}: it may be either way."
    if kind is e.FixedBackbone:
        return f"There is a model with {other}: {literal} is not in all of them."
    return f"There is a model with {other}: that rules {literal} out, whatever else it leaves open."


def fate_hints(before: Before, _event: Event) -> Hints:
    """Where to look for it."""
    probe = " and ".join(before.of(BackboneState).probe) or "what the last model lacks"
    return f"Look for a model with {probe}.", "A model without it rules a candidate out. That none is found proves it."


# --- which literal is tested ----------------------------------------------------------------------------------------


def both_signs(before: Before) -> Sequence[str]:
    """Each candidate and its complement, where one of them is tested next."""
    sat = before.of(BackboneState)
    if not one_by_one(before) or (sat.refuted and before.run.algorithm.name == "backbone-core"):
        return ()
    return [sign for literal in candidates_of(before) for sign in (negation(literal), literal)]


def also_tested(before: Before, event: e.Probed) -> Sequence[tuple[str, ...]]:
    """Any candidate may come first."""
    return [(other,) for literal in candidates_of(before) if (other := negation(literal)) not in event.literals]


def proves_nothing(before: Before, _event: e.Probed, literal: str) -> str:
    """Why a candidate itself is not tested."""
    if literal not in candidates_of(before):
        return ""
    return f"A model with {literal} is known: another one would not prove that all have it."


def test_hints(_before: Before, _event: e.Probed) -> Hints:
    """Where to look for it."""
    return "Look at the first model: which literals has it?", "What must not be found, so that a candidate is proved?"


# --- what a model rules out -----------------------------------------------------------------------------------------


def also_dropped(before: Before, event: e.Dropped) -> Sequence[str]:
    """All others that are false in the model: one after the other goes. The plain test looks at no model."""
    if not one_by_one(before) and before.run.algorithm.name != "backbone-enumerate":
        return ()
    model = before.of(BackboneState).models[-1]
    return [literal for literal in candidates_of(before) if literal != event.literal and negation(literal) in model]


def not_ruled_out(before: Before, _event: e.Dropped, literal: str) -> str:
    """That the model has a candidate, too."""
    return f"The model has {literal} as well." if literal in before.of(BackboneState).models[-1] else ""


def dropping(before: Before) -> Sequence[str]:
    """The candidates, where a model has just been found."""
    sat = before.of(BackboneState)
    plain = before.run.algorithm.name == "backbone-simple"
    return () if plain or not sat.models else candidates_of(before)


def dropped_hints(_before: Before, _event: e.Dropped) -> Hints:
    """Where to look for it."""
    return "Look at the model that was just found.", "Which candidate has it the other way?"


# --- what a model leaves open ---------------------------------------------------------------------------------------


def removable(before: Before, model: frozenset[str]) -> Iterator[str]:
    """The literals of a model that no clause needs: each of its clauses has another one that is true."""
    clauses = [{*map(before.form.word, clause)} & model for clause in before.form.clauses]
    return (literal for literal in model if all(len(true) > 1 for true in clauses if literal in true))


def in_model(before: Before) -> Sequence[str]:
    """The literals of the model just found; once it is reduced, those that are not decided yet."""
    sat = before.of(BackboneState)
    if not sat.models or len(before.form.names) > _FEW:
        return ()
    known = {literal.lstrip("¬") for literal in sat.fates}

    def may_leave(literal: str) -> bool:
        x = literal.lstrip("¬")
        if x in known:
            return sat.fates.get(literal) == "candidate"
        return sat.values.get(x) is (literal == x) and bool(sat.occurring.get(x) or sat.occurring.get(f"¬{x}"))

    return [literal for x in before.form.names for literal in (x, f"¬{x}") if may_leave(literal)]


def also_free(before: Before, event: e.Freed) -> Sequence[str]:
    """What else could be left out of the model, or has been."""
    model = before.of(BackboneState).models[-1]
    free = {literal.lstrip("¬") for literal in removable(before, model)}
    left_out = {x for x in before.form.names if x not in model and f"¬{x}" not in model}
    return [literal for literal in in_model(before)
            if literal.lstrip("¬") in free | left_out and literal != event.literal]


def needed(before: Before, _event: e.Freed, literal: str) -> str:
    """The clause that has nothing else that is true in the model."""
    sat, form = before.of(BackboneState), before.form
    number = next((number for number in sat.occurring.get(literal, ())
                   if {*map(form.word, form.literals(number))} & sat.models[-1] == {literal}), None)
    return "" if number is None else f"Clause {number} has nothing else that is true in this model."


def free_hints(_before: Before, _event: e.Freed) -> Hints:
    """Where to look for it."""
    return "Look at the clauses, and at what makes each of them true.", "Which literal is nowhere the only one?"


# --- what is believed -----------------------------------------------------------------------------------------------


def a_model_proves(_before: Before, event: Event) -> Event | None:
    """A model with a literal shows that it is in the backbone: so the literal itself is tested, and stays if there is
    a model with it."""
    if isinstance(event, e.Probed) and len(event.literals) == 1:
        return e.Probed((negation(event.literals[0]),))
    return e.FixedBackbone(event.literal) if isinstance(event, e.Dropped) else None


def no_model_rules_out(_before: Before, event: Event) -> Event | None:
    """Where no model is found the candidate is out."""
    return e.Dropped(event.literal) if isinstance(event, e.FixedBackbone) else None


def needed_is_free(before: Before, event: Event) -> Event | None:
    """What occurs in few clauses is not needed, even where it is all that makes one of them true."""
    sat = before.of(BackboneState)
    if not isinstance(event, e.Freed) or not sat.models:
        return None
    right = {event.literal, *also_free(before, event)}
    needed = [literal for literal in in_model(before) if literal not in right and literal in sat.models[-1]]
    return e.Freed(min(needed, key=lambda literal: len(sat.occurring.get(literal, ())))) if needed else None


declare_questions(BACKBONES, [
    Askable(
        event=_FATES, field="kind", prompt="What becomes of {literal}?",
        candidates=fates, hints=fate_hints, against=other_fate, after=(e.Probed,), spoilers=(*_SOLVER, *_ANSWERS),
        rule="A candidate is in the backbone if there is no model with its complement; one such model rules it out."),
    Askable(
        event=e.Probed, field="literals", prompt="Which literal is assumed for the next test?",
        answer="choice", candidates=both_signs, legal=also_tested, hints=test_hints, against=proves_nothing,
        rule="What is tested is the complement of a candidate: if that has no model, the candidate is in all of them."),
    Askable(
        event=e.Dropped, field="literal", prompt="Which candidate does this model rule out?",
        answer="choice", candidates=dropping, legal=also_dropped, hints=dropped_hints, against=not_ruled_out,
        rule="A candidate goes if a model has it the other way; what both models share stays."),
    Askable(
        event=e.Freed, field="literal", prompt="Which literal of this model may be either way?",
        answer="choice", candidates=in_model, legal=also_free, hints=free_hints, against=needed,
        after=(e.Modelled,), spoilers=(e.ModelReduced, e.Listed),
        rule="A literal can be left out if each of its clauses has another one that is true."),
], [
    Misconception(
        name="a model proves its literals", deviate=a_model_proves, lesson="algorithm-1",
        text="A model that has a candidate says nothing: the first one has it already. One without it counts."),
    Misconception(
        name="no model, no backbone", deviate=no_model_rules_out, lesson="a-backbone",
        text="There is no model with its complement, but there are models: so all of them have {literal}."),
    Misconception(
        name="rare means free", deviate=needed_is_free, lesson="algorithm-1",
        text="{literal} stays: some clause has nothing else that is true."),
])
