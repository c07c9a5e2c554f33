"""The glossary in the window: terms of a caption to point at, and a list of all words to search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from scenarios.glossary import Term, matching, terms_in
from visualizer.canvas.primitives import Canvas, Color, Rect, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.stage.band import Words
from visualizer.stage.terms import Spot, draw_dots, spots_of
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui, middle

_ROW = 62.0  # the height of an entry of the list, at unit 1


def draw_terms(ui: Ui, canvas: Canvas, caption: Rect, words: Words, theme: Theme, unit: float,
               earlier: str = "") -> None:
    """A dotted line below each term of a caption that was just drawn; pointing at one tells what it means."""
    take_terms(ui, canvas, spots_of(canvas, caption, words, unit, earlier), mix(theme.panel, theme.muted, 0.8),
               theme.accent, unit)


def take_terms(ui: Ui, canvas: Canvas, spots: Sequence[Spot], plain: Color, lit: Color, unit: float) -> None:
    """A dotted line below each term, in another colour below the one that is pointed at, and what that means."""
    for place, term, row, start in spots:
        name = f"term{row}:{start}"
        ui.area(name, place, tip=f"{term.term}: {term.means} (F3)")
        draw_dots(canvas, place, lit if ui.hovered(name) else plain, unit)


class WordList:
    """All words, or those that a search finds. Those of the caption on show come first."""

    def __init__(self, open_lesson: Callable[[str], None], title: Callable[[str], str]) -> None:
        self.open_lesson, self.title = open_lesson, title
        self.query = ""
        self.said = ""
        self.scroll = Scroll()
        self._wanted = ""

    def asked(self, said: str) -> None:
        """It opens, above a caption."""
        self.query, self.said, self._wanted = "", said, "words-search"
        self.scroll = Scroll()

    def terms(self) -> tuple[Sequence[Term], Sequence[Term]]:
        """Those of the caption, and the others."""
        found = matching(self.query)
        here = list({hit.term: None for hit in terms_in(self.said) if hit.term in found})
        return here, [term for term in found if term not in here]

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
             close: Callable[[], None]) -> None:
        """The list, with a field to search it."""
        inner = ui.modal("words-panel", middle(size, 900 * unit, 640 * unit), "Words", close)
        field, rest = inner.split_top(40 * unit, 10 * unit)
        ui.field("words-search", field, self.query, self._search, hint="Search the words and what they mean",
                 icon="magnifier", keys={"down": partial(self._focus, 0)})
        rest, track = rest.split_right(12 * unit, 8 * unit)
        here, others = self.terms()
        shown = [*here, *others]
        scroll = self.scroll
        scroll.total, scroll.visible = len(shown), max(1.0, rest.h // (_ROW * unit))
        scroll.to(scroll.offset)
        ui.area("words-list", rest, wheel=lambda x, y, dy: scroll.to(scroll.offset - dy * 2))
        for row, index in enumerate(range(int(scroll.offset), min(len(shown), int(scroll.offset + scroll.visible)))):
            place = Rect(rest.x, rest.y + row * _ROW * unit, rest.w, _ROW * unit)
            self._entry(ui, canvas, place, index, shown, index < len(here), theme, unit)
        if not shown:
            canvas.text(rest.center, "No word is like that.", 16 * unit, theme.muted, "center")
        ui.scrollbar("words-bar", track, scroll, scroll.to)
        if self._wanted:
            ui.focus_on(self._wanted)
            self._wanted = ""

    def _entry(self, ui: Ui, canvas: Canvas, place: Rect, index: int, shown: Sequence[Term], here: bool, theme: Theme,
               unit: float) -> None:
        """A word, what it means, and the lesson that teaches it, which a click or Return opens."""
        term, name = shown[index], f"word{index}"

        def key(pressed: str, _shift: bool, ctrl: bool) -> bool:
            steps = {"up": index - 1, "down": index + 1, "home": 0, "end": len(shown) - 1,
                     "page up": index - int(self.scroll.visible), "page down": index + int(self.scroll.visible)}
            if ctrl or pressed not in (*steps, "return", "space"):
                return False
            if pressed not in steps:
                self.open_lesson(term.lesson)
            elif index == 0 and pressed == "up":
                self._wanted = "words-search"
            else:
                self._focus(max(0, min(len(shown) - 1, steps[pressed])))
            return True

        ui.area(name, place, key=key, focusable=True, press=lambda _x, _y, _button: self.open_lesson(term.lesson),
                tip="opens the lesson that teaches it")
        if ui.hovered(name):
            canvas.rect(place, theme.raised, radius=6 * unit)
        if here:
            canvas.rect(Rect(place.x, place.y + 6 * unit, 3 * unit, place.h - 12 * unit), theme.accent, radius=unit)
        text, side = place.inset(12 * unit, 4 * unit).split_right(190 * unit, 12 * unit)
        word, text = text.split_left(190 * unit, 12 * unit)
        for row, part in enumerate(wrap_text(canvas, term.term, word.w, 16 * unit, "bold")[:1 if here else 2]):
            canvas.text((word.x, word.y + (11 + row * 20) * unit), part, 16 * unit, theme.text, "left", "bold")
        if here:
            canvas.text((word.x, word.y + 34 * unit), "in this caption", 13 * unit, theme.accent)
        for row, part in enumerate(wrap_text(canvas, term.means, text.w, 14 * unit)[:3]):
            canvas.text((text.x, text.y + (10 + row * 18) * unit), part, 14 * unit, theme.text)
        for row, part in enumerate(wrap_text(canvas, self.title(term.lesson), side.w, 13 * unit)[:2]):
            canvas.text((side.x, side.y + (10 + row * 17) * unit), part, 13 * unit, theme.muted)

    def _search(self, query: str) -> None:
        self.query = query
        self.scroll.to(0.0)

    def _focus(self, index: int) -> None:
        self.scroll.reveal(index)
        self._wanted = f"word{index}"
