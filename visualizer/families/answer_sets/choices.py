"""Which literal is decided in a search for answer sets, which set becomes false: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.answer_sets import ANSWER_SEARCH, ANSWER_SETS, LOOP_FORMULAS
from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.answer_sets.whole_sets import next_false, next_loop
from visualizer.families.satisfiability.choices import LITERAL, UIP
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def in_m(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of atoms that M assigns."""
    for joined in before.of(ProgramState).m:
        x = joined.literal.lstrip("¬")
        for literal in (x, f"¬{x}"):
            if literal not in names:
                yield literal, f"{joined.literal} is in M already: only an open atom can be decided."


UNFOUNDED = "A set is unfounded if each rule for an atom of it is blocked by M, or needs an atom of the set."

declare_choices(ANSWER_SEARCH, {
    "literal": Chosen(rule="Any literal of an open atom can be decided, once nothing follows.", refused=in_m),
    "unfounded set": Chosen(prompt="which set of atoms is unfounded on M? Mark all of it.", together=next_false,
                            rule=f"{UNFOUNDED} Any can be taken of which an atom is not false in M.")})
declare_choices(LOOP_FORMULAS, {
    "literal": LITERAL, "UIP": UIP,
    "loop": Chosen(prompt="of which loop is the formula added? Mark all of it.", together=next_loop,
                   rule="In a loop each atom needs each other, by whatever way. Any will do of which no atom is false, "
                        "and M blocks each rule for it that needs nothing of it.")})


def not_next(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Atoms that have left U, or were tested in this round; of a reduct those that no rule reaches so far."""
    state = before.of(ProgramState)
    refused = unreached if state.guess is not None else tested
    yield from ((atom, why) for atom, why in refused(state) if atom not in names)


def tested(state: ProgramState) -> Iterator[Refusal]:
    """What has been tested, with what came of it."""
    for atom in state.program.names:
        if atom in state.held:
            yield atom, f"{atom} has left U: rule {state.held[atom]} holds it up."
        else:
            yield atom, f"{atom} was tested in this round already: no rule held it up then."


def unreached(state: ProgramState) -> Iterator[Refusal]:
    """What is in the least model already, and what no rule of the reduct has all conditions for."""
    program, words = state.program, state.program.words()
    for number, atom in enumerate(program.names, 1):
        if atom in state.least:
            yield atom, f"Rule {state.least[atom]} has reached {atom} already."
            continue
        rules = [i for i in state.reduct or () if program.rules[i - 1].head == number]
        if not rules:
            yield atom, f"No rule of the reduct has {atom} as its head."
            continue
        missing = [word for word in words.said(program.rules[rules[0] - 1].positive) if word not in state.least]
        if missing:
            yield atom, f"Rule {rules[0]} needs {missing[0]}, which no rule has reached so far."


declare_choices(ANSWER_SETS, {
    "atom": Chosen(prompt="which atom comes next?", refused=not_next,
                   rule="Any atom of U that this round has not tested, or any that a rule of the reduct reaches now: "
                        "in any order the same ones are left, or reached.")})
