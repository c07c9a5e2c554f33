"""Projector mode: for the back row. The picture and few large words are all; what else there is hides until the mouse
moves. A spotlight on what the lesson points at, a large pointer while a button is held, a clock; and a black screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from visualizer.canvas.emphasis import draw_line
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, Point, Rect, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.asking import Asking
from visualizer.stage.band import Line
from visualizer.stage.beside_words import NOTHING, Beside
from visualizer.stage.question import headed, in_words
from visualizer.stage.terms import spots_in
from visualizer.widgets.ui import Ui
from visualizer.window.caption_band import draw_next
from visualizer.window.settings import Settings
from visualizer.window.slide import PITCH, Pages, Shape, Slide, lay_out, least_size, scale, typeset, with_shown
from visualizer.window.timeline_bar import draw_share
from visualizer.window.transport import Transport
from visualizer.window.words import take_terms

_AWAKE = 2.0  # seconds that the controls stay after the mouse has moved
_FADED = 0.67  # what is outside the spotlight goes so far to the background
_BLACK = (0, 0, 0)
_ONLY_HERE = "{} is for projector mode: F5."


class Written(NamedTuple):
    """What is written: the lesson's title; what it says or the answer to a question, with what stands above it, and
    what is ``shown`` beside it; notices. ``dim``: it was said elsewhere; ``answers``: somebody has asked, or is
    asked; ``offered``: the numbered answers to what is asked, and what is said of these."""

    title: str
    text: str
    heading: str = ""
    dim: bool = False
    notes: str = ""
    answers: bool = False
    shown: Beside = NOTHING
    offered: Sequence[tuple[int, str]] = ()
    more: str = ""

    def asking(self, asking: Asking | None) -> Written:
        """The same, while that is asked: then the question alone, which is of now, whatever was said earlier."""
        if asking is None:
            return self
        prompt, offered, more = in_words(asking)
        return self._replace(text=prompt, heading=headed(asking), dim=False, answers=True, offered=offered, more=more)

    def laid_out(self, beside: bool) -> str:
        """What is to be read: each answer in a line of its own where the words have the height of the screen. What is
        said of them is in another line, as if it were a part of the last one otherwise."""
        answers = ("\n" if beside else " · ").join(f"*{number}:* {label}" for number, label in self.offered)
        asked = ("\n" if beside else " ").join(filter(None, (self.text, answers)))
        return ("\n" if beside or answers else " ").join(filter(None, (asked, self.more)))


class Projector:
    """The projector mode of a screen, which has a ``transport``; ``time`` tells the time of day.

    spotlight: only what the lesson points at is in full light
    black:     nothing is shown, until any key
    awake:     the controls are shown
    """

    def __init__(self, settings: Settings, transport: Transport, time: Callable[[], datetime] = datetime.now) -> None:
        self.settings = settings
        self.transport = transport
        self.time = time
        self.spotlight = False
        self.black = False
        self.awake = False
        self._awake_until: float | None = None  # None: the mode has not been on
        self._at: object = None  # where pointer and focus were in the last frame
        self._held = False  # a button is, so that the large pointer shows
        self._said = ""
        self._k = 1.0
        self._now = 0.0

    @property
    def on(self) -> bool:
        """Is this the mode?"""
        return self.settings.projector

    @property
    def hides_cursor(self) -> bool:
        """Would the system's own pointer be in the way?"""
        return self.black or (self.on and not self.awake)

    # --- keys ------------------------------------------------------------------------------------------------------

    def wake(self) -> bool:
        """From black. Was it black?"""
        was, self.black = self.black, False
        return was

    def key(self, name: str) -> bool:
        """A key of this mode."""
        playback = self.transport.playback
        if name in ("b", "."):
            playback.stop()
            self.black = True
        elif name in ("i", "k") and not self.on:
            playback.notice = _ONLY_HERE.format(name.upper())
        elif name == "i":
            self.spotlight = not self.spotlight
        elif name == "k":
            self.settings.next_clock()
        elif name == "tab" and self.on:
            self._awake_until = self._now + _AWAKE
        else:
            return False
        return True

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], projected: Callable[[], None],
             whole: Callable[[], None]) -> None:
        """Draws what the mode asks for: nothing, the slide, or the stage with all panels and controls."""
        if self.black:
            self._draw_black(ui, canvas, size)
        elif self.on:
            projected()
        else:
            self.leave()
            whole()

    def leave(self) -> None:
        """Another mode is drawn."""
        self._awake_until, self._held, self.awake = None, False, False
        self.transport.presentation.pages, self.transport.presentation.page = 1, 0

    def _draw_black(self, ui: Ui, canvas: Canvas, size: tuple[float, float]) -> None:
        """Nothing; a click brings all back, too."""
        canvas.rect(Rect(0, 0, *size), _BLACK)

        def wake(_x: float, _y: float, _button: int) -> None:
            self.wake()

        ui.area("black", Rect(0, 0, *size), press=wake)

    def begin(self, ui: Ui, canvas: Canvas, size: tuple[float, float], shapes: Sequence[Shape], theme: Theme,
              words: Written, adds: Callable[[Slide], Slide] = lambda slide: slide) -> Slide:
        """Draws the words, and what is to stand beside them, for which ``adds`` takes room; says where the picture is
        to be drawn."""
        self._k, self._now = scale(size), ui.now
        self._look_awake(ui)
        worded = bool(words.text or words.notes or words.shown.there)
        slide = with_shown(canvas, adds(lay_out(size, shapes, worded)), words.shown, theme, self._k)

        def hold(x: float, y: float, _button: int) -> None:
            self._held = True

        def let_go(x: float, y: float) -> None:
            self._held = False

        ui.area("slide", Rect(0, 0, *size), press=hold, drag=lambda x, y: None, release=let_go)
        if words.text or words.notes:
            self._draw_words(ui, canvas, slide, theme, words)
        return slide

    def _look_awake(self, ui: Ui) -> None:
        at = ui.pointer, ui.focus if ui.focus_shows else None
        moved, self._at = self._at not in (None, at), at
        if self._awake_until is None or (moved and not self._held):
            self._awake_until = ui.now + _AWAKE
        wanted = ui.popup is not None or self.transport.cues.wanted
        self.awake = not self._held and (wanted or ui.now < self._awake_until)

    def _draw_words(self, ui: Ui, canvas: Canvas, slide: Slide, theme: Theme, words: Written) -> None:
        """Title and clock, what is said, and what is to be known now."""
        box, small = slide.words, least_size(self._k)
        if slide.beside:
            box = self._draw_head(canvas, box, theme, words.title, small)
        if self.transport.presentation.rests:
            self._draw_wait(canvas, box, theme)
        box = box.split_top(4 * self._k, 14 * self._k)[1]
        if self.transport.offered is not None and not words.answers:
            high = min(box.h / 3, 4.2 * small) if slide.beside else min(box.h, 4.2 * small)
            if slide.beside:
                box, place = box.split_bottom(high, 14 * self._k)
            else:
                box, place = box.split_right(min(box.w / 3, 20 * small), small)
                place = place.inset(0, (place.h - high) / 2)
            place = place.split_left(24 * small)[0]
            draw_next(ui, canvas, place, self.transport.offered, theme, small)
        if words.notes:
            box = _draw_notes(canvas, box, words.notes, theme, small)
        if words.heading:
            rows = wrap_text(canvas, words.heading, box.w, small, "bold")[:2]
            head, box = box.split_top(1.4 * small * len(rows), 6 * self._k)
            ink = theme.muted if words.dim else theme.accent
            for index, row in enumerate(rows):
                canvas.text((head.x, head.y + (index + 0.5) * 1.4 * small), row, small, ink, "left", "bold")
        self._draw_page(ui, canvas, box, slide.beside, theme, words)

    def _draw_head(self, canvas: Canvas, box: Rect, theme: Theme, title: str, small: float) -> Rect:
        """The title, in lines, and the time at its right; returns the room below."""
        clock = self._clock()
        room = box.w - (canvas.measure(clock, small) + 2 * small if clock else 0)
        rows = wrap_text(canvas, title, room, small)[:2]
        head, rest = box.split_top(len(rows) * PITCH * small, 12 * self._k)
        for index, row in enumerate(rows):
            canvas.text((head.x, head.y + (index + 0.5) * PITCH * small), row, small, theme.muted)
        canvas.text((head.right, head.y + 0.5 * PITCH * small), clock, small, theme.muted, "right")
        return rest

    def _clock(self) -> str:
        if self.settings.clock == "class":
            return f"{max(0, int(self._now - self.settings.opened)) // 60} min"
        return f"{self.time():%H:%M}" if self.settings.clock == "day" else ""

    def _draw_wait(self, canvas: Canvas, box: Rect, theme: Theme) -> None:
        """A thin bar that fills; full, it waits for ▶."""
        waited = self.transport.presentation.waited
        bar = box.split_top(4 * self._k)[0]
        canvas.rect(bar, mix(theme.background, theme.muted, 0.35), radius=bar.h / 2)
        canvas.rect(Rect(bar.x, bar.y, bar.w * (1.0 if waited is None else waited), bar.h), theme.accent)

    def _draw_page(self, ui: Ui, canvas: Canvas, box: Rect, beside: bool, theme: Theme, words: Written) -> None:
        """What is said, or the page of it that has come; dots below say which of how many."""
        presentation = self.transport.presentation
        text = words.laid_out(beside)
        if text != self._said:
            self._said, presentation.page = text, 0
        found = typeset(canvas, text, box, self._k)
        if len(found.pages) > 1:
            box, dots = box.split_bottom(30 * self._k)
            found = typeset(canvas, text, box, self._k)
            self._draw_dots(canvas, dots, found, theme)
        presentation.pages = len(found.pages)
        presentation.page = min(presentation.page, presentation.pages - 1)
        rows, size = found.pages[presentation.page], found.size
        y = box.y + PITCH * size / 2
        if not beside or len(found.pages) == 1:
            y = max(y, box.center[1] - (len(rows) - 1) * PITCH * size / 2)
        written = [Line(box.x, y + index * PITCH * size, row, size) for index, row in enumerate(rows)]
        for line in written:
            draw_line(canvas, (line.x, line.y), line.text, size, theme.muted if words.dim else theme.text)
        take_terms(ui, canvas, list(spots_in(canvas, written)), mix(theme.background, theme.muted, 0.8), theme.accent,
                   2 * self._k)

    def _draw_dots(self, canvas: Canvas, box: Rect, pages: Pages, theme: Theme) -> None:
        radius = 9 * self._k
        for index in range(len(pages.pages)):
            here = index == min(self.transport.presentation.page, len(pages.pages) - 1)
            canvas.circle((box.x + radius + index * 3.4 * radius, box.center[1]), radius,
                          theme.text if here else theme.background, theme.muted, max(1.0, 2 * self._k))

    def draw_line(self, canvas: Canvas, slide: Slide, share: float, cues: Sequence[float], theme: Theme) -> Rect:
        """The line with the marks of the cues, and which one this is; returns where the line lies."""
        controls, small = self.transport.cues, least_size(self._k)
        total = len(self.transport.playback.director.seen)
        told = [f"{controls.number} of {total}"] if total else []
        if not slide.beside and self._clock():
            told.append(self._clock())
        text = "   ".join(told)
        track = slide.line.split_right(canvas.measure(text, small) + small if text else 0)[0]
        canvas.text((slide.line.right, slide.line.center[1]), text, small, theme.muted, "right")
        track = track.inset(10 * self._k, 0).inset(0, (track.h - 30 * self._k) / 2)
        draw_share(canvas, track, share, cues, theme, 1.8 * self._k)
        return track

    def end(self, ui: Ui, canvas: Canvas, size: tuple[float, float], slide: Slide, lit: Sequence[Rect], theme: Theme,
            controls: Callable[[Rect, Rect], None], unit: float) -> None:
        """What lies above the picture: the spotlight on what is to be ``lit``, the pointer, and the ``controls``, which
        get a strip at the top and one above the line."""
        if self.spotlight and lit and isinstance(canvas, PygameCanvas):
            canvas.spotlight(slide.picture, [hole.inset(-0.25 * max(hole.w, hole.h) - 30 * self._k) for hole in lit],
                             theme.background, _FADED)
        if self._held:
            self._draw_pointer(canvas, ui.pointer, theme)
        if self.awake:
            whole, pad = Rect(0, 0, *size), 10 * unit
            top = whole.split_top(36 * unit + 1.2 * pad)[0]
            low = Rect(0, slide.line.y - 38 * unit - 1.2 * pad, size[0], 38 * unit + 1.2 * pad)
            for strip in (top, low):
                canvas.rect(strip, theme.panel)
            controls(top.inset(pad, 0.6 * pad), low.inset(pad, 0.6 * pad))

    def _draw_pointer(self, canvas: Canvas, at: Point, theme: Theme) -> None:
        k, (x, y) = self._k, at
        for color, width in ((theme.background, 13.0), (theme.accent, 7.0)):
            canvas.circle(at, 52 * k, None, color, width * k)
        shape = ((0, 0), (0, 84), (20, 66), (34, 98), (52, 90), (38, 59), (64, 57))
        points = [(x + dx * k, y + dy * k) for dx, dy in shape]
        canvas.polygon(points, theme.accent, theme.background, 4 * k)


def _draw_notes(canvas: Canvas, box: Rect, notes: str, theme: Theme, small: float) -> Rect:
    """What was asked for, or could not be done, at the bottom; returns the room above."""
    rows = wrap_text(canvas, notes, box.w - 1.4 * small, small, "bold")
    rows = rows[:max(1, int(box.h * 0.6 / (PITCH * small)))]
    rest, place = box.split_bottom((len(rows) * PITCH + 0.7) * small, 0.5 * small)
    canvas.rect(place, theme.accent, radius=0.4 * small)
    for index, row in enumerate(rows):
        y = place.y + (0.35 + (index + 0.5) * PITCH) * small
        canvas.text((place.x + 0.7 * small, y), row, small, theme.on_accent, "left", "bold")
    return rest
