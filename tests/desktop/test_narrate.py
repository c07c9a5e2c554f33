"""`play --narrate`: a lesson as text, by the keys of the window, from a terminal and from a pipe."""

from __future__ import annotations

import io
import os
import random
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import main as unfog
from kit.session_desk import THESIS
from scenarios.folders import lessons
from scenarios.loader import find, load
from visualizer.runs.session import Session
from visualizer.terminal.keys import Keys
from visualizer.terminal.narrate import Narrator, narrate

Out = pytest.CaptureFixture[str]
KEYS = ("right", "left", "shift+right", "shift+left", "space", "pageup", "pagedown", "home", "end", "1", "2", "3", "4",
        "b", "t", "g", "c", "h", "r", "ctrl+z", "f1", "?", "x", "w (0,1)", "w nowhere", "p", "i", "return", "a p",
        "backspace", "space", "space", "-1/2")


def told(lesson: str, keys: str, capsys: Out) -> list[str]:
    """The lines after the keys, pressed on a lesson."""
    assert narrate(load(find(lesson)), Keys(io.StringIO(keys))) == 0
    return capsys.readouterr().out.splitlines()


def test_what_is_told_is_what_the_stage_says(capsys: Out) -> None:
    scenario = load(find("01-a-number-is-a-constraint"))
    narrator = Narrator(scenario, Keys(io.StringIO("")))
    session = narrator.session
    assert isinstance(session, Session)
    session.quiz.on = False
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
    assert any("C(0,1)" in line and line.endswith("Ask again to go to event 8.") for line in lines)  # no proof here
    assert any(line.startswith("There is no place 'nowhere'") for line in lines)
    assert any(line.startswith("pruned: 1 (") for line in lines)


def test_what_is_supposed_is_said_to_be(capsys: Out) -> None:
    lines = told("11-dpll", "space space space b", capsys)
    assert lines[-1] == "Only supposed: p."


def test_a_thought_is_read_out_as_its_panel_has_it(capsys: Out) -> None:
    """Each step of what the cue supposes, to where it breaks, and again where the cue is asked for again."""
    lesson = next(path for path in lessons() if "breaks: true" in path.read_text(encoding="utf-8")
                  and "\nalgorithm:" in path.read_text(encoding="utf-8"))
    scenario = load(lesson)
    narrator = Narrator(scenario, Keys(io.StringIO("")))
    assert isinstance(narrator.session, Session)
    narrator.session.quiz.on = False
    while (thought := narrator.session.thought) is None:
        capsys.readouterr()
        narrator.press("space")
    lines = capsys.readouterr().out.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("Suppose ") and "see where" in line)
    assert len(lines[at + 1:]) == len(thought.told) > 0
    assert any(word in lines[-1] for word in ("breaks", "would need"))
    narrator.press("c")
    assert capsys.readouterr().out.splitlines()[-len(lines[at:]):] == lines[at:]


def test_a_question_is_read_out_and_answered_by_keys(capsys: Out) -> None:
    lines = told("11-dpll", "space " * 8 + "i c f1 1 2 space space space space 1 4", capsys)
    asked = lines.index("Question: Which literal joins M next?")
    assert lines[asked + 1:asked + 4] == ["1: ¬r", "2: ¬p", "3: ¬q"]
    assert "A question is open: answer it, I for a hint, or Escape to go on without an answer." in lines
    assert "Hint. Look at the tree." in lines
    assert lines.count("Question: Which literal joins M next?") == 2  # C reads it again
    assert any(line.startswith("While a question is open") for line in lines)
    assert "You said ¬r. The answer: ¬p. r was forced, not chosen. What was forced only goes away." in lines
    assert any(line.startswith("No. r is open, but not free") for line in lines[asked:])
    lines = told("11-dpll", "space " * 8 + "1 1 return space " + "space " * 3 + "1 return return", capsys)
    assert sum(line.startswith("No. r is open, but not free") for line in lines) == 1
    assert lines[-2:] == ["Choose one."] * 2


def test_numbers_parts_and_names_are_answers_too(capsys: Out) -> None:
    lines = told("64-at-least-propagation", "space space 1 return 3 backspace 0 return", capsys)
    assert [line for line in lines if line.startswith("Written")] == [
        "Written: 1", "Written: 3", "Written: nothing", "Written: 0"]
    assert any(line.startswith("No. Then two mines would be left") for line in lines)
    assert "Right: ½ point." in lines
    lines = told("100-dpll-is-a-path", "space " * 5 + "3 1 3 2 return", capsys)
    assert any(line.startswith("Chosen: ") and ", " in line for line in lines)
    lines = told("100-dpll-is-a-path", "space " * 5 + "escape space", capsys)
    assert "Skipped." in lines


def test_runs_that_are_compared_ask_by_name(capsys: Out) -> None:
    lines = told("20-order-does-not-matter", "space " * 6, capsys)
    assert any(line.startswith("Question about top-left first: ") for line in lines)


def test_predict_mode_asks_in_any_run(capsys: Out) -> None:
    lines = told("11-dpll", "p " + "right i i i return " * 12 + "p", capsys)
    assert any(line.startswith("Predict: the run stops") for line in lines)
    assert any(line.startswith("Question: ") for line in lines)
    assert any(line.endswith("Return goes on.") for line in lines)
    assert any(line.startswith("Predict is off.") for line in lines)


def test_which_kinds_predict_asks_for_is_chosen_by_number(capsys: Out) -> None:
    lines = told("11-dpll", "k p k 2 k 0", capsys)
    assert "P begins to predict; then K chooses which kinds of questions are asked." in lines
    said = "Asked for: "
    asked = [line.removeprefix(said).rstrip(".").split(", ") for line in lines if line.startswith(said)]
    assert len(asked) == 2 and len(asked[1]) == len(asked[0]) + 1
    (left_out,) = set(asked[1]) - set(asked[0])
    assert any(line.startswith(f"2: {left_out}, left out. ") for line in lines)


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
    done = subprocess.run([sys.executable, str(unfog.ROOT / "main.py"), "play", "05-a-wrong-flag", "--narrate"],
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
        try:
            heard = await_text(parent, "F1 tells the keys.")
            for key, answer in ((b" ", "Cue 1 of"), (b"\x1b[C", "Question: "), (b"\x1b", "Skipped."),
                                (b"\x1b[C", "Event 1 "), (b"\x1b[D", "The start."), (b"\x1b[1;2C", "Event"),
                                (b"w", "Place:"), (b"(0,1)\n", "(0,1) is open"), (b"\xc3\xa9", "does nothing here")):
                os.write(parent, key)
                heard += await_text(parent, answer)
            os.write(parent, b"q")  # where a question is open, Escape is for that
            assert running.wait(60) == 0
        finally:
            running.kill()  # or what fails waits for ever
    os.close(parent)


def await_text(terminal: int, text: str) -> str:
    """What comes from a terminal until the text is there."""
    heard, until = "", time.monotonic() + 60
    while text not in heard:
        assert time.monotonic() < until, f"{text!r} did not come; heard: {heard}"
        if select.select([terminal], [], [], 0.2)[0]:
            heard += os.read(terminal, 4096).decode(errors="replace")
    return heard


def test_why_tells_no_more_than_the_board_while_a_question_is_open(capsys: Out) -> None:
    narrator = Narrator(load(find("true-but-not-held-up")), Keys(io.StringIO("")))
    session = narrator.session
    told: dict[bool, list[str]] = {True: [], False: []}
    for _ in range(30):
        narrator.press("space" if not session.asks else "escape")
        for place in narrator.parts[0][2].layout.places:
            capsys.readouterr()
            narrator.keys = Keys(io.StringIO(place))
            narrator.press("w")
            told[session.asks] += capsys.readouterr().out.splitlines()
    assert any("What could hold it up: rule" in line for line in told[True])
    verdicts = ("blocked by", "supports", "open: ")
    assert any(word in line for line in told[False] for word in verdicts)
    assert not any(word in line for line in told[True] for word in verdicts)


def test_it_is_told_to_whom_and_as_fully_as_is_asked_for(tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch,
                                                         ) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(THESIS + "script:\n- {say: For all., more: And more.}\n- {say: At home., for: [homework]}\n",
                    encoding="utf-8")
    said = {}
    for arguments in ("", "--for homework", "--depth more"):
        monkeypatch.setattr("sys.stdin", io.StringIO("space space q"))
        assert unfog.main(["play", str(path), "--narrate", *arguments.split()]) == 0
        out = capsys.readouterr().out
        said[arguments] = [words for words in ("For all.", "And more.", "At home.") if words in out]
    assert said == {"": ["For all."], "--for homework": ["For all.", "At home."],
                    "--depth more": ["For all.", "And more."]}
    for window in ("--watch", "--presenter"):
        assert unfog.main(["play", str(path), "--narrate", window]) == 2
        assert capsys.readouterr().err == (
            "unfog: --narrate has no window, which --watch and --presenter need; leave them out\n")


def test_lines_are_put_in_order_by_ear(capsys: Out) -> None:
    """What stands, with its columns; the gaps; the lines to choose from. A wrong order has its reason."""
    lines = told("14-learning-from-a-conflict", "o 1 2 3 4 5 return escape", capsys)
    at = lines.index("Question: “Conflict-driven clause learning”: put these lines in their order.")
    assert lines[at + 1:at + 3] == ["each clause, given or learned, watches two literals", "Place 1: empty"]
    assert "4 columns in: learn the clause" in lines
    assert any(line.startswith("1: ") for line in lines)
    assert any(line.startswith("No. “") and "cannot stand in place" in line for line in lines)
