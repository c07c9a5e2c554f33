"""Cards as chips, and as signs where they are small: suspects round, weapons three-cornered, rooms square."""

from __future__ import annotations

from collections.abc import Mapping

from visualizer.canvas.primitives import Canvas, Color, Point, Rect
from visualizer.canvas.theme import Theme, mix


def color_of(theme: Theme, kind: str) -> Color:
    """The colour of a card's category."""
    return {"suspects": theme.map_blue, "weapons": theme.map_green}.get(kind, theme.clue)


def draw_sign(canvas: Canvas, at: Point, radius: float, kind: str, filled: bool, theme: Theme,
              faint: bool = False) -> None:
    """The sign of a card: filled where it is in S. ``faint``: of what is still to come."""
    x, y = at
    pale = mix(theme.panel, theme.muted, 0.35)
    fill = (pale if faint else color_of(theme, kind)) if filled else None
    stroke = pale if faint else theme.edge if not filled else theme.text if theme.name != "dark" else fill
    if kind == "suspects":
        canvas.circle(at, radius, fill, stroke, 1.2)
    elif kind == "weapons":
        canvas.polygon([(x, y - radius * 1.1), (x + radius * 1.1, y + radius * 0.9), (x - radius * 1.1,
                                                                                     y + radius * 0.9)],
                       fill, stroke, 1.2)
    else:
        canvas.rect(Rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8), fill, stroke, 1.2)


def draw_chip(canvas: Canvas, box: Rect, card: str, kinds: Mapping[str, str], theme: Theme,
              missing: bool = False) -> None:
    """A card with its two letters, round or square at its corners as its sign; ``missing``: an outline only."""
    kind = kinds[card]
    radius = box.h * {"suspects": 0.45, "weapons": 0.22}.get(kind, 0.05)
    if missing:
        canvas.rect(box, None, theme.edge, 1.5, radius)
    else:
        canvas.rect(box, color_of(theme, kind), theme.map_ink, 1, radius)
    ink = theme.muted if missing else theme.map_ink
    canvas.text(box.center, card.capitalize(), box.h * 0.62, ink, "center", "bold")
