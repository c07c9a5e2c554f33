"""A film as a video, with what is said as subtitles. The pictures are drawn here, and joined by ffmpeg: the system's,
or that of the package imageio-ffmpeg, where pip has installed it."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from visualizer.canvas.theme import Theme
from visualizer.recording.film import SIZE, Film
from visualizer.recording.pictures import picture_of
from visualizer.recording.shots import Shot, shots

_RATE = 25  # frames a second: what players expect


class NoVideo(Exception):  # noqa: N818 - it says what happened
    """A video that cannot be made; its text is a line that names the mend."""


def joiner() -> str:
    """The program that makes videos of pictures. Raises NoVideo where there is none."""
    found = shutil.which("ffmpeg")
    if found is not None:
        return found
    try:
        return str(importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ImportError, RuntimeError):  # it is there, but has no program for this machine
        raise NoVideo("a video needs ffmpeg, which is not installed; install it (pip install imageio-ffmpeg brings "
                      "one), or record to .gif or .html") from None


def video(film: Film, theme: Theme, progress: Callable[[int, int], None]) -> bytes:
    """The file of all frames, each for its time."""
    program = joiner()
    with tempfile.TemporaryDirectory(prefix="unfog-") as name:
        folder = Path(name)
        every, rows = list(shots(film)), list[str]()
        for number, shot in enumerate(every):
            picture_of(film, shot, SIZE, theme).save(folder / f"{number:05}.png", "PNG", compress_level=1)
            rows.append(f"file '{number:05}.png'\nduration {shot.seconds:.3f}")
            progress(number + 1, len(every))
        rows.append(rows[-1].split("\n")[0])  # in some versions the last one does not stay; -t ends it
        (folder / "frames.txt").write_text("ffconcat version 1.0\n" + "\n".join(rows) + "\n", encoding="utf-8")
        (folder / "said.srt").write_text(subtitles(every), encoding="utf-8")
        return _joined(program, folder, sum(shot.seconds for shot in every))


def _joined(program: str, folder: Path, seconds: float) -> bytes:
    command = [program, "-nostdin", "-y", "-loglevel", "error", "-f", "concat", "-safe", "0", "-i", "frames.txt",
               "-i", "said.srt", "-map", "0:v", "-map", "1:s", "-vf", f"fps={_RATE}", "-c:v", "libx264", "-pix_fmt",
               "yuv420p", "-c:s", "mov_text", "-metadata:s:s:0", "language=eng", "-t",
               f"{seconds:.3f}", "-movflags", "+faststart", "film.mp4"]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    made = folder / "film.mp4"
    if done.returncode or not made.exists():
        said = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NoVideo(f"ffmpeg could not make the video ({said[:200]}); mend that, or record to .gif or .html")
    return made.read_bytes()


def subtitles(every: Sequence[Shot]) -> str:
    """What is said, and when, as SubRip has it; what stays the same is one row."""
    rows: list[tuple[float, float, str]] = []
    at = 0.0
    for shot in every:
        if rows and rows[-1][2] == shot.said:
            rows[-1] = rows[-1][0], at + shot.seconds, shot.said
        else:
            rows.append((at, at + shot.seconds, shot.said))
        at += shot.seconds
    shown: Sequence[tuple[float, float, str]] = [row for row in rows if row[2].strip()]
    return "".join(f"{number}\n{_time(start)} --> {_time(end)}\n{' '.join(said.split())}\n\n"
                   for number, (start, end, said) in enumerate(shown, 1))


def _time(seconds: float) -> str:
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02},{rest % 1000:03}"
