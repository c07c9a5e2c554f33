"""An unfounded set, or a loop, that somebody puts together, atom by atom: which are right, and what speaks against
another: a rule that can hold an atom of it up, from outside; of a loop also an atom that does not need another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from algorithms.answer_sets import events as a
from algorithms.answer_sets.events.words import set_of
from algorithms.answer_sets.loops import loops_to_choose
from algorithms.answer_sets.search import MOST_TO_CHOOSE, sets_to_choose
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked, circles, completion, greatest_unfounded, needs
from algorithms.reasons import Link, Spot, all_rays
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.questions import known, m_of, named
from visualizer.runs.bugs import on_board
from visualizer.runs.question import MOST_OPTIONS, MOST_PLACES, Against, Given, Together
from visualizer.runs.questions import Before


def next_false(before: Before, names: Sequence[str]) -> Together:
    """The sets of which a search can make the atoms false: ``names`` are what they are called."""
    program, m = known(before).program, m_of(known(before))
    sets = {set_of(atoms): atoms for u in sets_to_choose(program, m, greatest_unfounded(program, m))
            if set_of(atoms := named(program, u)) in names}
    return _unfounded(before, sets, lambda given: (
        f"{set_of(given)} is unfounded, but all of it is false in M: nothing would follow from it." if given else
        "∅ is unfounded on any M: nothing follows from it."))


def greatest(before: Before, event: a.UnfoundedFound) -> Together:
    """The greatest set that is unfounded on M; a smaller one is not what is looked for."""
    return _unfounded(before, {set_of(event.atoms): event.atoms}, lambda given: (
        f"{set_of(given)} is unfounded on {'M' if given else 'any M'}, but not the greatest such set: there are atoms "
        "that nothing holds up beside it."))


def _unfounded(before: Before, sets: Mapping[str, Given], too_little: Callable[[Given], str]) -> Together:
    """One of these sets; of another that is unfounded is said what it lacks."""
    program, m = known(before).program, m_of(known(before))

    def is_blocked(rule: int) -> bool:
        return bool(blocked(program.rules[rule - 1], m))

    return _together(before, program, sets, lambda given: held_up(before, program, is_blocked, given) or Against(
        too_little(given), on_board(before, *given)))


def next_loop(before: Before, names: Sequence[str]) -> Together:
    """The loops of which a search can add the formula: ``names`` are what they are called."""
    search = before.of(LoopState)
    program, completed = search.program, completion(search.program)

    def is_false(literal: int) -> bool:
        return search.truth(completed.cnf.word(abs(literal))) is (literal < 0)

    def is_blocked(rule: int) -> bool:
        return rule in completed.bodies and is_false(completed.bodies[rule])

    left = [atom for atom, name in enumerate(program.names, 1) if name in (search.u or ()) and not is_false(atom)]
    loops = {set_of(atoms): atoms for loop in loops_to_choose(program, is_blocked, left)
             if set_of(atoms := named(program, loop)) in names}

    def against(given: Given) -> Against:
        false = [atom for atom in given if is_false(program.names.index(atom) + 1)]
        return no_loop(before, program, given) or held_up(before, program, is_blocked, given) or Against(
            f"{false[0]} is false already: a loop is looked for among the atoms that are not.",
            on_board(before, *false))

    return _together(before, program, loops, against, {x for part in circles(program) for x in named(program, part)})


def no_loop(before: Before, program: LogicProgram, atoms: Given) -> Against | None:
    """Two atoms of a set of which one does not need the other, whatever is between; None where it is a loop."""
    if not atoms:
        return Against("A loop has at least one atom.")
    graph = {program.names[x - 1]: named(program, needed) for x, needed in needs(program).items()}
    for x in atoms:
        due, reached = [x], set[str]()
        while due:
            further = [y for y in graph[due.pop()] if y in atoms and y not in reached]
            reached.update(further)
            due += further
        if out := [y for y in atoms if y not in reached and (y != x or len(atoms) == 1)]:
            far = f"within it, {x} does not need {out[0]}, not even by way of others" if len(atoms) > 2 else \
                f"no rule for {x} needs {out[0]}{' itself' if x == out[0] else ''}"
            return Against(f"{set_of(atoms)} is no loop: {far}.", on_board(before, *dict.fromkeys((x, out[0]))))
    return None


def _together(before: Before, program: LogicProgram, sets: Mapping[str, Given], against: Callable[[Given], Against],
              likely: Collection[str] = ()) -> Together:
    """An answer of the atoms of a program; of many those of the sets, and others, those that are ``likely`` first, up
    to what can be offered."""
    inside = {atom for atoms in sets.values() for atom in atoms}
    names = program.names[: program.visible]
    most = MOST_PLACES if len(on_board(before, *names)) == len(names) else MOST_OPTIONS
    others = sorted((atom for atom in names if atom not in inside), key=lambda atom: atom not in likely)
    offered = inside.union(others[: max(1, most - len(inside))])
    parts = [atom for atom in names if atom in offered]

    asked = sets and len(inside) <= MOST_TO_CHOOSE and len(parts) <= most and inside.issubset(names)
    return Together(parts if asked else (), sets, lambda given: against(tuple(atom for atom in parts if atom in given)))


def held_up(before: Before, program: LogicProgram, is_blocked: Callable[[int], bool], atoms: Given) -> Against | None:
    """The first rule that can hold up an atom of a set from outside; None where the set is unfounded on M."""
    inside = {program.names.index(atom) + 1 for atom in atoms}
    for number, rule in enumerate(program.rules, 1):
        if rule.head in inside and not is_blocked(number) and inside.isdisjoint(rule.positive):
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
