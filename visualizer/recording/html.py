"""A recording as an HTML page: all frames of a film as draw-lists, and a player that replays them on a canvas.

A page by itself has all that it needs in one file. The pages of a site share the player and its style. Either way it
opens from a folder, without a server: nothing is fetched.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from algorithms.core import Grain
from visualizer.canvas.on_svg import hex_color
from visualizer.canvas.primitives import BASELINE, Canvas, RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, Theme, mix, shaded, shades_of
from visualizer.recording.draw_lists import DrawLists
from visualizer.recording.film import BETWEEN, SIZE, Film, Frame, RunFilm
from visualizer.recording.locked import ROUNDS, key_of, questions_for_page, sealed_bytes
from visualizer.recording.proofs import packed_proofs
from visualizer.recording.results import facts_of
from visualizer.stage.terms import Spot, draw_dots

ASSETS = Path(__file__).parents[2] / "assets"
SCRIPT, STYLE = "player.js", "player.css"
"""The files that the pages of a site share."""
_PARTS = {"player.js": "", "player-grains.js": "", "player-questions.js": "", "player-why.js": "proofs",
          "player-result.js": "homework"}
_CONTROLS = "player-stage.html"
_LEAST_PROOFS, _SHARE = 1500, {False: 10, True: 4}  # bytes, and the part of a page, by itself or of a site

_TOKENS = re.compile(r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`[^`]*`|"""
                     r"""(?:(?<=[(=]\s)|(?<=\())/(?:\\.|[^/\n])+/|[\w$]+|.|\n""")
"""Strings, regular expressions, words, signs."""

Progress = Callable[[int, int], None]
"""Called with the number of frames that are done, and of all."""


@dataclass(frozen=True)
class Shown:
    """What the player knows of a frame beside its draw-list: seconds it stays, of which ``moving`` for those between it
    and the one before, caption, is it the end of a cue, its position in the run, the parts that a phone shows one below
    the other, and where terms stand that can be pointed at."""

    seconds: float
    caption: str
    cue: bool
    moving: float = 0.0
    position: int = 0
    parts: tuple[Rect, ...] = ()
    spots: tuple[Spot, ...] = ()


def film_page(film: Film, theme_name: str, progress: Progress, more: Mapping[str, object], *,
              shared: bool = False) -> str:
    """The page of a film, with what else the player is to know; one of a site shares the player with the others."""
    theme = shaded((theme_name, *(name for name in NAMES if name != theme_name)))
    lists, shown = DrawLists(), list[Shown]()
    known: dict[tuple[object, ...], tuple[tuple[Spot, ...], tuple[Rect, ...]]] = {}
    canvas = RecordingCanvas()
    for done, frame in enumerate(film.frames, 1):
        said = _said(frame)
        for t in (*(BETWEEN if frame.moves else ()), 1.0):
            canvas = RecordingCanvas()
            film.draw(canvas, frame, SIZE, theme, t)
            if said not in known:  # they stand where they stand, as long as nothing else is said
                known[said] = tuple(film.spots(canvas, frame, SIZE)), tuple(film.parts(canvas, frame, SIZE))
            draw_spots(canvas, known[said][0], theme)
            (lists.add if t == 1 else lists.add_between)(canvas.ops)
        spots, parts = known[said]
        shown.append(Shown(frame.seconds, frame.caption, frame.cue is not None, frame.moving, frame.position, parts,
                           spots))
        progress(done, len(film.frames))
    proofs: Sequence[object] = ()
    if isinstance(film, RunFilm) and not more.get("homework"):  # there, nobody is to be told what is asked
        def besides(canvas: Canvas, frame: Frame) -> None:
            draw_spots(canvas, known[_said(frame)][0], theme)

        most = max(_LEAST_PROOFS, len(zlib.compress(json.dumps(lists.packed()).encode("ascii"), 1)) // _SHARE[shared])
        proofs = packed_proofs(film, lists, besides, theme, most)
    asked = questions_for_page(canvas, film)
    beside = {"asked": len(asked), "proofs": proofs, "rounds": ROUNDS, "rungs": film.rungs, "grains": _grains(film),
              **facts_of(film.scenario), **more}
    return page(film.scenario.title, SIZE, lists, shown, theme, beside, shared=shared, asked=asked)


def _grains(film: Film) -> str:
    """A digit for each frame: the largest grain of what happened since the last frame that shows another position, so
    that none is lost where a long way has fewer frames than events."""
    positions = sorted({0, *(frame.position for frame in film.frames)})
    largest = {0: Grain.MICRO} | {end: max(film.grain_at(at) for at in range(start + 1, end + 1))
                                  for start, end in pairwise(positions)}
    return "".join(str(int(largest[frame.position])) for frame in film.frames)


def _said(frame: Frame) -> tuple[object, ...]:
    """Frames with the same have their words, and what lies beside them, in the same places."""
    return frame.say, frame.earlier, frame.panel, frame.of, frame.large, frame.cue


def draw_spots(canvas: Canvas, spots: Sequence[Spot], theme: Theme) -> None:
    """Dotted lines below terms, where somebody can point at them: in the player, not on paper."""
    for spot in spots:
        draw_dots(canvas, spot.place, mix(theme.panel, theme.muted, 0.8), 1.0)


def page(title: str, size: tuple[int, int], lists: DrawLists, shown: Sequence[Shown], theme: Theme,
         beside: Mapping[str, object], *, shared: bool, asked: Sequence[Mapping[str, Any]] = ()) -> str:
    """The HTML of a recording."""
    first, *rest = _parts(lists, shown, asked, apart=bool(beside.get("homework")))
    names = (theme.name, *(name for name in NAMES if name != theme.name))
    recording = {
        "size": size,
        "themes": names,
        "backgrounds": [hex_color(color) for color in shades_of(theme.background, len(names))],
        "colors": lists.palettes(len(names)),
        "part": first,
        **_told(shown),
        **beside,
        "locked": [_locked(part, before["questions"][-1]) for before, part in pairwise((first, *rest))],
        **({} if shared else {"player": player(beside), "style": style()}),
    }
    ground, ink = hex_color(theme.background), hex_color(theme.text)  # until the style is unpacked
    return filled("player.html", {
        "title": html.escape(title).encode("ascii", "xmlcharrefreplace").decode("ascii"),
        "theme": theme.name,
        "sources": " 'self' file:" if shared else "",
        "style": f'<link rel="stylesheet" href="{STYLE}">' if shared else
                 f"<style>body {{ background: {ground}; color: {ink}; }}</style>",
        "data": _printed(zlib.compress(json.dumps(recording, separators=(",", ":")).encode("ascii"), 9)),
    })


def _printed(packed: bytes) -> str:
    """Bytes as text for a page, a sixteenth shorter than in base64: Ascii85, with v for its <, which could end a
    script, and no short word for zeros."""
    return base64.a85encode(packed).decode("ascii").replace("z", "!!!!!").replace("<", "v")


def player(has: Mapping[str, object]) -> str:
    """The script of the player, which makes its controls first, with the parts for what a recording ``has``; without
    comments and indentation, as nobody reads it in a page."""
    parts = [part for part, need in _PARTS.items() if not need or has.get(need)]
    code = "\n".join(map(_bare, parts)).replace("@@baseline@@", str(BASELINE))
    controls = f"document.body.insertAdjacentHTML('afterbegin', `{_bare(_CONTROLS)}`);"
    return "\n".join(("(() => {", "'use strict';", controls, _squeezed(code), "start();", "})();", ""))


def _squeezed(code: str) -> str:
    """A script without the spaces that it can do without."""
    parts = _TOKENS.findall(code)
    around = zip(["", *parts], parts, [*parts[1:], ""], strict=False)
    return "".join(part for before, part, after in around
                   if part != " " or before == after or re.fullmatch(r"[\w$]{2}", before[-1:] + after[:1]))


def _bare(name: str) -> str:
    """What a file of the player has, without comments and indentation."""
    lines = [line.partition("  // ")[0].strip() for line in (ASSETS / name).read_text(encoding="utf-8").splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def style() -> str:
    """The style of the player, with the colours of all themes that it names."""
    text = _bare(STYLE)
    return text.replace("@@colors@@", palettes(text))


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


def _parts(lists: DrawLists, shown: Sequence[Shown], asked: Sequence[Mapping[str, Any]], *,
           apart: bool) -> list[dict[str, Any]]:
    """What is seen and said: all of it, or ``apart`` what comes after each question."""
    ends = sorted({one["after"] + 1 for one in asked} - {len(shown)}) if apart else []
    parts, said = list[dict[str, Any]](), set[object]()
    for first, end in pairwise((0, *ends, len(shown))):
        new = {kind: [one for one in dict.fromkeys(some) if (kind, one) not in said]
               for kind, some in _words(shown[first:end]).items()}
        said |= {(kind, one) for kind, some in new.items() for one in some}
        parts.append({**lists.packed(first, end if end < len(shown) else None), "captions": new["captions"],
                      "terms": [[term.term, term.means] for term in new["terms"]], "laid": new["spots"],
                      "questions": [one for one in asked if first <= one["after"] < end]})
    number = {term: index for index, term in enumerate(_words(shown)["terms"])}
    for part in parts:
        part["spots"] = [[[*(round(side, 1) for side in spot.place), number[spot.term]] for spot in spots]
                         for spots in part.pop("laid")]
    return parts


def _words(shown: Sequence[Shown]) -> dict[str, list[Any]]:
    """What is said there, the terms in it, and where these stand, each once, in the order in which they come."""
    return {"captions": list(dict.fromkeys(frame.caption for frame in shown)),
            "terms": list(dict.fromkeys(spot.term for frame in shown for spot in frame.spots)),
            "spots": list(dict.fromkeys(frame.spots for frame in shown))}


def _locked(part: Mapping[str, Any], question: Mapping[str, Any]) -> dict[str, str]:
    """A part, under the lock of what is told when somebody gives up the question before it."""
    salt = str(question["tiers"][0]["salt"])
    packed = zlib.compress(json.dumps(part, separators=(",", ":")).encode("ascii"), 9)
    return {"salt": salt, "data": sealed_bytes(key_of(salt, ""), packed)}


def _told(shown: Sequence[Shown]) -> dict[str, Any]:
    """Where each frame is in the run, how long it stays, what a phone shows of it, and which words it has."""
    words, layouts = _words(shown), list(dict.fromkeys(frame.parts for frame in shown))
    caption, spots, layout = ({one: index for index, one in enumerate(some)}
                              for some in (words["captions"], words["spots"], layouts))
    return {
        "moving": [round(frame.moving, 3) for frame in shown],
        "seconds": [round(frame.seconds, 3) for frame in shown],
        "said": [caption[frame.caption] for frame in shown],
        "spotted": [spots[frame.spots] for frame in shown],
        "cues": [index for index, frame in enumerate(shown) if frame.cue],
        "at": [one - before for before, one in pairwise((0, *(frame.position for frame in shown)))],
        "parts": [[[round(side, 1) for side in part] for part in parts] for parts in layouts],
        "laid": [layout[frame.parts] for frame in shown],
    }
