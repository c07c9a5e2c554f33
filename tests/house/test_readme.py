"""The READMEs tell the truth: examples work in a copy of Unfog, commands are understood, links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import combinations, permutations, product
from pathlib import Path
from typing import get_args

import pytest
from test_rooms import ORDER

import main
from algorithms.core import algorithms, event_types, find_algorithm
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.script_places import CUE_KEYS
from scenarios.laboratory import spec as experiment_spec
from scenarios.laboratory.claims import ComparisonSheet, TableSheet, _OneRun
from scenarios.script.cues import Expectation
from scenarios.sheet import Sheet
from visualizer.window.help import KEYS

ROOT = Path(__file__).parents[2]
READMES = {path: path.read_text(encoding="utf-8") for path in (
    ROOT / folder / "README.md" for folder in (".", "scenarios", "algorithms", "visualizer"))}
README = "\n".join(READMES.values())
MOST_AT_THE_DOOR = 10_000  # bytes of the first one: who comes in wants to begin
FENCE = re.compile(r"<!-- (file|output): ([^\n]+?) -->\n```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = [(found[1], found[2], found[3]) for found in FENCE.finditer(README)]
FILES = {name: text for kind, name, text in BLOCKS if kind == "file"}
OUTPUTS = [(command, text) for kind, command, text in BLOCKS if kind == "output"]
SECONDS = re.compile(r"in \d+\.\d\d s")
NOT_COPIED = (".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", ".benchmarks", "recordings")

# Reads the arguments of commands, and writes what each ends with and says: lines of JSON. How far a command is, it says
# only where the machine is slow: that is no part of what the examples promise, and has tests of its own.
SERVE = """
import contextlib, io, json, math, sys
import main
from visualizer.terminal import run_progress
run_progress._PATIENCE = math.inf
for line in sys.stdin:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main.main(json.loads(line))
        except SystemExit as end:
            code = end.code
    print(json.dumps([code, out.getvalue(), err.getvalue()]), flush=True)
"""

Run = subprocess.CompletedProcess[str]
Unfog = Callable[..., Run]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of Unfog with all files that the READMEs tell to write. What was compiled of its modules comes with it,
    and goes with it: to compile all of them anew takes longer than the examples."""
    tree = tmp_path_factory.mktemp("readme") / "unfog"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
    here, there = (Path(os.environ["PYTHONPYCACHEPREFIX"], *path.parts[1:]) for path in (ROOT, tree))
    if here.exists():
        shutil.copytree(here, there, ignore=shutil.ignore_patterns(*NOT_COPIED))
    for name, text in FILES.items():
        assert not (tree / name).exists(), f"{name} is there already: the example must be something new"
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    yield tree
    shutil.rmtree(there, ignore_errors=True)


@pytest.fixture(scope="module")
def unfog(copy: Path) -> Iterator[Unfog]:
    """``unfog("check", "my.yaml")`` runs that command in the copy; all of them in one process, which starts once."""
    with subprocess.Popen([sys.executable, "-c", SERVE], cwd=copy, text=True, encoding="utf-8",
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as serving:
        assert serving.stdin is not None and serving.stdout is not None
        to, back = serving.stdin, serving.stdout

        def call(*arguments: str) -> Run:
            print(json.dumps(arguments), file=to, flush=True)
            code, out, err = json.loads(back.readline())
            return subprocess.CompletedProcess(arguments, code, out, err)

        yield call
        to.close()


def started(copy: Path, *arguments: str) -> Run:
    """The same in a process of its own, which finds the files that there are now."""
    return subprocess.run([sys.executable, "main.py", *arguments], cwd=copy, capture_output=True, text=True,
                          encoding="utf-8", check=False, timeout=300, stdin=subprocess.DEVNULL)


def answer(result: Run) -> dict[str, object]:
    """The answer of `run --json`, with the outcome."""
    assert (result.returncode, result.stderr) == (0, "")
    run = json.loads(result.stdout)["runs"][0]
    return {"outcome": run["outcome"], **run["answer"]}


def lesson(folder: Path, puzzle: str, algorithm: str = "singleton") -> str:
    """A lesson of that puzzle."""
    path = folder / "lesson.yaml"
    path.write_text(f"title: A test\npuzzle: {puzzle}\nalgorithm: {algorithm}\n", encoding="utf-8")
    return str(path)


def values(solutions: list[dict[str, int]]) -> dict[str, list[int]]:
    """The values that each variable has in some solution."""
    return {x: sorted({solution[x] for solution in solutions}) for x in solutions[0]}


def ways_to_mine(board: str) -> list[dict[str, int]]:
    """All placements of mines that fit a board, by trying every one."""
    puzzle = Gnomine.read(board=board)
    csp = puzzle.as_csp()
    free = [x for x in puzzle.seen if len(csp.domains[x]) > 1]
    found = []
    for mines in product((0, 1), repeat=len(free)):
        value = {x: int(domain[0]) for x, domain in csp.domains.items()} | dict(zip(free, mines, strict=True))
        if all(c.allows([value[x] for x in c.scope]) for c in csp.constraints):
            found.append({x: value[x] for x in puzzle.seen})
    return found


def ways_to_place(size: int, placed: dict[str, int]) -> list[dict[str, int]]:
    """All placements of queens that attack nobody, by trying every one."""
    columns = "abcdefgh"[:size]
    found = []
    for rows in permutations(range(1, size + 1)):
        board = dict(zip(columns, rows, strict=True))
        if placed.items() <= board.items() and all(
                abs(rows[i] - rows[j]) != j - i for i, j in combinations(range(size), 2)):
            found.append(board)
    return found


# --- examples ----------------------------------------------------------------------------------------------------


def test_there_is_an_example_of_each_kind() -> None:
    folders = {str(Path(name).parent) for name in FILES}
    assert folders == {".", "algorithms/consistency", "algorithms/problems", "algorithms/guessing",
                       "visualizer/families/guessing", "visualizer/puzzles/queens", "tests/algorithms",
                       "tests/visualizer"}


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".yaml")])
def test_example_lessons_hold(unfog: Unfog, name: str) -> None:
    result = unfog("check", name)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_example_lessons_have_every_cue() -> None:
    script = "".join(FILES[name].partition("script:")[2] for name in ("my.yaml", "claim.yaml"))
    assert [name for name in CUE_KEYS if f"{name}:" not in script] == ["picture"]  # which a README cannot bring along


@pytest.mark.parametrize(("command", "shown"), OUTPUTS)
def test_outputs_are_real(unfog: Unfog, command: str, shown: str) -> None:
    result = unfog(*shlex.split(command)[2:])
    assert result.returncode == 0
    assert SECONDS.sub("", result.stdout) == SECONDS.sub("", shown)


def test_the_example_of_an_error_is_real(unfog: Unfog, copy: Path) -> None:
    shown = re.search(r"^FAILED my\.yaml:.*?(?=…)", README, re.MULTILINE)
    assert shown
    right = FILES["my.yaml"]
    try:
        (copy / "my.yaml").write_text(right.replace("event: NoSupport", "event: Prunde"), encoding="utf-8")
        result = unfog("check", "my.yaml")
    finally:
        (copy / "my.yaml").write_text(right, encoding="utf-8")
    assert result.returncode == 2
    assert result.stderr.startswith(shown[0])


def test_the_example_algorithm_solves_what_gac_cannot(unfog: Unfog) -> None:
    solutions = ways_to_mine(". . .\n1 2 1\n0 0 0")
    assert len(solutions) == 1
    assert answer(unfog("run", "corner.yaml", "--json")) == {
        "outcome": "complete", "domains": values(solutions), "consistent": True}


def test_the_example_algorithm_sees_a_contradiction(unfog: Unfog, tmp_path: Path) -> None:
    board = ". F .\n1 2 1\n0 0 0"
    assert ways_to_mine(board) == []
    path = lesson(tmp_path, json.dumps({"kind": "gnomine", "board": board}))
    assert answer(unfog("run", path, "--json"))["outcome"] == "unsatisfiable"


@pytest.mark.parametrize(("size", "placed"), [(6, {"a": 2}), (5, {"a": 1, "b": 3}), (4, {}), (4, {"a": 1}), (1, {})])
def test_the_example_puzzle_and_algorithm_agree_with_brute_force(
    unfog: Unfog, tmp_path: Path, size: int, placed: dict[str, int]
) -> None:
    path = lesson(tmp_path, json.dumps({"kind": "queens", "size": size, "placed": placed}))
    found, solutions = answer(unfog("run", path, "--json")), ways_to_place(size, placed)
    assert found == {"outcome": "complete", "domains": values(solutions), "consistent": True} if solutions else (
        found["outcome"] == "unsatisfiable")


@pytest.mark.parametrize("puzzle", ["{kind: queens, size: 0}", "{kind: queens, size: 4, placed: {z: 1}}",
                                    "{kind: queens, size: four}", "{kind: queens, sise: 4}"])
def test_the_example_puzzle_refuses_nonsense(unfog: Unfog, tmp_path: Path, puzzle: str) -> None:
    result = unfog("run", lesson(tmp_path, puzzle))
    assert result.returncode == 2
    assert "lesson.yaml:2: puzzle." in result.stderr
    assert result.stderr.count("\n") == 1


HOUSE = ["tests/algorithms/test_pseudocode.py", "tests/algorithms/test_sums.py", "tests/scenarios/test_show.py",
         "tests/scenarios/test_end_states.py", "tests/visualizer/test_digits.py", "tests/visualizer/test_numbers.py",
         "tests/visualizer/test_reasons_against.py", "tests/desktop/test_changing.py"]
"""Tests of whatever algorithms, lessons and puzzles there are."""
TO_THE_END = "script:\n  - {run: {to: end}}\n"


@pytest.fixture
def shown(copy: Path) -> Iterator[Path]:
    """The copy, with lessons among those of the house that show all that the examples do."""
    texts = {"90-corner": FILES["corner.yaml"], "91-queens": FILES["queens.yaml"],
             "92-flag": FILES["corner.yaml"].replace(". . .", ". F ."), "93-guess": FILES["guess.yaml"],
             "94-no-guess": FILES["guess.yaml"].replace("colours: 3", "colours: 2")}
    paths = {copy / "scenarios" / "lessons" / f"{name}.yaml": f"{text.partition('script:')[0]}{TO_THE_END}"
             for name, text in texts.items()}
    for path, text in paths.items():
        path.write_text(text, encoding="utf-8")
    yield copy
    for path in paths:
        path.unlink()


def test_the_examples_pass_the_tests_of_all_algorithms_and_rooms_and_their_own(shown: Path) -> None:
    own = [name for name in FILES if name.startswith("tests/")]
    assert len(own) == 2
    names = ["singleton", "generate-and-test"]
    chosen = " or ".join([*names, "guessing", "93-guess", "94-no-guess", "queens and says_the_same", "test_rooms",
                          *(Path(name).stem for name in own)])
    check = [sys.executable, "-m", "pytest", "-vv", "-n", "0", *HOUSE, *own, "tests/house/test_rooms.py", "-k", chosen]
    result = subprocess.run(check, cwd=shown, capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stdout
    for name in names:
        assert f"test_tags_and_events_match[{name}]" in result.stdout
        assert f"test_each_tab_shows_something_of_its_own[{name}]" in result.stdout
    for name in (*own, *HOUSE, "tests/house/test_rooms.py"):
        assert f"{name}::" in result.stdout


def test_the_example_family_draws_its_tab_its_frames_and_its_words(unfog: Unfog, copy: Path) -> None:
    script = "script:\n  - {when: {event: GuessTested, count: 5}, show: plot}\n"
    (copy / "fifth.yaml").write_text(FILES["guess.yaml"].partition("script:")[0] + script, encoding="utf-8")
    assert unfog("record", "fifth.yaml", "-o", "fifth.svg").returncode == 0
    drawn = (copy / "fifth.svg").read_text(encoding="utf-8")
    run = unfog("run", "fifth.yaml", "--events", "fifth.jsonl")
    assert run.returncode == 0
    events = [json.loads(line) for line in (copy / "fifth.jsonl").read_text(encoding="utf-8").splitlines()]
    tests = [event for event in events if event["event"] == "GuessTested"][:5]
    now = len(tests[-1]["violated"])
    assert f"violated constraints: {now}<" in drawn
    assert f"✗ 5 violates {now} constraints" in drawn
    assert drawn.count(">✗<") == len(tests[-1]["variables"])


def test_the_example_board_draws_another_picture(unfog: Unfog, copy: Path) -> None:
    board = copy / "visualizer" / "puzzles" / "queens" / "board.py"
    assert unfog("record", "queens.yaml", "-o", "own.svg").returncode == 0
    hidden = board.rename(copy / "hidden.txt")
    try:
        assert started(copy, "record", "queens.yaml", "-o", "generic.svg").returncode == 0
    finally:
        hidden.rename(board)
    own, generic = ((copy / f"{name}.svg").read_text(encoding="utf-8") for name in ("own", "generic"))
    assert own.count("<polygon") - generic.count("<polygon") == 6  # the queens


def test_the_examples_keep_the_style_of_the_house(copy: Path) -> None:
    python = [name for name in FILES if name.endswith(".py")]
    result = subprocess.run([sys.executable, "-m", "ruff", "check", "--no-cache", *python], cwd=copy, text=True,
                            capture_output=True, check=False)
    if "No module named ruff" in result.stderr:
        pytest.skip("needs ruff, which is not installed")
    assert result.returncode == 0, result.stdout


# --- commands ----------------------------------------------------------------------------------------------------


def commands() -> Iterator[list[str]]:
    """The arguments of every `python3 main.py …` that the README writes as code."""
    inline = re.findall(r"`(python3 main\.py[^`]*)`", README)
    fenced = re.findall(r"^(python3 main\.py.*)$", README, re.MULTILINE)
    for line in dict.fromkeys([*inline, *fenced, *(command for command, _ in OUTPUTS)]):
        yield shlex.split(line, comments=True)[2:]


OURS = [arguments for arguments in commands() if arguments[:1] != ["test"]]  # what follows that is pytest's


@pytest.mark.parametrize("arguments", OURS, ids=" ".join)
def test_commands_are_understood(unfog: Unfog, arguments: list[str]) -> None:
    given = main.parser().parse_args(arguments)
    if given.command in ("list", "check", "run") and "LESSON" not in arguments and arguments != ["check"]:
        assert unfog(*arguments).returncode == 0  # to check all lessons takes long, and test_lessons.py does
    if given.command == "play" and given.lesson != "LESSON":
        assert unfog("check", given.lesson).returncode == 0


def test_every_command_is_explained() -> None:
    parser = main.parser()
    actions = [action for action in parser._actions if action.dest == "command"]
    explained = {arguments[0] for arguments in commands() if arguments}
    assert explained == set(actions[0].choices or ())


def test_records_to_every_ending_that_is_named(unfog: Unfog, copy: Path) -> None:
    line = next(line for line in README.splitlines() if "main.py record LESSON" in line)
    endings = re.findall(r"`(\.\w+)`", line)
    refused = unfog("record", "my.yaml", "-o", "x.doc").stderr
    assert sorted(endings) == sorted(re.findall(r"(?<= )\.\w+", refused))


# --- tables and links --------------------------------------------------------------------------------------------


def rows(heading: str) -> list[list[str]]:
    """The rows of the table whose head begins like that."""
    table = README.partition(f"\n| {heading} |\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.splitlines()[1:]]


def test_the_keys_are_those_of_the_stage() -> None:
    known = [(" ".join(key.split()), meaning) for key, meaning in KEYS]
    shown = [(key, meaning) for key, meaning in rows("key | what it does")]
    assert [row for row in shown if row not in known] == []
    assert len(shown) > 10
    assert "V" in [key for key, _ in rows("key | what it does")], "how much a lesson says is each reader's to choose"


def test_the_table_of_keys_has_all_that_a_lesson_may_have() -> None:
    named = [cells[0].strip("`") for cells in rows("key of the file | what it says")]
    assert sorted(named) == sorted(Sheet.__dataclass_fields__)


def test_the_table_of_experiments_has_all_keys_and_the_example_is_real() -> None:
    table = rows("key of an experiment | what it says")
    named = [name for cells in table for name in re.findall(r"`(\w+)`", cells[0])]
    assert sorted(named) == sorted(experiment_spec._Sheet.__dataclass_fields__)
    told = {name: set(re.findall(r"`(\w+)`", cells[1])) for name, cells in zip(named[2:], table, strict=False)}
    assert {*experiment_spec.Metric.__dataclass_fields__, *get_args(experiment_spec.Statistic)} <= told["metrics"]
    assert {*TableSheet.__dataclass_fields__, *_OneRun.__dataclass_fields__} <= told["published"]
    assert set(ComparisonSheet.__dataclass_fields__) <= told["comparisons"]
    assert set(experiment_spec.Plot.__dataclass_fields__) <= told["plots"]
    assert (experiment_spec.EXPERIMENTS / "auto-player.yaml").read_text(encoding="utf-8") in README


def test_the_table_of_cues_has_all_of_them() -> None:
    table = rows("key | what it does | example")
    assert [cells[0] for cells in table] == [f"`{name}`" for name in CUE_KEYS]
    expect = next(cells[1] for cells in table if cells[0] == "`expect`")
    assert re.findall(r"`(\w+)`", expect) == list(Expectation.__dataclass_fields__)


def test_the_table_of_events_is_right_and_has_all_of_gac() -> None:
    gac = find_algorithm("gac")  # loads all algorithms, and so all events
    shown = {cells[0].strip("`"): re.findall(r"`(\w+)`", cells[2]) for cells in rows("event | when | fields")}
    assert shown == {name: [field.name for field in fields(event_types()[name])] for name in shown}
    assert {tag for line in gac.pseudocode for tag in line.tags} <= set(shown)


def test_the_events_are_lines_of_a_file_of_events(unfog: Unfog, tmp_path: Path) -> None:
    shown = README.partition("\n```json\n")[2].partition("\n```\n")[0]
    assert unfog("run", "where-gac-must-stop", "--events", str(tmp_path / "x.jsonl")).returncode == 0
    assert f"\n{shown}\n" in (tmp_path / "x.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", re.findall(r"^puzzle: \{.*\}", README, re.MULTILINE))
def test_puzzle_formats_can_be_read(unfog: Unfog, tmp_path: Path, line: str) -> None:
    without_network = ("kind: program", "kind: hamiltonian")
    algorithm = "clue-exact" if "kind: clue" in line else "cdcl" if any(map(line.count, without_network)) else "gac"
    result = unfog("run", lesson(tmp_path, line.removeprefix("puzzle: "), algorithm))
    assert (result.returncode, result.stderr) == (0, "")


def anchors(text: str) -> set[str]:
    """What the headings of a text are called in links. What stands in examples is no heading."""
    lines = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()
    return {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in lines if line[:1] == "#"}


@pytest.mark.parametrize("path", [*READMES, ROOT / "CONTRIBUTING.md"],
                         ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_and_pictures_lead_somewhere(path: Path, copy: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    for link in links:
        name, _, anchor = link.partition("#")
        there = (path.parent / name).resolve() if name else path
        assert (copy / there.relative_to(ROOT)).exists(), link  # examples count
        assert not anchor or anchor in anchors(there.read_text(encoding="utf-8")), link


def test_the_door_is_light() -> None:
    assert (ROOT / "README.md").stat().st_size <= MOST_AT_THE_DOOR
    assert (ROOT / "assets" / "pictures" / "stage.png").stat().st_size < 150_000


def test_files_named_in_the_map_exist() -> None:
    for cells in rows("where | what"):
        folders = [ROOT / "visualizer" / folder for folder in re.findall(r"\]\(([^)]+)\)", cells[0])]
        for name in re.findall(r"`([\w*]+\.\w+)`", cells[1]):
            assert any(list(folder.glob(name)) for folder in folders if folder.is_dir()), name


def test_the_rooms_are_those_of_the_house_in_their_order() -> None:
    assert [re.findall(r"`(\w+)`", cells[0])[0] for cells in rows("room | what is in it")] == list(ORDER)


def test_the_way_of_an_event_names_what_there_is() -> None:
    steps = rows("step | in | what happens")
    assert [cells[0] for cells in steps] == [str(number) for number in range(1, len(steps) + 1)]
    assert len(steps) > 10
    for _, where, what in steps:
        links = re.findall(r"\]\(([^)]+)\)", f"{where} {what}")
        code = "".join((ROOT / "visualizer" / link).read_text(encoding="utf-8") for link in links)
        for kind, name in re.findall(r"`(?:(\w+)\.)?((?:(?<=\.)|draw_)\w+)`", what):
            assert re.search(rf"^ *def {name}\b", code, re.MULTILINE), name
            assert not kind or re.search(rf"^class {kind}\b", code, re.MULTILINE), kind


def test_the_catalogue_has_every_algorithm() -> None:
    named = [name for cells in rows("name in lessons | what it is | works on | lessons")
             for name in re.findall(r"`([\w-]+)`", cells[0])]
    assert len(named) == len(set(named))
    assert named and set(named) <= algorithms().keys(), f"no algorithms: {set(named) - algorithms().keys()}"
    missing = algorithms().keys() - set(named)
    assert not missing, f"write a row into the catalogue of algorithms/README.md: {', '.join(sorted(missing))}"


def test_libraries_are_those_that_are_installed() -> None:
    pinned = {re.split(r"[= ]", line)[0] for name in ("requirements.txt", "requirements-dev.txt")
              for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if "==" in line}
    named = {name for cells in rows("library | why") for name in cells[0].split(", ")}
    assert named == {name for name in pinned if not name.startswith("types-")}
