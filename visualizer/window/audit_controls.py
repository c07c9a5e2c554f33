"""The numbers on the stage under the pointer and the keyboard: each is asked for what it counted, and leads there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from algorithms.core import Counter
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Rect
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.audit import Audit
from visualizer.runs.numbers import Number
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.stage.audit import rows_of
from visualizer.stage.counters import counter_places
from visualizer.widgets.inputs import ACTIVATE
from visualizer.widgets.ui import Ui
from visualizer.window.transport import Transport


class AuditControls:
    """The audit of the counters of a session, or of several runs: of the one with the index ``lead``. What is asked for
    last is also what Ctrl and the arrows go to."""

    def __init__(self, session: Session | AskedComparison, transport: Transport) -> None:
        self.session, self.transport = session, transport
        self.lead = 0
        self._audit: Audit | None = None

    @property
    def audit(self) -> Audit | None:
        """What is asked for, as long as its timeline is on show."""
        if self._audit is not None and self._audit.timeline is not self._timeline:
            self._audit = None
        return None if self.session.playing else self._audit

    @property
    def _timeline(self) -> Timeline[State]:
        return self.session.timelines[self.lead]

    def ask(self, counter: Counter | Number, lead: int = 0) -> None:
        """What a number counted up to here; asked again of the same one, closes it."""
        if isinstance(counter, Counter):
            self.transport.kind = counter.counts
        same = self.audit is not None and self.audit.counter is counter and self.lead == lead
        self.lead = lead
        self._audit = None if same else Audit.of(counter, self._timeline)

    def close(self) -> bool:
        """Was there anything to close?"""
        found, self._audit = self.audit is not None, None
        return found

    def next(self) -> None:
        """The next number, of all runs one after the other; behind the last one none."""
        every = [(lead, counter) for lead, run in enumerate(self.session.scenario.runs)
                 for counter in run.algorithm.counters]
        now = None if self.audit is None else (self.lead, self.audit.counter)
        at = every.index(now) if now in every else -1  # none of them for a number in a panel
        if at + 1 < len(every):
            lead, counter = every[at + 1]
            self.ask(counter, lead)
        elif not self.close():
            self.session.notice = "This algorithm has no counters."

    def jump(self, at: int) -> None:
        """To where that event led."""
        if self.audit is not None and at >= 0:
            self._audit = replace(self.audit, at=at)
            self.session.stop()
            self.session.go_to(self.lead, self._audit.entry(at).index + 1)

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """↑ and ↓ lead from one event to the next."""
        if self.audit is None or shift or ctrl or name not in ("up", "down"):
            return False
        self.jump(self.audit.moved(-1 if name == "up" else 1).at)
        return True

    def register(self, ui: Ui, counters: Rect, focus: Rect, numbers: Sequence[tuple[Rect, Number]],
                 unit: float) -> None:
        """Each counter, and each of the ``numbers`` that panels have drawn, says what it counts, under the pointer and
        with the focus; a click, or Return, lists it."""
        self._take_numbers(ui, numbers)
        all_ = self.session.scenario.algorithm.counters if counters.w > 0 else ()
        for counter, place in zip(all_, counter_places(counters, all_, unit), strict=True):
            self.take(ui, f"counter-{counter.name}", counter, place)
        self.take_rows(ui, focus, unit)

    def take(self, ui: Ui, name: str, counter: Counter, place: Rect, lead: int = 0, *, focusable: bool = True) -> None:
        """The number of a counter, of that run. Where there are many, X goes through them, and not the focus."""
        ui.area(name, place, press=partial(self._press, counter, lead), key=partial(self._key, counter, lead),
                focusable=focusable, tip=f"{counter.name}: {counter.definition}; a click, or X, lists what it counted")

    def _take_numbers(self, ui: Ui, numbers: Sequence[tuple[Rect, Number]]) -> None:
        for place, number in numbers:
            ui.area(f"number-{number.name}", place, press=partial(self._press, number, 0),
                    key=partial(self._key, number, 0), focusable=True, tip=number.tip)

    def take_rows(self, ui: Ui, box: Rect, unit: float) -> None:
        """The events that are listed."""
        if self.audit is not None and box.w > 0:
            for at, place in rows_of(box, self.audit, unit):
                ui.area(f"counted-{at}", place, press=partial(self._go, at))

    def _go(self, at: int, _x: float, _y: float, _button: int) -> None:
        self.jump(at)

    def _press(self, counter: Counter | Number, lead: int, _x: float, _y: float, _button: int) -> None:
        self.ask(counter, lead)

    def _key(self, counter: Counter | Number, lead: int, name: str, _shift: bool, ctrl: bool) -> bool:
        if name not in ACTIVATE or ctrl:
            return False
        self.ask(counter, lead)
        return True
