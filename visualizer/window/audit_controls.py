"""The numbers on the stage under the pointer and the keyboard: each is asked for what it counted, and leads there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from algorithms.core import Counter
from visualizer.canvas.primitives import SMALLEST, Rect
from visualizer.canvas.theme import mix
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.audit import Audit
from visualizer.runs.numbers import Number
from visualizer.runs.session import Session
from visualizer.stage.audit import rows_of
from visualizer.stage.board_numbers import MANY, NONE, AllTold, Told, numbers_on_board
from visualizer.stage.counters import counter_places, number_places
from visualizer.stage.terms import draw_dots
from visualizer.stage.view import View
from visualizer.widgets.inputs import ACTIVATE
from visualizer.widgets.ui import Ui
from visualizer.window.transport import Transport

Asked = Counter | Number
_MOST_STOPS = 12  # of the focus
_LOW = 20  # points: in a lower box digits take all of its height
_DIGIT, _CLEAR = 0.73, 2.5  # how high a digit is, in sizes; points: so far below it dots end


class _Seen(NamedTuple):
    """A number that is drawn, the index of its run, the places of the board that it is on or tells of, and whether it
    is drawn in a panel."""

    lead: int
    number: Asked
    of: frozenset[str] = frozenset()
    panel: bool = True

    @property
    def same(self) -> tuple[object, ...]:
        """Of two drawings of the same number the same."""
        one = self.number
        return (self.lead, one.name, one.value, one.definition) if isinstance(one, Number) else (self.lead, one)


def _seen(lead: int, told: Told) -> _Seen:
    """One on a board."""
    return _Seen(lead, told.number, told.of, panel=False)


@dataclass
class _Names:
    """Names for the areas of numbers, each another one, and the numbers, each once, however often it is drawn."""

    _taken: set[str] = field(default_factory=set)
    _known: dict[tuple[object, ...], _Seen] = field(default_factory=dict)

    @property
    def found(self) -> list[_Seen]:
        """In the order in which they were drawn first."""
        return list(self._known.values())

    def note(self, seen: _Seen) -> None:
        """It needs no area of its own."""
        same = seen.same
        before = self._known.get(same)
        self._known[same] = seen if before is None else before._replace(of=before.of | seen.of)

    def of(self, seen: _Seen) -> str:
        """The name of the next area."""
        self.note(seen)
        name = f"number-{seen.lead}-{seen.number.name}"
        while name in self._taken:
            name += "′"
        self._taken.add(name)
        return name


def _foot(ui: Ui, told: Told, unit: float) -> Rect:
    """The foot of a number in its box, as wide as it is about; in a low box it is that of the box, or below it, as the
    digits take all of its height."""
    box, wide = told.box, min(told.box.w * 0.9, ui.canvas.measure(told.number.text, told.box.h * 0.75, "bold"))
    high = box.h * 0.93 if box.h >= _LOW * unit else max(box.h, box.h / 2 + SMALLEST * _DIGIT / 2 + _CLEAR * unit)
    return Rect(box.center[0] - wide / 2, box.y, wide, high)


def _draw_dots_on_board(ui: Ui, told: Told, unit: float, *, lit: bool) -> None:
    """Whatever the ground is: light dots on dark ones."""
    foot, ink = _foot(ui, told, unit), ui.theme.accent if lit else ui.theme.text
    draw_dots(ui.canvas, foot._replace(h=foot.h + 0.6 * unit), ui.theme.background, unit)
    draw_dots(ui.canvas, foot, ink, unit)


class AuditControls:
    """The audit of the numbers of a session, or of several runs: of the one with the index ``lead``. The counter that
    is asked for last is also what Ctrl and the arrows go to."""

    def __init__(self, session: Session | AskedComparison, transport: Transport) -> None:
        self.session, self.transport = session, transport
        self.lead = 0
        self._audit: Audit | None = None
        self._found_at: list[int] = []  # the positions of the runs in the last frame
        self._seen: list[_Seen] = []  # what panels and boards had drawn before there was an audit, which may hide it …
        self._seen_at: list[int] = []
        self._told: list[AllTold] = []  # what the boards have drawn
        self._named, self._waiting = _Names(), False  # of the last frame: will those on boards be named when asked for?

    @property
    def audit(self) -> Audit | None:
        """What is asked for, as long as its timeline is on show."""
        if self._audit is not None and self._audit.timeline is not self.session.timelines[self.lead]:
            self._audit = None
        return None if self.session.playing else self._audit

    def ask(self, counter: Asked, lead: int = 0, upto: int | None = None) -> None:
        """What a number counted up to here, or to another position; asked again of the same one, closes it. Unless X
        goes on, what is in view then is what X will go through."""
        if upto is None and (self.audit is None or self.audit.upto != self.session.timelines[lead].position):
            self._look()
        if isinstance(counter, Counter):
            self.transport.kind = counter.counts
        same = self._on_show(counter, lead)
        self.lead = lead
        self._audit = None if same else Audit.of(counter, self.session.timelines[lead], upto)

    def close(self) -> bool:
        """Was there anything to close?"""
        found, self._audit = self.audit is not None, None
        return found

    def next(self, step: int = 1, place: str | None = None, over: int = 0) -> None:
        """The next number: those that panels show, in reading order, then the counters of all runs, then those on the
        boards; or with -1 the one before. Behind the last one none. Where a ``place`` is pointed at, on the board of
        the run with the index ``over``, that has numbers: the next one of these."""
        if self.audit is None:
            self._look()
        every = [*(one for one in self._seen if one.panel), *(_Seen(lead, counter) for lead, run
                 in enumerate(self.session.scenario.runs) for counter in run.algorithm.counters),
                 *(one for one in self._seen if not one.panel)]
        every = [one for one in every if place in one.of and one.lead == over] or every
        now = next((at for at, one in enumerate(every) if self._on_show(one.number, one.lead)), None)
        at = (-1 if step > 0 else len(every)) if now is None else now
        if 0 <= at + step < len(every):
            asked = every[at + step]
            self.ask(asked.number, asked.lead, self._seen_at[asked.lead])
        elif not self.close():
            self.session.notice = "There are no numbers to ask for."

    def jump(self, at: int) -> None:
        """To where that event led; not of a longer list that was drawn before another number was asked for."""
        if self.audit is not None and 0 <= at < len(self.audit.listed):
            self._audit = replace(self.audit, at=at)
            self.session.stop()
            self.session.go_to(self.lead, self._audit.entry(at).index + 1)

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """↑ and ↓ lead from one event to the next."""
        if self.audit is None or shift or ctrl or name not in ("up", "down"):
            return False
        self.jump(self.audit.moved(-1 if name == "up" else 1).at)
        return True

    # --- input -------------------------------------------------------------------------------------------------------

    def register(self, ui: Ui, counters: Rect, focus: Rect, view: View, board: Rect | None, unit: float) -> None:
        """Each counter, and each number that panels have drawn, says what it counts, under the pointer and with the
        focus; a click, or Return, lists it. Those on the board, which may be in that box, are asked by X."""
        self.take_views(ui, [(view, board)], view.pointed, unit)
        all_ = self.session.scenario.algorithm.counters if counters.w > 0 else ()
        places = counter_places(counters, all_, unit)
        written = number_places(ui.canvas, counters, all_, self.session.timelines[0], unit) if all_ else []
        for counter, place, number in zip(all_, places, written, strict=True):
            self.take(ui, f"counter-{counter.name}", counter, place, unit, dots=number, focusable=True)
        self.take_rows(ui, focus, unit)

    def take(self, ui: Ui, name: str, counter: Asked, place: Rect, unit: float, *, lead: int = 0, dots: Rect,
             focusable: bool) -> None:
        """A number of that run: what it means, what a click does, and the dots below it that tell of that."""
        tip = (counter.tip if isinstance(counter, Number) else
               f"{counter.name}: {counter.definition}; a click, or X, lists what it counted")
        ui.area(name, place, press=partial(self._press, counter, lead), key=partial(self._key, counter, lead),
                focusable=focusable, tip=tip)
        lit = ui.hovered(name) or self._on_show(counter, lead)
        draw_dots(ui.canvas, dots, ui.theme.accent if lit else mix(ui.theme.panel, ui.theme.muted, 0.8), unit)

    def take_views(self, ui: Ui, views: Sequence[tuple[View, Rect | None]], pointed: str | None, unit: float) -> None:
        """Those that the panels of each run have drawn, and those on its board, if that is in a box. Two panels may
        show the same number. Where there are many, X goes through them, and not the focus."""
        self._told = [NONE if box is None else numbers_on_board(ui.canvas, box, view, ui.theme, pointed)
                      for view, box in views]
        named = self._named = _Names()
        drawn = [(lead, *one) for lead, (view, _) in enumerate(views) for one in view.links.numbers]
        for lead, place, number in drawn:
            self.take(ui, named.of(_Seen(lead, number)), number, place, unit, lead=lead, dots=place,
                      focusable=len(drawn) <= _MOST_STOPS)
        self._found_at = self._here
        self._waiting = (self.audit is None and pointed is None and all(told.on_places for told in self._told)
                         and any(told.many for told in self._told))
        if self._waiting:
            return
        every = [(lead, one) for lead, all_ in enumerate(self._told) for one in all_]
        for lead, told in every:
            seen = _seen(lead, told)
            if not told.of:  # nothing else takes a click there
                self.take(ui, named.of(seen), told.number, told.box, unit, lead=lead, dots=_foot(ui, told, unit),
                          focusable=False)
                continue
            named.note(seen)
            if (lit := self._on_show(told.number, lead)) or pointed in told.of or len(every) <= MANY:
                _draw_dots_on_board(ui, told, unit, lit=lit)

    def tip_on(self, ui: Ui, name: str = "board", lead: int = 0) -> str:
        """What is said of a number on the board of a run that is under the pointer: on that board, which has that name,
        clicks play or ask why."""
        silent = ui.has_keys(name) or lead >= len(self._told) or self.session.playing
        told = () if silent or not self._told[lead].box.contains(*ui.pointer) else self._told[lead]
        return next((one.number.tip_of("X") for one in told if one.of and one.box.contains(*ui.pointer)), "")

    def take_rows(self, ui: Ui, box: Rect, unit: float) -> None:
        """The events that are listed."""
        if self.audit is not None and box.w > 0:
            for at, place in rows_of(ui.canvas, box, self.audit, unit):
                ui.area(f"counted-{at}", place, press=partial(self._go, at))

    def _look(self) -> None:
        """What is in view now is what X goes through."""
        self._seen_at = self._here
        if self._found_at != self._seen_at:
            self._seen = []
            return
        if self._waiting:
            for lead, all_ in enumerate(self._told):
                for told in all_:
                    self._named.note(_seen(lead, told))
            self._waiting = False
        self._seen = self._named.found

    @property
    def _here(self) -> list[int]:
        return [timeline.position for timeline in self.session.timelines]

    def _on_show(self, counter: Asked, lead: int) -> bool:
        """Is that the number that is asked for? Panels make theirs anew; where the position is another one, such a
        number is another one, too."""
        audit = self.audit
        if audit is None or self.lead != lead or isinstance(counter, Counter) or isinstance(audit.counter, Counter):
            return audit is not None and self.lead == lead and audit.counter is counter
        return _Seen(lead, audit.counter).same == _Seen(lead, counter).same

    def _go(self, at: int, _x: float, _y: float, _button: int) -> None:
        self.jump(at)

    def _ask_drawn(self, counter: Asked, lead: int) -> None:
        """A number as it was drawn: a key may have led elsewhere since. If it has begun the run again, nothing is."""
        drawn_at, timeline = self._found_at[lead], self.session.timelines[lead]
        if drawn_at == timeline.position:
            self.ask(counter, lead)
        elif drawn_at <= len(timeline.events):
            self._look()
            self.ask(counter, lead, drawn_at)

    def _press(self, counter: Asked, lead: int, _x: float, _y: float, _button: int) -> None:
        self._ask_drawn(counter, lead)

    def _key(self, counter: Asked, lead: int, name: str, _shift: bool, ctrl: bool) -> bool:
        if name not in ACTIVATE or ctrl:
            return False
        self._ask_drawn(counter, lead)
        return True
