"""The branches of a run as a small tree above the timeline: a lane each, which leaves its parent's at its event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.runs.lanes import Lane, Row
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui

ROW = 22.0  # the height of a lane, at unit 1
_MOST_ROWS = 4  # that are on show at once
_NAMES = 230.0  # the width of the names at the right, as that of the timeline's numbers


class BranchStrip:
    """The lanes, of which a few are on show: the current one always is, where it has not been scrolled away."""

    def __init__(self, rows: Callable[[], Sequence[Row]], current: Callable[[], Lane], visit: Callable[[Lane], None],
                 compare: Callable[[Lane], None]) -> None:
        self.rows, self.current, self.visit, self.compare = rows, current, visit, compare
        self.scroll = Scroll()
        self._shown: Lane | None = None  # the current one of the last frame

    @property
    def high(self) -> float:
        """The height that it needs, at unit 1; none while there is one run."""
        count = len(self.rows())
        return min(count, _MOST_ROWS) * ROW if count > 1 else 0.0

    def draw(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """The lanes; a click goes to one, its button compares it with the one on show."""
        rows, current = self.rows(), self.current()
        first = self._first(rows, current)
        track, names = box.split_right(_NAMES * unit, 14 * unit)
        track = track.inset(8 * unit, 0)
        total = max(1, *(len(row.lane.timeline.events) for row in rows))
        step = ROW * unit
        ui.area("branches", box, wheel=lambda x, y, dy: self.scroll.to(self.scroll.offset - dy))
        with canvas.clip(box):
            for at, row in enumerate(rows):
                middle = box.y + (at - first + 0.5) * step
                if row.parent is not None:
                    above = box.y + (row.parent - first + 0.5) * step
                    self._draw_stem(canvas, track.x + track.w * row.at / total, above, middle, theme, unit)
            for at in range(first, min(first + _MOST_ROWS, len(rows))):
                place = Rect(box.x, box.y + (at - first) * step, box.w, step)
                self._draw_lane(canvas, place, track, rows[at], total, rows[at].lane is current, theme, unit)
        for at in range(first, min(first + _MOST_ROWS, len(rows))):
            top = box.y + (at - first) * step
            self._register(ui, canvas, Rect(box.x, top, box.w, step), Rect(names.x, top, names.w, step), at,
                           rows[at].lane, rows[at].lane is current, theme, unit)

    def _first(self, rows: Sequence[Row], current: Lane) -> int:
        """The first row on show; it brings a lane into view that is on show since this frame."""
        scroll, here = self.scroll, next(at for at, row in enumerate(rows) if row.lane is current)
        scroll.total, scroll.visible = len(rows), min(_MOST_ROWS, len(rows))
        if current is not self._shown:
            self._shown = current
            scroll.to(max(here - _MOST_ROWS + 1, min(scroll.offset, here)))
        scroll.to(scroll.offset)
        return int(scroll.offset)

    def _draw_stem(self, canvas: Canvas, x: float, above: float, middle: float, theme: Theme, unit: float) -> None:
        canvas.rect(Rect(x - unit, above, 2 * unit, middle - above), theme.muted)
        canvas.circle((x, above), 3.5 * unit, theme.muted)

    def _draw_lane(self, canvas: Canvas, place: Rect, track: Rect, row: Row, total: int, current: bool, theme: Theme,
                   unit: float) -> None:
        """A line from where the branch begins to where its recording ends, and where it is seen now."""
        timeline, middle = row.lane.timeline, place.center[1]
        start, end = (track.x + track.w * count / total for count in (row.at, len(timeline.events)))
        thick = (5 if current else 3) * unit
        canvas.rect(Rect(start, middle - thick / 2, max(2 * unit, end - start), thick),
                    theme.accent if current else theme.muted, radius=thick / 2)
        if timeline.done:
            canvas.rect(Rect(end - unit, middle - 6 * unit, 2 * unit, 12 * unit),
                        theme.accent if current else theme.muted)
        seen = track.x + track.w * timeline.position / total
        if current:
            canvas.circle((seen, middle), 6 * unit, theme.text)
        elif seen > start:
            canvas.circle((seen, middle), 3.5 * unit, theme.text)

    def _register(self, ui: Ui, canvas: Canvas, place: Rect, names: Rect, at: int, lane: Lane, current: bool,
                  theme: Theme, unit: float) -> None:
        """The name, and what clicks do."""
        size = 14 * unit
        where = f"leaves the run above it behind event {lane.at:,}" if lane.parent is not None else "the run itself"
        def press(_x: float, _y: float, _button: int) -> None:
            self.visit(lane)

        ui.area(f"branch-{at}", place, press=press,
                tip=f"{lane.name}: {where}" + ("" if current else "; a click goes there (Shift + Z)"))
        text = names if current else names.split_right(30 * unit, 6 * unit)[0]
        style: Style = "bold" if current else "sans"
        canvas.text((text.x, text.center[1]), fit_text(canvas, lane.name, text.w, size, style), size,
                    theme.text, "left", style)
        if not current:
            ui.button(f"branch-compare-{at}", names.split_right(30 * unit)[1].inset(0, unit), "Compare",
                      partial(self.compare, lane), icon="differ", tip="this and the one on show, side by side: F4")
