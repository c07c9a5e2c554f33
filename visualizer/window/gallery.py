"""The gallery: a card with a picture for each lesson, under the headings of their topics, and games to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from scenarios.loader import lessons, own_lessons
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.play import offers
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui
from visualizer.window.errand import A_FRAME, Errand
from visualizer.window.lesson_cards import HEADING, Card, Shelves, by_topic, draw_card, shelve
from visualizer.window.transport import Button

_ABOUT = "Watch inference algorithms think, one step at a time. Choose a lesson, or drop a file here."
_WHEEL = 70.0  # scrolled by a notch of the wheel, at unit 1
_TOPICS = 236.0  # the width of the list of topics
_MOST_TOPIC, _LEAST_TOPIC = 34.0, 16.0  # the heights of its rows; lower ones could not be read


@contextmanager
def _left_out(card: Card) -> Iterator[None]:
    """A card that cannot be read or drawn, for a fault in Unfog, is not tried again: all others can be chosen."""
    try:
        yield
    except Exception as error:
        card.fail(error)
        raise


def new_games(seed: int) -> dict[str, Card]:
    """The games that need not be asked for, by their names."""
    return {game.name: Card(game.label, Path(game.label), game.text(seed), playing=True)
            for game in offers() if game.text is not None}


class Gallery:
    """Shows the cards; ``choose`` opens one, ``ask`` asks for what a game needs."""

    title = "Unfog"
    hides_cursor = False

    def __init__(self, choose: Callable[[Card], None], seed: int) -> None:
        self.choose = choose
        self.cards = [Card.of(path) for path in (*lessons(), *own_lessons())]
        self.games = new_games(seed)
        self.legend = next(game.legend for game in offers() if game.legend)  # of the game that comes first
        self.message = ""
        self.query = ""
        self.topic: str | None = None  # chosen in the list; None: the one at the top of the view
        self.scroll = Scroll()
        self.shelves = Shelves({}, {}, 0.0)
        self._wanted = ""  # the widget that a key gives the focus to
        self._revealed: str | None = None  # the card that was scrolled into view last
        self._errand: Errand | None = None  # a card that is being read, or whose picture is being prepared
        self._blank: list[Card] = []  # cards in view that still lack their picture

    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]
    ask: Callable[[str], None]

    @property
    def busy(self) -> bool:
        """Whether lessons are still to be read, or pictures to be drawn."""
        return self._errand is not None or bool(self._blank) or self._unread() is not None

    def _unread(self) -> Card | None:
        return next((card for card in self.cards if card.scenario is None and not card.fault), None)

    def after(self, path: Path) -> Card | None:
        """The card of the lesson after that one, in the order in which they lie."""
        order = [self.cards[index] for indexes in by_topic(self.cards).values() for index in indexes]
        at = next((at for at, card in enumerate(order) if card.path == path), len(order))
        return next((card for card in order[at + 1:] if not card.fault), None)

    def recover(self) -> None:
        """After a fault: all cards are shown, from the top."""
        self._search("")

    def tick(self, seconds: float) -> None:
        """Reads lessons, and plays those in view for their pictures, a little in each frame."""
        if self._errand is None:
            card = next((card for card in self._blank if card.pictured is None), self._unread())
            if card is None:
                self._blank = []  # they are drawn with the next frame
                return
            self._errand = Errand(card.title, _left_out(card)(card.read if card.scenario is None else card.prepare))
        errand = self._errand
        try:
            errand.work(A_FRAME)
        finally:
            self._errand = None if errand.done else errand

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The whole window."""
        self._blank = []
        window = Rect(0, 0, *size).inset(28 * unit, 18 * unit)
        head, rest = window.split_top(62 * unit, 12 * unit)
        self._head(ui, canvas, head, theme, unit)
        rest, games = rest.split_bottom(44 * unit, 14 * unit)
        topics = self._found()
        if rest.w > 900 * unit and len(topics) > 1 and rest.h > _LEAST_TOPIC * unit * len(topics):
            listed, rest = rest.split_left(_TOPICS * unit, 20 * unit)
            self._list(ui, canvas, listed, topics, theme, unit)
        self._cards(ui, canvas, rest, topics, theme, unit)
        self._games(ui, canvas, games, theme, unit)
        if self._wanted:
            ui.focus_on(self._wanted)
            self._wanted = ""

    def _found(self) -> dict[str, list[int]]:
        """The cards that the search has found, under their topics."""
        topics = {topic: [index for index in indexes if self.cards[index].has(self.query)]
                  for topic, indexes in by_topic(self.cards).items()}
        return {topic: indexes for topic, indexes in topics.items() if indexes}

    def _head(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        for name, label, icon, action, tip in (("help", "Help", "help", self.ask_help, "?"),
                                               ("settings", "Settings", "gear", self.ask_settings, "F2")):
            box, place = box.split_right(44 * unit, 8 * unit)
            ui.button(name, Rect(place.x, place.y + 6 * unit, place.w, 40 * unit), label, action, icon=icon, tip=tip)
        if box.w > 500 * unit:
            box, place = box.split_right(280 * unit, 16 * unit)
            ui.field("search", Rect(place.x, place.y + 6 * unit, place.w, 40 * unit), self.query, self._search,
                     hint="Search the lessons", icon="magnifier", tip="/")
        canvas.text((box.x, box.y + 20 * unit), "Unfog", 34 * unit, theme.text, "left", "bold")
        about = self.message or _ABOUT
        color = theme.bad if self.message else theme.muted
        canvas.text((box.x, box.y + 50 * unit), fit_text(canvas, about, box.w, 16 * unit), 16 * unit, color)

    def _list(self, ui: Ui, canvas: Canvas, box: Rect, topics: dict[str, list[int]], theme: Theme,
              unit: float) -> None:
        """The topics, each with the number of its lessons; a click or the arrow keys go to one."""
        names = list(topics)
        row = min(_MOST_TOPIC * unit, box.h / len(names))
        size, here = min(14 * unit, row * 0.62), self._topic_in_view()

        def press(_x: float, y: float, _button: int) -> None:
            self._go_to(names[max(0, min(len(names) - 1, int((y - box.y) / row)))])

        def key(name: str, _shift: bool, ctrl: bool) -> bool:
            at = names.index(here) if here in names else 0
            moves = {"up": at - 1, "down": at + 1, "home": 0, "end": len(names) - 1}
            if ctrl or name not in (*moves, "return", "space"):
                return False
            if name in moves:
                self._go_to(names[max(0, min(len(names) - 1, moves[name]))])
            else:
                self._wanted = f"card{topics[names[at]][0]}"
            return True

        whole = Rect(box.x, box.y, box.w, row * len(names))
        ui.area("topics", whole, press=press, key=key, focusable=True)
        for index, name in enumerate(names):
            place = Rect(box.x, box.y + index * row, box.w, row)
            if name == here:
                canvas.rect(place.inset(0, 1), theme.raised, radius=6 * unit)
                canvas.rect(Rect(place.x, place.y + 4 * unit, 3 * unit, row - 8 * unit), theme.accent, radius=unit)
            elif ui.hovered("topics") and place.contains(*ui.pointer):
                canvas.rect(place.inset(0, 1), mix(theme.background, theme.raised, 0.5), radius=6 * unit)
            count = str(len(topics[name]))
            canvas.text((place.right - 10 * unit, place.center[1]), count, size, theme.muted, "right")
            shown = fit_text(canvas, name, place.w - 30 * unit - canvas.measure(count, size), size)
            canvas.text((place.x + 12 * unit, place.center[1]), shown, size,
                        theme.text if name == here else theme.muted)

    def _cards(self, ui: Ui, canvas: Canvas, box: Rect, topics: dict[str, list[int]], theme: Theme,
               unit: float) -> None:
        """The cards below their headings; the wheel, the bar at the right and the focus scroll."""
        box, track = box.split_right(12 * unit, 8 * unit)
        self.shelves = shelves = shelve(topics, box.w, unit)
        scroll = self.scroll
        scroll.total, scroll.visible = int(shelves.height), box.h
        self._keep_focus_in_view(ui)
        scroll.to(scroll.offset)

        def wheel(_x: float, _y: float, dy: float) -> None:
            self._scroll_to(scroll.offset - dy * _WHEEL * unit)

        ui.area("cards", box, wheel=wheel)
        with canvas.clip(box):
            for topic, y in shelves.headings.items():
                at = box.y + y - scroll.offset + (HEADING / 2 - 3) * unit
                if box.y - HEADING * unit < at < box.bottom + HEADING * unit:
                    shown = fit_text(canvas, topic, box.w, 17 * unit, "bold")
                    canvas.text((box.x, at), shown, 17 * unit, theme.text, "left", "bold")
            for index, place in shelves.places.items():
                shown_at = Rect(box.x + place.x, box.y + place.y - scroll.offset, place.w, place.h)
                self._card(ui, canvas, shown_at, box, index, theme, unit)
        if not topics:
            canvas.text(box.center, "No lesson has all these words.", 17 * unit, theme.muted, "center")
        ui.scrollbar("cards/bar", track, scroll, self._scroll_to)

    def _card(self, ui: Ui, canvas: Canvas, place: Rect, window: Rect, index: int, theme: Theme, unit: float) -> None:
        card, name = self.cards[index], f"card{index}"
        top, bottom = max(place.y, window.y), min(place.bottom, window.bottom)

        def key(pressed: str, _shift: bool, ctrl: bool) -> bool:
            if pressed in ("return", "space") and not ctrl:
                self.choose(card)
                return True
            found = None if ctrl else self.shelves.beside(index, pressed, self.scroll.visible)
            if found is not None:
                self._wanted = f"card{found}"
            return found is not None

        ui.area(name, Rect(place.x, top, place.w, max(0.0, bottom - top)), key=key, focusable=True,
                press=lambda _x, _y, _button: self.choose(card))
        if bottom <= top:
            return
        with _left_out(card):
            if not draw_card(canvas, place, card, ui.hovered(name), theme, unit, fresh=not self._blank):
                self._blank.append(card)

    def _games(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """What can be played: in words as long as there is room for, each button as wide as its words need."""
        gap, pads = 10 * unit, 44 * unit

        def needs(games: Sequence[Button]) -> list[float]:
            return [canvas.measure(game.label, ui.text_size) + ui.text_size * 1.1 * bool(game.icon) + pads
                    for game in games]

        games = next((games for games in (self._playable(True), self._playable(False))
                      if sum(needs(games)) + gap * len(games) < box.w * 0.8), self._playable(False))
        widths = needs(games)
        spare = box.w - sum(widths) - gap * (len(games) - 1)
        for text in ("Play, and ask when you are stuck", "Play"):
            width = canvas.measure(text, 16 * unit, "bold") + 2 * gap
            if width < spare:
                canvas.text((box.x, box.center[1]), text, 16 * unit, theme.text, "left", "bold")
                box, spare = box.split_left(width)[1], spare - width
                break
        narrow = 1 + spare / sum(widths)  # where not all words have room
        for game, width in zip(games, widths, strict=True):
            wide = width + spare / len(games) if spare > 0 else width * narrow
            place, box = Rect(box.x, box.y, wide, box.h), Rect(box.x + wide + gap, box.y, box.w, box.h)
            ui.button(game.name, place, game.label, game.action, icon=game.icon, tip=game.tip)

    def _playable(self, long: bool) -> list[Button]:
        """The games, in ``long`` words or short ones."""
        return [Button(game.name, game.label if long else game.short, game.icon, partial(self._play, game.name),
                       game.tip) for game in offers()]

    def _play(self, game: str) -> None:
        if game in self.games:
            self.choose(self.games[game])
        else:
            self.ask(game)

    # --- scrolling -------------------------------------------------------------------------------------------------

    def _scroll_to(self, offset: float) -> None:
        self.topic = None
        self.scroll.to(offset)

    def _go_to(self, topic: str) -> None:
        self.topic = topic
        self.scroll.to(self.shelves.headings.get(topic, 0.0))

    def _topic_in_view(self) -> str | None:
        """The topic chosen, or the last one that begins in the upper part of the view."""
        headings = self.shelves.headings
        if self.topic in headings:
            return self.topic
        limit = self.scroll.offset + self.scroll.visible * 0.3
        return max((topic for topic, y in headings.items() if y <= limit), key=headings.__getitem__, default=None)

    def _keep_focus_in_view(self, ui: Ui) -> None:
        """Scrolls to a card that has just got the focus, with its heading where it is in the first row."""
        name = self._wanted or (ui.focus if ui.focus_shows else None)
        if name == self._revealed:
            return
        self._revealed = name
        found = [(index, place) for index, place in self.shelves.places.items() if f"card{index}" == name]
        for index, place in found:
            heading = self.shelves.headings[self.cards[index].topic]
            first = min(place.y, max(heading, place.bottom - self.scroll.visible)) if place.y - heading < place.h else (
                place.y)
            self.topic = None
            self.scroll.to(max(place.bottom - self.scroll.visible, min(self.scroll.offset, first)))

    # --- keys ------------------------------------------------------------------------------------------------------

    def _search(self, query: str) -> None:
        self.query, self.topic = query, None
        self.scroll.to(0.0)

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key that no widget used: digits open lessons, / searches, arrows go to the cards."""
        if name == "/" or (name == "f" and ctrl):
            self._wanted = "search"
        elif ctrl:
            return False
        elif name.isdecimal() and 1 <= int(name) <= len(self.cards):
            self.choose(self.cards[int(name) - 1])
        elif name == "escape" and self.query:
            self._search("")
        elif name in ("left", "right", "up", "down", "home", "end", "page up", "page down") and self.shelves.places:
            self._wanted = f"card{self._first_in_view(name)}"
        else:
            return False
        return True

    def _first_in_view(self, key: str) -> int:
        """The card that a key goes to where none has the focus: the first in view; with End, the last of all."""
        order, places = self.shelves.order, self.shelves.places
        if key in ("home", "end"):
            return order[0 if key == "home" else -1]
        return next((index for index in order if places[index].y >= self.scroll.offset), order[-1])
