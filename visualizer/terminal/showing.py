"""The commands that show a lesson: in the window, as text, or as a file. pygame is imported where it is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from algorithms.words import counted
from scenarios.learners import names_in
from scenarios.loader import Scenario, lessons, own_lessons
from scenarios.reading import one_line
from scenarios.script.telling import Depth, Heard, Telling
from visualizer.recording.export import ENDINGS, ExportError, can_be_packed, record
from visualizer.runs.showable import check_size
from visualizer.terminal.commands import loaded, played_by_all, warn
from visualizer.terminal.run_progress import RunProgress

__all__ = ["Asked", "ExportError", "narrate", "open_window", "record_all", "record_for", "record_to"]


class Asked(NamedTuple):
    """What the command line asks for; None: as the settings have it."""

    depth: Depth | None = None
    audience: Heard | None = None
    projector: bool = False
    watch: bool = False
    presenter: bool = False
    name: str | None = None  # whose puzzle it is


def open_window(lesson: Path | None, asked: Asked, recordings: Path) -> int:
    """The window; where there is no display, a recording instead, in that folder."""
    chosen = "SDL_VIDEODRIVER" in os.environ
    if sys.platform.startswith("linux") and not (
            chosen or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return _record_instead(lesson, asked, recordings)
    import pygame

    try:
        pygame.display.init()
    except pygame.error:
        return _record_instead(lesson, asked, recordings)
    if pygame.display.get_driver() in ("offscreen", "dummy") and not chosen:  # SDL's way out of a dead display
        return _record_instead(lesson, asked, recordings)
    from visualizer.window import app

    return app.main(_to_show(lesson, asked.name) if lesson else None, projector=asked.projector,
                    presenter=asked.presenter, depth=asked.depth, audience=asked.audience, watch=asked.watch)


def narrate(lesson: Path, asked: Asked) -> int:
    """A lesson as text, by the keys of the terminal."""
    from visualizer.terminal.keys import Keys
    from visualizer.terminal.narrate import narrate as tell_all

    scenario = loaded(lesson, asked.name)
    warn(scenario)
    return tell_all(scenario, Keys(sys.stdin), _telling(asked))


def _record_instead(lesson: Path | None, asked: Asked, recordings: Path) -> int:
    """Records the lesson, or the first one, to a page that opens in any browser."""
    scenario = lesson or lessons()[0]
    page = recordings / f"{scenario.stem}.html"
    page.parent.mkdir(exist_ok=True)
    record_to(scenario, page, asked)
    print(one_line(f"unfog: there is no display, so the lesson was recorded to {page}; open it in a browser"))
    return 0


def _to_show(lesson: Path, name: str | None = None) -> Scenario:
    """The lesson, if it is not too large to be drawn; tells what was odd in it."""
    scenario = loaded(lesson, name)
    warn(scenario)
    check_size(scenario)
    return scenario


def record_all(folder: Path, asked: Asked) -> int:
    """Records all lessons, those of the user too, to a site in a folder; says what is in it."""
    from visualizer.recording.site import build_site

    if folder.exists() and not folder.is_dir():
        raise ExportError(f"{folder} is a file; name a folder for all lessons, such as site/")
    if folder.suffix.lower() in ENDINGS and not folder.exists():
        raise ExportError(f"{folder} would be one file; name a folder for all lessons, such as site/")
    can_be_packed()
    watched = sys.stderr.isatty()

    def progress(done: int, total: int) -> None:
        if watched:
            print(f"\runfog: {done} of {total} lessons", end="", file=sys.stderr, flush=True)

    try:
        site = build_site([*lessons(), *own_lessons()], folder, "light", _telling(asked), progress)
    finally:
        if watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    for fault in site.faults:
        print(fault, file=sys.stderr)
    coarse = sum(card.coarse for card in site.cards)
    print(one_line(f"{counted(len(site.cards), 'lesson')} in {folder / 'index.html'}, {site.size / 1e6:.1f} MB; "
                   f"of {coarse} with long runs the larger steps: record one of these alone for more"))
    return 2 if site.faults else 0


def _telling(asked: Asked) -> Telling:
    return Telling(asked.depth == "more", asked.audience or "any")


def record_for(lesson: Path, folder: Path, names: Path, asked: Asked) -> int:
    """Records homework for each name in a file: a page with the puzzle of that name. First it is played for each."""
    if asked.audience != "homework":
        raise ExportError("--names is for pages of homework; add --for homework")
    if folder.suffix or (folder.exists() and not folder.is_dir()):
        raise ExportError(f"{folder} is no folder, and each name has a page of its own; name a folder, such as pages/")
    learners = names_in(names)
    scenario = loaded(lesson, learners[0])
    pages = {learner: folder / f"{scenario.name}-{_as_file(learner)}.html" for learner in learners}
    if same := [learner for learner in learners if list(pages.values()).count(pages[learner]) > 1]:
        raise ExportError(f"{same[0]} and {same[1]} would have pages of the same name; write one of them otherwise")
    played_by_all(lesson, learners)
    folder.mkdir(parents=True, exist_ok=True)
    for learner, page in pages.items():
        record_to(lesson, page, asked._replace(name=learner))
    print(one_line(f"{counted(len(pages), 'page')} in {folder}"))
    return 0


def _as_file(name: str) -> str:
    """A name as it can stand in that of a file, on any system."""
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name).split()).casefold() or "anybody"


def record_to(lesson: Path, output: Path, asked: Asked | None = None, cues: Sequence[int] = ()) -> int:
    """Records a lesson to a file; tells how far it is where somebody watches."""
    watched = sys.stderr.isatty()
    asked = asked or Asked()
    scenario = _to_show(lesson, asked.name)
    if scenario.bands is not None:
        with RunProgress().telling():  # before the frames, which tell another way how far they are
            scenario.bands.compute()

    def progress(done: int, total: int) -> None:
        if watched:
            print(f"\runfog: {done * 100 // max(1, total)}%", end="", file=sys.stderr, flush=True)

    try:
        record(scenario, output, progress=progress, telling=_telling(asked), cues=cues, learner=asked.name or "")
    finally:
        if watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    return 0
