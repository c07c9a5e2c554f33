"""Path consistency for constraints over any number of variables.

Source: Simon 2012, section 2.5.1, asks for a generalization of path consistency (Dechter, *Constraint Processing*,
2003, p. 62): "if you have a valid assignment for a constraint C_a, all constraints C_b that share the variables must be
consistent given the assignment". Word for word that is *pairwise consistency*, also called 2-wise consistency (Gyssens
1986; Jégou, AAAI 1993) and relational (∗,2)-consistency, R(∗,2)C (Karakashian, Woodward, Reeson, Choueiry and Bessiere,
*A First Practical Algorithm for High Levels of Relational Consistency*, AAAI 2010)::

    A network is pairwise consistent if every tuple of every relation R(A) that lies within the domains extends to every
    other relation R(B): some tuple of R(B) within the domains has the same values on the variables that A and B share.

It tightens the relations that there are and adds none, unlike the relational path-consistency of Dechter and van Beek
(*Local and Global Relational Consistency*, 1997), whose joins of two relations can be as large as both together. What a
single shared variable tells is in its domain, so only pairs that share more are compared; where there are none, as with
Sudoku's inequalities, it infers exactly what generalized arc consistency does.

The mine total of section 2.5.2 shares all undefined variables of every number. Of its up to C(n, n_T) tuples those
that extend to all numbers are the solutions themselves, too many to list. So a :class:`Sum` is never listed: it is
joined with one number at a time, and that by counting (:mod:`algorithms.consistency.sums`). What a number's tuples
add up to is known, so what the variables beyond it add up to is known, too. What several numbers together say of the
total is not seen.

    d     the domains D, being reduced     A, B      constraints of C
    R(A)  the tuples that A has left       shared    the variables that A and B share
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from algorithms.consistency import CONSISTENCY
from algorithms.consistency.arc_consistency import Consistency
from algorithms.consistency.sums import known_ones, revise_sum
from algorithms.core import AlgorithmError, Choose, Counter, Steps, algorithm, choose
from algorithms.events import (
    ConstraintTaken,
    PairsConsistent,
    PairTaken,
    PassStarted,
    Pruned,
    RelationListed,
    TupleDropped,
    TupleExtended,
    TupleOutdated,
    WipedOut,
)
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Sum

MOST_TUPLES = 100_000

PSEUDOCODE = """
for each constraint A of the board
  R(A) = the tuples within the domains that satisfy A    # RelationListed
  project(A)
repeat                                                   # PassStarted
  for each constraint A next to something that changed   # ConstraintTaken
    remove from R(A) what has left the domains           # TupleOutdated, =
    for each B that changed and shares more than one     # PairTaken
      for each tuple t of R(A)
        does a tuple of R(B) agree with t on the shared? # TupleExtended
        if not: remove t from R(A)                       # TupleDropped
      project(A)
until nothing changed                                    # PairsConsistent

project(A):                                              # =
  if R(A) is empty: no solution                          # WipedOut, =
  for each x of A: keep the values that occur in R(A)    # Pruned, =

where A is the mine total n_T, no R(A) is listed: count: # =
  can the others add up to n_T − a? (beside B, too)      # SumTested, =
"""


class RelationTooLargeError(AlgorithmError):
    """A constraint has too many tuples to list them: a total over hundreds of fields, say. The text is one line."""


@dataclass(eq=False)
class Relation:
    """A constraint's tuples that are left, over the variables that were undefined at the start; of a sum none.

    partners: by index, the other relations that share more than one variable, with their places here and there
    changed:  the moment of its last change; ``taken``: that of the last look at it. Every look is a new moment
    """

    constraint: Constraint
    scope: tuple[str, ...]
    tuples: list[Domain]
    partners: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]
    changed: int = 1
    taken: int = 0

    @property
    def name(self) -> str:
        """That of its constraint, by which it can be chosen."""
        return self.constraint.name


@algorithm(
    "path-consistency",
    title="Path consistency",
    family=CONSISTENCY, solves=CSP,
    source="Simon 2012, section 2.5.1, as pairwise consistency: Jégou 1993; Karakashian et al. 2010",
    pseudocode=PSEUDOCODE,
    rungs=("assignment", "pair", "constraint", "board"),
    counters=(
        Counter("passes", PassStarted, "times that the algorithm went over the constraints next to a change"),
        Counter("constraints", ConstraintTaken, "constraints taken, each anew in every pass that needs it"),
        Counter("pairs", PairTaken, "comparisons of a constraint with another one"),
        Counter("assignments", TupleExtended, "assignments for which the other constraint was asked to agree",
                better="fewer"),
        Counter("dropped", TupleDropped, "assignments with which another constraint could not agree"),
        Counter("outdated", TupleOutdated, "assignments that went because a value had left its domain"),
        Counter("pruned", Pruned, "times that a variable lost values"),
    ),
)
def path_consistency(csp: CSP, *, choose: Choose = choose) -> Steps[Consistency]:
    """Pairwise consistency of relations and domains. Raises RelationTooLargeError before its first event."""
    _check_sizes(csp)
    d = dict(csp.domains)
    relations: list[Relation] = []
    for c in csp.constraints:
        if isinstance(c, Sum):
            relations.append(Relation(c, tuple(x for x in c.scope if len(csp.domains[x]) > 1), [], {}))
            if not (yield from tighten_sum(c, relations[-1], relations, d, choose)):
                return Consistency(d, False)
            continue
        relation = relation_of(c, csp.domains, d)
        relations.append(relation)
        yield RelationListed(c.name, relation.scope, tuple(relation.tuples))
        if not (yield from project(relation, d, "" if relation.tuples else c.explain(d))):
            return Consistency(d, False)
    link(relations)
    since = dict.fromkeys(d, 1)  # the moment when a domain last changed
    passes, moment, changed = 0, 1, True
    while changed:
        changed, passes = False, passes + 1
        waiting = [a for a in relations if _is_stale(a, relations, since)]
        yield PassStarted(passes, len(waiting))
        while waiting:
            a = choose("constraint", waiting, waiting[0])
            waiting.remove(a)
            moment += 1
            before = {x: d[x] for x in a.scope}
            size = len(a.tuples)
            if not (yield from tighten(a, relations, d, choose)):
                return Consistency(d, False)
            a.taken = moment
            if len(a.tuples) < size:
                changed, a.changed = True, moment
            narrowed = [x for x in a.scope if d[x] != before[x]]
            since.update(dict.fromkeys(narrowed, moment))
            if narrowed and isinstance(a.constraint, Sum):
                changed, a.taken = True, moment - 1  # to be taken again: what it says beside one number has changed
    defined = sum(len(values) == 1 < len(csp.domains[x]) for x, values in d.items())
    yield PairsConsistent(passes, defined)
    return Consistency(d, True)


def relation_of(c: Constraint, domains: Domains, d: Domains) -> Relation:
    """The tuples of ``c`` within ``d``, over the variables that ``domains`` leave undefined."""
    scope = tuple(x for x in c.scope if len(domains[x]) > 1)
    places = [c.scope.index(x) for x in scope]
    whole = [d[x][0] for x in c.scope]
    tuples = []
    for values in product(*(d[x] for x in scope)):
        for place, value in zip(places, values, strict=True):
            whole[place] = value
        if c.allows(whole):
            tuples.append(values)
    return Relation(c, scope, tuples, {})


def link(relations: list[Relation]) -> None:
    """Finds each relation's partners, in the order of the constraints. A sum has partners, and is none."""
    sums = [index for index, relation in enumerate(relations) if isinstance(relation.constraint, Sum)]
    having: dict[str, list[int]] = {}
    for index, relation in enumerate(relations):
        for x in relation.scope:
            having.setdefault(x, []).append(index)
    for index, relation in enumerate(relations):
        near = sorted({other for x in relation.scope for other in having[x]} - {index, *sums})
        for other in near:
            theirs = relations[other].scope
            shared = [x for x in relation.scope if x in theirs]
            if len(shared) > 1:
                relation.partners[other] = (tuple(map(relation.scope.index, shared)), tuple(map(theirs.index, shared)))


def tighten(a: Relation, relations: list[Relation], d: dict[str, Domain], choose: Choose) -> Steps[bool]:
    """Removes from R(A) what has left the domains, or what a partner that has changed cannot agree with. Consistent?"""
    name = a.constraint.name
    unknown = tuple(x for x in a.constraint.scope if len(d[x]) > 1)
    yield ConstraintTaken(name, unknown)
    if isinstance(a.constraint, Sum):
        return (yield from tighten_sum(a.constraint, a, relations, d, choose))
    kept = []
    for values in a.tuples:
        gone = next((x for x, value in zip(a.scope, values, strict=True) if value not in d[x]), None)
        if gone is None:
            kept.append(values)
        else:
            yield TupleOutdated(name, values, gone)
    a.tuples = kept
    if not (yield from project(a, d, "the values that are left allow none of its assignments")):
        return False
    waiting = [relations[other] for other in a.partners if relations[other].changed > a.taken]
    for b, here, there in _partners(a, waiting, relations, choose):
        yield PairTaken(name, b.constraint.name, tuple(a.scope[i] for i in here))
        agreeing = {tuple(values[i] for i in there) for values in b.tuples}
        kept = []
        for values in a.tuples:
            extends = tuple(values[i] for i in here) in agreeing
            yield TupleExtended(values, extends)
            if extends:
                kept.append(values)
            else:
                yield TupleDropped(name, values, b.constraint.name)
        a.tuples = kept
        if not (yield from project(a, d, f"{b.constraint.name} agrees with none of its assignments")):
            return False
    return True


def _partners(a: Relation, waiting: list[Relation], relations: list[Relation], choose: Choose
              ) -> Iterator[tuple[Relation, tuple[int, ...], tuple[int, ...]]]:
    """The partners that A is held against, in their order or as somebody chooses, with the places of what they share
    in A and in the partner."""
    number = {relations[other].name: other for other in a.partners}
    while waiting:
        b = choose("pair", waiting, waiting[0])
        waiting.remove(b)
        yield b, *a.partners[number[b.name]]


def tighten_sum(c: Sum, a: Relation, relations: list[Relation], d: dict[str, Domain], choose: Choose) -> Steps[bool]:
    """What the sum says by itself, and then beside each partner, of the variables that this one lacks. Consistent?"""
    known = known_ones(c.scope, d)
    consistent, _ = yield from revise_sum(c, [x for x in c.scope if len(d[x]) > 1], (known, known), d)
    waiting = [relations[other] for other in a.partners] if consistent else []
    for b, here, there in _partners(a, waiting, relations, choose):
        shared = tuple(a.scope[i] for i in here)
        beyond = [x for x in c.scope if x not in shared]
        sums = [sum(values[i] == 1 for i in there) for values in b.tuples]
        known = known_ones(beyond, d)
        yield PairTaken(c.name, b.constraint.name, shared)
        consistent, _ = yield from revise_sum(c, [x for x in beyond if len(d[x]) > 1],
                                              (known + min(sums), known + max(sums)), d, b.constraint.name)
        if not consistent:
            break
    return consistent


def project(a: Relation, d: dict[str, Domain], reason: str) -> Steps[bool]:
    """Keeps the values that occur in R(A). Consistent? ``reason`` says why if R(A) is empty."""
    if not a.tuples:
        first = a.scope[0] if a.scope else None
        if first is not None:
            d[first] = ()
        yield WipedOut(first, a.constraint.name, reason)
        return False
    for x, occurring in zip(a.scope, map(frozenset, zip(*a.tuples, strict=True)), strict=True):
        left = tuple(value for value in d[x] if value in occurring)
        if left != d[x]:
            removed = tuple(value for value in d[x] if value not in occurring)
            d[x] = left
            yield Pruned(x, removed, left, a.constraint.name)
    return True


def _is_stale(a: Relation, relations: list[Relation], since: Mapping[str, int]) -> bool:
    """Has a domain or a partner of A changed since A was last taken?"""
    return (any(since[x] > a.taken for x in a.scope)
            or any(relations[other].changed > a.taken for other in a.partners))


def _check_sizes(csp: CSP) -> None:
    for c in csp.constraints:
        if isinstance(c, Sum):
            continue
        size = prod(len(csp.domains[x]) for x in c.scope)
        if size > MOST_TUPLES:
            undefined = sum(len(csp.domains[x]) > 1 for x in c.scope)
            raise RelationTooLargeError(f"{c.name} ties {undefined} undefined variables, too many to list what they "
                                        f"can be: path consistency lists {MOST_TUPLES:,} assignments at most; split "
                                        "the constraint")
