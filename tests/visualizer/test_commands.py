"""run, check and list, as somebody at a terminal meets them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from itertools import combinations, count
from pathlib import Path
from types import SimpleNamespace

import pytest

from algorithms.sampling import SAMPLING
from algorithms.sampling.sampling import Chain
from kit.known_lessons import shortest_of_each_kind
from kit.lesson_files import BOARD, lesson, names
from main import ROOT, main
from scenarios.loader import find, lessons, load
from scenarios.script.claims import total

Out = pytest.CaptureFixture[str]


def test_run_prints_one_json_object(tmp_path: Path, capsys: Out) -> None:
    assert main(["run", str(lesson(tmp_path, BOARD)), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    only = printed["runs"][0]
    assert printed["lesson"] == "lesson"
    assert only.pop("seconds") >= 0
    assert only == {
        "algorithm": "gac", "outcome": "complete", "events": 76,
        "answer": {"domains": {"(0,0)": [0], "(0,1)": [0], "(0,2)": [0], "(1,0)": [0], "(1,1)": [0], "(1,2)": [1],
                               "(2,0)": [0, 1], "(2,1)": [0, 1], "(2,2)": [0, 1]}, "consistent": True},
        "counters": {"passes": 2, "constraints": 6, "variables": 11, "assignments": 33, "supports": 21, "pruned": 1},
    }


def test_run_says_what_was_inferred(tmp_path: Path, capsys: Out) -> None:
    assert main(["run", str(lesson(tmp_path, BOARD))]) == 0
    text = capsys.readouterr().out
    assert "A small board (lesson)" in text
    assert "complete after 76 events" in text
    assert [line.split() for line in text.splitlines() if line.startswith(("no mine", "unknown"))] == [
        ["no", "mine", "1", "(0,2)"], ["unknown", "3", "(2,0)", "(2,1)", "(2,2)"]]
    assert main(["run", "beyond-sums"]) == 0
    assert "E  2\nF  3\nG  4\nH  2\n" in capsys.readouterr().out


def test_runs_are_printed_as_they_are_read(capsys: Out) -> None:
    """A run whose name is its algorithm's title has that once."""
    assert main(["run", "one-run-proves-nothing"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith(("Mutate: ", "Xover: ")) for line in lines) == 2
    assert sum(line.startswith(("Mutate ", "Xover ")) for line in lines) == 2  # of the table
    assert not any(line.startswith(("mutate", "xover")) for line in lines)


def test_what_nobody_looks_at_is_drained(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    """Without a window, samplers do without the walk that the Source tab shows; a claim counts without it, too."""
    monkeypatch.delattr(Chain, "walk")
    assert main(["run", "75-a-sampler-without-tabu"]) == 0
    assert main(["check", "75-a-sampler-without-tabu"]) == 0
    sampling = next(run for run in load(find("75-a-sampler-without-tabu")).runs if run.algorithm.family is SAMPLING)
    assert total(sampling, "flips") > 0
    with pytest.raises(AttributeError, match="walk"):
        list(sampling.steps())


def test_run_tells_a_contradiction(capsys: Out) -> None:
    assert main(["run", "05-a-wrong-flag", "--json"]) == 0
    only = json.loads(capsys.readouterr().out)["runs"][0]
    assert (only["outcome"], only["answer"]["consistent"]) == ("unsatisfiable", False)


@pytest.mark.parametrize("propagation", ["watches", "counters"])
def test_a_counter_with_a_weight_is_the_same_everywhere(tmp_path: Path, capsys: Out, propagation: str) -> None:
    text = ('title: Visits\n'
            'puzzle: {kind: cnf, formula: "~a | ~b | c | d, ~e | ~c | a | ~b, d | g | f | a, ~g | d | b"}\n'
            f"algorithm: cdcl\noptions: {{propagation: {propagation}}}\n")
    path = tmp_path / "events.jsonl"
    assert main(["run", str(lesson(tmp_path, text)), "--json", "--events", str(path)]) == 0
    counters = json.loads(capsys.readouterr().out)["runs"][0]["counters"]
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    visits = [len(event["clauses"]) for event in events if event["event"] == "Watched"]
    assert (counters["visited"], counters["propagated"]) == (sum(visits), len(visits))
    assert sum(visits) not in (0, len(visits))
    for wanted in (sum(visits), sum(visits) + 1):
        script = f"script:\n  - run: {{to: end}}\n    expect: {{counters: {{visited: {wanted}}}}}\n"
        assert main(["check", str(lesson(tmp_path, text + script))]) == (wanted != sum(visits))


@pytest.mark.parametrize("lesson", ["a-wrong-flag", "a-wrong-flag-again", "no-placement-fits",
                                    "a-player-and-a-wrong-flag"])
def test_run_names_the_numbers_that_clash(lesson: str, capsys: Out) -> None:
    why = "A flag must be wrong: as they are, no placement of mines fits C(1,0), C(1,1) and C(1,2)."
    assert main(["run", lesson]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == why
    assert main(["run", lesson, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["contradiction"] == why
    assert main(["run", "the-total-decides", "--json"]) == 0
    assert "contradiction" not in json.loads(capsys.readouterr().out)


def test_run_says_in_words_how_likely_a_mine_is(capsys: Out) -> None:
    assert main(["run", "how-likely-is-a-mine"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    risks = [row for row in rows if row[:1] == ["mine"] or row[:2] == ["no", "mine"]]
    assert [" ".join(row[:2]) for row in risks] == ["no mine", "mine 0.0667", "mine 0.5", "mine 6"]
    assert risks[0][2:5] == ["13", "(0,5)", "(2,3)"]
    assert risks[3][1:] == ["6", "(0,6)", "(1,5)", "(2,2)", "(3,5)", "(5,2)", "(6,5)"]
    assert not [row for row in rows if "X" in row or "O" in row]


def test_run_writes_events(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "events.jsonl"
    assert main(["run", str(lesson(tmp_path, BOARD)), "--events", str(path)]) == 0
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [event["index"] for event in events] == list(range(76))
    assert events[7] == {"index": 7, "event": "Pruned", "variable": "(0,2)", "removed": [1], "left": [0],
                         "because": "C(0,1)",
                         "say": "1 leaves the domain of (0,2), because of C(0,1): 0 remains."}
    assert names(tmp_path) == ["events.jsonl", "lesson.yaml"]


def test_a_run_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text("old")

    def broken(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("visualizer.terminal.traces.event_line", broken)
    assert main(["run", str(lesson(tmp_path, BOARD)), "--events", str(path)]) == 130
    assert capsys.readouterr().err == "unfog: stopped\n"
    assert path.read_text() == "old"
    assert names(tmp_path) == ["events.jsonl", "lesson.yaml"]


def test_a_long_run_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    seconds = count(0, 2)
    monkeypatch.setattr("visualizer.terminal.run_progress.time", SimpleNamespace(monotonic=lambda: next(seconds)))
    assert main(["run", "41-contribution-number"]) == 0
    told = capsys.readouterr()
    lines = told.err.splitlines()
    assert lines[0] == "unfog: 64 events so far; Ctrl+C stops", "not at the first look, which comes before its time"
    assert 3 < len(lines) < 6817 // 32 / 10, "now and then"
    assert all(re.fullmatch(r"unfog: [\d,]+ events so far; Ctrl\+C stops", line) for line in lines)
    assert "solved after" in told.out
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["run", "41-contribution-number"]) == 0
    shown = capsys.readouterr().err.split("\r\033[K")
    assert len(shown) > 3
    assert (shown[0], shown[-1]) == ("", ""), "the line goes at the end"
    assert all(re.fullmatch(r"unfog: [\d,]+ events so far; Ctrl\+C stops", text) for text in shown[1:-1])


BACKBONE = """\
title: A backbone
algorithm: backbone-iterative
options: {mine_total: true}
puzzle: {kind: gnomine, random: {rows: 9, columns: 9, mines: 10, seed: 3, reveal: 3}}
"""


@pytest.mark.parametrize(("old", "new", "said"), [
    ("", "", "backbone-core finds the same sooner, and solver: minisat sooner still"),
    ("true}", "true, solver: minisat}", "backbone-core finds the same sooner"),
    ("iterative", "core", "solver: minisat finds the same sooner"),
])
def test_a_long_run_is_told_once_what_is_quicker(old: str, new: str, said: str, tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    seconds = count(0, 20)
    monkeypatch.setattr("visualizer.terminal.run_progress.time", SimpleNamespace(monotonic=lambda: next(seconds)))
    assert main(["run", str(lesson(tmp_path, BACKBONE.replace(old, new)))]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines.count(f"unfog: {said}") == 1
    assert lines.index(f"unfog: {said}") == 0
    assert all(line.endswith("; Ctrl+C stops") for line in lines[1:])


def test_a_puzzle_that_takes_long_to_make_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                            capsys: Out) -> None:
    seconds = count(0, 20)
    monkeypatch.setattr("visualizer.terminal.run_progress.time", SimpleNamespace(monotonic=lambda: next(seconds)))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    text = "title: T\nalgorithm: gac\npuzzle: {kind: sudoku, boxes: [4, 3], random: {clues: 60, seed: 1}}\n"
    for command in ("run", "check"):
        assert main([command, str(lesson(tmp_path, text))]) == 0
        shown = capsys.readouterr().err.split("\r\033[K")
        assert (shown[0], shown[-1]) == ("", "")
        assert "unfog: making a 12×12 Sudoku with 60 clues: grid 1 of" in "".join(shown)[:200]
        assert max(map(len, shown)) == 59, "a second row could not be taken back"


def test_the_making_of_a_puzzle_is_stopped_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                       capsys: Out) -> None:
    def stopped(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("algorithms.problems.sudoku.check.solve", stopped)
    for command in (["run"], ["check"], ["record", "-o", str(tmp_path / "x.svg")]):
        text = "title: T\nalgorithm: gac\npuzzle: {kind: sudoku, random: {clues: 30}}\n"
        assert main([*command, str(lesson(tmp_path, text))]) == 130
        assert capsys.readouterr() == ("", "unfog: stopped\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_minisat_at_work_is_stopped_in_one_line(tmp_path: Path) -> None:
    """Ctrl+C within a question: python-sat would make it an error of its own, and a traceback."""
    holes = 12
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    clauses += [[-(a * holes + hole + 1), -(b * holes + hole + 1)] for hole in range(holes)
                for a, b in combinations(range(holes + 1), 2)]
    rows = "\n".join(" ".join(map(str, (*clause, 0))) for clause in clauses)
    (tmp_path / "pigeons.cnf").write_text(f"p cnf {holes * (holes + 1)} {len(clauses)}\n{rows}\n", encoding="utf-8")
    path = lesson(tmp_path, "title: Pigeons\nalgorithm: backbone-core\noptions: {solver: minisat}\n"
                            "puzzle: {kind: cnf, file: pigeons.cnf}\n")
    with subprocess.Popen([sys.executable, "main.py", "run", str(path)], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "unfog: MiniSat is asked; Ctrl+C stops\n"
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=300)
    assert (out, err, run.returncode) == ("", "unfog: stopped\n", 130)


def test_a_short_run_says_nothing_of_it(capsys: Out) -> None:
    assert main(["run", "01-a-number-is-a-constraint"]) == 0
    assert "so far" not in capsys.readouterr().err


def test_check_goes_on_and_says_what_failed(tmp_path: Path, capsys: Out) -> None:
    lesson(tmp_path, BOARD, "a.yaml")
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "ok  a (0 events, 0 cues)\n"
    failing = lesson(tmp_path, BOARD + "script:\n  - run: {to: end}\n    expect: {counters: {pruned: 7}}\n", "b.yaml")
    lesson(tmp_path, BOARD + "script:\n  - step: {grain: micro, count: 3}\n", "c.yml")
    assert main(["check", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == "ok  a (0 events, 0 cues)\nok  c (3 events, 1 cue)\n"
    assert told.err == f"FAILED {failing}:11: script.0.expect.counters.pruned: expected 7, found 1\n"
    lesson(tmp_path, "title: [", "d.yaml")
    assert main(["check", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert main(["check", "no-such-lesson", str(tmp_path / "a.yaml")]) == 2
    told = capsys.readouterr()
    assert "ok  a" in told.out
    assert "no such lesson" in told.err


def test_probabilities_are_printed_in_rows_and_columns(tmp_path: Path, capsys: Out) -> None:
    """O is certain, X cannot be; the places of Clue in their order, those that nothing is at included."""
    text = ("title: Three players\nalgorithm: clue-exact\npuzzle: {kind: clue, players: [gr, mu, pl], me: mu, "
            "hand: [pl, ro, li, st, co, ha], events: [{suggest: mu, cards: [sc, re, ba], refute: none}]}\n")
    assert main(["run", str(lesson(tmp_path, text))]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    head = rows.index(["gr", "mu", "pl", "cf"])
    assert len(rows[head + 1:rows.index([], head)]) == 21
    assert ["re", "X", "X", "X", "O"] in rows
    assert ["ro", "X", "O", "X", "X"] in rows
    assert ["kn", "0.50", "X", "0.50", "X"] in rows


def test_estimates_are_never_printed_as_certain(tmp_path: Path, capsys: Out) -> None:
    """One sample has each card in one place; only what propagation fixes is O or X."""
    text = ("title: One sample\nalgorithm: clue-sample-2\noptions: {iterations: 150}\nseed: 1\n"
            "puzzle: {kind: clue, players: [gr, mu, pl], me: mu, hand: [mu, pl, kn, ca, ha, lo]}\n")
    assert main(["run", str(lesson(tmp_path, text))]) == 0
    rows = {row[:2]: row.split()[1:] for row in capsys.readouterr().out.splitlines()}
    assert rows["kn"] == ["X", "O", "X", "X"]
    assert all(len(share) == 4 for share in (rows["re"][0], rows["re"][2], rows["re"][3]))
    assert rows["re"][1] == "X"


def test_list_shows_all_there_is(capsys: Out) -> None:
    assert main(["list"]) == 0
    everything = capsys.readouterr().out
    for what, word in (("algorithms", "order: top-left first or random"), ("puzzles", "gnomine"),
                       ("lessons", lessons()[0].stem)):
        assert main(["list", what]) == 0
        part = capsys.readouterr().out
        assert word in part
        assert part in everything + "\n"


def test_list_names_the_events_of_an_algorithm(capsys: Out) -> None:
    """With the words of its rungs, its own fields, and the derived words; other algorithms' events are not there."""
    assert main(["list", "events", "gac"]) == 0
    printed = capsys.readouterr().out.partition("\n\n")[0]  # below: what the marks mean
    rows = [line.partition(" [")[0].split(maxsplit=2) for line in printed.splitlines()[1:]]
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    listed = {name: (rung, rest) for name, rung, rest in rows}
    assert listed["Pruned"] == ("variable", (
        "variable (text), removed (list of numbers or texts), left (list of numbers or texts), because (text) and "
        "leaves, remains (in words): {removed} {leaves} the domain of {variable}, because of {because}: {left} "
        "{remains}."))
    assert listed["Consistent"][0] == "board"
    assert "Learned" not in listed
    assert main(["list", "events"]) == 0
    everything = capsys.readouterr().out
    assert {"Pruned", "Learned", "Flipped"} <= {line.split()[0] for line in everything.splitlines()}
    assert main(["list", "events", "gax"]) == 2
    assert "there is no algorithm 'gax'; did you mean 'gac'?" in capsys.readouterr().err
    assert main(["list", "events", "local-search"]) == 0
    of_family = capsys.readouterr().out
    assert main(["list", "events", "min-conflicts"]) == 0
    assert set(capsys.readouterr().out.split()) <= set(of_family.split())
    assert main(["list", "events", "local-serch"]) == 2
    assert "did you mean 'local-search'?" in capsys.readouterr().err
    assert main(["list", "puzzles", "gac"]) == 2
    assert "write list events gac" in capsys.readouterr().err


def test_a_grid_is_printed_as_it_is_drawn(tmp_path: Path, capsys: Out) -> None:
    """What is solved and, of propagation, what is left; read back, it is the solution of the dict."""
    text = "title: T\npuzzle: {kind: sudoku, grid: '1..2..3..1..2...'}\nalgorithm: %s\n"
    path = lesson(tmp_path, text % "mrv-plus")
    assert main(["run", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    drawn = lines[3:lines.index("----+----") + 3]
    assert [len(line) for line in drawn] == [9] * 5
    values = [[int(cell) for cell in line.replace("|", " ").split()] for line in drawn if "-" not in line]
    units = [*values, *zip(*values, strict=True),
             *([*values[i][j:j + 2], *values[i + 1][j:j + 2]] for i in (0, 2) for j in (0, 2))]
    assert all(sorted(unit) == [1, 2, 3, 4] for unit in units)
    assert main(["run", str(lesson(tmp_path, text % "gac"))]) == 0
    left = [line.replace("|", " ").split() for line in capsys.readouterr().out.splitlines()[3:5]]
    for row, wide in zip(values, left, strict=False):
        assert all(str(value) in cell for value, cell in zip(row, wide, strict=True))


def command(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "main.py"), *arguments]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for other processes")
def test_ctrl_c_ends_with_one_line(tmp_path: Path) -> None:
    # 11^15 assignments, none of which is a support: this run does not end by itself.
    variables = [f"v{n}" for n in range(15)]
    endless = "title: Endless\nalgorithm: gac\npuzzle:\n  kind: csp\n  domains: {" + ", ".join(
        f"{name}: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]" for name in variables) + "}\n  constraints:\n    - {scope: [" + (
        ", ".join(variables)) + f"], relation: \"{' + '.join(variables)} > 999\"}}\n"
    out = tmp_path / "out.jsonl"
    running = subprocess.Popen(command("run", str(lesson(tmp_path, endless)), "--events", str(out)),
                               stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 120
    while not list(tmp_path.glob("*.part")) and time.monotonic() < until:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    told = running.communicate(timeout=120)[1]
    assert (running.returncode, told) == (130, "unfog: stopped\n")
    assert names(tmp_path) == ["lesson.yaml"]


def test_the_commands_without_a_window_do_without_pygame(tmp_path: Path) -> None:
    """With a lesson on each kind of puzzle, one that compares, and one with a claim over few seeds."""
    quick = shortest_of_each_kind(claims=False)
    named = [*(scenario.name for scenario in quick), "order-does-not-matter", "the-fog-of-search"]
    assert len(named) > 5
    code = ("import sys; from main import main; "
            f"codes = [main(['run', {str(lesson(tmp_path, BOARD))!r}]), main(['check', *{named}]), main(['list'])]; "
            "sys.exit(codes != [0, 0, 0] or 'pygame' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_check_plays_all_lessons_if_none_is_named(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    monkeypatch.setattr("visualizer.terminal.commands.lessons", lambda: lessons()[:2])
    assert main(["check"]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["ok", path.stem] for path in lessons()[:2]]
