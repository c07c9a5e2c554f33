"""Algorithm 1, its variations (a) to (e), and Algorithm 2 of Neller and Luo, under the names that lessons use.

Source: section 4 of the paper; the search itself, and how it is read, is in :mod:`algorithms.sampling.sampling`. Each
has the paper's lines, by their numbers, with those that the variation changes in their places. They take any form
made of at-least constraints: Clue is only where they come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.events import DuplicateDropped, Estimated, Flipped, RandomlyRestarted, SampleRecorded
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.sampling import SAMPLING
from algorithms.sampling.local_search import Variant
from algorithms.sampling.sampling import Chains, Iterations, SampledMarginals, Tenure, search_and_sample

SOURCE = "Neller and Luo, section 4"
RUNGS = ("choice", "flip", "sample", "estimate")

ALGORITHM_1 = """
 1  Input: at-least clauses, fixed variables, numIter                 # VariablesFixed, =
 2  Output: probability estimates                                     # =
 4  function SearchAndSample(clauses, fixedVarAssignments, numIter)   # =
 5    RandomRestart()                                                 # RandomlyAssigned
 6    if there are no unsatisfied clauses
 7      RecordSample()
 9    tabuTenure = 10                                                 # =
10    lastSampleStep = 0                                              # =
11    for step = 1, 2, …, numIter
12      tabuCutoffStep = max(1, step − tabuTenure, lastSampleStep)
13      if all clauses are satisfied
14        choose a random non-fixed variable                          # VariableDrawn
15      else
16        choose a random unsatisfied clause                          # UnsatisfiedChosen
17        choose a variable from it by the WalkSAT heuristic          # CandidatesScored
19      Flip()                                                        # Flipped
20      if there are no unsatisfied clauses
21        RecordSample()                                              # SampleRecorded
22        lastSampleStep = step                                       # =
24    return tally / number of samples                                # Estimated
"""
LINE_14 = "choose a random non-fixed variable                          # VariableDrawn"
LINE_17 = "choose a variable from it by the WalkSAT heuristic          # CandidatesScored"
LINE_21 = "      RecordSample()                                              # SampleRecorded"
RESTART = "RandomRestart(), and no flip                                # RandomlyRestarted"
UNIQUE = ALGORITHM_1.replace(LINE_21, """\
      if this sample has not already been recorded                # DuplicateDropped
            RecordSample()                                          # SampleRecorded""")

COUNTERS = (
    Counter("flips", Flipped, "flips of a variable, of all chains"),
    Counter("samples", SampleRecorded, "samples that were recorded"),
    Counter("duplicates", SampleRecorded, "of these, samples that had been found before, by any chain",
            lambda event: int(event.visits > 1)),
    Counter("different", SampleRecorded, "samples that had not been found before, by any chain",
            lambda event: int(event.new)),
    Counter("estimates", Estimated, "how often the estimates were written down"),
)
WITH_RESTARTS = (*COUNTERS, Counter("restarts", RandomlyRestarted, "samples that were left by a random restart"))
WITHOUT_DUPLICATES = (*COUNTERS[:2], Counter("dropped", DuplicateDropped, "samples found again, which did not count"),
                      COUNTERS[-1])


VARIANTS: Mapping[str, tuple[Variant, int]] = {
    "clue-sample-1": (Variant(), 10),
    "clue-sample-a": (Variant(restart=1.0), 10),
    "clue-sample-b": (Variant(restart=0.2), 10),
    "clue-sample-c": (Variant(noise=0.2), 10),
    "clue-sample-d": (Variant(unique=True), 10),
    "clue-sample-e": (Variant(unique=True), 2),
    "clue-sample-2": (Variant(unique=True), 2),
}
"""What each changes, and its tabu tenure."""


@algorithm("clue-sample-1", title="Search and sample (Algorithm 1)", family=SAMPLING,
           solves=AtLeastForm, source=f"{SOURCE}, Algorithm 1", pseudocode=ALGORITHM_1, rungs=RUNGS, counters=COUNTERS)
def sample_1(form: AtLeastForm, *, iterations: Iterations = 100_000, tenure: Tenure = 10, chains: Chains = 1,
             rng: Random | None = None, drained: bool = False, choose: Choose = choose) -> Steps[SampledMarginals]:
    """WalkSAT that goes on after each sample, with tabu: a variable flipped at most ``tenure`` steps ago, by the flip
    that led to the last sample or since, is not flipped again to satisfy a constraint, unless all that would are tabu.
    ``chains``: so many searches, each from a start of its own and with so many ``iterations``."""
    return search_and_sample(form, VARIANTS["clue-sample-1"][0], iterations, tenure, chains, rng, drained, choose)


@algorithm("clue-sample-a", title="Search and sample (a): random restart", family=SAMPLING,
           solves=AtLeastForm, source=f"{SOURCE}.2.1", pseudocode=ALGORITHM_1.replace(LINE_14, RESTART), rungs=RUNGS,
           counters=WITH_RESTARTS)
def sample_a(form: AtLeastForm, *, iterations: Iterations = 100_000, tenure: Tenure = 10, chains: Chains = 1,
             rng: Random | None = None, drained: bool = False, choose: Choose = choose) -> Steps[SampledMarginals]:
    """Starts anew, anywhere, after each sample. Options as in ``clue-sample-1``."""
    return search_and_sample(form, VARIANTS["clue-sample-a"][0], iterations, tenure, chains, rng, drained, choose)


@algorithm("clue-sample-b", title="Search and sample (b): random flip or restart", family=SAMPLING,
           solves=AtLeastForm, source=f"{SOURCE}.2.2", rungs=RUNGS, counters=WITH_RESTARTS,
           pseudocode=ALGORITHM_1.replace(LINE_14, f"with probability 0.2: {RESTART}\n        else {LINE_14}"))
def sample_b(form: AtLeastForm, *, iterations: Iterations = 100_000, tenure: Tenure = 10, chains: Chains = 1,
             rng: Random | None = None, drained: bool = False, choose: Choose = choose) -> Steps[SampledMarginals]:
    """Starts anew after every fifth sample or so. Options as in ``clue-sample-1``."""
    return search_and_sample(form, VARIANTS["clue-sample-b"][0], iterations, tenure, chains, rng, drained, choose)


@algorithm("clue-sample-c", title="Search and sample (c): mixed random and heuristic flips", family=SAMPLING,
           solves=AtLeastForm, source=f"{SOURCE}.2.3", rungs=RUNGS, counters=COUNTERS,
           pseudocode=ALGORITHM_1.replace(LINE_17, f"with probability 0.2 any false literal of it, if not tabu"
                                          f"   # AnyTaken\n        else {LINE_17}"))
def sample_c(form: AtLeastForm, *, iterations: Iterations = 100_000, tenure: Tenure = 10, chains: Chains = 1,
             rng: Random | None = None, drained: bool = False, choose: Choose = choose) -> Steps[SampledMarginals]:
    """Every fifth repair or so makes any false literal of the clause true that is not tabu. Options as in
    ``clue-sample-1``."""
    return search_and_sample(form, VARIANTS["clue-sample-c"][0], iterations, tenure, chains, rng, drained, choose)


@algorithm("clue-sample-d", title="Search and sample (d): no duplicates", family=SAMPLING,
           solves=AtLeastForm, source=f"{SOURCE}.2.4", pseudocode=UNIQUE, rungs=RUNGS, counters=WITHOUT_DUPLICATES)
def sample_d(form: AtLeastForm, *, iterations: Iterations = 100_000, tenure: Tenure = 10, chains: Chains = 1,
             rng: Random | None = None, drained: bool = False, choose: Choose = choose) -> Steps[SampledMarginals]:
    """Each sample counts once, however often it is found, and by whichever chain. Options as in ``clue-sample-1``."""
    return search_and_sample(form, VARIANTS["clue-sample-d"][0], iterations, tenure, chains, rng, drained, choose)


@algorithm("clue-sample-e", title="Search and sample (e): no duplicates, short tabu tenure", family=SAMPLING,
           solves=AtLeastForm, source=f"{SOURCE}.2.5", rungs=RUNGS,
           pseudocode=UNIQUE.replace("tabuTenure = 10", "tabuTenure = 2"), counters=WITHOUT_DUPLICATES)
def sample_e(form: AtLeastForm, *, iterations: Iterations = 100_000, tenure: Tenure = 2, chains: Chains = 1,
             rng: Random | None = None, drained: bool = False, choose: Choose = choose) -> Steps[SampledMarginals]:
    """As (d), with another ``tenure``: the paper tried 1, 2, 3, 4, 8 and 10, and 2 did best."""
    return search_and_sample(form, VARIANTS["clue-sample-e"][0], iterations, tenure, chains, rng, drained, choose)


@algorithm("clue-sample-2", title="Best search and sample (Algorithm 2)", family=SAMPLING,
           solves=AtLeastForm, source=f"{SOURCE}.3, Algorithm 2",
           pseudocode=UNIQUE.replace("tabuTenure = 10", "tabuTenure = 2"), rungs=RUNGS, counters=WITHOUT_DUPLICATES)
def sample_2(form: AtLeastForm, *, iterations: Iterations = 100_000, tenure: Tenure = 2, chains: Chains = 1,
             rng: Random | None = None, drained: bool = False, choose: Choose = choose) -> Steps[SampledMarginals]:
    """Algorithm 1 with both changes that helped, which is variation (e). Options as in ``clue-sample-1``."""
    return search_and_sample(form, VARIANTS["clue-sample-2"][0], iterations, tenure, chains, rng, drained, choose)
