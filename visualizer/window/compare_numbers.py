"""The totals of a comparison under the pointer: each number is asked for what it counted in its run."""

from __future__ import annotations

from functools import partial

from algorithms.core import Event
from scenarios.charts import INFERRED
from visualizer.canvas.primitives import Canvas
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.audit import Audit
from visualizer.stage.compare_layout import ComparePlaces
from visualizer.stage.compare_stage import CompareView, audit_room
from visualizer.stage.compare_totals import cells_of, counters_of, rows_of
from visualizer.stage.stage import inside
from visualizer.widgets.ui import Ui
from visualizer.window.audit_controls import AuditControls
from visualizer.window.transport import Transport


class CompareNumbers:
    """The numbers of the table, and the audit of one of them."""

    def __init__(self, comparison: AskedComparison, transport: Transport) -> None:
        self.comparison, self.transport = comparison, transport
        self.audit = AuditControls(comparison, transport)

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
        box = inside(places.figures, unit) if view.rest else view.table_room(places, unit)
        names = view.names[view.rest]
        if box.h <= 0:
            return
        if view.rest:
            box = box.split_top(22 * unit)[1]
        counters = {counter.name: counter for counter in counters_of(view.rows)}
        for name, place in rows_of(box, names, unit):
            if name in counters:
                counter = counters[name]
                ui.area(f"counter-{name}", place, press=partial(self._look_for, counter.counts),
                        tip=f"{name}: {counter.definition}; after a click, Ctrl+→ goes to the next one")
                for lead, cell in enumerate(cells_of(canvas, place, names, len(view.timelines), unit)):
                    own = view.scenario.runs[lead].algorithm.counters
                    if (one := next((one for one in own if one.name == name), None)) is not None:
                        self.audit.take(ui, f"count-{lead}-{name}", one, cell, lead, focusable=False)
            elif name == INFERRED:
                ui.area("inferred", place, tip="inferred: variables that are defined now and were not at the start")

    def _look_for(self, kind: type[Event], _x: float, _y: float, _button: int) -> None:
        self.transport.kind = kind
