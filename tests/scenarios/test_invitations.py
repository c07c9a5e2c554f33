"""What lessons invite to: a key or a click that a recorded page has not is said to be the window's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from kit.known_lessons import every_lesson
from kit.recordings import recording
from visualizer.recording.film import MOST as FRAMES
from visualizer.recording.film import plan
from visualizer.recording.html import film_page
from visualizer.recording.site import MOST as SITE
from visualizer.window.help import GROUPS

ASSETS = Path(__file__).parents[2] / "assets"
NAMED = re.compile(r"((?:Ctrl|Shift) ?\+ ?[A-Z]\b)|\*([A-Z])\*|\b[Pp]ress \*?([A-Z])\b|\(([A-Z])\) (?:gives|says|shows)"
                   r"|\b([A-Z]) (?:says what|helps|opens|proves)|(\b[Cc]lick\b)")
ONE_CLICK = "480 fields, 99 mines, and one click so far."  # of whoever has begun the game


def named(text: str) -> Iterator[str]:
    """The keys that a text names, and ``click``."""
    for match in NAMED.finditer(text):
        yield next(filter(None, match.groups())).replace("+", " + ").replace("  ", " ")


def told() -> Iterator[tuple[str, str]]:
    """All that lessons say, each with the lesson's name."""
    for scenario in every_lesson():
        for cue in scenario.script:
            yield from ((scenario.name, text) for text in (cue.say, cue.more) if text)


def of_pages() -> set[str]:
    """The letters that the player knows."""
    scripts = "".join(path.read_text("utf-8") for path in sorted(ASSETS.glob("player*.js")))
    listed = re.search(r"const KEYS = \{(.*?)\}", scripts, re.DOTALL)
    assert listed is not None
    return {*re.findall(r"\b([A-Z]): '", listed[1]), *re.findall(r"KEYS\.([A-Z]) =", scripts)}


def test_a_key_that_pages_do_not_have_is_said_to_be_the_windows() -> None:
    pages = of_pages()
    assert {"G", "V", "W", "S"} <= pages and not pages & {"Y", "Z", "H", "P"}
    found = [(name, key, text) for name, text in told() for key in named(text)]
    assert len(found) >= 12
    always = pages - {"W"}  # a page has the proofs that are short, and of some places none
    others = [one for one in found if "window" not in one[2] and one[1] not in always and one[2] != ONE_CLICK]
    assert {key for _, key, _ in others} == {"Shift + W"}  # of a page it is the same as W
    for name, _, text in others:
        assert_proven(name, text)


def assert_proven(name: str, text: str) -> None:
    """A page, by itself or of a site, has a proof of each place that the cue with this text marks."""
    for most, shared in ((FRAMES, False), (SITE, True)):
        film = plan(next(one for one in every_lesson() if one.name == name), most)
        page = film_page(film, "light", lambda _done, _all: None, {}, shared=shared)
        at, frame = next((at, frame) for at, frame in enumerate(film.frames)
                         if frame.cue is not None and film.scenario.script[frame.cue].say == text)
        proofs = [one for one in recording(page)["proofs"] if any(start <= at <= end for start, end in one["when"])]
        proven = {one["place"] for one in proofs if len(one["steps"]) > 1}
        assert frame.marks and proven >= set(frame.marks)


def test_each_key_that_is_named_is_one_of_the_window() -> None:
    helped = " ".join(keys for keys, _ in chain.from_iterable(GROUPS.values()))
    for name, text in told():
        for key in named(text):
            shift, _, letter = key.rpartition(" + ")
            pattern = rf"{shift} \+ {letter}\b" if shift else rf"(?<!\+ )\b{letter}\b"
            assert key.lower() == "click" or re.search(pattern, helped), (name, key)
