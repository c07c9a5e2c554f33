"""The cards of the gallery: what they know, under which headings they stand, where they lie, how they look."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from algorithms.long_work import checkpoint
from scenarios.loader import Scenario, load
from scenarios.reading import ScenarioError, one_line, read_text, shown
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board, board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.showable import check_size
from visualizer.stage.compare_layout import panes
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

HEADING = 40.0  # the height of a topic's heading, at unit 1
_CARD = (224.0, 208.0)  # the least width, and the height
_GAP = 14.0
_PICTURED = 3000  # events played for a lesson's picture …
_AT_A_TIME = 60  # … between two checkpoints
_ROWS = 4  # of text on a card: at most two of them are the title
_OTHER = "Other lessons"


@dataclass
class Card:
    """A lesson or a game in the gallery. ``scenario`` is None until it is read; ``fault`` says why it cannot be."""

    title: str
    path: Path
    text: str | None = None  # of a game, which has no file
    playing: bool = False
    topic: str = _OTHER
    scenario: Scenario | None = None
    fault: str = ""
    refused: ScenarioError | None = None  # the fault, where it is the lesson's
    pictured: Sequence[tuple[Board, Any]] | None = field(default=None, repr=False)  # boards and states of its picture
    words: str = field(default="", repr=False)  # that a search looks through

    def __post_init__(self) -> None:
        self.words = f"{self.path.stem} {self.title} {self.topic}".casefold()

    @classmethod
    def of(cls, path: Path) -> Card:
        """A lesson that is not read yet. Its topic is taken at a glance, so that reading it need not move its card."""
        try:
            found = re.search(r"^topic:(.*)", read_text(path), re.MULTILINE)
        except ScenarioError:
            found = None
        return cls(one_line(path.stem), path, topic=found[1].strip(" '\"\r") if found else _OTHER)

    @property
    def number(self) -> str:
        """The number that its name begins with."""
        found = re.match(r"0*(\d+)-", self.path.stem)
        return found[1] if found else ""

    def read(self) -> None:
        """Reads the lesson. What is wrong with it is its fault; an exception that is Unfog's is raised, too."""
        try:
            scenario = load(self.path, self.text)
            check_size(scenario)
        except ScenarioError as error:
            self.fault, self.refused = str(error), error
            return
        except Exception as error:
            self.fail(error)
            raise
        self.scenario = scenario
        self.title, self.topic = scenario.title, scenario.topic
        runs = " ".join(f"{run.name} {run.algorithm.name} {run.algorithm.title}" for run in scenario.runs)
        self.words = (f"{self.path.stem} {self.title} {self.topic} {scenario.about} {scenario.puzzle_kind} "
                      f"{runs}").casefold()

    def fail(self, error: Exception) -> None:
        """Something is wrong with Unfog rather than with the lesson, which cannot be opened all the same."""
        self.scenario = None
        self.fault = one_line(f"{shown(self.path)}: cannot be shown, a fault in Unfog: {type(error).__name__}: {error}")

    def opened(self) -> Scenario:
        """The lesson, read now if need be. Raises ScenarioError."""
        if self.scenario is None:
            self.read()
        if self.scenario is None:
            assert self.refused is not None  # any other exception has come out of reading
            raise self.refused
        return self.scenario

    def prepare(self) -> None:
        """Plays the lesson for its picture."""
        if self.scenario is not None:
            self.pictured = list(played(self.scenario))

    def has(self, query: str) -> bool:
        """Whether every word of the query occurs in it, in whatever case."""
        return all(word in self.words for word in query.casefold().split())


def by_topic(cards: Iterable[Card]) -> dict[str, list[int]]:
    """The indexes of the cards under each topic: topics in the order of their first cards."""
    topics: dict[str, list[int]] = {}
    for index, card in enumerate(cards):
        topics.setdefault(card.topic, []).append(index)
    return topics


@dataclass(frozen=True)
class Shelves:
    """Where cards and headings lie, from the top of all that is scrolled. ``order`` is the reading order."""

    places: dict[int, Rect]
    headings: dict[str, float]
    height: float

    @property
    def order(self) -> Sequence[int]:
        return list(self.places)

    def beside(self, index: int, key: str, page: float) -> int | None:
        """The card that an arrow, Home, End or a page key leads to from that one; None: another key."""
        order, here = self.order, self.places[index]
        at = order.index(index)
        if key in ("left", "right", "home", "end"):
            wanted = {"left": at - 1, "right": at + 1, "home": 0, "end": len(order) - 1}[key]
            return order[max(0, min(len(order) - 1, wanted))]
        if key not in ("up", "down", "page up", "page down"):
            return None
        sign = 1 if key.endswith("down") else -1
        away = {other: sign * (place.y - here.y) for other, place in self.places.items()}
        beyond = [other for other, distance in away.items() if distance > 0]
        if not beyond:
            return index
        near = min(away[other] for other in beyond)
        if key.startswith("page"):  # the farthest row that a page shows beside this one
            near = max([near, *(away[other] for other in beyond if away[other] <= page - here.h)])
        row = [other for other in beyond if away[other] == near]
        return min(row, key=lambda other: abs(self.places[other].x - here.x))


def shelve(topics: dict[str, list[int]], width: float, unit: float) -> Shelves:
    """A heading for each topic, and below it its cards in as many columns as fit."""
    gap, least = _GAP * unit, _CARD[0] * unit
    columns = max(1, int((width + gap) / (least + gap)))
    wide, high = (width - gap * (columns - 1)) / columns, _CARD[1] * unit
    places: dict[int, Rect] = {}
    headings: dict[str, float] = {}
    y = 0.0
    for topic, indexes in topics.items():
        headings[topic] = y
        y += HEADING * unit
        for at, index in enumerate(indexes):
            row, column = divmod(at, columns)
            places[index] = Rect(column * (wide + gap), y + row * (high + gap), wide, high)
        y += -(-len(indexes) // columns) * (high + gap)
    return Shelves(places, headings, y)


def draw_card(canvas: Canvas, place: Rect, card: Card, lit: bool, theme: Theme, unit: float, *,
              fresh: bool = True) -> bool:
    """A picture above the title, its number, and what the lesson is about. A picture that the canvas does not keep is
    drawn only where it may be ``fresh``. Is all there?"""
    canvas.rect(place, theme.panel, theme.accent if lit else theme.edge, 2 * unit if lit else 1, 10 * unit)
    picture, text = place.inset(10 * unit).split_bottom((_ROWS * 17 + 4) * unit, 8 * unit)
    key, pictured = (card.path, theme.name), card.pictured
    whole = pictured is not None and (fresh or canvas.keeps(key, picture))
    if whole and pictured is not None:
        canvas.picture(key, picture, lambda on, box: draw_picture(on, box, pictured, theme))
    size, y = 14.5 * unit, text.y + 9 * unit
    canvas.text((text.right, y), card.number, 12.5 * unit, theme.muted, "right")
    for row in _cut(canvas, card.title, text.w - 24 * unit, size, 2, bold=True):
        canvas.text((text.x, y), row, size, theme.bad if card.fault else theme.text, "left", "bold")
        y += 18 * unit
    about = card.fault or (card.scenario.about if card.scenario is not None else "")
    left = round((text.bottom - y) / (17 * unit) + 0.5)
    for row in _cut(canvas, " ".join(about.split()), text.w, 12.5 * unit, left):
        canvas.text((text.x, y), row, 12.5 * unit, theme.muted)
        y += 17 * unit
    return whole or card.scenario is None


def _cut(canvas: Canvas, text: str, width: float, size: float, most: int, bold: bool = False) -> list[str]:
    """The text in lines, the last one of which may be cut with an ellipsis."""
    rows = wrap_text(canvas, text, width, size, "bold" if bold else "sans")
    if len(rows) > most > 0:
        rows[most - 1 :] = [fit_text(canvas, " ".join(rows[most - 1 :]), width, size, "bold" if bold else "sans")]
    return rows[: max(0, most)]


def played(scenario: Scenario) -> Iterator[tuple[Board, Any]]:
    """For a lesson's picture: the board and the state in the middle of its run; of a comparison, all of them."""
    timelines = open_timelines(scenario)
    for timeline in timelines:
        for _ in range(0, _PICTURED // len(timelines), _AT_A_TIME):
            timeline.pull(_AT_A_TIME)
            checkpoint()
        timeline.seek(len(timeline.events) * 2 // 3)
        yield board_for(scenario.puzzle), timeline.state


def draw_picture(canvas: Canvas, box: Rect, pictured: Sequence[tuple[Board, Any]], theme: Theme) -> None:
    """The boards side by side, in their states."""
    canvas.rect(box, theme.panel)
    for (board, state), pane in zip(pictured, panes(box, len(pictured), box.w * 0.03), strict=True):
        board.draw(canvas, pane, state, state, 1.0, theme)
        if (room := board.spare(pane)) is not None and state.tree.count:
            draw_tree(canvas, room, state.tree, TreeView(), theme, max(0.5, pane.w / 600))
