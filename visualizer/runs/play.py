"""How puzzles are played: what clicks, keys and hints do to them. Those in ``visualizer/puzzles`` register themselves.

    @play(Gnomine)
    class GnominePlay(Play): ...

What the gallery offers to be played is registered beside it, with :func:`offer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol, TypeVar

from algorithms.discovery import import_all
from algorithms.problems.puzzle import Puzzle
from scenarios.loader import Scenario
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.branches import Branches
from visualizer.widgets.ui import Ui

Button = Literal["uncover", "flag", "chord"]
"""What a click on a place does in a game: with the left, the right, the middle button."""


@dataclass(frozen=True)
class Action:
    """A button beside the title: how wide it is, in points, and whether it is switched on."""

    name: str
    label: str
    wide: float
    do: Callable[[], None]
    tip: str
    icon: str = ""
    on: bool = False


@dataclass(frozen=True)
class Ending:
    """How a game ended: in a few words, and what there is to say of it."""

    won: bool
    title: str
    text: str = ""


Another = str | Callable[[int], str]
"""Another game of the same kind: the name of the offer whose dialog asks for it, or the text of a lesson from a number
that makes each another one."""


class Play:
    """How a puzzle is played on a session. This one is not: clicks ask the algorithm.

    how_to:  said when playing begins
    clicks:  clicks on the board are moves, while it is played
    cursor:  arrow keys move over the board whatever has the focus, while it is played
    at_once: whoever opens such a puzzle from a mere file wants to play it
    keys:    what there is to do by a key of its own
    """

    how_to: ClassVar[str] = ""
    clicks: ClassVar[bool] = False
    cursor: ClassVar[bool] = False
    at_once: ClassVar[bool] = False

    def __init__(self, session: Branches) -> None:
        self.session = session

    def begin(self) -> None:
        """It was opened to be played."""
        self.session.notice = self.how_to

    def restarted(self) -> None:
        """The session is back at the beginning."""

    def taken_back(self) -> None:
        """Ctrl+Z has taken back a branch, such as a move."""

    @property
    def another(self) -> Another | None:
        """Another game of the same kind, where there is one."""
        return None

    def ending(self) -> Ending | None:
        """How the game on show ended; None while it goes on."""
        return None

    @property
    def ticks(self) -> bool:
        """Does a clock run?"""
        return False

    def click(self, place: str, button: Button) -> None:
        """A move."""
        self.session.notice = "This puzzle is not a game; there is nothing to play."

    def key(self, name: str, shift: bool, place: str | None) -> bool:
        """A key while it is played, with the place that is pointed at. Was it of any use?"""
        return False

    def command(self, name: str) -> Callable[[], None] | None:
        """What a key does at any time, beside those that all puzzles have."""
        return None

    def hint(self) -> None:
        """Says what to do next and why, and points at it."""
        self.session.notice = "There are hints for games only."

    def apply(self) -> None:
        """Does what was hinted, or what was inferred."""
        self.session.notice = "This puzzle is not a game; there is nothing to play."

    def why_none(self) -> str:
        """Why the position has no solution, where that can be told."""
        return ""

    def actions(self, turn: Callable[[bool], None]) -> Sequence[Action]:
        """Buttons, from right to left; ``turn`` switches between playing and analysing."""
        return ()

    def status(self) -> str:
        """What is written beside them."""
        return ""

    def draw(self, ui: Ui, box: Rect, unit: float) -> None:
        """Draws widgets over the board in ``box``."""

    @property
    def asking(self) -> bool:
        """Whether a dialog is open, behind which all else fades."""
        return False

    def draw_above(self, ui: Ui, size: tuple[float, float], unit: float) -> None:
        """Draws that dialog above all of the window, where it is open."""


P = TypeVar("P", bound=Callable[[Branches], Play])
_registry: dict[type, Callable[[Branches], Play]] = {}


def play(puzzle: type) -> Callable[[P], P]:
    """Registers the class below it as how that kind of puzzle is played."""

    def register(kind: P) -> P:
        _registry[puzzle] = kind
        return kind

    return register


def play_for(session: Branches) -> Play:
    """How the session's puzzle is played."""
    return kind_of(session.scenario.puzzle)(session)


def kind_of(puzzle: Puzzle) -> Callable[[Branches], Play]:
    """The class that :func:`play_for` makes."""
    import_all("visualizer.puzzles")
    return next((_registry[kind] for kind in type(puzzle).__mro__ if kind in _registry), Play)


# --- the gallery -----------------------------------------------------------------------------------------------------


class Dialog(Protocol):
    """Asks for what a game needs before it begins."""

    def asked(self, seed: int) -> None:
        """It is opened; ``seed`` makes each game another one."""
        ...

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
             start: Callable[[str, Callable[[], Scenario]], None], close: Callable[[], None]) -> None:
        """Draws it; ``start`` opens a game, with a title, ``close`` leaves it."""
        ...


@dataclass(frozen=True)
class Offer:
    """A game in the gallery, by the text of a lesson or, where that must be asked for, by a dialog.

    short: its label where there is little room
    text:  the lesson, from a number that makes each game another one
    order: where it stands in the row
    legend: what the colours of its board mean
    """

    name: str
    label: str
    short: str
    icon: str
    tip: str
    order: int
    text: Callable[[int], str] | None = None
    dialog: Callable[[], Dialog] | None = None
    legend: Sequence[tuple[str, str]] = ()


_offers: dict[str, Offer] = {}


def offer(*games: Offer) -> None:
    """Registers games."""
    _offers.update({game.name: game for game in games})


def offers() -> list[Offer]:
    """All of them, in order."""
    import_all("visualizer.puzzles")
    return sorted(_offers.values(), key=lambda game: game.order)
