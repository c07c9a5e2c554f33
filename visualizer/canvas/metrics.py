"""Text widths without a window, from the same fonts: the sum of the glyphs' advances, in proportion to the size."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import ImageFont

from visualizer.canvas.fonts import FILES, FONTS, Style

_EM = 1000  # measured once at this size, where rounding no longer matters


@cache
def _font(style: Style) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / FILES[style], _EM, layout_engine=ImageFont.Layout.BASIC)


@cache
def _advance(character: str, style: Style) -> float:
    return _font(style).getlength(character) / _EM


@lru_cache(maxsize=16384)
def text_width(text: str, size: float, style: Style = "sans") -> float:
    """The width in pixels of one line of text of ``size`` pixels."""
    return size * sum(_advance(character, style) for character in text)
