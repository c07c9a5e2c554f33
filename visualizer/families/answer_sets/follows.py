"""What has just joined M in a search, and from what it follows: for boards on which atoms have places of their own."""

from __future__ import annotations

from typing import NamedTuple

from visualizer.families.answer_sets.state import program_in
from visualizer.runs.states import State
from visualizer.stage.links import variable_of


class Follows(NamedTuple):
    """An atom that has just been given a truth value, or, in a ``clash``, both.

    true:    it is true now
    because: the other atoms of the rule that forced it, or of both
    parts:   what these rules come from in the puzzle
    """

    atom: str
    true: bool
    because: tuple[str, ...]
    parts: tuple[str, ...]
    clash: bool


def follows_in(state: State) -> Follows | None:
    """Of the last literal of M, while it is what the run looks at."""
    known = program_in(state)
    if known is None or known.tested is None or not known.m or variable_of(known.m[-1].literal) != known.tested:
        return None
    program, last = known.program, known.m[-1]
    mine = known.m if known.clash == known.tested else (last,)
    rules = [one.rule for one in mine if one.rule and variable_of(one.literal) == known.tested]
    atoms = (program.names[abs(literal) - 1] for rule in rules for literal in program.rules[rule - 1].clause)
    return Follows(known.tested, last.literal == known.tested,
                   tuple(dict.fromkeys(atom for atom in atoms if atom != known.tested)),
                   tuple(program.origins[rule - 1] for rule in rules), known.clash == known.tested)
