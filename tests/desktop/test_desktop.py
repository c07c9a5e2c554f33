"""The real window under Xvfb, driven with xdotool: what a user presses, drags and turns shows on the screen."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.seen_window import AWAY, FULL, SIZE, WHOLE, Seen, opened
from kit.session_desk import SCRIPT, THESIS
from kit.window_desk import window
from kit.x_display import PATIENCE, Pixels, Screen, wait
from scenarios.loader import load
from visualizer.canvas.primitives import Rect
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.window.help import KEYS

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lesson with cues, on a field where every key has something to do."""
    path = tmp_path_factory.mktemp("lesson") / "figure.yaml"
    path.write_text(THESIS + SCRIPT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def places(lesson: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rect]:
    """Where the widgets lie, from a window without a screen."""
    with window(tmp_path_factory.mktemp("settings"), load(lesson)) as desk:
        desk.resize(*SIZE)
        board = desk.stage.session.board
        found = desk.boxes()
        assert isinstance(board, GnomineBoard)
        found |= {f"field {place}": board.place(found["board"], place) for place in board.layout.places}
        desk.app.leave()
        desk.frame()
        found |= {"own Sudoku": desk.boxes()["sudoku1"], "Clue": desk.boxes()["clue"]}
        desk.app.ask("clue")
        desk.frame()
        found |= {name: desk.boxes()[name] for name in ("clue-me", "clue-hand")}
        return found


@pytest.fixture(scope="module")
def shared(display: Screen, lesson: Path, places: dict[str, Rect],
           tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    """A window for tests that do not leave the lesson: to open one takes longer than most of them."""
    with opened(display, lesson, places, tmp_path_factory.mktemp("config")) as window:
        yield window


@pytest.fixture
def seen(shared: Seen) -> Seen:
    """The lesson at its start, on the rung of steps."""
    assert shared.process.poll() is None, "a test before ended it"
    shared.display.do("mousemove", *AWAY)
    shared.display.do("key", "2")
    shared.begin_anew()
    return shared


# --- other screens -------------------------------------------------------------------------------------------------


def test_every_key_of_the_help_shows_on_other_screens_too(
        display: Screen, lesson: Path, places: dict[str, Rect], tmp_path: Path) -> None:
    """A lesson that is left for its game, and for what comes after that. It closes before others share a window."""
    with opened(display, lesson, places, tmp_path) as seen:
        seen.keys(seen.count, "shift+space")  # Esc …
        seen.keys(seen.box("run"), "Escape")
        seen.begin_anew()
        played(seen)
        seen.begin_anew()
        flagged(seen)
        beyond(seen)
        scrolled(seen)


def flagged(seen: Seen) -> None:
    """By a right click, while the game is played."""
    seen.click("play", seen.box("analyse"))  # which is switched off
    seen.click("field (2,2)", seen.count, 3)
    seen.click("undo", seen.count)
    seen.click("field (2,2)", seen.count)


def played(seen: Seen) -> None:
    """Return, F and C."""
    count, board, top = seen.count, seen.box("board"), (0, 0, SIZE[0], 44)
    seen.keys(top, "p")
    seen.keys(WHOLE, "Tab")  # the board comes first
    seen.keys(board, "Down", "Right")
    seen.keys(count, "c")  # (0,1) has its mine flagged: opens (0,2)
    seen.keys(board, "Down", "Down")
    seen.keys(count, "f", "f", "Return")
    seen.keys(top, "p")


def beyond(seen: Seen) -> None:
    """From one screen to the next, by way of the gallery."""
    count, board = seen.count, seen.box("board")
    seen.keys(WHOLE, "Escape")
    seen.keys(WHOLE, "c", "c")
    seen.keys(WHOLE, "slash", "b", "t", "BackSpace", "Escape", "Down", "Right", "Return", "Escape")
    seen.click("own Sudoku", WHOLE)  # arrows, 0 … 9
    seen.keys(WHOLE, "Down", "Right")  # the first points at A1
    seen.keys(count, "5", "Delete", "6", "0")
    seen.keys(WHOLE, "m", "m")
    seen.keys(WHOLE, "Escape")
    seen.click("Clue", WHOLE)  # E
    seen.keys(WHOLE, "x", "BackSpace")  # into the first field, with no click there
    for name, keys in (("clue-me", "m u"), ("clue-hand", "p l space r o space l i Return")):
        seen.click(name, WHOLE)
        seen.keys(WHOLE, *keys.split())
    seen.keys(WHOLE, "Escape", "j", "Escape")
    seen.keys(WHOLE, "e", *["w", "h", "space", "p", "e"])
    seen.keys(WHOLE, "Escape", "Escape", "Escape")  # out of what was typed, the field, and the game
    seen.keys(WHOLE, "slash", *"guess", "Down", "Return")  # a lesson that searches
    seen.keys(count, "End")
    seen.rest(WHOLE)
    seen.keys(board, "l", "f", "f", "f", "u", "l")
    seen.keys(WHOLE, "l", "Tab", "Up", "Up", "Down", "Return")
    seen.keys(WHOLE, "plus", "minus", "plus", "o", "plus", "c")
    seen.keys(WHOLE, "Escape", "Escape")  # out of the search, and to the gallery
    scrolled(seen)


def scrolled(seen: Seen) -> None:
    """The gallery, by the wheel, where it is larger than the window."""
    seen.resize(900, 400)
    wait(lambda: seen.geometry()[2:] == (900, 400), "the window does not shrink")
    seen.display.do("mousemove", seen.left + 450, seen.top + 200)
    seen.rest(WHOLE)
    seen.changes(WHOLE, "click", 5)
    seen.changes(WHOLE, "click", 4)


# --- the mouse -----------------------------------------------------------------------------------------------------


def test_each_button_of_the_transport(seen: Seen) -> None:
    for button in ("step", "back", "rung0", "rung1", "rung2", "rung3", "first", "end", "first"):
        seen.click(button, seen.count)
    between = (seen.box("cue-back")[2] + 8, seen.box("cue")[1], seen.box("cue")[0] - 8, SIZE[1] - 8)  # Cue 1/5
    for button in ("cue", "cue", "cue-back"):
        seen.click(button, between)
    seen.click("run", seen.count)
    seen.click("run", seen.box("run"))
    assert seen.still(seen.count)


def test_the_timeline_follows_a_drag(seen: Seen) -> None:
    seen.point("timeline")
    seen.changes(seen.count, "mousedown", 1)
    for share in (0.2, 0.8, 1.0, 0.0):
        box = seen.places["timeline"]
        x, y = box.x + share * (box.w - 1), box.center[1]
        seen.changes(seen.count, "mousemove", seen.left + round(x), seen.top + round(y))
    seen.display.do("mouseup", 1)


# --- the keyboard --------------------------------------------------------------------------------------------------


_LEAVING = ("Ctrl + Z", "Ctrl + Y", "R", "F6  F8", "F7, Shift + F7")  # bookmarks and stops, which others would meet
_PLAIN = ("P", "A", "H")  # before there are branches
STAYING = _PLAIN + tuple(key for key, _ in KEYS if key not in {
    *_PLAIN, *_LEAVING, "Return, F, C", "Arrows, 0 … 9", "E", "J", "M", "C", "L", "F  U", "Arrows, Return",
    "+  −  O  C", "/", "Esc"}) + _LEAVING


def press(seen: Seen, key: str) -> None:  # noqa: PLR0915 - one list of cases, as the help is
    """Presses what a line of the help names, on the lesson; each press must show where it should."""
    count, top = seen.count, (0, 0, SIZE[0], 44)
    transport = (0, seen.box("step")[1], *SIZE)
    match key:
        case "→  ←":
            seen.keys(count, "Right", "Right", "Left", "Left")
        case "Shift + → ←":
            seen.keys(count, "shift+Right", "shift+Right", "shift+Left", "shift+Left")
        case "Ctrl + → ←":
            seen.keys(count, "ctrl+Right", "ctrl+Left")
        case "1 2 3 4":
            seen.keys(transport, "1", "2", "3", "4", "2")
        case "Space":
            seen.keys(seen.box("run"), "space", "space")
            assert seen.still(count)
        case "Shift + Space":
            seen.keys(count, "shift+space")
            seen.keys(seen.box("run"), "space")
            assert seen.still(count)
        case "G":
            seen.keys(WHOLE, "g", "Down", "Down")
            seen.keys(count, "Return")
        case "1 … 9, I, Esc":
            seen.keys(WHOLE, "Next", "Next", "Next", "i")
            seen.keys(WHOLE, "Escape")
        case "Q":
            seen.keys(WHOLE, "q", "q")
        case "V":
            seen.keys(WHOLE, "v")  # which says what more there is, or that there is none
        case "N":
            seen.keys(WHOLE, "n")  # which says when it opens the next lesson
        case "F5":
            projected(seen)
            seen.keys(WHOLE, "F5")
        case "I  K":
            projected(seen)
            seen.keys(WHOLE, "Next", "Next", "i", "i", "k", "k", "k", "F5")
        case "B  .":
            for name in ("b", "period"):
                seen.keys(WHOLE, name)
                wait(lambda: not painted(seen.display.pixels()), "it is not black")
                seen.keys(WHOLE, name)
        case "Home  End":
            seen.keys(count, "End", "Home")
        case "+  −":
            seen.keys(transport, "plus", "minus", "KP_Add", "KP_Subtract")
        case "Page Down / Up":
            seen.keys(transport, "Next", "Next", "Prior")
        case "Click a number":
            seen.click("field (1,1)", count)
        case "P":
            seen.keys(top, "p", "p")
        case "Ctrl + V":
            seen.keys(WHOLE, "ctrl+v")  # what is said where nothing was copied
        case "A":
            seen.keys(count, "ctrl+Right", "a")
        case "H":
            seen.keys(WHOLE, "h")
        case "W":
            seen.keys(WHOLE, "End")
            seen.point("field (0,2)")
            seen.keys(WHOLE, "w")
            seen.keys(WHOLE, "w")  # its proof
        case "Shift + W":
            seen.keys(WHOLE, "End")
            seen.point("field (0,2)")
            seen.keys(WHOLE, "shift+w", "Right")
        case "X, Shift + X":
            seen.keys(WHOLE, "End", "x", "x", "shift+x")
            seen.keys(count, "Up")
        case "D  C":
            seen.keys(WHOLE, "d")  # with one run, it says that there is nothing to compare
        case "Ctrl + Z":
            seen.keys(count, "End", "a", "ctrl+z")
        case "R":
            seen.keys(count, "Right", "r")
        case "S":
            x, y, _, _ = seen.box("code")
            seen.keys((x, y, SIZE[0] - 10, y + 200), "s", "s")
        case "Tab, Shift + Tab":
            seen.keys(WHOLE, "Tab", "Tab", "Tab", "shift+Tab")
        case "Ctrl and + − 0":
            seen.keys(WHOLE, "ctrl+plus", "ctrl+0", "ctrl+minus", "ctrl+0")
        case "T":
            seen.keys(WHOLE, "t", "t", "t")
        case "Wheel, drag, +  −":
            magnified(seen)
        case "Y":
            seen.keys(WHOLE, "y", "Right")
            seen.keys(WHOLE, "y")
        case "O":
            seen.keys(WHOLE, "o", "1", "2", "BackSpace")
            seen.keys(WHOLE, "Escape")
        case "Shift + Y":
            seen.keys(WHOLE, "shift+y", "shift+y")
        case "Shift + Q":
            seen.keys(WHOLE, "shift+q", "shift+q")
        case "Ctrl + Y":
            seen.keys(WHOLE, "z", "Return", "ctrl+z")
            seen.keys(WHOLE, "ctrl+y")
        case "Z":
            seen.keys(WHOLE, "z", "Escape")
        case "Shift + Z, F10":
            seen.keys(WHOLE, "z", "Return", "shift+z", "F10", "Escape")
        case "F4":
            seen.keys(WHOLE, "z", "Return", "F4", "Escape")
        case "Ctrl + E":
            seen.keys(WHOLE, "ctrl+e", "Escape")
        case "F9":
            second_window(seen)
        case "Shift + F9":
            seen.keys(WHOLE, "shift+F9", "Escape")
        case "F6  F8":
            seen.keys(WHOLE, "F6", "Escape", "F8", "F8")
        case "F7, Shift + F7":
            seen.keys(WHOLE, "F7", "Right", "shift+F7")  # which say that no stop is set
        case "F12":
            seen.keys(WHOLE, "F12")  # which says that it needs the second window
        case "F3":
            seen.keys(WHOLE, "F3", *"support", "Escape", "F3", "F3")
        case "F11":
            full_screen_and_back(seen)
        case "F2" | "?":
            name = {"F2": "F2", "?": "question"}[key]
            seen.keys((400, 300, 900, 500), name, "Escape", name, name)
        case _:
            pytest.fail(f"the help names {key!r}: say here what pressing it should change")


def projected(seen: Seen) -> None:
    """To projector mode, until its controls have hidden: nothing is at the top any more."""
    seen.keys(WHOLE, "F5")
    wait(lambda: len(set(seen.crop((0, 8, SIZE[0], 18))[:: 4])) == 1, "the controls do not hide")


def magnified(seen: Seen) -> None:
    """Under the wheel, which way the mouse drags it, and by the keys of the board that has the focus."""
    board = seen.box("board")
    seen.point("board")
    seen.changes(board, "click", 4)
    seen.changes(board, "click", 4)
    x, y = seen.places["board"].center
    seen.display.do("mousedown", 1)
    seen.changes(board, "mousemove", seen.left + round(x) + 60, seen.top + round(y) + 40)
    seen.display.do("mouseup", 1)
    seen.changes(board, "click", 5)
    seen.changes(board, "click", 5)
    seen.keys(WHOLE, "Tab", "shift+Tab")  # the click took the focus there, but a ring it has only from the keys
    seen.keys(board, "plus", "minus")
    seen.keys(WHOLE, "Tab")  # there the arrows would be its own


def second_window(seen: Seen) -> None:
    """It opens beside the first, takes the keys for the lesson, and goes when it is closed."""
    def titled() -> str:
        found = (seen.display.ask("search", "--onlyvisible", "--class", "main.py") or "").splitlines()
        return "\n".join(one for one in found if "presenter" in (seen.display.ask("getwindowname", one) or ""))

    seen.display.do("key", "F9")
    wait(titled, "F9 opened no second window")
    second = titled().splitlines()[0]
    seen.display.do("windowmove", second, 400, 300)
    seen.display.do("windowfocus", second)
    wait(lambda: seen.display.ask("getwindowfocus") == second, "the second window does not take the keyboard")
    seen.display.do("key", "F9")
    wait(lambda: not titled(), "F9 closed no second window")
    assert seen.process.poll() is None
    seen.focus()
    seen.rest(WHOLE)


def full_screen_and_back(seen: Seen) -> None:
    place = seen.geometry()
    seen.display.do("key", "F11")  # to the left and top as well is a window manager's part, and there is none
    wait(lambda: seen.geometry()[2:] == FULL, "F11 did not fill the screen")
    seen.focus()
    seen.keys(WHOLE, "Right")
    seen.display.do("key", "F11")
    wait(lambda: seen.geometry() == place, f"F11 did not lead back to {place}")
    seen.focus()
    seen.rest(WHOLE)
    seen.keys(seen.count, "Right")


def test_every_key_of_the_help_shows(seen: Seen) -> None:
    """Those of a lesson, which stays open, and begins anew after each."""
    for key in STAYING:
        print(f"the help's {key}")  # shown if it fails
        press(seen, key)
        seen.rest(WHOLE, 8)  # a large picture does not come at once, nor does what a panel has dimmed come back
        if seen.crop(seen.count) == seen.start:  # so that R shows, too
            seen.keys(seen.count, "Right")
            seen.rest(WHOLE, 3)
        seen.begin_anew()


# --- the window ----------------------------------------------------------------------------------------------------


def painted(pixels: Pixels) -> int:
    """How many pixels are not black, but for the corner where the mouse rests: some screens show its arrow there."""

    def lit(part: Pixels) -> int:
        return int(part[:, :, :3].any(axis=2).sum())

    return lit(pixels) - lit(pixels[-32:, -32:])


def test_a_resize_to_very_small_and_back(seen: Seen) -> None:
    seen.rest(WHOLE)
    before = seen.crop(WHOLE)
    seen.resize(200, 150)
    wait(lambda: 0 < painted(seen.display.pixels()) <= 200 * 150, "the window does not shrink")
    assert seen.process.poll() is None
    seen.resize(*SIZE)
    wait(lambda: seen.crop(WHOLE) == before, "the window does not look as before")
    seen.keys(seen.count, "Right")


def test_control_c_ends_it_in_a_line(shared: Seen) -> None:
    shared.process.send_signal(signal.SIGINT)
    _, said = shared.process.communicate(timeout=PATIENCE)
    assert (shared.process.returncode, said) == (130, "unfog: stopped\n")
