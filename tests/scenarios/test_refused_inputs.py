"""What a lesson may not say: options beyond their range, and anything else, in our words and never in a library's."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import pytest
import yaml

from algorithms.consistency import CONSISTENCY
from algorithms.core import AlgorithmError, Between, OptionError, Steps, algorithm, algorithms, find_algorithm, run
from algorithms.events import Consistent
from algorithms.problems.forms.csp import CSP
from kit.lesson_files import lesson
from main import main
from scenarios.loader import load
from scenarios.reading import ScenarioError

Out = pytest.CaptureFixture[str]

# --- options -----------------------------------------------------------------------------------------------------

OPTIONS = """\
title: Options
algorithm: {algorithm}
puzzle: {{kind: cnf, formula: "p | q"}}
options:
  {option}
script: [{{run: {{to: end}}}}]
"""


@pytest.mark.parametrize("name", [name for name in algorithms() if name.startswith("clue-sample-")
                                  and name != "clue-sample-exact"])
@pytest.mark.parametrize(("option", "says"), [
    ("iterations: -5", "options.iterations: must be from 1 to 100,000,000, not -5; change it"),
    ("iterations: 0", "options.iterations: must be from 1 to 100,000,000, not 0; change it"),
    ("tenure: -1", "options.tenure: must be from 0 to 1,000,000, not -1; change it"),
    ("chains: 100000", "options.chains: must be from 1 to 1,000, not 100,000; change it"),
    ("chains: 1.5", "options.chains: must be a whole number, not the number 1.5; change it")])
def test_an_option_beyond_its_range_is_refused_on_loading(tmp_path: Path, capsys: Out, name: str, option: str,
                                                          says: str) -> None:
    path = lesson(tmp_path, OPTIONS.format(algorithm=name, option=option))
    for command in (["run", str(path)], ["record", str(path), "-o", str(tmp_path / "x.html")]):
        assert main(command) == 2
        assert capsys.readouterr().err == f"{path}:5: {says}\n"
    assert not (tmp_path / "x.html").exists()


def test_the_same_in_a_lesson_that_compares(tmp_path: Path) -> None:
    text = ('title: x\npuzzle: {kind: cnf, formula: "p | q"}\ncompare:\n  - {algorithm: dpll}\n'
            "  - {algorithm: clue-sample-1, options: {chains: 0}}\n")
    with pytest.raises(ScenarioError, match=r":5: compare\.1\.options\.chains: must be from 1 to 1,000, not 0"):
        load(lesson(tmp_path, text))


def test_every_number_among_the_options_has_a_range() -> None:
    """All others are words from a list, or true and false."""
    for known in algorithms().values():
        for option in known.options.values():
            assert (option.annotation in (int, float)) == (option.range is not None), (known.name, option.name)


def test_started_by_hand_an_algorithm_refuses_the_same() -> None:
    with pytest.raises(OptionError, match="iterations must be from 1 to 100,000,000, not 0; change it"):
        find_algorithm("clue-sample-exact")(None, iterations=0)


def test_a_default_lies_in_its_range() -> None:
    def wrong(csp: CSP, *, tries: Annotated[int, Between(1, 9)] = 10) -> Steps[None]:
        yield Consistent(1, 0)

    with pytest.raises(OptionError, match="tries must be from 1 to 9, not 10"):
        algorithm("wrong", title="x", family=CONSISTENCY, solves=CSP, source="x", pseudocode="x  # Consistent")(wrong)
    assert "wrong" not in algorithms()


def test_the_list_tells_the_ranges(capsys: Out) -> None:
    assert main(["list", "algorithms"]) == 0
    assert "chains: 1 (1 to 1,000)" in " ".join(capsys.readouterr().out.split())


# --- what runs instead -------------------------------------------------------------------------------------------

VAST = """\
title: Too many tuples
algorithm: {algorithm}
puzzle:
  kind: csp
  domains: {{{domains}}}
  constraints: [{{scope: [{scope}], relation: "{sum} == 108"}}]
"""


def vast(name: str) -> str:
    variables = "abcdefghijkl"  # 10¹² tuples, of which only the last is allowed
    return VAST.format(algorithm=name, domains=", ".join(f"{x}: {list(range(10))}" for x in variables),
                       scope=", ".join(variables), sum=" + ".join(variables))


def test_what_an_error_recommends_runs_on_the_same_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = "algorithms.consistency.arc_consistency.MOST_TRIED"
    monkeypatch.setattr(most, 10_000)  # it would find out, but not so soon
    with pytest.raises(AlgorithmError) as refused:
        run(load(lesson(tmp_path, vast("gac"))).steps())
    named = [name for name in algorithms() if re.search(rf"(?<![\w-]){name}(?![\w-])", str(refused.value))]
    assert named
    for name in named:
        events = list(islice(load(lesson(tmp_path, vast(name))).steps(), 5000))
        assert len(events) == 5000, "it goes on"


# --- words -------------------------------------------------------------------------------------------------------

PUZZLES: list[tuple[str, dict[str, Any]]] = [
    ("gac", {"kind": "gnomine", "mines": 2, "board": "1 . .\n. . ."}),
    ("gac", {"kind": "gnomine", "random": {"rows": 4, "columns": 4, "mines": 3, "seed": 4, "reveal": 2}}),
    ("mrv-plus", {"kind": "sudoku", "grid": "1...\n.2..\n..3.\n...4", "boxes": [2, 2]}),
    ("clue-exact", {"kind": "clue", "players": ["sc", "mu", "wh"], "me": "mu",
                    "hand": ["pl", "ro", "li", "mu", "gr", "kn"],
                    "events": [{"suggest": "mu", "cards": ["sc", "re", "ba"], "refute": "sc", "shown": "ba"},
                               {"accuse": "wh", "cards": ["sc", "re", "ba"], "correct": False}]}),
    ("gac", {"kind": "colouring", "map": "australia", "colours": 3, "given": {"WA": "red"}}),
    ("gac", {"kind": "colouring", "colours": 3, "edges": [["A", "B"], ["B", "C"]], "nodes": ["A", "B", "C"]}),
    ("gac", {"kind": "colouring", "colours": 3, "random": {"nodes": 5, "density": 0.3, "seed": 1}}),
    ("gac", {"kind": "csp", "domains": {"E": [1, 2], "F": [1, 3]},
             "constraints": [{"scope": ["E", "F"], "relation": "E < F"}, {"scope": ["E"], "allowed": [[1]]}]}),
    ("cdcl", {"kind": "cnf", "formula": "p | q, ~p | r"}),
    ("clue-sample-1", {"kind": "cnf", "dimacs": "p cnf 2 1\n1 2 0\n"}),
    ("dancing-links", {"kind": "exact-cover", "items": ["a"], "secondary": ["s"], "options": {"A": ["a", "s"]}}),
    ("dancing-links", {"kind": "exact-cover", "queens": 5}),
]
VALUES: list[Any] = [None, True, 0, -1, 7, 10**12, 1.5, "", "x", "1", [], [1], ["A", "B", "C"], [["A", "B", "C"]],
                     [["A"]], [[]], [None], {}, {"a": 1}, {"x": [1]}, {"": 1}]
PYDANTICS = re.compile(r"(?i)\b(input|should|valid|pydantic|tuple_\w*|dict|JSON|something else|None)\b")


def places(data: Any, loc: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values stand in nested lists and mappings."""
    if loc:
        yield loc
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*loc, key))


def changed(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same with one thing left out, added, renamed or put in the place of another."""
    data = copy.deepcopy(data)
    *way, last = rng.choice(list(places(data)))
    parent: Any = data
    for key in way:
        parent = parent[key]
    old, new, how = parent[last], copy.deepcopy(rng.choice(VALUES)), rng.randrange(5)
    if how == 0:
        del parent[last]
    elif how == 1 and isinstance(old, list):
        old.append(new)
    elif how == 2 and isinstance(old, dict):
        old["more"] = new
    elif how == 3 and isinstance(parent, dict):
        parent[f"{last}x"] = parent.pop(last)
    else:
        parent[last] = new
    return data


def test_whatever_is_changed_in_a_lesson_is_refused_in_our_words() -> None:
    rng, refused = random.Random(10), 0
    script = [{"when": {"event": "Pruned", "count": 2}, "say": "x", "expect": {"counters": {"pruned": 0}}},
              {"run": {"to": "end", "speed": 3}, "mark": ["x"]}]
    sheets = [{"title": "x", "algorithm": name, "options": {}, "seed": 1, "puzzle": puzzle, "script": script}
              for name, puzzle in PUZZLES]
    for turn in range(400):
        text = yaml.safe_dump(changed(sheets[turn % len(sheets)], rng), allow_unicode=True, sort_keys=False)
        try:
            load(Path("x.yaml"), text)
        except ScenarioError as error:
            refused += 1
            said = str(error)
            assert re.match(r"x\.yaml(:\d+)?: ", said), said
            assert "\n" not in said
            assert not PYDANTICS.search(re.sub(r"'[^']*'", "", said)), f"{said}\n{text}"
    assert refused > 200


@pytest.mark.parametrize(("edges", "says"), [
    ("[[A, B, C]]", "puzzle.edges.0: must be a list of 2, not of 3; change it"),
    ("[[A]]", "puzzle.edges.0.1: is missing; add it"), ("[A]", "puzzle.edges.0: must be a list, not the text 'A'")])
def test_an_edge_has_two_ends(tmp_path: Path, capsys: Out, edges: str, says: str) -> None:
    path = lesson(tmp_path, f"title: x\nalgorithm: gac\npuzzle: {{kind: colouring, colours: 3, edges: {edges}}}\n")
    assert main(["run", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{path}:3: {says}")
    assert told.count("\n") == 1
