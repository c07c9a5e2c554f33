"""Loops that are not held up from outside.

Source: Fangzhen Lin and Yuting Zhao, *ASSAT: computing answer sets of a logic program by SAT solvers*, Artificial
Intelligence 157, 2004: if a model of the completion is no answer set, the true atoms that the reduct does not give
have a *terminating loop*, one with no way out to others of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import blocked, components, greatest_unfounded


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
