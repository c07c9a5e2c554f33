"""Worksheets: what is asked stands there, and no answer; the key has it. Text in the file can be read and copied."""

from __future__ import annotations

import io
import re
import zlib
from pathlib import Path

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import find_algorithm
from algorithms.pseudocode import parts_of
from kit.by_hand import BY_HAND
from kit.known_lessons import every_lesson, known
from kit.recordings import LESSON, lesson
from scenarios.folders import bare, lessons
from scenarios.loader import Scenario, load
from visualizer.canvas.fonts import FILES, FONTS, Style
from visualizer.canvas.metrics import text_width
from visualizer.canvas.on_pdf import PdfDocument
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.canvas.true_type import font_of
from visualizer.recording.export import ExportError, record
from visualizer.recording.film import plan
from visualizer.recording.locked import asked_in
from visualizer.recording.sheet_lines import LineOrder, asked_lines
from visualizer.runs.line_order import order_question

ASKING = LESSON.replace('  - say: "That is all."', """\
  - say: "That is all."
    ask:
      prompt: "Which fields are mines?"
      about: {truth: ["(0,1)", "(1,1)", "(1,2)"], value: mine}
      wrong: {"(1,2)": "The corner has its mine already."}
      missing: "The other corner needs all of them."
      hints: ["Look at the large number.", "Count its neighbours."]""")


def objects(data: bytes) -> list[tuple[bytes, bytes]]:
    """What each object of a file says, and its stream."""
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])  # type: ignore[index]
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n ", data[start:])]
    found = []
    for number, (place, end) in enumerate(zip(places, [*places[1:], start], strict=True), 1):
        body = data[place:end]
        assert body.startswith(b"%d 0 obj\n" % number)
        told, _, stream = body.partition(b"stream\n")
        found.append((told, zlib.decompress(stream[:stream.rindex(b"\nendstream")]) if stream else b""))
    return found


def text_of(path: Path) -> str:
    """All text of a file, a line each, by what its fonts say of their glyphs."""
    found = objects(path.read_bytes())
    fonts: dict[bytes, dict[bytes, str]] = {}
    for told, _ in found:
        for name, number in re.findall(rb"/(F\d) (\d+) 0 R", told):
            unicode = int(re.search(rb"/ToUnicode (\d+) 0 R", found[int(number) - 1][0])[1])  # type: ignore[index]
            pairs = re.findall(rb"<(\w{4})> <(\w+)> endbfchar", found[unicode - 1][1])
            fonts[name] = {glyph: bytes.fromhex(code.decode()).decode("utf-16-be") for glyph, code in pairs}
    lines = []
    for told, _ in found:
        if b"/Type /Page " in told:
            content = found[int(re.search(rb"/Contents (\d+) 0 R", told)[1]) - 1][1]  # type: ignore[index]
            for name, glyphs in re.findall(rb"/(F\d) [\d.]+ Tf [^<]*<(\w+)> Tj", content):
                lines.append("".join(fonts[name][glyphs[at:at + 4]] for at in range(0, len(glyphs), 4)))
    return "\n".join(lines)


def test_the_sheet_asks_and_the_key_answers(tmp_path: Path) -> None:
    source = lesson(tmp_path, ASKING)
    record(source, tmp_path / "sheet.pdf")
    assert {path.name for path in tmp_path.iterdir()} == {"lesson.yaml", "sheet.pdf", "sheet-key.pdf"}
    sheet, key = text_of(tmp_path / "sheet.pdf"), text_of(tmp_path / "sheet-key.pdf")
    (asked,) = asked_in(plan(load(source)))
    question = asked.question
    assert len(next(iter(question.right))) == 2
    for text in (sheet, key):
        assert "1. Which fields are mines?" in text
        assert all(f": {option.label}\n" in f"{text}\n" for option in question.options)
        assert 'A corner "</script>" & ∨' in text
        assert "lesson, seed 0" in text
    assert "Because" in sheet
    assert "Name" in sheet
    secrets = [question.hints[2], question.missing, *(option.why for option in question.options if option.why)]
    for secret in secrets:
        assert secret not in sheet
        assert secret in " ".join(key.split("\n"))
    assert key.count("✓") == sheet.count("✓") + 2


def test_why_does_not_name_the_answer_that_is_asked_for_above_it(tmp_path: Path) -> None:
    """In the window it is asked after the answer, on paper with it."""
    source = next(path for path in lessons() if bare(path.stem) == "a-number-is-a-constraint")
    text = source.read_text(encoding="utf-8")
    told = load(source, text[:text.index("      reveal: later\n")])  # the lesson up to there, and the answer at once
    question = next(asked.question for asked in asked_in(plan(told)) if asked.question.why is not None)
    assert question.why is not None
    assert question.value in question.why.prompt
    for one, asked in ((told, "And why?"), (known(source), "Which constraint takes values from it?")):
        record(one, tmp_path / "sheet.pdf")
        sheet = text_of(tmp_path / "sheet.pdf")
        assert asked in " ".join(sheet.split("\n"))
        assert question.why.prompt not in " ".join(sheet.split("\n"))


@pytest.mark.parametrize("scenario", every_lesson(), ids=lambda scenario: scenario.name)
def test_paper_says_nothing_of_a_mouse_or_keys(scenario: Scenario) -> None:
    """What a sheet and its key can have of the lesson: what it is about, what it asks, and what is said there."""
    said = [cue.say or "" for cue in scenario.script]
    words = [text for index, cue in enumerate(scenario.script) if cue.ask is not None
             for text in (cue.ask.prompt, cue.ask.why or "", cue.ask.missing or "", *cue.ask.hints,
                          *cue.ask.wrong.values(), said[index], next(filter(None, reversed(said[:index])), ""))]
    assert not any(BY_HAND.search(text) for text in [*words, *([scenario.about] if words else [])])


def test_a_lesson_that_asks_nothing_has_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="asks nothing, so a worksheet would be empty; add ask to its cues"):
        record(lesson(tmp_path), tmp_path / "sheet.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["lesson.yaml"]


def test_a_file_has_only_the_glyphs_that_are_used_and_they_are_whole() -> None:
    document = PdfDocument("Ä title ∨")
    page = document.page()
    texts: dict[Style, str] = {"sans": "Äé¬∨ fi", "bold": "Å⊥½", "mono": "x←ñ"}
    for style, text in texts.items():
        page.text((10, 10), text, 12, (1, 2, 3), "left", style)
    found = objects(document.data())
    whole = {style: TTFont(FONTS / name) for style, name in FILES.items()}
    files = [stream for told, stream in found if b"/Length1" in told]
    assert len(files) == 3
    for (style, text), data in zip(texts.items(), files, strict=True):
        assert len(data) < 60_000
        font, source = TTFont(io.BytesIO(data)), whole[style]
        assert font["head"].modified == source["head"].modified  # the same file whenever it is made
        glyphs, original, order = font.getGlyphSet(), source.getGlyphSet(), source.getGlyphOrder()
        names = font.getGlyphOrder()
        for character in text:
            pen, expected = DecomposingRecordingPen(glyphs), DecomposingRecordingPen(original)
            number = source.getGlyphID(source.getBestCmap()[ord(character)])
            glyphs[names[number]].draw(pen)
            original[order[number]].draw(expected)
            assert pen.value == expected.value, character


@given(st.sampled_from(sorted(FILES)), st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=["C"]))
def test_advances_are_those_that_the_stage_measures(style: Style, character: str) -> None:
    font = font_of(style)
    advance = font.advance(font.glyphs.get(character, 0)) / 1000
    assert advance == pytest.approx(text_width(character, 1.0, style), abs=0.002)


def test_what_is_drawn_lies_where_it_does_on_the_stage() -> None:
    document = PdfDocument("")
    page = document.page()
    page.rect(Rect(10, 20, 30, 40), (255, 0, 0))
    with page.clip(Rect(0, 0, 5, 5)):
        page.circle((50, 50), 10, None, (0, 0, 255), 2)
    content = page.content.decode()
    assert content.startswith("0.7 0 0 -0.7 0 841.89 cm")  # y goes down, a pixel is 0.7 points
    assert "1 0 0 rg 10 20 30 40 re f" in content
    assert content.count("q ") == content.count("Q") == 1


def test_what_stands_at_the_edge_of_a_board_is_not_cut_off() -> None:
    """The numbers of the answers, at the corners of places: whole, and within the room of the board."""
    film = plan(known(next(path for path in lessons() if bare(path.stem) == "the-fog-of-search")))
    room = Rect(50, 60, 300, 300)
    for asked in asked_in(film):
        canvas, depth, discs = RecordingCanvas(), 0, 0
        film.draw_asked(canvas, film.frames[asked.after], room, asked.question, theme("light"))
        for op in canvas.ops:
            depth += {"clip": 1, "unclip": -1}.get(op.name, 0)
            if op.name == "circle" and depth == 0:
                x, y, radius = (value for value in op.args[:3] if isinstance(value, int | float))
                assert room.inset(radius).contains(x, y)
                discs += 1
        assert discs >= len(asked.question.options) or not asked.question.places


@pytest.mark.parametrize(("name", "rows"), [("nobody-refuted", ["Billiard room", "Wrench", "Scarlet"]),
                                            ("four-are-enough", ["WA", "RI", "FL", "1", "4"])])
def test_a_large_board_has_its_words_on_paper(tmp_path: Path, name: str, rows: list[str]) -> None:
    """Names of rows and places, and the numbers of the answers: what has no room on a screen of that size."""
    record(next(path for path in lessons() if bare(path.stem) == name), tmp_path / "sheet.pdf")
    assert set(rows) <= set(text_of(tmp_path / "sheet.pdf").split("\n"))


def test_a_question_about_one_of_several_runs_names_it_and_has_one_number(tmp_path: Path) -> None:
    record(next(path for path in lessons() if bare(path.stem) == "a-map-three-ways"), tmp_path / "sheet.pdf")
    starts = [line for line in text_of(tmp_path / "sheet.pdf").split("\n") if re.match(r"\d\. ", line)]
    assert starts
    assert all(re.match(r"\d\. [^\d]", line) for line in starts), starts


def test_what_is_drawn_finer_is_smaller_and_only_that() -> None:
    page = PdfDocument("").page()
    with page.scaled(0.5):
        page.line((0, 0), (10, 10), (0, 0, 0))
    page.line((0, 0), (20, 20), (0, 0, 0))
    content = page.content.decode()
    assert "q 0.5 0 0 0.5 0 0 cm" in content
    assert content.index("10 10 l") < content.index("Q") < content.index("20 20 l")


IN_ORDER = LESSON.replace('  - say: "That is all."', """\
  - say: "That is all."
  - ask:
      prompt: "How does a pass end?"
      about: {lines: [TupleTried, Consistent]}
    say: "In which order?\"""")


@pytest.mark.parametrize("text", [ASKING, IN_ORDER])
def test_lines_of_the_code_are_to_be_put_in_order(tmp_path: Path, text: str) -> None:
    """Those that the lesson asks for, and those of all other parts, each once; the key has numbers and the lines."""
    source = lesson(tmp_path, text)
    record(source, tmp_path / "sheet.pdf")
    sheet, key = (text_of(tmp_path / name).split("\n") for name in ("sheet.pdf", "sheet-key.pdf"))
    algorithm = load(source).algorithm
    parts = parts_of(algorithm.pseudocode)
    asks_itself = text is IN_ORDER
    assert sum("How does a pass end?" in line for line in sheet) == asks_itself
    assert sum("put these lines in their order" in line for line in sheet) == len(parts) - asks_itself
    for part in parts:
        texts = [piece.text.strip() for piece in part.open]
        written = [line.strip() for line in sheet if line.strip() in texts]
        assert sorted(written) == sorted(texts) and written != texts
        assert [line.strip() for line in key if line.strip() in texts][len(texts):] == texts


@pytest.mark.parametrize("name", ["clue-sample-2", "fc-cbj", "clasp-graph", "reduct"])
def test_a_line_that_is_asked_for_stands_nowhere_else(name: str) -> None:
    """Not in the code around the gaps of another part either."""
    algorithm = find_algorithm(name)
    orders = [order_question(algorithm, part, (), 0) for part in parts_of(algorithm.pseudocode)]
    for order in orders:
        hidden = frozenset(line for other in orders if other is not order for line in asked_lines(other))
        canvas = RecordingCanvas()
        block = LineOrder(order, hidden)
        high = block.height(canvas, "Put them", 700)
        block.draw(canvas, Rect(0, 0, 700, high), "Put them", theme("light"), key=False)
        texts = [op for op in canvas.ops if op.name == "text"]
        written = [str(op.args[2]) for op in texts]
        assert not hidden & set(written)
        labels = {option.label for option in order.options}
        assert len([text for text in written if text in labels]) >= len(labels)
        assert all(0 <= op.args[1] <= high for op in texts)  # type: ignore[operator]
