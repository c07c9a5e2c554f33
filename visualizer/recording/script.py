"""The scripts of a page, as it has them: without comments and spaces, and with short names for what they declare.

Nobody reads them in a page; who wants to reads ``assets/player*.js``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from visualizer.canvas.primitives import BASELINE
from visualizer.recording.renaming import shortened

ASSETS = Path(__file__).parents[2] / "assets"
_PARTS = {"player-reel.js": "", "player.js": "", "player-pictures.js": "pictures", "player-tiles.js": "large",
          "player-grains.js": "", "player-tabs.js": "", "player-questions.js": "", "player-lines.js": "lines",
          "player-more.js": "more", "player-why.js": "proofs", "player-site.js": "home", "player-result.js": "homework"}
_STYLES = {"player.css": "", "player-lines.css": "lines", "player-result.css": "homework"}
_OPENING, _CONTROLS = "player-open.js", "player-stage.html"
EVERYTHING: Mapping[str, object] = {need: True for need in (*_PARTS.values(), *_STYLES.values()) if need}
"""What recordings may have that need parts of the player of their own."""


def player(has: Mapping[str, object]) -> str:
    """The script of the player, which makes its controls first, with the parts for what a recording ``has``."""
    return _player(tuple(_needed(_PARTS, has)))


def styles(has: Mapping[str, object]) -> str:
    """The style of the player, in the same way."""
    return "\n".join(map(bare, _needed(_STYLES, has)))


def _needed(parts: Mapping[str, str], has: Mapping[str, object]) -> Iterator[str]:
    return (part for part, need in parts.items() if not need or has.get(need))


@cache
def _player(parts: Sequence[str]) -> str:
    code = "\n".join(map(bare, parts)).replace("@@baseline@@", str(BASELINE))
    controls = f"document.body.insertAdjacentHTML('afterbegin', `{bare(_CONTROLS)}`);"
    return "\n".join(("(() => {", "'use strict';", controls, shortened(f"{code}\nstart();"), "})();", ""))


@cache
def opening() -> str:
    """The script that a page begins with."""
    return shortened(bare(_OPENING))


def bare(name: str) -> str:
    """What a file of the page has, without comments and indentation."""
    lines = [line.partition("  // ")[0].strip() for line in (ASSETS / name).read_text(encoding="utf-8").splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("//"))
