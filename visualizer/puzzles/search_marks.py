"""What a backtracking search puts on any board: roles of variables, the depth of a label, scores, and signs for how a
variable got its value. Signs have shapes of their own: colour never speaks alone."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable

from algorithms.problems.forms.csp import Domain, Value
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, fit_text
from visualizer.canvas.strokes import bow, draw_dashed_frame, draw_head, draw_path
from visualizer.canvas.suppose import in_dashes
from visualizer.canvas.theme import Theme, mix
from visualizer.families.backtracking.contribution import CONTRIBUTION, NOTHING, best_score, explained, heat
from visualizer.families.backtracking.state import search_of
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, TEST, VIOLATED, Role
from visualizer.runs.boards import Peers
from visualizer.runs.states import How, State

Spots = tuple["Spotlight", "Spotlight"]  # of the state before and the state after

STRIP, _MOST_STRIP = 0.27, 0.36  # of a place's height: what scores take at its bottom, and the most that they may take
_ON_STRIP = 0.86  # of its height: the size of what stands on it
_FILLED, _MORE = 0.94, 0.25  # of its width, at the most: by a text, and by what it is wider for one
_TAB = 0.78  # of a tab's side: the size of what stands on it
_BOW = 0.42  # of a place: how far an arrow goes beside the straight way
_ROOMY = 2.4  # a place so many times as high as the lowest tab with a number has one


class Spotlight:
    """What the search looks at in a state, worked out once for all places: a score taken apart, depths of labels."""

    def __init__(self, peers: Peers, state: State, pointed: str | None) -> None:
        self.state, self.search, self.supposed = state, search_of(state), state.family.supposed
        self.tentative = state.family.tentative
        ended = self.supposed.solved or self.search.conflict
        self.score = NOTHING if ended else explained(peers, state, pointed)
        self.shares = {share.peer: share for share in self.score.shares}
        self.tied = frozenset(self.search.tied or self.search.best)
        self.depths = {label.variable: depth for depth, label in enumerate(self.search.branch, 1)}
        self.best = best_score(self.search)

    def role(self, name: str) -> Role | None:
        """What the search makes of a variable now; None if nothing."""
        search, supposed = self.search, self.supposed
        if name == search.emptied:
            return VIOLATED
        if name == supposed.taken:
            return CONSTRAINT
        if name in self.tied and (self.search.passed or name not in self._left(name)):
            return KNOWN if name in self.shares else None
        if name == supposed.chosen or name in self.tied or name == self.score.variable:
            return TEST
        return KNOWN if name in self.shares else None

    def _left(self, name: str) -> Collection[str]:
        """Those of the tied variables among which the choice is now: the one that was chosen, the best ones, or any."""
        chosen = self.supposed.chosen
        return (chosen,) if chosen is not None else self.search.best or (name,)

    def roles(self, names: Iterable[str]) -> dict[str, Role]:
        """What the search makes of each variable that it looks at."""
        return {name: role for name in names if (role := self.role(name)) is not None}

    def look(self, name: str) -> tuple[Hashable, ...]:
        """All that is drawn of a variable depends on nothing else that a search can change."""
        return (self.role(name), self.state.domains[name], self.tentative.get(name), self.sign(name),
                self.depths.get(name), self.chosen(name), name == self.supposed.taken, self.supposed.solved,
                self.score_text(name), self.added(name), self.heat(name), self.undone(name), self.struck(name))

    def chosen(self, name: str) -> bool:
        """Is it the variable that the tie is broken in favour of, or that is being scored?"""
        return name == (self.supposed.chosen or self.score.variable)

    def common(self, name: str) -> Domain:
        """Its values that count for the score that is taken apart: those in common, and all of the scored one's."""
        share = self.shares.get(name)
        if share is not None:
            return share.common
        scored = name == self.score.variable and self.score.measure == CONTRIBUTION
        return self.state.domains[name] if scored and self.shares else ()

    def has_strip(self, name: str) -> bool:
        """Is there a score to be drawn with it?"""
        return name in self.search.scores or name in self.shares

    def added(self, name: str) -> str:
        """What it adds to the score that is taken apart, as ``+2``."""
        share = self.shares.get(name)
        return "" if share is None else f"+{share.worth}"

    def sign(self, name: str) -> How | None:
        """How the variable got the value that it has for now; None if it has none."""
        return self.supposed.how.get(name)

    def heat(self, name: str) -> float:
        """How good its score is, 0–1."""
        return heat(self.search, name, self.best) if name in self.search.scores else 0.0

    def score_text(self, name: str) -> str:
        """Its score, and that it is too low where for that reason none is taken; nothing if it has none."""
        score = self.search.scores.get(name)
        return "" if score is None else f"{score} ✗" if self.search.passed else str(score)

    def undone(self, name: str) -> int:
        """The number on its branch that a label of it had which was taken back just now; 0 if there is none."""
        label = self.search.undone
        return len(self.search.branch) + 1 if label is not None and label.variable == name else 0

    def struck(self, name: str) -> Domain:
        """Its values that are out since just now: that of a label that was taken back, too."""
        struck, back = self.search.struck.get(name, ()), self.taken_back(name)
        return struck if back is None else (*struck, back)

    def taken_back(self, name: str) -> Value | None:
        """The value of its label that was taken back just now."""
        label = self.search.undone
        return label.value if label is not None and label.variable == name else None


def searching(state: State) -> bool:
    """Has a search for solutions begun?"""
    search, supposed = search_of(state), state.family.supposed
    return bool(supposed.how or supposed.chosen or supposed.solved or search.trail or search.tied or search.scores
                or search.found or search.conflict)


def draw_search(canvas: Canvas, place: Rect, name: str, spot: Spotlight, ground: Color, ink: Color,
                theme: Theme) -> None:
    """All that goes on top of a variable's place: a rim where it is the one, its depth or sign, its score."""
    how, inner, thick = spot.sign(name), marked(place), min(8.0, max(2.0, place.w * 0.05))
    if spot.chosen(name):
        draw_rim(canvas, place, theme.constraint, thick)
    if name in spot.depths:
        draw_depth(canvas, inner, spot.depths[name], theme, inverted=name == spot.supposed.taken,
                   calm=spot.supposed.solved)
    elif spot.undone(name):
        draw_undone(canvas, inner, spot.undone(name), ground, theme)
    elif how is not None:
        draw_sign(canvas, in_dashes(place) if name in spot.tentative else inner, how, ink)
    if spot.has_strip(name):
        draw_strip(canvas, inner, spot.score_text(name), spot.added(name), spot.heat(name), ground, theme)


def marked(place: Rect) -> Rect:
    """The part of a place that the marks are put on."""
    return place.inset(place.w * 0.04)


def draw_rim(canvas: Canvas, place: Rect, color: Color, thick: float) -> None:
    """A frame around a place."""
    canvas.rect(place.inset(-thick / 2), None, color, thick, place.w * 0.1)


def tab_side(place: Rect) -> float:
    """How high the tab with the number of a label is, in the corner of its place."""
    least = SMALLEST / _TAB
    return min(max(place.h * 0.3, least), 30.0) if place.h >= _ROOMY * least else place.h * 0.3


def draw_depth(canvas: Canvas, place: Rect, depth: int, theme: Theme, *, inverted: bool = False,
               calm: bool = False) -> None:
    """The number of a label on its branch, on a tab in the corner at the top right; a plain tab where it is small.
    ``inverted``: on the colour of a tab; ``calm``: without the tab, when all is done."""
    fill, ink = (theme.on_constraint, theme.constraint) if inverted else (theme.constraint, theme.on_constraint)
    tab, written = depth_tab(canvas, place, depth)
    if calm:
        ink = theme.constraint
    else:
        canvas.rect(tab, fill, radius=tab.h * 0.15)
    if written:
        canvas.text(tab.center, str(depth), tab.h * _TAB, ink, "center", "bold")


def draw_undone(canvas: Canvas, place: Rect, depth: int, ground: Color, theme: Theme) -> None:
    """The tab of a label that was taken back: hollow, dashed and crossed out, where it was."""
    tab, written = depth_tab(canvas, place, depth)
    wide = max(1.0, tab.h * 0.08)
    canvas.rect(tab, mix(ground, theme.uncovered, 0.6))
    draw_dashed_frame(canvas, tab, theme.constraint, wide)
    if written:
        canvas.text(tab.center, str(depth), tab.h * _TAB, theme.constraint, "center", "bold")
    canvas.line((tab.x, tab.bottom), (tab.right, tab.y), theme.struck, wide)


def draw_denied(canvas: Canvas, place: Rect, value: str, theme: Theme) -> None:
    """On a tab as a label has it, which values decisions took from the place: what it has follows from that."""
    text = f"≠{value}"
    tab, written = _tab(canvas, place, text)
    canvas.rect(tab, theme.constraint, radius=tab.h * 0.15)
    if written:
        canvas.text(tab.center, text, tab.h * _TAB, theme.on_constraint, "center", "bold")


def depth_tab(canvas: Canvas, place: Rect, depth: int) -> tuple[Rect, bool]:
    """The tab, and whether the number has room on it."""
    return _tab(canvas, place, str(depth))


def _tab(canvas: Canvas, place: Rect, text: str) -> tuple[Rect, bool]:
    side = tab_side(place)
    size = side * _TAB
    written = size >= SMALLEST
    wide = max(side, canvas.measure(text, size, "bold") + side * 0.3) if written else side
    return Rect(place.right - wide, place.y, wide, side), written


def draw_sign(canvas: Canvas, place: Rect, how: How, ink: Color) -> None:
    """A dot in the corner says that the value was forced, a ring that it was left over when the puzzle was neutral."""
    radius = max(1.5, min(place.h * 0.07, 6.0))
    at = place.right - 2 * radius, place.y + 2 * radius
    if how == "single":
        canvas.circle(at, radius, ink)
    elif how == "rest":
        canvas.circle(at, radius, None, ink, max(1.0, radius * 0.45))


def draw_strip(canvas: Canvas, place: Rect, text: str, share: str, warmth: float, ground: Color, theme: Theme) -> None:
    """At the bottom of a place its score on a bar as long as it is good, and what it adds to another's."""
    room, added = strip_parts(canvas, place, text, share)
    if added is not None:
        canvas.rect(added, theme.constraint)
        _write(canvas, added, share, theme.on_constraint)
    if text:
        canvas.rect(room, mix(ground, theme.uncovered, 0.6))
        canvas.rect(Rect(room.x, room.y, max(1.0, room.w * warmth), room.h), theme.unknown)
        _write(canvas, room, text, theme.on_unknown)


def strip_parts(canvas: Canvas, place: Rect, text: str, share: str) -> tuple[Rect, Rect | None]:
    """Where the score is, and what is added to another one, if anything is."""
    strip = place.split_bottom(strip_high(place))[1]
    if not share:
        return strip, None
    wide = min(canvas.measure(share, strip.h * _ON_STRIP, "bold") + strip.h * 0.3, strip.w * (0.5 if text else 1.0))
    return _widened(canvas, strip, text, strip.w - wide).split_right(wide)


def _widened(canvas: Canvas, strip: Rect, text: str, room: float) -> Rect:
    """A strip that goes on to the left as far as a score needs, for which so much of it is left."""
    size = strip.h * _ON_STRIP
    if size < SMALLEST:
        return strip
    lacks = canvas.measure(text, size, "bold") * SMALLEST / size / _FILLED + 0.5 - room
    return Rect(strip.x - lacks, strip.y, strip.w + lacks, strip.h) if 0 < lacks < strip.w * _MORE else strip


def strip_high(place: Rect) -> float:
    """How high the strip of a place is: of a small one a larger part, if its number can be read then."""
    usual, least = place.h * STRIP, SMALLEST / _ON_STRIP
    return least if usual < least <= place.h * _MOST_STRIP else usual


def has_room(place: Rect) -> bool:
    """Is the strip of a place high enough for text?"""
    return strip_high(marked(place)) * _ON_STRIP >= SMALLEST


def on_strip(canvas: Canvas, room: Rect, text: str) -> float:
    """The size of a text in a part of a strip, smaller where it would not fit; 0: it has no room."""
    size = room.h * _ON_STRIP
    wide = canvas.measure(text, size, "bold")
    size *= min(1.0, room.w * _FILLED / wide) if wide else 1.0
    return size if size >= SMALLEST else 0.0


def _write(canvas: Canvas, room: Rect, text: str, ink: Color) -> None:
    if size := on_strip(canvas, room, text):
        canvas.text(room.center, fit_text(canvas, text, room.w, size, "bold"), size, ink, "center", "bold")


def draw_blame(canvas: Canvas, source: Rect, emptied: Rect, theme: Theme) -> None:
    """An arrow from the value that leaves another place nothing to that place, in a bow, beside the values between."""
    wide, ends = max(2.0, source.w * 0.05), (source.inset(source.w * 0.1), emptied.inset(emptied.w * 0.1))
    whole = bow(source.center, emptied.center, source.w * _BOW)
    way = [at for at in whole if not any(end.contains(*at) for end in ends)]
    if len(way) < 2:  # they touch
        return
    for color, more in ((theme.on_mine, 2.0), (theme.mine, 0.0)):
        draw_path(canvas, way, color, wide + more)
    draw_head(canvas, way[-2], way[-1], theme.mine, 3.5 * wide, theme.on_mine)


def draw_cross(canvas: Canvas, place: Rect, color: Color) -> None:
    """A cross in the corner at the top right: nothing can be there."""
    side, wide = min(place.h * 0.2, 22.0), max(1.5, min(place.h * 0.05, 5.0))
    corner = Rect(place.right - side * 1.3, place.y + side * 0.3, side, side)
    canvas.line((corner.x, corner.y), (corner.right, corner.bottom), color, wide)
    canvas.line((corner.x, corner.bottom), (corner.right, corner.y), color, wide)
