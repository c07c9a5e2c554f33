"""What is on the stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, overload

from algorithms.core import Algorithm
from algorithms.problems.forms.supposition import Thought
from algorithms.reasons import Reason
from scenarios.bands import Band
from scenarios.script.drawn import NOTHING_DRAWN, Drawn
from scenarios.timeline import Timeline
from visualizer.runs.asking import Asking
from visualizer.runs.audit import Audit
from visualizer.runs.boards import Board
from visualizer.runs.chains import Chain
from visualizer.runs.families import family_of
from visualizer.runs.states import State
from visualizer.runs.thoughts import Dropped
from visualizer.stage.band import Words
from visualizer.stage.beside_words import NOTHING, beside
from visualizer.stage.links import Links, place_of
from visualizer.tree.view import TreeView

BOARD, OWN = "board", "large"
"""In the place of the board, or in a tab: the board itself; a large picture of the family's that is no tab."""

_WIDE = 2.0  # the width of a tab in the place of the board, in proportion to its height


class Looked(Protocol):
    """What a family's own controls keep of how it is looked at."""

    @property
    def key(self) -> tuple[object, ...]:
        """All of it that a drawing depends on, to be compared with later."""
        ...


class Asked:
    """A number of a view that notes that somebody has read it. Where nothing is on the way it is 1 in all of a
    transition, and nobody depends on it."""

    @overload
    def __get__(self, view: None, owner: type) -> float: ...

    @overload
    def __get__(self, view: View, owner: type) -> float: ...

    def __get__(self, view: View | None, owner: type) -> float:
        if view is None:
            return 1.0
        if view.stands:
            return 1.0
        view.asked = True
        return view._t

    def __set__(self, view: View, value: float) -> None:
        view._t = value


@dataclass
class View:
    """What is on the stage: a timeline, seen a part ``t`` (0–1) of the way from the state before to its state.
    ``earlier``: where what is said was said, if not here; ``look``: of the family's own controls, where it has some.
    ``said``: in the place of what the lesson says, such as an answer.
    ``hero``: what is in the place of the board: a tab, the family's :data:`OWN` picture, or the :data:`BOARD` itself;
    None: what the family has there from the start. ``aside``: the width at the right of the caption that the window
    keeps for itself."""

    algorithm: Algorithm
    board: Board
    timeline: Timeline[State]
    before: State
    t: Asked = Asked()
    say: str = ""
    earlier: str = ""
    marks: Sequence[str] = ()
    links: Links = field(default_factory=Links)
    code: str = "pseudocode"  # the name of a tab
    lens: State | None = None  # that the board shows in the place of both
    tabs: bool = False  # the window draws tabs at the head of the code; elsewhere there is a heading
    tree: TreeView = field(default_factory=TreeView)
    look: Looked | None = None
    thought: Thought | None = None  # what the lesson supposes here
    dropped: Dropped | None = None  # what it supposed before: its marks go back before anything else moves
    aside: float = 0.0
    after: View | None = None  # what is on show when the way back is over, as far as that is known
    played: bool = False  # on the board, which is there then
    hero: str | None = None
    said: Words | None = None
    reason: Reason = ()  # drawn over the board
    drawn: Drawn = NOTHING_DRAWN  # by the lesson, on the board
    chain: Chain | None = None  # a proof that is stepped through
    audit: Audit | None = None  # of a number
    asking: Asking | None = None  # in the place of what is said
    band: Band | None = None  # of other seeds, around the curve of this run
    asked: bool = field(default=False, init=False)  # for ``t``: what has not, is the same in the whole transition
    placed: tuple[object, Any] | None = field(default=None, init=False)  # where its parts lie in a room
    _t: float = field(default=1.0, init=False)

    @property
    def stands(self) -> bool:
        """Has nothing come between its two states, and is nothing supposed or taken back?"""
        return self.before.turns == self.state.turns and self.thought is None and self.dropped is None

    @property
    def moves(self) -> bool:
        """Is the transition under way, and does it lead anywhere? That is no question about how far it is."""
        return self._t < 1 and not self.stands

    @property
    def words(self) -> Words:
        """What the band says."""
        words = Words(self.say) if self.said is None else self.said
        if words.answers:
            return words
        return words._replace(aside=self.aside, shown=beside(self.drawn) if words.tone == "lesson" else NOTHING)

    @property
    def state(self) -> State:
        """The state on show."""
        return self.timeline.state

    @property
    def in_place(self) -> str:
        """What is in the place of the board."""
        own = family_of(self.algorithm).hero is not None and not self.played
        return self.hero or (OWN if own else BOARD)

    @property
    def questioned(self) -> bool:
        """Is a question open? What answers it is left out."""
        return self.asking is not None and not self.asking.over and self.ordered is None

    @property
    def ordered(self) -> Asking | None:
        """The question on the order of lines of pseudocode, if that is asked."""
        return self.asking if self.asking is not None and self.asking.question.lines is not None else None

    @property
    def large(self) -> bool:
        """Is something else in the place of the board?"""
        return self.in_place != BOARD

    @property
    def tabs_on_show(self) -> tuple[str, ...]:
        """The tabs of the panel beside. What is in the place of the board has given its own to the board."""
        panels, large = self.algorithm.panels, self.in_place
        if large == BOARD:
            return panels
        return tuple(BOARD if name == large else name for name in panels) + (() if large in panels else (BOARD,))

    @property
    def tab(self) -> str:
        """The tab on show: that of ``code``, as far as there is one; that whose lines are being put in order."""
        if self.ordered is not None and self.in_place != "pseudocode":
            return "pseudocode"
        if self.code == self.in_place:
            return BOARD if self.large else "pseudocode"
        return self.code

    @property
    def aspect(self) -> float:
        """The width, in proportion to its height, of what is in the place of the board."""
        if not self.large:
            return self.board.aspect
        return family_of(self.algorithm).hero or _WIDE

    @property
    def pointed(self) -> str | None:
        """The place on the board that is pointed at, or that a literal stands for, or another thing drawn there."""
        pointed = self.links.pointed
        if pointed is not None and self.board.points_at(pointed):
            return pointed
        return place_of(pointed, self.board.layout.places)
