"""The search of :mod:`algorithms.sampling.sampling` once more, for runs that nobody looks at: they flip by millions.

It makes the same draws, so that the same seed leads through the same assignments to the same samples, and tells the
same events; tests hold it to that. Experiments, which ask for the last estimate alone, have it without events.

Sets of literals and of constraints are ints, so that a break count is an intersection and a count of bits.

    v        a variable that is not fixed, from 0          i        a constraint, from 0
    literal  2v is the variable v, and 2v + 1 its negation
    slack    of a constraint: true literals − minimum; below 0 it is unsatisfied
    critical the set of constraints with slack 0: one true literal less, and they are unsatisfied
    against  for each literal the set of constraints in which its complement occurs
    false    the set of false literals: it says what the assignment is
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from algorithms.core import Event, Steps, run
from algorithms.events import (
    AnyTaken,
    CandidatesScored,
    DuplicateDropped,
    Estimated,
    Flipped,
    RandomlyAssigned,
    RandomlyRestarted,
    SampleRecorded,
    UnsatisfiedChosen,
    VariableDrawn,
)
from algorithms.sampling.local_search import Reduced, Variant
from algorithms.sampling.samples import Record, as_number

MOST_REMEMBERED = 100_000
"""Situations of constraints that are remembered; then it begins anew."""


@dataclass(slots=True)
class Choice:
    """Which of the false literals of an unsatisfied constraint to make true.

    names:    of the variables of all     breaks: of each, how many constraints its flip would make unsatisfied
    tabu:     those flipped a short time ago     free: the others, or all where all are tabu
    best:     those of the free ones that break least
    said:     the event that tells it, once there is one
    """

    names: tuple[str, ...]
    breaks: tuple[int, ...]
    tabu: tuple[int, ...]
    free: tuple[int, ...]
    best: tuple[int, ...]
    said: Event | None = None


class Offer(NamedTuple):
    """The false literals that an unsatisfied constraint offers.

    names:   of their variables
    around:  the constraints in which the complements of these literals occur
    choices: by the critical ones of these and the literals that are tabu
    """

    literals: tuple[int, ...]
    around: int
    choices: dict[tuple[int, tuple[int, ...]], Choice]
    names: tuple[str, ...]


class FastAssignment:
    """The constraints of a search, and what follows for them from an assignment of all free variables.

    Literals are numbered: 2v is the variable v, from 0, and 2v + 1 its negation. Sets of them, and of constraints, are
    ints. A search comes back to the same few situations, so what constraints offer in them is remembered.
    """

    def __init__(self, form: Reduced) -> None:
        self.names, self.size = form.names, len(form.names)
        self.minimum = [minimum for _, minimum in form.constraints]
        self.literals = [tuple(2 * abs(x) - 2 + (x < 0) for x in literals) for literals, _ in form.constraints]
        self.masks = [sum(1 << literal for literal in literals) for literals in self.literals]
        self.bit = [1 << i for i in range(len(self.minimum))]
        occurs: list[list[int]] = [[] for _ in range(2 * self.size)]
        for i, literals in enumerate(self.literals):
            for literal in literals:
                occurs[literal].append(i)
        self.occurs = [tuple(some) for some in occurs]
        self.against = [sum(self.bit[i] for i in occurs[literal ^ 1]) for literal in range(2 * self.size)]
        self.both = [3 << (literal & ~1) for literal in range(2 * self.size)]
        self.false = self.critical = 0
        self.slack = [0] * len(self.minimum)
        self.unsatisfied: list[int] = []
        self.where = [0] * len(self.minimum)
        self.offers: dict[int, Offer] = {}

    def assign(self, values: Sequence[bool]) -> None:
        """Gives each variable its value. Lists are changed in place: a search holds them."""
        self.false = as_number(values)
        self.slack[:] = [sum(not self.false >> literal & 1 for literal in literals) - minimum
                         for literals, minimum in zip(self.literals, self.minimum, strict=True)]
        self.unsatisfied[:] = [i for i, slack in enumerate(self.slack) if slack < 0]
        for place, i in enumerate(self.unsatisfied):
            self.where[i] = place
        self.critical = sum(self.bit[i] for i, slack in enumerate(self.slack) if slack == 0)

    def offer(self, i: int, false: int) -> Offer:
        """What the constraint offers where these literals are false, for the first time."""
        if len(self.offers) > MOST_REMEMBERED:
            self.offers.clear()
        key = self.masks[i] & false
        literals = tuple([literal for literal in self.literals[i] if key >> literal & 1])
        around = 0
        for literal in literals:
            around |= self.against[literal]
        self.offers[key] = offer = Offer(
            literals, around, {}, tuple([self.names[literal >> 1] for literal in literals]))
        return offer

    def choice(self, offer: Offer, critical: int, tabu: tuple[int, ...]) -> Choice:
        """The WalkSAT heuristic, for the first time in this situation. The break count of a literal: the critical
        constraints that lose a true literal when that one becomes true."""
        breaks = tuple([(self.against[literal] & critical).bit_count() for literal in offer.literals])
        free = tuple([literal for literal in offer.literals if literal not in tabu]) or offer.literals
        of = dict(zip(offer.literals, breaks, strict=True))
        fewest = min([of[literal] for literal in free])
        best = tuple([literal for literal in free if of[literal] == fewest])
        offer.choices[critical & offer.around, tabu] = choice = Choice(offer.names, breaks, tabu, free, best)
        return choice


class FastChain:
    """One search: where it is, and what it has found.

    last_flip: for each literal the step of the last flip of its variable; 0 where there was none
    told:      does anybody ask for its events? Otherwise none is made
    """

    def __init__(self, form: Reduced, number: int, variant: Variant, tenure: int, kept: Record, rng: Random,
                 told: bool = True) -> None:
        self.form, self.number, self.tenure, self.rng, self.told = form, number, tenure, rng, told
        self.restart, self.noise, self.kept = variant.restart, variant.noise, kept
        self.state = FastAssignment(form)
        self.step = 0
        self.last_sample = 1  # the cutoff is never below 1: a variable that was not flipped is not tabu
        self.last_flip = [0] * (2 * len(form.names))
        self._samples: dict[int, tuple[str, ...]] = {}
        self._drawn = [VariableDrawn(number, name) for name in form.names]
        self._chosen = [UnsatisfiedChosen(number, i) for i in form.numbers]
        self._flips: list[dict[int, Flipped]] = [{} for _ in self.last_flip]

    def begin(self) -> Steps[None]:
        """Lines 5 to 8."""
        self.assign_randomly()
        if self.told:
            yield RandomlyAssigned(self.number, self._true(self.state.false), len(self.state.unsatisfied))
        if not self.state.unsatisfied and (event := self.record(self.state.false)):
            yield event

    def walk(self, iterations: int) -> Steps[None]:
        """Lines 11 to 24, for so many more steps, all in one place."""
        state, last_flip, random, noise, tenure = self.state, self.last_flip, self.rng.random, self.noise, self.tenure
        false, critical, unsatisfied, slack = state.false, state.critical, state.unsatisfied, state.slack
        where, masks, offers, bit, occurs = state.where, state.masks, state.offers, state.bit, state.occurs
        last_sample, both, told, chosen, flips = self.last_sample, state.both, self.told, self._chosen, self._flips
        for step in range(self.step + 1, self.step + iterations + 1):
            if unsatisfied:
                cutoff = last_sample if last_sample > step - tenure else step - tenure  # faster than max()
                i = unsatisfied[int(random() * len(unsatisfied))]
                literals, around, choices, _ = offer = offers.get(masks[i] & false) or state.offer(i, false)
                tabu: tuple[int, ...] = ()
                for literal in literals:
                    if last_flip[literal] >= cutoff:
                        tabu += (literal,)
                choice = choices.get((critical & around, tabu)) or state.choice(offer, critical, tabu)
                noisy = noise and random() < noise
                best = choice.free if noisy else choice.best
                literal = best[int(random() * len(best))] if len(best) > 1 else best[0]
                if told:
                    yield chosen[i]
                    yield self._any(literal) if noisy else choice.said or self._scored(choice)
            else:
                literal, event = self.leave(false)
                if event:
                    yield event
            if literal >= 0:  # flip, and update data structures
                false ^= both[literal]
                last_flip[literal] = last_flip[literal ^ 1] = step
                for i in occurs[literal ^ 1]:
                    slack[i] = left = slack[i] - 1
                    if left == 0:
                        critical |= bit[i]
                    elif left == -1:
                        critical ^= bit[i]
                        where[i] = len(unsatisfied)
                        unsatisfied.append(i)
                for i in occurs[literal]:
                    slack[i] = left = slack[i] + 1
                    if left == 1:
                        critical ^= bit[i]
                    elif left == 0:
                        critical |= bit[i]
                        unsatisfied[where[i]] = other = unsatisfied[-1]
                        where[other] = where[i]
                        unsatisfied.pop()
                if told:
                    yield flips[literal].get(len(unsatisfied)) or self._flipped(literal)
            else:
                false, critical = state.false, state.critical
            if not unsatisfied:
                last_sample = step
                if event := self.record(false):
                    yield event
        self.step, self.last_sample, state.false, state.critical = step, last_sample, false, critical

    def leave(self, false: int) -> tuple[int, Event | None]:
        """Line 14, and RandomRestart() in its place in variations (a) and (b): the literal to make true, or −1."""
        if self.restart and self.rng.random() < self.restart:
            self.assign_randomly()
            true, left = self._true(self.state.false), len(self.state.unsatisfied)
            return -1, RandomlyRestarted(self.number, true, left) if self.told else None
        v = int(self.rng.random() * self.state.size)
        return 2 * v + 1 - (false >> 2 * v & 1), self._drawn[v] if self.told else None

    def record(self, false: int) -> Event | None:
        """RecordSample(). All chains write into one record."""
        visits, counts = self.kept.add(self.number, false)
        if not self.told:
            return None
        sample = self._samples.get(false)
        if sample is None:
            sample = self._samples[false] = self._true(false)
        return (SampleRecorded if counts else DuplicateDropped)(self.number, sample, visits)

    def assign_randomly(self) -> None:
        """RandomRestart(): each variable true or false, as likely."""
        self.state.assign([self.rng.random() < 0.5 for _ in range(self.state.size)])

    def _true(self, false: int) -> tuple[str, ...]:
        """The names of the variables that are true where these literals are false."""
        return tuple([name for v, name in enumerate(self.form.names) if not false >> 2 * v & 1])

    def _scored(self, choice: Choice) -> Event:
        """What the candidates were; the event is kept, because a long run has few different ones."""
        tabu = tuple([self.form.names[literal >> 1] for literal in choice.tabu])
        choice.said = event = CandidatesScored(self.number, choice.names, choice.breaks, tabu)
        return event

    def _any(self, literal: int) -> Event:
        return AnyTaken(self.number, self.form.names[literal >> 1])

    def _flipped(self, literal: int) -> Event:
        """The flip that leaves so many constraints unsatisfied; this event is kept, too."""
        left = len(self.state.unsatisfied)
        event = self._flips[literal][left] = Flipped(self.number, self.form.names[literal >> 1], 1 - literal % 2, left)
        return event


def searched(form: Reduced, variant: Variant, iterations: int, tenure: int, chains: int, rng: Random) -> Estimated:
    """The last estimate of :func:`algorithms.sampling.sampling.search_and_sample`, without an event on the way."""
    record = Record(form.names, variant.unique, chains)
    walks = [FastChain(form, number, variant, tenure, record, Random(rng.getrandbits(64)), told=False)
             for number in range(1, chains + 1)]
    collecting = gc.isenabled()
    gc.disable()  # nothing here makes cycles; it would look at all samples again and again
    try:
        for walk in walks:
            run(walk.begin())
            if form.names:
                run(walk.walk(iterations))
    finally:
        if collecting:
            gc.enable()
    return record.estimated(iterations)
