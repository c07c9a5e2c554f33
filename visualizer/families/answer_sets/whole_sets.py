"""An unfounded set that somebody puts together, atom by atom: which are right, and what speaks against another: a rule
that can hold an atom of it up, from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from algorithms.answer_sets import events as a
from algorithms.answer_sets.events.words import set_of
from algorithms.answer_sets.search import MOST_TO_CHOOSE, sets_to_choose
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked, greatest_unfounded
from algorithms.reasons import Link, Spot, all_rays
from visualizer.families.answer_sets.questions import known, m_of, named
from visualizer.runs.bugs import on_board
from visualizer.runs.question import MOST_OPTIONS, MOST_PLACES, Against, Given, Together
from visualizer.runs.questions import Before


def next_false(before: Before, names: Sequence[str]) -> Together:
    """The sets of which a search can make the atoms false: ``names`` are what they are called."""
    program, m = known(before).program, m_of(known(before))
    sets = {set_of(atoms): atoms for u in sets_to_choose(program, m, greatest_unfounded(program, m))
            if set_of(atoms := named(program, u)) in names}
    return _together(before, sets, lambda given: (
        f"{set_of(given)} is unfounded, but all of it is false in M: nothing would follow from it." if given else
        "∅ is unfounded on any M: nothing follows from it."))


def greatest(before: Before, event: a.UnfoundedFound) -> Together:
    """The greatest set that is unfounded on M; a smaller one is not what is looked for."""
    return _together(before, {set_of(event.atoms): event.atoms}, lambda given: (
        f"{set_of(given)} is unfounded on {'M' if given else 'any M'}, but not the greatest such set: there are atoms "
        "that nothing holds up beside it."))


def _together(before: Before, sets: Mapping[str, Given], too_little: Callable[[Given], str]) -> Together:
    """An answer of the atoms of a program; of many those of the sets, and others up to what can be offered."""
    program, inside = known(before).program, {atom for atoms in sets.values() for atom in atoms}
    names = program.names[: program.visible]
    most = MOST_PLACES if len(on_board(before, *names)) == len(names) else MOST_OPTIONS
    others = [atom for atom in names if atom not in inside][: max(1, most - len(inside))]
    parts = [atom for atom in names if atom in inside or atom in others]

    def against(given: Given) -> Against:
        ordered = tuple(atom for atom in parts if atom in given)
        return held_up(before, ordered) or Against(too_little(ordered), on_board(before, *ordered))

    asked = len(inside) <= MOST_TO_CHOOSE and len(parts) <= most and inside.issubset(names)
    return Together(parts if asked else (), sets, against)


def held_up(before: Before, atoms: Given) -> Against | None:
    """The first rule that can hold up an atom of a set from outside; None where the set is unfounded on M."""
    program, m = known(before).program, m_of(known(before))
    inside = {program.names.index(atom) + 1 for atom in atoms}
    for number, rule in enumerate(program.rules, 1):
        if rule.head in inside and not blocked(rule, m) and inside.isdisjoint(rule.positive):
            return _by_rule(before, program, number, atoms)
    return None


def _by_rule(before: Before, program: LogicProgram, number: int, atoms: Given) -> Against:
    """What is said of that rule, and how it is drawn: from its body to its head."""
    rule, words = program.rules[number - 1], program.words()
    head, body = words[rule.head], on_board(before, *words.said(rule.body))
    why = f"M does not block it, and it needs nothing of {set_of(atoms)}" if rule.body else "it needs nothing"
    places = on_board(before, head)
    causes, effects = [tuple(map(Spot, some)) for some in (body, places)]
    return Against(f"Rule {number} can hold up {head}: {why}.", (*places, *body), (
        Link((*places, f"rule {number}"), causes, rays=all_rays(causes, effects)),) if places else ())
