"""Recording a lesson to a file. The ending of its name decides what it becomes:

    .html   all frames, with a player that needs nothing but a browser
    .gif    all frames, or the larger steps of a long lesson
    .svg    the moment where the script ends, as a handout: sharp at any size
    .png    the same moment as pixels
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scenarios.loader import Scenario, load
from scenarios.writing import written
from visualizer.canvas.on_svg import SvgCanvas
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import NAMES, Theme, theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import BETWEEN, MOST, SIZE, Film, plan, still
from visualizer.recording.html import DrawLists, Shown, page

Progress = Callable[[int, int], None]
"""Called with the number of frames that are done, and of all."""

_GIF_MOST = 400  # frames, for a file that can be sent by mail

Maker = Callable[[Film, Theme, Progress], bytes]


class ExportError(Exception):
    """A recording that cannot be made; its text is one line that names the mend."""


def _quiet(done: int, total: int) -> None:
    """No progress is shown."""


def record(scenario: Scenario | Path, output: Path, theme_name: str = "light", progress: Progress = _quiet) -> None:
    """Records a lesson to ``output``, which is complete when it appears: nothing half-written is ever left.

    Raises ExportError and OutputError, before the long work where that can be known, and the loader's ScenarioError.
    """
    most, make = _maker(output)
    if theme_name not in NAMES:
        raise ExportError(f"there is no theme {theme_name!r}; there is: {', '.join(NAMES)}")
    lesson = load(scenario) if isinstance(scenario, Path) else scenario
    with written(output, "wb", lesson.document.files) as file:
        film: Film = plan_comparison(lesson, most) if lesson.compares else plan(lesson, most)
        file.write(make(film, theme(theme_name), progress))


def _maker(output: Path) -> tuple[int, Maker]:
    """The most frames for a file with that ending, and the function that makes it."""
    makers: dict[str, tuple[int, Maker]] = {".html": (MOST, _html), ".svg": (MOST, _svg), ".png": (MOST, _png),
                                            ".gif": (_GIF_MOST, _gif)}
    found = makers.get(output.suffix.lower())
    if found is None:
        raise ExportError(f"cannot record to {output}: its name must end in {', '.join(makers)}")
    return found


def _html(film: Film, theme: Theme, progress: Progress) -> bytes:
    lists = DrawLists()
    for done, frame in enumerate(film.frames, 1):
        for t in (*(BETWEEN if frame.moves else ()), 1.0):
            canvas = RecordingCanvas()
            film.draw(canvas, frame, SIZE, theme, t)
            (lists.add if t == 1 else lists.add_between)(canvas.ops)
        progress(done, len(film.frames))
    shown = [Shown(frame.seconds, frame.caption, frame.cue is not None, frame.moving) for frame in film.frames]
    return page(film.scenario.title, SIZE, lists, shown, theme).encode("utf-8")


def _svg(film: Film, theme: Theme, progress: Progress) -> bytes:
    canvas = SvgCanvas(*SIZE, film.scenario.title)
    film.draw(canvas, still(film), SIZE, theme)
    return canvas.svg().encode("utf-8")


def _png(film: Film, theme: Theme, progress: Progress) -> bytes:
    from visualizer.recording.pictures import png  # loads pygame, which the other endings do without

    return png(film, theme)


def _gif(film: Film, theme: Theme, progress: Progress) -> bytes:
    from visualizer.recording.pictures import gif  # loads pygame

    return gif(film, theme, progress)
