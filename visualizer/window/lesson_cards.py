"""The cards of the gallery: what they know of their lessons, under which headings they stand, how they look."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from algorithms.long_work import checkpoint
from scenarios.course import Course, minutes
from scenarios.folders import bare
from scenarios.glossary import terms_in
from scenarios.loader import Scenario, load
from scenarios.progress import Left
from scenarios.reading import ScenarioError, one_line, read_text, shown
from scenarios.search import Hit, Passage, matches, passages
from visualizer.canvas.icons import draw_icon
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.showable import check_size
from visualizer.window.thumbnails import Pictured, draw_picture, played

_ROWS = 4  # of text on a card: at most two of them are the title
_SUBORDINATE = ("Where ", "When ", "If ", "As ")  # no sentence ends behind what begins so
_FOOT = 18.0  # the height of the last line, at unit 1
_OTHER = "Other lessons"
_TITLE = re.compile(r'''^title: *(?:"([^"\\\n]*)"|(\w[^"#:\n]*?)) *\r?\n(?=\S)''', re.MULTILINE)


@dataclass
class Card:
    """A lesson or a game in the gallery. ``scenario`` is None until it is read; ``fault`` says why it cannot be.
    ``glance`` is the title as its line in the file has it, or empty: to read all of a lesson takes longer than a frame.
    """

    title: str
    path: Path
    text: str | None = None  # of a game, which has no file
    playing: bool = False
    glance: str = ""
    topic: str = _OTHER
    scenario: Scenario | None = None
    fault: str = ""
    refused: ScenarioError | None = None  # the fault, where it is the lesson's
    pictured: Sequence[Pictured] | None = field(default=None, repr=False)
    written: float = 0.0  # when its file was

    @classmethod
    def of(cls, path: Path) -> Card:
        """A lesson that is not read yet. Its title and topic are taken at a glance, so that reading it need not move
        or rename its card."""
        try:
            text = read_text(path)
        except ScenarioError:
            text = ""
        topic, title = re.search(r"^topic:(.*)", text, re.MULTILINE), _TITLE.search(text)
        glance = one_line(title[1] or title[2]) if title else ""
        return cls(glance or one_line(path.stem), path, glance=glance,
                   topic=topic[1].strip(" '\"\r") if topic else _OTHER, written=_written(path))

    @property
    def outdated(self) -> bool:
        """Was its file written since it was looked at?"""
        return _written(self.path) != self.written

    @cached_property
    def name(self) -> str:
        """That of its lesson, without its number."""
        return bare(self.path.stem)

    @cached_property
    def number(self) -> str:
        """The number that its name begins with."""
        found = re.match(r"0*(\d+)-", self.path.stem)
        return found[1] if found else ""

    @cached_property
    def file(self) -> str:
        """The name by which progress knows its lesson."""
        return self.path.stem

    @property
    def passages(self) -> list[Passage]:
        """What a search looks through."""
        if self.scenario is None:
            return [Passage("", f"{self.path.stem} {self.title}", 8), Passage("topic", self.topic, 5)]
        return passages(self.scenario)

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
        checkpoint()
        deque(terms_in(scenario.about), 0)  # the glossary is read now, not in the first picture of a stage

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


def by_topic(cards: Iterable[Card]) -> dict[str, list[int]]:
    """The indexes of the cards under each topic: topics in the order of their first cards."""
    topics: dict[str, list[int]] = {}
    for index, card in enumerate(cards):
        topics.setdefault(card.topic, []).append(index)
    return topics


def by_course(cards: Sequence[Card], courses: Sequence[Course]) -> dict[str, list[int]]:
    """The indexes of the cards of each course, in its order; those of no course are not there."""
    places = {card.name: index for index, card in reversed(list(enumerate(cards)))}
    return {course.title: [places[name] for name in course.lessons if name in places] for course in courses}


def by_chapter(cards: Sequence[Card], course: Course) -> dict[str, list[int]]:
    """The indexes of the cards under each chapter of the course, in its order; then the others under their topics."""
    places: dict[str, list[int]] = {}
    for index, card in enumerate(cards):
        places.setdefault(card.name, []).append(index)
    chapters = {chapter.title: [index for name in chapter.lessons for index in places.get(name, [])[:1]]
                for chapter in course.chapters}
    placed = {index for indexes in chapters.values() for index in indexes}
    for index, card in enumerate(cards):
        if index not in placed:
            chapters.setdefault(card.topic, []).append(index)
    return {title: indexes for title, indexes in chapters.items() if indexes}


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


@dataclass(frozen=True)
class Standing:
    """How a card stands in the gallery now.

    lit:   the pointer is over it
    left:  where its lesson was left, if it ever was
    next:  it is the one to go on with
    after: the numbers of the lessons that come before it
    hit:   what a search has found in it
    """

    lit: bool = False
    left: Left | None = None
    next: bool = False
    after: Collection[str] = ()
    hit: Hit | None = None


def draw_card(canvas: Canvas, place: Rect, card: Card, standing: Standing, theme: Theme, unit: float, *,
              fresh: bool = True) -> bool:
    """A picture above the title, its number, and what the lesson is about, or what was found in it. A picture that the
    canvas does not keep is drawn only where it may be ``fresh``. Is all there?"""
    strong = standing.lit or standing.next
    canvas.rect(place, theme.panel, theme.accent if strong else theme.edge, 2 * unit if strong else 1, 10 * unit)
    picture, text = place.inset(10 * unit).split_bottom((_ROWS * 17 + 4 + _FOOT) * unit, 8 * unit)
    key, pictured = (card.path, theme.name), card.pictured
    whole = pictured is not None and (fresh or canvas.keeps(key, picture))
    if whole and pictured is not None:
        canvas.picture(key, picture, lambda on, box: draw_picture(on, box, pictured, theme))
    _draw_standing(canvas, picture, standing, theme, unit)
    text, foot = text.split_bottom(_FOOT * unit)
    size, y = 14.5 * unit, text.y + 9 * unit
    canvas.text((text.right, y), card.number, 12.5 * unit, theme.muted, "right")
    for row in _cut(canvas, card.title, text.w - 24 * unit, size, 2, bold=True):
        canvas.text((text.x, y), row, size, theme.bad if card.fault else theme.text, "left", "bold")
        y += 18 * unit
    left = round((text.bottom - y) / (17 * unit) + 0.5) + bool(card.fault)  # which has nothing at its foot
    _draw_words(canvas, Rect(text.x, y, text.w, left * 17 * unit), card, standing, theme, unit)
    said = _foot(card, standing)
    canvas.text((foot.x, foot.center[1] + 2 * unit), fit_text(canvas, said, foot.w, 12 * unit), 12 * unit,
                mix(theme.muted, theme.text, 0.3))
    return whole or card.scenario is None


def _words(card: Card, hit: Hit | None) -> str:
    """What stands below the title: what was found, what is wrong, or what the lesson is about."""
    if card.fault:
        return card.fault.replace(shown(card.path), card.path.name, 1)  # a card has no room for folders
    about = card.scenario.about if card.scenario is not None else ""
    if hit is None:
        return about
    words = f"{hit.passage.place.capitalize()}: {hit.passage.text}" if hit.passage.place else about
    found = matches(words, hit.matched)
    return _from(words, found[0][0]) if found else about


def _from(words: str, start: int) -> str:
    """The words from a little before ``start``, where that is far from their beginning."""
    if start < 60:
        return words
    place, sign, _ = words.partition(": ")
    begin = words.rfind(" ", 0, start - 25) + 1
    return f"{place}{sign}… {words[begin:]}" if sign and len(place) < 16 else f"… {words[begin:]}"


def _foot(card: Card, standing: Standing) -> str:
    """Minutes, and what comes before it."""
    if card.scenario is None:
        return ""
    after = f"after {', '.join(standing.after)}" if standing.after else ""
    return "  ·  ".join(filter(None, (f"{minutes(card.scenario)} min", after)))


def _draw_words(canvas: Canvas, box: Rect, card: Card, standing: Standing, theme: Theme, unit: float) -> None:
    """So many lines as have room, what a search has found in them on a ground of its own. What is wrong begins with the
    name of the file, and is not made shorter: its end has the mend."""
    size = 12.5 * unit
    words, most = " ".join(_words(card, standing.hit).split()), round(box.h / (17 * unit))
    if standing.hit is None and not card.fault:
        words = _shorter(canvas, words, box.w, size, most)
    for index, row in enumerate(_cut(canvas, words, box.w, size, most)):
        y = box.y + index * 17 * unit
        canvas.text((box.x, y), row, size, theme.muted)
        for start, end in matches(row, standing.hit.matched if standing.hit is not None else ()):
            x = box.x + canvas.measure(row[:start], size)
            canvas.rect(Rect(x - 1, y - 8 * unit, canvas.measure(row[start:end], size) + 2, 16 * unit), theme.raised,
                        radius=2 * unit)
            canvas.text((x, y), row[start:end], size, theme.text)


def _shorter(canvas: Canvas, words: str, width: float, size: float, most: int) -> str:
    """As much of it from its beginning as has room and ends where one may stop: a sentence, or else a part of the first
    one, of which nothing in brackets or quotation marks is lost. All of it, where none has."""

    def fits(text: str) -> bool:
        return len(wrap_text(canvas, text, width, size)) <= most

    if fits(words):
        return words
    ends = [found.start() + 1 for found in re.finditer(r"[.!?](?=\s|$)", words)]
    told = [words[:end] for end in ends if fits(words[:end])]
    if not told and not words.startswith(_SUBORDINATE):
        first, colon, _ = words[:ends[0] if ends else None].partition(": ")  # a list is not told by halves
        parts = [first[:found.start()] for found in re.finditer(r"[;,](?=\s)", first)] + [first] * bool(colon)
        told = [f"{part}." for part in parts if fits(f"{part}.") and part.count('"') % 2 == 0
                and all(part.count(a) == part.count(b) for a, b in ("()", "“”", "{}"))]
    return max(told, key=len, default=words)


def _draw_standing(canvas: Canvas, picture: Rect, standing: Standing, theme: Theme, unit: float) -> None:
    """A tick on what was seen, and for what was left halfway a bar that says how far."""
    left = standing.left
    if left is None:
        return
    if left.seen:
        middle, radius = (picture.right - 10 * unit, picture.y + 10 * unit), 11 * unit
        canvas.circle(middle, radius + 2 * unit, theme.panel)
        canvas.circle(middle, radius, theme.good)
        draw_icon(canvas, "apply", Rect(middle[0] - 7 * unit, middle[1] - 7 * unit, 14 * unit, 14 * unit), theme.panel)
    elif left.cues:
        track = Rect(picture.x, picture.bottom + 2 * unit, picture.w, 4 * unit)
        canvas.rect(track, theme.edge, radius=2 * unit)
        canvas.rect(track.split_left(track.w * min(1.0, left.cue / left.cues))[0], theme.accent, radius=2 * unit)


def _cut(canvas: Canvas, text: str, width: float, size: float, most: int, bold: bool = False) -> Iterator[str]:
    """The text in lines, the last one of which may be cut with an ellipsis."""
    rows = wrap_text(canvas, text, width, size, "bold" if bold else "sans")
    if len(rows) > most > 0:
        rows[most - 1 :] = [fit_text(canvas, " ".join(rows[most - 1 :]), width, size, "bold" if bold else "sans")]
    yield from rows[: max(0, most)]
