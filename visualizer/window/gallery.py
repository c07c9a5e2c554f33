"""The gallery: a card with a picture for each lesson, by chapters, by topics or by short courses, and games to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from scenarios.course import minutes, short_courses, the_course
from scenarios.folders import lessons, own_lessons
from scenarios.progress import Progress
from scenarios.search import Hit, Index
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.play import offers
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui
from visualizer.window.errand import A_FRAME, Errand
from visualizer.window.gallery_games import draw_games, new_games
from visualizer.window.gallery_list import LEAST_ROW, WIDTH, Entry, draw_list
from visualizer.window.lesson_cards import Card, Standing, by_chapter, by_course, by_topic, draw_card
from visualizer.window.shelves import HEADING, Shelves, shelve

_ABOUT = "Watch inference algorithms think, one step at a time. Choose a lesson, or drop a file here."
_WHEEL = 70.0  # scrolled by a notch of the wheel, at unit 1
_FOUND = "Found"  # the heading of what a search has found
VIEWS = ("Course", "Topics", "Lectures")


@contextmanager
def _left_out(card: Card) -> Iterator[None]:
    """A card that cannot be read or drawn, for a fault in Unfog, is not tried again: all others can be chosen."""
    try:
        yield
    except Exception as error:
        card.fail(error)
        raise


class Gallery:
    """Shows the cards; ``choose`` opens one, ``ask`` asks for what a game needs."""

    title = "Unfog"
    hides_cursor = False

    def __init__(self, choose: Callable[[Card], None], seed: int, progress: Progress | None = None) -> None:
        self.choose = choose
        self.cards = [Card.of(path) for path in (*lessons(), *own_lessons())]
        self._numbers = {card.name: card.number or card.name for card in self.cards}
        self.games = new_games(seed)
        self.legend = next(game.legend for game in offers() if game.legend)  # of the game that comes first
        self.message = self.said = ""
        self.query = ""
        self.view = VIEWS[0]
        self.topic: str | None = None  # chosen in the list; None: the one at the top of the view
        self.scroll = Scroll()
        self.shelves = Shelves({}, {}, 0.0)
        self._wanted = ""  # the widget that a key gives the focus to
        self._revealed: str | None = None  # the card that was scrolled into view last
        self._errand: Errand | None = None  # a card that is being read, or whose picture is being prepared
        self._in_view: list[Card] = []
        self._blank: list[Card] = []  # cards in view that still lack their picture
        self._index = Index()
        self._indexed: dict[int, bool] = {}  # by the card: with all that its lesson says?
        self._hits: tuple[str, list[Hit]] | None = None  # of the query, until more is read
        self.progress = progress or Progress()
        self._next: str | None = None  # the lesson to go on with

    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]
    ask_words: Callable[[], None]
    ask: Callable[[str], None]

    @property
    def busy(self) -> bool:
        """Whether lessons are still to be read, or pictures to be drawn."""
        return self._errand is not None or bool(self._blank) or self._unread() is not None

    def _unread(self) -> Card | None:
        """The next lesson to read: those in view come first."""
        return next((card for card in chain(self._in_view, self.cards) if card.scenario is None and not card.fault),
                    None)

    def renew(self) -> None:
        """Somebody comes back to it: lessons that were saved or changed meanwhile are found."""
        self.message = ""
        known = {card.path: card for card in self.cards if card.text is None}
        for path in own_lessons():
            card = known.get(path)
            if card is None:
                self.cards.append(Card.of(path))
                self._numbers[self.cards[-1].name] = self.cards[-1].number or self.cards[-1].name
            elif card.outdated:
                at = self.cards.index(card)
                self.cards[at] = Card.of(path)
                self._indexed.pop(at, None)
                self._errand = None  # it may be reading the old one
        self._hits = None

    def after(self, path: Path) -> Card | None:
        """The card of the lesson after that one, in the order of the course."""
        order = [self.cards[index] for indexes in by_chapter(self.cards, the_course()).values() for index in indexes]
        at = next((at for at, card in enumerate(order) if card.path == path), len(order))
        return next((card for card in order[at + 1:] if not card.fault), None)

    def named(self, name: str) -> Card:
        """The card of a lesson that comes with Unfog, by its name without number."""
        return next(card for card in self.cards if card.name == name)

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

    # --- what is shown ---------------------------------------------------------------------------------------------

    def _hits_now(self) -> dict[int, Hit]:
        """What the search has found, the best first; empty where nothing is searched for."""
        if not self.query.strip():
            return {}
        for index, card in enumerate(self.cards):
            known = card.scenario is not None
            if self._indexed.get(index) is not known:
                self._index.put(index, card.passages)
                self._indexed[index], self._hits = known, None
        if self._hits is None or self._hits[0] != self.query:
            self._hits = self.query, self._index.find(self.query)
        return {hit.key: hit for hit in self._hits[1]}

    def _groups(self, hits: Mapping[int, Hit]) -> dict[str, list[int]]:
        """The cards under their headings."""
        if self.query.strip():
            return {_FOUND: list(hits)} if hits else {}
        if self.view == "Lectures":
            return by_course(self.cards, short_courses())
        return by_chapter(self.cards, the_course()) if self.view == "Course" else by_topic(self.cards)

    def _standing(self, index: int, hit: Hit | None, lit: bool) -> Standing:
        card = self.cards[index]
        needs = card.scenario.needs if card.scenario is not None else ()
        return Standing(lit=lit, left=self.progress.left.get(card.file), next=card.name == self._next,
                        after=[self._numbers.get(name, name) for name in needs], hit=hit)

    def _seen(self, indexes: list[int]) -> int:
        return sum(self.progress.seen(self.cards[index].file) for index in indexes)

    def _entries(self, groups: Mapping[str, list[int]]) -> dict[str, Entry]:
        """What the list says of each heading."""
        entries = {}
        for name, indexes in groups.items():
            seen = self._seen(indexes)
            entries[name] = Entry(f"{seen}/{len(indexes)}" if seen else str(len(indexes)), seen == len(indexes))
        return entries

    def _about(self, name: str, indexes: list[int]) -> tuple[str, str]:
        """What a heading says besides its name: what it is about, and how long it takes."""
        if name == _FOUND:
            return "", f"{len(indexes)} of {len(self.cards)} lessons, the best first"
        abouts = {"Course": {chapter.title: chapter.about for chapter in the_course().chapters},
                  "Lectures": {course.title: course.about for course in short_courses()}}.get(self.view, {})
        scenarios = [self.cards[index].scenario for index in indexes]
        time = sum(minutes(scenario) for scenario in scenarios if scenario is not None)
        return abouts.get(name, ""), f"{time} min" if all(scenarios) else ""

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The whole window."""
        self._in_view, self._blank, self._next = [], [], the_course().go_on(self.progress)
        window = Rect(0, 0, *size).inset(28 * unit, 18 * unit)
        head, rest = window.split_top(62 * unit, 12 * unit)
        self._head(ui, canvas, head, theme, unit)
        rest, games = rest.split_bottom(44 * unit, 14 * unit)
        hits = self._hits_now()
        groups = self._groups(hits)
        if rest.w > 900 * unit:
            listed, rest = rest.split_left(WIDTH * unit, 20 * unit)
            self._list(ui, canvas, listed, groups, theme, unit)
        self._cards(ui, canvas, rest, groups, hits, theme, unit)
        draw_games(ui, canvas, games, self._play, theme, unit)
        if self._wanted:
            ui.focus_on(self._wanted)
            self._wanted = ""

    def _head(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        for name, label, icon, action, tip in (("help", "Help", "help", self.ask_help, "?"),
                                               ("settings", "Settings", "gear", self.ask_settings, "F2")):
            box, place = box.split_right(44 * unit, 8 * unit)
            ui.button(name, Rect(place.x, place.y + 6 * unit, place.w, 40 * unit), label, action, icon=icon, tip=tip)
        if box.w > 700 * unit:
            box, place = box.split_right(76 * unit, 8 * unit)
            ui.button("words", Rect(place.x, place.y + 6 * unit, place.w, 40 * unit), "Words", self.ask_words,
                      tip="F3: what the words of captions mean")
        if box.w > 500 * unit:
            box, place = box.split_right(280 * unit, 16 * unit)
            ui.field("search", Rect(place.x, place.y + 6 * unit, place.w, 40 * unit), self.query, self._search,
                     hint="Search all that is said", icon="magnifier", tip="/; Return opens the first one found")
        canvas.text((box.x, box.y + 20 * unit), "Unfog", 34 * unit, theme.text, "left", "bold")
        beside = canvas.measure("Unfog", 34 * unit, "bold") + 24 * unit
        self._draw_next(ui, canvas, Rect(box.x + beside, box.y + 2 * unit, box.w - beside, 34 * unit), unit)
        self._draw_about(canvas, Rect(box.x, box.y + 52 * unit, box.w, 0), theme, unit)

    def _draw_about(self, canvas: Canvas, place: Rect, theme: Theme, unit: float) -> None:
        """What this is; or a message, in two lines where one has no room: the mend stands at its end."""
        color, size = theme.bad if self.message else theme.muted, 16 * unit
        rows = [self.message or _ABOUT]
        if self.message and canvas.measure(self.message, size) > place.w:
            size = 13 * unit
            first, *rest = wrap_text(canvas, self.message, place.w, size)
            rows = [first, *filter(None, [" ".join(rest)])]
        for index, row in enumerate(rows):
            y = place.y + (index - (len(rows) - 1) / 2) * 16 * unit
            canvas.text((place.x, y), fit_text(canvas, row, place.w, size), size, color)

    def _draw_next(self, ui: Ui, canvas: Canvas, box: Rect, unit: float) -> None:
        """The button that goes on with the course."""
        card = self._next_card()
        if card is None or box.w < 200 * unit:
            return
        left = self.progress.left.get(card.file)
        begun = bool(self.progress.left)
        title = card.scenario.title if card.scenario is not None else card.title
        where = f" (cue {left.cue} of {left.cues})" if left is not None and left.midway else ""
        label = f"{'Go on' if begun else 'Begin'}: {card.number}  {title}{where}"
        width = canvas.measure(label, ui.text_size) + ui.text_size * 1.1 + 32 * unit
        ui.button("go-on", box.split_left(min(box.w, width))[0], label, lambda: self.choose(card), icon="play",
                  tip="G: the course goes on here")

    def _next_card(self) -> Card | None:
        return next((card for card in self.cards if card.name == self._next), None)

    def _list(self, ui: Ui, canvas: Canvas, box: Rect, groups: dict[str, list[int]], theme: Theme, unit: float) -> None:
        """The views to choose from, and the headings of the one on show."""
        tabs, box = box.split_top(34 * unit, 8 * unit)
        ui.tabs("view", tabs, VIEWS, self.view, self._show)
        if groups and box.h > LEAST_ROW * unit * len(groups):
            draw_list(ui, canvas, box, self._entries(groups), self._topic_in_view(), self._go_to,
                      lambda name: setattr(self, "_wanted", f"card{groups[name][0]}"), theme, unit)

    def _cards(self, ui: Ui, canvas: Canvas, box: Rect, groups: dict[str, list[int]], hits: Mapping[int, Hit],
               theme: Theme, unit: float) -> None:
        """The cards below their headings; the wheel, the bar at the right and the focus scroll."""
        box, track = box.split_right(12 * unit, 8 * unit)
        self.shelves = shelves = shelve(groups, box.w, unit)
        scroll = self.scroll
        scroll.total, scroll.visible = int(shelves.height), box.h
        self._keep_focus_in_view(ui, groups)
        scroll.to(scroll.offset)

        def wheel(_x: float, _y: float, dy: float) -> None:
            self._scroll_to(scroll.offset - dy * _WHEEL * unit)

        ui.area("cards", box, wheel=wheel)
        with canvas.clip(box):
            for name, y in shelves.headings.items():
                at = box.y + y - scroll.offset + (HEADING / 2 - 3) * unit
                if box.y - HEADING * unit < at < box.bottom + HEADING * unit:
                    _draw_heading(canvas, Rect(box.x, at, box.w, 0), name, *self._about(name, groups[name]), theme,
                                  unit)
            for index, place in shelves.places.items():
                shown_at = Rect(box.x + place.x, box.y + place.y - scroll.offset, place.w, place.h)
                self._card(ui, canvas, shown_at, box, index, hits.get(index), theme, unit)
        if not groups:
            canvas.text(box.center, "No lesson has all these words.", 17 * unit, theme.muted, "center")
        ui.scrollbar("cards/bar", track, scroll, self._scroll_to)

    def _card(self, ui: Ui, canvas: Canvas, place: Rect, window: Rect, index: int, hit: Hit | None, theme: Theme,
              unit: float) -> None:
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
        self._in_view.append(card)
        with _left_out(card):
            if not draw_card(canvas, place, card, self._standing(index, hit, ui.hovered(name)), theme, unit,
                             fresh=not self._blank):
                self._blank.append(card)

    def _play(self, game: str) -> None:
        if game in self.games:
            self.choose(self.games[game])
        else:
            self.ask(game)

    # --- scrolling -------------------------------------------------------------------------------------------------

    def _show(self, view: str) -> None:
        """Another view, from the top."""
        self.view = view
        self._search("")

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

    def _keep_focus_in_view(self, ui: Ui, groups: Mapping[str, list[int]]) -> None:
        """Scrolls to a card that has just got the focus, with its heading where it is in the first row."""
        name = self._wanted or (ui.focus if ui.focus_shows else None)
        if name == self._revealed:
            return
        self._revealed = name
        found = [(index, place) for index, place in self.shelves.places.items() if f"card{index}" == name]
        for index, place in found:
            heading = self.shelves.headings[next(topic for topic, indexes in groups.items() if index in indexes)]
            first = min(place.y, max(heading, place.bottom - self.scroll.visible)) if place.y - heading < place.h else (
                place.y)
            self.topic = None
            self.scroll.to(max(place.bottom - self.scroll.visible, min(self.scroll.offset, first)))

    # --- keys ------------------------------------------------------------------------------------------------------

    def _search(self, query: str) -> None:
        self.query, self.topic = query, None
        self.scroll.to(0.0)

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key that no widget used: digits open lessons, / searches, G and Return go on, arrows go to the cards. Where
        something is searched for, Return opens what fits it best."""
        if name == "/" or (name == "f" and ctrl):
            self._wanted = "search"
        elif ctrl:
            return False
        elif name.isdecimal() and 1 <= int(name) <= len(self.cards):
            self.choose(self.cards[int(name) - 1])
        elif name == "return" and self.query.strip():
            for best in list(self._hits_now())[:1]:
                self.choose(self.cards[best])
        elif name in ("g", "return") and (card := self._next_card()) is not None:
            self.choose(card)
        elif name == "c":
            self._show(VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)])
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


def _draw_heading(canvas: Canvas, place: Rect, name: str, about: str, extent: str, theme: Theme, unit: float) -> None:
    """The name, what is below it, and at the right how much that is."""
    size = 14 * unit
    room = place.w - canvas.measure(extent, size) - 16 * unit
    shown = fit_text(canvas, name, room, 17 * unit, "bold")
    canvas.text((place.x, place.y), shown, 17 * unit, theme.text, "left", "bold")
    canvas.text((place.right, place.y), extent, size, theme.muted, "right")
    used = canvas.measure(shown, 17 * unit, "bold") + 14 * unit
    if room - used > 80 * unit:
        canvas.text((place.x + used, place.y), fit_text(canvas, about, room - used, size), size, theme.muted)
