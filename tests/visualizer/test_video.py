"""Videos: what is given to ffmpeg, and what is said where it is not there, or fails."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image, ImageChops, ImageStat

from kit.recordings import lesson
from scenarios.loader import load
from visualizer.canvas.theme import theme
from visualizer.recording.export import ExportError, record
from visualizer.recording.film import BETWEEN, SIZE, plan
from visualizer.recording.pictures import still_picture
from visualizer.recording.shots import shots
from visualizer.recording.video import NoVideo, joiner, subtitles

FAKE = """\
#!{python}
import json, sys
from pathlib import Path
from types import SimpleNamespace
from PIL import Image
rows = Path("frames.txt").read_text().splitlines()
names = [row.split("'")[1] for row in rows if row.startswith("file")]
seconds = sum(float(row.split()[1]) for row in rows if row.startswith("duration"))
sizes = sorted({{Image.open(name).size for name in names}})
said = Path("said.srt").read_text("utf-8")
Path(sys.argv[-1]).write_text(json.dumps([len(names), seconds, sizes, said, sys.argv]))
"""


SHORT = """\
title: A corner
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - say: "Each number is a constraint on its neighbours: ∨ é."
  - step: {grain: landmark}
  - say: "That is all."
"""


def a_program(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands in for ffmpeg."""
    program = folder / "bin" / "ffmpeg"
    program.parent.mkdir()
    program.write_text(text, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))


def without_ffmpeg(monkeypatch: pytest.MonkeyPatch, brought: object) -> None:
    """As if the system had none; ``brought``: the package that brings one, None where that is not installed."""
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", brought)


def test_the_one_of_a_package_is_used_where_the_system_has_none(tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    without_ffmpeg(monkeypatch, SimpleNamespace(get_ffmpeg_exe=lambda: str(tmp_path / "brought")))
    assert joiner() == str(tmp_path / "brought")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert joiner() == "/usr/bin/ffmpeg"


def no_program() -> str:
    raise RuntimeError


@pytest.mark.parametrize("brought", [None, SimpleNamespace(get_ffmpeg_exe=no_program)])
def test_without_ffmpeg_it_says_so_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                   brought: object) -> None:
    without_ffmpeg(monkeypatch, brought)
    with pytest.raises(ExportError, match=r"a video needs ffmpeg, .* \(pip install imageio-ffmpeg brings one\), or"):
        record(lesson(tmp_path), tmp_path / "x.mp4", progress=lambda done, total: pytest.fail("it works"))
    assert [path.name for path in tmp_path.iterdir()] == ["lesson.yaml"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs scripts that are programs")
def test_ffmpeg_gets_all_frames_for_their_time_and_what_is_said(tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    a_program(tmp_path, FAKE.format(python=sys.executable), monkeypatch)
    source = lesson(tmp_path)
    record(source, tmp_path / "x.mp4")
    film = plan(load(source), 400)
    frames, seconds, sizes, said, arguments = json.loads((tmp_path / "x.mp4").read_text("utf-8"))
    assert frames == len(film.frames) + len(BETWEEN) * sum(frame.moves for frame in film.frames) + 1
    assert seconds == pytest.approx(sum(frame.seconds for frame in film.frames), abs=0.001 * frames)
    assert sizes == [list(SIZE)]
    assert said == subtitles(list(shots(film)))
    assert "mov_text" in arguments


@pytest.mark.skipif(sys.platform == "win32", reason="needs scripts that are programs")
def test_what_ffmpeg_says_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_program(tmp_path, "#!/bin/sh\necho first >&2\necho Unknown encoder >&2\nexit 1\n", monkeypatch)
    with pytest.raises(ExportError, match=r"^ffmpeg could not make the video \(Unknown encoder\); mend that"):
        record(lesson(tmp_path, SHORT), tmp_path / "x.mp4")
    assert not (tmp_path / "x.mp4").exists()


def test_subtitles_follow_each_other_to_the_end(tmp_path: Path) -> None:
    film = plan(load(lesson(tmp_path)))
    rows = [row.split("\n") for row in subtitles(list(shots(film))).strip().split("\n\n")]
    assert [row[0] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    times = [tuple(_seconds(time) for time in row[1].split(" --> ")) for row in rows]
    assert all(start < end <= after for (start, end), (after, _) in pairwise(times))
    assert times[-1][1] == pytest.approx(sum(frame.seconds for frame in film.frames), abs=0.01)
    assert rows[0][2] == " ".join(film.frames[0].caption.split())


def _seconds(text: str) -> float:
    hours, minutes, rest = text.replace(",", ".").split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(rest)


def real() -> str:
    """ffmpeg itself, from the system or from a package that brings it."""
    try:
        return joiner()
    except NoVideo:
        pytest.skip("needs ffmpeg")


def test_the_real_ffmpeg_makes_a_film_of_that_length_with_its_pictures_and_words(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, source = real(), lesson(tmp_path, SHORT)
    a_program(tmp_path, f'#!/bin/sh\nexec "{program}" "$@"\n', monkeypatch)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.defpath}")
    record(source, tmp_path / "x.mp4")
    film = plan(load(source), 400)

    def out(*arguments: str) -> bytes:
        return subprocess.run([program, "-loglevel", "error", "-i", str(tmp_path / "x.mp4"), *arguments], check=True,
                              capture_output=True).stdout

    first, *_, last = (Image.frombytes("RGB", (64, 40), part) for part in _parts(
        out("-map", "0:v", "-vf", "scale=64:40", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"), 64 * 40 * 3))
    for picture, frame in ((first, film.frames[0]), (last, film.frames[-1])):
        drawn = still_picture(film, frame, SIZE, theme("light"), 1.0).convert("RGB").resize((64, 40))
        assert max(ImageStat.Stat(ImageChops.difference(picture, drawn)).mean) < 6
    count = len(out("-map", "0:v", "-vf", "scale=2:2", "-f", "rawvideo", "-pix_fmt", "gray", "-")) // 4
    assert count / 25 == pytest.approx(sum(frame.seconds for frame in film.frames), abs=0.2)
    said = out("-map", "0:s", "-f", "srt", "-").decode("utf-8")
    assert all(" ".join(frame.caption.split()) in said for frame in film.frames if frame.caption)


def _parts(data: bytes, size: int) -> list[bytes]:
    return [data[at:at + size] for at in range(0, len(data), size)]
