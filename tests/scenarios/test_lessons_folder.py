"""The user's folder of lessons may hold anything: the gallery and `list` open, and say of each that is broken why."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kit.lesson_files import BOARD, lesson
from kit.user_folder import CONFIG
from kit.window_desk import window
from main import main
from scenarios.loader import Scenario, lessons, load, own_lessons
from visualizer.window import lesson_cards
from visualizer.window.gallery import Gallery
from visualizer.window.lesson_cards import Card
from visualizer.window.thumbnails import played

Out = pytest.CaptureFixture[str]
BROKEN = {
    "bom-only": b"\xef\xbb\xbf", "bytes": bytes(range(256)) * 9, "empty": b"", "list": b"- 1\n",
    "null": b'title: "\\0"\n', "raw-null": b"title: \0\n",
    "escape": BOARD.replace("A small board", r'"\e[31m"').encode(),
    "key": (BOARD + '"\\x9b": 1\n').encode(), "topic": (BOARD + 'topic: "\\a"\n').encode(),
    "surrogate": BOARD.replace("A small board", r'"\ud800"').encode(), "large": b"# " + b"x" * 2_000_000,
    "utf-16": BOARD.encode("utf-16"), "latin-1": BOARD.replace("small", "sm\xe4ll").encode("latin-1"),
    "deep": b"a: " + b"[" * 100_000, "yaml": b"title: [", "brackets": b"}{",
}
GOOD = {"bom": b"\xef\xbb\xbf" + BOARD.encode(), "dos": BOARD.replace("\n", "\r\n").encode(), "good": BOARD.encode()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder, with all of them, hidden files, and what is no file at all."""
    monkeypatch.setenv(CONFIG, str(tmp_path))
    found = tmp_path / "unfog" / "lessons"
    found.mkdir(parents=True)
    for name, content in (BROKEN | GOOD).items():
        (found / f"{name}.yaml").write_bytes(content)
    for hidden in (".#good.yaml", "._good.yaml", ".hidden.yml", "notes.txt", "good.yaml~"):
        lesson(found, BOARD, hidden)
    (found / "folder.yaml").mkdir()
    if os.name != "nt":
        os.mkfifo(found / "pipe.yaml")
        (found / "zero.yaml").symlink_to("/dev/zero")
        (found / "circle.yaml").symlink_to("circle.yaml")
        (found / "lost.yaml").symlink_to("no-such.yaml")
        (found / ".#lost.yaml").symlink_to("somebody@somewhere.1234")
        lesson(found, BOARD, "a\n\x1b[2J.yaml")
        Path(os.fsdecode(os.fsencode(found) + b"/\xff.yaml")).write_text(BOARD, encoding="utf-8")
    return found


NO_FILES = ["folder", *(["circle", "lost", "pipe", "zero"] if os.name != "nt" else [])]
ODD_NAMES = ["a �[2J", "�"] if os.name != "nt" else []


def test_list_says_of_each_that_is_broken_why(folder: Path, capsys: Out) -> None:
    assert main(["list", "lessons"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert all(c.isprintable() or c == "\n" for c in told.out)
    lines = [line[4:] for line in told.out.splitlines() if line.startswith("    ")]
    rows = dict(re.split(r"  +", line, maxsplit=1) for line in lines)
    ours = {path.stem for path in lessons()}
    assert set(rows) - ours == {*BROKEN, *GOOD, *NO_FILES, *ODD_NAMES}
    for name in (*BROKEN, *NO_FILES):
        assert rows[name].startswith(str(folder / name)), name
    assert all(rows[name] == "A small board" for name in (*GOOD, *ODD_NAMES))
    assert main(["run", "good"]) == 0


def test_check_takes_the_same_files(folder: Path, capsys: Out) -> None:
    assert main(["check", str(folder)]) == 2
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == len(GOOD) + len(ODD_NAMES)
    assert len(told.err.splitlines()) == len(BROKEN) + len(NO_FILES)


@pytest.mark.parametrize("name", NO_FILES)
def test_a_command_says_what_it_is(folder: Path, capsys: Out, name: str) -> None:
    path = folder / f"{name}.yaml"
    for arguments in (["run", str(path)], ["play", name], ["record", str(path), "-o", str(folder / "x.svg")]):
        assert main(arguments) == 2
        line, = capsys.readouterr().err.splitlines()
        assert re.match(f"{path}: is (a directory|a link that leads nowhere|no ordinary file); ", line)
    assert not (folder / "x.svg").exists()


def test_the_gallery_opens_and_shows_them_all(folder: Path, tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        gallery = desk.app.gallery
        own = [card for card in gallery.cards if card.path in own_lessons()]
        assert len(own) == len(BROKEN) + len(GOOD) + len(NO_FILES) + len(ODD_NAMES)
        while gallery.busy:
            with suppress(ZeroDivisionError, OverflowError):  # the window says it, too
                gallery.tick(0.1)
        for offset in range(0, int(gallery.shelves.height) + 800, 400):
            gallery.scroll.to(float(offset))
            desk.frame()
        broken = {card.path.stem for card in own if card.fault}
        assert broken == {*BROKEN, *NO_FILES}
        assert all(card.fault.isprintable() and card.title.isprintable() for card in own)
        for card in own:
            if card.fault:
                desk.app.open_card(card)
                desk.frame()
                assert (desk.app.screen, gallery.message) == (gallery, card.fault)
        desk.app.open_card(next(card for card in own if card.path.stem == "good"))
        assert desk.stage.session.scenario.title == "A small board"


def test_a_fault_of_unfog_in_one_lesson_is_said_on_its_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                            folder: Path) -> None:
    """Whether it comes while the lesson is read or while its picture is drawn."""
    def reading(path: Path, text: str | None = None) -> Scenario:
        if path.stem == "good":
            raise ZeroDivisionError("of\nnothing")
        return load(path, text)

    def playing(scenario: Scenario) -> Iterator[Any]:
        if scenario.path.stem == "bom":
            raise OverflowError("too large")
        return played(scenario)

    monkeypatch.setattr(lesson_cards, "load", reading)
    monkeypatch.setattr(lesson_cards, "played", playing)
    monkeypatch.setattr("visualizer.window.gallery.lessons", list)
    with window(tmp_path) as desk:
        gallery = desk.app.gallery
        while gallery.busy:
            with suppress(ZeroDivisionError, OverflowError):  # the window says it, too
                gallery.tick(0.1)
        for offset in range(0, int(gallery.shelves.height) + 800, 400):
            gallery.scroll.to(float(offset))
            desk.frame()
            with suppress(OverflowError):
                gallery.tick(0.1)
        faults = {card.path.stem: card.fault for card in gallery.cards}
        said = "cannot be shown, a fault in Unfog"
        assert faults["good"] == f"{folder / 'good.yaml'}: {said}: ZeroDivisionError: of nothing"
        assert faults["bom"] == f"{folder / 'bom.yaml'}: {said}: OverflowError: too large"
        assert faults["dos"] == ""


def test_a_folder_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    (tmp_path / "unfog").mkdir()
    place = tmp_path / "unfog" / "lessons"
    for circle in (False, True):
        if circle:
            place.symlink_to(place)
        else:
            place.write_text("a file")
        assert own_lessons() == []
        assert len(Gallery(lambda card: None, 0).cards) == len(lessons())
        place.unlink()


def test_a_glance_reads_no_more_than_reading_would(tmp_path: Path) -> None:
    """Of a file of 10 GB not all is read."""
    path = tmp_path / "x.yaml"
    with path.open("wb") as file:
        file.truncate(10**10)
    assert Card.of(path).topic == "Other lessons"
