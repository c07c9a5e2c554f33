"""Why and why not, proven: the chain of steps from what is given to what is known of a place; and of a value that is
proposed, how it leads to a contradiction, or a whole solution that has it."""

from __future__ import annotations

from algorithms.core import AlgorithmError
from algorithms.problems.forms.csp import Value
from algorithms.problems.forms.proof import Proof
from algorithms.problems.forms.proof_check import faults
from algorithms.problems.forms.prover import Prover
from algorithms.problems.forms.theory import Theory
from algorithms.problems.puzzle import PuzzleError
from visualizer.runs.chains import Chain, chain_of, lens_of, solution_lens
from visualizer.runs.claims import Claim, theory_of, value_at
from visualizer.runs.families import family_of
from visualizer.runs.pointed import Pointed

_NO_THEORY = "This puzzle is too large, or cannot be written down in a way that proofs are made of."


def prover_in(session: Pointed, *, whole: bool = False) -> Prover | None:
    """Of the puzzle as it stands where the session is, as far as the run knows it, or of the ``whole`` of it, such as a
    total that the run leaves out; None where it has no such form. Kept for a position, with what its solvers learn."""
    state, run = session.state, session.of_run
    key = id(session.puzzle), () if state.moves is None else state.moves.key()
    if session.provers[0] != key:
        session.provers = key, {}
    kept = session.provers[1]
    if whole not in kept:
        puzzle = session.puzzle if state.moves is None else state.position()
        try:
            kept[whole] = Prover(theory_of(puzzle, None if whole else run.form(puzzle)))
        except (PuzzleError, AlgorithmError):
            kept[whole] = None
    return kept[whole]


def show(session: Pointed, chain: Chain) -> None:
    """The current step: said in the band, and drawn on the board."""
    session.stop()
    session.point_at(reason=chain.row.reason)
    session.chain, session.lens = chain, lens_of(chain.row, session.state)
    session.answer(chain.heading, chain.row.sentence)


def _checked(theory: Theory, proof: Proof | None) -> Proof | None:
    """A proof, if it is one: each line is looked at again."""
    return None if proof is None or not proof.lines or faults(theory, proof) else proof


def claim_of(session: Pointed, place: str) -> tuple[Prover, Claim] | None:
    """What is claimed of a place, and what proves it; None where nothing is to be proven."""
    prover = prover_in(session) if session.proves else None
    if prover is None:
        return None
    claim = family_of(session.of_run.algorithm).claim(session.state, prover.theory, place)
    return None if claim is None else (prover, claim)


def prove_why(session: Pointed, place: str, prover: Prover, claim: Claim) -> None:
    """The chain to what is known of the place, seen at its last step."""
    title, theory = f"Why {place}?", prover.theory
    proof = _checked(theory, prover.why(claim.variable, claim.left, claim.supposed))
    if proof is None:
        given = set(theory.domains[claim.variable]) <= set(claim.left)
        session.answer(title, f"{place} is given." if given else
                       "No proof in few steps was found: what the run says rests on more than a short chain shows.")
        return
    show(session, chain_of(title, proof, theory, session.board, back=True))


def values_of(session: Pointed, theory: Theory, place: str) -> tuple[str, list[Value]]:
    """The variable of a place, and the values that can be proposed there, those that nothing says first."""
    part = value_at(theory, place)
    if part is not None:
        return part[0], [part[1]]
    values = theory.domains.get(place, ())
    known = session.state.domains.get(place, ())
    said = known if len(known) == 1 else ()
    order = reversed(values) if values == (0, 1) else values
    return place, [value for value in order if value not in said]


def value_at_all(theory: Theory, place: str) -> bool:
    """Is it a value of a variable, be it left by what is given or not?"""
    return place.rpartition("=")[0] in theory.domains


def propose(session: Pointed, place: str, turn: int, value: Value | None = None) -> None:
    """Proposes a value of a place: this one, or the one whose turn it is."""
    prover, title = prover_in(session, whole=True) or prover_in(session), f"Why not {place}?"
    if prover is None:
        session.answer(title, _NO_THEORY)
        return
    theory = prover.theory
    x, values = values_of(session, theory, place)
    if value is not None and value in theory.domains.get(x, ()):
        values = [value]
    if len(theory.domains.get(x, ())) < 2 or not values:
        known = x in theory.domains or value_at_all(theory, place)
        given = f"What is given decides {place}" if known else f"{place} has no value that could be proposed"
        session.answer(title, f"{given}; point at another place.")
        return
    more = " Shift + W proposes the next value." if len(values) > 1 else ""
    _answer(session, prover, x, values[turn % len(values)], more)


def _answer(session: Pointed, prover: Prover, x: str, value: Value, more: str) -> None:
    """The refutation or the solution."""
    says = session.board.says(x, value)
    title, theory, found = f"Why not {says}?", prover.theory, prover.why_not({x: (value,)})
    if isinstance(found, Proof):
        if _checked(theory, found) is not None:
            chain = chain_of(title, found, theory, session.board, back=False)
            show(session, chain)
            session.answer(chain.heading, f"It is impossible, as the steps show.{more} {chain.row.sentence}")
            return
        found = None
    session.point_at((x,) if x in session.board.layout.places else ())
    if found is not None:
        session.lens = solution_lens(session.state, theory, {x: value}, found)
        text = f"It can be so: here is a whole solution with {says}. It is supposed, not known.{more}"
    elif prover.unknown:
        text = f"Nobody knows here: a SAT solver gave up before it found a solution or that there is none.{more}"
    else:
        text = f"It is impossible: no solution has it, says a SAT solver; no refutation in few steps was found.{more}"
    session.answer(title, text)
