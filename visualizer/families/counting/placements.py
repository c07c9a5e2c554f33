"""The counting of placements of mines: what is known of it, and how it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from algorithms import events as e
from algorithms.advice.gnomine import TOTAL
from algorithms.counting import PLACEMENTS
from algorithms.events.counting import large
from algorithms.problems.forms.mine_count import Number as MineNumber
from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.words import counted, percent
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.counting.look import draw_outline
from visualizer.families.counting.parts import Component, Rest
from visualizer.families.counting.pictures import Picture, draw_placements, numbers_of, pictures_of, said_of
from visualizer.families.counting.placement_numbers import all_of, least_of
from visualizer.families.counting.product import draw_product
from visualizer.families.counting.settled import clash_of, reason_of
from visualizer.families.counting.values import values
from visualizer.runs.boards import Board
from visualizer.runs.families import declare
from visualizer.runs.notes import Note
from visualizer.runs.numbers import Number
from visualizer.runs.states import FamilyState, State
from visualizer.runs.why import Explanation, last
from visualizer.stage.family import FamilyView, Legend, Tab, fresh
from visualizer.stage.links import Links
from visualizer.stage.panels import Fact, algorithm_facts, draw_legend_and_facts, ended, not_begun
from visualizer.stage.reasons import draw_reason
from visualizer.stage.view import View

LEGEND: Legend = (
    ("unknown", "is being counted"), ("run_1", "A, B: counted apart"),
    ("no_mine", "✓ never a mine"), ("mine", "always a mine"),
    ("mine", "bar, 7: a mine in 7%"), ("test", "rim: just found"),
    ("constraint", "what decides it"),
)


_ROOM = 330.0  # points: the pictures of a component


@dataclass(slots=True)
class PlacementsState(FamilyState):
    """What is counted of placements.

    chances: for each cell the probability that it is a mine; ``models`` how many placements there are
    parts:   the component that a cell belongs to; ``touched`` the cells that are being counted
    components: as far as they are found; ``decided``: of the last one, on so many cells mines were put
    rest:    what no number touches, once all is put together; ``asked``: the cells whose probability was found last
    numbers: for each cell that a number alone has settled, that number
    clash:   the numbers that no placement fits together; is each one that breaks?
    """

    chances: dict[str, Fraction] = field(default_factory=dict)
    models: int | None = None
    parts: dict[str, int] = field(default_factory=dict)
    touched: tuple[str, ...] = ()
    components: tuple[Component, ...] = ()
    decided: int = 0
    rest: Rest | None = None
    asked: tuple[str, ...] = ()
    numbers: dict[str, str] = field(default_factory=dict)
    clash: Mapping[str, bool] = field(default_factory=dict)

    def copy(self) -> Self:
        return replace(self, chances=dict(self.chances), parts=dict(self.parts), numbers=dict(self.numbers))

    @property
    def component(self) -> Component | None:
        """The one in question: that of the cells that are looked at, or else the last one that was counted."""
        index = next((self.parts[cell] for cell in self.asked if cell in self.parts), 0)
        return self.components[index - 1] if self.components else None

    def looks_at(self) -> Sequence[str]:
        return self.touched

    @property
    def because(self) -> str:
        """What decides the cells that are looked at: a number alone, or the total, where no number touches them. That
        also decides how many placements there are once all are put together."""
        cell = next(iter(self.touched), None)
        if cell in self.numbers:
            return self.numbers[cell]
        return TOTAL if self.rest is not None and self.rest.left is not None and cell not in self.parts else ""

    @property
    def used(self) -> Mapping[str, bool]:
        """The numbers that say something now, each alone or together: is it one that breaks?"""
        return self.clash or ({self.because: False} if self.because.startswith("C") else {})

    # Folds, one for each kind of event.

    def settled(self, event: e.NumberSettled, state: State) -> None:
        self.touched = event.cells
        self.numbers.update(dict.fromkeys(event.cells, event.number))
        for cell in event.cells:
            state.know(cell, (1,) if event.mine else (0,), event.number)

    def merged(self, event: e.GroupMerged, _state: State) -> None:
        self.touched = event.cells

    def component_found(self, event: e.ComponentFound, state: State) -> None:
        self.touched = event.cells
        self.parts.update(dict.fromkeys(event.cells, event.component))
        position: Gnomine = state.position()
        numbers = [number for number in position.as_mine_count().numbers if number.name in event.numbers]
        reduced = tuple(_reduced(number, event.cells, state) for number in numbers)
        self.components = (*self.components, Component(event.component, event.cells, reduced))
        self.decided = 0

    def placed(self, event: e.GroupPlaced, _state: State) -> None:
        self.touched = event.cells
        *others, last = self.components
        done, left = last.cells[:self.decided], last.cells[self.decided:]
        cells = (*done, *event.cells, *(cell for cell in left if cell not in event.cells))
        self.components = (*others, replace(last, cells=cells))
        self.decided += len(event.cells)

    def counted(self, event: e.PlacementsCounted, _state: State) -> None:
        self.touched = ()
        *others, last = self.components
        self.components = (*others, replace(last, ways={**last.ways, event.mines: event.count}))

    def models_counted(self, event: e.ModelsCounted, state: State) -> None:
        self.models, self.touched = event.models, ()
        self.rest = Rest(event.untouched, event.left)
        state.outcome = "complete" if event.models else "unsatisfiable"

    def no_placement(self, event: e.NoPlacement, state: State) -> None:
        self.models, self.touched, state.outcome = 0, (), "unsatisfiable"
        position: Gnomine = state.position()
        self.clash = clash_of(position.as_mine_count().numbers, event.because, state)

    def probability_found(self, event: e.ProbabilityFound, state: State) -> None:
        self.touched = self.asked = event.cells
        for cell in event.cells:
            self.chances[cell] = event.probability
            if event.mines in (0, event.total):
                state.know(cell, (1,) if event.mines > 0 else (0,), "all placements")


PlacementsState.folds = {
    e.NumberSettled: PlacementsState.settled, e.GroupMerged: PlacementsState.merged,
    e.GroupPlaced: PlacementsState.placed, e.ComponentFound: PlacementsState.component_found,
    e.PlacementsCounted: PlacementsState.counted,
    e.ModelsCounted: PlacementsState.models_counted, e.NoPlacement: PlacementsState.no_placement,
    e.ProbabilityFound: PlacementsState.probability_found,
}


def _reduced(number: MineNumber, cells: Sequence[str], state: State) -> MineNumber:
    """A number as it is once what single numbers say is settled: ``cells`` are still open."""
    known = sum(state.domains[cell] == (1,) for cell in number.among if cell not in cells)
    return MineNumber(number.name, number.mines - known, tuple(cell for cell in number.among if cell in cells))


def _counted(state: State, found: PlacementsState) -> list[Fact]:
    """What was counted: the placements, and where the risk is least."""
    if found.models is None:
        return []
    lines = [Fact("Placements", large(found.models), numbers=(all_of(found.models),))]
    game: Gnomine = state.position()
    open_ = {x: p for x, p in found.chances.items() if game.seen[x] == COVERED}
    if open_:
        least = min(open_, key=open_.__getitem__)
        lines.append(Fact("Least risk", f"{least}: {percent(open_[least])}", numbers=(least_of(open_, open_[least]),)))
    return lines


def why(timeline: Timeline[State], _board: Board, x: str) -> Explanation | None:
    """How many placements have a mine there."""
    here = timeline.position
    found = last(timeline, e.ProbabilityFound, lambda event: x in event.cells, here)
    settled = last(timeline, e.NumberSettled, lambda event: x in event.cells, here)
    counted = timeline.state.of(PlacementsState)
    if found is not None and counted is not None and x in counted.chances:
        event: Any = timeline.events[found - 1]
        return Explanation(x, f"Event {found:,}: {share(x, event.mines, event.total)}.", (x,), found)
    if settled is not None and x in timeline.state.inferred:
        event = timeline.events[settled - 1]
        return Explanation(x, f"Event {settled:,}: {event.sentence()}", (x,), settled)
    return None


def share(x: str, mines: int, total: int) -> str:
    """How many of the placements have a mine there, in words."""
    if total == 1:
        return f"in the only placement that fits, {x} is {'a' if mines else 'no'} mine"
    return f"in {large(mines)} of {large(total)} placements that fit, {x} is a mine ({percent(Fraction(mines, total))})"


def _in_question(view: View) -> tuple[Component | None, str | None]:
    """The component on show, and the field whose placements are ringed: the one that is pointed at, or that was asked
    for last."""
    found = view.state.family
    assert isinstance(found, PlacementsState)
    if view.pointed in found.parts and found.rest is not None:
        return found.components[found.parts[view.pointed] - 1], view.pointed
    part = found.component
    asked = next((cell for cell in found.asked if part is not None and cell in part.cells), None)
    return part, asked


def _draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The placements of the component in question, or what is multiplied where the rest was asked for and no tab has
    that; before there is a component, what is counted in words."""
    _draw_counted(canvas, box, view, theme, unit, multiplied=view.code == PRODUCT.name)


def _draw_counted(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float, *, multiplied: bool) -> None:
    """The same; ``multiplied``: what is multiplied stands elsewhere."""
    state = view.state
    found = state.family
    assert isinstance(found, PlacementsState)
    part, field = _in_question(view)
    of_rest = found.asked and found.asked[0] not in found.parts and field is None
    if part is not None and found.models and of_rest and not multiplied:
        _draw_rest(canvas, box, found, part, theme, unit, view.links)
        return
    if part is not None and found.models != 0:
        shown = pictures_of(found.components, part, found.decided, found.rest, field)
        said = _said(found, shown, field)
        draw_placements(canvas, box, state, part, shown, said, theme, unit, view.links,
                        _numbers(found, part, shown, field))
        return
    if found.models and view.timeline.position < len(view.timeline.events):
        now = "all placements are counted"
    else:
        cells = ", ".join(found.touched)  # the panel shortens it, and counts the others
        idle = f"looks at {cells}" if cells else not_begun(view.timeline.position, state)
        if found.used and cells:
            idle = f"{found.because} alone settles {cells}"
        now = ended(state, view.algorithm) or idle
    lines = [*algorithm_facts(view.algorithm), *_counted(state, found), Fact("Now", now)]
    draw_legend_and_facts(canvas, box, LEGEND, lines, theme, unit, view.links)


def _draw_rest(canvas: Canvas, box: Rect, found: PlacementsState, part: Component, theme: Theme, unit: float,
               links: Links) -> None:
    """Of what has no pictures: the share, and what is multiplied."""
    head, below = box.split_top(26 * unit, 10 * unit)
    said = _said(found, (), None)
    links.write(canvas, (head.x, head.center[1]), said, 15 * unit, theme.text, "left", "bold",
                numbers=_numbers(found, None, (), None), behind=said.find(": "))
    draw_product(canvas, below, found.components, part, found.rest, {}, theme, unit, links)


def _said(found: PlacementsState, shown: Sequence[Picture], field: str | None) -> str:
    """What the ringed pictures come to; of the rest, which has no pictures, the share itself."""
    asked = field or next(iter(found.asked), None)
    if asked is None or found.models is None or asked not in found.chances:
        return ""
    return said_of(asked, shown, round(found.chances[asked] * found.models), found.models)


def _numbers(found: PlacementsState, part: Component | None, shown: Sequence[Picture],
             field: str | None) -> list[Number]:
    """Those in it."""
    asked = field or next(iter(found.asked), None)
    if asked is None or found.models is None or asked not in found.chances:
        return []
    return numbers_of(part, asked, shown, round(found.chances[asked] * found.models), found.models)


def _draw_product(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """How the component in question, all others and the rest multiply."""
    found = view.state.family
    assert isinstance(found, PlacementsState)
    part, field = _in_question(view)
    lit: dict[int, bool] = {}
    if part is not None:
        for picture in pictures_of(found.components, part, found.decided, found.rest, field):
            lit[picture.number] = lit.get(picture.number, False) or picture.ringed
    draw_product(canvas, box, found.components, part, found.rest, lit, theme, unit, view.links)


def _draw_large(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Both."""
    above, below = box.split_top(box.h * 0.6, 14 * unit)
    _draw_counted(canvas, above, view, theme, unit, multiplied=True)
    _draw_product(canvas, below, view, theme, unit)


def _draw_over_board(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """A line around each component, and why numbers settle fields, or clash. A field that counting has decided still
    belongs to its component: its mines are among those that were to be laid."""
    found = state.family
    assert isinstance(found, PlacementsState)
    draw_outline(canvas, lambda field: board.place(box, field), found.parts, theme)
    draw_reason(canvas, box, board, state, reason_of(state, found.used, found.touched), theme)


def _notes(state: State) -> Iterator[Note]:
    """What is written down of each component as far as it is counted, the last one first."""
    now = state.of(PlacementsState)
    for part in () if now is None else reversed(now.components):
        if part.ways:
            ways = ", ".join(f"{counted(mines, 'mine')}: {counted(count, 'way')}"
                             for mines, count in sorted(part.ways.items()))
            yield Note(f"mines on component {part.letter}, and in how many ways", ways)


PRODUCT = Tab("product", "Product", _draw_product)
declare(FamilyView(of=PLACEMENTS, start=fresh(PlacementsState), focus=_draw_focus, legend=LEGEND, why=why,
                   tabs=(PRODUCT,), large=_draw_large, on_board=_draw_over_board, room=lambda _view: _ROOM,
                   values=values, notes=_notes))
