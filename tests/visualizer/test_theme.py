"""Colours can be read and told apart: contrast of text, and the thesis's six meanings for colour-blind eyes."""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
import yaml

from algorithms.problems.colouring.puzzle import COLOURS
from visualizer.canvas.primitives import Color
from visualizer.canvas.theme import NAMES, Theme, contrast, mix, theme
from visualizer.puzzles.roles import fog

READABLE = 4.5  # WCAG 2.2, 1.4.3 Contrast (Minimum), level AA
SEEN = 3.0  # the same, 1.4.11: shapes that carry a meaning

# Text on the ground that the code draws it on, both by their names in the theme.
ON_GROUNDS = [(text, ground) for ground in ("background", "panel")
              for text in ("text", "muted", "bad", "good")] + [
    ("accent", "panel"),  # the keys of the help
    ("text", "raised"),  # buttons
    ("muted", "raised"),
    ("text", "current"), ("muted", "current"),  # the current line and its number
    ("panel", "text"),  # a tooltip
    ("idle_value", "unknown"), ("idle_value", "test"),  # the value that is not assigned now
    ("constraint", "uncovered"),  # a label in a Sudoku
    ("on_unknown", "uncovered"), ("on_unknown", "test"), ("on_unknown", "known"),  # a score beside its bar
]
MAP = tuple(field.name for field in fields(Theme) if field.name.startswith("map_") and field.name != "map_ink")
ON_GROUNDS += [("map_ink", color) for color in (*MAP, "clue")]  # nodes of a graph
ON_GROUNDS += [(field.name, field.name.removeprefix("on_")) for field in fields(Theme) if field.name.startswith("on_")]

# Machado, Oliveira and Fernandes 2009, "A physiologically-based model for simulation of color vision deficiency",
# severity 1.0: what of linear RGB is left.
EYES = {
    "common": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                            [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                              [-0.011820, 0.042940, 0.968881]]),
}
ROLES = ("constraint", "known", "unknown", "test", "no_mine", "mine")  # the thesis's six meanings
APART = 15.0  # CIE 1976 colour difference; 2.3 is just noticeable side by side


def lab(color: Color, eye: str) -> np.ndarray:
    """The colour in CIELAB (D65), as such an eye sees it."""
    share = np.array(color) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    seen = np.clip(EYES[eye] @ linear, 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ seen
    x, y, z = np.cbrt(np.maximum(xyz / np.array([0.9505, 1.0, 1.089]), 0.008856))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(a: Color, b: Color, eye: str) -> float:
    return float(np.linalg.norm(lab(a, eye) - lab(b, eye)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("text", "ground"), ON_GROUNDS)
def test_text_can_be_read_on_its_ground(name: str, text: str, ground: str) -> None:
    colors = theme(name)
    assert contrast(getattr(colors, text), getattr(colors, ground)) >= READABLE


@pytest.mark.parametrize("name", NAMES)
def test_buttons_can_be_read_while_they_are_on_hovered_and_pressed(name: str) -> None:
    colors = theme(name)
    on = mix(colors.raised, colors.accent, 0.22)
    for ground in (colors.raised, on):
        for part in (0.1, 0.18):
            assert contrast(colors.text, mix(ground, colors.text, part)) >= READABLE


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ground", ["background", "panel"])  # of the editor, of a field
def test_what_is_selected_in_a_text_stands_out(name: str, ground: str) -> None:
    colors = theme(name)
    assert contrast(colors.accent, getattr(colors, ground)) >= SEEN
    assert contrast(colors.on_accent, colors.accent) >= READABLE


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ground", ["covered", "uncovered"])
def test_what_the_lesson_points_at_stands_out(name: str, ground: str) -> None:
    colors = theme(name)
    assert max(contrast(colors.mark, getattr(colors, ground)), contrast(colors.mark, colors.background)) >= SEEN


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("one", "other"), list(combinations(ROLES, 2)))
def test_no_two_of_the_six_meanings_look_alike(name: str, eye: str, one: str, other: str) -> None:
    colors = theme(name)
    assert difference(getattr(colors, one), getattr(colors, other), eye) >= APART


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("name", NAMES)
def test_the_colours_of_a_map_differ_from_each_other_and_from_all_meanings(name: str, eye: str) -> None:
    colors = theme(name)
    assert len(MAP) == len(COLOURS)
    for one, other in combinations(MAP, 2):
        assert difference(getattr(colors, one), getattr(colors, other), eye) >= APART
    for one in MAP:
        for other in ("fog", "uncovered"):
            assert difference(getattr(colors, one), getattr(colors, other), eye) >= APART
        for other in ROLES:  # around a node, not on it
            assert difference(getattr(colors, one), getattr(colors, other), eye) >= 0.7 * APART


@pytest.mark.parametrize("values", [4, 9, 16, 25])
@pytest.mark.parametrize("name", NAMES)
def test_the_fog_thickens_and_what_is_in_it_can_be_read(name: str, values: int) -> None:
    colors = theme(name)
    shades = [fog(left, values, colors) for left in range(1, values + 1)]
    assert (shades[0], shades[-1]) == (colors.uncovered, colors.fog)
    light = [lab(shade, "common")[0] for shade in shades]
    assert all(one > other for one, other in pairwise(light))
    for shade in shades:
        assert contrast(colors.on_fog, shade) >= READABLE
        assert contrast(colors.struck, shade) >= SEEN


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("name", NAMES)
def test_clues_and_fog_look_like_nothing_else(name: str, eye: str) -> None:
    colors = theme(name)
    for ground in ("clue", "fog"):
        for role in set(ROLES) - {"no_mine"}:  # which no cell of a Sudoku is filled with
            assert difference(getattr(colors, ground), getattr(colors, role), eye) >= APART, role
    assert difference(colors.clue, colors.fog, eye) >= APART


def test_the_simulation_knows_what_is_hard_to_tell_apart() -> None:
    """The tests above can fail: a red and a green of one lightness, seen without the cones for green."""
    red, green = (190, 90, 60), (120, 125, 60)
    assert difference(red, green, "common") > 2 * APART
    assert difference(red, green, "deuteranopia") < APART


def test_the_file_says_all_that_a_theme_has_and_nothing_else() -> None:
    written = yaml.safe_load((Path(__file__).parents[2] / "assets" / "theme.yaml").read_text(encoding="utf-8"))
    for name in NAMES:
        assert set(written[name]) == {field.name for field in fields(Theme)} - {"name"}


def test_an_unknown_theme_is_an_error() -> None:
    with pytest.raises(KeyError):
        theme("pink")
