"""Recordings: complete or not there at all, and what they show is what the stage draws."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from algorithms.core import Grain
from kit.recordings import EXPERT, KINDS, LESSON, draw_lists, in_whole_pixels, lesson, recording, spliced, unpacked
from kit.session_desk import THESIS
from scenarios.glossary import glossary, terms_in
from scenarios.loader import lessons, load
from scenarios.reading import ScenarioError
from scenarios.writing import OutputError
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import theme
from visualizer.recording import export, packed
from visualizer.recording.draw_lists import splices
from visualizer.recording.export import ExportError, record
from visualizer.recording.film import BETWEEN, SIZE, plan, still
from visualizer.recording.html import draw_spots

ENDINGS = (".html", ".svg", ".png", ".gif")


# --- the film ------------------------------------------------------------------------------------------------------


def test_every_event_of_a_short_lesson_is_a_frame(tmp_path: Path) -> None:
    film = plan(load(lesson(tmp_path)))
    assert sorted({frame.position for frame in film.frames}) == list(range(film.frames[-1].position + 1))
    assert [frame.cue for frame in film.frames if frame.cue is not None] == [0, 1, 2, 3, 4]
    assert film.timeline.done


def test_script_decides_words_marks_and_seconds(tmp_path: Path) -> None:
    film = plan(load(lesson(tmp_path)))
    first, pruned = film.frames[0], next(frame for frame in film.frames if frame.cue == 2)
    assert (first.position, first.cue, first.seconds) == (0, 0, max(2.0, 0.8 + len(first.say) / 15))
    assert pruned.say == pruned.caption == "0 has no support, so (0,1) must be 1."
    assert (pruned.marks, pruned.seconds) == (("(1,1)",), 1.5)
    assert "leaves the domain of (0,1)" in pruned.sentence
    running = film.frames[film.frames.index(pruned) + 1]
    assert (running.seconds, running.say, running.caption) == (0.1, pruned.say, running.sentence)
    assert film.frames[-1].say == "That is all."


def test_a_script_chooses_the_panel_for_the_way_to_its_cue_and_on(tmp_path: Path) -> None:
    cnf = lesson(tmp_path, 'title: A\nalgorithm: cdcl\npuzzle: {kind: cnf, formula: "p | q, ~p | q, p | ~q"}\nscript:\n'
                 "  - say: One.\n  - {step: {grain: micro, count: 2}, show: graph}\n  - step: {grain: micro}\n"
                 "  - {run: {to: end}, show: literals}\n")
    film = plan(load(cnf))
    panels = [frame.panel for frame in film.frames]
    cues = [frame.cue for frame in film.frames]
    assert panels[: cues.index(2) + 1] == ["pseudocode", "graph", "graph", "graph"]
    assert set(panels[cues.index(2) + 1 :]) == {"literals"}
    headings = []
    for frame in film.frames:
        canvas = RecordingCanvas()
        film.draw(canvas, frame, SIZE, theme("light"))
        said = [op.args[2] for op in canvas.ops if op.name == "text"]
        headings += [heading for heading in ("Pseudocode", "Implications", "Literals") if heading in said]
    names = {"pseudocode": "Pseudocode", "graph": "Implications", "literals": "Literals"}
    assert headings == [names[panel] for panel in panels]


def test_long_ways_climb_first_and_cues_stay(tmp_path: Path) -> None:
    text = EXPERT.replace("micro, count: 300", "micro, count: 20").replace(
        '  - say: "That is all."', '  - run: {to: end}\n  - say: "That is all."')
    film = plan(load(lesson(tmp_path, text)), 300)
    assert len(film.frames) <= 300
    positions = [frame.position for frame in film.frames]
    assert positions == sorted(positions)
    assert positions[:21] == list(range(21))  # the small steps are all there
    run = [frame for frame in film.frames[21:-2] if frame.position]
    assert all(film.timeline.events[frame.position - 1].grain >= Grain.STEP for frame in run)
    assert [frame.cue for frame in film.frames if frame.cue is not None] == [0, 1, 2, 3]
    assert film.frames[-1].position == len(film.timeline.events)


def test_even_a_handful_of_frames_can_be_kept(tmp_path: Path) -> None:
    film = plan(load(lesson(tmp_path)), 6)
    assert len(film.frames) <= 6
    assert [frame.cue for frame in film.frames] == [0, 1, 2, 3, 4]


def test_without_a_script_the_whole_run_is_shown(tmp_path: Path) -> None:
    film = plan(load(lesson(tmp_path, LESSON[: LESSON.index("script:")])))
    assert [frame.position for frame in film.frames] == list(range(len(film.timeline.events) + 1))
    assert {frame.say for frame in film.frames} == {""}
    assert film.timeline.done


# --- the files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
def test_record_writes_one_file(tmp_path: Path, ending: str) -> None:
    source, counts = lesson(tmp_path), []
    output = tmp_path / f"out{ending.upper()}"
    record(source, output, progress=lambda done, total: counts.append((done, total)))
    assert output.stat().st_size > 1000
    assert set(tmp_path.iterdir()) == {source, output}
    if ending in (".html", ".gif"):
        total = len(counts)
        assert counts == [(done, total) for done in range(1, total + 1)]


def test_pictures_show_the_end_of_the_script(tmp_path: Path) -> None:
    source = lesson(tmp_path)
    record(source, tmp_path / "x.png", "dark")
    with Image.open(tmp_path / "x.png") as picture:
        picture.load()
        assert picture.size == (2 * SIZE[0], 2 * SIZE[1])
        assert picture.convert("RGB").getpixel((0, 0)) == theme("dark").background
    record(load(source), tmp_path / "x.svg", "light")
    root = ET.parse(tmp_path / "x.svg").getroot()
    said = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "That is all." in said


def test_gif_has_every_frame_for_its_time(tmp_path: Path) -> None:
    source = lesson(tmp_path)
    record(source, tmp_path / "x.gif")
    film = plan(load(source), 400)
    with Image.open(tmp_path / "x.gif") as picture:
        assert picture.size == (960, 600)
        assert picture.info["loop"] == 0
        durations = []
        for index in range(picture.n_frames):  # type: ignore[attr-defined]
            picture.seek(index)
            durations.append(picture.info["duration"])
            corner = picture.convert("RGB").getpixel((0, 0))
            assert corner == theme("light").background
    assert len(durations) <= len(film.frames) + len(BETWEEN) * sum(frame.moves for frame in film.frames)
    assert sum(durations) == pytest.approx(1000 * sum(frame.seconds for frame in film.frames), abs=10 * len(durations))
    assert min(durations) >= 50


def test_gif_of_a_long_lesson_stays_small(tmp_path: Path) -> None:
    source = lesson(tmp_path, EXPERT.replace("step: {grain: micro, count: 300}", "run: {to: end}"))
    record(source, tmp_path / "x.gif")
    with Image.open(tmp_path / "x.gif") as picture:
        assert 50 < picture.n_frames <= 400  # type: ignore[attr-defined]
    assert (tmp_path / "x.gif").stat().st_size < 4_000_000


def test_pictures_need_no_display(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("DISPLAY", "WAYLAND_DISPLAY") and not key.startswith("SDL_")}
    code = ("from pathlib import Path; from visualizer.recording.export import record; "
            f"[record(Path({str(lesson(tmp_path))!r}), Path({str(tmp_path)!r}) / name) for name in ('x.gif', 'x.png')]")
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, cwd=Path(__file__).parents[2])
    assert (tmp_path / "x.gif").exists()
    assert (tmp_path / "x.png").exists()


# --- HTML ----------------------------------------------------------------------------------------------------------


def test_html_reproduces_every_draw_list(tmp_path: Path) -> None:
    source = lesson(tmp_path)
    record(source, tmp_path / "x.html", "dark")
    read = recording((tmp_path / "x.html").read_text("utf-8"))  # nothing in it depends on the encoding
    film = plan(load(source))
    decoded = draw_lists(read)
    assert len(decoded) == len(film.frames)
    for ops, frame in zip(decoded, film.frames, strict=True):
        canvas = RecordingCanvas()
        film.draw(canvas, frame, SIZE, theme("dark"))
        draw_spots(canvas, film.spots(canvas, frame), theme("dark"))
        assert ops == list(map(in_whole_pixels, canvas.ops))
    assert read["cues"] == [index for index, frame in enumerate(film.frames) if frame.cue is not None]
    assert [read["captions"][said] for said in read["said"]] == [frame.caption for frame in film.frames]
    assert read["seconds"] == [round(frame.seconds, 3) for frame in film.frames]


@pytest.mark.parametrize("name", ["09-unit-propagation", "81-from-a-given-m"])
def test_html_tells_what_the_terms_of_each_caption_mean(name: str, tmp_path: Path) -> None:
    """Each spot lies on a line that is drawn there and has the term."""
    record(next(path for path in lessons() if path.stem == name), tmp_path / "x.html", "dark")
    read = recording((tmp_path / "x.html").read_text("utf-8"))
    means, met = {term.term: term.means for term in glossary()}, 0
    for ops, spotted in zip(draw_lists(read), read["spotted"], strict=True):
        lines = [tuple(op.args[:3]) for op in ops if op.name == "text"]
        for x, y, wide, high, number in read["spots"][spotted]:
            term, said = read["terms"][number]
            assert 0 <= x < x + wide <= SIZE[0] and 0 <= y < y + high <= SIZE[1]
            on = [str(text) for left, middle, text in lines if abs(float(str(middle)) - y - high / 2) < 1
                  and float(str(left)) < x + 1]
            assert term in {found.term.term for text in on for found in terms_in(text)}
            assert said == means[term]
            met += 1
    assert met


def test_html_has_three_frames_between_where_something_moves(tmp_path: Path) -> None:
    source = lesson(tmp_path)
    record(source, tmp_path / "x.html", "dark")
    read = recording((tmp_path / "x.html").read_text("utf-8"))
    film = plan(load(source))
    moving = {index for index, frame in enumerate(film.frames) if frame.moves}
    assert {int(index) for index in read["between"]} == moving
    assert all(film.frames[index].cue is not None for index in moving)
    assert moving
    assert all(0 < film.frames[index].moving <= 0.6 * film.frames[index].seconds for index in moving)
    numbers: list[list[int]] = []
    for change in read["frames"]:
        numbers.append(spliced(numbers[-1] if numbers else [], change))
    for index in moving:
        shown = [[read["table"][number] for number in spliced(numbers[index - 1], one)]
                 for one in read["between"][str(index)]]
        assert len(shown) == len(BETWEEN) == 3
        for t, ops in zip(BETWEEN, shown, strict=True):
            canvas = RecordingCanvas()
            film.draw(canvas, film.frames[index], SIZE, theme("dark"), t)
            draw_spots(canvas, film.spots(canvas, film.frames[index]), theme("dark"))
            assert [op[0] for op in ops] == [KINDS.index(op.name) for op in canvas.ops]


def test_a_way_that_is_played_fast_has_no_motion_at_its_end(tmp_path: Path) -> None:
    slow, fast = (plan(load(lesson(tmp_path, LESSON.replace("speed: 10", f"speed: {speed}")))) for speed in (4, 100))
    assert sum(frame.moves for frame in slow.frames) == sum(frame.moves for frame in fast.frames) + 1
    assert still(fast).moves  # a picture shows the path


def test_html_is_self_contained_and_escaped(tmp_path: Path) -> None:
    record(lesson(tmp_path), tmp_path / "x.html")
    html = (tmp_path / "x.html").read_text("utf-8")
    assert "<title>A corner &quot;&lt;/script&gt;&quot; &amp; &#8744;</title>" in html
    assert html.count("</script>") == 2  # the recording with its tabs, what reads them
    assert "@@" not in html.partition('id="recording"')[0] + html.rpartition("<script>")[2]
    shown = re.sub(r'(<script id="\w+" type="text/plain">)[^<]*', r"\1", html)  # what is packed may look like anything
    assert "://" not in shown + json.dumps([unpacked(html, name) for name in ("recording", "tabs")])


def test_html_of_300_events_on_an_expert_board_is_small_and_tells_its_grains(tmp_path: Path) -> None:
    record(lesson(tmp_path, EXPERT), tmp_path / "x.html")
    html = (tmp_path / "x.html").read_text("utf-8")
    read = recording(html)
    assert len(read["frames"]) >= 300
    assert len(html) < 300_000  # the promise is 500 kB
    assert len(read["grains"]) == len(read["said"])
    assert set(read["grains"]) > {0, 1}


NUMBERS = st.lists(st.integers(0, 8), max_size=25)


@given(NUMBERS, NUMBERS)
def test_splices_turn_any_list_into_any_other(old: list[int], new: list[int]) -> None:
    found = splices(old, new)
    assert spliced(old, found) == new
    assert (not found) == (old == new)


# --- what cannot be written ----------------------------------------------------------------------------------------


def refused(source: Path, output: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The error's text; it comes before the long work, and nothing is left beside the output."""

    def long_work(*_: object) -> None:
        pytest.fail("the work has begun")

    monkeypatch.setattr(export, "plan", long_work)
    with pytest.raises((ExportError, OutputError)) as caught:
        record(source, output)
    text = str(caught.value)
    assert "\n" not in text
    assert not list(source.parent.glob(".*"))
    return text


@pytest.mark.parametrize("name", ["x.mp3", "x", "x.html.txt", ".html"])
def test_other_endings_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert "must end in .html, .svg, .png, .gif, .mp4, .pdf" in refused(lesson(tmp_path), tmp_path / name, monkeypatch)


def test_directory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.html").mkdir()
    assert "is a directory; name a file in it" in refused(lesson(tmp_path), tmp_path / "x.html", monkeypatch)


def test_missing_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = refused(lesson(tmp_path), tmp_path / "not there" / "x.html", monkeypatch)
    assert f"there is no folder {tmp_path / 'not there'}; create it first" in text


def test_file_in_place_of_a_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    assert "there is no folder" in refused(lesson(tmp_path), tmp_path / "file" / "x.html", monkeypatch)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder where nobody can write: /proc, on Linux")
def test_unwritable_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = refused(lesson(tmp_path), Path("/proc/self/x.html"), monkeypatch)
    assert text.startswith("/proc/self/x.html: cannot be written (")
    assert text.endswith("; name another file")


def test_too_long_a_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cannot be written" in refused(lesson(tmp_path), tmp_path / f"{'x' * 300}.html", monkeypatch)


def test_read_only_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "x.html"
    output.touch(0o444)
    assert "is read-only" in refused(lesson(tmp_path), output, monkeypatch)


def test_unknown_theme_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="there is no theme 'pink'; there is: dark, light, projector"):
        record(lesson(tmp_path), tmp_path / "x.html", "pink")


def test_broken_lesson_leaves_nothing(tmp_path: Path) -> None:
    source = lesson(tmp_path, LESSON.replace("event: Pruned", "event: WipedOut"))
    with pytest.raises(ScenarioError):
        record(source, tmp_path / "x.html")
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize("ending", [".html", ".gif"])
def test_interrupted_recording_leaves_the_old_file(tmp_path: Path, ending: str) -> None:
    source, output = lesson(tmp_path), tmp_path / f"x{ending}"
    output.write_text("old")

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(source, output, progress=interrupt)
    assert output.read_text() == "old"
    assert set(tmp_path.iterdir()) == {source, output}


def test_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, output = lesson(tmp_path), tmp_path / "x.svg"
    output.write_text("old")

    def full(path: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OutputError, match=r"x\.svg: cannot be written \(No space left on device\); name another file"):
        record(source, output)
    assert output.read_text() == "old"
    assert set(tmp_path.iterdir()) == {source, output}


def test_what_cannot_be_supposed_is_said_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(THESIS + 'script:\n  - say: One.\n    suppose: {"(0,0)": none}\n', encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"known.yaml:6: script.0.suppose.\(0,0\): \(0,0\) is 0 here already"):
        record(load(path), tmp_path / "known.svg")
    assert not (tmp_path / "known.svg").exists()


def test_a_python_without_lzma_is_told_so_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                     ) -> None:
    monkeypatch.setattr(packed, "_lzma", None)
    for output in (tmp_path / "x.html", tmp_path / "X.HTML"):
        with pytest.raises(ExportError, match="a page needs the module lzma"):
            record(lesson(tmp_path), output)
        assert not output.exists()
    record(lesson(tmp_path), tmp_path / "x.svg")
