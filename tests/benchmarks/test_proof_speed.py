"""How long why and why not take on an expert's field, and on a formula that nobody would write down by hand;
``--benchmark-enable`` measures, as in test_speed.py.

The limits: a chain 50 ms, a refutation or a solution 200 ms. Each board's prover is kept, as the stage keeps it.
"""

from __future__ import annotations

import random
from itertools import cycle

from pytest_benchmark.fixture import BenchmarkFixture

from algorithms.core import run
from algorithms.counting.mines import mine_probabilities
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.proof import Proof
from algorithms.problems.forms.proof_check import claims, faults
from algorithms.problems.forms.prover import Prover
from algorithms.problems.forms.theory import of_formula
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine

REVEALED = (1, 4, 12, 30, 100, 200, 300)  # from just after the first click to almost finished
CLAUSES = 16_000


def questions(count: int) -> list[tuple[Prover, str, int]]:
    """Fields that are certain, of positions of an expert's board with its total, and what they are."""
    found = []
    for seed in range(count):
        board = Gnomine.read(random=RandomPosition(16, 30, 99, seed, REVEALED[seed % len(REVEALED)]))
        prover = Prover(board.as_theory())
        shares = run(mine_probabilities(board.as_mine_count())).probability
        certain = [x for x, share in shares.items() if share in (0, 1) and len(prover.theory.domains[x]) > 1]
        found += [(prover, x, int(shares[x])) for x in certain[::9]]
    return found


def test_why_on_an_experts_field(benchmark: BenchmarkFixture) -> None:
    """Everything that is certain has a proof, and it is one."""
    asked = questions(3 if benchmark.disabled else 42)
    turns = cycle(asked)
    proofs = []
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda prover, x, value: proofs.append((prover.why(x, (value,)), prover.theory, x, value)),
        setup=lambda: (next(turns), {}), rounds=len(asked))
    assert all(proof and not faults(theory, proof) and claims(proof, x, (value,)) for proof, theory, x, value in proofs)


def answered(prover: Prover, supposed: dict[str, tuple[int]], *, possible: bool) -> bool:
    """Is the answer the right one, and true?"""
    theory, answer = prover.theory, prover.why_not(supposed)
    if isinstance(answer, Proof):
        return not possible and not faults(theory, answer) and answer.lines[-1].breaks
    return answer is not None and possible and all(answer[x] in left for x, left in supposed.items()) and all(
        law.allows([answer[x] for x in law.scope]) for law in theory.laws)


def test_why_not_on_an_experts_field(benchmark: BenchmarkFixture) -> None:
    """As it is asked on the stage, of what is not so and of what is."""
    asked = [(prover, {x: (value if possible else 1 - value,)}, possible)
             for prover, x, value in questions(3 if benchmark.disabled else 42) for possible in (False, True)]
    turns = cycle(asked)
    answers: list[bool] = []

    def ask(prover: Prover, supposed: dict[str, tuple[int]], possible: bool) -> None:
        answers.append(answered(prover, supposed, possible=possible))

    benchmark.pedantic(ask, setup=lambda: (next(turns), {}), rounds=len(asked))  # type: ignore[no-untyped-call]
    assert all(answers)


def test_why_not_in_a_large_formula(benchmark: BenchmarkFixture) -> None:
    """Random clauses, hard ones among them: a proof, a solution, or that nobody knows, in time."""
    dice, many, asked = random.Random(7), CLAUSES // 10 if benchmark.disabled else CLAUSES, []
    for ratio in (3.0, 3.6, 4.26, 6.0):
        count = round(many / ratio)
        clauses = tuple(tuple(x * dice.choice((1, -1)) for x in dice.sample(range(1, count + 1), 3))
                        for _ in range(many))
        names = tuple(f"x{number}" for number in range(1, count + 1))
        prover = Prover(of_formula(CNF(names, clauses, ("",) * many, count)))
        prover.why_not({names[-1]: (1,)})  # the first question makes the solver
        asked += [(prover, x, value) for x in names[:1 if benchmark.disabled else 8] for value in (0, 1)]
    turns = cycle(asked)
    answers: list[bool] = []

    def ask(prover: Prover, x: str, value: int) -> None:
        answers.append(prover.why_not({x: (value,)}) is not None or prover.unknown)

    benchmark.pedantic(ask, setup=lambda: (next(turns), {}), rounds=len(asked))  # type: ignore[no-untyped-call]
    assert all(answers)
