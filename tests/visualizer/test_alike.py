"""What many frames have alike is noted once, and drawn again as it was."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect

SIZE = (400, 300)
RED, BLUE, WHITE = (200, 0, 0), (0, 0, 200), (255, 255, 255)


def everything(canvas: Canvas) -> None:
    """Small shapes, which are pictures, between large ones, which are not."""
    canvas.rect(Rect(10, 10, 300, 200), WHITE, BLUE, 3, 12)
    canvas.rect(Rect(20, 20, 30, 30), RED, BLUE, 2, 6)
    canvas.line((30, 30), (280, 190), BLUE, 5)
    canvas.line((30, 40), (280, 30), RED)
    canvas.line((30, 40), (330, 40), RED, 3)
    canvas.polygon([(60, 60), (90, 60), (75, 90)], RED, BLUE, 2)
    canvas.polygon([(60, 100), (290, 120), (75, 190)], RED, BLUE, 2)
    canvas.circle((200, 80), 20, RED, WHITE, 3)
    canvas.circle((200, 150), 170, None, RED, 3)
    canvas.text((40, 150), "alike", 16, BLUE)
    canvas.dots((40, 180), 9, 6, 2, RED)


def pixels(draw: Callable[[PygameCanvas], object], on: PygameCanvas) -> bytes:
    on.surface.fill((9, 9, 9))
    draw(on)
    return pygame.image.tobytes(on.surface, "RGB")


def canvas() -> PygameCanvas:
    return PygameCanvas(pygame.Surface(SIZE, depth=32))


def clipped(on: Canvas) -> None:
    with on.clip(Rect(15, 15, 20, 20)):
        on.rect(Rect(10, 10, 60, 60), RED)


def test_it_is_drawn_again_without_being_asked() -> None:
    on, asked = canvas(), list[int]()

    def draw(to: Canvas) -> None:
        asked.append(1)
        everything(to)

    once = pixels(everything, canvas())
    assert [pixels(lambda to: to.alike("key", draw), on) for _ in range(3)] == [once] * 3
    assert len(asked) == 1
    pixels(lambda to: to.alike("other", draw), on)
    assert len(asked) == 2


def test_parts_that_are_alike_are_part_of_what_is_noted() -> None:
    on = canvas()

    def draw(to: Canvas) -> None:
        to.rect(Rect(0, 0, 50, 50), BLUE)
        to.alike("part", everything)
        to.rect(Rect(40, 40, 20, 20), BLUE)

    once = pixels(draw, canvas())
    on.alike("part", everything)
    assert [pixels(lambda to: to.alike("whole", draw), on) for _ in range(3)] == [once] * 3


@pytest.mark.parametrize("first", ["whole", "part"])
def test_what_cannot_be_noted_is_drawn_anew(first: str) -> None:
    on = canvas()

    def draw(to: Canvas) -> None:
        everything(to)
        to.alike("part", clipped)

    once = pixels(draw, canvas())
    pixels(lambda to: to.alike(first, draw if first == "whole" else clipped), on)
    assert [pixels(lambda to: to.alike("whole", draw), on) for _ in range(3)] == [once] * 3


def test_lists_have_what_is_drawn() -> None:
    one, other = RecordingCanvas(), RecordingCanvas()
    everything(one)
    other.alike("key", everything)
    assert one.ops == other.ops
