"""Proofs: why a variable cannot have a value, line by line from what is given, as short as is found.

Each line follows by one law of the puzzle from lines before it; or it refutes a case: supposing it leads, by lines of
its own, to a contradiction. What is derived breadth first is walked back from the claim; then each premise is
weakened as far as the line allows, and laws are left out as long as the claim still follows.

    d  the domains    a node  something derived, with the nodes that its law had before it    left  what can still be
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

from algorithms.long_work import checkpoint
from algorithms.problems.forms.csp import Domain, Domains, Value
from algorithms.problems.forms.supposition import Rest
from algorithms.problems.forms.theory import Law, OfNetwork, Theory

MOST_WORK = 20_000
"""Laws that are asked for one proof, at most: what would take more is not proven here."""


@dataclass(frozen=True)
class Line:
    """What follows.

    variable, left: this variable has one of these values; none are left where the line is a contradiction, whose
                    variable is empty where a law breaks as a whole
    laws:           by these it follows, each of which takes some values away; none where ``cases`` do
    premises:       of what it follows, beside what is given: variables, with the values that were left of them
    cases:          proofs that supposing the other values leads to a contradiction
    """

    variable: str
    left: Domain
    laws: tuple[Law, ...]
    premises: Mapping[str, Domain]
    cases: tuple[Proof, ...] = ()

    @property
    def breaks(self) -> bool:
        """Is it a contradiction?"""
        return not self.left


@dataclass(frozen=True)
class Proof:
    """From what is ``supposed``, beside what is given, the ``lines`` lead to the last one: the claim."""

    supposed: Mapping[str, Domain]
    lines: tuple[Line, ...]

    @property
    def size(self) -> int:
        """Lines, those of its cases too."""
        return sum(1 + sum(case.size for case in line.cases) for line in self.lines)


@dataclass
class _Node:
    """Something derived; ``at``: for each variable of the law the node that had told last what is left of it."""

    variable: str
    left: Domain
    law: Law | None
    at: dict[str, int]
    earlier: int | None = None
    case: tuple[int, int] | None = None  # the node that supposes, and the one that contradicts
    shrunk: bool = False


@dataclass
class Search:
    """Derives. ``allowed``: the only laws to be used, if not all; ``around``: the variables whose cases may be
    tried; ``trail``: the last node of each variable."""

    theory: Theory
    allowed: Collection[Law] | None = None
    around: Sequence[str] = ()
    work: int = MOST_WORK
    nodes: list[_Node] = field(default_factory=list)
    trail: dict[str, int] = field(default_factory=dict)
    d: dict[str, Domain] = field(init=False)
    deeper: bool = False  # was anything left untried that more suppositions in each other might have told?
    _silent: dict[Law, int] = field(default_factory=dict)  # wide ones say nothing before there are so many nodes
    _named: frozenset[str] = field(init=False)
    _near: Mapping[str, Sequence[Law]] = field(init=False)

    def __post_init__(self) -> None:
        self.d = dict(self.theory.domains)
        near, allowed = self.theory.near, self.allowed
        # those that are found when they are asked for are new each time
        self._named = frozenset(law.name for law in allowed or ()
                                if law not in near.get(next(iter(law.scope), ""), (law,)))
        if allowed is None:
            self._near = near
        else:  # few, mostly, of many
            about = dict.fromkeys(x for law in allowed for x in law.scope)
            self._near = {x: [law for law in near[x] if law in allowed] for x in about}

    def copy(self) -> Search:
        """The same so far, to go on from."""
        other = copy(self)
        other.nodes, other.trail, other.d, other._silent = [*self.nodes], {**self.trail}, {**self.d}, {**self._silent}
        return other

    # --- forward ---------------------------------------------------------------------------------------------------

    def add(self, node: _Node) -> int:
        """The node joins what is known; its index."""
        self.nodes.append(node)
        if node.variable:
            node.earlier = self.trail.get(node.variable)
            self.trail[node.variable] = len(self.nodes) - 1
            self.d[node.variable] = node.left
        return len(self.nodes) - 1

    def suppose(self, x: str, left: Domain) -> int:
        """Supposed, or given for now."""
        return self.add(_Node(x, left, None, {}))

    def propagate(self, waiting: Iterable[Law], goal: tuple[str, Domain] | None = None) -> int | None:
        """All that follows. The node of a contradiction, or of the goal, where it comes to one."""
        for index in self.following(waiting):
            node = self.nodes[index]
            if not node.left or (goal is not None and node.variable == goal[0] and set(node.left) <= set(goal[1])):
                return index
        return None

    def following(self, waiting: Iterable[Law]) -> Iterator[int]:
        """The nodes of all that follows, round by round, up to a contradiction; each when somebody asks for it."""
        due, wide, d = dict.fromkeys(waiting), self.theory.wide, self.d
        while due:
            changed: dict[str, None] = {}
            for law in due:
                self.work -= 1
                found = self._heard(law) if wide else law.revise(d)
                if found == {}:
                    continue
                for index in self._told(law, found):
                    yield index
                    changed[self.nodes[index].variable] = None
            if self.work <= 0:
                return
            checkpoint()
            due = dict.fromkeys(law for x in changed for law in self._around(x))
            if wide:  # what few places say is shorter
                due = dict.fromkeys(sorted(due, key=wide.__contains__))
            if not due:  # each law that is found then says something
                due = dict.fromkeys([law for law in self.theory.more(self.d) if self._may(law)][:1])

    def _heard(self, law: Law) -> Domains | None:
        """What a law says of the domains, where it may be a wide one."""
        if len(self.nodes) < self._silent.get(law, 0):
            return {}
        found = law.revise(self.d)
        if found == {} and law in self.theory.wide and isinstance(law, OfNetwork):
            self._silent[law] = len(self.nodes) + law.silence(self.d)
        return found

    def _told(self, law: Law, found: Domains | None) -> Iterator[int]:
        """Its nodes, as long as somebody asks for them."""
        at = {x: self.trail[x] for x in law.scope if x in self.trail}
        if found is None:
            yield self.add(_Node("", (), law, at))
            return
        for x, values in found.items():
            left = tuple(value for value in self.d[x] if value in values)
            if left != self.d[x]:
                yield self.add(_Node(x, left, law, at))

    def _around(self, x: str) -> Sequence[Law]:
        """The laws about a variable that may be used."""
        return self._near.get(x, ())

    def _may(self, law: Law) -> bool:
        """Those that are found when they are asked for are known by their names."""
        return self.allowed is None or law in self.allowed or law.name in self._named

    # --- cases -----------------------------------------------------------------------------------------------------

    def refute(self, x: str, value: Value, depth: int) -> int | None:
        """Supposes it, with ``depth`` more suppositions in it; where it leads to a contradiction, the node that says
        that the variable has another value."""
        saved = dict(self.d), dict(self.trail), dict(self._silent)
        start = self.suppose(x, (value,))
        clash = self.propagate(self._around(x))
        if clash is None and depth > 0:
            clash = self.by_cases(depth - 1)
        self.d, self.trail, self._silent = saved
        if clash is None or self.nodes[clash].left:
            del self.nodes[start:]
            return None
        left = tuple(other for other in self.d[x] if other != value)
        at = {} if x not in self.trail else {x: self.trail[x]}
        return self.add(_Node(x, left, None, at, case=(start, clash)))

    def by_cases(self, depth: int) -> int | None:
        """Takes away what breaks at once, as long as there is any; then refutes all values of the variable of which
        most follows."""
        told: dict[str, int] = {}
        known = -1
        while known != len(self.nodes):
            known = len(self.nodes)
            for y in self.around:
                before = self.work
                found = self._without(y, 0) if len(self.d[y]) > 1 else None
                told[y] = before - self.work
                if found is not None:
                    return found
        best = max((y for y in self.around if len(self.d[y]) > 1), key=told.__getitem__, default=None)
        if best is None or depth > 0:
            return None if best is None else self._without(best, depth)
        self.deeper = True
        return None

    def _without(self, y: str, depth: int) -> int | None:
        """Refutes each value of a variable that can be; the node of a contradiction, where it comes to one."""
        for value in self.d[y]:
            if self.work > 0 and value in self.d[y]:
                node = self.refute(y, value, depth)
                if node is not None:
                    found = self.propagate(self._around(y)) if self.nodes[node].left else node
                    if found is not None:
                        return found
        return None

    # --- back ------------------------------------------------------------------------------------------------------

    def proof(self, end: int, supposed: Mapping[str, Domain]) -> Proof:
        """The lines that a node needs."""
        return Proof(supposed, tuple(self._lines(end, -1)))

    def _lines(self, end: int, start: int) -> list[Line]:
        """Those after ``start``."""
        needed = {index for index in self._needed(end) if index > start}
        inner: set[int] = set()
        for index in sorted(needed):
            case = self.nodes[index].case
            if case is not None:
                inner |= {other for other in needed if case[0] <= other <= case[1]}
        found = [(index, self.nodes[index]) for index in sorted(needed - inner)]
        return _merged([self._line(node) for _, node in found if node.law is not None or node.case is not None])

    def _line(self, node: _Node) -> Line:
        premises = {x: self.nodes[index].left for x, index in node.at.items()}
        if node.law is not None:
            return Line(node.variable, node.left, (node.law,), premises)
        assert node.case is not None
        start, clash = node.case
        case = Proof({node.variable: self.nodes[start].left}, tuple(self._lines(clash, start)))
        return Line(node.variable, node.left, (), premises, (case,))

    def _needed(self, end: int) -> set[int]:
        """The nodes that lead to one, with those that its cases need."""
        needed, waiting = {end}, [end]
        while waiting:
            node = self.nodes[waiting.pop()]
            self._shrink(node)
            more = [*node.at.values(), *(() if node.case is None else node.case[1:])]
            for index in more:
                if index not in needed:
                    needed.add(index)
                    waiting.append(index)
        return needed

    def _shrink(self, node: _Node) -> None:
        """Each premise as weak as the law allows, and none that it does not need; the last ones first."""
        law, at = node.law, node.at
        if node.shrunk or law is None:
            return
        node.shrunk = True
        d = {x: self.nodes[at[x]].left if x in at else self.theory.domains[x] for x in law.scope}
        rest = law.rest(d) if isinstance(law, OfNetwork) and node.variable not in at else None
        last_first = sorted(at, key=lambda y: -at[y])
        node.at = self._tried(last_first, node, law, d) if rest is None else self._counted(last_first, node, rest)

    def _tried(self, last_first: Iterable[str], node: _Node, law: Law, d: dict[str, Domain]) -> dict[str, int]:
        """The premises of which the law says as much."""
        found = {}
        for y in last_first:
            d[y] = self.theory.domains[y]
            if not _says(law, d, node):
                history = self._history(node.at[y])

                def enough(index: int, y: str = y) -> bool:
                    d[y] = self.nodes[index].left
                    return _says(law, d, node)

                found[y] = history[bisect_left(history, True, hi=len(history) - 1, key=enough)]
                d[y] = self.nodes[found[y]].left
        return found

    def _counted(self, last_first: Iterable[str], node: _Node, rest: Rest) -> dict[str, int]:
        """The same of a law that counts, without asking it about each of what may be many."""
        found, spare = {}, rest.spare
        for y in last_first:
            if rest.counts(self.nodes[node.at[y]].left) and not rest.counts(self.theory.domains[y]):
                if spare > 0:
                    spare -= 1
                else:
                    found[y] = next(index for index in self._history(node.at[y]) if rest.counts(self.nodes[index].left))
        return found

    def history(self, x: str) -> list[int]:
        """The nodes of a variable, the first one first."""
        return self._history(self.trail.get(x))

    def _history(self, index: int | None) -> list[int]:
        """The nodes of a variable up to that one, the first one first."""
        found = []
        while index is not None:
            found.append(index)
            index = self.nodes[index].earlier
        return found[::-1]


def _says(law: Law, d: Domains, node: _Node) -> bool:
    """Does the law say as much of these domains?"""
    found = law.revise(d)
    if found is None:
        return True
    if not node.variable:
        return False
    left = found.get(node.variable, d[node.variable])
    return set(left) & set(d[node.variable]) <= set(node.left)


def _merged(lines: Sequence[Line]) -> list[Line]:
    """Lines about one variable that only the next one about it needs become one."""
    found: list[Line | None] = list(lines)
    inside = [_inside(line) for line in lines]
    uses: defaultdict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        for x in {*line.premises, *inside[index]}:
            uses[x].append(index)
    for index in range(len(lines)):
        line, x = found[index] or lines[index], lines[index].variable
        later = {other: user for other in uses[x] if other > index and (user := found[other]) is not None
                 and (user.premises.get(x) == line.left or x in inside[other])}
        at, user = later.popitem() if len(later) == 1 else (0, line)
        if at and x == user.variable != "" and not line.cases and not user.cases:
            premises = dict(line.premises)
            for y, left in user.premises.items():
                if y != x:
                    premises[y] = tuple(value for value in premises.get(y, left) if value in left)
            found[at], found[index] = Line(x, user.left, (*line.laws, *user.laws), premises), None
            for y in line.premises:
                uses[y].append(at)
    return [line for line in found if line is not None]


def _inside(line: Line) -> set[str]:
    """The variables that the cases of a line have as premises."""
    return {x for case in line.cases for inner in case.lines for x in (*inner.premises, *_inside(inner))}
