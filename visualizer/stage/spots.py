"""What of a family's own picture can be pressed: a node, a chip, a line. Those who draw it offer it through the look in
the view; the controls of the family then take the pointer and the keys for it, and act on what is pressed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from visualizer.canvas.primitives import Rect
from visualizer.runs.session import Session
from visualizer.widgets.inputs import ACTIVATE, Area
from visualizer.widgets.ui import Ui

_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a picture, what it stands for, and what a press does; ``above``: it covers those that are not.
    ``unfolds``: a press shows what it stands for whole, or folds it again; ``lights``: it does nothing, as it is enough
    to point there."""

    box: Rect
    target: Hashable
    tip: str = ""
    above: bool = False
    unfolds: bool = False
    lights: bool = False

    def far(self, x: float, y: float) -> float:
        """How far its middle is from a point, squared."""
        (u, v) = self.box.center
        return (u - x) ** 2 + (v - y) ** 2


Spots = Callable[[], Iterable[Spot]]
"""Asked for when the pointer or a key needs them: there may be thousands."""


@dataclass
class Look:
    """What was drawn since input was taken last, picture by picture; what the cursor of the keyboard is at, and what is
    ``pointed`` at, with the mouse or with that; what was ``unfolded``."""

    offered: list[tuple[Rect, Spots]] = field(default_factory=list)
    cursor: Hashable | None = None
    pointed: Hashable | None = None
    unfolded: set[Hashable] = field(default_factory=set)

    @property
    def key(self) -> tuple[object, ...]:
        """All that a drawing depends on, to be compared with later."""
        return self.cursor, self.pointed, frozenset(self.unfolded)


def offer(look: object | None, box: Rect, spots: Spots) -> None:
    """This picture can be pressed, where the window takes input for it."""
    if isinstance(look, Look):
        look.offered.append((box, spots))


class SpotControls:
    """Takes the input for what was offered. A family's own ones say what a press does.

    first: the spot, by its number, at which the cursor of the keyboard begins
    """

    first = 0

    def __init__(self, session: Session) -> None:
        self.session, self.look = session, Look()
        self._tips: dict[str, str] = {}  # what a press at the pointer does, by picture

    def act(self, target: Hashable) -> None:
        """What a press, or Return, does, where a family's picture has more than things that unfold."""

    def press(self, spot: Spot) -> None:
        """Unfolds or folds it, or does what the family says."""
        if spot.unfolds:
            self.look.unfolded ^= {spot.target}
        elif not spot.lights:
            self.act(spot.target)

    def go_to(self, position: int, notice: str = "") -> None:
        """Moves the timeline there."""
        self.session.stop()
        self.session.show(position)
        self.session.notice = notice

    def register(self, ui: Ui, places: Mapping[str, Rect], unit: float) -> None:
        """An area for each picture, which is a stop of the focus: arrows go from spot to spot, Return presses."""
        offered, self.look.offered = self.look.offered, []
        self.look.pointed = None
        for name, place in places.items():
            for box, spots in reversed(offered):  # of a frame that a fault has ended, the next draws all again
                if place.contains(*box.center):
                    self._register(ui, f"spots-{name}", box, spots)
                    break

    def _register(self, ui: Ui, ident: str, box: Rect, spots: Spots) -> None:
        def at(x: float, y: float) -> Spot | None:
            return min((spot for spot in spots() if spot.box.contains(x, y)),
                       key=lambda spot: (not spot.above, spot.far(x, y)), default=None)

        def press(x: float, y: float, _button: int) -> None:
            if (spot := at(x, y)) is not None:
                self.press(spot)

        def move(x: float, y: float) -> None:
            spot = at(x, y)
            self._tips[ident] = "" if spot is None else spot.tip

        def key(name: str, shift: bool, ctrl: bool) -> bool:
            every = list(spots())
            if ctrl or shift or not every or name not in (*_STEPS, *ACTIVATE):
                return False
            here = self._here(every)
            if name in _STEPS:
                here = beside(every, here, name)
                self.look.cursor = here.target
                self.session.notice = here.tip
            else:
                self.look.cursor = here.target
                self.press(here)
            return True

        ring = None
        if ui.has_keys(ident):
            every = list(spots())
            if every:
                here = self._here(every)
                ring, self.look.pointed = here.box.inset(-2), here.target
        if box.contains(*ui.pointer) and (under := at(*ui.pointer)) is not None:
            self.look.pointed = under.target
        ui.register(Area(ident=ident, box=box, press=press, move=move, key=key, any_button=True, focusable=True,
                         tip=self._tips.get(ident, ""), ring=ring))

    def _here(self, every: list[Spot]) -> Spot:
        """Where the cursor of the keyboard is."""
        return next((spot for spot in every if spot.target == self.look.cursor), every[self.first])


def beside(every: list[Spot], here: Spot, key: str) -> Spot:
    """What an arrow key leads to."""
    (x, y), (dx, dy) = here.box.center, _STEPS[key]

    def cost(spot: Spot) -> float:
        u, v = spot.box.center
        return (u - x) * dx + (v - y) * dy + 3 * abs((u - x) * dy) + 3 * abs((v - y) * dx)

    ahead = [spot for spot in every if (spot.box.center[0] - x) * dx + (spot.box.center[1] - y) * dy > 1]
    return min(ahead, default=here, key=cost)
