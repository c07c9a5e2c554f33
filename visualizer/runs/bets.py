"""Bets: where all that may be chosen is right, and only chance tells what comes of it, a choice and the one of the
algorithm are played on over the same seeds, and compared pair by pair."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import comb, inf
from typing import Any

from algorithms.core import AlgorithmError, Event
from algorithms.long_work import checkpoint
from scenarios.choices import Offer, replay
from visualizer.runs.lanes import Run

SEEDS = 20
_CHANCE = 0.05  # a difference that chance alone makes less often than that is more than chance


@dataclass(frozen=True)
class Bet:
    """How long a run is played on, and what it is worth then: the less, the better.

    until: a kind of event; so ``many`` of them end it, if it does not end before
    worth: what the last one says
    what:  that, in words
    """

    until: type[Event]
    many: int
    worth: Callable[[Any], float]
    what: str


def judged(bet: Bet, run: Run, offer: Offer, name: str) -> str:
    """How often the choice did better, and how often that of the algorithm, each pair from the same seed."""
    better = worse = 0
    for seed in range(1, SEEDS + 1):
        mine, other = (_played(bet, run, offer, wish, seed) for wish in (name, offer.taken))
        better, worse = better + (mine < other), worse + (mine > other)
    same = SEEDS - better - worse
    return (f"A bet, over {SEEDS} seeds: {bet.what} is lower with {offer.kind} {name} in {better}, with {offer.taken} "
            f"in {worse}, and equal in {same}{_verdict(better, worse)}")


def _verdict(better: int, worse: int) -> str:
    """Is that more than chance? By the sign test."""
    if better == worse:
        return "."
    chance = sign_test(better, worse)
    return ": so far, no more than chance." if chance > _CHANCE else f": hardly chance (p = {chance:.2g})."


def sign_test(better: int, worse: int) -> float:
    """How often a fair coin would be as uneven, either way."""
    of = better + worse
    tail = sum(comb(of, k) for k in range(min(better, worse) + 1))
    return min(1.0, tail / 2.0 ** (of - 1))


def _played(bet: Bet, run: Run, offer: Offer, wish: str, seed: int) -> float:
    """What the run comes to with that choice, and all that is drawn behind it from that seed."""
    steps, chooser = replay(run.start, run.chooser, offer.at - run.at, wish, seed, offer.choices)
    chooser.count(lambda: 0)
    last, left = inf, bet.many
    with suppress(AlgorithmError):
        for event in steps:
            if isinstance(event, bet.until):
                last, left = bet.worth(event), left - 1
                checkpoint(f"seed {seed} of {SEEDS}")
                if not left:
                    break
    return last
