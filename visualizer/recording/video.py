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
from visualizer.recording.pictures import seconds_of, steps_of, still_picture

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
        pictures: list[Path] = []
        for done, frame in enumerate(film.frames, 1):
            for t in steps_of(frame):
                pictures.append(folder / f"{len(pictures):05}.png")
                still_picture(film, frame, SIZE, theme, t).save(pictures[-1], "PNG", compress_level=1)
            progress(done, len(film.frames))
        rows = [f"file '{path.name}'\nduration {seconds:.3f}" for path, seconds in zip(pictures, seconds_of(film),
                                                                                       strict=True)]
        rows.append(f"file '{pictures[-1].name}'")  # in some versions the last one does not stay; -t ends it
        (folder / "frames.txt").write_text("ffconcat version 1.0\n" + "\n".join(rows) + "\n", encoding="utf-8")
        (folder / "said.srt").write_text(subtitles(film), encoding="utf-8")
        return _joined(program, folder, sum(frame.seconds for frame in film.frames))


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


def subtitles(film: Film) -> str:
    """What is said, and when, as SubRip has it; what stays the same is one row."""
    rows: list[tuple[float, float, str]] = []
    at = 0.0
    for frame in film.frames:
        if rows and rows[-1][2] == frame.caption:
            rows[-1] = rows[-1][0], at + frame.seconds, frame.caption
        else:
            rows.append((at, at + frame.seconds, frame.caption))
        at += frame.seconds
    shown: Sequence[tuple[float, float, str]] = [row for row in rows if row[2].strip()]
    return "".join(f"{number}\n{_time(start)} --> {_time(end)}\n{' '.join(said.split())}\n\n"
                   for number, (start, end, said) in enumerate(shown, 1))


def _time(seconds: float) -> str:
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02},{rest % 1000:03}"
