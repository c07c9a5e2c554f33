"""The canvas as a PDF file, for print. Text stays text, in fonts that the file takes along as far as they are used.

A page is a canvas whose pixels are ``SCALE`` points wide, so that the smallest text can still be read on paper.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO

from scenarios.images import Image
from visualizer.canvas.fonts import FILES, Style
from visualizer.canvas.metrics import text_width
from visualizer.canvas.primitives import BASELINE, Align, Canvas, Color, Point, Rect
from visualizer.canvas.true_type import font_of

SCALE = 0.7
PAGE = Rect(0, 0, 595.28 / SCALE, 841.89 / SCALE)  # A4
_BEND = 0.5523  # of a Bézier curve that is nearly a quarter of a circle
_STYLES = tuple(FILES)


class PdfPage(Canvas):
    """A page to draw on."""

    def __init__(self, used: dict[Style, dict[int, str]], images: list[Image]) -> None:
        self._used, self._images = used, images
        self._body = [f"{_number(SCALE)} 0 0 {_number(-SCALE)} 0 {_number(PAGE.h * SCALE)} cm 1 j"]

    @property
    def content(self) -> bytes:
        """What is drawn, in PDF's language."""
        return "\n".join(self._body).encode("ascii")

    def rect(self, box: Rect, fill: Color | None = None, stroke: Color | None = None, width: float = 1,
             radius: float = 0) -> None:
        if fill is not None:
            self._paint(_round(box, min(radius, box.w / 2, box.h / 2)), fill)
        if stroke is not None:
            inside = min(max(1.0, width), box.w, box.h) / 2  # strokes lie inside, as in the window
            inner = box.inset(inside)
            bend = max(0.0, min(radius - inside, inner.w / 2, inner.h / 2))
            self._paint(_round(inner, bend), None, stroke, 2 * inside)

    def line(self, a: Point, b: Point, color: Color, width: float = 1) -> None:
        self._paint(f"{_at(a)} m {_at(b)} l", None, color, max(1.0, width))

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        path = " ".join(f"{_at(point)} {'l' if index else 'm'}" for index, point in enumerate(points))
        self._paint(f"{path} h", fill, stroke, max(1.0, width))

    def circle(self, center: Point, radius: float, fill: Color | None = None, stroke: Color | None = None,
               width: float = 1) -> None:
        line = min(max(1.0, width), radius)
        for color, inside, edge in ((fill, 0.0, False), (stroke, line / 2, True)):
            if color is not None and radius > inside:
                r = radius - inside
                path = _round(Rect(center[0] - r, center[1] - r, 2 * r, 2 * r), r)
                self._paint(path, None if edge else color, color if edge else None, line)

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        font, used = font_of(style), self._used[style]
        glyphs = []
        for character in text:
            glyph = font.glyphs.get(character, 0)
            used[glyph] = character
            glyphs.append(f"{glyph:04x}")
        if not glyphs:
            return
        x = at[0] - self.measure(text, size, style) * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        y = at[1] + BASELINE * size
        self._body.append(f"BT {_color(color)} rg /F{_STYLES.index(style)} {_number(size)} Tf "
                          f"1 0 0 -1 {_number(x)} {_number(y)} Tm <{''.join(glyphs)}> Tj ET")

    def image(self, box: Rect, image: Image) -> None:
        if image not in self._images:
            self._images.append(image)
        place = f"{_number(box.w)} 0 0 {_number(-box.h)} {_number(box.x)} {_number(box.bottom)}"  # upright
        self._body.append(f"q {place} cm /I{self._images.index(image)} Do Q")

    @contextmanager
    def clip(self, box: Rect) -> Iterator[None]:
        self._body.append(f"q {_round(box, 0)} W n")
        try:
            yield
        finally:
            self._body.append("Q")

    @contextmanager
    def scaled(self, by: float) -> Iterator[None]:
        """All lengths in what is drawn meanwhile, from the page's upper left corner, are so many times as long."""
        self._body.append(f"q {_number(by)} 0 0 {_number(by)} 0 0 cm")
        try:
            yield
        finally:
            self._body.append("Q")

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        return text_width(text, size, style)

    def _paint(self, path: str, fill: Color | None = None, stroke: Color | None = None, width: float = 1) -> None:
        if fill is None and stroke is None:
            return
        ink = [f"{_color(fill)} rg"] if fill is not None else []
        if stroke is not None:
            ink.append(f"{_color(stroke)} RG {_number(width)} w")
        how = "B" if len(ink) == 2 else "f" if stroke is None else "S"
        self._body.append(f"{' '.join(ink)} {path} {how}")


class PdfDocument:
    """A file of pages."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._used: dict[Style, dict[int, str]] = {style: {} for style in _STYLES}
        self._images: list[Image] = []
        self.pages: list[PdfPage] = []

    def page(self) -> PdfPage:
        """A new page at the end."""
        self.pages.append(PdfPage(self._used, self._images))
        return self.pages[-1]

    def data(self) -> bytes:
        """The whole file."""
        objects: list[bytes] = []

        def add(text: str, stream: bytes | None = None) -> int:
            if stream is None:
                objects.append(text.encode("latin-1"))
            else:
                packed = zlib.compress(stream, 9)
                start = f"<< {text} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n".encode("latin-1")
                objects.append(start + packed + b"\nendstream")
            return len(objects)

        fonts = " ".join(f"/F{at} {self._add_font(add, style)} 0 R" for at, style in enumerate(_STYLES)
                         if self._used[style])
        images = " ".join(f"/I{at} {add(*_pixels(image))} 0 R" for at, image in enumerate(self._images))
        parent = len(objects) + 2 * len(self.pages) + 1
        size = f"{PAGE.w * SCALE:.2f} {PAGE.h * SCALE:.2f}"
        kids = []
        for page in self.pages:
            content = add("", page.content)
            kids.append(add(f"<< /Type /Page /Parent {parent} 0 R /MediaBox [0 0 {size}] /Contents {content} 0 R "
                            f"/Resources << /Font << {fonts} >> /XObject << {images} >> >> >>"))
        add(f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>")
        root = add(f"<< /Type /Catalog /Pages {parent} 0 R /Lang (en) >>")
        title = f"\ufeff{self._title}".encode("utf-16-be").hex()
        info = add(f"<< /Title <{title}> /Producer (Unfog) >>")
        return _written(objects, root, info)

    def _add_font(self, add: Callable[..., int], style: Style) -> int:
        font, used = font_of(style), self._used[style]
        name = f"UNFOGA+{FILES[style].removesuffix('.ttf')}"
        file = font.subset(used)
        data = add(f"/Length1 {len(file)}", file)
        box = " ".join(str(round(1000 * side / font.em)) for side in font.box)
        ascent, descent = (round(1000 * high / font.em) for high in (font.ascent, font.descent))
        told = add(f"<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [{box}] /ItalicAngle 0 "
                   f"/Ascent {ascent} /Descent {descent} /CapHeight {ascent} /StemV 80 /FontFile2 {data} 0 R >>")
        widths = " ".join(f"{glyph} [{_number(font.advance(glyph))}]" for glyph in sorted(used))
        inner = add(f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity /W [{widths}] "
                    f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
                    f"/FontDescriptor {told} 0 R >>")
        unicode = add("", _to_unicode(used))
        return add(f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H "
                   f"/DescendantFonts [{inner} 0 R] /ToUnicode {unicode} 0 R >>")


def _pixels(image: Image) -> tuple[str, bytes]:
    """A picture in PDF's words, and its pixels, on white; one that cannot be read is a white pixel."""
    from PIL import Image as Pillow  # takes a while to load

    try:
        with Pillow.open(BytesIO(image.data)) as opened:
            whole = opened.convert("RGBA")
    except (OSError, ValueError):
        whole = Pillow.new("RGBA", (1, 1), "white")
    shown = Pillow.alpha_composite(Pillow.new("RGBA", whole.size, "white"), whole).convert("RGB")
    told = f"/Type /XObject /Subtype /Image /Width {shown.width} /Height {shown.height}"
    return f"{told} /ColorSpace /DeviceRGB /BitsPerComponent 8", shown.tobytes()


def _to_unicode(used: dict[int, str]) -> bytes:
    """Which characters glyphs stand for, so that text can be searched and copied."""
    rows = "\n".join(f"1 beginbfchar <{glyph:04x}> <{character.encode('utf-16-be').hex()}> endbfchar"
                     for glyph, character in sorted(used.items()))
    return ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Unfog def /CMapType 2 def\n"
            f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{rows}\n"
            "endcmap CMapName currentdict /CMap defineresource pop end end").encode("ascii")


def _written(objects: Sequence[bytes], root: int, info: int) -> bytes:
    """The file of all objects, with the table of where each stands."""
    body, places = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"), []
    for number, data in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n".encode("ascii") + data + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(body)
    body += (f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} "
             f"/Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{start}\n%%EOF\n").encode("ascii")
    return bytes(body)


def _round(box: Rect, radius: float) -> str:
    """The path of a rectangle with round corners."""
    if radius <= 0:
        return f"{_number(box.x)} {_number(box.y)} {_number(max(0.0, box.w))} {_number(max(0.0, box.h))} re"
    r, k = radius, radius * (1 - _BEND)
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    corners = (((right - r, y), (right - k, y), (right, y + k), (right, y + r)),
               ((right, bottom - r), (right, bottom - k), (right - k, bottom), (right - r, bottom)),
               ((x + r, bottom), (x + k, bottom), (x, bottom - k), (x, bottom - r)),
               ((x, y + r), (x, y + k), (x + k, y), (x + r, y)))
    path = [f"{_at((x + r, y))} m"]
    path += [f"{_at(a)} l {_at(b)} {_at(c)} {_at(d)} c" for a, b, c, d in corners]
    return " ".join((*path, "h"))


def _at(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _color(color: Color) -> str:
    return " ".join(_number(part / 255) for part in color)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"
