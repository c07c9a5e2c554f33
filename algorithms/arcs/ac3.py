"""AC-3: arcs wait in a queue, and come back to it when something that they rest on has gone.

Source: *Algorithms for Solving Zebra and Sherlock*, section "Achieving Arc Consistency", after Vipin Kumar, *Algorithms
for constraint-satisfaction problems: a survey*, AI Magazine 13(1), 1992; the algorithm is Alan Mackworth's,
*Consistency in networks of relations*, Artificial Intelligence 8, 1977.

    G  the constrained pairs, both ways    Q  the arcs that wait, in the order in which they came
    d  the domains D, being reduced        x, y  a value of Vi, and one of Vj that may support it

Signs that the text has lost, ∈ and ≠, are put back. It goes on with an empty domain, which then empties all that are
joined to it by a way of arcs; here that ends the run, as there is no solution. And its networks are binary: what has
constraints over one variable or over more than two is made binary first (:mod:`algorithms.problems.forms.binary`). The
lines for these, and those on the dual form, are not in the source.
Constraints between the same two variables are one arc: (x, y) must satisfy them all.
"""

from __future__ import annotations

from algorithms.arcs import ARCS
from algorithms.arcs.events import (
    ArcQueued,
    ArcTaken,
    Projected,
    QueueEmptied,
    QueueFilled,
    Restricted,
    TupleRemoved,
)
from algorithms.consistency.arc_consistency import Consistency
from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.events import NoSupport, Pruned, SupportFound, TupleTried, WipedOut
from algorithms.problems.forms.binary import BinaryCSP, BinaryForm, Pair, to_binary
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Value
from algorithms.words import listed

Left = dict[str, dict[Value, None]]
"""Of each variable the values that are left, in the order of its domain."""

PSEUDOCODE = """
AC-3                                      # =
  a constraint on one variable: apply it  # Restricted, =
  G ← {(i, j) : Ci,j is a constraint}
  Q ← {(Vi, Vj) : (i, j) ∈ G, i ≠ j}      # QueueFilled
  while Q is not empty
    select and delete any (Vk, Vm) of Q   # ArcTaken
    if REVISE(Vk, Vm)
      Q ← Q ∪ {(Vi, Vk) : (i, k) ∈ G,     # +
                 i ≠ k, i ≠ m}            # ArcQueued
  all arcs are consistent                 # QueueEmptied

REVISE(Vi, Vj)                            # =
  DELETE ← false
  for each x ∈ Di
    for each y ∈ Dj: (x, y) consistent?   # TupleTried
      yes: y is a support of x            # SupportFound
    if there is no such y                 # NoSupport
      delete x from Di                    # Pruned, TupleRemoved
      DELETE ← true                       # =
      if Di is empty: no solution         # WipedOut
  return DELETE

dual form, at first and after REVISE(Vi, Vj): # =
  keep the values in tuples of Di         # Projected, =
"""


@algorithm(
    "ac3",
    title="AC-3",
    family=ARCS, solves=CSP,
    source="Zebra and Sherlock, after Kumar 1992; Mackworth 1977",
    pseudocode=PSEUDOCODE,
    rungs=("check", "value", "arc", "network"),
    counters=(
        Counter("revisions", ArcTaken, "arcs taken from the queue, each as often as it was there", better="fewer"),
        Counter("assignments", TupleTried, "consistency checks: pairs of values of an arc that were tried",
                better="fewer"),
        Counter("pruned", Pruned, "values that were removed from the domain of a variable"),
        Counter("put back", ArcQueued, "arcs that came back to the queue, since their partner lost a value"),
    ),
)
def ac3(csp: CSP, *, form: BinaryForm = "hidden", choose: Choose = choose) -> Steps[Consistency]:
    """AC-3 on any network. ``form``: constraints over three variables or more are made binary with a hidden variable
    for each, or in the dual form, where every constraint is a variable."""
    network = to_binary(csp, form)
    left = dict(csp.domains)  # of the variables of the puzzle
    for x, removed, kept, c in network.restricted:
        if not kept:
            left[x] = ()
            yield WipedOut(x, c.name, c.explain(csp.domains))
            return Consistency(left, False)
        left[x] = kept
        yield Restricted(x, removed, kept, c.name)
    d = {x: dict.fromkeys(values) for x, values in network.csp.domains.items()}
    consistent = yield from make_consistent(network, d, left, choose)
    return Consistency(left, consistent)


def make_consistent(network: BinaryCSP, d: Left, left: dict[str, Domain], choose: Choose = choose) -> Steps[bool]:
    """AC-3 itself, on the values ``d`` of the network. Consistent? ``left`` follows: the domains of the puzzle."""
    empty = next((x for x, values in d.items() if not values), None)
    if empty is not None:
        yield _without_values(network, empty)
        return False
    neighbours = network.neighbours
    q = dict.fromkeys(arc for x, y in network.pairs for arc in ((x, y), (y, x)))
    names = {(x, y): f"{x} → {y}" for x, y in q}
    arcs, revisions = {name: arc for arc, name in names.items()}, 0
    yield QueueFilled(tuple(q), network.form, len(network.tuples))
    for h in network.stands_for:
        yield from _project(network, h, d, left)
    while q:
        waiting = [names[arc] for arc in q]
        arc = arcs[choose("arc", waiting, waiting[0])]
        del q[arc]
        k, m = arc
        revisions += 1
        yield ArcTaken(k, m, tuple(c.name for c in network.between(k, m)), len(q))
        if (yield from revise(network, arc, d, left)):
            if not d[k]:
                return False
            for i in neighbours[k]:
                if i != m and (i, k) not in q:
                    q[i, k] = None
                    yield ArcQueued(i, k)
    defined = sum(len(values) == 1 < len(network.original.domains[x]) for x, values in left.items())
    yield QueueEmptied(revisions, defined)
    return True


def revise(network: BinaryCSP, arc: Pair, d: Left, left: dict[str, Domain]) -> Steps[bool]:
    """Deletes the values of Vi without a support in Vj. Was there one?"""
    i, j = arc
    delete = False
    for x in list(d[i]):
        if (yield from has_support(network, arc, x, d)):
            continue
        why = _refusing(network, arc, x, d)
        because = listed(c.name for c in why)
        yield NoSupport(i, x, because)
        if len(d[i]) == 1:
            reason = why[0].explain({**left, **{z: tuple(values) for z, values in d.items()}})
            del d[i][x]
            if i in left:
                left[i] = ()
            yield WipedOut(i, because, reason)
            return True
        del d[i][x]
        delete = True
        if i in left:
            left[i] = tuple(d[i])
            yield Pruned(i, (x,), left[i], because)
        else:
            yield TupleRemoved(i, x, j)
    if delete:
        yield from _project(network, i, d, left)
    return delete


def has_support(network: BinaryCSP, arc: Pair, x: Value, d: Left) -> Steps[bool]:
    """Is there a y left to Vj such that (x, y) is consistent?"""
    i, j = arc
    for y in d[j]:
        consistent = network.violated(i, x, j, y) is None
        yield TupleTried((x, y), consistent)
        if consistent:
            yield SupportFound(i, x)
            return True
    return False


def _refusing(network: BinaryCSP, arc: Pair, x: Value, d: Left) -> tuple[Constraint, ...]:
    """The constraint that refuses every y by itself; all of the pair where it takes more than one."""
    i, j = arc
    between = network.between(i, j)
    for c in between:
        if not any(c.allows((x, y) if c.scope[0] == i else (y, x)) for y in d[j]):
            return (c,)
    return between


def _project(network: BinaryCSP, i: str, d: Left, left: dict[str, Domain]) -> Steps[None]:
    """In the dual form: what the tuples of Vi leave to the variables of the puzzle that it is about."""
    for place, x in enumerate(network.stands_for[i].scope if i in network.stands_for else ()):
        if x in d:
            continue
        occurring = {network.tuples[i][t][place] for t in d[i]}
        kept = tuple(a for a in left[x] if a in occurring)
        if kept and kept != left[x]:  # where nothing is left, two constraints cannot agree: the queue will tell
            removed = tuple(a for a in left[x] if a not in occurring)
            left[x] = kept
            yield Projected(x, removed, kept, i)


def _without_values(network: BinaryCSP, x: str) -> WipedOut:
    """A domain that is empty from the start: nothing satisfies a constraint, or the puzzle gives no value."""
    c = network.stands_for.get(x)
    if c is None:
        return WipedOut(x, x, f"{x} has no value to begin with")
    return WipedOut(x, c.name, c.explain(network.original.domains))
