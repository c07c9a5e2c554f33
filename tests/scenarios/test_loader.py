"""From a file to a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.core import run
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.lesson_files import BOARD, error_of, lesson
from kit.user_folder import CONFIG
from scenarios.inside import inside
from scenarios.loader import find, lessons, load, own_lessons, yaml_in
from scenarios.reading import Document, ScenarioError


def test_a_lesson_is_read(tmp_path: Path) -> None:
    scenario = load(lesson(tmp_path, BOARD + "about: It is small.\noptions: {order: random}\nseed: 7\n", "small.yaml"))
    assert (scenario.name, scenario.title, scenario.about) == ("small", "A small board", "It is small.")
    assert (scenario.puzzle_kind, scenario.algorithm.name, scenario.options) == ("gnomine", "gac", {"order": "random"})
    assert (scenario.seed, scenario.apply, scenario.script) == (7, False, ())
    assert run(scenario.steps()).domains["(0,2)"] == (0,)


def test_a_topic_is_by_default_the_kind_of_puzzle(tmp_path: Path) -> None:
    assert load(lesson(tmp_path, BOARD)).topic == "Gnomine (Minesweeper)"
    assert load(lesson(tmp_path, BOARD + 'topic: " Gnomine: my own "\n')).topic == "Gnomine: my own"


def test_a_run_can_start_from_another_position(tmp_path: Path) -> None:
    scenario = load(lesson(tmp_path, BOARD))
    assert isinstance(scenario.puzzle, Gnomine)
    other = scenario.puzzle.with_seen({**scenario.puzzle.seen, "(1,2)": -1, "(0,2)": -2})
    assert run(scenario.steps(puzzle=other)).domains["(1,2)"] == (0,)


def test_apply_plays_the_game_on(tmp_path: Path) -> None:
    scenario = load(lesson(tmp_path, BOARD + "apply: true\n"))
    names = [type(event).__name__ for event in scenario.steps()]
    assert "Uncovered" in names
    assert names[-1] == "Consistent"


@pytest.mark.parametrize(("old", "new", "line", "says"), [
    ("title: A small board\n", "", 1, "title: is missing"),
    ("title: A small board", "title: ' '", 1, "title: is empty"),
    ("title: A small board", "title: A small board\ntopic: ''", 2, "topic: is empty"),
    ("title: A small board", "title: A small board\ntopic: [a]", 2, "topic: must be text"),
    ("title", "tilte", 1, "tilte: unknown key; did you mean 'title'?"),
    ("kind: gnomine", "kind: gnomime", 3, "puzzle.kind: there is no such kind of puzzle; did you mean 'gnomine'?"),
    ("  kind: gnomine\n", "", 2, "puzzle: its kind is missing"),
    ("algorithm: gac", "algorithm: forward-checking", 8, "'forward-checking'; did you mean 'fc'?"),
    ("algorithm: gac", "algorithm: gca", 8, "algorithm: there is no algorithm 'gca'; did you mean 'gac'?"),
    ("algorithm: gac", "algorithm: gac\noptions: {oder: random}", 9, "options.oder: unknown key; did you mean 'order'"),
    ("algorithm: gac", "algorithm: gac\noptions: {order: down}", 9, "options.order: must be 'top-left first' or 'ran"),
    ("algorithm: gac", "algorithm: unit-propagation\noptions:\n  given:\n  - (0,2)\n  - ~(7,7)", 12,
     "options.given.1: '~(7,7)' is no literal of the formula; write a variable of it such as "),
    ("algorithm: gac", "algorithm: unit-propagation\noptions: {given: ['(0,2)', '~(0,2)']}", 9,
     "options.given.1: '~(0,2)' stands here beside its complement"),
    ("algorithm: gac", "algorithm: unit-propagation\noptions: {given: p}", 9, "options.given: must be a list"),
    ("algorithm: gac", "algorithm: gac\nseed: x", 9, "seed: must be a whole number"),
    ("1 2 F", "1 2 X", 6, "puzzle.board: row 1, column 2: 'X'"),
    ("1 2 F", "1 2", 6, "puzzle.board: row 1 has 2 fields"),
    ("1 2 F", "1 8 F", 6, "puzzle.board: the number 8"),
    ("kind: gnomine", "kind: gnomine\n  mines: 0", 4, "puzzle.mines: "),
    ("kind: gnomine", "kind: gnomine\n  bord: x", 4, "puzzle.bord: unknown key; did you mean 'board'?"),
    ("kind: gnomine", "kind: gnomine\n  random: {rows: 5, cols: 5, mines: 1}", 4,
     "puzzle.random.cols: unknown key; did you mean 'columns'?"),
])
def test_errors_name_line_and_key(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in BOARD
    error = error_of(tmp_path, BOARD.replace(old, new, 1))
    assert (error.line, says in str(error)) == (line, True), str(error)


def test_errors_in_a_quoted_board_name_the_line_of_its_key(tmp_path: Path) -> None:
    error = error_of(tmp_path, 'title: A\nalgorithm: gac\npuzzle:\n  kind: gnomine\n  board: "1 .\\n. X"\n')
    assert error.line == 5


def test_apply_is_for_games(tmp_path: Path) -> None:
    error = error_of(tmp_path, "title: A\nalgorithm: gac\napply: true\npuzzle: {kind: csp, domains: {A: [1]}, "
                               "constraints: []}\n")
    assert (error.line, error.key) == (3, "apply")


# --- files beside a lesson ---------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _boards_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loader reads `file:` for any kind of puzzle that names its ``text_key``."""
    monkeypatch.setattr(Gnomine, "text_key", "board", raising=False)


FILED = "title: A\nalgorithm: gac\npuzzle:\n  kind: gnomine\n  file: {}\n"


def test_a_board_in_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "fields").mkdir()
    (tmp_path / "fields" / "x.txt").write_text("1 .\n. .\n")
    puzzle = load(lesson(tmp_path, FILED.format("fields/x.txt"))).puzzle
    assert isinstance(puzzle, Gnomine)
    assert puzzle.seen["(0,0)"] == 1
    (tmp_path / "fields" / "x.txt").write_text("1 .\n. X\n")
    with pytest.raises(ScenarioError) as caught:
        load(tmp_path / "lesson.yaml")
    assert (caught.value.path, caught.value.line) == (tmp_path / "fields" / "x.txt", 2)


def test_files_stay_inside_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenarios.loader._MOST_DATA", 1_000_000)
    folder = tmp_path / "lessons"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("1 .\n")
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "circle").symlink_to(folder / "circle")
    for name in ("../secret.txt", str(tmp_path / "secret.txt"), "out.txt", "sub/../../secret.txt"):
        assert "outside the folder" in str(error_of(folder, FILED.format(name))), name
    for name, says in (("none.txt", "is not there"), ("sub", "directory"), ("circle", "'circle'"), ("'a\\0b'", "a\\"),
                       ("[1]", "must be the name"), ("x" * 5000, "cannot be a file")):
        error = error_of(folder, FILED.format(name))
        assert says in str(error), name
        assert (error.line, error.key) == (5, "puzzle.file")
    (folder / "junk.txt").write_bytes(b"\x00\x01")
    assert "control character" in str(_refused(lesson(folder, FILED.format("junk.txt"))))
    (folder / "huge.txt").write_bytes(b"." * 1_000_001)
    assert "larger than" in str(_refused(lesson(folder, FILED.format("huge.txt"))))


def _refused(path: Path) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        load(path)
    return caught.value


def test_a_file_beside_what_it_replaces(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("1 .\n")
    assert "only one" in str(error_of(tmp_path, FILED.format("x.txt") + "  board: '1 .'\n"))


def test_inside_gives_the_path(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("")
    assert inside(Document(lesson(tmp_path, BOARD)), (), "x.txt") == (tmp_path / "x.txt").resolve()


# --- names -------------------------------------------------------------------------------------------------------


def test_lessons_are_found_by_name_and_by_path(tmp_path: Path) -> None:
    first = lessons()[0]
    assert find(first.stem) == first
    assert find(first.stem.split("-", 1)[1]) == first
    assert find(first.stem.split("-", 1)[0]) == find("1") == first
    assert find("some/where.yaml") == Path("some/where.yaml")
    with pytest.raises(ScenarioError, match=f"did you mean '{first.stem}'"):
        find(first.stem[:-1])


def test_lessons_lie_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    names = ["2-b.yaml", "9-a.yaml", "10-a.yaml", "10-b.yaml", "99-z.yaml", "100-a.yaml", "a.yaml", "b.yaml"]
    for name in reversed(names):
        (tmp_path / name).touch()
    assert [path.name for path in yaml_in(tmp_path)] == names


def test_own_lessons_are_found_and_do_not_hide_those_of_unfog(tmp_path: Path,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    assert own_lessons() == []
    folder = tmp_path / "unfog" / "lessons"
    folder.mkdir(parents=True)
    first = lessons()[0]
    paths = [lesson(folder, BOARD, name) for name in ("a-new-one.yml", "z-last.yaml", first.name, "notes.txt")]
    assert own_lessons() == sorted(paths[:3])
    assert [find("a-new-one"), find("z-last"), find(first.stem)] == [*paths[:2], first]


def test_without_a_home_there_are_no_own_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_: object, **__: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("platformdirs.user_config_path", homeless)
    assert own_lessons() == []
    assert find(lessons()[0].stem) == lessons()[0]


def test_what_an_algorithm_cannot_take_of_a_puzzle_is_named_there(tmp_path: Path) -> None:
    names = [f"v{number}" for number in range(12)]
    domains = ", ".join(f"{name}: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]" for name in names)
    large = f"{{scope: [{', '.join(names)}], relation: {' + '.join(names)} == 50}}"
    error = error_of(tmp_path, f"title: A\nalgorithm: dpll\npuzzle:\n  kind: csp\n  domains: {{{domains}}}\n"
                               f"  constraints:\n    - {{scope: [v0, v1], relation: v0 < v1}}\n    - {large}\n")
    assert (error.line, error.key) == (8, "puzzle.constraints.1")
    assert "has 1,000,000,000,000 tuples" in str(error)


def test_lessons_come_in_order() -> None:
    numbers = [int(path.name.partition("-")[0]) for path in lessons()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_run_that_is_compared_may_have_a_seed_of_its_own(tmp_path: Path) -> None:
    text = "title: Seeds\nseed: 3\npuzzle: {kind: gnomine, board: '1 . .'}\ncompare:\n"
    runs = load(lesson(tmp_path, text + "  - {algorithm: gac, seed: 7}\n  - {algorithm: gac}\n")).runs
    assert [run.seed for run in runs] == [7, 3]
    with pytest.raises(ScenarioError, match=r":5: compare\.0\.seed"):
        load(lesson(tmp_path, text + "  - {algorithm: gac, seed: x}\n  - {algorithm: gac}\n"))
