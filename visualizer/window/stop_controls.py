"""F6: conditions at which a run stops, and bookmarks with notes; F7 and Shift + F7 go to the next and the last, F8 sets
a bookmark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from algorithms.problems.forms.relations import RelationError
from algorithms.words import counted
from scenarios.conditions import Vocabulary
from scenarios.script.shown import Place
from scenarios.stops import Kept, keep_for, kept_for
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.session import Session
from visualizer.runs.stopping import Stop, read_stop
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui, middle

_ROW = 40.0  # the height of a line of the list, at unit 1
_A_FRAME = 300  # events that are looked at while the panel is open
_MOST = 100  # conditions, and bookmarks
_EXAMPLES = "Examples: {}. Names are events, their fields and counters; also about(D1), unchanged(best), and or not."


class StopControls:
    """The stops of a session, which are kept for its lesson. ``open``: the panel lies above the stage."""

    def __init__(self, session: Session | AskedComparison) -> None:
        self.session, self.lesson = session, session.scenario.path.stem
        self.open = False
        self.text = self.note = self.error = ""
        self.scroll = Scroll()
        self._wanted = ""  # what gets the focus with the next frame
        kept = kept_for(self.lesson)
        for text, on in kept.stops:
            self._put(text, on)
        self.error = ""
        for position, note in kept.bookmarks:
            if type(position) is type(session.here):
                self._marks[position] = note

    @cached_property
    def vocabularies(self) -> Sequence[Vocabulary]:
        """What conditions may name, of each run."""
        session = self.session
        return [Vocabulary(run.algorithm, list(timeline.state.domains))
                for run, timeline in zip(session.scenario.runs, session.timelines, strict=True)]

    @property
    def words(self) -> Vocabulary:
        """That of the first run."""
        return self.vocabularies[0]

    @property
    def _marks(self) -> dict[Any, str]:
        """The notes of bookmarks, by their positions."""
        return self.session.stops.bookmarks

    @property
    def marks(self) -> Sequence[Any]:
        """The positions of the bookmarks."""
        return sorted(self._marks)

    def key(self, name: str, shift: bool) -> bool:
        """Does what a key is for, if it is one of these; while the panel is open, no other is for the stage."""
        if name == "f6":
            self._turn_panel()
        elif self.open:
            return True
        elif name == "f7":
            self.go(back=shift)
        elif name == "f8":
            self._mark()
        else:
            return False
        return True

    def _turn_panel(self) -> None:
        """Opens it, or closes it: where a bookmark is, its note can be written at once."""
        here = self.session.here
        self.open, self._wanted = not self.open, "stop-note" if here in self._marks else "stop-text"
        self.note = self._marks.get(here, "")

    def go(self, *, back: bool) -> None:
        """To the next stop, or the last one."""
        session = self.session
        if back:
            session.at_length("Looking for the last stop", session.back_to_stop)
        else:
            session.forward("stop")

    @property
    def busy(self) -> bool:
        """Are there events left to look at, of which the open panel tells?"""
        return self.open and self.session.stops.look(self.session.timelines, 0)

    def tick(self) -> None:
        """Looks at some more events while the panel is open."""
        if self.open:
            self.session.stops.look(self.session.timelines, _A_FRAME)

    # --- changing --------------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        stops = self.session.stops
        keep_for(self.lesson, Kept(tuple((stop.text, stop.on) for stop in stops.stops),
                                   tuple(sorted(self._marks.items()))))

    def _put(self, text: str, on: bool = True) -> bool:
        """Adds a condition. False: it cannot be understood, as ``error`` says."""
        stops = self.session.stops.stops
        try:
            stop = read_stop(text, self.vocabularies, [run.name for run in self.session.scenario.runs])
        except RelationError as error:
            self.error = str(error)
            return False
        if all(other.text != stop.text for other in stops) and len(stops) < _MOST:
            stop.on = on
            stops.append(stop)
        return True

    def _add(self) -> None:
        if self.text.strip() and self._put(self.text):
            self.text = self.error = ""
            self._keep()

    def _turn(self, stop: Stop) -> None:
        stop.on = not stop.on
        self._keep()

    def _remove(self, stop: Stop) -> None:
        self.session.stops.stops.remove(stop)
        self._keep()

    def _mark(self) -> None:
        """Sets a bookmark here, with the note that was typed; without one, takes one away that is here."""
        marks, here, note = self._marks, self.session.here, self.note.strip()
        if here in marks and not note:
            del marks[here]
            self.session.notice = f"The bookmark at {_told(here)} is gone."
        elif len(marks) < _MOST or here in marks:
            marks[here] = note
            self.session.notice = f"Bookmark at {_told(here)}; F7 goes on to the next, F6 writes notes."
        self.note = ""
        self._keep()

    def _unmark(self, position: int | Place) -> None:
        self._marks.pop(position, None)
        self._keep()

    def _visit(self, position: Any) -> None:
        self.open = False
        self.session.stop()
        self.session.show(position)

    def _close(self) -> None:
        self.open = False

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The panel."""
        inner = ui.modal("stops-panel", middle(size, 860 * unit, 600 * unit), "Stops and bookmarks", self._close)
        row, rest = inner.split_top(40 * unit, 8 * unit)
        field, add = row.split_right(190 * unit, 8 * unit)
        ui.field("stop-text", field, self.text, partial(setattr, self, "text"), hint="Stop where this comes true",
                 keys={"return": self._add}, tip="a condition; Return adds it")
        ui.button("stop-add", add, "Stop there", self._add, enabled=bool(self.text.strip()))
        said, rest = rest.split_top(58 * unit, 8 * unit)
        text, ink = (self.error, theme.bad) if self.error else (_EXAMPLES.format(self._examples()), theme.muted)
        for at, line in enumerate(wrap_text(canvas, text, said.w, 14 * unit)[:3]):
            canvas.text((said.x, said.y + (9 + at * 19) * unit), line, 14 * unit, ink)
        row, rest = rest.split_top(40 * unit, 10 * unit)
        field, add = row.split_right(190 * unit, 8 * unit)
        here = self.session.here
        marked = here in self._marks and not self.note.strip()
        ui.field("stop-note", field, self.note, partial(setattr, self, "note"), keys={"return": self._mark},
                 hint=f"A note for {_told(here)}", tip="Return sets a bookmark here")
        ui.button("stop-mark", add, "Remove bookmark" if marked else "Bookmark here", self._mark, tip="F8")
        self._list(ui, canvas, rest, theme, unit)
        if self._wanted:
            ui.focus_on(self._wanted)
            self._wanted = ""

    @cached_property
    def _variable(self) -> str | None:
        """A variable that is to be seen on the board."""
        places = self.session.scenario.puzzle.layout().places
        return next((x for x in self.session.timelines[0].state.domains if x in places), None)

    def _examples(self) -> str:
        """Conditions that can be written here."""
        kinds = [kind for kind in self.session.kinds if kind.__name__ in self.words.kinds]
        event = kinds[-1].__name__ if kinds else next(iter(self.words.kinds), "")
        variable = self._variable
        if len(self.vocabularies) > 1:
            event = f"{self.session.scenario.runs[0].label}: {event}"
        examples = [event, f"{event} and " + " or ".join(f"{name} > 9" for name in list(self.words.counters)[:1])]
        return ", ".join([*filter(None, examples), *([] if variable is None else [f'domain("{variable}") == 1'])])

    def _list(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """A line for each condition, then for each bookmark."""
        stops, marks = self.session.stops, self.marks
        lines: list[Callable[[Rect, int], None]] = [
            *(partial(self._stop_line, ui, canvas, theme, unit, stop) for stop in stops.stops),
            *(partial(self._mark_line, ui, canvas, theme, unit, position) for position in marks)]
        box, track = box.split_right(12 * unit, 8 * unit)
        scroll, step = self.scroll, _ROW * unit
        scroll.total, scroll.visible = len(lines), max(1.0, box.h // step)
        scroll.to(scroll.offset)
        ui.area("stops-list", box, wheel=lambda x, y, dy: scroll.to(scroll.offset - dy * 2))
        first = int(scroll.offset)
        for at, draw in enumerate(lines[first:first + int(scroll.visible)]):
            draw(Rect(box.x, box.y + at * step, box.w, step - 4 * unit), first + at)
        if not lines:
            canvas.text((box.x, box.y + 12 * unit), "Runs stop nowhere yet. F7 and Shift + F7 go from stop to stop.",
                        15 * unit, theme.text)
        ui.scrollbar("stops-bar", track, scroll, scroll.to)

    def _stop_line(self, ui: Ui, canvas: Canvas, theme: Theme, unit: float, stop: Stop, box: Rect, at: int) -> None:
        """A condition: off or on, how often it has come true so far, and away with it."""
        turn, box = box.split_left(64 * unit, 10 * unit)
        ui.button(f"stop-turn{at}", turn, "on" if stop.on else "off", partial(self._turn, stop), on=stop.on,
                  tip="do runs stop there?")
        box, cross = box.split_right(40 * unit, 10 * unit)
        ui.button(f"stop-remove{at}", cross, "Remove", partial(self._remove, stop), icon="close")
        box, times = box.split_right(190 * unit, 10 * unit)
        text, size = stop.text, 16 * unit
        canvas.text((box.x, box.center[1]), fit_text(canvas, text, box.w, size, "mono"), size,
                    theme.text if stop.on else theme.muted, "left", "mono")
        if stop.on:
            stops, timelines = self.session.stops, self.session.timelines
            said = f"{stops.times(timelines, stop):,} × in {counted(stops.looked(timelines), 'event')}"
            canvas.text((times.right, times.center[1]), said, 14 * unit, theme.muted, "right")

    def _mark_line(self, ui: Ui, canvas: Canvas, theme: Theme, unit: float, position: Any, box: Rect, at: int) -> None:
        """A bookmark: to it, its note, and away with it."""
        where = _told(position).capitalize()
        go, box = box.split_left(max(150 * unit, canvas.measure(where, ui.text_size) + 30 * unit), 10 * unit)
        ui.button(f"stop-go{at}", go, where, partial(self._visit, position), tip="to this bookmark")
        box, cross = box.split_right(40 * unit, 10 * unit)
        ui.button(f"stop-remove{at}", cross, "Remove", partial(self._unmark, position), icon="close")
        size, note = 16 * unit, self._marks[position]
        canvas.text((box.x, box.center[1]), fit_text(canvas, note or "no note", box.w, size), size,
                    theme.text if note else theme.muted)


def _told(position: int | Place) -> str:
    """A position in words; of several runs, that of each."""
    if isinstance(position, int):
        return f"event {position:,}"
    return f"events {', '.join(f'{part:,}' for part in position)}"
