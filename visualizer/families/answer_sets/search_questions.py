"""What may be asked of a search for answer sets: what follows, what nothing holds up, whether a model is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from algorithms import events as e
from algorithms.answer_sets import ANSWER_SEARCH, LOOP_FORMULAS
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked, greatest_unfounded
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.questions import held_up, known, m_of
from visualizer.families.satisfiability.against import of_level
from visualizer.families.satisfiability.questions import back_one_level, back_to_the_start
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_STEPS = (e.Decided, a.UnitPropagated, e.Complemented, a.MadeFalse)

# --- what follows -----------------------------------------------------------------------------------------------------


def clauses_left(before: Before) -> list[tuple[int, list[int], list[int]]]:
    """Of each rule that does not choose its head: its number, its literals that are not false, and all of them."""
    program, m = known(before).program, m_of(known(before))
    found = []
    for number, rule in enumerate(program.rules, 1):
        if not rule.choice:
            clause = list(dict.fromkeys(rule.clause))
            found.append((number, [literal for literal in clause if -literal not in m], clause))
    return found


def open_literals(before: Before) -> Sequence[str]:
    """The literals without a value in clauses with at most two that are not false, and complements; of clauses that are
    false all of them."""
    words, m = known(before).program.words(), m_of(known(before))
    found: dict[int, None] = {}
    for _, left, clause in clauses_left(before):
        if len(left) <= 2:
            beside = [literal for literal in left if literal not in m] if left else clause
            found.update(dict.fromkeys(x for literal in beside for x in (literal, -literal)))
    return [words[literal] for literal in found]


def also_unit(before: Before, event: a.UnitPropagated) -> Sequence[str]:
    """The other unit literals."""
    words, m = known(before).program.words(), m_of(known(before))
    found = [words[literal] for _, left, clause in clauses_left(before) if len(left) <= 1
             for literal in left or clause if literal not in m]
    return [word for word in dict.fromkeys(found) if word != event.literal]


def not_unit(before: Before, event: a.UnitPropagated, literal: str) -> str:
    """What else of the clauses with a literal is not false."""
    program, m = known(before).program, m_of(known(before))
    words = program.words()
    atom = program.names.index(literal.removeprefix("¬")) + 1
    wanted = -atom if literal.startswith("¬") else atom
    if literal == negation(event.literal):
        return f"With {literal}, rule {event.rule} would be violated."
    told = ""
    for number, left, _ in clauses_left(before):
        if wanted not in left or len(left) == 1:
            continue
        true = next((other for other in left if other in m), None)
        if true is None:
            beside = next(other for other in left if other != wanted)
            return f"Rule {number} does not say that: {words[beside]} may be so instead."
        told = told or f"Rule {number} holds already: {words[true]} is in M."
    return told or f"No rule that is not satisfied yet speaks of {literal}."


def unit_hints(_before: Before, event: a.UnitPropagated) -> Hints:
    """Where to look for what is forced."""
    return (f"Look at rule {event.rule}.",
            "If its body is true, its head must be; if its head cannot be true, nor can its body.")


def turned_round(_before: Before, event: Event) -> Event | None:
    """A rule says the opposite."""
    return replace(event, literal=negation(event.literal)) if isinstance(event, a.UnitPropagated) else None


def head_forces_body(before: Before, event: Event) -> Event | None:
    """A rule whose head is true has a true body: it is read as an equivalence."""
    if not isinstance(event, a.UnitPropagated):
        return None
    words, m = known(before).program.words(), m_of(known(before))
    right = {event.literal, *also_unit(before, event)}
    rules = known(before).program.rules
    able = Counter(rule.head for rule in rules if not blocked(rule, m))
    for number, rule in enumerate(rules, 1):
        another = able[rule.head] > (not blocked(rule, m))
        for literal in rule.body if rule.head in m and another else ():
            if literal not in m and -literal not in m and words[literal] not in right:
                return replace(event, literal=words[literal], rule=number)
    return None


# --- what nothing holds up --------------------------------------------------------------------------------------------


def not_false(before: Before) -> Sequence[str]:
    """The complements of all atoms that are not false."""
    values = known(before).values
    return [f"¬{x}" for x in known(before).program.names if values.get(x) is not False]


def also_unfounded(before: Before, event: a.MadeFalse) -> Sequence[str]:
    """The other atoms of the unfounded set that are not false yet."""
    program, m = known(before).program, m_of(known(before))
    found = [f"¬{program.names[x - 1]}" for x in sorted(greatest_unfounded(program, m)) if -x not in m]
    return [word for word in found if word != event.literal]


def not_made_false(before: Before, event: a.MadeFalse, literal: str) -> str:
    """The rule that may hold an atom up."""
    return held_up(before, event, negation(literal))


def unfounded_hints(_before: Before, _event: a.MadeFalse) -> Hints:
    """Where to look for what nothing holds up."""
    return ("Go through the rules: which of them does M block?",
            "An atom is lost if all rules for it are blocked, or need what is lost itself.")


def one_blocked_rule(before: Before, event: Event) -> Event | None:
    """An atom is lost once one of its rules is blocked."""
    if not isinstance(event, a.MadeFalse):
        return None
    program, m = known(before).program, m_of(known(before))
    lost = {rule.head for rule in program.rules if rule.head and blocked(rule, m)} - greatest_unfounded(program, m)
    found = sorted(x for x in lost if -x not in m)
    return replace(event, literal=f"¬{program.names[found[0] - 1]}") if found else None


# --- what comes next --------------------------------------------------------------------------------------------------

_NEXT = (a.UnfoundedFound, e.Decided, a.AnswerSetFound)


def next_of(before: Before) -> Sequence[type[Event]]:
    """What can come where no clause is unit."""
    return () if known(before).clash else _NEXT


def next_hints(_before: Before, _event: Event) -> Hints:
    """Where to look for what comes next."""
    return ("Has every atom a value?", "For each atom that is not false: can a rule still hold it up, from outside?")


def not_next(before: Before, _event: Event, kind: type[Event]) -> str:
    """That nothing is unfounded, or something is; that an atom is open, or none."""
    return no_step(known(before).program, m_of(known(before)), kind)


def no_step(program: LogicProgram, m: Collection[int], kind: type[Event]) -> str:
    """The same of a program and what of its atoms is in M."""
    lost = any(-atom not in m for atom in greatest_unfounded(program, m))
    if kind is a.UnfoundedFound:
        return "" if lost else "Nothing is unfounded: whatever is not false can still be held up."
    if lost:
        return "Something that is not false has nothing left that could hold it up."
    open_ = next((x for atom, x in enumerate(program.names, 1) if not {atom, -atom} & {*m}), None)
    if kind is a.AnswerSetFound:
        return "" if open_ is None else f"{open_} has no value yet."
    return "Every atom has a value: nothing is left to be decided." if open_ is None else ""


def model_is_answer_set(before: Before, event: Event) -> Event | None:
    """Once every atom has a value and no rule is violated, there is an answer set."""
    state, values = known(before), known(before).values
    if isinstance(event, a.UnfoundedFound) and all(x in values for x in state.program.names):
        return a.AnswerSetFound(tuple(x for x in state.program.names if values[x]), len(state.found) + 1)
    return None


def guesses_first(before: Before, event: Event) -> Event | None:
    """Where no clause is unit, something is guessed."""
    if not isinstance(event, a.UnfoundedFound):
        return None
    state, values = known(before), known(before).values
    open_ = next((x for x in state.program.names if x not in values), None)
    return None if open_ is None else e.Decided(f"¬{open_}", state.level + 1)


declare_questions(ANSWER_SEARCH, [
    Askable(
        event=a.UnitPropagated, field="literal", prompt="Unit Propagate: which literal joins M?",
        candidates=open_literals, legal=also_unit, hints=unit_hints, against=not_unit, after=_STEPS,
        rule="The clause of a rule says: its head is true, or a literal of its body is false."),
    Askable(
        event=a.MadeFalse, field="literal", prompt="Unfounded: which literal joins M?",
        candidates=not_false, legal=also_unfounded, hints=unfounded_hints, against=not_made_false, after=_STEPS,
        spoilers=(a.UnfoundedFound,),
        rule="An atom is unfounded if each of its rules is blocked by M, or needs what is unfounded as well."),
    Askable(
        event=_NEXT, field="kind", prompt="No clause is unit. What comes next?",
        candidates=next_of, hints=next_hints, against=not_next,
        rule="First what is unfounded; a decision only if nothing is; an answer set once all atoms have a value."),
], [
    Misconception(
        name="a rule says the opposite", deviate=turned_round, lesson="true-but-not-held-up",
        text="With {literal} the clause of rule {rule} would be false."),
    Misconception(
        name="a head forces its body", deviate=head_forces_body, lesson="one-rule-more",
        text="The head of rule {rule} is true, but another rule may hold it up: its body may be false."),
    Misconception(
        name="one blocked rule is enough", deviate=one_blocked_rule, lesson="what-holds-itself-up",
        text="One of its rules is blocked, but another one can still hold the atom up."),
    Misconception(
        name="a model is an answer set", deviate=model_is_answer_set, lesson="true-but-not-held-up",
        text="All rules hold, but some of what is true is held up by nothing."),
    Misconception(
        name="what is open is guessed", deviate=guesses_first, lesson="true-but-not-held-up",
        text="A guess comes last: some atoms have no rule left that could hold them up."),
])


# --- the search with loop formulas ------------------------------------------------------------------------------------

def m_of_search(search: LoopState) -> frozenset[int]:
    """What of the atoms is on the trail, as numbers."""
    found = {atom: search.truth(x) for atom, x in enumerate(search.program.names, 1)}
    return frozenset(atom if value else -atom for atom, value in found.items() if value is not None)


def ends_of(before: Before) -> Sequence[type[Event]]:
    """What can come where no clause is false."""
    return () if before.of(LoopState).conflict is not None else _NEXT


def ends_hints(before: Before, _event: Event) -> Hints:
    """Where to look for what the completion does not say."""
    return ("What do the clauses of the completion not say? Go from what needs nothing along the rules.",
            "Can a rule still hold up each atom that is not false? If so: has every atom a value?")


def no_end(before: Before, _event: Event, kind: type[Event]) -> str:
    """That nothing is unfounded, or something is; that an atom is open, or none."""
    search = before.of(LoopState)
    return no_step(search.program, m_of_search(search), kind)


def model_is_enough(before: Before, event: Event) -> Event | None:
    """A model of the clauses is an answer set."""
    search = before.of(LoopState)
    if isinstance(event, a.UnfoundedFound) and len(m_of_search(search)) == len(search.program.names):
        return a.AnswerSetFound((), 1)
    return None


def clauses_are_all(before: Before, event: Event) -> Event | None:
    """Where no clause says anything more, something is guessed."""
    search = before.of(LoopState)
    open_ = next((x for x in search.program.names if search.truth(x) is None), None)
    return e.Decided(f"¬{open_}", search.level + 1) if isinstance(event, a.UnfoundedFound) and open_ else None


def levels(before: Before) -> Sequence[int]:
    """All below the one of the conflict."""
    return range(before.of(LoopState).level)


def level_hints(_before: Before, _event: e.JumpedBack) -> Hints:
    """Where to look for the level that is jumped to."""
    return ("Look at the clause that was learned, and at the levels of its literals.",
            "Leave out the highest level: which one is next?")


def other_level(before: Before, _event: e.JumpedBack, level: int) -> str:
    """What the new clause has open on another level."""
    search = before.of(LoopState)
    return of_level(search.trail, search.learned.get(search.newest, ()), level)


declare_questions(LOOP_FORMULAS, [
    Askable(
        event=_NEXT, field="kind", prompt="The clauses say nothing more. What comes next?",
        candidates=ends_of, hints=ends_hints, against=no_end, spoilers=(e.Modelled,),
        rule="First what is unfounded; a decision only if nothing is; an answer set once all atoms have a value."),
    Askable(
        event=e.JumpedBack, field="level", prompt="To which level does the search go back?",
        candidates=levels, hints=level_hints, against=other_level, after=(e.Learned,), spoilers=(e.Undone,),
        rule="To the lowest level at which the learned clause still has but one literal that is not false."),
], [
    Misconception(
        name="a model is an answer set", deviate=model_is_enough, lesson="learning-from-a-loop",
        text="It is a model of the completion; but a loop in it hangs on nothing but itself."),
    Misconception(
        name="only clauses exclude", deviate=clauses_are_all, lesson="learning-from-a-loop",
        text="A guess comes last: some atoms hang on nothing but each other, which no clause says yet."),
    Misconception(
        name="back one level", deviate=back_one_level, lesson="learning-from-a-conflict",
        text="There the new clause is unit as well. But one can go further back."),
    Misconception(
        name="back to the start", deviate=back_to_the_start, lesson="learning-from-a-conflict",
        text="There the new clause is not unit: nothing would follow from it."),
])
