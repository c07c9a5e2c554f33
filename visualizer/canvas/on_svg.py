"""The canvas as an SVG file: the handout.

Strokes of rectangles and circles lie inside the shape, as in the window; upright shapes snap to pixels, so that cells
that touch show no gap. Fonts are named, not embedded: ``textLength`` keeps DejaVu's widths where DejaVu is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from scenarios.images import Image
from visualizer.canvas.fonts import Style
from visualizer.canvas.metrics import text_width
from visualizer.canvas.primitives import BASELINE, Align, Canvas, Color, Point, Rect, data_uri

_SANS = "DejaVu Sans, Verdana, sans-serif"
_MONO = "DejaVu Sans Mono, Menlo, Consolas, monospace"
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters that XML lacks
_ANCHOR: dict[Align, str] = {"left": "", "center": "middle", "right": "end"}


def escape(text: str) -> str:
    """``text`` as it stands between tags or in a quoted attribute; what XML cannot hold becomes U+FFFD."""
    text = _FORBIDDEN.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def hex_color(color: Color | None) -> str:
    """``#rrggbb``, ``#rgb`` where that is the same, or ``none``."""
    if color is None:
        return "none"
    digits = "".join(f"{part:02x}" for part in color)
    return f"#{digits[::2]}" if digits[::2] == digits[1::2] else f"#{digits}"


class SvgCanvas(Canvas):
    """Draws a picture of ``width`` by ``height``; ``title`` is what a screen reader says of it."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._width, self._height, self._title = width, height, title
        self._body: list[str] = []
        self._clips: dict[Rect, str] = {}

    def svg(self) -> str:
        """The whole file."""
        width, height = _number(self._width), _number(self._height)
        clips = "".join(f'<clipPath id="{name}"><rect{_box(box)}/></clipPath>\n' for box, name in self._clips.items())
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}" role="img" font-family="{_SANS}" stroke-linejoin="round">\n'
                f"<title>{escape(self._title)}</title>\n"
                + (f"<defs>\n{clips}</defs>\n" if clips else "") + "\n".join(self._body) + "\n</svg>\n")

    def rect(self, box: Rect, fill: Color | None = None, stroke: Color | None = None, width: float = 1,
             radius: float = 0) -> None:
        radius = min(radius, box.w / 2, box.h / 2)
        if stroke is not None:
            inside = min(max(1.0, width), box.w, box.h) / 2
            box, radius = box.inset(inside), max(0.0, radius - inside)
        round_corners = _attributes(rx=radius) if radius > 0 else ' shape-rendering="crispEdges"'
        self._add(f"<rect{_box(box)}{round_corners}{_paint(fill, stroke, width)}/>")

    def line(self, a: Point, b: Point, color: Color, width: float = 1) -> None:
        crisp = ' shape-rendering="crispEdges"' if a[0] == b[0] or a[1] == b[1] else ""
        self._add(f"<line{_attributes(x1=a[0], y1=a[1], x2=b[0], y2=b[1])}{crisp}"
                  f'{_paint(None, color, width, filled=False)}/>')

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add(f'<polygon points="{corners}"{_paint(fill, stroke, width)}/>')

    def circle(self, center: Point, radius: float, fill: Color | None = None, stroke: Color | None = None,
               width: float = 1) -> None:
        if stroke is not None:
            radius -= min(max(1.0, width), radius) / 2
        if radius > 0:
            self._add(f"<circle{_attributes(cx=center[0], cy=center[1], r=radius)}{_paint(fill, stroke, width)}/>")

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        if not text:
            return
        anchor = f' text-anchor="{_ANCHOR[align]}"' if _ANCHOR[align] else ""
        face = {"sans": "", "bold": ' font-weight="bold"', "mono": f' font-family="{_MONO}"'}[style]
        spaces = ' xml:space="preserve"' if text != " ".join(text.split()) else ""  # pseudocode is indented
        length = self.measure(text, size, style)
        fixed = f'{_attributes(textLength=length)} lengthAdjust="spacingAndGlyphs"' if length else ""
        self._add(f"<text{_attributes(x=at[0], y=at[1] + BASELINE * size)}"
                  f' font-size="{_number(size)}"{face}{anchor}{spaces}{fixed} fill="{hex_color(color)}">'
                  f"{escape(text)}</text>")

    def image(self, box: Rect, image: Image) -> None:
        self._add(f'<image{_box(box)} preserveAspectRatio="none" href="{data_uri(image)}"/>')

    @contextmanager
    def clip(self, box: Rect) -> Iterator[None]:
        name = self._clips.setdefault(box, f"clip{len(self._clips) + 1}")
        self._add(f'<g clip-path="url(#{name})">')
        try:
            yield
        finally:
            self._add("</g>")

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        return text_width(text, size, style)

    def _add(self, element: str) -> None:
        self._body.append(element)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _attributes(**values: float) -> str:
    return "".join(f' {name}="{_number(value)}"' for name, value in values.items())


def _box(box: Rect) -> str:
    return _attributes(x=box.x, y=box.y, width=max(0.0, box.w), height=max(0.0, box.h))


def _paint(fill: Color | None, stroke: Color | None, width: float, *, filled: bool = True) -> str:
    paint = f' fill="{hex_color(fill)}"' if filled else ""
    if stroke is not None:
        paint += f' stroke="{hex_color(stroke)}"'
        if width > 1:
            paint += f' stroke-width="{_number(width)}"'
    return paint
