"""What may go wrong with answer sets: loops that hold themselves up, and models that are taken for answer sets."""

from __future__ import annotations

from collections.abc import Collection

from algorithms.answer_sets import ANSWER_SEARCH, ANSWER_SETS, LOOP_FORMULAS
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.program import LogicProgram
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.satisfiability.checking import SEARCH, learns_too_early, true_clause_forces
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def program_of(before: Before) -> LogicProgram:
    """The program, whatever form the algorithm makes of it."""
    family = before.state.family
    assert isinstance(family, ProgramState | LoopState)
    return family.program


def least_model(program: LogicProgram, atoms: Collection[str]) -> set[str]:
    """The least model of the reduct: what the rules reach that a set of atoms leaves."""
    number = {name: index for index, name in enumerate(program.names, 1)}
    chosen = {number[atom] for atom in atoms if atom in number}
    rules = [rule for rule in program.rules if rule.head and not chosen & set(rule.negative)
             and (not rule.choice or rule.head in chosen)]
    found = set[int]()
    while new := {rule.head for rule in rules if rule.head not in found and found >= set(rule.positive)}:
        found |= new
    return {program.names[atom - 1] for atom in found}


def answer_set(before: Before, event: a.AnswerSetFound) -> Wrong | None:
    """An atom in it is held up by nothing."""
    program = program_of(before)
    atoms = {atom for atom in event.atoms if atom in program.names}
    loose = sorted(atoms - least_model(program, atoms))
    if not loose:
        return None
    more = f"{', '.join(loose[:4])}{' and others' if len(loose) > 4 else ''}"
    return Wrong(f"The rules of the reduct do not reach {more}: what they do not reach hangs on nothing, or on itself.",
                 on_board(before, *loose))


def supports(before: Before, event: a.RuleSupports) -> Wrong | None:
    """The rule needs an atom that may be unfounded itself."""
    family = before.of(ProgramState)
    rule = family.program.rules[event.rule - 1]
    needs = [family.program.names[atom - 1] for atom in rule.positive]
    inside = [atom for atom in needs if atom in (family.u or ())]
    if not inside:
        return None
    return Wrong(f"Rule {event.rule} needs {inside[0]}, which is in U itself: it holds {event.atom} up only once "
                 f"{inside[0]} is held.", on_board(before, event.atom, inside[0]))


def reached(before: Before, event: a.AtomReached) -> Wrong | None:
    """The rule needs what is not reached yet, or has left the reduct."""
    family = before.of(ProgramState)
    rule = family.program.rules[event.rule - 1]
    missing = [name for atom in rule.positive if (name := family.program.names[atom - 1]) not in family.least]
    if event.rule in family.gone:
        return Wrong(f"Rule {event.rule} is not in the reduct.", on_board(before, event.atom))
    if not missing:
        return None
    return Wrong(f"Rule {event.rule} needs {missing[0]}, which is not reached.",
                 on_board(before, event.atom, missing[0]))


def reaches_all_it_guessed(before: Before, event: Event) -> Event | None:
    """What was guessed holds, so that its rules reach each other."""
    family = before.of(ProgramState)
    if not isinstance(event, a.AtomReached | a.LeastModelFound):
        return None
    for number in family.reduct or ():
        rule = family.program.rules[number - 1]
        head = family.program.names[rule.head - 1] if rule.head else ""
        if head in (family.guess or ()) and head not in family.least and any(
                family.program.names[atom - 1] not in family.least for atom in rule.positive):
            return a.AtomReached(head, number)
    return None


declare_bugs(ANSWER_SETS, {a.RuleSupports: supports, a.AtomReached: reached}, [
    Bug(name="what is guessed is reached", deviate=reaches_all_it_guessed),
])


def model_is_answer_set(before: Before, event: Event) -> Event | None:
    """What satisfies all rules is an answer set: nobody looks for unfounded atoms."""
    family = before.state.family
    if not isinstance(event, a.UnfoundedFound):
        return None
    if isinstance(family, LoopState):
        true = [entry.literal for entry in family.trail]
    else:
        assert isinstance(family, ProgramState)
        true = [joined.literal for joined in family.m]
    names = set(program_of(before).names)
    atoms = tuple(sorted(atom for atom in true if atom in names))
    found = family.sets if isinstance(family, LoopState) else family.found
    return a.AnswerSetFound(atoms, len(found) + 1)


_MODEL = Bug(name="every model is an answer set", deviate=model_is_answer_set)

declare_bugs(ANSWER_SEARCH, {a.AnswerSetFound: answer_set}, [_MODEL])
declare_bugs(LOOP_FORMULAS, {**SEARCH, a.AnswerSetFound: answer_set}, [
    _MODEL,
    Bug(name="a true clause forces", deviate=true_clause_forces),
    Bug(name="any resolvent can be learned", deviate=learns_too_early),
])
