"""Recording a lesson to a file. The ending of its name decides what it becomes:

    .html   all frames, with a player that needs nothing but a browser
    .gif    all frames, or the larger steps of a long lesson
    .svg    the moment where the script ends, or a cue of it, as a handout: sharp at any size
    .png    the same moment as pixels
    .mp4    the frames of a GIF as a video, with what is said as subtitles, where ffmpeg is installed
    .pdf    a worksheet of the questions, and its key in a file beside it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from algorithms.words import counted
from scenarios.loader import Scenario, load
from scenarios.script.telling import Telling
from scenarios.writing import written
from visualizer.canvas.on_svg import SvgCanvas
from visualizer.canvas.theme import NAMES, Theme, theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import ALOUD, MOST, SIZE, Film, cues_of, plan, still
from visualizer.recording.frames import Frame
from visualizer.recording.html import Progress, film_page
from visualizer.recording.packed import NoPackingError, can_pack

_GIF_MOST = 400  # frames, for a file that can be sent by mail


class ExportError(Exception):
    """A recording that cannot be made; its text is one line that names the mend."""


def _quiet(done: int, total: int) -> None:
    """No progress is shown."""


def record(scenario: Scenario | Path, output: Path, theme_name: str = "light", progress: Progress = _quiet, *,
           telling: Telling = ALOUD, cues: Sequence[int] = (), learner: str = "") -> None:
    """Records a lesson to ``output``, which is complete when it appears: nothing half-written is ever left. Pictures
    show the end, or where ``cues`` end, by their numbers from 1; of several, each is a file with its number. A page of
    homework may be that of a ``learner``.

    Raises ExportError and OutputError, before the long work where that can be known, and the loader's ScenarioError.
    """
    most = _most(output, cues)
    if theme_name not in NAMES:
        raise ExportError(f"there is no theme {theme_name!r}; there is: {', '.join(NAMES)}")
    lesson = load(scenario) if isinstance(scenario, Path) else scenario
    paths = [output.with_stem(f"{output.stem}-{cue}") for cue in cues] if len(cues) > 1 else [output]
    if output.suffix.lower() == _SHEET:
        paths.append(output.with_stem(f"{output.stem}-key"))
    with ExitStack() as open_files:
        files = [open_files.enter_context(written(path, "wb", lesson.document.files)) for path in paths]
        film: Film = (plan_comparison if lesson.compares else plan)(lesson, most, telling)
        if beyond := next((cue for cue in cues if cue > cues_of(film)), None):
            raise ExportError(f"there is no cue {beyond}; the lesson has {counted(cues_of(film), 'cue')}, from 1 on")
        if output.suffix.lower() == _SHEET:
            for file, sheet in zip(files, _sheets(film, theme(theme_name)), strict=True):
                file.write(sheet)
            return
        for file, cue in zip(files, cues or (None,), strict=True):
            file.write(_made(output, film, cue, theme(theme_name), progress,
                             {"homework": telling.audience == "homework", **({"learner": learner} if learner else {})}))


def _most(output: Path, cues: Sequence[int]) -> int:
    """The most frames for a file with that ending; ExportError for one that cannot be."""
    ending = output.suffix.lower()
    if ending not in ENDINGS:
        raise ExportError(f"cannot record to {output}: its name must end in {', '.join(ENDINGS)}")
    if cues and ending not in _STILLS:
        raise ExportError(f"cues are for pictures, and {output} has all of them; end its name in "
                          f"{' or '.join(_STILLS)}, or leave out --cue")
    if ending == ".mp4":
        _can_be_joined()
    if ending == ".html":
        can_be_packed()
    return _GIF_MOST if ending in _MOVING else MOST


def _made(output: Path, film: Film, cue: int | None, theme: Theme, progress: Progress,
          more: Mapping[str, object]) -> bytes:
    """What is written to the file; ``more``: what a page knows beside the film."""
    ending = output.suffix.lower()
    if ending in _STILLS:
        return _STILLS[ending](film, still(film, cue), theme)
    if ending in _MOVING:
        return _MOVING[ending](film, theme, progress)
    return film_page(film, theme.name, progress, more).encode("utf-8")


def _svg(film: Film, frame: Frame, theme: Theme) -> bytes:
    canvas = SvgCanvas(*SIZE, film.scenario.title)
    film.draw(canvas, frame, SIZE, theme)
    return canvas.svg().encode("utf-8")


def _png(film: Film, frame: Frame, theme: Theme) -> bytes:
    from visualizer.recording.pictures import png  # loads pygame, which the other endings do without

    return png(film, frame, theme)


def _gif(film: Film, theme: Theme, progress: Progress) -> bytes:
    from visualizer.recording.pictures import gif  # loads pygame

    return gif(film, theme, progress)


def _sheets(film: Film, theme: Theme) -> tuple[bytes, bytes]:
    """The worksheet and its key."""
    from visualizer.recording.sheet import sheet  # with the fonts, which the other endings do without

    if not film.questions:
        raise ExportError(f"{film.scenario.name} asks nothing, so a worksheet would be empty; add ask to its cues, or "
                          "record to .svg")
    return sheet(film, theme, key=False), sheet(film, theme, key=True)


def _mp4(film: Film, theme: Theme, progress: Progress) -> bytes:
    from visualizer.recording.video import NoVideo, video  # loads pygame

    try:
        return video(film, theme, progress)
    except NoVideo as error:
        raise ExportError(str(error)) from None


def _can_be_joined() -> None:
    """ExportError where there is nothing to make videos with: said before the long work."""
    from visualizer.recording.video import NoVideo, joiner

    try:
        joiner()
    except NoVideo as error:
        raise ExportError(str(error)) from None


def can_be_packed() -> None:
    """ExportError where there is nothing to pack pages with: said before the long work."""
    try:
        can_pack()
    except NoPackingError as error:
        raise ExportError(str(error)) from None


_SHEET = ".pdf"
ENDINGS = (".html", ".svg", ".png", ".gif", ".mp4", _SHEET)
_MOVING: Mapping[str, Callable[[Film, Theme, Progress], bytes]] = {".gif": _gif, ".mp4": _mp4}
_STILLS: Mapping[str, Callable[[Film, Frame, Theme], bytes]] = {".svg": _svg, ".png": _png}
