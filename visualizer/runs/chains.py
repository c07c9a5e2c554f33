"""A proof that is stepped through: each of its lines in words, and as it is drawn on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from algorithms.problems.forms.csp import Domain, Domains, Value
from algorithms.problems.forms.proof import Line, Proof
from algorithms.problems.forms.supposition import Inference, Thought
from algorithms.problems.forms.theory import Law, Theory
from algorithms.reasons import Link, Reason, Spot, all_rays
from algorithms.words import listed
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_state

_MOST_SAID = 4  # premises, and values
_LONGEST_LAW = 36  # letters: a longer law is called by its name


@dataclass(frozen=True)
class Row:
    """A step: what it says, by what, and what it rests on; so ``deep`` in suppositions.

    thought: what is supposed there, and what follows from it so far; None where all of it holds
    """

    says: str
    by: str
    rests_on: str
    deep: int
    reason: Reason
    breaks: bool = False
    thought: Thought | None = None

    @property
    def sentence(self) -> str:
        """All that it says."""
        because = " with ".join(filter(None, (self.by, self.rests_on)))
        return f"{self.says}." if not because else f"{self.says}: by {because}."


@dataclass(frozen=True)
class Chain:
    """The steps, seen at one of them. ``back``: one goes from the claim back to what is given."""

    title: str
    rows: tuple[Row, ...]
    at: int
    back: bool

    @property
    def row(self) -> Row:
        """The current step."""
        return self.rows[self.at]

    def moved(self, forward: bool, *, over: bool = False) -> Chain:
        """A step further in its own direction, or the other way; around the end. ``over``: past all that is supposed on
        the way, and at a supposition past what follows from it."""
        step = 1 if forward != self.back else -1
        if not over:
            return replace(self, at=(self.at + step) % len(self.rows))
        supposes = self.at > 0 and self.rows[self.at - 1].deep < self.row.deep
        ways = range(self.at + step, len(self.rows) if step > 0 else -1, step)
        deep = self.row.deep - (supposes and step > 0)
        end = len(self.rows) - 1 if step > 0 else 0
        return replace(self, at=next((at for at in ways if self.rows[at].deep <= deep), end))

    @property
    def heading(self) -> str:
        if len(self.rows) == 1:
            return f"{self.title} One step"
        keys = "→: further back, ←: on" if self.back else "→: on, ←: back"
        if any(row.deep for row in self.rows):
            keys += ", Shift: past cases"
        return f"{self.title} Step {self.at + 1} of {len(self.rows)} ({keys})"


def lens_of(row: Row, state: State) -> State | None:
    """The board as it is in the thought of a step; None where it is as the run has it."""
    return None if row.thought is None else thought_state(state, row.thought)


def chain_of(title: str, proof: Proof, theory: Theory, board: Board, *, back: bool) -> Chain:
    """All steps of a proof."""
    rows = tuple(_Teller(theory, board).rows(proof, dict(theory.domains), 0, ()))
    return Chain(title, rows, len(rows) - 1 if back else 0, back)


def solution_lens(state: State, theory: Theory, supposed: Mapping[str, Value], found: Mapping[str, Value]) -> State:
    """A whole solution on the board, as supposed: what was proposed, and all else as what goes with it. What the run
    has inferred stays known: every solution has it."""
    known = state.known()
    sure = {x: known[x] for x in state.inferred if x not in supposed and x in found and known[x] == (found[x],)}
    rest = {x: (value,) for x, value in found.items()
            if x not in supposed and x not in sure and len(theory.domains[x]) > 1}
    return thought_state(state, Thought(dict(supposed), (Inference("", (), rest),), {**theory.domains, **sure}))


@dataclass(frozen=True)
class _Teller:
    theory: Theory
    board: Board

    def rows(self, proof: Proof, d: dict[str, Domain], deep: int, above: tuple[Line, ...]) -> Iterator[Row]:
        """The steps of a proof, with those of its cases before what they prove. ``above``: what is supposed around."""
        d, done = dict(d), list(above)
        breaks = bool(proof.lines) and proof.lines[-1].breaks
        used = _premises(proof)
        for x, left in proof.supposed.items():
            if not breaks and x not in used:
                continue
            done.append(Line(x, left, (), {}))
            d[x] = left
            inside = self._thought(done) if deep or breaks else None
            says = f"{'Suppose' if breaks else 'Chosen:'} {self.known(x, left, ())}"
            yield Row(says, "", "", deep, (Link(follows=self._spots(x, left)),), thought=inside)
        thinks = bool(deep) or (bool(proof.supposed) and breaks)
        for lines in _together(proof.lines):
            for case in lines[0].cases:
                yield from self.rows(case, d, deep + 1, tuple(done) if thinks else ())
            row = self._joined([self._row(line, d, deep) for line in lines])
            d |= {line.variable: line.left for line in lines if line.variable}
            done += lines
            yield replace(row, thought=self._thought(done)) if thinks else row

    def _joined(self, rows: list[Row]) -> Row:
        """Several things that follow from the same are one step."""
        first, *more = rows
        if not more:
            return first
        links = [link for row in rows for link in row.reason]
        link = replace(links[0], **{name: tuple(dict.fromkeys(spot for link in links for spot in getattr(link, name)))
                                    for name in ("causes", "struck", "follows")})
        ends = (*link.struck, *link.follows)
        says = ", ".join([first.says, *(_lower(row.says) for row in more[:_MOST_SAID - 1])])
        if (rest := len(more) - _MOST_SAID + 1) > 0:
            says += f" and {rest} more"
        return replace(first, says=says, reason=(replace(link, rays=all_rays(link.causes, ends, 12)),))

    def _thought(self, lines: list[Line]) -> Thought:
        """What is supposed, and what has followed from it."""
        supposed = {line.variable: line.left[0] for line in lines
                    if not line.laws and not line.cases and len(line.left) == 1}
        left = {line.variable: line.left for line in lines if line.variable and line.left and (line.laws or line.cases)}
        return Thought(supposed, (Inference("", (), left),), self.theory.domains)

    # --- words -----------------------------------------------------------------------------------------------------

    def known(self, x: str, left: Domain, before: Domain) -> str:
        """That these values are left of a variable, where those were ``before``."""
        says = self.board.says
        if len(left) == 1:
            return says(x, left[0])
        gone = [value for value in before if value not in left]
        plain = bool(before) and says(x, before[0]) == f"{x} = {before[0]}"
        if gone and len(gone) <= len(left):
            many = listed(gone, "or") if plain else listed([says(x, value) for value in gone], "nor")
            return f"{x} ≠ {many}" if plain else f"not {many}"
        return f"{x} is {listed(left, 'or')}" if plain else listed([says(x, value) for value in left], "or")

    def _row(self, line: Line, d: Domains, deep: int) -> Row:
        before = d.get(line.variable, ())
        start = self.theory.domains
        rests = [self.known(y, left, start[y]) for y, left in line.premises.items() if y != line.variable]
        more = f" and {len(rests) - _MOST_SAID} more" if len(rests) > _MOST_SAID else ""
        rests_on = ", ".join(rests[:_MOST_SAID]) + more
        if line.cases:
            said = self.known(line.variable, line.left, before) if line.left else f"nothing is left for {line.variable}"
            breaks = "all the cases break" if len(line.cases) > 1 else "that breaks"
            return Row(f"So {said}, as {breaks}", "", "", deep,
                       (Link(struck=self._gone(line, before), follows=self._spots(line.variable, line.left)),),
                       line.breaks)
        says = self.known(line.variable, line.left, before) if line.left else "A contradiction"
        if line.breaks and line.variable:
            says = f"A contradiction: {line.variable} has no value left"
        reason = self._reason(line, before)
        return Row(_upper(says, line.variable), self._laws(line.laws), rests_on, deep, reason, line.breaks)

    def _laws(self, laws: tuple[Law, ...]) -> str:
        said = [law.text if len(law.text) <= _LONGEST_LAW else law.name for law in laws]
        return ", ".join(said) if len(said) < 3 else f"{said[0]} and {len(said) - 1} like it"

    # --- pictures --------------------------------------------------------------------------------------------------

    def _reason(self, line: Line, before: Domain) -> Reason:
        """Around what the laws are about, from what they rest on to what follows."""
        causes: dict[Spot, None] = {}
        through: dict[str, None] = {}
        for law in line.laws:
            seat = self.board.seat(law.name)
            given = [y for y in law.scope if len(self.theory.domains[y]) == 1] if len(law.scope) <= 3 else []
            known = {y: self.theory.domains[y] for y in given} | {y: line.premises[y] for y in law.scope
                                                                 if y in line.premises}
            for y, left in known.items():
                if y != line.variable:
                    causes |= dict.fromkeys(self._spots(y, left) or (Spot(y),))
            through |= dict.fromkeys((seat,) if seat is not None else law.scope if len(law.scope) > 2 else ())
        follows = self._spots(line.variable, line.left) if line.variable else ()
        struck = () if follows else self._gone(line, before)
        return (Link(tuple(through), tuple(causes), struck=struck, follows=follows,
                     rays=all_rays(tuple(causes), (*struck, *follows), 12)),)

    def _spots(self, x: str, left: Domain) -> tuple[Spot, ...]:
        return (self._spot(x, left[0]),) if len(left) == 1 else ()

    def _spot(self, x: str, value: Value) -> Spot:
        """Where the board has it: at the variable, or at a place of the value's own."""
        return Spot(x, value) if x in self.board.layout.places else Spot(f"{x}={value}")

    def _gone(self, line: Line, before: Domain) -> tuple[Spot, ...]:
        return tuple(self._spot(line.variable, value) for value in before if value not in line.left)


def _together(lines: tuple[Line, ...]) -> Iterator[list[Line]]:
    """Lines behind each other that follow by the same from the same."""
    for _, group in groupby(lines, key=lambda line: (line.laws, tuple(line.premises.items())) if line.laws else line):
        found = list(group)
        yield from ([line] for line in found) if any(line.breaks for line in found) else [found]


def _premises(proof: Proof) -> set[str]:
    """All that lines rest on."""
    return {x for line in proof.lines for x in line.premises} | {
        x for line in proof.lines for case in line.cases for x in _premises(case)}


def _upper(says: str, variable: str) -> str:
    """As a sentence begins, where that is no name."""
    return says if variable and says.startswith(variable) else says[:1].upper() + says[1:]


def _lower(says: str) -> str:
    """As it goes on in a sentence."""
    word = says.partition(" ")[0]
    return says[:1].lower() + says[1:] if word in ("A", "No", "Not") else says
