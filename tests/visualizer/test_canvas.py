"""One drawing, the same on every canvas: recorded, as SVG, and in pixels."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import islice
from typing import Any, get_args

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from visualizer.canvas.breaking import _unbroken, broken
from visualizer.canvas.fonts import Style
from visualizer.canvas.metrics import text_width
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.on_svg import SvgCanvas, escape, hex_color
from visualizer.canvas.primitives import BASELINE, Align, Canvas, Color, Op, RecordingCanvas, Rect
from visualizer.canvas.pygame_shapes import fill_box

SIZE = (200, 120)
WHITE, RED, GREEN, BLUE, BLACK = (255, 255, 255), (200, 0, 0), (0, 120, 0), (0, 0, 200), (0, 0, 0)
SVG = "{http://www.w3.org/2000/svg}"


def draw(canvas: Canvas) -> None:
    """Every primitive once, apart from each other."""
    canvas.rect(Rect(0, 0, *SIZE), WHITE)
    canvas.rect(Rect(10, 10, 40, 30), RED)
    canvas.rect(Rect(60, 10, 40, 30), None, GREEN, 4)
    canvas.rect(Rect(110, 10, 40, 30), BLUE, BLACK, 2, radius=8)
    canvas.line((10, 50), (50, 50), BLACK, 2)
    canvas.polygon([(60, 50), (100, 50), (80, 80)], GREEN)
    canvas.circle((130, 65), 15, RED)
    canvas.circle((175, 65), 15, None, BLUE, 4)
    canvas.text((10, 100), "x ∈ {0} & <b>", 14, BLACK)


def surface() -> pygame.Surface:
    return pygame.Surface(SIZE, depth=32)


def drawn() -> pygame.Surface:
    picture = surface()
    draw(PygameCanvas(picture))
    return picture


def parsed() -> ET.Element:
    canvas = SvgCanvas(*SIZE, "A drawing")
    draw(canvas)
    return ET.fromstring(canvas.svg())


def extent(picture: pygame.Surface, color: Color, within: Rect) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the pixels of exactly that colour in a region."""
    at = [(x, y) for x in range(int(within.x), int(within.right)) for y in range(int(within.y), int(within.bottom))
          if picture.get_at((x, y))[:3] == color]
    xs, ys = [x for x, _ in at], [y for _, y in at]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1


def near(found: tuple[float, ...], expected: tuple[float, ...], tolerance: float = 1) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(found, expected, strict=True))


def test_recording_keeps_every_call_in_order() -> None:
    canvas = RecordingCanvas()
    draw(canvas)
    assert [op.name for op in canvas.ops] == ["rect"] * 4 + ["line", "polygon", "circle", "circle", "text"]
    assert canvas.ops[2] == Op("rect", (60, 10, 40, 30, None, GREEN, 4, 0))
    assert canvas.ops[5].args[0] == (60, 50, 100, 50, 80, 80)


def test_svg_is_well_formed_and_has_the_same_shapes() -> None:
    root = parsed()
    assert root.get("viewBox") == "0 0 200 120"
    assert root.findtext(f"{SVG}title") == "A drawing"
    recorded = RecordingCanvas()
    draw(recorded)
    tags = [child.tag.removeprefix(SVG) for child in root if child.tag != f"{SVG}title"]
    assert tags == [op.name for op in recorded.ops]


def test_filled_shapes_lie_where_they_should() -> None:
    picture = drawn()
    assert extent(picture, RED, Rect(0, 0, 55, 45)) == (10, 10, 50, 40)
    assert near(extent(picture, GREEN, Rect(55, 45, 50, 40)), (60, 50, 100, 80), 2)
    assert near(extent(picture, RED, Rect(110, 45, 40, 40)), (115, 50, 145, 80))
    assert near(extent(picture, BLACK, Rect(0, 44, 55, 12)), (10, 49, 50, 51))


def test_strokes_lie_inside_their_shapes_everywhere() -> None:
    picture, root = drawn(), parsed()
    assert extent(picture, GREEN, Rect(55, 0, 50, 45)) == (60, 10, 100, 40)
    assert near(extent(picture, BLUE, Rect(150, 45, 50, 40)), (160, 50, 190, 80))
    framed = root.findall(f"{SVG}rect")[2]
    half = float(framed.get("stroke-width", "1")) / 2
    outer = (float(framed.get("x", 0)) - half, float(framed.get("y", 0)) - half,
             float(framed.get("width", 0)) + 2 * half, float(framed.get("height", 0)) + 2 * half)
    assert near(outer, (60, 10, 40, 30), 0)
    ring = root.findall(f"{SVG}circle")[1]
    assert float(ring.get("r", 0)) + float(ring.get("stroke-width", 1)) / 2 == 15


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_text_is_aligned_alike(align: Align, share: float) -> None:
    text, size = "H∨∧⇒H", 20.0
    width = text_width(text, size)
    left = 100 - share * width
    picture, svg = surface(), SvgCanvas(*SIZE, "")
    picture.fill(WHITE)
    PygameCanvas(picture).text((100, 60), text, size, BLACK, align)
    svg.text((100, 60), text, size, BLACK, align)
    inked = [(x, y) for x in range(SIZE[0]) for y in range(SIZE[1]) if picture.get_at((x, y))[0] < 128]
    assert min(x for x, _ in inked) == pytest.approx(left + 2, abs=2)  # H begins a little behind its left
    assert max(x for x, _ in inked) == pytest.approx(left + width - 2, abs=2)
    element = ET.fromstring(svg.svg()).find(f"{SVG}text")
    assert element is not None
    assert element.get("text-anchor") == {"left": None, "center": "middle", "right": "end"}[align]
    assert float(element.get("textLength", 0)) == pytest.approx(width, abs=0.01)
    assert float(element.get("y", 0)) == pytest.approx(60 + BASELINE * size)
    assert max(y for _, y in inked) + 1 == pytest.approx(60 + BASELINE * size, abs=1)


def test_all_canvases_measure_alike() -> None:
    for style in get_args(Style):
        exact = SvgCanvas(1, 1, "").measure("Assignment 0, 1", 40, style)
        assert RecordingCanvas().measure("Assignment 0, 1", 40, style) == exact
        pixels = PygameCanvas(surface()).measure("Assignment 0, 1", 40, style)
        assert pixels == pytest.approx(exact, rel=0.02)


def nested(canvas: Canvas) -> None:
    with canvas.clip(Rect(20, 20, 100, 80)):
        with canvas.clip(Rect(0, 0, 60, 60)):
            canvas.rect(Rect(0, 0, *SIZE), RED)
        canvas.rect(Rect(100, 90, 100, 100), BLUE)
    canvas.rect(Rect(150, 0, 50, 20), GREEN)


def test_clips_nest_and_end() -> None:
    picture = surface()
    nested(PygameCanvas(picture))
    everywhere = Rect(0, 0, *SIZE)
    assert extent(picture, RED, everywhere) == (20, 20, 60, 60)
    assert extent(picture, BLUE, everywhere) == (100, 90, 120, 100)
    assert extent(picture, GREEN, everywhere) == (150, 0, 200, 20)
    recorded = RecordingCanvas()
    nested(recorded)
    assert [op.name for op in recorded.ops] == ["clip", "clip", "rect", "unclip", "rect", "unclip", "rect"]
    svg = SvgCanvas(*SIZE, "")
    nested(svg)
    body = [child.tag.removeprefix(SVG) for child in ET.fromstring(svg.svg()).iter()][-6:]
    assert body == ["rect", "g", "g", "rect", "rect", "rect"]
    outer = ET.fromstring(svg.svg()).find(f"{SVG}g")
    assert outer is not None
    assert [child.tag for child in outer] == [f"{SVG}g", f"{SVG}rect"]


def test_svg_holds_any_text() -> None:
    text = 'a < b & "c"\x00\x1b\ud800 ∨'
    canvas = SvgCanvas(100, 100, text)
    canvas.text((0, 0), "    indented" + text, 10, BLACK)
    root = ET.fromstring(canvas.svg().encode("utf-8"))
    assert root.findtext(f"{SVG}title") == 'a < b & "c"\ufffd\ufffd\ufffd ∨'
    assert (root.findtext(f"{SVG}text") or "").startswith("    indented")
    assert 'xml:space="preserve"' in canvas.svg()
    assert escape("<>") == "&lt;&gt;"


def test_svg_numbers_and_colours_are_short() -> None:
    assert hex_color((255, 0, 17)) == "#f01"
    assert hex_color((255, 0, 16)) == "#ff0010"
    canvas = SvgCanvas(100, 100, "")
    canvas.circle((10 / 3, 2.0), 1, RED)
    assert 'cx="3.33" cy="2" r="1"' in canvas.svg()
    assert not re.search(r"\d\.\d{3}", canvas.svg())


def test_shapes_without_room_do_no_harm() -> None:
    for canvas in (RecordingCanvas(), SvgCanvas(10, 10, ""), PygameCanvas(surface())):
        canvas.rect(Rect(5, 5, 0, 0), RED, BLUE, 4, radius=3)
        canvas.rect(Rect(5, 5, 2, 1), RED, BLUE, 4, radius=3)
        canvas.circle((5, 5), 0, RED, BLUE, 2)
        canvas.line((5, 5), (5, 5), RED, 2)
        canvas.text((5, 5), "", 10, RED)


@pytest.mark.parametrize("way", [(880, 350), (900, 55), (10, 900), (-600, 600)])
@pytest.mark.parametrize("width", [1.0, 2.5, 6.0])
def test_a_long_line_is_as_thick_as_a_short_one(way: tuple[float, float], width: float) -> None:
    """By what it blackens for each pixel of its length: long ones are drawn piece by piece."""
    def thickness(share: float) -> float:
        picture = pygame.Surface((1000, 1000), depth=32)
        picture.fill(WHITE)
        a = (700.0, 20.0) if way[0] < 0 else (20.0, 20.0)
        b = a[0] + way[0] * share, a[1] + way[1] * share
        PygameCanvas(picture).line(a, b, BLACK, width)
        ink = pygame.surfarray.array_red(picture)
        return float((255 - ink.astype(float)).sum() / 255 / (share * (way[0] ** 2 + way[1] ** 2) ** 0.5))

    assert thickness(1.0) == pytest.approx(thickness(0.12), rel=0.06)


_FAR = st.floats(-30_000, 30_000) | st.floats(-200, 500)


@given(st.tuples(_FAR, _FAR), st.tuples(_FAR, _FAR), st.floats(1.1, 9))
@example((100, 60), (24_800, 104), 1.5)
@example((-9000, -4000), (9000, 4300), 9)
@example((5e-324, 60), (0, 9000), 2)
def test_of_a_long_line_all_is_drawn_that_is_seen(a: tuple[float, float], b: tuple[float, float], width: float) -> None:
    """What is noted to be drawn again is drawn whole, as another part of it may be seen then."""
    pictures = [pygame.Surface((300, 300), depth=32) for _ in range(2)]
    canvases = [PygameCanvas(picture) for picture in pictures]
    box = Rect(40, 50, 180, 120)
    with canvases[0].clip(box), canvases[1].clip(box):
        canvases[0].line(a, b, RED, width)
        canvases[1].alike("whole", lambda on: on.line(a, b, RED, width))
    assert pictures[0].get_buffer().raw == pictures[1].get_buffer().raw


@pytest.mark.parametrize("start", [(7.0, 9.0), (7.3, 9.49), (7.5, 8.51)])
@pytest.mark.parametrize(("count", "step", "side"), [(0, 5.0, 2.0), (1, 5.0, 2.0), (23, 5.0, 2.0), (17, 7.4, 2.96)])
def test_dots_are_the_squares_that_they_say(start: tuple[float, float], count: int, step: float, side: float) -> None:
    rows = []
    for of in (Canvas, PygameCanvas):
        on = PygameCanvas(surface())
        on.surface.fill(WHITE)
        of.dots(on, start, count, step, side, RED)
        rows.append(pygame.image.tobytes(on.surface, "RGB"))
    assert rows[0] == rows[1]


@pytest.mark.parametrize("box", [(0, 0, 1300, 200), (3, 5, 33, 61), (11, 7, 513, 65), (11, 7, 31, 190),
                                 (1290, 190, 90, 90), (5, 5, 0, 40), (5, 5, 600, 0), (-9, -9, 700, 150)])
def test_a_box_is_filled_as_pygame_fills_it(box: tuple[int, int, int, int]) -> None:
    ours, theirs = (pygame.Surface((1300, 200), depth=32) for _ in range(2))
    for on in (ours, theirs):
        on.set_clip((2, 3, 1250, 180))
    fill_box(ours, RED, *box)
    theirs.fill(RED, box)
    assert pygame.image.tobytes(ours, "RGB") == pygame.image.tobytes(theirs, "RGB")


@pytest.mark.parametrize("wide", range(1, 40))
def test_a_relation_stays_in_one_line_where_a_line_has_room_for_it(wide: int) -> None:
    said = "E is at least 1, H at least 2. So G = 2 is too small, and G = 4."
    lines = list(broken(said, lambda line: len(line) <= wide))
    assert " ".join(lines) == said
    assert any(line.startswith("=") or line.endswith("=") for line in lines) == (wide < len("G = 4."))


def test_neither_is_a_sum_broken_nor_the_name_of_two_keys() -> None:
    def lines(said: str, wide: int) -> list[str]:
        return list(broken(said, lambda line: len(line) <= wide))

    assert lines("A cell: 11 + 9, 8 + 7, 5 + 9.", 18) == ["A cell: 11 + 9,", "8 + 7, 5 + 9."]
    assert lines("You beat it. Shift + W shows why.", 21) == ["You beat it.", "Shift + W shows why."]
    assert lines("Now 1 + H = 2 and no more", 12) == ["Now", "1 + H = 2", "and no more"]
    assert lines("a + b + c + d + e + f", 9) == ["a + b + c", "+ d + e +", "f"]
    assert lines("ends in +", 9) == ["ends in +"]


@pytest.mark.parametrize("wide", range(9, 60))
@pytest.mark.parametrize("said", ["They were false: r ¬qΔ ¬pΔ p is no model. On to r ¬qΔ p.",
                                  "{p} is unfounded: r q ¬p.",
                                  "So U = {c, d} is unfounded, and {a, b, c} has rules.", "a ¬q: r ¬q1Δ",
                                  "In the second, c ↔ a ∨ d: it may be."])
def test_neither_is_a_record_broken_nor_a_set(wide: int, said: str) -> None:
    lines = list(broken(said, lambda line: len(line) <= wide))
    assert " ".join(lines) == said
    for whole in ("r ¬qΔ ¬pΔ p", "r ¬qΔ p.", "r q ¬p.", "{c, d}", "{a, b, c}", "r ¬q1Δ", "c ↔ a ∨ d:"):
        assert whole not in said or len(whole) > wide or any(whole in line for line in lines)


def test_words_and_what_is_too_long_for_a_line_are_broken_as_ever() -> None:
    def lines(said: str, wide: int) -> list[str]:
        return list(broken(said, lambda line: len(line) <= wide))

    assert lines("What is a b or a c", 9) == ["What is a", "b or a c"]
    assert lines("{a, b, c, d, e, f} is all", 9) == ["{a, b, c,", "d, e, f}", "is all"]
    assert lines("¬a b c ¬d", 5) == ["¬a b", "c ¬d"]
    assert lines("¬a b ¬c d e f g", 6) == ["¬a b", "¬c d e", "f g"]
    assert lines("a { b", 3) == ["a {", "b"]


class _Read(list[str]):
    """Words, and how often some were looked at."""

    looked = 0

    def __getitem__(self, at: Any) -> Any:
        self.looked += 1
        return super().__getitem__(at)


@pytest.mark.parametrize("sign", ["∨", "+", "=", "¬q"])
def test_of_a_long_formula_only_the_words_of_the_lines_asked_for_are_looked_at(sign: str) -> None:
    words = _Read(f" {sign} ".join(["x"] * 3000).split())
    assert [*islice(_unbroken(words, lambda _: False), 40)] == [*words][:40]
    assert words.looked < 40 * 20
