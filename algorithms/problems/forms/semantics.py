"""What logic programs mean: unfounded sets, reducts, needs and loops, completion. Definitions, without events.

Source: Lierler, *Algorithms in backtracking search behind SAT and ASP*, section 2; the reduct: Gelfond and Lifschitz
1988; completion: Clark 1978; tight programs: Fages 1994.

    m  a set of literals, as numbers: an atom v or its complement −v
    x  a set of atoms
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.problems.forms.program import LogicProgram, Rule


def blocked(rule: Rule, m: Collection[int]) -> list[int]:
    """The literals of the rule's body that ``m`` makes false, each as it stands in the body."""
    return [literal for literal in rule.body if -literal in m]


def is_unfounded(program: LogicProgram, u: Collection[int], m: Collection[int]) -> bool:
    """Is ``u`` unfounded on ``m``: is each rule for an atom of it blocked by ``m``, or in need of an atom of ``u``?"""
    return all(blocked(rule, m) or any(atom in u for atom in rule.positive)
               for rule in program.rules if rule.head in u)


def greatest_unfounded(program: LogicProgram, m: Collection[int]) -> frozenset[int]:
    """The union of all sets unfounded on ``m``, which is unfounded itself: all atoms but those that rules which ``m``
    does not block hold up, one after the other."""
    waiting: dict[int, list[Rule]] = {}
    held, due, missing = set[int](), list[int](), dict[Rule, int]()
    for rule in program.rules:
        if rule.head and not blocked(rule, m) and rule not in missing:
            missing[rule] = len(set(rule.positive))
            for atom in set(rule.positive):
                waiting.setdefault(atom, []).append(rule)
            if not missing[rule]:
                due.append(rule.head)
    while due:
        if (atom := due.pop()) not in held:
            held.add(atom)
            for rule in waiting.get(atom, ()):
                missing[rule] -= 1
                if not missing[rule]:
                    due.append(rule.head)
    return frozenset(range(1, len(program.names) + 1)) - held


def unfounded_sets(program: LogicProgram, m: Collection[int], greatest: Collection[int]) -> Iterator[tuple[int, ...]]:
    """All sets but ∅ that are unfounded on ``m``: those parts of the greatest one that are, each ascending. There may
    be 2^n, of n atoms."""
    atoms = sorted(greatest)
    bit = {atom: 1 << index for index, atom in enumerate(atoms)}
    needy = [(bit[rule.head], sum(bit[atom] for atom in set(rule.positive) if atom in bit))
             for rule in program.rules if rule.head in bit and not blocked(rule, m)]
    for u in range(1, 1 << len(atoms)):
        if all(not u & head or u & needed for head, needed in needy):
            yield tuple(atom for atom in atoms if u & bit[atom])


def supporting(program: LogicProgram, m: Collection[int], lost: Collection[int], atom: int) -> int | None:
    """The first rule for an atom that ``m`` does not block, and that needs nothing that is lost."""
    return next((number for number, rule in enumerate(program.rules, 1) if rule.head == atom
                 and not blocked(rule, m) and not any(needed in lost for needed in rule.positive)), None)


def support_said(program: LogicProgram, m: Collection[int], lost: Collection[int], atom: int) -> str:
    """In a sentence, the rule that can hold up an atom though the greatest unfounded set is lost; empty for an atom of
    that."""
    rule = supporting(program, m, lost, atom)
    return "" if rule is None else (f"Rule {rule} can hold {program.names[atom - 1]} up: M does not block it, and it "
                                    "needs nothing that is unfounded.")


def reduct(program: LogicProgram, x: Collection[int]) -> list[tuple[int, Rule]]:
    """What is left of the program if exactly the atoms of ``x`` are true, with the rules' numbers: a rule with
    ``not a`` for an atom of ``x`` goes, so does a choice of an atom not in ``x``; of the others the positive part."""
    return [(number, Rule(rule.head, rule.positive)) for number, rule in enumerate(program.rules, 1)
            if not any(atom in x for atom in rule.negative) and (not rule.choice or rule.head in x)]


def least_model(rules: Collection[Rule]) -> list[tuple[int, Rule]]:
    """The atoms that must be true, in the order in which rules without ``not`` make them so, each with its rule;
    constraints are left out."""
    found: dict[int, Rule] = {}
    grown = True
    while grown:
        grown = False
        for rule in rules:
            if rule.head and rule.head not in found and all(atom in found for atom in rule.positive):
                found[rule.head] = rule
                grown = True
    return list(found.items())


def is_answer_set(program: LogicProgram, x: Collection[int]) -> bool:
    """Is ``x`` the least model of its reduct, and does no constraint of that object?"""
    left = [rule for _, rule in reduct(program, x)]
    return {atom for atom, _ in least_model(left)} == set(x) and not any(
        not rule.head and all(atom in x for atom in rule.positive) for rule in left)


def needs(program: LogicProgram) -> dict[int, tuple[int, ...]]:
    """The positive dependency graph: of each atom those in the positive bodies of its rules, ascending."""
    found: dict[int, set[int]] = {atom: set() for atom in range(1, len(program.names) + 1)}
    for rule in program.rules:
        if rule.head:
            found[rule.head].update(rule.positive)
    return {atom: tuple(sorted(needed)) for atom, needed in found.items()}


def components(graph: dict[int, tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Its strongly connected components (Tarjan 1972), each ascending; what a component needs comes before it."""
    number, low, path, found = dict[int, int](), dict[int, int](), list[int](), list[tuple[int, ...]]()
    done = set[int]()
    for root, needed in graph.items():
        work: list[tuple[int, Iterator[int]]] = [] if root in number else [(root, iter(needed))]
        while work:
            atom, left = work[-1]
            if atom not in number:
                number[atom] = low[atom] = len(number)
                path.append(atom)
            for other in left:
                if other not in number:
                    work.append((other, iter(graph[other])))
                    break
                if other not in done:
                    low[atom] = min(low[atom], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[atom])
                if low[atom] == number[atom]:
                    start = path.index(atom)
                    found.append(tuple(sorted(path[start:])))
                    done.update(path[start:])
                    del path[start:]
    return found


def circles(program: LogicProgram) -> list[tuple[int, ...]]:
    """The components of the positive dependency graph in which atoms need each other, or one needs itself. The program
    is tight if there are none: then the models of its completion are its answer sets."""
    graph = needs(program)
    return [part for part in components(graph) if len(part) > 1 or part[0] in graph[part[0]]]


def external(program: LogicProgram, loop: Collection[int]) -> list[int]:
    """The numbers of the rules that hold up an atom of the loop without needing one of it."""
    return [number for number, rule in enumerate(program.rules, 1)
            if rule.head in loop and not any(atom in loop for atom in rule.positive)]


@dataclass(frozen=True, slots=True)
class Completion:
    """Clark's completion of a program, as clauses.

    cnf:    over its atoms, and a variable ``body 3`` for the body of rule 3 where it has several literals; ``origins``
            say what a clause belongs to: ``rule 3``, ``body 3``, or ``completion of a``
    bodies: the literal that stands for the body of a rule with a head, by the rule's number; an empty one has none
    """

    cnf: CNF
    bodies: dict[int, int]


def completion(program: LogicProgram) -> Completion:
    """Each atom is true exactly if a body of its rules is; bodies of choices allow, and do not force. A body of several
    literals gets a variable of its own."""
    names, clauses, origins = list(program.names), list[Clause](), list[str]()
    bodies: dict[int, int] = {}

    def add(clause: tuple[int, ...], origin: str) -> None:
        clauses.append(tuple(dict.fromkeys(clause)))
        origins.append(origin)

    by_head: dict[int, list[int]] = {atom: [] for atom in range(1, len(names) + 1)}
    for number, rule in enumerate(program.rules, 1):
        if rule.head:
            by_head[rule.head].append(number)
        if not rule.choice:
            add(rule.clause, f"rule {number}")
    for number, rule in enumerate(program.rules, 1):
        if len(rule.body) == 1:
            bodies[number] = rule.body[0]
        elif rule.body and rule.head:
            names.append(f"body {number}")
            bodies[number] = len(names)
            for literal in rule.body:
                add((-len(names), literal), f"body {number}")
            add((len(names), *(-literal for literal in rule.body)), f"body {number}")
    for atom, numbers in by_head.items():
        if all(program.rules[number - 1].body for number in numbers):
            add((-atom, *(bodies[number] for number in numbers)), f"completion of {program.names[atom - 1]}")
    return Completion(CNF(tuple(names), tuple(clauses), tuple(origins), program.visible), bodies)
