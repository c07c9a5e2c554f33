"""TrueType fonts for files that take them along: which glyph a character has, and a font with only those that are used.

Glyphs keep their numbers: those that are not used become empty, so that only two tables are written anew.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator
from functools import cache

from visualizer.canvas.fonts import FILES, FONTS, Style

_KEPT = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x01, 0x08, 0x20, 0x40, 0x80  # flags of a part of a glyph


class TrueType:
    """A font file."""

    def __init__(self, data: bytes) -> None:
        count = struct.unpack_from(">H", data, 4)[0]
        places = [struct.unpack_from(">4sIII", data, 12 + 16 * at) for at in range(count)]
        self.tables = {tag.decode("ascii"): data[start:start + length] for tag, _, start, length in places}
        head, hhea = self.tables["head"], self.tables["hhea"]
        self.em: int = struct.unpack_from(">H", head, 18)[0]
        self.box: tuple[int, ...] = struct.unpack_from(">4h", head, 36)
        self.ascent, self.descent = struct.unpack_from(">2h", hhea, 4)
        self._long = bool(struct.unpack_from(">h", head, 50)[0])
        self._metrics: int = struct.unpack_from(">H", hhea, 34)[0]
        self.glyphs = dict(self._map())

    def _map(self) -> Iterator[tuple[str, int]]:
        """The glyph of each character, from the table that has all of Unicode."""
        table = self.tables["cmap"]
        for at in range(struct.unpack_from(">H", table, 2)[0]):
            start = struct.unpack_from(">HHI", table, 4 + 8 * at)[2]
            if struct.unpack_from(">H", table, start)[0] == 12:
                for group in range(struct.unpack_from(">I", table, start + 12)[0]):
                    first, last, glyph = struct.unpack_from(">3I", table, start + 16 + 12 * group)
                    yield from ((chr(code), glyph + code - first) for code in range(first, last + 1))
                return

    def advance(self, glyph: int) -> float:
        """How far a glyph reaches, in thousandths of the size."""
        width: int = struct.unpack_from(">H", self.tables["hmtx"], 4 * min(glyph, self._metrics - 1))[0]
        return 1000 * width / self.em

    def subset(self, used: Collection[int]) -> bytes:
        """The font with these glyphs, and what they are made of, alone."""
        places, wanted, waiting = self._places(), {0}, list(used)
        while waiting:
            glyph = waiting.pop()
            if glyph not in wanted:
                wanted.add(glyph)
                waiting += _parts(self.tables["glyf"][places[glyph]:places[glyph + 1]])
        outlines, starts = bytearray(), [0]
        for glyph in range(len(places) - 1):
            if glyph in wanted:
                outline = self.tables["glyf"][places[glyph]:places[glyph + 1]]
                outlines += outline + bytes(-len(outline) % 4)
            starts.append(len(outlines))
        head = bytearray(self.tables["head"])
        struct.pack_into(">h", head, 50, 1)  # places are long numbers
        return _file({**self.tables, "glyf": bytes(outlines), "head": bytes(head),
                      "loca": struct.pack(f">{len(starts)}I", *starts)})

    def _places(self) -> list[int]:
        table = self.tables["loca"]
        if self._long:
            return list(struct.unpack(f">{len(table) // 4}I", table))
        return [2 * place for place in struct.unpack(f">{len(table) // 2}H", table)]


@cache
def font_of(style: Style) -> TrueType:
    """The font of a style."""
    return TrueType((FONTS / FILES[style]).read_bytes())


def _parts(outline: bytes) -> Iterator[int]:
    """The glyphs that a glyph is made of."""
    if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
        return
    at, more = 10, True
    while more:
        flags, glyph = struct.unpack_from(">2H", outline, at)
        yield glyph
        at += 8 if flags & _WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
        more = bool(flags & _MORE)


def _file(tables: dict[str, bytes]) -> bytes:
    """A font file of the tables that are needed to draw."""
    kept = [(tag, tables[tag]) for tag in _KEPT if tag in tables]
    power = len(kept).bit_length() - 1
    head = struct.pack(">IHHHH", 0x10000, len(kept), 16 << power, power, 16 * len(kept) - (16 << power))
    start, directory, body = 12 + 16 * len(kept), b"", b""
    for tag, table in kept:
        padded = table + bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        directory += struct.pack(">4sIII", tag.encode("ascii"), total, start + len(body), len(table))
        body += padded
    return head + directory + body
