"""Themes: colours by what they mean, read from ``assets/theme.yaml``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from pathlib import Path

import yaml

from visualizer.canvas.primitives import Color

_FILE = Path(__file__).parents[2] / "assets" / "theme.yaml"
NAMES = ("dark", "light", "projector")


@dataclass(frozen=True)
class Theme:
    """One palette. ``on_x`` is the colour of text on ``x``; the comments in the file say what each is for."""

    name: str
    background: Color
    panel: Color
    raised: Color
    edge: Color
    text: Color
    muted: Color
    accent: Color
    on_accent: Color
    current: Color
    covered: Color
    on_covered: Color
    covered_edge: Color
    uncovered: Color
    on_uncovered: Color
    mark: Color
    bad: Color
    good: Color
    suppose: Color
    suppose_fill: Color
    constraint: Color
    on_constraint: Color
    known: Color
    on_known: Color
    unknown: Color
    on_unknown: Color
    test: Color
    on_test: Color
    no_mine: Color
    on_no_mine: Color
    mine: Color
    on_mine: Color
    idle_value: Color
    clue: Color
    on_clue: Color
    fog: Color
    on_fog: Color
    struck: Color
    map_red: Color
    map_green: Color
    map_blue: Color
    map_yellow: Color
    map_orange: Color
    map_purple: Color
    map_cyan: Color
    map_ink: Color
    run_1: Color
    run_2: Color
    run_3: Color
    run_4: Color

    @property
    def known_fill(self) -> Color:
        """What is known, as a ground that does not shout: most of what a constraint has around it is known."""
        return mix(self.known, self.uncovered, 0.5)


@cache
def theme(name: str) -> Theme:
    """The theme of that name; KeyError if there is none."""
    palette = yaml.safe_load(_FILE.read_text(encoding="utf-8"))[name]
    return Theme(name, **{key.name: _color(palette[key.name]) for key in fields(Theme) if key.name != "name"})


def _color(text: str) -> Color:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


class Shades(tuple[int, int, int]):
    """A colour in several themes at once: it is the one of the first, and knows the others. What is drawn with it once
    can be shown in each of these themes."""

    each: tuple[Color, ...]

    def __new__(cls, each: Sequence[Color]) -> Shades:
        made = super().__new__(cls, each[0])
        made.each = tuple(each)
        return made

    def __getnewargs__(self) -> tuple[tuple[Color, ...]]:
        return (self.each,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shades) and other.each == self.each

    __hash__ = tuple.__hash__  # that of the first: it is asked for with all that is drawn


def shades_of(color: Color, themes: int) -> Sequence[Color]:
    """A colour in each of so many themes; what is the same in all of them, so many times."""
    return color.each if isinstance(color, Shades) else [color] * themes


@cache
def shaded(names: tuple[str, ...]) -> Theme:
    """The themes of these names as one, whose colours know what they are in each."""
    all_themes = [theme(name) for name in names]
    return Theme(names[0], **{key.name: Shades([getattr(one, key.name) for one in all_themes]) for key in fields(Theme)
                              if key.name != "name"})


def in_each_theme(of: Callable[..., Color], *colors: Color) -> Color:
    """What is made of colours, in each of their themes."""
    themes = max((len(color.each) for color in colors if isinstance(color, Shades)), default=0)
    if not themes:
        return of(*colors)
    return Shades([of(*one) for one in zip(*(shades_of(color, themes) for color in colors), strict=True)])


@lru_cache(maxsize=4096)
def mix(a: Color, b: Color, t: float) -> Color:
    """The colour between ``a`` (t = 0) and ``b`` (t = 1)."""
    if isinstance(a, Shades) or isinstance(b, Shades):
        return in_each_theme(lambda one, other: mix(one, other, t), a, b)
    t = min(1.0, max(0.0, t))
    return round(a[0] + (b[0] - a[0]) * t), round(a[1] + (b[1] - a[1]) * t), round(a[2] + (b[2] - a[2]) * t)


@cache
def dimmed(theme: Theme) -> Theme:
    """The same, faded to a half: of what is not in question."""
    faded = {key.name: mix(getattr(theme, key.name), theme.background, 0.5) for key in fields(Theme)
             if key.name not in ("name", "background")}
    return Theme(theme.name, theme.background, **faded)


def contrast(a: Color, b: Color) -> float:
    """The contrast ratio of two colours after WCAG 2: 1 (none) to 21."""

    def luminance(color: Color) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
