"""Loops that are not held up from outside.

Source: Fangzhen Lin and Yuting Zhao, *ASSAT: computing answer sets of a logic program by SAT solvers*, Artificial
Intelligence 157, 2004: if a model of the completion is no answer set, the true atoms that the reduct does not give
have a *terminating loop*, one with no way out to others of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import blocked, components, greatest_unfounded

MOST_IN_PARTS = 10  # atoms of a component whose loops are gone through


def unfounded_loop(program: LogicProgram, m: Collection[int]) -> tuple[int, ...]:
    """Of a model of the completion, as literals of all atoms: a loop of true atoms that is unfounded; () if there is
    none, and so the model is an answer set."""
    true = frozenset(m)
    return loop_in({a for a in greatest_unfounded(program, true) if a in true},
                   [rule for rule in program.rules if rule.head and not blocked(rule, true)])


def loop_in(u: Collection[int], acting: Iterable[Rule]) -> tuple[int, ...]:
    """A loop among atoms of an unfounded set, with no way out to others of them; () if ``u`` is empty. ``acting`` are
    rules that are not blocked; each atom of ``u`` is the head of one of them.

    A rule for an atom of the loop that needs none of it, and is not blocked, would need another atom of ``u``: a way
    out. So all of them are blocked.
    """
    graph = {a: set[int]() for a in sorted(u)}
    for rule in acting:
        if rule.head in graph:
            graph[rule.head].update(a for a in rule.positive if a in graph)
    return next(iter(components({a: tuple(sorted(needed)) for a, needed in graph.items()})), ())


def loops_to_choose(program: LogicProgram, is_blocked: Callable[[int], bool], atoms: Collection[int],
                    ) -> list[tuple[int, ...]]:
    """All loops among ``atoms`` that no rule from outside can hold up, each ascending; ``is_blocked`` says of a rule,
    by its number, whether it is. None, where there would be too many to go through."""
    needed = {atom: set[int]() for atom in sorted(atoms)}
    rules = {number: rule for number, rule in enumerate(program.rules, 1) if rule.head in needed}
    for rule in rules.values():
        needed[rule.head].update(b for b in rule.positive if b in needed)
    graph = {a: tuple(sorted(others)) for a, others in needed.items()}
    parts = components(graph)
    if any(len(part) > MOST_IN_PARTS for part in parts):
        return []
    acting = [rule for number, rule in rules.items() if not is_blocked(number)]
    return [loop for part in parts for loop in _loops_of(part, graph, [rule for rule in acting if rule.head in part])]


def _loops_of(part: Sequence[int], graph: Mapping[int, Sequence[int]], acting: Iterable[Rule]) -> list[tuple[int, ...]]:
    """The parts of a component that are loops, and for whose atoms all ``acting`` rules need one of them."""
    bit = {atom: 1 << index for index, atom in enumerate(part)}
    ways = {bit[a]: sum(bit[b] for b in graph[a] if b in bit) for a in part}
    back = {bit[a]: sum(bit[b] for b in part if a in graph[b]) for a in part}
    needy = [(bit[rule.head], sum(bit[atom] for atom in {*rule.positive} if atom in bit)) for rule in acting]
    return [tuple(atom for atom in part if loop & bit[atom]) for loop in range(1, 1 << len(part))
            if all(not loop & head or loop & needed for head, needed in needy)
            and _reached(loop, ways) == loop == _reached(loop, back)]


def _reached(loop: int, ways: Mapping[int, int]) -> int:
    """What the first atom of a set leads to within it, by a way of at least one step."""
    due, found = ways[loop & -loop] & loop, 0
    while due:
        atom = due & -due
        found |= atom
        due = (due | ways[atom] & loop) & ~found
    return found
