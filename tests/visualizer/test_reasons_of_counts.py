"""What is said against answers about counts, samples, populations and risks: held against all placements, all deals, or
what the events tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations
from operator import ne

import pytest

from algorithms import events as e
from algorithms.core import run
from algorithms.counting.mines import mine_probabilities
from algorithms.genetic import events as g
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.mine_count import MineCount
from algorithms.sampling.samplers import VARIANTS
from kit.clue_games import deals
from kit.known_lessons import known
from kit.reasons import Reason, chosen, hold, reasons, runs
from kit.refusals import text
from scenarios.loader import Scenario, find
from visualizer.families.advice.questions import position
from visualizer.families.genetic.state import PopulationState
from visualizer.runs.bugs import bugs_of
from visualizer.runs.comparison import Comparison, open_timelines
from visualizer.runs.posing import pose, pose_cue
from visualizer.runs.questions import Before, questions_of


def plus(told: str) -> list[set[str]]:
    """Sets of cells or cards, as they are told."""
    return [set() if one == "no mine" else {*one.split(" + ")} for one in told.replace(" and ", ", ").split(", ")]


# --- mines ------------------------------------------------------------------------------------------------------------


def boards() -> Iterator[Scenario]:
    """Small random boards."""
    for seed in range(16):
        yield text("mine-probabilities", f"puzzle: {{kind: gnomine, random: {{rows: 5, columns: 6, mines: 7, "
                                         f"seed: {seed}, reveal: 4}}}}\n")


def around(r: Reason, name: str) -> tuple[int, list[str]]:
    """What a number lacks, and its open fields, by what was settled."""
    number = next(number for number in r.before.form.numbers if number.name == name)
    settled = {x: event.mine for event in r.past if isinstance(event, e.NumberSettled) for x in event.cells}
    return (number.mines - sum(settled.get(x, False) for x in number.among),
            [x for x in number.among if x not in settled])


def lie(r: Reason, mines: set[str], name: str) -> bool:
    """Has a number just its mines?"""
    lacks, open_ = around(r, name)
    return len(mines & {*open_}) == lacks


def component(r: Reason) -> e.ComponentFound:
    return next(event for event in reversed(r.past) if isinstance(event, e.ComponentFound))


def placements(form: MineCount) -> list[set[str]]:
    """All of them, as sets of mines among the fields that numbers touch."""
    cells = sorted({x for number in form.numbers for x in number.among})
    every = chain.from_iterable(combinations(cells, size) for size in range(len(cells) + 1))
    return [{*mines} for mines in every
            if all(len({*mines} & {*number.among}) == number.mines for number in form.numbers)]


def test_what_mines_do_not_say() -> None:
    every = [*runs("placements"), *chosen(*boards())]
    hold(reasons("NumberSettled.number", iter(every)), {
        r"(\S+) lacks (\d+) mines?, and has (\d+) open fields: some are mines, and some are not\.":
        lambda r, name, lacks, count: name == r.candidate and 0 < int(lacks) < int(count)
        and (int(lacks), int(count)) == (around(r, name)[0], len(around(r, name)[1]))})
    hold(reasons("PlacementsCounted.count", iter(every)), {
        r"There are more ways: (.+)\.": lambda r, told: r.candidate < r.event.count
        and len({frozenset(one) for one in plus(told)}) == len(plus(told)) <= r.event.count
        and all(len(one) == r.event.mines and all(lie(r, one, name) for name in component(r).numbers)
                for one in plus(told)),
        r"There are fewer ways: with (.+), (\S+) would not hold\.":
        lambda r, told, name: r.candidate > r.event.count and not lie(r, plus(told)[0], name)
        and len(*plus(told)) == r.event.mines and name in component(r).numbers})


def share(r: Reason, told: str, every: str, parts: str = "1") -> bool:
    return r.candidate == Fraction(told) and (Fraction(told) * int(every.replace(",", ""))).denominator > 1


NO_SHARE = r"There are ([\d,]+) {}: (\S+) of them is no whole number\."
SHARE = r"That would be ([\d,]+) of ([\d,]+) {}; (more|fewer) have {}\."


def figure(told: str) -> int:
    return int(told.replace(",", ""))


def test_in_which_share_no_mine_lies() -> None:
    """The true share is that of the test of the counts; here: is the total right, and on which side is the answer?"""
    every = [*runs("placements"), *chosen(*boards())]

    def models(r: Reason) -> int:
        return next(event.models for event in r.past if isinstance(event, e.ModelsCounted))

    hold(reasons("ProbabilityFound.probability", iter(every)), {
        NO_SHARE.format("placements"): lambda r, n, told: figure(n) == models(r) and share(r, told, n),
        SHARE.format("placements", r"a mine at (\S+)"): lambda r, k, n, than, x: figure(n) == models(r)
        and Fraction(figure(k), figure(n)) == r.candidate and x in r.event.cells
        and (run(mine_probabilities(r.before.form)).probability[x] > r.candidate) == (than == "more")})


# --- deals ------------------------------------------------------------------------------------------------------------

DECK = "suspects: [mu, pl, gr], weapons: [kn, ca, re], rooms: [ha, lo, di, ki]"


def game(seed: int) -> str:
    """A small one."""
    return f"puzzle: {{kind: clue, random: {{players: 3, seed: {seed}, events: {3 + seed % 6}}}, {DECK}}}\n"


def games(algorithm: str) -> Iterator[Scenario]:
    """Some of them."""
    return (text(algorithm, game(seed)) for seed in range(8))


def legal(r: Reason, told: set[str]) -> bool:
    """By what the log says of the place alone."""
    clue, place = r.before.run.puzzle, r.event.place
    assert isinstance(clue, Clue)
    hand = told | {card for card, left in r.before.state.domains.items() if left == (place,)}
    if place == "cf":
        kinds = [clue.deck.category[card] for card in hand]
        wrong = [{*line.cards} for line in clue.events if line.accuse is not None and not line.correct]
        return len({*kinds}) == len(kinds) and hand not in wrong
    return all({*line.cards} & hand for line in clue.events if line.refute == place)


def test_how_many_hands_there_are_not_and_in_which_share_a_card_is_not() -> None:
    every_game = list(chosen(*games("clue-exact")))
    hold(reasons("HandsCounted.hands", iter(every_game)), {
        r"There are more, as (.+) (?:is|are) legal\.":
        lambda r, told: r.candidate < r.event.hands and len(plus(told)) == r.candidate + 1
        and all(legal(r, one) and len(one) == r.event.size for one in plus(told)),
        r"There are more than (\d+); (.+) is one of them\.":
        lambda r, n, told: int(n) == r.candidate < r.event.hands and legal(r, *plus(told)),
        r"There are fewer: (.+), for one, contradicts what is known of (\S+)\.":
        lambda r, told, place: r.candidate > r.event.hands and not legal(r, *plus(told)) and place == r.event.place,
        r"There are not so many hands of (\d+) out of (\d+) cards\.":
        lambda r, size, n: (int(size), int(n)) == (r.event.size, len(r.event.cards)) and r.candidate > r.event.hands})

    known: dict[int, list[Mapping[str, str]]] = {}  # by the puzzle, which its run keeps

    def every(r: Reason) -> list[Mapping[str, str]]:
        clue = r.before.run.puzzle
        assert isinstance(clue, Clue)
        if id(clue) not in known:
            known[id(clue)] = deals(clue)
        return known[id(clue)]

    def at(r: Reason) -> Fraction:
        return Fraction(sum(deal[r.event.cards[0]] == r.event.place for deal in every(r)), len(every(r)))

    hold(reasons("MarginalFound.probability", iter(every_game)), {
        NO_SHARE.format("deals"): lambda r, n, told: figure(n) == len(every(r)) and share(r, told, n),
        SHARE.format("deals", r"(\S+) at (\S+)"): lambda r, k, n, than, card, place: figure(n) == len(every(r))
        and Fraction(figure(k), figure(n)) == r.candidate and (card, place) == (r.event.cards[0], r.event.place)
        and (at(r) > r.candidate) == (than == "more")})


# --- samples ----------------------------------------------------------------------------------------------------------


def scored(r: Reason) -> e.CandidatesScored:
    return next(event for event in reversed(r.past) if isinstance(event, e.CandidatesScored))


def breaks(r: Reason, x: str) -> int:
    return scored(r).breaks[scored(r).candidates.index(x)]


def test_what_a_walk_does_not_do() -> None:
    walks = [pair for name in VARIANTS for pair in chosen(*list(games(name))[:2])]
    hold(reasons("Flipped.variable", iter(walks), 60), {
        r"(\S+) was flipped a short time ago: it is tabu\.": lambda r, x: x == r.candidate and x in scored(r).tabu,
        r"The flip of (\S+) would break (\d+) constraints?, and that of another one fewer\.":
        lambda r, x, n: x == r.candidate and breaks(r, x) == int(n) > min(
            breaks(r, y) for y in scored(r).candidates if y not in scored(r).tabu or {*scored(r).tabu} >= {
                *scored(r).candidates})})

    def restarts(r: Reason) -> float:
        return VARIANTS[r.before.run.algorithm.name][0].restart

    hold(reasons("RandomlyRestarted.kind", iter(walks), 60), {
        r"All constraints are satisfied: there is none to mend\.": lambda r: isinstance(
            r.past[-1], e.SampleRecorded | e.DuplicateDropped | e.Estimated),
        r"This variation begins anew after each sample, and draws no single variable\.": lambda r: restarts(r) == 1,
        r"This variation never begins anew\.": lambda r: restarts(r) == 0})


def test_how_often_a_deal_was_found() -> None:
    """Asked only where the walk has come back to the deal that it left; told from all samples so far."""
    walks = list(chosen(*(text(name, game(seed), "options: {tenure: 0}\n")
                          for name in ("clue-sample-1", "clue-sample-c") for seed in range(3))))
    hold(reasons("SampleRecorded.visits", iter(walks), 60), {
        r"When the walk left this deal, it had been found (\d+) times?\.":
        lambda r, n: int(n) == found(r) == r.event.visits - 1 and r.candidate != r.event.visits})


def found(r: Reason) -> int:
    """How often that deal was found before, if it was the last one."""
    samples = [event.sample for event in r.past if isinstance(event, e.SampleRecorded)]
    return samples.count(r.event.sample) if samples[-1] == r.event.sample else -1


def test_two_beliefs_about_samples_are_answers_of_lesson_75() -> None:
    """With each of some seeds a walk without tabu has fewer deals than samples, and its deals do not come alike."""
    scenario = known(find("a-sampler-without-tabu"))
    director = Comparison(scenario).director
    while director.look_ahead():
        pass
    posed = [pose_cue(scenario, director, cue) for cue, one in enumerate(scenario.script) if one.ask is not None]
    beliefs = {option.belief: option.text for one in posed if one is not None for option in one.question.options}
    assert beliefs["more samples are better"] == "740" and beliefs["all deals come alike"] == "1"
    named = {belief.name: belief for belief in questions_of(scenario.runs[0].algorithm).misconceptions}
    for seed in (0, 1, 6):  # those with six deals, and more
        run, timeline = next(chosen(
            text("clue-sample-1", game(seed), "options: {tenure: 0, iterations: 400}\n"), seed=seed))
        before = Before(timeline.at(0), run)
        last = [event for event in timeline.events if isinstance(event, e.Estimated)][-1]
        expected = named["more samples are better"].deviate(before, last)
        assert isinstance(expected, e.Estimated) and expected.distinct == last.samples > last.distinct
        samples = [event for event in timeline.events if isinstance(event, e.SampleRecorded)]
        clue, most = run.puzzle, Counter(event.sample for event in samples).most_common(1)[0][1]
        assert isinstance(clue, Clue) and most > 3 * len(samples) / len(deals(clue))  # so often if they came alike


@pytest.mark.parametrize("name", ["clue-sample-1", "clue-sample-2", "clue-sample-d"])
def test_what_is_believed_of_samples_is_proved_wrong_and_nothing_that_is_so(name: str) -> None:
    run, timeline = next(chosen(text(name, game(1), "options: {tenure: 0, iterations: 300}\n")))
    named = {belief.name: belief for belief in questions_of(run.algorithm).misconceptions}
    planted = 0
    for at, event in enumerate(timeline.events):
        before = Before(timeline.at(at), run)
        assert bugs_of(run.algorithm).wrong(before, event) is None
        for belief in ("all deals come alike", "more samples are better"):
            expected = named[belief].deviate(before, event)
            if expected not in (None, event) and (wrong := bugs_of(run.algorithm).wrong(before, expected)) is not None:
                planted += 1
                assert re.search(r" found (\d+) times? by then|^(\d+) deals? (was|were) found", wrong.text)
    assert planted > 20 or name != "clue-sample-1"


# --- populations ------------------------------------------------------------------------------------------------------


def parents(r: Reason) -> set[int]:
    """Those of the child that is born."""
    last = next(event for event in reversed(r.past) if isinstance(event, g.Crossed | g.Copied))
    return {last.parent} if isinstance(last, g.Copied) else {last.first, last.second}


def test_what_a_population_does_not_come_to() -> None:
    every = list(runs("genetic", 40_000))
    hold(reasons("Born.fitness", iter(every), 40), {
        r"That is the fitness of parent (\d+), from which the child differs in (\d+) genes?\.":
        lambda r, number, n: int(number) in parents(r) and r.before.of(PopulationState).fitness[int(number) - 1]
        == r.candidate and sum(map(ne, r.event.genes, r.before.of(PopulationState).genes[int(number) - 1])) == int(n)})

    def best(r: Reason) -> int:
        return next(event.best for event in reversed(r.past) if isinstance(event, g.GenerationEnded))

    hold(reasons("GenerationEnded.best", iter(every), 40), {
        r"Nobody in the list has a fitness of (\d+), or less\.": lambda r, n: int(n) == r.candidate < r.event.best,
        r"The best before had (\d+), and has stayed: it cannot be worse\.":
        lambda r, n: int(n) == best(r) < r.candidate and r.event.best <= int(n),
        r"A child has come to less than (\d+)\.": lambda r, n: r.event.best < int(n) == r.candidate
        and any(event.fitness < int(n) for event in born_since(r))})


def born_since(r: Reason) -> list[g.Born]:
    """The children of the generation under way."""
    last = max(at for at, event in enumerate(r.past) if isinstance(event, g.GenerationEnded))
    return [event for event in r.past[last:] if isinstance(event, g.Born)]


# --- a player ---------------------------------------------------------------------------------------------------------


def sure(r: Reason, x: str) -> set[bool]:
    """Where there can be a mine there, and where none."""
    form = position(r.before).as_mine_count()
    left = {x for number in form.numbers for x in number.among}
    fit = [mines for mines in placements(form)
           if form.mines is None or 0 <= form.mines - len(mines) <= len(form.untouched)]
    return {x in mines for mines in fit} if x in left else {True, False}


def test_what_a_player_does_not_do_at_which_risk_and_which_numbers_may_go() -> None:
    every = list(runs("advice"))
    hold(reasons("Advised.action", iter(every), 6), {
        r"Every placement that fits has a mine at (\S+)\.": lambda r, x: sure(r, x) == {True},
        r"No placement that fits has a mine at (\S+)\.": lambda r, x: sure(r, x) == {False},
        r"Not every placement that fits has a mine at (\S+)\.": lambda r, x: False in sure(r, x)})

    def risk(r: Reason, x: str) -> float:
        return float(run(mine_probabilities(position(r.before).as_mine_count())).probability[x])

    def says(r: Reason, name: str, mines: str, fields: str) -> bool:
        number = next(n for n in position(r.before).as_mine_count().numbers if n.name == name)
        return (number.mines, len(number.among)) == (int(mines), int(fields)) and r.event.field in number.among \
            and number.mines / len(number.among) == r.candidate != r.event.risk

    hold(reasons("Advised.risk", iter(every)), {
        r"That is the risk at (\S+)\.": lambda r, x: risk(r, x) == r.candidate != r.event.risk,
        r"So says (\S+) alone: (\d+) mines? in (\d+) fields\.": says})

    def clash(r: Reason, name: str) -> bool:
        form = position(r.before).as_mine_count()
        others = tuple(number for number in form.numbers if number.name in r.event.because and number.name != name)
        return name == r.candidate and not placements(MineCount(numbers=others, untouched=(), mines=None))

    hold(reasons("NoPlacement.because", iter(every)), {
        r"Also without (\S+) the others cannot all hold\.": clash})


# --- deals that weigh less ------------------------------------------------------------------------------------------


def weighed() -> Scenario:
    """Lesson 131, the run that weighs."""
    return text("clue-exact", """\
options: {weights: refuter}
puzzle:
  kind: clue
  suspects: [mu, pl, gr]
  weapons: [kn, ro]
  rooms: [ha, lo, di]
  players: [mu, pl, gr]
  me: mu
  hand: [mu, di]
  events: [{suggest: mu, cards: [pl, kn, ha], refute: pl, shown: ha}]
""")


def test_shares_of_weight_are_asked_for_and_held_against_all_deals() -> None:
    """Plum shows the hall: a deal in which she has another of the three weighs half."""
    scenario = weighed()
    clue = scenario.runs[0].puzzle
    askable = questions_of(scenario.algorithm).askable((e.MarginalWeighed,), "probability")
    assert isinstance(clue, Clue) and askable is not None
    fitting, names = deals(clue), set[str]()
    weights = [Fraction(1, sum(holder[card] == "pl" for card in ("pl", "kn", "ha"))) for holder in fitting]
    timeline = open_timelines(scenario)[0]
    timeline.pull(10_000)
    for index in timeline.positions(e.MarginalWeighed):
        event = timeline.events[index]
        assert isinstance(event, e.MarginalWeighed)
        card, place = event.cards[0], event.place
        assert bugs_of(scenario.algorithm).wrong(Before(timeline.at(index), scenario.runs[0]), event) is None
        question = pose(scenario.runs[0], timeline, askable, index).question
        true = sum(w for w, holder in zip(weights, fitting, strict=True) if holder[card] == place) / sum(weights)
        assert question.right == {(str(true),)} and "weight" in question.prompt
        for option in question.options:
            if option.belief:
                names.add(option.belief)
                alike = Fraction(sum(holder[card] == place for holder in fitting), len(fitting))
                assert Fraction(option.text) == alike != true
            elif option.why:
                other, where = re.findall(r"the deals with (\w+) at (\w+)", option.why)[0]
                assert Fraction(option.text) != true and Fraction(option.text) == sum(
                    w for w, holder in zip(weights, fitting, strict=True) if holder[other] == where) / sum(weights)
    assert names == {"what is shown tells nothing more"}


def test_that_nobody_refuted_is_not_taken_for_the_case_file() -> None:
    """Plum may have what he suggested himself; of what I suggest, and have not, it is so."""
    game = """\
puzzle:
  kind: clue
  suspects: [mu, pl, gr]
  weapons: [kn, ro, re]
  rooms: [ha, lo, di]
  players: [mu, pl, gr]
  me: mu
  hand: [mu, di]
  events: [{suggest: pl, cards: [gr, kn, ha], refute: none}]
"""
    scenario, belief = text("clue-exact", game), "what nobody refutes is the case file"
    clue, timeline = scenario.runs[0].puzzle, open_timelines(scenario)[0]
    timeline.pull(10_000)
    assert isinstance(clue, Clue)
    told = dict[str, bool]()
    for index in timeline.positions(e.MarginalFound):
        event = timeline.events[index]
        assert isinstance(event, e.MarginalFound)
        if event.place == "cf":
            askable = questions_of(scenario.algorithm).askable((e.MarginalFound,), "probability")
            assert askable is not None
            question = pose(scenario.runs[0], timeline, askable, index).question
            found = [option for option in question.options if option.belief == belief]
            assert all((option.text,) == ("1",) not in question.right for option in found)
            told |= dict.fromkeys(event.cards, bool(found))
    unsure = {card for card in ("gr", "kn", "ha") if len({holder[card] for holder in deals(clue)}) > 1}
    assert unsure and {card for card, found in told.items() if found} == unsure
    assert all({holder[card] for holder in deals(clue)} <= {"pl", "cf"} for card in unsure)
