"""A line of the log by clicks: who suggests, three cards, who shows one, and which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from algorithms.problems.clue.deck import TITLES
from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.clue.text import typed
from visualizer.canvas.primitives import Rect
from visualizer.widgets.ui import Ui, middle

_UNKNOWN = "?"  # a card that was shown to somebody else
_ROW, _GAP, _NAME = 36.0, 8.0, 122.0  # points: the height of a row of buttons, between rows, and what stands before
_MOST = 6  # buttons in a row


@dataclass
class Suggestion:
    """What has been clicked so far.

    who, refute: two letters of players, or NOBODY; empty before they were clicked
    cards:       one of each category, by its name
    shown:       the card, where one's own eyes saw it
    """

    who: str = ""
    refute: str = ""
    cards: dict[str, str] = field(default_factory=dict)
    shown: str = _UNKNOWN

    def line(self, clue: Clue) -> LogLine | None:
        """The line that this makes; None while something is missing."""
        cards = tuple(self.cards[name] for name in clue.deck.categories if name in self.cards)
        if not self.who or not self.refute or len(cards) < 3:
            return None
        shown = self.shown if self.refute != NOBODY and self.shown in cards else None
        return LogLine((cards[0], cards[1], cards[2]), suggest=self.who, refute=self.refute, shown=shown)

    def missing(self, clue: Clue) -> str:
        """What is to be clicked next."""
        if not self.who:
            return "Who suggests?"
        left = next((name for name in clue.deck.categories if name not in self.cards), None)
        if left is not None:
            return f"Which of the {left}?"
        return "Who shows a card?" if not self.refute else ""

    def take(self, what: str, name: str) -> None:
        """A click on a name, for one of the rows."""
        if what == "who":
            self.who, self.refute = name, "" if self.refute == name else self.refute
        elif what == "refute":
            self.refute = name
        elif what == "shown":
            self.shown = name
        else:
            self.cards[what] = name

    def taken(self, what: str) -> str:
        """What is chosen in a row."""
        return {"who": self.who, "refute": self.refute, "shown": self.shown}.get(what, self.cards.get(what, ""))

    def rows(self, clue: Clue) -> list[tuple[str, str, Mapping[str, str]]]:
        """What is asked, in order: its name, in words, and what can be clicked."""
        found: list[tuple[str, str, Mapping[str, str]]] = [("who", "Who suggests", _names(clue.players))]
        found += [(name, name.capitalize(), _names(cards)) for name, cards in clue.deck.categories.items()]
        others = [player for player in clue.players if player != self.who]
        found.append(("refute", "Who shows", {NOBODY: "Nobody", **_names(others)}))
        if self.refute != NOBODY:
            found.append(("shown", "Which card", {_UNKNOWN: "Not seen", **_names(tuple(self.cards.values()))}))
        return found


def _names(codes: Sequence[str]) -> dict[str, str]:
    return {code: TITLES[code][:1].upper() + TITLES[code][1:] for code in codes}


def draw_suggestion(ui: Ui, size: tuple[float, float], unit: float, clue: Clue, made: Suggestion,
                    enter: Callable[[str], None], close: Callable[[], None]) -> None:
    """A row of buttons for each thing that is asked, the line that they make, and a button that enters it."""
    rows = made.rows(clue)
    count = sum(-(-len(names) // _MOST) for _, _, names in rows)
    high = (count * (_ROW + _GAP) + 124) * unit
    inner = ui.modal("clue-cards", middle(size, 980 * unit, high), "A line of the log", close)
    for what, title, names in rows:
        lines = -(-len(names) // _MOST)
        row, inner = inner.split_top((lines * _ROW + (lines - 1) * 4) * unit, _GAP * unit)
        label, places = row.split_left(_NAME * unit, _GAP * unit)
        ui.label(Rect(label.x, label.y, label.w, _ROW * unit), title, ui.theme.text)
        for at, (code, name) in enumerate(names.items()):
            down, across = divmod(at, _MOST)
            wide = (places.w + 4 * unit) / _MOST
            place = Rect(places.x + across * wide, places.y + down * (_ROW + 4) * unit, wide - 4 * unit, _ROW * unit)
            ui.button(f"clue-{what}-{code}", place, name, partial(made.take, what, code), on=made.taken(what) == code)
    line, foot = made.line(clue), inner.split_top(40 * unit)[0]
    place, note = foot.split_left(140 * unit, 12 * unit)
    text = made.missing(clue) if line is None else typed(line)
    ui.button("clue-enter", place, "Enter", lambda: enter(text), icon="apply", enabled=line is not None)
    ui.label(note, text, ui.theme.muted if line is None else ui.theme.text, "left", "sans" if line is None else "mono")
