"""Lessons of which each learner has another one: the seed is made of the name, whoever writes it how."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.own_puzzles import OWN
from kit.recordings import lesson
from main import main
from scenarios.editing import edited, puzzle_text
from scenarios.learners import TRIED, names_in, seed_of
from scenarios.loader import load
from scenarios.reading import ScenarioError
from visualizer.terminal.commands import played_by_all

Out = pytest.CaptureFixture[str]


LETTERS = st.characters(categories=("L", "N", "P"), max_codepoint=0x52F)


@given(st.lists(st.text(LETTERS, min_size=1, max_size=12), min_size=1, max_size=4))
def test_spaces_and_capitals_do_not_matter(words: list[str]) -> None:
    name = " ".join(words)
    assert seed_of(name) == seed_of(f"  {'   '.join(words)}\t") > 0
    assert seed_of(name) == seed_of(name.casefold())


def said(capsys: Out) -> list[str]:
    """What stands on standard error, but how far it is on a busy machine."""
    return [line for line in capsys.readouterr().err.splitlines() if not line.endswith("Ctrl+C stops")]


def test_each_name_has_a_seed_of_its_own_which_stays() -> None:
    names = [f"Learner {number}" for number in range(2_000)]
    assert len({seed_of(name) for name in names}) == 2_000
    assert seed_of("") == seed_of("  ") == 0
    assert seed_of("Ada Lovelace") == 209_757_214  # or results that were handed in would be marked otherwise
    assert seed_of("Rózsa") == seed_of("Ro\u0301zsa")  # as some systems write it


def test_a_puzzle_and_a_run_have_the_seed_of_the_name(tmp_path: Path) -> None:
    path = lesson(tmp_path, OWN)
    nobody, ada, bob = load(path), load(path, seed=seed_of("Ada")), load(path, seed=seed_of("Bob"))
    assert nobody.of_name and nobody.seed == 0 and ada.seed == ada.runs[0].seed == seed_of("Ada")
    assert len({str(one.puzzle) for one in (nobody, ada, bob)}) == 3
    assert load(path, seed=seed_of(" ADA")).puzzle == ada.puzzle
    fixed = OWN.replace("clues: 5", "clues: 5, seed: 3")
    assert load(path, fixed, seed_of("Ada")).puzzle == load(path, fixed, seed_of("Bob")).puzzle
    number = OWN.replace("seed: name", "seed: 4")
    assert not load(path, number, 99).of_name and load(path, number, 99).seed == 4


def test_who_changes_the_lesson_changes_the_one_on_show(tmp_path: Path) -> None:
    ada = load(lesson(tmp_path, OWN), seed=seed_of("Ada"))
    again = edited(ada, "Mine", puzzle_text(ada))
    assert (again.puzzle, again.seed, again.of_name) == (ada.puzzle, ada.seed, False)


@pytest.mark.parametrize(("seed", "told"), [("nam", "the text 'nam'"), ("1.5", "the number 1.5"), ("[1]", "a list")])
def test_another_word_for_the_seed_is_refused(tmp_path: Path, seed: str, told: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load(lesson(tmp_path, OWN.replace("seed: name", f"seed: {seed}")))
    assert str(caught.value).endswith(f":4: seed: must be a whole number or 'name', not {told}; change it")


@pytest.mark.parametrize(("text", "line", "told"), [
    ("Ada\n\n ada \n", 3, "'ada' is there already, as 'Ada'; add something that tells them apart"),
    ("Ada\n" + "x" * 101, 2, "has a name of more than 100 letters; write one name a line"),
    ("# nobody\n\n", 0, "has no names; write 1 to 1,000, one a line"),
    ("\n".join(map(str, range(1_001))), 0, "has 1001 names; write 1 to 1,000, one a line"),
])
def test_names_that_cannot_be_are_refused(tmp_path: Path, text: str, line: int, told: str) -> None:
    path = tmp_path / "names.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        names_in(path)
    assert (caught.value.line, caught.value.message) == (line, told)


def test_names_are_read_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_bytes("\ufeff# class 7b\r\nAda  Lovelace\r\n\r\nRózsa\r\n".encode())
    assert names_in(path) == ("Ada Lovelace", "Rózsa")


# --- check -----------------------------------------------------------------------------------------------------------


def test_check_plays_it_for_several_names(tmp_path: Path, capsys: Out) -> None:
    path, names = lesson(tmp_path, OWN), tmp_path / "names.txt"
    names.write_text("Ada\nBob\n", encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.endswith(" events, 3 cues, 12 names)\n")
    assert main(["check", str(path), "--names", str(names)]) == 0
    assert capsys.readouterr().out.endswith(" events, 3 cues, 2 names)\n")


def test_check_says_for_which_name_it_does_not_hold(tmp_path: Path, capsys: Out) -> None:
    """A cell that loses a value in nobody's and Ada's puzzle is no answer in another's."""
    wrong = '      wrong: {A1: "That cell is no peer."}\n'
    path = lesson(tmp_path, OWN.replace("field: variable}\n", "field: variable}\n" + wrong))
    assert main(["check", str(path)]) == 2
    (told,) = said(capsys)
    assert ": script.0.ask.wrong.A1: " in told
    whose = [name for name in TRIED if told.endswith(f"(for {f'the name {name}' if name else 'nobody, seed 0'})")]
    assert whose and all(played_by_all(path, [name]) for name in TRIED[:TRIED.index(whose[0])])
    counted = lesson(tmp_path, OWN.replace("  - run: {to: end}\n",
                                           "  - run: {to: end}\n    expect: {counters: {labels: 3}}\n"))
    assert main(["check", str(counted)]) == 1
    assert "(for " in capsys.readouterr().err


def test_check_refuses_a_seed_of_the_name_that_changes_nothing(tmp_path: Path, capsys: Out) -> None:
    path = lesson(tmp_path, OWN.replace("clues: 5", "clues: 5, seed: 3"))
    assert main(["check", str(path)]) == 2
    assert ":4: seed: is made of the name, and with each that was tried puzzle and run are the same; " \
           in capsys.readouterr().err


# --- the command line ------------------------------------------------------------------------------------------------


def test_a_name_is_for_lessons_that_ask_for_it(tmp_path: Path, capsys: Out) -> None:
    path, names = lesson(tmp_path, OWN), tmp_path / "names.txt"
    names.write_text("Ada\n", encoding="utf-8")
    assert main(["run", str(path), "--name", "Ada", "--json"]) == 0
    ada = capsys.readouterr().out.partition('"seconds"')[0]
    assert main(["run", str(path), "--name", "ada", "--json"]) == 0
    assert capsys.readouterr().out.partition('"seconds"')[0] == ada
    assert main(["run", "where-gac-must-stop", "--name", "Ada"]) == 2
    assert "is the same for each name; write seed: name into it" in capsys.readouterr().err
    assert main(["check", "where-gac-must-stop", "--names", str(names)]) == 2
    assert "no lesson here is another one for each name" in capsys.readouterr().err


@pytest.mark.parametrize(("more", "told"), [
    (["--names", "NAMES", "-o", "x"], "--names is for pages of homework; add --for homework"),
    (["--for", "homework", "--names", "NAMES", "-o", "x.html"], "x.html is no folder"),
    (["--for", "homework", "--names", "NAMES", "--name", "Ada", "-o", "x"], "leave --all, --name and --cue out"),
    (["--for", "homework", "--names", "none.txt", "-o", "x"], "none.txt: there is no such file"),
])
def test_pages_for_names_are_refused_in_a_line(tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch,
                                               more: list[str], told: str) -> None:
    monkeypatch.chdir(tmp_path)
    path, names = lesson(tmp_path, OWN), tmp_path / "names.txt"
    names.write_text("Ada\nBob\n", encoding="utf-8")
    assert main(["record", str(path), *(str(names) if one == "NAMES" else one for one in more)]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["lesson.yaml", "names.txt"]


def test_no_page_is_written_where_the_lesson_does_not_hold_for_a_name(tmp_path: Path, capsys: Out) -> None:
    names, wrong = tmp_path / "names.txt", '      wrong: {Z9: "No such cell."}\n'
    path = lesson(tmp_path, OWN.replace("field: variable}\n", "field: variable}\n" + wrong, 1))
    names.write_text("Ada!\nBob\n", encoding="utf-8")
    record = ["record", str(path), "--for", "homework", "--names", str(names), "-o", str(tmp_path / "x")]
    assert main(record) == 2
    assert "(for the name Ada!)" in capsys.readouterr().err and not (tmp_path / "x").exists()
    names.write_text("Ada!\nAda?\n", encoding="utf-8")
    assert main(record) == 2
    assert "Ada! and Ada? would have pages of the same name" in capsys.readouterr().err
