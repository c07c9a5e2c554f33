"""TrueType fonts for files that take them along: which glyph a character has, and a font with only those that are used.

Glyphs keep their numbers: those that are not used become empty.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from visualizer.canvas.fonts import FILES, FONTS, Style

_KEPT = {"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}  # all that is needed to draw


class TrueType:
    """A font file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        font = TTFont(path)
        head, widths = font["head"], font["hmtx"]
        self._widths: list[int] = [widths[name][0] for name in font.getGlyphOrder()]
        self.em: int = head.unitsPerEm
        self.box = head.xMin, head.yMin, head.xMax, head.yMax
        self.ascent, self.descent = font["hhea"].ascent, font["hhea"].descent
        self.glyphs: dict[str, int] = {chr(code): font.getGlyphID(name) for code, name in font.getBestCmap().items()}

    def advance(self, glyph: int) -> float:
        """How far a glyph reaches, in thousandths of the size."""
        return 1000 * self._widths[glyph] / self.em

    def subset(self, used: Collection[int]) -> bytes:
        """The font with these glyphs, and what they are made of, alone."""
        font, data = TTFont(self._path, recalcBBoxes=False, recalcTimestamp=False), BytesIO()
        for tag in {*font.keys()} - _KEPT - {"GlyphOrder"}:
            del font[tag]
        subsetter = Subsetter(Options(retain_gids=True, notdef_outline=True))
        subsetter.populate(gids=used)
        subsetter.subset(font)
        font.save(data)
        return data.getvalue()


@cache
def font_of(style: Style) -> TrueType:
    """The font of a style."""
    return TrueType(FONTS / FILES[style])
