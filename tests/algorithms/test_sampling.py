"""Search and sample: every event against a plain reading of Algorithm 1; samples, estimates and their errors."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Mapping
from itertools import product
from random import Random
from statistics import mean

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from algorithms.core import Algorithm, AlgorithmError, Choose, Event, algorithms, choose, find_algorithm, run, trace
from algorithms.counting.clue_states import later_states
from algorithms.events import (
    AnyTaken,
    CandidatesScored,
    DuplicateDropped,
    Flipped,
    RandomlyAssigned,
    RandomlyRestarted,
    SampleRecorded,
    UnsatisfiedChosen,
    VariableDrawn,
    VariablesFixed,
)
from algorithms.problems.clue.deal import simulate
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm
from algorithms.sampling.fast import FastChain
from algorithms.sampling.local_search import Variant, certain_literals, reduce
from algorithms.sampling.samples import Record, as_number
from algorithms.sampling.sampling import Chain, SampledMarginals
from kit.clue_games import small_games, table_1

VARIANTS = ("1", "a", "b", "c", "d", "e", "2")
WALKS = [f"clue-sample-{name}" for name in VARIANTS]


def sampler(name: str) -> Algorithm:
    return find_algorithm(name)


@st.composite
def forms(draw: st.DrawFn) -> AtLeastForm:
    """A few at-least constraints over a few variables; some have no model."""
    size = draw(st.integers(1, 6))
    names = tuple("pqrstu"[:size])
    constraints = []
    for _ in range(draw(st.integers(0, 6))):
        variables = draw(st.lists(st.integers(1, size), min_size=1, max_size=size, unique=True))
        literals = tuple(v if draw(st.booleans()) else -v for v in variables)
        constraints.append(AtLeast(literals, draw(st.integers(1, max(1, len(literals) - 1)))))
    return AtLeastForm(names, tuple(constraints), ("",) * len(constraints), size)


def satisfied(form: AtLeastForm, values: Mapping[str, int]) -> list[bool]:
    return [sum(values[form.names[abs(x) - 1]] == (x > 0) for x in literals) >= minimum
            for literals, minimum in form.constraints]


def models(form: AtLeastForm) -> list[dict[str, int]]:
    every = (dict(zip(form.names, row, strict=True)) for row in product((0, 1), repeat=len(form.names)))
    return [values for values in every if all(satisfied(form, values))]


# --- what is fixed ---------------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(forms())
def test_what_is_fixed_holds_in_all_models_and_nothing_else_does(form: AtLeastForm) -> None:
    found, every = certain_literals(form), models(form)
    if not every:
        assert found is None
        return
    assert found is not None
    certain = {form.word(literal) for literal in found}
    for name in form.names:
        values = {values[name] for values in every}
        assert (name in certain, "¬" + name in certain) == (values == {1}, values == {0})
    reduced = reduce(form, found)
    assert len(reduced.names) + len(found) == len(form.names)
    small = AtLeastForm(reduced.names, reduced.constraints, ("",) * len(reduced.constraints), len(reduced.names))
    assert len(models(small)) == len(every)


# --- every step ------------------------------------------------------------------------------------------------------


class Reader:
    """Replays the events of one chain by the definitions, without any of the data that the search keeps."""

    def __init__(self, form: AtLeastForm, tenure: int) -> None:
        self.form, self.tenure = form, tenure
        self.values: dict[str, int] = {}
        self.fixed: frozenset[str] = frozenset()
        self.step = 0
        self.last_sample = 0
        self.last_flip: dict[str, int] = {}
        self.offered: set[str] = set()
        self.chosen: set[str] = set()
        self.found: Multiset[tuple[str, ...]] = Multiset()
        self.recorded: list[tuple[str, ...]] = []

    def unsatisfied(self) -> list[int]:
        return [i for i, holds in enumerate(satisfied(self.form, self.values), 1) if not holds]

    def breaks(self, name: str) -> int:
        flipped = self.values | {name: 1 - self.values[name]}
        before, after = satisfied(self.form, self.values), satisfied(self.form, flipped)
        return sum(was and not is_ for was, is_ in zip(before, after, strict=True))

    def read(self, event: Event) -> None:
        match event:
            case VariablesFixed(literals):
                for word in literals:
                    self.values[word.lstrip("¬")] = int(word[0] != "¬")
                self.fixed = frozenset(self.values)
            case RandomlyAssigned() | RandomlyRestarted():
                self.step += isinstance(event, RandomlyRestarted)
                for name in self.form.names:
                    if name not in self.fixed:
                        self.values[name] = int(name in event.true)
                assert event.unsatisfied == len(self.unsatisfied())
            case VariableDrawn(_, variable):
                assert self.unsatisfied() == []
                assert variable not in self.fixed
                self.chosen = {variable}
            case UnsatisfiedChosen(_, constraint):
                assert constraint in self.unsatisfied()
                numbers = self.form.constraints[constraint - 1].literals
                self.offered = {self.form.names[abs(x) - 1] for x in numbers
                                if self.values[self.form.names[abs(x) - 1]] != (x > 0)} - self.fixed
            case AnyTaken(_, variable):
                tabu = self.tabu()
                assert variable in (self.offered - tabu or self.offered)
                self.chosen = {variable}
            case CandidatesScored():
                self.scored(event)
            case Flipped():
                self.step += 1
                assert event.variable in self.chosen
                self.values[event.variable] ^= 1
                self.last_flip[event.variable] = self.step
                assert (event.value, event.unsatisfied) == (self.values[event.variable], len(self.unsatisfied()))
            case SampleRecorded() | DuplicateDropped():
                assert self.unsatisfied() == []
                self.sample(event)

    def tabu(self) -> set[str]:
        """Line 12."""
        cutoff = max(1, self.step + 1 - self.tenure, self.last_sample)
        return {name for name in self.offered if self.last_flip.get(name, 0) >= cutoff}

    def scored(self, event: CandidatesScored) -> None:
        """Line 17."""
        assert set(event.candidates) == self.offered
        breaks = dict(zip(event.candidates, event.breaks, strict=True))
        assert breaks == {name: self.breaks(name) for name in self.offered}
        assert set(event.tabu) == self.tabu()
        free = {name for name in self.offered if name not in event.tabu} or self.offered
        self.chosen = {name for name in free if breaks[name] == min(breaks[other] for other in free)}

    def sample(self, event: SampleRecorded | DuplicateDropped) -> None:
        true = tuple(name for name in self.form.names if self.values[name] and name not in self.fixed)
        self.found[true] += 1
        assert (event.sample, event.visits) == (true, self.found[true])
        self.last_sample = self.step
        if isinstance(event, SampleRecorded):
            self.recorded.append(true)
        else:
            assert event.visits > 1


@pytest.mark.parametrize("name", WALKS)
@settings(max_examples=15, deadline=None)
@given(form=forms(), seed=st.integers(0, 99))
def test_every_step_is_one_of_the_paper(name: str, form: AtLeastForm, seed: int) -> None:
    check_run(name, form, seed, 60)


@pytest.mark.parametrize("name", WALKS)
def test_every_step_on_clue(name: str) -> None:
    check_run(name, table_1().as_at_least(), 1, 200)


def check_run(name: str, form: AtLeastForm, seed: int, iterations: int, choose: Choose = choose) -> None:
    algorithm = sampler(name)
    events, answer = trace(algorithm.start(form, {"iterations": iterations}, seed, choose))
    if not models_exist(form):
        assert (answer.outcome, events) == ("unsatisfiable", [])
        return
    assert answer.outcome == "complete"
    default = algorithm.options["tenure"].default
    assert isinstance(default, int)
    reader = Reader(form, default)
    for event in events:
        assert algorithm.line_of(event) is not None, event
        assert event.sentence().endswith(".")
        reader.read(event)
    free = [x for x in form.names if x not in reader.fixed]
    assert reader.step == (iterations if free else 0)
    assert answer.samples == len(reader.recorded)
    if reader.recorded:
        assert answer.shares == pytest.approx({x: mean(x in true for true in reader.recorded) for x in free})
    if name in ("clue-sample-d", "clue-sample-e", "clue-sample-2"):
        assert len(set(reader.recorded)) == len(reader.recorded)


def models_exist(form: AtLeastForm) -> bool:
    return certain_literals(form) is not None


def test_line_numbers_are_the_papers() -> None:
    lines = [line.text for line in sampler("clue-sample-1").pseudocode]
    at = {line.split()[0]: line for line in lines}
    assert "RandomRestart()" in at["5"]
    assert "tabuTenure = 10" in at["9"]
    assert "Flip()" in at["19"]
    assert "RecordSample()" in at["21"]
    assert any("tabuTenure = 2" in line.text for line in sampler("clue-sample-2").pseudocode)


def test_a_small_game_shows_all_kinds_of_events() -> None:
    """What a lesson must show: each event that the pseudocode names."""
    form = simulate_small().as_at_least()
    for name in WALKS:
        algorithm = sampler(name)
        tags = {tag for line in algorithm.pseudocode for tag in line.tags}
        events, _ = trace(algorithm.start(form, {"iterations": 2000}, 4))
        assert {type(event).__name__ for event in events} == tags, name


def simulate_small() -> Clue:
    return next(state for state, count in later_states(simulate(6, Random(2), play="any cards")) if count > 50)


def test_the_same_seed_gives_the_same_events() -> None:
    form = table_1().as_at_least()
    for name in ("clue-sample-1", "clue-sample-2"):
        runs = [trace(sampler(name).start(form, {"iterations": 500, "chains": 2}, seed))[0] for seed in (3, 3, 4)]
        assert runs[0] == runs[1] != runs[2]


KINDS = st.builds(Variant, st.sampled_from([0.0, 0.2, 1.0]), st.sampled_from([0.0, 0.2]), st.booleans())


@settings(max_examples=150, deadline=None)
@given(st.one_of(forms(), small_games().map(Clue.as_at_least)), KINDS, st.integers(0, 12), st.integers(0, 99))
def test_the_fast_search_takes_the_same_steps(form: AtLeastForm, variant: Variant, tenure: int, seed: int) -> None:
    """After each step the same assignment, the same constraints to draw from, the same samples, the same next draw."""
    certain = certain_literals(form)
    assume(certain is not None and len(certain) < len(form.names))
    assert certain is not None
    reduced = reduce(form, certain)
    records = [Record(reduced.names, variant.unique) for _ in range(3)]
    plain = Chain(reduced, 1, variant, tenure, records[0], Random(seed))
    told, silent = (FastChain(reduced, 1, variant, tenure, record, Random(seed), told=told)
                    for record, told in zip(records[1:], (True, False), strict=True))
    events = [list(chain.begin()) for chain in (plain, told, silent)]
    for _ in range(60):
        assert events[0] == events[1]
        assert events[2] == []
        for fast, record in zip((told, silent), records[1:], strict=True):
            assert as_number(plain.state.values) == fast.state.false
            assert plain.state.unsatisfied == fast.state.unsatisfied
            assert plain.last_flip[1:] == fast.last_flip[::2]
            assert records[0].visits == record.visits
            assert plain.rng.getstate() == fast.rng.getstate()
        events = [list(chain.walk(1)) for chain in (plain, told, silent)]
    assert records[0].estimated(60) == records[1].estimated(60) == records[2].estimated(60)


@settings(max_examples=25, deadline=None)
@given(st.one_of(forms(), small_games().map(Clue.as_at_least)), st.integers(1, 250), st.integers(0, 12),
       st.integers(1, 4), st.integers(0, 99))
def test_drained_the_samplers_tell_the_same(form: AtLeastForm, iterations: int, tenure: int, chains: int,
                                            seed: int) -> None:
    """All seven, event by event, with the same answer, and as many numbers drawn from the generator they are given."""
    for name in WALKS:
        found = []
        for drained in (False, True):
            rng = Random(seed)
            steps = sampler(name)(form, iterations=iterations, tenure=tenure, chains=chains, rng=rng, drained=drained)
            found.append((*trace(steps), rng.getstate()))
        assert found[0] == found[1], name


def test_drained_the_samplers_leave_the_plain_walk_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is slower; and only what nobody looks at may leave it."""
    form, known = simulate_small().as_at_least(), sampler("clue-sample-2")
    plain = trace(known.start(form, {"iterations": 50}, 1))
    monkeypatch.delattr(Chain, "walk")
    assert trace(known.start(form, {"iterations": 50}, 1, drained=True)) == plain
    with pytest.raises(AttributeError, match="walk"):
        run(known.start(form, {"iterations": 50}, 1))


# --- what else it promises -------------------------------------------------------------------------------------------


def test_the_answer_in_plain_types() -> None:
    form = AtLeastForm(("p", "q", "r=1", "r=2", "h"), (AtLeast((1,), 1), AtLeast((3, 4), 1), AtLeast((-3, -4), 1)),
                       ("", "", ""), 4)
    answer = run(sampler("clue-sample-1").start(form, {"iterations": 500, "chains": 3}, 1))
    shown = answer.as_json(form.hidden)
    assert set(shown) == {"marginals", "models", "samples", "intervals"}
    assert shown["models"] is None
    marginals, intervals = shown["marginals"], shown["intervals"]
    assert isinstance(marginals, dict)
    assert isinstance(intervals, dict)
    assert set(marginals) == {"p", "q", "r"}
    assert marginals["p"] == {"1": 1.0}
    assert set(marginals["r"]) == {"1", "2"}
    assert "h" not in intervals
    none = SampledMarginals((), {}, {}, None)
    assert none.as_json(frozenset()) == {"marginals": {}, "models": None, "samples": 0}


@pytest.mark.parametrize(("options", "said"), [({"iterations": 0}, "iterations must be"), ({"tenure": -1}, "tenure"),
                                               ({"chains": 0}, "chains must be")])
def test_options_that_cannot_be(options: dict[str, int], said: str) -> None:
    with pytest.raises(AlgorithmError, match=said):
        run(sampler("clue-sample-1").start(table_1().as_at_least(), options, 0))


def test_a_form_without_a_model() -> None:
    form = AtLeastForm(("p",), (AtLeast((1,), 1), AtLeast((-1,), 1)), ("", ""), 1)
    events, answer = trace(sampler("clue-sample-2").start(form, {}, 0))
    assert (events, answer.outcome) == ([], "unsatisfiable")


def test_they_are_all_there() -> None:
    assert {name for name in algorithms() if name.startswith("clue-sample")} == {*WALKS, "clue-sample-exact"}
