"""Every character that the program can show has a glyph: no reader ever meets an empty box."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from visualizer.canvas.fonts import FILES, FONTS, Style

ROOT = Path(__file__).parents[2]
CODE = sorted(path for folder in ("algorithms", "scenarios", "visualizer") for path in (ROOT / folder).rglob("*.py"))
DATA = sorted(path for folder in ("scenarios", "assets") for path in (ROOT / folder).rglob("*")
              if path.suffix in (".yaml", ".yml", ".csp", ".cnf", ".lp", ".txt"))


@cache
def glyphs(style: Style) -> frozenset[str]:
    """The characters that a font has a glyph for."""
    with TTFont(FONTS / FILES[style]) as font:
        return frozenset(map(chr, font.getBestCmap()))


@cache
def strings(path: Path) -> list[tuple[str, int]]:
    """Every string constant in a Python file with its line, f-strings' parts included; regular expressions left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    hidden = {id(value) for call in calls if ast.unparse(call.func) == "re.compile" for value in call.args}
    return [(node.value, node.lineno) for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden]


def missing(text: str, style: Style) -> list[str]:
    """The characters of a text that the font lacks. What moves the pen and prints nothing is none of its business."""
    return sorted({character for character in text if character.isprintable()} - glyphs(style))


def unusual(source: str, style: Style) -> bool:
    """May some string in it have a character that the font lacks? It stands there, or is written by its number."""
    return re.search(r"\\[NUux\d]", source) is not None or missing(source, style) != []


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("style", FILES)
def test_every_string_of_the_program_can_be_shown(style: Style) -> None:
    assert CODE
    assert [(f"{place(path)}:{line}", lacking) for path in CODE if unusual(path.read_text(encoding="utf-8"), style)
            for text, line in strings(path) if (lacking := missing(text, style))] == []


@pytest.mark.parametrize("style", FILES)
def test_every_character_of_the_lessons_can_be_shown(style: Style) -> None:
    assert DATA
    assert [(place(path), lacking) for path in DATA
            if (lacking := missing(path.read_text(encoding="utf-8"), style))] == []


def test_the_source_that_runs_can_be_shown() -> None:
    """The stage shows the running Python source itself, comments and all, in the font for code."""
    assert [(place(path), lacking) for path in CODE
            if (lacking := missing(path.read_text(encoding="utf-8"), "mono"))] == []


def test_logic_has_its_symbols_and_an_empty_box_would_be_noticed() -> None:
    for style in FILES:
        assert not missing("∨ ∧ ¬ ⇒ ⇔ ∈ ∉ ⊥ ⊤ ∅ ≠ ≤ ≥ ∀ ∃ × − … “ ” – → ← ✓ ✗", style)
        assert missing("\u6f22", style) == ["\u6f22"]  # a Chinese character
