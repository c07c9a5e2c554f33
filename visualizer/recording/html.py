"""A recording as an HTML page: all frames of a film as draw-lists, and a player that replays them on a canvas.

A page by itself has all that it needs in one file. The pages of a site share the player and its style. Either way it
opens from a folder, without a server: nothing is fetched.
"""

from __future__ import annotations

import html
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from typing import Any

from algorithms.core import Grain
from scenarios.emphasis import unmarked
from visualizer.canvas.on_svg import hex_color
from visualizer.canvas.primitives import Canvas, Op, RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import NAMES, Theme, mix, shaded, shades_of
from visualizer.recording.draw_lists import DrawLists
from visualizer.recording.film import BETWEEN, SIZE, Film
from visualizer.recording.frames import Frame
from visualizer.recording.locked import HOMEWORK, LIGHT, part_keys, questions_for_page
from visualizer.recording.packed import printed
from visualizer.recording.parts import Shown, locked_part, packed_parts
from visualizer.recording.proofs import packed_proofs
from visualizer.recording.results import facts_of
from visualizer.recording.script import ASSETS, opening, player, styles
from visualizer.recording.tabs import Tab, fitted
from visualizer.stage.terms import Spot, draw_dots

SCRIPT, STYLE = "player.js", "player.css"
"""The files that the pages of a site share."""
_LEAST_PROOFS, _SHARE = 3000, {False: 10, True: 4}  # bytes, and the part of a page, by itself or of a site
_LARGE = 1500  # primitives: where there are more, a page draws only what has changed; fewer take some 7 ms
_TOGETHER = 100_000  # bytes: smaller tabs, as JSON, are unpacked with the rest; that saves a hundredth
_SMALL = 5000  # bytes: all tabs take half of what the frames take, less these; or a quarter, if that is more

Progress = Callable[[int, int], None]
"""Called with the number of frames that are done, and of all."""


def film_page(film: Film, theme_name: str, progress: Progress, more: Mapping[str, object], *,
              shared: bool = False) -> str:
    """The page of a film, with what else the player is to know; one of a site shares the player with the others."""
    theme = shaded((theme_name, *(name for name in NAMES if name != theme_name)))
    drawn = _drawn(film, theme, progress)
    lists, homework = drawn.lists, bool(more.get("homework"))
    size = len(zlib.compress(json.dumps(lists.packed()).encode("ascii"), 1))
    tabs = fitted(_tabs(film, drawn.places, theme), max(size // 4, size // 2 - _SMALL))
    proofs: Sequence[object] = ()
    if not homework:  # there, nobody is to be told what is asked
        def besides(canvas: Canvas, frame: Frame) -> None:
            draw_spots(canvas, film.spots(canvas, frame), theme)

        proofs = packed_proofs(film, lists, besides, theme, max(_LEAST_PROOFS, size // _SHARE[shared]))
    lock = HOMEWORK if homework else LIGHT
    asked = questions_for_page(RecordingCanvas(), film, lock)
    beside = {"asked": len(asked), "proofs": proofs, "rounds": lock.rounds, "pins": lock.pins, "rungs": film.rungs,
              "more": any(frame.more for frame in film.frames),
              "tabs": [name for _, name in film.tabs], **facts_of(film.scenario), **more}
    has = {} if shared else {**beside, "large": lists.longest > _LARGE,
                             "pictures": any(one.has_pictures for one in (lists, *(tab.lists for tab in tabs))),
                             "lines": any("code" in tier for one in asked for tier in one["tiers"])}
    return page(film, drawn, tabs, theme, beside, has=has, asked=asked)


@dataclass
class _Drawn:
    """All frames of a film as draw-lists, what else the player knows of them, and where tabs lie in them."""

    lists: DrawLists = field(default_factory=DrawLists)
    shown: list[Shown] = field(default_factory=list)
    places: list[Mapping[str, Rect]] = field(default_factory=list)


def _drawn(film: Film, theme: Theme, progress: Progress) -> _Drawn:
    names = [name for name, _ in film.tabs]
    drawn, grains, stills = _Drawn(), _grains(film), Stills()
    known: dict[tuple[object, ...], tuple[tuple[Spot, ...], tuple[Rect, ...], tuple[Rect, ...]]] = {}
    for index, frame in enumerate(film.frames):
        said = _said(frame)
        for t in (*(BETWEEN if frame.moves else ()), 1.0):
            canvas = RecordingCanvas(stills)
            film.draw(canvas, frame, SIZE, theme, t)
            if said not in known:  # they stand where they stand, as long as nothing else is said
                known[said] = (tuple(film.spots(canvas, frame)), tuple(film.parts(canvas, frame)),
                               tuple(film.boards(canvas, frame)))
            draw_spots(canvas, known[said][0], theme)
            (drawn.lists.add if t == 1 else drawn.lists.add_between)(canvas.ops)
        drawn.places.append(film.tab_places(frame))
        spots, parts, boards = known[said]
        drawn.shown.append(Shown(frame.seconds, frame.caption, frame.sentence, frame.cue is not None, frame.moving,
                                 frame.position, grains[index], names.index(film.tab(frame)), parts, spots, boards,
                                 unmarked(frame.more), film.thought(frame)))
        progress(index + 1, len(film.frames))
    return drawn


def _tabs(film: Film, places: Sequence[Mapping[str, Rect]], theme: Theme) -> list[Tab]:
    """Its tabs, which lie there in its frames; each picture is drawn when it is first asked for."""
    ends = {index for index, frame in enumerate(film.frames) if frame.cue is not None} | {len(film.frames) - 1}
    stills, known = Stills(), dict[Op, Op]()

    def tab(name: str) -> Tab:
        @cache
        def picture(index: int) -> Sequence[Op]:
            canvas = RecordingCanvas(stills)
            film.draw_tab(canvas, film.frames[index], name, theme)
            return [known.setdefault(op, op) for op in canvas.ops]  # equal ones are one: they are often looked up

        return Tab([there.get(name) for there in places], picture, ends)

    return [tab(name) for name, _ in film.tabs]


def _grains(film: Film) -> list[int]:
    """For each frame the largest grain of what happened since the last frame that shows another position, so
    that none is lost where a long way has fewer frames than events."""
    positions = sorted({0, *(frame.position for frame in film.frames)})
    largest = {0: Grain.MICRO} | {end: max(film.grain_at(at) for at in range(start + 1, end + 1))
                                  for start, end in pairwise(positions)}
    return [int(largest[frame.position]) for frame in film.frames]


def _said(frame: Frame) -> tuple[object, ...]:
    """Frames with the same have their words, and what lies beside them, in the same places."""
    return frame.say, frame.earlier, frame.panel, frame.of, frame.large, frame.cue


def draw_spots(canvas: Canvas, spots: Sequence[Spot], theme: Theme) -> None:
    """Dotted lines below terms, where somebody can point at them: in the player, not on paper."""
    for spot in spots:
        draw_dots(canvas, spot.place, mix(theme.panel, theme.muted, 0.8), 1.0)


def page(film: Film, drawn: _Drawn, tabs: Sequence[Tab], theme: Theme, beside: Mapping[str, object], *,
         has: Mapping[str, object], asked: Sequence[Mapping[str, Any]] = ()) -> str:
    """The HTML of a recording. ``has``: what its player must be able to do; nothing if the player is shared."""
    homework, names = bool(beside.get("homework")), (theme.name, *(name for name in NAMES if name != theme.name))
    first, *rest = packed_parts(drawn.lists, tabs, drawn.shown, asked, themes=len(names),
                                apart=homework)
    reels = first.pop("tabs")
    together = len(json.dumps(reels)) < _TOGETHER
    keys = part_keys(film, HOMEWORK) if homework else {}
    recording = {
        "size": SIZE,
        "themes": names,
        "backgrounds": [hex_color(color) for color in shades_of(theme.background, len(names))],
        "count": len(drawn.shown),
        "part": first,
        **({"reels": reels} if together else {}),
        **beside,
        "locked": [locked_part(part, keys[before["questions"][-1]["cue"]])
                   for before, part in pairwise((first, *rest))],
        **({"player": player(has), "style": style(has)} if has else {}),
    }
    ground, ink = hex_color(theme.background), hex_color(theme.text)  # until the style is unpacked
    return filled("player.html", {
        "title": html.escape(film.scenario.title).encode("ascii", "xmlcharrefreplace").decode("ascii"),
        "theme": theme.name,
        "sources": "" if has else " 'self' file:",
        "style": f"<style>body {{ background: {ground}; color: {ink}; }}</style>" if has else
                 f'<link rel="stylesheet" href="{STYLE}">',
        "data": printed(recording),
        "tabs": "" if together else f'<script id="tabs" type="text/plain">{printed(reels)}</script>\n',
        "open": opening(),
    })


def style(has: Mapping[str, object]) -> str:
    """The style of the player with the parts for what a recording ``has``, the colours of all themes that it names, and
    no spaces that it can do without."""
    text = styles(has)
    return re.sub(r"(?<=[:;{},])\s+|\s+(?=[{}])|;\s*(?=})", "", text.replace("@@colors@@", palettes(text)))


def palettes(text: str) -> str:
    """The colours of all themes that a style names, as variables."""
    used = set(re.findall(r"var\(--([a-z-]+)", text))
    theme = shaded(NAMES)
    keys = [key.name for key in fields(theme) if key.name.replace("_", "-") in used]
    rows = [" ".join(f"--{key.replace('_', '-')}: {hex_color(getattr(theme, key).each[at])};" for key in keys)
            for at in range(len(NAMES))]
    return "\n".join(f"[data-theme={name}] {{ {row} }}" for name, row in zip(NAMES, rows, strict=True))


def filled(template: str, values: Mapping[str, str]) -> str:
    """A template with its places filled in."""
    return re.sub(r"@@(\w+)@@", lambda found: values[found[1]], (ASSETS / template).read_text(encoding="utf-8"))
