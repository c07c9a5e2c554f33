"""What is on the stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from algorithms.core import Algorithm
from scenarios.timeline import Timeline
from visualizer.runs.boards import Board
from visualizer.runs.families import family_of
from visualizer.runs.states import State
from visualizer.stage.links import Links, place_of
from visualizer.tree.view import TreeView


@dataclass
class View:
    """What is on the stage: a timeline, seen a part ``t`` (0–1) of the way from the state before to its state.
    ``earlier``: where what is said was said, if not here; ``look``: of the family's own controls, where it has some."""

    algorithm: Algorithm
    board: Board
    timeline: Timeline[State]
    before: State
    t: float = 1.0
    say: str = ""
    earlier: str = ""
    marks: Sequence[str] = ()
    links: Links = field(default_factory=Links)
    code: str = "pseudocode"  # the name of a tab
    lens: State | None = None  # that the board shows in the place of both
    tabs: bool = False  # the window draws tabs at the head of the code; elsewhere there is a heading
    tree: TreeView = field(default_factory=TreeView)
    look: object | None = None
    played: bool = False  # on the board, which is there then

    @property
    def state(self) -> State:
        """The state on show."""
        return self.timeline.state

    @property
    def large(self) -> bool:
        """Is a large picture in the place of the board: from the start, or since L was pressed?"""
        hero = family_of(self.algorithm).hero is not None and not self.played
        return self.tree.large != hero

    @property
    def aspect(self) -> float:
        """The width, in proportion to its height, of what is in the place of the board."""
        hero = family_of(self.algorithm).hero
        return self.board.aspect if hero is None or not self.large else hero

    @property
    def pointed(self) -> str | None:
        """The place on the board that is pointed at, or that a literal stands for, or another thing drawn there."""
        pointed = self.links.pointed
        if pointed is not None and self.board.points_at(pointed):
            return pointed
        return place_of(pointed, self.board.layout.places)
