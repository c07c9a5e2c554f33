"""Why and why not in a recording: the chains to what is known where its cues end, and what speaks against or for values
that are open there, step by step.

A page cannot prove. So what somebody is likely to ask is proven when it is made: for each of these frames something,
the last one first, then what cues point at, and as much as makes the page little larger.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice, repeat, zip_longest

from algorithms.core import AlgorithmError
from algorithms.problems.forms.csp import Value
from algorithms.problems.forms.proof import Proof
from algorithms.problems.forms.proof_check import faults
from algorithms.problems.forms.prover import Prover
from algorithms.problems.forms.theory import Theory
from algorithms.problems.forms.witness import Solution
from algorithms.problems.puzzle import Puzzle, PuzzleError
from algorithms.reasons import Reason
from scenarios.runs import AlgorithmRun
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import Theme
from visualizer.recording.draw_lists import DrawLists, Splice
from visualizer.recording.film import SIZE, Film
from visualizer.recording.frames import Frame
from visualizer.runs.boards import Board
from visualizer.runs.chains import chain_of, lens_of, solution_lens
from visualizer.runs.claims import Claim, theory_of
from visualizer.runs.families import family_of
from visualizer.runs.states import State

_MOST = 60  # answers that are looked for
_MISSES = 4  # proofs, or solutions, one after the other that are too large: others would be, too, and are not drawn
_MOST_STEPS = 10  # of a chain that a page has beside others …
_ONLY_STEPS = 30  # … and of one that is the only one of a frame
_MOST_CASES = 2000  # laws that are asked for a proof by cases: one of so few steps takes a quarter of that
_ROW = 12  # bytes that a primitive takes in the table of a page, about
_MOST_PLACES = 600  # of a board that are gone through


@dataclass(frozen=True)
class Step:
    """What a step says, and what it draws: over the board, and as the board where something is supposed."""

    says: str
    reason: Reason = ()
    lens: State | None = None


@dataclass(frozen=True)
class Told:
    """What somebody ``asks`` about a place, and the answer. ``when``: first and last frames between which it can be
    asked, by their indices; the first one of all is drawn. ``run``: of which run, by its index. ``past``: where one is
    for each step behind the cases on the way on, and on the way back; empty where there are none."""

    place: str
    asks: str
    steps: Sequence[Step]
    when: Sequence[tuple[int, int]]
    run: int = 0
    past: Sequence[Sequence[int]] = ()
    why: bool = False  # what is known is so, rather than what is open
    shown: bool = False  # by a whole solution, which takes the whole board


@dataclass(frozen=True)
class Side:
    """A run of a film, by its index."""

    film: Film
    index: int

    @property
    def run(self) -> AlgorithmRun:
        return self.film.scenario.runs[self.index]

    @property
    def board(self) -> Board:
        return self.film.board_of(self.index)

    def state(self, frame: int) -> State:
        return self.film.state_of(self.film.frames[frame], self.index)

    def played(self, frame: int) -> object:
        """The position of a game that is played."""
        moves = self.state(frame).moves
        return None if moves is None else moves.key()


@dataclass(frozen=True)
class _Stretch:
    """Frames of a run between two moves of a game, where the puzzle is the same one; ``ends``: those on which something
    is proven."""

    side: Side
    puzzle: Puzzle
    frames: range
    ends: Sequence[int]


def packed_proofs(film: Film, lists: DrawLists, shown: Callable[[Canvas, Frame], None], theme: Theme,
                  most: int) -> list[dict[str, object]]:
    """They, as the player reads them, in about so many bytes, and in twice as many where frames had none without these.
    ``shown`` adds to a picture what frames have besides."""
    found: list[dict[str, object]] = []
    size, packer, places, stills = 0, zlib.compressobj(9), _Places(film), Stills()
    misses = {False: 0, True: 0}
    first, others = chosen(film, list(islice(proofs_of(film), _MOST)))
    for told, room in chain(zip(first, repeat(2 * most)), zip(others, repeat(most))):
        if misses[told.shown] == _MISSES:
            continue
        before, rows, home = lists.size, len(lists.table), told.when[0][0]
        rect = places.of(told)
        pictures = _drawn(film, lists, shown, theme, told, stills)
        one = {"place": told.place, "run": told.run, "asks": told.asks, "home": home, "when": told.when,
               "rect": [round(side, 1) for side in rect],
               "steps": [(step.says, picture) for step, picture in zip(told.steps, pictures, strict=True)],
               **({"past": told.past} if told.past else {})}
        text = json.dumps(one).encode("ascii")
        own = len(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)) + _ROW * (len(lists.table) - rows)
        if size + own <= room:
            size, misses[told.shown] = size + own, 0
            found.append(one)
        else:
            lists.shrink(before)
            misses[told.shown] += 1
    return found


def chosen(film: Film, found: Sequence[Told]) -> tuple[list[Told], list[Told]]:
    """Those that a page should have, in the order in which it should: of each frame the shortest proof, the last frame
    first, rather why than why not; and the others: whole solutions of frames without a proof, short proofs, of what
    cues point at first, and then other solutions."""
    first, alone = list[Told](), list[Told]()
    for frame in reversed(range(len(film.frames))):
        here = [told for told in found if any(start <= frame <= end for start, end in told.when)]
        here = [told for told in here if told.why] or [told for told in here if not told.shown] or here
        if here and not any(told is one for told in here for one in (*first, *alone)):
            (alone if here[0].shown else first).append(min(here, key=lambda told: len(told.steps)))
    pointed, taken = _pointed(film), {id(told) for told in (*first, *alone)}
    others = [told for told in found if len(told.steps) <= _MOST_STEPS and id(told) not in taken]
    others.sort(key=lambda told: (told.shown, told.place not in pointed, len(told.steps)))
    return first, alone + others


class _Places:
    """Where places of the boards lie in a frame, which is drawn once for all of a board that are asked for there."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._known: dict[tuple[int, int], dict[str, Rect]] = {}

    def of(self, told: Told) -> Rect:
        """Of the place that is asked about."""
        home, film = told.when[0][0], self._film
        if (home, told.run) not in self._known:
            places = list(film.board_of(told.run).layout.places)
            rects = film.rects(RecordingCanvas(), film.frames[home], places, told.run)
            self._known[home, told.run] = dict(zip(places, rects, strict=True))
        return self._known[home, told.run][told.place]


def _drawn(film: Film, lists: DrawLists, shown: Callable[[Canvas, Frame], None], theme: Theme, told: Told,
           stills: Stills) -> list[list[Splice]]:
    """Its steps, the first as it differs from the frame."""
    frame, pictures = film.frames[told.when[0][0]], []
    for step in (None, *told.steps):
        canvas = RecordingCanvas(stills)
        if step is None:
            film.draw(canvas, frame, SIZE, theme)
        else:
            film.draw_step(canvas, frame, theme, step.reason, step.lens, told.run)
        shown(canvas, frame)
        pictures.append(canvas.ops)
    return lists.beside(pictures)


def proofs_of(film: Film) -> Iterator[Told]:
    """All of them, of each run in its turn, what cues point at first; each is looked for when it is its turn."""
    against: dict[object, _WhyNots] = {}
    sides = [_proofs_of(Side(film, index), against) for index in range(len(film.scenario.runs))]
    for told in zip_longest(*sides):
        yield from filter(None, told)


class _WhyNots:
    """What speaks against values of a puzzle, or for them. It is the same for all runs on it, and found once."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._prover = Prover(theory_of(puzzle, None), _MOST_CASES)
        self._known: dict[tuple[str, Value], Proof | Solution | None] = {}
        self.theory = self._prover.theory

    def of(self, place: str, value: Value) -> Proof | Solution | None:
        """A proof that it is not, or a solution with it; None where neither is found."""
        if (place, value) not in self._known:
            answer = self._prover.why_not({place: (value,)})
            wrong = isinstance(answer, Proof) and faults(self.theory, answer)
            self._known[place, value] = None if wrong else answer
        return self._known[place, value]


def _proofs_of(side: Side, against: dict[object, _WhyNots]) -> Iterator[Told]:
    """Those of a run, of each stretch in its turn; ``against`` has what is known for others on its puzzle, by the
    puzzle's identity and its position."""
    for told in zip_longest(*(_proofs_in(stretch, against) for stretch in _stretches(side))):
        yield from filter(None, told)


def _proofs_in(stretch: _Stretch, against: dict[object, _WhyNots]) -> Iterator[Told]:
    puzzle, run = stretch.puzzle, stretch.side.run
    key = id(run.puzzle), stretch.side.played(stretch.ends[0])
    try:
        known = Prover(theory_of(puzzle, run.form(puzzle)), _MOST_CASES)
        whole = against[key] = against.get(key) or _WhyNots(puzzle)
    except (PuzzleError, AlgorithmError):
        return
    for both in zip_longest(_whys(stretch, known), _why_nots(stretch, whole)):
        yield from filter(None, both)


def _stretches(side: Side) -> Iterator[_Stretch]:
    """They, the last one first, as far as something is to be pointed at there."""
    ends, last = _ends(side), len(side.film.frames) - 1
    if side.played(0) == side.played(last):
        found = [range(last + 1)]
    else:
        found = [range((own := list(group))[0], own[-1] + 1) for _, group in groupby(range(last + 1), side.played)]
    for frames in reversed(found):
        own = [index for index in ends if index in frames]
        if own:
            state = side.state(own[0])
            yield _Stretch(side, side.run.puzzle if state.moves is None else state.position(), frames, own)


def _ends(side: Side) -> list[int]:
    """The frames where cues end, and the last one, as far as they show the board."""
    film, last = side.film, len(side.film.frames) - 1
    return [index for index, frame in enumerate(film.frames)
            if (frame.cue is not None or index == last) and film.shows_board(frame, side.index)]


def _places(side: Side) -> list[str]:
    """Those of the board, what cues point at first."""
    pointed = _pointed(side.film)
    return sorted(side.board.layout.places, key=lambda place: place not in pointed)[:_MOST_PLACES]


def _pointed(film: Film) -> set[str]:
    """What cues point at."""
    return {place for frame in film.frames for place in frame.marks}


def _whys(stretch: _Stretch, prover: Prover) -> Iterator[Told]:
    side, ends = stretch.side, stretch.ends
    claim_of, found = family_of(side.run.algorithm).claim, dict[str, list[tuple[Claim, list[int]]]]()
    for index in ends:
        state = side.state(index)
        for place in _places(side):
            claim = claim_of(state, prover.theory, place)
            if claim is not None:
                same = next((at for other, at in found.get(place, ()) if other == claim), None)
                if same is None:
                    found.setdefault(place, []).append((claim, [index]))
                else:
                    same.append(index)
    pointed, places = _pointed(side.film), _places(side)
    asked = [(place, number) for place in places for number in range(len(found.get(place, ())))]
    asked.sort(key=lambda one: 0 if one[0] in pointed else len(found[one[0]]) - one[1])  # the last claim of each first
    for place, number in asked:
        claim, at = found[place][number]
        after = found[place][number + 1][1][0] if number + 1 < len(found[place]) else stretch.frames.stop
        when = [(index, index) for index in at] if claim.supposed else [(at[0], max(at[-1], after - 1))]
        proof = prover.why(claim.variable, claim.left, claim.supposed)
        if proof is not None and proof.lines and not faults(prover.theory, proof):
            told = Told(place, f"Why {place}?", (), when, side.index, why=True)
            yield from _chain(side, prover.theory, proof, told, back=True)


def _why_nots(stretch: _Stretch, against: _WhyNots) -> Iterator[Told]:
    """Of values that the run leaves open at the first of these frames, as long as it does."""
    side, ends, theory = stretch.side, stretch.ends, against.theory
    still: dict[tuple[str, Value], list[int]] = {}
    for index in ends:
        now = side.state(index).domains
        for place in _places(side):
            if len(theory.domains.get(place, ())) > 1 and len(now.get(place, ())) > 1:
                for value in now[place]:
                    still.setdefault((place, value), []).append(index)
    for place in _places(side):
        for value in theory.domains.get(place, ()):
            at = still.get((place, value), [])
            when = [(at[0], at[-1])] if at else []
            answer = against.of(place, value) if at else None
            says = side.board.says(place, value)
            told = Told(place, f"Why not {says}?", (), when, side.index)
            if isinstance(answer, Proof):
                yield from _chain(side, theory, answer, told, back=False)
            elif answer is not None:
                lens = solution_lens(side.state(when[0][0]), theory, {place: value}, answer)
                text = f"It can be so: here is a whole solution with {says}. It is supposed, not known."
                yield replace(told, steps=[Step(text, lens=lens)], shown=True)


def _chain(side: Side, theory: Theory, proof: Proof, told: Told, *, back: bool) -> Iterator[Told]:
    """The steps in the order in which they are gone through: why, back from the claim."""
    state, chain = side.state(told.when[0][0]), chain_of(told.asks, proof, theory, side.board, back=back)
    if len(chain.rows) <= _ONLY_STEPS:
        order = range(len(chain.rows))[::-1 if back else 1]
        past = [[order.index(replace(chain, at=at).moved(forward, over=True).at) for at in order]
                for forward in (True, False)] if any(row.deep for row in chain.rows) else ()
        rows = [chain.rows[at] for at in order]
        yield replace(told, steps=[Step(row.sentence, row.reason, lens_of(row, state)) for row in rows], past=past)
