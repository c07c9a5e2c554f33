"""The numbers of a comparison under the pointer and the keyboard: each is asked for what it counted in its run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from algorithms.core import Counter, Event
from scenarios.charts import INFERRED
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.audit import Audit
from visualizer.stage.compare_layout import ComparePlaces
from visualizer.stage.compare_stage import CompareView, audit_room
from visualizer.stage.compare_totals import cells_of, counters_of, rows_of, size_of
from visualizer.stage.links import Links
from visualizer.stage.stage import inside
from visualizer.widgets.inputs import ACTIVATE, Area
from visualizer.widgets.ui import Ui
from visualizer.window.audit_controls import AuditControls
from visualizer.window.transport import Transport

_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
Cells = dict[tuple[int, str], tuple[Rect, Counter]]
"""The numbers of the table, by the index of their run and their name."""


class CompareNumbers:
    """The numbers of the table and of the runs' panels, and the audit of one of them. The table is one stop of the
    focus; arrows go from number to number, of which the ``cursor`` is on one."""

    def __init__(self, comparison: AskedComparison, transport: Transport) -> None:
        self.comparison, self.transport = comparison, transport
        self.audit = AuditControls(comparison, transport)
        self.links = [Links() for _ in comparison.timelines]
        self.cursor: tuple[int, str] | None = None

    @property
    def on_show(self) -> tuple[int, Audit] | None:
        """The audit that was asked for, and the index of its run."""
        audit = self.audit.audit
        return None if audit is None else (self.audit.lead, audit)

    def register(self, ui: Ui, canvas: Canvas, places: ComparePlaces, view: CompareView, unit: float) -> None:
        """Each word of the table says what is counted, a click chooses its events for Ctrl and the arrows; a click on a
        number lists them."""
        if view.listing and view.proof is None and places.chart.h > 0:
            self.audit.take_rows(ui, audit_room(places, unit), unit)
        self.take(ui, view, [board for board, _ in view.cut(places, unit)], unit)
        box = inside(places.figures, unit) if view.rest else view.table_room(places, unit)
        names = view.names[view.rest]
        if box.h <= 0:
            return
        if view.rest:
            box = box.split_top(22 * unit)[1]
        counters = {counter.name: counter for counter in counters_of(view.rows)}
        rows, cells = rows_of(box, names, len(view.timelines), unit), Cells()
        for name, place in rows:
            if name in counters:
                counter = counters[name]
                ui.area(f"counter-{name}", place, press=partial(self._look_for, counter.counts),
                        tip=f"{name}: {counter.definition}; after a click, Ctrl+→ goes to the next one")
                for lead, cell in enumerate(cells_of(canvas, place, names, len(view.timelines), unit)):
                    own = view.scenario.runs[lead].algorithm.counters
                    if (one := next((one for one in own if one.name == name), None)) is not None:
                        cells[lead, name] = cell, one
            elif name == INFERRED:
                ui.area("inferred", place, tip="inferred: variables that are defined now and were not at the start")
        self._take_cells(ui, canvas, cells, view, unit)

    def take(self, ui: Ui, view: CompareView, boards: Sequence[Rect], unit: float) -> None:
        """Those of the runs' panels, and those on their boards, which are in these boxes."""
        boxes = [None if view.enlarged(lead) else box for lead, box in enumerate(boards)]
        boxes += [None] * (len(view.timelines) - len(boxes))
        self.audit.take_views(ui, list(zip(view.views(), boxes, strict=True)), view.pointed, unit)

    def _take_cells(self, ui: Ui, canvas: Canvas, cells: Cells, view: CompareView, unit: float) -> None:
        if not cells:
            return
        if self.cursor not in cells:
            self.cursor = next(iter(cells))
        ring = cells[self.cursor][0]
        ui.register(Area(ident="totals", box=ring, focusable=True, key=partial(self._key, cells), ring=ring,
                         tip="arrows: to another number; Return lists what it counted in its run"))
        for (lead, name), (cell, counter) in cells.items():
            size, (x, y) = size_of(cell, unit), cell.center
            wide = min(cell.w, canvas.measure(f"{view.timelines[lead].total(counter):,}", size))
            dots = Rect(x - wide / 2, y - size * 0.6, wide, size * 1.2)
            self.audit.take(ui, f"count-{lead}-{name}", counter, cell, unit, lead=lead, dots=dots, focusable=False)

    def _key(self, cells: Cells, name: str, shift: bool, ctrl: bool) -> bool:
        """Another number of the table, or what that counted."""
        assert self.cursor is not None
        lead, row = self.cursor
        if shift or ctrl or (name not in _STEPS and name not in ACTIVATE):
            return False
        if name in ACTIVATE:
            self.audit.ask(cells[lead, row][1], lead)
            return True
        right, down = _STEPS[name]
        step, across = (right or down), bool(right)
        line = [at for at in cells if at[across] == self.cursor[across]]  # of the same name, or of the same run
        self.cursor = line[max(0, min(len(line) - 1, line.index(self.cursor) + step))]
        return True

    def _look_for(self, kind: type[Event], _x: float, _y: float, _button: int) -> None:
        self.transport.kind = kind
