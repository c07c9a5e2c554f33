"""Pictures and formulas beside what a cue says: read, refused, and drawn on every canvas."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import pygame
import pytest

from algorithms.problems.forms.cnf import CNF
from algorithms.problems.formula import Formula
from scenarios.images import image_at
from scenarios.loader import Scenario, load
from scenarios.reading import ScenarioError
from scenarios.script.director import Director
from scenarios.script.drawn import Drawn
from visualizer.canvas.on_pdf import PdfDocument
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.on_svg import SvgCanvas
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.recording.draw_lists import DrawLists
from visualizer.runs.comparison import open_timelines
from visualizer.stage.band import Words, draw_band, parts
from visualizer.stage.beside_words import Beside, beside, in_signs

BOX = Rect(0, 0, 700, 200)


def png(wide: int, high: int) -> bytes:
    """A red picture."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\xff\0\0" * wide for _ in range(high))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def lesson(folder: Path, cue: str) -> Scenario:
    path = folder / "t.yaml"
    path.write_text(f'title: T\nalgorithm: dpll\npuzzle: {{kind: cnf, formula: "p | q"}}\nscript:\n  - {cue}\n')
    return load(path)


def shown(scenario: Scenario) -> Beside:
    timeline, = open_timelines(scenario)
    director = Director(scenario, timeline)
    director.goto(len(scenario.script) - 1)
    return beside(director.now.drawn)


def test_a_picture_is_found_beside_the_lesson(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(30, 20))
    found = shown(lesson(tmp_path, "{say: Look., picture: {file: a.png, alt: red}}"))
    assert (Path(found.file), found.alt) == (tmp_path / "a.png", "red")
    image = image_at(found.file)
    assert image is not None
    assert (image.kind, image.wide, image.high) == ("png", 30, 20)
    again = lesson(tmp_path, "{say: Look., picture: a.png}\n  - {step: {grain: micro}, say: Other words.}")
    assert shown(again) == Beside()
    assert again.document.files == {tmp_path / "t.yaml", tmp_path / "a.png"}  # what --watch looks at


@pytest.mark.parametrize(("name", "said"), [
    ("none.png", "is not there; check the name"), ("../t.png", "lies outside the folder of the lesson"),
    ("text.png", "is neither PNG nor JPEG"), ("cut.png", "or is cut off"), ("wide.png", "5000 × 1 pixels large; make"),
    ("huge.png", "is larger than 1,000 kB; make it smaller")])
def test_what_is_no_picture_is_told_with_file_line_and_key(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "cut.png").write_bytes(png(30, 20)[:40])
    (tmp_path / "wide.png").write_bytes(png(5000, 1))
    (tmp_path / "huge.png").write_bytes(png(3, 3) + b"x" * 1_000_001)
    with pytest.raises(ScenarioError, match=r"t.yaml:5: script.0.picture") as error:
        lesson(tmp_path, f"{{say: Look., picture: {name}}}")
    assert said in str(error.value)


def test_a_jpeg_tells_its_size(tmp_path: Path) -> None:
    surface = pygame.Surface((31, 17))
    pygame.image.save(surface, str(tmp_path / "a.jpg"))
    found = image_at(shown(lesson(tmp_path, "{say: Look., picture: a.jpg}")).file)
    assert found is not None
    assert (found.kind, found.wide, found.high) == ("jpeg", 31, 17)


def test_every_canvas_draws_it(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(30, 20))
    words = Words("Look.", shown=shown(lesson(tmp_path, "{say: Look., picture: a.png}")))
    place = parts(BOX, words, 1.0).shown
    document, svg, recording = PdfDocument("T"), SvgCanvas(700, 200, "T"), RecordingCanvas()
    surface = pygame.Surface((700, 200))
    canvases: tuple[Canvas, ...] = (document.page(), svg, recording, PygameCanvas(surface))
    for canvas in canvases:
        draw_band(canvas, BOX, words, theme("dark"), 1.0)
    assert surface.get_at((int(place.center[0]), int(place.center[1])))[:3] == (255, 0, 0)
    assert "data:image/png;base64," in svg.svg()
    assert b"/Subtype /Image /Width 30 /Height 20" in document.data()
    lists = DrawLists()
    lists.add(recording.ops)
    lists.add(recording.ops)
    assert sum(text.startswith("data:image/png") for text in lists.texts) == 1


def test_a_picture_that_is_gone_is_told_in_words(tmp_path: Path) -> None:
    recording = RecordingCanvas()
    draw_band(recording, BOX, Words("", shown=Beside(str(tmp_path / "gone.png"), "a tree")), theme("dark"), 1.0)
    assert any(op.name == "text" and "a tree" in op.args for op in recording.ops)


def test_a_formula_is_set_in_signs() -> None:
    assert in_signs("p | q, ~p | r, s") == ["(p ∨ q) ∧ (¬p ∨ r) ∧ s"]
    assert in_signs("x_1^2 + x_{12} <= 3\na -> b != c") == ["x₁² + x₁₂ ≤ 3", "a → b ≠ c"]


def test_the_formula_of_a_puzzle_reads_as_its_clauses() -> None:
    text = "p | q, ~p | r, ~q | ~r"
    cnf: CNF = Formula.read(formula=text).as_cnf()
    said, = in_signs(text)
    assert [set(re.findall(r"¬?\w", clause)) for clause in said.split("∧")] == [
        {cnf.word(literal) for literal in clause} for clause in cnf.clauses]


def test_later_pictures_take_the_place_of_earlier_ones() -> None:
    assert (Drawn(formula="a") + Drawn()).formula == "a"
    assert (Drawn(formula="a") + Drawn(formula="b")).formula == "b"
    assert not Drawn()


@pytest.mark.parametrize(("formula", "wrong"), [
    ("p | | q", "before '|', right behind '|'"), ("p &", "behind '&' at the end"),
    ("| p", "before '|' at the beginning"), ("p, , q", "before ',', right behind ','"),
    ("(p | q", "a ( has no )"), ("p -> q)", "a ) has no ("), ("p | ~", "behind '~' at the end"),
    ("(p |) & q", "behind '|', right before ')'"), ("x_ = 3", "behind 'x_'"),
])
def test_a_formula_without_an_operand_is_refused(tmp_path: Path, formula: str, wrong: str) -> None:
    with pytest.raises(ScenarioError, match=r"t.yaml:\d+: script.0.formula: .*" + re.escape(wrong)):
        lesson(tmp_path, f'{{say: Look., formula: "{formula}"}}')


@pytest.mark.parametrize("formula", ["p | q, ~p | r", "x + y + z = 3 -> x = y = z = 1", "~~p", "(p & ~q) <-> -3 < x_1",
                                     "2^n >= n^{-1}", "f(x, y) != g()", "p |\\n q"])
def test_a_formula_that_can_be_read_is_shown(tmp_path: Path, formula: str) -> None:
    assert lesson(tmp_path, f'{{say: Look., formula: "{formula}"}}').script[0].formula


def test_a_formula_that_is_too_long_is_told_by_how_much(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"script.0.formula: has 1,234 letters; write at most \d+$"):
        lesson(tmp_path, f"{{say: Look., formula: {'x' * 1234}}}")
