"""What may be asked of paths in transition graphs: which rules apply, which of them is taken, what joins M by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.cnf import negation
from algorithms.transitions import TRANSITIONS
from algorithms.transitions import events as t
from algorithms.transitions.records import FAIL, Record, members
from visualizer.families.transitions.against import held_up, no_decision, no_rule, not_taken, not_unit, other_level
from visualizer.families.transitions.state import TransitionState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_MOST = 200  # clauses: nobody looks through more

_EDGES = (t.BacktrackApplied, t.FailApplied, t.UnitPropagateApplied, t.UnfoundedApplied, t.DecideApplied)
_HERE = (t.RuleApplied, t.GraphUnfolded, t.PathBegun, e.Blocked)
_OF_RULE: dict[str, type[t.RuleApplied]] = {edge.rule: edge for edge in _EDGES}


def path(before: Before) -> TransitionState:
    """Where the path is."""
    return before.of(TransitionState)


def record(before: Before) -> Record:
    """M; nothing in FailState."""
    node = path(before).node
    return () if node == FAIL else node


def small(before: Before) -> bool:
    """Can the clauses be looked through?"""
    return len(path(before).system.clauses) <= _MOST


def by_rule(before: Before, rule: str) -> list[str]:
    """The literals that join M by the edges of a rule."""
    words = path(before).system.words
    return [words[option.transition.literal] for option in path(before).options if option.transition.rule == rule]


# --- which rules apply ------------------------------------------------------------------------------------------------


def rules_of(before: Before) -> Sequence[str]:
    """All rules of the graph, where none changes the clauses, and some rule applies."""
    rules = path(before).system.rules
    return () if "Learn" in rules or not small(before) or path(before).terminal else rules


def rules_hints(before: Before, _event: t.RulesChecked) -> Hints:
    """Where to look for the rules that apply."""
    if path(before).clash is not None:
        return "M is inconsistent. Which rules ask for that?", "Is there a decision to undo?"
    return ("M is consistent. Which rules ask for that?",
            "Go through the clauses: is one unit? Then look for an atom without a value.")


def preferred_only(before: Before, event: Event) -> Event | None:
    """What the strategy does not take does not apply."""
    first = tuple(rule for rule in path(before).system.rules
                  if rule in {option.transition.rule for option in path(before).options if option.preferred})
    return replace(event, applicable=first) if isinstance(event, t.RulesChecked) else None


def fails_at_once(before: Before, event: Event) -> Event | None:
    """Where M is inconsistent, Fail applies."""
    if not isinstance(event, t.RulesChecked) or path(before).clash is None or "Fail" in event.applicable:
        return None
    return replace(event, applicable=("Fail", *event.applicable))


# --- which rule is taken ----------------------------------------------------------------------------------------------


def kinds_of(before: Before) -> Sequence[type[Event]]:
    """An edge for each rule; nothing where the path was given, or clauses are learned."""
    rules = path(before).system.rules
    given = before.run.options.get("path") or not path(before).priorities
    return () if given or "Learn" in rules or not small(before) else [_OF_RULE[rule] for rule in rules]


def also_taken(before: Before, _event: t.RuleApplied) -> Sequence[type[Event]]:
    """The rules that the strategy might take as well."""
    return list({_OF_RULE[option.transition.rule]: None for option in path(before).options
                 if option.preferred and option.transition.rule in _OF_RULE})


def kind_hints(before: Before, _event: t.RuleApplied) -> Hints:
    """Where to look for the rule that comes first."""
    order = " >> ".join(path(before).priorities or ())
    return f"The priorities: {order}.", "Go through them from the left: which is the first one that applies?"


def fails_with_decision(before: Before, event: Event) -> Event | None:
    """A conflict is the end."""
    if isinstance(event, t.BacktrackApplied):
        return t.FailApplied("", event.before, None, preferred=False)
    return None


def decides_first(before: Before, event: Event) -> Event | None:
    """What is open is guessed."""
    open_ = by_rule(before, "Decide")
    if isinstance(event, t.UnitPropagateApplied | t.UnfoundedApplied) and open_:
        return t.DecideApplied(open_[0], event.before, (*(event.before or ()), (open_[0], True)), preferred=False)
    return None


# --- what joins M -----------------------------------------------------------------------------------------------------


def turned_round(before: Before) -> Sequence[str]:
    """The complements of what is in M."""
    words = path(before).system.words
    return [words[-member.literal] for member in record(before)]


def backtrack_hints(_before: Before, _event: t.BacktrackApplied) -> Hints:
    """Where to look for the literal that is turned round."""
    return "Look for the Δs in the record.", "Backtrack takes back everything from the last of them on."


def last_literal(before: Before, event: Event) -> Event | None:
    """The literal that joined last is turned round."""
    if not isinstance(event, t.BacktrackApplied) or not event.before:
        return None
    last = event.before[-1][0]
    return replace(event, literal=negation(last), undone=last)


def first_decision(before: Before, event: Event) -> Event | None:
    """The first decision gives way."""
    if not isinstance(event, t.BacktrackApplied):
        return None
    first = next(word for word, decision in event.before or () if decision)
    return replace(event, literal=negation(first), undone=first)


def open_in_clauses(before: Before) -> Sequence[str]:
    """The literals without a value in clauses with at most two that are not false, and complements; of clauses that are
    false all of them."""
    state, m = path(before), members(record(before))
    if not small(before) or state.system.bodies:  # a body has no name that anybody would guess
        return ()
    words, found = state.system.words, dict[int, None]()
    for number, clause in enumerate(state.system.clauses, 1):
        left = [literal for literal in clause if -literal not in m]
        if number not in state.system.gone and len(left) <= 2:
            beside = [literal for literal in left if literal not in m] if left else clause
            found.update(dict.fromkeys(x for literal in beside for x in (literal, -literal)))
    return [words[literal] for literal in found]


def also_unit(before: Before, event: t.UnitPropagateApplied) -> Sequence[str]:
    """The other unit literals: the rule leaves open which comes first."""
    return [word for word in by_rule(before, "Unit Propagate") if word != event.literal]


def unit_hints(_before: Before, event: t.UnitPropagateApplied) -> Hints:
    """Where to look for what is forced."""
    return (f"Look at clause {event.because[0]}.", "Cross out what is false in M. What is left to make it true?")


def complement_joins(_before: Before, event: Event) -> Event | None:
    """What a clause has left is false, too."""
    if isinstance(event, t.UnitPropagateApplied):
        return replace(event, literal=negation(event.literal))
    return None


def true_clause_forces(before: Before, event: Event) -> Event | None:
    """A clause says something of its last literal, also where another one makes it true."""
    if not isinstance(event, t.UnitPropagateApplied) or path(before).system.bodies:
        return None
    state, m = path(before), members(record(before))
    unit = {event.literal, *also_unit(before, event)}
    for number, clause in enumerate(state.system.clauses, 1):
        left = [literal for literal in clause if -literal not in m]
        open_ = [state.system.words[literal] for literal in left if literal not in m]
        if number not in state.system.gone and len(left) == 2 and len(open_) == 1 and open_[0] not in unit:
            return replace(event, literal=open_[0], because=(number,))
    return None


def open_atoms(before: Before) -> Sequence[str]:
    """Their negations."""
    state, m = path(before), members(record(before))
    return [state.system.words[-atom] for atom in state.system.atoms if -atom not in m] if small(before) else ()


def also_unfounded(before: Before, event: t.UnfoundedApplied) -> Sequence[str]:
    """The other atoms of unfounded sets."""
    return [word for word in by_rule(before, "Unfounded") if word != event.literal]


def unfounded_hints(_before: Before, _event: t.UnfoundedApplied) -> Hints:
    """Where to look for what nothing holds up."""
    return ("Go through the atoms: which rule could hold each of them up?",
            "A rule is out if M is against its body, or if it needs an atom that is out itself.")


def one_blocked_rule(before: Before, event: Event) -> Event | None:
    """An atom is lost once one of its rules is blocked."""
    state = path(before)
    if not isinstance(event, t.UnfoundedApplied) or state.program is None:
        return None
    m, words = members(record(before)), state.system.words
    lost = {rule.head for rule in state.program.rules if m.intersection(-literal for literal in rule.body)}
    found = sorted(atom for atom in lost if atom and -atom not in m and atom not in state.system.unfounded(m))
    return replace(event, literal=words[-found[0]]) if found else None


def levels(before: Before) -> Sequence[int]:
    """All levels below that of the conflict."""
    return range(path(before).level)


def jump_hints(_before: Before, event: t.BackjumpApplied) -> Hints:
    """Where to look for how far it jumps back."""
    return (f"Look at clause {event.because}, and at the levels of its literals.",
            "How far back can one go, and the clause still has all literals but one false?")


def one_level(before: Before, event: Event) -> Event | None:
    """The last decision is taken back, as by Backtrack."""
    return replace(event, level=path(before).level - 1) if isinstance(event, t.BackjumpApplied) else None


def to_the_start(_before: Before, event: Event) -> Event | None:
    """All decisions are taken back, as by Restart."""
    return replace(event, level=0) if isinstance(event, t.BackjumpApplied) else None


declare_questions(TRANSITIONS, [
    Askable(
        event=t.RulesChecked, field="applicable", prompt="Which rules apply to this state, whatever the strategy says?",
        candidates=rules_of, hints=rules_hints, against=no_rule,
        rule="A rule applies if its side condition holds; the strategy only says which one is taken."),
    Askable(
        event=_EDGES, field="kind", prompt="Which rule does the strategy take next?",
        candidates=kinds_of, legal=also_taken, hints=kind_hints, against=not_taken, after=_HERE,
        spoilers=(t.RulesChecked,),
        rule="Of the rules that apply, one with the highest priority is taken."),
    Askable(
        event=t.BacktrackApplied, field="literal", prompt="Backtrack: which literal joins M?",
        candidates=turned_round, hints=backtrack_hints, against=no_decision, after=_HERE, spoilers=(t.RulesChecked,),
        rule="P lΔ Q ⇒ P l̄, where Q has no decision."),
    Askable(
        event=t.UnitPropagateApplied, field="literal", prompt="Unit Propagate: which literal joins M?",
        candidates=open_in_clauses, legal=also_unit, hints=unit_hints, against=not_unit, after=_HERE,
        spoilers=(t.RulesChecked,),
        rule="A unit literal is the only one of a clause that is not false in M."),
    Askable(
        event=t.UnfoundedApplied, field="literal", prompt="Unfounded: which literal joins M?",
        candidates=open_atoms, legal=also_unfounded, hints=unfounded_hints, against=held_up, after=_HERE,
        spoilers=(t.RulesChecked,),
        rule="An atom is unfounded if each of its rules is blocked, or needs what is unfounded as well."),
    Askable(
        event=t.BackjumpApplied, field="level", prompt="Backjump: how many decisions stay?",
        candidates=levels, hints=jump_hints, against=other_level, after=(t.LearnApplied,),
        rule="So few that the clause that was learned still has but one literal that is not false."),
], [
    Misconception(
        name="priorities are rules", deviate=preferred_only, lesson="a-path-that-dpll-never-takes",
        text="{applicable} comes first, but the others are in the graph, too."),
    Misconception(
        name="a conflict fails", deviate=fails_at_once, lesson="failstate",
        text="Fail needs a record without any decision: as long as there is a Δ, it can be taken back."),
    Misconception(
        name="a conflict is the end", deviate=fails_with_decision, lesson="failstate",
        text="There is a decision left to take back. Only without any does Fail apply."),
    Misconception(
        name="what is open is guessed", deviate=decides_first, lesson="a-path-that-dpll-never-takes",
        text="Decide applies, but so does a rule that comes before it: something follows without a guess."),
    Misconception(
        name="the last literal is turned round", deviate=last_literal, lesson="the-whole-graph-of-a-formula",
        text="{undone} was no decision: it followed from one. Backtrack turns the last literal with a Δ."),
    Misconception(
        name="the first decision gives way", deviate=first_decision, lesson="the-whole-graph-of-a-formula",
        text="{undone} is a decision, but not the last one: the one after it has not been tried both ways."),
    Misconception(
        name="unit means false", deviate=complement_joins, lesson="dpll-is-a-path",
        text="With {literal} all literals of the clause would be false. The one that is left must be true."),
    Misconception(
        name="a true clause forces", deviate=true_clause_forces, lesson="unit-propagation",
        text="Clause {because} is true already, by another literal. It forces nothing."),
    Misconception(
        name="one blocked rule is enough", deviate=one_blocked_rule, lesson="what-no-clause-says",
        text="One rule for it is blocked, but another one can still hold the atom up."),
    Misconception(
        name="back one level", deviate=one_level, lesson="cdcl-is-a-path-too",
        text="There the new clause is unit as well. But fewer decisions are enough for that."),
    Misconception(
        name="back to the start", deviate=to_the_start, lesson="cdcl-is-a-path-too",
        text="Without any decision the new clause is not unit: then nothing would follow from it."),
])
