"""Text widths without a window, from the same fonts: the sum of the glyphs' advances, in proportion to the size."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import ImageFont

from visualizer.canvas.fonts import FILES, FONTS, Style

_EM = 1000  # measured once at this size, where rounding no longer matters


@cache
def _font(style: Style) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / FILES[style], _EM, layout_engine=ImageFont.Layout.BASIC)


class _Advances(dict[str, float]):
    """How far each character of a font moves the pen, at size 1; measured when it is first asked for."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style

    def __missing__(self, character: str) -> float:
        self[character] = wide = _font(self._style).getlength(character) / _EM
        return wide


_advances = cache(_Advances)  # of each style


@lru_cache(maxsize=16384)
def text_width(text: str, size: float, style: Style = "sans") -> float:
    """The width in pixels of one line of text of ``size`` pixels."""
    return size * sum(map(_advances(style).__getitem__, text))
