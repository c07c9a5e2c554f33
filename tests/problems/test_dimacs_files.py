"""Formulas in files of other tools: what is odd is read as tools read it, with a warning; the rest is one line.

Each file goes the ways that a user has: run, check, play and record at the terminal, a lesson that names it, one that
holds its text, and a drop on the window.
"""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.formula import Formula
from kit.user_folder import CONFIG
from kit.window_desk import Desk, window
from main import main
from scenarios.loader import load
from scenarios.reading import ScenarioError
from visualizer.puzzles.formula import MOST_LITERALS, MOST_VARIABLES
from visualizer.runs.showable import check_size
from visualizer.window.gallery import Gallery

Out = pytest.CaptureFixture[str]

GOOD = b"p cnf 3 2\n1 -2 0\n-1 3 0\n"
SAME = Formula(("1", "2", "3"), ((1, -2), (-1, 3)))

# Read as if nothing were odd, or with a warning that has these words.
READ: dict[str, tuple[bytes, str]] = {
    "good": (GOOD, ""),
    "SATLIB": (b"c from SATLIB\n" + GOOD + b"%\n0\n\n", ""),
    "CRLF": (GOOD.replace(b"\n", b"\r\n"), ""),
    "a mark of Unicode": (b"\xef\xbb\xbf" + GOOD, ""),
    "a mark of DOS": (GOOD.replace(b"\n", b"\r\n") + b"\x1a", ""),
    "comments": (b"cnf, a comment\np cnf 3 2\nc\n1\nc between\n-2 0 c behind\n-1 3 0\nc at the end", ""),
    "too many clauses named": (GOOD.replace(b"3 2", b"3 5"), "the p-line speaks of 5 clauses, but there are 2"),
    "too few clauses named": (GOOD.replace(b"3 2", b"3 1"), "the p-line speaks of 1 clause, but there are 2"),
    "no last 0": (GOOD[:-3], "the last clause does not end in 0"),
    "Latin 1 in a comment": ("c Größe\n".encode("latin-1") + GOOD, "line 1 is not in UTF-8"),
    "after %": (GOOD + b"%\n1 0\n", "line 4: all that follows % is left out"),
}

# Refused: the line, and what is said.
REFUSED: dict[str, tuple[bytes, int, str]] = {
    "nothing": (b"", 1, "there is no formula; begin with a line such as p cnf 3 2"),
    "blank": (b"\n\n", 1, "there is no formula"),
    "out of range": (b"p cnf 3 2\n1 -2 0\n-1 7 0\n", 3, "clause 2: 7 is beyond the 3 variables of the p-line"),
    "no p-line": (b"c\n1 -2 0\n", 2, "the p-line is missing"),
    "two p-lines": (GOOD + b"p cnf 3 2\n", 4, "a second p-line"),
    "weights": (b"p wcnf 3 2 9\n9 1 0\n", 1, "is no p-line"),
    "Latin 1 in a clause": (b"p cnf 3 2\n1 \xe9 0\n", 2, "'�' is not a number that can be"),
    "UTF-16": (GOOD.decode("ascii").encode("utf-16"), 1, "has the control character 0x00 in it; is it a text file?"),
    "packed": (b"\x1f\x8b\x08\x00junk", 1, "has the control character 0x1f in it; is it a text file?"),
    "text": (b"Dear all,\n", 1, "the p-line is missing"),
}


def file_of(folder: Path, content: bytes) -> Path:
    path = folder / "x.cnf"
    path.write_bytes(content)
    return path


def lesson_of(folder: Path, puzzle: str) -> Path:
    path = folder / "x.yaml"
    path.write_text(f"title: X\nalgorithm: cdcl\npuzzle:\n  kind: cnf\n  {puzzle}\n", encoding="utf-8")
    return path


def play(path: Path) -> int:
    """``play`` with a window that is closed at once."""
    with (patch.dict("os.environ", {"SDL_VIDEODRIVER": "dummy", CONFIG: str(path.parent)}),
          patch("pygame.quit", pygame.display.quit)):  # fonts stay: they are kept from window to window
        pygame.display.init()
        pygame.event.clear()
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        return main(["play", str(path)])


def said(capsys: Out) -> list[str]:
    return [line for line in capsys.readouterr().err.splitlines() if "Traceback" not in line]


@pytest.mark.parametrize("name", READ)
def test_what_tools_read_is_read(tmp_path: Path, capsys: Out, desk: Desk, name: str) -> None:
    content, warning = READ[name]
    path = file_of(tmp_path, content)
    scenario = load(path)
    assert isinstance(scenario.puzzle, Formula)
    assert (scenario.puzzle.names, scenario.puzzle.clauses) == (SAME.names, SAME.clauses)
    for file in (path, lesson_of(tmp_path, "file: x.cnf")):
        for command in (["run", str(file)], ["check", str(file)], ["record", str(file), "-o", str(tmp_path / "x.svg")]):
            assert main(command) == 0
            lines = said(capsys)
            assert len(lines) == bool(warning)
            assert all(line.startswith(f"unfog: warning: {path}: ") and warning in line for line in lines)
        desk.send(pygame.DROPFILE, file=str(file))
        assert desk.stage.title in ("x.cnf", "X")
        assert (warning in desk.stage.message) if warning else not desk.stage.message


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, capsys: Out, desk: Desk, name: str) -> None:
    content, line, says = REFUSED[name]
    path = file_of(tmp_path, content)
    for file in (path, lesson_of(tmp_path, "file: x.cnf")):
        for command in (["run", str(file)], ["check", str(file)], ["record", str(file), "-o", str(tmp_path / "x.svg")]):
            assert main(command) == 2
            lines = capsys.readouterr().err.splitlines()
            assert len(lines) == 1
            assert f"{path}:{line}: " in lines[0]
            assert says in lines[0]
        desk.send(pygame.DROPFILE, file=str(file))
        assert isinstance(desk.app.screen, Gallery)
        assert f"{path}:{line}: " in desk.app.screen.message
    assert not (tmp_path / "x.svg").exists()


def test_play_warns_at_the_terminal_and_in_the_window(tmp_path: Path, capsys: Out) -> None:
    path = file_of(tmp_path, READ["no last 0"][0])
    assert play(path) == 0
    assert said(capsys) == [f"unfog: warning: {path}: the last clause does not end in 0; it is taken as it stands"]
    with window(tmp_path, load(path)) as desk:
        assert "does not end in 0" in desk.stage.message
    assert play(file_of(tmp_path, REFUSED["out of range"][0])) == 2
    assert said(capsys)[0].startswith(f"{path}:3: ")


def test_a_text_in_a_lesson_names_its_line(tmp_path: Path, capsys: Out) -> None:
    path = lesson_of(tmp_path, "dimacs: |\n    p cnf 2 2\n    1 0\n    3 0")
    assert main(["run", str(path)]) == 2
    assert said(capsys)[0].startswith(f"{path}:8: puzzle.dimacs: clause 2: 3 is beyond")
    path = lesson_of(tmp_path, "dimacs: |\n    p cnf 2 2\n    1 0\n    0")
    assert main(["run", str(path)]) == 0
    assert said(capsys) == [f"unfog: warning: {path}: puzzle.dimacs: line 3: clause 2 is empty, so there is no model"]


def test_files_that_are_no_files(tmp_path: Path, capsys: Out, desk: Desk) -> None:
    (tmp_path / "folder.cnf").mkdir()
    for name, says in (("folder.cnf", "is a directory; name a file"), ("none.cnf", "there is no such file")):
        path = tmp_path / name
        assert main(["run", str(path)]) == 2
        assert said(capsys)[0].startswith(f"{path}: {says}")
        desk.send(pygame.DROPFILE, file=str(path))
        assert isinstance(desk.app.screen, Gallery)
        assert desk.app.screen.message.startswith(f"{path}: {says}")


def test_names_in_capitals_odd_names_and_links(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target = file_of(tmp_path / "elsewhere", GOOD)
    link = tmp_path / "link.cnf"
    link.symlink_to(target)
    odd = [tmp_path / name for name in ("X.CNF", 'a "b": {c}\n.cnf', "x.dimacs")]
    for path in odd:
        path.write_bytes(GOOD)
    for path in (link, *odd):
        assert load(path).puzzle == SAME


def test_a_file_of_100_mb_is_refused_before_it_is_read(tmp_path: Path, capsys: Out, desk: Desk) -> None:
    path = file_of(tmp_path, GOOD)
    with path.open("r+b") as file:
        file.truncate(100_000_000)
    tracemalloc.start()
    try:
        assert main(["run", str(path)]) == 2
        desk.send(pygame.DROPFILE, file=str(path))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert said(capsys) == [f"{path}: is larger than 60000 kB; make it smaller"]
    assert isinstance(desk.app.screen, Gallery)
    assert "is larger than" in desk.app.screen.message


@pytest.mark.parametrize(("content", "says"), [
    (f"p cnf {MOST_VARIABLES + 1} 1\n1 0\n", "has 20,001 variables, and at most 20,000 can be shown"),
    ("p cnf 9 30000\n" + "1 2 3 4 5 6 7 0\n" * 30000, "has 210,000 literals, and at most 200,000 can be shown"),
], ids=["variables", "literals"])
def test_what_is_too_large_to_be_shown_can_still_be_run(tmp_path: Path, capsys: Out, desk: Desk, content: str,
                                                        says: str) -> None:
    path = file_of(tmp_path, content.encode("ascii"))
    check_size(load(file_of(tmp_path, b"p cnf 20000 1\n" + b" 1" * 1000 + b" 0\n")))
    path.write_text(content, encoding="ascii")
    with pytest.raises(ScenarioError, match=says):
        check_size(load(path))
    assert play(path) == main(["record", str(path), "-o", str(tmp_path / "x.svg")]) == 2
    assert all(line.startswith(f"{path}: {says}") for line in said(capsys))
    desk.send(pygame.DROPFILE, file=str(path))
    assert isinstance(desk.app.screen, Gallery)
    assert says in desk.app.screen.message
    assert main(["run", str(path)]) == 0
    assert MOST_LITERALS > MOST_VARIABLES


def test_a_formula_of_many_clauses_has_a_tile_for_each_of_them(tmp_path: Path, desk: Desk) -> None:
    from visualizer.canvas.primitives import RecordingCanvas, Rect
    from visualizer.canvas.theme import theme

    path = file_of(tmp_path, b"p cnf 9 9000\n" + b"1 2 3 0\n" * 9000)
    desk.app.open_file(path)
    desk.frame()
    session, canvas, box = desk.stage.session, RecordingCanvas(), Rect(0, 0, 600, 500)
    session.board.draw(canvas, box, session.state, session.state, 1.0, theme("dark"))
    said = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
    assert "9,000 clauses" in said
    assert [text for text in said if "10 a tile" in text]  # so many have no tile of their own, and it says so
    firsts, lasts = ([session.board.place(box, f"clause {number}") for number in range(start, 9001, 10)]
                     for start in (1, 10))
    assert firsts == lasts
    assert len(set(firsts)) == 900
    assert all(box.contains(*tile.center) for tile in firsts)
    assert not [text for text in said if "more" in text]
    assert len(said) < 100  # what is drawn is bounded, however many there are


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80), st.booleans())
def test_any_bytes_are_a_formula_or_one_line(content: bytes, headed: bool) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = file_of(Path(folder), b"p cnf 9 9\n" + content if headed else content)
        try:
            scenario = load(path)
        except ScenarioError as error:
            assert str(error).startswith(str(path))
            assert "\n" not in str(error)
            return
        assert isinstance(scenario.puzzle, Formula)
        assert all("\n" not in warning for warning in scenario.warnings)


def test_loops_in_a_graph_are_a_warning_there_and_in_the_window(tmp_path: Path, capsys: Out, desk: Desk) -> None:
    """As in homer.col, a public benchmark: each edge both ways, and some from a node to itself."""
    path = tmp_path / "x.col"
    path.write_text("p edge 3 6\ne 1 1\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 3\n", encoding="utf-8")
    assert main(["run", str(path)]) == 0
    loops = "2 edges lead from a node to itself and are left out: no colouring could satisfy that"
    assert f"unfog: warning: {path}: {loops}" in said(capsys)
    desk.send(pygame.DROPFILE, file=str(path))
    assert desk.stage.title == "x.col"
    assert loops in desk.stage.message
