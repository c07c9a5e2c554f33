"""Claims over seeds: read strictly, counted by `check`, and told where they do not hold."""

from __future__ import annotations

from dataclasses import replace
from math import fsum, sqrt
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from algorithms.core import find_algorithm
from algorithms.core import run as answer_of
from algorithms.problems.clue.deals import Deals
from algorithms.problems.puzzle import form_of
from kit.known_lessons import known
from kit.lesson_files import error_of, lesson, walking
from main import main
from scenarios.loader import find, load
from scenarios.reading import ScenarioError
from scenarios.runs import as_read
from scenarios.script.claims import total
from scenarios.script.walk import ExpectationFailed

Out = pytest.CaptureFixture[str]

HEAD = """\
title: Claims
puzzle: {kind: colouring, colours: 3, edges: [[a,b],[b,c],[c,d],[d,a],[W,X],[W,Y],[W,Z],[X,Y],[X,Z],[Y,Z]]}
"""
CLAIM = """\
algorithm: dom-wdeg
script:
  - say: "With 8 seeds."
    claim:
      seeds: 8
      counter: labels
      runs: [{algorithm: mrv-random, name: chance}]
      medians: {dom-wdeg: 15}
      most: {dom-wdeg: 15}
      fewer: [{run: dom-wdeg, than: chance, count: 4}]
"""


def counted(name: str, seed: int, options: str = "{}") -> int:
    """Labels of a run on the little graph, counted apart from any claim."""
    text = f"{HEAD}algorithm: {name}\nseed: {seed}\noptions: {options}\n"
    path = Path("unused.yaml")
    return sum(type(event).__name__ == "Labelled" for event in load(path, text).steps())


def test_a_claim_is_counted_run_by_run_and_seed_by_seed(tmp_path: Path) -> None:
    chance = [counted("mrv-random", seed) for seed in range(1, 9)]
    weighted = [counted("dom-wdeg", seed) for seed in range(1, 9)]
    fewer = sum(one < other for one, other in zip(weighted, chance, strict=True))
    assert 0 < fewer < 8, "something to tell apart"
    text = (HEAD + CLAIM).replace("{dom-wdeg: 15}", f"{{chance: {median(chance)}, dom-wdeg: {median(weighted)}}}", 1)
    text = text.replace("most: {dom-wdeg: 15}", f"most: {{chance: {max(chance)}}}")
    text = text.replace("count: 4", f"count: {fewer}")
    walking(load(lesson(tmp_path, text))).play()
    for right, wrong, key, found in (
        (f"count: {fewer}", f"count: {fewer + 1}", "fewer.0.count", fewer),
        (f"most: {{chance: {max(chance)}}}", f"most: {{chance: {max(chance) + 1}}}", "most.chance", max(chance)),
        (f"chance: {median(chance)},", f"chance: {median(chance) + 0.5},", "medians.chance", median(chance)),
    ):
        with pytest.raises(ExpectationFailed) as caught:
            walking(load(lesson(tmp_path, text.replace(right, wrong)))).play()
        assert (caught.value.key, caught.value.found) == (f"script.0.claim.{key}", found)


SEARCHES = """\
title: Searches
puzzle:
  {kind: clue, random: {players: 3, seed: 3, events: 2}, suspects: [mu, pl], weapons: [kn, ro], rooms: [ha, lo, di, ki]}
compare:
  - {algorithm: clue-sample-1, name: once, options: {iterations: 200, tenure: 4}}
  - {algorithm: clue-sample-2, name: thrice, options: {iterations: 60, chains: 3}}
  - {algorithm: clue-sample-exact, name: drawn, options: {iterations: 50}}
script:
  - say: "With 5 seeds."
    claim:
      seeds: 5
      counter: error
      medians: {once: 0.01, thrice: 0.02, drawn: 0.03}
      fewer: [{run: drawn, than: once, count: 2}]
"""


def test_the_error_of_samplers_is_how_far_they_are_from_the_exact_shares(tmp_path: Path) -> None:
    """Counted here from the events and from the shares that `clue-exact` finds."""
    scenario = load(lesson(tmp_path, SEARCHES))
    shares = answer_of(find_algorithm("clue-exact").start(form_of(scenario.puzzle, Deals), {}, 0)).shares
    wanted = {f"{card}={place}": float(share) for card, row in shares.items() for place, share in row.items()
              if share < 1}
    assert len(wanted) > 9
    errors: list[list[float]] = []
    for run in scenario.runs:
        errors.append([])
        for seed in range(1, 6):
            answer: Any = answer_of(replace(run, seed=seed).steps())
            off = [answer.shares.get(name, 0.0) - share for name, share in wanted.items()]
            errors[-1].append(sqrt(fsum(each**2 for each in off) / len(off)))
    fewer = sum(one < other for one, other in zip(errors[2], errors[0], strict=True))
    text = SEARCHES.replace("count: 2", f"count: {fewer}")
    for old, found in zip(("0.01", "0.02", "0.03"), errors, strict=True):
        text = text.replace(old, f"{median(found):.3f}")
    walking(load(lesson(tmp_path, text))).play()
    once = f"once: {median(errors[0]):.3f}"
    assert once in text
    walking(load(lesson(tmp_path, text.replace(once, f"once: {median(errors[0]):.5f}")))).play()
    with pytest.raises(ExpectationFailed) as caught:
        walking(load(lesson(tmp_path, text.replace(once, f"once: {median(errors[0]) + 0.001:.3f}")))).play()
    assert caught.value.key == "script.0.claim.medians.once"


def test_an_error_is_of_samplers_only(tmp_path: Path) -> None:
    text = SEARCHES.replace("{algorithm: clue-sample-exact, name: drawn, options: {iterations: 50}}",
                            "{algorithm: clue-exact, name: drawn}")
    assert "drawn has no such counter; " in str(error_of(tmp_path, text))


def test_an_error_is_of_games_of_clue_only(tmp_path: Path) -> None:
    text = ('title: S\nalgorithm: clue-sample-1\npuzzle: {kind: gnomine, board: "1 . ."}\nscript:\n'
            '  - {say: "3 seeds", claim: {seeds: 3, counter: error, medians: {clue-sample-1: 0.1}}}\n')
    assert "claim.counter: clue-sample-1 has no such counter; known: flips" in str(error_of(tmp_path, text))


def test_with_puzzles_each_seed_has_its_own(tmp_path: Path) -> None:
    random = "colours: 3, random: {nodes: 12, density: 0.3"
    labels = [[total(load(Path("x.yaml"), f"title: t\npuzzle: {{kind: colouring, {random}, seed: {seed}}}}}\n"
                          f"algorithm: {name}\nseed: {seed}\n").runs[0], "labels") for seed in range(1, 7)]
              for name in ("mrv-plus", "mrv-random")]
    assert len(set(labels[0])) > 1
    fewer = sum(one < other for one, other in zip(*labels, strict=True))
    text = f"""{HEAD}compare: [{{algorithm: mrv-plus}}, {{algorithm: mrv-random, seed: 77}}]
script:
  - say: "On 6 puzzles."
    claim:
      seeds: 6
      puzzles: {{{random}}}}}
      counter: labels
      medians: {{mrv-plus: {median(labels[0])}, mrv-random: {median(labels[1])}}}
      fewer: [{{run: mrv-plus, than: mrv-random, count: {fewer}}}]
"""
    walking(load(lesson(tmp_path, text))).play()


@pytest.mark.parametrize(("old", "new", "line", "says"), [
    ("With 8 seeds.", "With 80 seeds.", 7, "claim.seeds: the cue does not say that they are 8; write the number"),
    ('say: "With 8 seeds."', "mark: [a]", 7, "claim.seeds: the cue does not say"),
    ("seeds: 8", "seeds: 1", 7, "claim.seeds: must be at least 2"),
    ("seeds: 8", "sedes: 8", 7, "claim.sedes: unknown key; did you mean 'seeds'?"),
    ("      seeds: 8\n", "", 6, "claim.seeds: is missing; add it"),
    ("counter: labels", "counter: label", 8,
     "claim.counter: dom-wdeg has no such counter; did you mean 'labels'?"),
    ("medians: {dom-wdeg", "medians: {dom", 10, "claim.medians.dom: there is no run 'dom'; known: dom-wdeg, chance"),
    ("medians: {dom-wdeg: 15}", "medians: {dom-wdeg: many}", 10, "claim.medians.dom-wdeg: must be a number"),
    ("most: {dom-wdeg: 15}", "most: {dom-wdeg: 1.5}", 11, "claim.most.dom-wdeg: must be a whole number"),
    ("most:", "least:", 11, "claim.least: unknown key; known: seeds, counter, runs, puzzles, medians, most, fewer"),
    ("than: chance", "than: luck", 12, "claim.fewer.0.than: there is no run 'luck'"),
    ("than: chance", "then: chance", 12, "claim.fewer.0.t"),
    ("run: dom-wdeg, than", "run: chance, than", 12, "claim.fewer.0.than: is the run itself; name another"),
    ("count: 4", "count: 9", 12, "claim.fewer.0.count: is more than all 8 seeds; make it smaller"),
    ("name: chance", f"name: {'x' * 101}", 9, "claim.runs.0.name: has 101 letters; a name has at most 100, shorten it"),
    ("name: chance", "name: dom-wdeg", 9, "claim.runs.0: needs a name of its own; give it one with name"),
    ("algorithm: mrv-random,", "algorithm: mrv-chance,", 9, "claim.runs.0.algorithm: there is no algorithm"),
    ("name: chance", "name: chance, options: {value: random}", 9, "claim.runs.0.options.value: unknown key"),
    ("{algorithm: mrv-random, name: chance}", "{algorithm: mrv-random, name: chance}, {algorithm: mrv-plus}", 9,
     "claim.runs.1: nothing is claimed of mrv-plus; remove it"),
    ("seeds: 8", "seeds: 8\n      puzzles: {colours: 3}", 8, "claim.puzzles: must be random ones; give random"),
    ("seeds: 8", "seeds: 8\n      puzzles: {random: {nodes: 9, denisty: 0.2}}", 8, "claim.puzzles.random.denisty: unk"),
    ("seeds: 8", "seeds: 8\n      puzzles: {colours: 3, random: {nodes: 9, density: 0.2, seed: 4}}", 8,
     "claim.puzzles.random.seed: is each of the claim's seeds in turn; remove it"),
])
def test_what_cannot_be_claimed_is_told(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in CLAIM
    error = error_of(tmp_path, (HEAD + CLAIM).replace(old, new, 1))
    assert (error.line, says in str(error)) == (line, True), str(error)


def test_a_claim_of_nothing_is_told(tmp_path: Path) -> None:
    cue = '{say: "2 seeds", claim: {seeds: 2, counter: passes}}'
    error = error_of(tmp_path, f"{HEAD}algorithm: gac\nscript:\n  - {cue}\n")
    assert str(error).endswith("script.0.claim: claims nothing; give medians, most, fewer or more")


def test_that_a_run_counts_more_is_the_same_as_that_the_other_counts_less(tmp_path: Path) -> None:
    text = (HEAD + CLAIM).replace("count: 4", "count: 6")
    turned = text.replace("fewer: [{run: dom-wdeg, than: chance", "more: [{run: chance, than: dom-wdeg")
    for claim in (text, turned):
        walking(load(lesson(tmp_path, claim))).play()
    with pytest.raises(ExpectationFailed, match=r"claim\.more\.0\.count: expected 5, found 6"):
        walking(load(lesson(tmp_path, turned.replace("count: 6", "count: 5")))).play()
    itself = error_of(tmp_path, turned.replace("than: dom-wdeg", "than: chance"))
    assert "claim.more.0.than: is the run itself" in str(itself)


@pytest.mark.parametrize(("name", "read"), [
    ("mutate", "Mutate"), ("xover 2", "Xover 2"), ("doublex", "DoubleX"), ("min-conflicts", "Min-conflicts"),
    ("bj", "BJ"), ("bm-cbj2", "BM-CBJ2"), ("mrv-plus", "MRV+"), ("dom-wdeg", "dom/wdeg"), ("ac3", "AC-3"),
    ("gac", "GAC"), ("cdcl", "CDCL"), ("mrv-random", "mrv-random"), ("any of a tie", "any of a tie"),
    ("mutate twice", "mutate twice"),
])
def test_algorithms_are_called_as_people_write_them_where_a_run_has_no_other_name(name: str, read: str) -> None:
    assert as_read(name) == read


def test_a_title_may_end_in_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    dashed = replace(find_algorithm("gac"), title="Odd search –- ")
    monkeypatch.setattr("scenarios.runs.algorithms", lambda: {"dashed": dashed})
    assert as_read("dashed") == "dashed"


def test_bars_and_heads_have_that_name() -> None:
    lesson_129 = known(find("one-run-proves-nothing"))
    figures = lesson_129.script[-1].drawn.figures
    assert figures is not None
    assert figures.more == (("Xover", "Mutate", 1),)
    assert [run.label for run in lesson_129.runs] == ["Mutate", "Xover"]
    assert [run.name for run in lesson_129.runs] == ["mutate", "xover"]  # as its script has them


def test_puzzles_that_cannot_be_made_are_told_when_the_claim_is_counted(tmp_path: Path) -> None:
    text = (HEAD + CLAIM).replace("seeds: 8", "seeds: 8\n      puzzles: {colours: 3, random: {nodes: 9, density: 2.0}}")
    with pytest.raises(ScenarioError) as caught:
        walking(load(lesson(tmp_path, text))).play()
    assert (caught.value.line, caught.value.key) == (8, "script.0.claim.puzzles.random.density")


def test_check_says_which_claim_fails(tmp_path: Path, capsys: Out) -> None:
    path = lesson(tmp_path, HEAD + CLAIM)
    assert main(["check", str(path)]) == 1
    assert f"FAILED {path}:12: script.0.claim.fewer.0.count: expected 4, found 6" in capsys.readouterr().err


def test_lesson_43_counts_what_its_table_shows() -> None:
    """The run on the stage has one of the seeds of the claim."""
    scenario = load(find("mrv-against-mrv-plus"))
    claims = [cue.claim for cue in scenario.script if cue.claim is not None]
    assert [claim.seeds for claim in claims] == [40, 60]
    assert total(scenario.runs[2], "labels") == 155
    assert 1 <= scenario.runs[2].seed <= 40
