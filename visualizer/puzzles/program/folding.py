"""The dependency graph with strongly connected components folded: each is one node then, with the number of its atoms.

What leads from an atom of a folded component to another node leads from the component; what runs inside is hidden.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import NamedTuple

from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import circles
from visualizer.canvas.primitives import Rect

Part = tuple[int, ...]
MOST_SEARCHED = 600  # atoms: a larger program is drawn as a grid anyway


class Need(NamedTuple):
    """An arrow: the node ``of`` needs ``what`` by these rules. Nodes are atoms; where a component is folded they are
    those of the graph on show, by their numbers, and ``parts`` the arrows between atoms that this one stands for."""

    of: int
    what: int
    rules: tuple[int, ...]
    parts: tuple[Need, ...] = ()


def needs_of(program: LogicProgram) -> tuple[Need, ...]:
    """All arrows of the positive dependency graph, in the order of the rules."""
    found: dict[tuple[int, int], list[int]] = {}
    for number, rule in enumerate(program.rules, 1):
        if rule.head:
            for atom in dict.fromkeys(rule.positive):
                found.setdefault((rule.head, atom), []).append(number)
    return tuple(Need(a, b, tuple(rules)) for (a, b), rules in found.items())


def parts_of(program: LogicProgram) -> tuple[Part, ...]:
    """The components that can be folded: those of several atoms."""
    if len(program.names) > MOST_SEARCHED:
        return ()
    return tuple(part for part in circles(program) if len(part) > 1)


def set_name(program: LogicProgram, part: Part) -> str:
    """What a component is called."""
    return "{" + ", ".join(program.names[atom - 1] for atom in part) + "}"


class Graph:
    """What is shown of the graph.

    names:  of its nodes; ``atoms`` of each; ``arrows`` between them, by their numbers
    open:   the components that are not folded, by the names that their nodes would have: what folds them has these
    folded: those that are
    """

    def __init__(self, program: LogicProgram, parts: Collection[Part] = (), folded: Collection[Part] = ()) -> None:
        owner = {atom: part for part in folded for atom in part}
        self.program = program
        self.atoms = list(dict.fromkeys(owner.get(atom, (atom,)) for atom in range(1, len(program.names) + 1)))
        self.names = [program.names[part[0] - 1] if len(part) == 1 else set_name(program, part) for part in self.atoms]
        self.folded = {set_name(program, part): part for part in folded}
        self.open = {set_name(program, part): part for part in parts if part not in folded}

    @cached_property
    def arrows(self) -> tuple[Need, ...]:
        """Those between different nodes, and from an atom to itself."""
        needs = needs_of(self.program)
        if not self.folded:
            return needs
        number = {atom: node for node, atoms in enumerate(self.atoms, 1) for atom in atoms}
        found: dict[tuple[int, int], list[Need]] = {}
        for need in needs:
            ends = number[need.of], number[need.what]
            if ends[0] != ends[1] or len(self.atoms[ends[0] - 1]) == 1:
                found.setdefault(ends, []).append(need)
        return tuple(Need(a, b, tuple(dict.fromkeys(rule for need in group for rule in need.rules)), tuple(group))
                     for (a, b), group in found.items())


def next_in(places: dict[str, Rect], name: str | None, step: tuple[int, int]) -> str | None:
    """The nearest of these places in the direction of an arrow key; the first one to begin with."""
    if name not in places:
        return next(iter(places), None)
    (x, y), (dx, dy) = places[name].center, step

    def far(other: str) -> tuple[float, float]:
        a, b = places[other].center
        return (a - x) * dx + (b - y) * dy, abs((a - x) * dy) + abs((b - y) * dx)

    return min((other for other in places if far(other)[0] > 1), key=lambda other: far(other)[0] + 3 * far(other)[1],
               default=name)
