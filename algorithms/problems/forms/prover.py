"""What is asked of a theory: why a variable has a value, and why not another one. By its laws alone where that is
enough; else a SAT solver finds the few laws by which it must be so, and the cases of their variables are tried to the
end. Of a proof laws are left out as long as the claim still follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from algorithms.long_work import checkpoint
from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.proof import MOST_WORK, Proof, Search
from algorithms.problems.forms.theory import Law, Theory
from algorithms.problems.forms.witness import Solution, Witness

_SHORTENED = 40  # a proof of more laws is left as it is
_MOST_SHORTENING = 1_500  # laws that are asked for it
_LONG = 8  # lines: a longer one may have a shorter one beside it
_DEEPEST = 60  # suppositions in each other


class Prover:
    """Of one theory; what its solvers have learned from a question is there for the next one. ``most_cases``: laws that
    are asked while cases are tried, at most. ``unknown``: of the last question nobody knows the answer."""

    def __init__(self, theory: Theory, most_cases: int = MOST_WORK) -> None:
        self.theory = theory
        self.most_cases = most_cases
        self.unknown = False
        self._witnesses: dict[bool, Witness] = {}
        self._followed: tuple[Mapping[str, Domain], _Followed] | None = None  # what was given last, what follows

    def why(self, x: str, left: Domain, supposed: Mapping[str, Domain] | None = None) -> Proof | None:
        """Why the variable has one of these values, where all that is ``supposed`` holds, such as the choices of a
        search; None where that is not so, or not found."""
        given = dict(supposed or {})
        if set(given.get(x, self.theory.domains[x])) <= set(left):
            return Proof(given, ())
        others = tuple(value for value in given.get(x, self.theory.domains[x]) if value not in left)
        proof = self._by_laws(x, left, given)
        return self._shorter(proof, x, left, given, given | {x: others})

    def _by_laws(self, x: str, left: Domain, given: Mapping[str, Domain]) -> Proof | None:
        """By all the laws. What follows of the same is found once, and again only if that was stopped."""
        kept, self._followed = self._followed, None
        followed = kept[1] if kept is not None and kept[0] == given else _Followed(self.theory, given)
        end = followed.until(x, left)
        proof = followed.search.proof(end, given) if end is not None else _tried(
            followed.search.copy(), x, left, given)
        self._followed = given, followed
        return proof

    def why_not(self, supposed: Mapping[str, Domain]) -> Proof | Solution | None:
        """Why these values are not possible together, or else a solution that has them. None: it is ``unknown``, or not
        possible, and no proof was found."""
        self.unknown = False
        proof = _derived(Search(self.theory), "", (), supposed)
        if proof is None:
            witness = self._witness(supposed, by_laws=False)
            found = witness.solution(supposed)
            self.unknown = witness.unknown
            if found is not None or self.unknown:
                return found
        return self._shorter(proof, "", (), supposed, supposed)

    def _witness(self, supposed: Mapping[str, Domain], *, by_laws: bool) -> Witness:
        """The one that is there, if it can be asked about these."""
        about = {x for x in supposed if len(self.theory.near[x]) == 1}
        witness = self._witnesses.get(by_laws)
        if witness is None or not about <= witness.about:
            witness = self._witnesses[by_laws] = Witness(self.theory, about, by_laws=by_laws)
        return witness

    def _shorter(self, proof: Proof | None, x: str, left: Domain, given: Mapping[str, Domain],
                 against: Mapping[str, Domain]) -> Proof | None:
        """Where all the laws give none, or a long one: from those that a solver says are enough."""
        if proof is None or proof.size > _LONG:
            found = [one for one in (proof, self._by_cases(x, left, given, against)) if one is not None]
            proof = min(found, key=lambda one: one.size, default=None)
        return None if proof is None else self._shortened(proof, x, left, given)

    def _by_cases(self, x: str, left: Domain, given: Mapping[str, Domain],
                  against: Mapping[str, Domain]) -> Proof | None:
        """By the laws that are enough, what else is said of their variables, and cases of these."""
        core = self._witness(against, by_laws=True).core(against)
        if core is None:
            return None
        about = dict.fromkeys((*against, *(y for law in core for y in law.scope)))  # no other one has to get a value
        few = 2 * len(about) <= len(self.theory.domains)
        domains = {y: self.theory.domains[y] for y in about} if few else self.theory.domains
        core = Witness(Theory(domains, core), tuple(against), by_laws=True).least(against)
        often = Counter(y for law in core for y in law.scope)  # what is in one law alone, that law says of itself
        around = tuple(y for y, times in often.items() if times > 1 or y in against)
        near = dict.fromkeys((*core, *(law for y in around for law in self.theory.near[y])))
        return _derived(Search(self.theory, near, around, work=self.most_cases), x, left, given)

    def _shortened(self, proof: Proof, x: str, left: Domain, given: Mapping[str, Domain]) -> Proof:
        """Without laws that are not needed."""
        laws = list(dict.fromkeys(_laws(proof)))
        work = _MOST_SHORTENING
        for law in reversed(laws if len(laws) <= _SHORTENED else ()):
            fewer = dict.fromkeys(other for other in _laws(proof) if other != law)
            if work > 0 and len(fewer) < len(laws):
                search = Search(self.theory, fewer, tuple(dict.fromkeys(_cases(proof))), work=work)
                found = _derived(search, x, left, given)
                work = search.work
                if found is not None and found.size <= proof.size:
                    proof, laws = found, list(dict.fromkeys(_laws(found)))
        return proof


def _laws(proof: Proof) -> Iterator[Law]:
    for line in proof.lines:
        yield from line.laws
        for case in line.cases:
            yield from _laws(case)


def _cases(proof: Proof) -> Iterator[str]:
    """The variables whose values are refuted one by one."""
    for line in proof.lines:
        for case in line.cases:
            yield line.variable
            yield from _cases(case)


class _Followed:
    """What follows from what is given by all the laws, as far as somebody has asked."""

    def __init__(self, theory: Theory, given: Mapping[str, Domain]) -> None:
        self.search = Search(theory)
        self._more = self.search.following(_begun(self.search, given))
        self._broken: int | None = None  # the contradiction that ends it

    def until(self, x: str, left: Domain) -> int | None:
        """The first node that says that the variable has one of these values, or contradicts; None if none does."""
        nodes, allowed = self.search.nodes, set(left)
        for index in self.search.history(x):
            if nodes[index].law is not None and set(nodes[index].left) <= allowed:
                return index
        for index in self._more if self._broken is None else ():
            if not nodes[index].left:
                self._broken = index
                break
            if nodes[index].variable == x and set(nodes[index].left) <= allowed:
                return index
        return self._broken


def _begun(search: Search, given: Mapping[str, Domain]) -> Iterable[Law]:
    """Supposes what is given; the laws that then may say something."""
    for y, values in given.items():
        search.suppose(y, values)
    near = (law for y in given for law in search.theory.near[y])
    return dict.fromkeys((*search.theory.speaking, *near)) if search.allowed is None else search.allowed


def _derived(search: Search, x: str, left: Domain, given: Mapping[str, Domain]) -> Proof | None:
    """By laws alone; else by cases."""
    end = search.propagate(_begun(search, given), (x, left) if x else None)
    return search.proof(end, given) if end is not None else _tried(search, x, left, given)


def _tried(search: Search, x: str, left: Domain, given: Mapping[str, Domain]) -> Proof | None:
    """By refuting each other value, with as few suppositions in each other as there can be, after all that follows."""
    end = None
    for depth in range(_DEEPEST if search.around else 1):
        known, search.deeper = len(search.nodes), depth == 0 and x != ""
        end = _refuted(search, x, left, depth) if x else search.by_cases(depth)
        if end is not None or search.work <= 0 or not (search.deeper or len(search.nodes) > known):
            break  # also where one more would not tell more
    return None if end is None else search.proof(end, given)


def _refuted(search: Search, x: str, left: Domain, depth: int) -> int | None:
    """The node that says that the variable has one of these values, where all others are refuted."""
    for value in search.d[x]:
        if value not in left and value in search.d[x] and search.refute(x, value, depth) is None:
            return None
        checkpoint()
    return search.trail.get(x)
