"""What-if branches in the window: Z asks what else could be chosen, Shift + Z goes through the branches, F10 lists and
names them, F4 compares two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from algorithms.words import counted
from scenarios.choices import Offer
from visualizer.canvas.primitives import Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs import what_if
from visualizer.runs.choosing import judge, labels
from visualizer.runs.lanes import MOST_LETTERS, Lane
from visualizer.runs.session import Session
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui, middle
from visualizer.window.branch_strip import BranchStrip
from visualizer.window.edit_controls import EditControls

_ROW = 40.0  # the height of a line of a list, at unit 1
_NO_CHOICE = {True: "This run has no choice here, but it draws random numbers: another seed may draw others.",
              False: "This run has no choice here, and behind here it draws nothing at random."}
"""What is said instead of a choice; True: where random numbers are drawn."""


class BranchControls:
    """The branches of a session, and of the other versions of its puzzle; ``compare`` puts two of them side by side.
    ``open``: the panel above the stage: "" for none, "choice" or "list"."""

    def __init__(self, session: Session, edits: EditControls, compare: Callable[[Lane, Lane], None]) -> None:
        self.session, self.edits, self.compare = session, edits, compare
        self.open = ""
        self.text = ""  # of what is looked for among the choices
        self.offer: Offer | None = None
        self.draws = False  # is anything drawn at random behind here?
        self._label: Callable[[str], str] = str
        self.scroll = Scroll()
        self.strip = BranchStrip(edits.rows, lambda: session.lanes.current, edits.visit, self._compare)
        self._wanted = ""  # what gets the focus with the next frame

    @property
    def high(self) -> float:
        """The height of the tree above the timeline, at unit 1: none in a game, which has its own history."""
        return 0.0 if self.session.playing else self.strip.high

    # --- keys ------------------------------------------------------------------------------------------------------

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """Does what a key is for, if it is one of these; while a panel is open, no other is for the stage."""
        session = self.session
        if ctrl and shift and name == "y" and not self.open:
            session.choosing.toggle(test=True)
            return True
        if ctrl and name in ("y", "z") and not self.open:
            (self.edits.redo if name == "y" or shift else self.edits.undo)()
            return True
        if ctrl or (session.playing and not self.open):
            return bool(self.open)
        if name == "f10":
            self._show("" if self.open == "list" else "list", "branch-name0")
        elif self.open:
            return True
        elif name == "z" and shift:
            self._step()
        elif name == "z":
            session.at_length("Looking for the next choice", self._ask)
        elif name == "f4":
            self._compare(self._other())
        else:
            return False
        return True

    def _step(self) -> None:
        lanes = [row.lane for row in self.edits.rows()]
        self.edits.visit(lanes[(lanes.index(self.session.lanes.current) + 1) % len(lanes)])
        if len(lanes) == 1:
            self.session.notice = "There is one run only; Z makes a choice otherwise, in a branch."

    def _other(self) -> Lane:
        """The branch that was on show before; without one, that which this version of the puzzle comes from."""
        lanes, origin = self.session.lanes, self.edits.origin
        return lanes.last if lanes.last is not lanes.current or origin is None else origin.session.lanes.current

    def _compare(self, lane: Lane) -> None:
        current = self.session.lanes.current
        if not self.edits.has(lane):
            return
        if lane is current:
            self.session.notice = "There is no other branch that was on show before; Z opens one, Shift + Z goes to it."
        else:
            self.session.stop()
            self.open = ""
            self.compare(lane, current)

    def _ask(self) -> None:
        """Opens the panel with what else could be chosen."""
        self.session.stop()
        self._offered(what_if.offer_at(self.session))
        self.draws = what_if.draw_at(self.session) is not None
        self.text = ""
        self._show("choice", "choice-text" if self.offer is not None else "choice-draw" if self.draws else "")

    def _look(self, by: int) -> None:
        """To the choice after the one that is shown, or before it."""
        def look() -> None:
            self._offered(what_if.offer_at(self.session, by, self.offer))

        self.session.at_length("Looking for the choice", look)

    def _offered(self, offer: Offer | None) -> None:
        self.offer = offer
        self._label = str if offer is None else labels(self.session, offer)

    def _show(self, panel: str, focus: str) -> None:
        self.open, self._wanted = panel, focus if panel else ""
        self.scroll.to(0)

    def _close(self) -> None:
        self.open = ""

    def _take(self, name: str) -> None:
        self.open = ""
        if self.offer is not None:
            self.session.at_length(f"Going back to choose {name}", partial(self._choose, self.offer, name))

    def _choose(self, offer: Offer, name: str) -> None:
        what_if.otherwise(self.session, offer, name)
        judge(self.session, offer, name)

    def _draw_again(self) -> None:
        self.open = ""
        self.session.at_length("Going back to draw again", lambda: what_if.draw_again(self.session))

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The panel that is open."""
        title = "What else could be chosen" if self.open == "choice" else "Branches"
        inner = ui.modal("branch-panel", middle(size, 860 * unit, 600 * unit), title, self._close)
        if self.open == "choice":
            self._draw_choice(ui, canvas, inner, theme, unit)
        else:
            self._draw_list(ui, canvas, inner, theme, unit)
        if self._wanted:
            ui.focus_on(self._wanted)
            self._wanted = ""

    def _others(self) -> Sequence[str]:
        """What else can be chosen, of which the typed text is a part."""
        offer = self.offer
        names = () if offer is None else dict.fromkeys(offer.names)
        text = self.text.strip().casefold()
        return [name for name in names if text in name.casefold() and offer is not None and name != offer.taken]

    def _draw_choice(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        offer = self.offer
        said, box = box.split_top(54 * unit, 6 * unit)
        box, low = box.split_bottom(40 * unit, 10 * unit)
        text = _NO_CHOICE[self.draws] if offer is None else (
            f"Behind event {offer.at:,} the algorithm chooses one of {counted(len(set(offer.names)), offer.kind)}: "
            f"{offer.taken}. Another one opens a branch, which is kept beside this run.")
        for at, line in enumerate(wrap_text(canvas, text, said.w, 16 * unit)[:2]):
            canvas.text((said.x, said.y + (12 + at * 22) * unit), line, 16 * unit, theme.text)
        if offer is not None:
            self._draw_others(ui, canvas, box, offer, theme, unit)
        if self.draws:
            draw, low = low.split_left(330 * unit, 10 * unit)
            ui.button("choice-draw", draw, "Draw again, from another seed", self._draw_again,
                      tip="a branch in which the random numbers from here on are others")
        if offer is not None:
            before, low = low.split_left(190 * unit, 10 * unit)
            after = low.split_left(190 * unit)[0]
            ui.button("choice-before", before, "Choice before", partial(self._look, -1), tip="Page Up")
            ui.button("choice-after", after, "Choice after", partial(self._look, 1), tip="Page Down")

    def _draw_others(self, ui: Ui, canvas: Canvas, box: Rect, offer: Offer, theme: Theme, unit: float) -> None:
        """What can be chosen, and a field to look for it."""
        others = self._others()
        field, rest = box.split_top(40 * unit, 8 * unit)
        keys: dict[str, Callable[[], None]] = {
            "return": self._take_first, "page up": partial(self._look, -1), "page down": partial(self._look, 1)}
        ui.field("choice-text", field, self.text, partial(setattr, self, "text"),
                 hint=f"Which {offer.kind}? Return takes the first one below.", keys=keys)
        if not others:
            one = "no other one" if len(set(offer.names)) == 1 else "none with this name"
            canvas.text((rest.x, rest.y + 12 * unit), f"There is {one} to be chosen.", 15 * unit, theme.muted)
        columns = max(1, int(rest.w // (190 * unit)))
        rows = [others[at:at + columns] for at in range(0, len(others), columns)]
        first, visible = self._scrolled(ui, rest, len(rows), unit)
        wide = (rest.w - 20 * unit) / columns
        for at, row in enumerate(rows[first:first + visible]):
            for column, name in enumerate(row):
                place = Rect(rest.x + column * wide, rest.y + at * _ROW * unit, wide - 6 * unit, (_ROW - 6) * unit)
                ui.button(f"choice-{first + at}-{column}", place, self._label(name), partial(self._take, name))

    def _take_first(self) -> None:
        if others := self._others():
            self._take(others[0])

    def _scrolled(self, ui: Ui, box: Rect, count: int, unit: float) -> tuple[int, int]:
        """The first line on show and how many there are, with the wheel and the bar that move them."""
        scroll = self.scroll
        scroll.total, scroll.visible = count, max(1.0, box.h // (_ROW * unit))
        scroll.to(scroll.offset)
        ui.area("branch-scroll", box, wheel=lambda x, y, dy: scroll.to(scroll.offset - dy * 2))
        ui.scrollbar("branch-bar", box.split_right(12 * unit)[1], scroll, scroll.to)
        return int(scroll.offset), int(scroll.visible)

    def _draw_list(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """A line for each branch: its name to be changed, where it leaves, and what can be done with it."""
        rows = self.edits.rows()
        first, visible = self._scrolled(ui, box, len(rows), unit)
        for at in range(first, min(len(rows), first + visible)):
            place = Rect(box.x, box.y + (at - first) * _ROW * unit, box.w - 20 * unit, (_ROW - 4) * unit)
            parent = rows[at].parent
            above = "" if parent is None else f"leaves {rows[parent].lane.name} at {rows[at].at:,}"
            self._list_line(ui, canvas, place, at, rows[at].lane, above, theme, unit)

    def _list_line(self, ui: Ui, canvas: Canvas, box: Rect, at: int, lane: Lane, above: str, theme: Theme,
                   unit: float) -> None:
        lanes, size, gap = self.edits.version_of(lane).session.lanes, 14 * unit, 8 * unit
        current = lane is self.session.lanes.current
        name, box = box.split_left(250 * unit, gap)
        ui.field(f"branch-name{at}", name, lane.name, lambda text: setattr(lane, "name", text[:MOST_LETTERS]),
                 hint="a name", keys={"return": self._close})
        box, place = box.split_right(40 * unit, gap)
        ui.button(f"branch-remove{at}", place, "Forget it", partial(lanes.remove, lane), icon="close",
                  enabled=lane is not lanes.current and lane is not lanes.first)
        box, place = box.split_right(120 * unit, gap)
        ui.button(f"branch-with{at}", place, "Compare", partial(self._compare, lane), enabled=not current,
                  tip="this branch and the one on show, side by side")
        box, place = box.split_right(80 * unit, gap)
        ui.button(f"branch-go{at}", place, "on show" if current else "Go", partial(self._visit, lane), on=current,
                  enabled=not current)
        timeline = lane.timeline
        more = "" if timeline.done else " so far"
        for line, text in enumerate((above, f"{counted(len(timeline.events), 'event')}{more}")):
            lines = wrap_text(canvas, text, box.w, size) or [""]
            canvas.text((box.x, box.y + (9 + 18 * line) * unit), lines[0], size, theme.muted)

    def _visit(self, lane: Lane) -> None:
        self.open = ""
        self.edits.visit(lane)
