"""Recordings as pixels, .png and .gif: drawn as in the window, on a surface that no display needs."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import fields

import pygame
from PIL import Image

from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Color
from visualizer.canvas.theme import Theme
from visualizer.recording.film import SIZE, Film
from visualizer.recording.frames import Frame
from visualizer.recording.shots import Shot, shots
from visualizer.runs.question import Question

PNG_SIZE = (2 * SIZE[0], 2 * SIZE[1])
GIF_SIZE = (960, 600)

_COLORS = 127  # and one that means "as before": 7 bits; twice as many look the same, in a file a tenth larger
_SAMPLES = 12  # frames that the colours are taken from
_QUICKEST = 0.05  # seconds; browsers slow down pictures that change faster


def png(film: Film, frame: Frame, theme: Theme) -> bytes:
    """One frame."""
    data = io.BytesIO()
    still_picture(film, frame, PNG_SIZE, theme).save(data, "PNG", optimize=True)
    return data.getvalue()


def gif(film: Film, theme: Theme, progress: Callable[[int, int], None]) -> bytes:
    """All frames, in an endless loop. Pillow joins frames that look the same, and stores only what changes."""
    colors = _colors(film, theme)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for color in colors for part in color])

    every = list(shots(film))

    def pictures() -> Iterator[Image.Image]:
        for done, shot in enumerate(every, 1):
            yield picture_of(film, shot, GIF_SIZE, theme).quantize(palette=palette, dither=Image.Dither.NONE)
            progress(done, len(every))

    unchanged = next((0, 0, blue) for blue in range(256) if (0, 0, blue) not in colors)  # stands for transparent
    shared = bytes(part for color in [*colors, unchanged] for part in color)
    durations = [round(100 * max(_QUICKEST, shot.seconds)) * 10 for shot in every]  # GIF counts hundredths
    data, rest = io.BytesIO(), pictures()
    next(rest).save(data, "GIF", save_all=True, append_images=rest, duration=durations, loop=0, optimize=True,
                    disposal=1, palette=shared, transparency=len(colors))
    return data.getvalue()


def picture_of(film: Film, shot: Shot, size: tuple[int, int], theme: Theme) -> Image.Image:
    """A picture of a film that plays by itself."""
    return still_picture(film, shot.frame, size, theme, shot.t, shot.question)


def still_picture(film: Film, frame: Frame, size: tuple[int, int], theme: Theme, t: float = 1.0,
                  question: Question | None = None) -> Image.Image:
    """A frame, or ``t`` of the way to it; with a question that is asked there."""
    surface = pygame.Surface(size, depth=32)
    film.draw(PygameCanvas(surface), frame, size, theme, t, question)
    return Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))


def _colors(film: Film, theme: Theme) -> list[Color]:
    """The colours for all frames: the theme's own, and the mixtures at edges that some of the frames show most."""
    own: list[Color] = [getattr(theme, key.name) for key in fields(theme) if key.name != "name"]
    samples = film.frames[:: -(-len(film.frames) // _SAMPLES)]
    width, height = GIF_SIZE
    montage = Image.new("RGB", (width, height * len(samples)))
    for index, frame in enumerate(samples):
        montage.paste(still_picture(film, frame, GIF_SIZE, theme), (0, index * height))
    parts = montage.quantize(_COLORS, dither=Image.Dither.NONE).getpalette() or []
    mixed = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return list(dict.fromkeys([*own, *mixed]))[:_COLORS]
