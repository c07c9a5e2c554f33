"""`play --narrate`: a lesson as text, by the keys of the window, from a terminal and from a pipe."""

from __future__ import annotations

import io
import os
import random
import select
import subprocess
import sys
import time

import pytest

import main as unfog
from scenarios.loader import find, load
from visualizer.runs.session import Session
from visualizer.terminal.keys import Keys
from visualizer.terminal.narrate import Narrator, narrate

Out = pytest.CaptureFixture[str]
KEYS = ("right", "left", "shift+right", "shift+left", "space", "pageup", "pagedown", "home", "end", "1", "2", "3", "4",
        "b", "t", "g", "c", "h", "r", "ctrl+z", "f1", "?", "x", "w (0,1)", "w nowhere")


def told(lesson: str, keys: str, capsys: Out) -> list[str]:
    """The lines after the keys, pressed on a lesson."""
    assert narrate(load(find(lesson)), Keys(io.StringIO(keys))) == 0
    return capsys.readouterr().out.splitlines()


def test_what_is_told_is_what_the_stage_says(capsys: Out) -> None:
    scenario = load(find("01-a-number-is-a-constraint"))
    narrator = Narrator(scenario, Keys(io.StringIO("")))
    session = narrator.session
    assert isinstance(session, Session)
    for key in ["space"] * 20 + ["page up"] * 3 + ["right"] * 4 + ["left"] * 2 + ["end"]:
        capsys.readouterr()
        before = session.timeline.position
        assert narrator.press(key)
        lines = capsys.readouterr().out.splitlines()
        here = session.timeline.position
        if here != before and here:
            assert lines[0].startswith(f"Event {here}")
            assert lines[0].endswith(session.timeline.events[here - 1].sentence())
        if key.startswith(("space", "page")) and session.director.now.there and here != before:
            assert any(line.endswith(session.say) for line in lines)
    assert session.at_end


def test_board_reason_and_totals(capsys: Out) -> None:
    lines = told("01-a-number-is-a-constraint", "end b w (0,2) w nowhere t q", capsys)
    assert any(line.startswith("no mine 1 (0,2)") for line in (" ".join(line.split()) for line in lines))
    assert any("C(0,1)" in line and "no mine" in line for line in lines)
    assert any(line.startswith("There is no place 'nowhere'") for line in lines)
    assert any(line.startswith("pruned: 1 (") for line in lines)


def test_what_is_supposed_is_said_to_be(capsys: Out) -> None:
    lines = told("11-dpll", "space space space b", capsys)
    assert lines[-1] == "Only supposed: p."


def test_several_runs_are_told_by_name(capsys: Out) -> None:
    lines = told("33-three-eyes-on-one-board", "end w (0,0) h", capsys)
    names = [run.name for run in load(find("33-three-eyes-on-one-board")).runs]
    for name in names:
        assert sum(line.startswith(f"{name}: ") for line in lines) >= 2
    assert lines[-1] == "Hints are for lessons with one run."


@pytest.mark.parametrize("lesson", ["01-a-number-is-a-constraint", "11-dpll", "33-three-eyes-on-one-board"])
def test_any_keys(lesson: str, capsys: Out) -> None:
    rng = random.Random(lesson)
    for line in told(lesson, " ".join(rng.choices(KEYS, k=40)), capsys):
        assert line.isprintable()


def test_of_a_command_line(capsys: Out) -> None:
    done = subprocess.run([sys.executable, str(unfog.ROOT / "main.py"), "play", "04-where-gac-must-stop", "--narrate"],
                          input="space space escape right", capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Cue 2 of" in done.stdout
    assert "Cue 3 of" not in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_in_a_terminal() -> None:
    import pty

    parent, child = pty.openpty()
    command = [sys.executable, str(unfog.ROOT / "main.py"), "play", "01-a-number-is-a-constraint", "--narrate"]
    with subprocess.Popen(command, stdin=child, stdout=child, stderr=child, close_fds=True) as running:
        os.close(child)
        heard = await_text(parent, "F1 tells the keys.")
        for key, answer in ((b" ", "Cue 1 of"), (b"\x1b[C", "Event 1."), (b"\x1b[D", "The start."),
                            (b"\x1b[1;2C", "Event"), (b"w", "Place:"), (b"(0,1)\n", "(0,1) is open"),
                            (b"\xc3\xa9", "does nothing here")):
            os.write(parent, key)
            heard += await_text(parent, answer)
        os.write(parent, b"\x1b")
        assert running.wait(60) == 0
    os.close(parent)


def await_text(terminal: int, text: str) -> str:
    """What comes from a terminal until the text is there."""
    heard, until = "", time.monotonic() + 60
    while text not in heard:
        assert time.monotonic() < until, f"{text!r} did not come; heard: {heard}"
        if select.select([terminal], [], [], 0.2)[0]:
            heard += os.read(terminal, 4096).decode(errors="replace")
    return heard
