"""The positive dependency graph of a program, on a set M: who needs whom, and what is left of it.

An arrow that no rule can use any more is dashed and crossed out; a green one leads to something true; amber ones run
inside the set U that is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import dist
from typing import Literal

from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect, Same, fit_text, point_on
from visualizer.canvas.strokes import draw_cross, draw_head, draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.answer_sets.reading import Reading
from visualizer.families.satisfiability.panels import CLASH
from visualizer.puzzles.program.folding import Need
from visualizer.puzzles.program.geometry import Geometry

Way = Literal["blocked", "within", "true", "open"]
Chip = tuple[Rect, str, str]
"""A place, what is written there, and the name of a colour."""

_WORDY = 14  # arrows: with more of them, a label is a mere number
_CROWD = 32  # arrows: with more of them, only those that matter now have labels, and the others are pale
_LABEL = 12.5  # units
_ALONG = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)  # where on an arrow its label may stand, best first
_MOST_CHIPS = 3  # rules without needs that are told at an atom
_RING = 6.0  # pixels: around a node, where a comparison draws a frame


@dataclass(frozen=True)
class Sight:
    """What is drawn: the program before and after, ``t`` of the way; what the lesson marks, what is pointed at, and the
    set that somebody marks."""

    before: Reading
    after: Reading
    t: float
    marks: Sequence[str]
    pointed: str | None
    own: Sequence[str] = ()


def way(reading: Reading, need: Need) -> Way:
    """What becomes of an arrow: blocked if M blocks all of its rules; else inside U; else to something true, or of a
    rule that holds up its atom; else open, as all are while it is not told what rules can do: one that M blocks is
    not to look as if it held."""
    if all(reading.verdict(rule).kind == "blocked" for rule in need.rules):
        return "blocked"
    if need.parts:
        ways = {way(reading, part) for part in need.parts} - {"blocked"}
        return "within" if "within" in ways else "true" if "true" in ways else "open"
    if need.of in reading.u and need.what in reading.u:
        return "within"
    holds = need.what in reading.m or reading.held.intersection(need.rules)
    return "true" if holds and reading.tells else "open"


def draw_arrows(canvas: Canvas, geometry: Geometry, sight: Sight, theme: Theme) -> None:
    """All arrows, those of the atom that is pointed at brighter, then their labels."""
    names, now = geometry.all_names, sight.after.now
    ways = tuple(way(sight.after, need) for need in geometry.arrows)
    lit = tuple(sight.pointed in names[need.of - 1] | names[need.what - 1] or now in need.rules
                for need in geometry.arrows)
    free = tuple(place for place, *_ in chips(canvas, geometry, sight.after))
    canvas.alike(("arrows", Same(geometry), ways, lit, now, free, Same(theme)), partial(
        _draw_arrows, geometry=geometry, ways=ways, lit=lit, now=now, chips=free, theme=theme))


def _draw_arrows(canvas: Canvas, geometry: Geometry, ways: Sequence[Way], lit: Sequence[bool], now: int,
                 chips: Sequence[Rect], theme: Theme) -> None:
    crowded = len(geometry.arrows) > _CROWD
    for points, kind, one in zip(geometry.paths, ways, lit, strict=True):
        pale = crowded and not one and kind in ("blocked", "open")
        _draw_arrow(canvas, points, kind, theme, geometry.unit, lit=one, pale=pale)
    taken = [*geometry.nodes.values(), *geometry.handles.values(), *chips]
    for need, points, kind, one in zip(geometry.arrows, geometry.paths, ways, lit, strict=True):
        if one or not crowded or kind == "within":
            _draw_label(canvas, geometry, (need, points, kind), now, theme, taken)


def _draw_arrow(canvas: Canvas, points: Sequence[Point], kind: Way, theme: Theme, unit: float, *, lit: bool,
                pale: bool) -> None:
    amber = theme.unknown if theme.name == "dark" else mix(theme.unknown, theme.text, 0.25)  # to be seen on white
    color = {"blocked": theme.bad, "within": amber, "true": theme.good, "open": theme.muted}[kind]
    wide = {"blocked": 1.8, "within": 3.6, "true": 3.0, "open": 1.6}[kind] * unit
    if pale:
        color = mix(color, theme.panel, 0.45)
    if lit:
        color, wide = theme.accent if kind == "open" else color, wide * 1.5
    head = max(9 * unit, wide * 3)
    shaft = thinned(_shortened(points, head * 0.8))
    if kind == "blocked":
        draw_path(canvas, shaft, color, wide, 6 * unit, 4 * unit)
    else:
        draw_path(canvas, shaft, color, wide)
    draw_head(canvas, shaft[-1], points[-1], color, head)


def _shortened(points: Sequence[Point], by: float) -> list[Point]:
    """Without the last piece of that length."""
    kept = list(points)
    while len(kept) > 2 and dist(kept[-2], points[-1]) < by:
        kept.pop()
    a, b = kept[-2], kept[-1]
    length = dist(a, b)
    left = max(0.05, (length - max(0.0, by - dist(b, points[-1]))) / length) if length else 1.0
    kept[-1] = point_on(a, b, left)
    return kept


def thinned(points: Sequence[Point]) -> Sequence[Point]:
    """The same line of fewer points: of a straight one its ends."""
    (ax, ay), (bx, by), (x, y) = points[0], points[-1], points[len(points) // 2]
    if abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 0.5 * dist(points[0], points[-1]):
        return [points[0], points[-1]]
    return [*points[:-1:3], points[-1]]


def _draw_label(canvas: Canvas, geometry: Geometry, arrow: tuple[Need, Sequence[Point], Way], now: int, theme: Theme,
                taken: list[Rect]) -> None:
    """The numbers of an arrow's rules on it, with ✗ where none of them can be used; left out where there is no room."""
    unit, (need, points, kind) = geometry.unit, arrow
    size = _LABEL * unit
    word = ("rules " if len(need.rules) > 1 else "rule ") if len(geometry.arrows) <= _WORDY else ""
    shown = ", ".join(map(str, need.rules[:3])) + ("…" if len(need.rules) > 3 else "")
    cross = 1.5 * size if kind == "blocked" else 0.0
    for text in dict.fromkeys((f"{word}{shown}", shown)):
        wide = canvas.measure(text, size) + 0.5 * size + cross
        if (place := _label_place(geometry, points, (wide, 1.35 * size), taken)) is not None:
            break
    else:
        return
    taken.append(place)
    color = {"blocked": theme.bad, "within": theme.text, "true": theme.good, "open": theme.muted}[kind]
    if now in need.rules:
        canvas.rect(place, theme.current, theme.accent, 1.5 * unit, place.h * 0.3)
    else:
        canvas.rect(place, theme.panel, radius=place.h * 0.3)
    if cross:
        at = place.x + 0.85 * size, place.center[1]
        canvas.circle(at, size * 0.62, None, theme.bad, 1.4 * unit)
        draw_cross(canvas, at, size * 0.28, theme.bad, 1.6 * unit)
    canvas.text((place.x + cross + 0.25 * size, place.center[1]), text, size, color)


def _label_place(geometry: Geometry, points: Sequence[Point], size: Point, taken: Sequence[Rect]) -> Rect | None:
    """Where a label is free: on its arrow, or beside it, where another one is close to it, as the way back."""
    aside = size[0] / 2 + 4 * geometry.unit
    for part, by in (*((part, 0.0) for part in _ALONG), *((part, by) for by in (-aside, aside) for part in _ALONG[:3])):
        x, y = points[round(part * (len(points) - 1))]
        place = Rect(x + by - size[0] / 2, y - size[1] / 2, *size)
        if _inside(geometry.box, place) and not any(place.meets(other) for other in taken):
            return place
    return None


def _inside(box: Rect, place: Rect) -> bool:
    return place.x >= box.x and place.y >= box.y and place.right <= box.right and place.bottom <= box.bottom


def draw_nodes(canvas: Canvas, geometry: Geometry, sight: Sight, theme: Theme) -> None:
    """The atoms: ✓ green and underlined, orange-red and struck, yellow in the set that is looked at, else plain; with a
    green rim where a rule holds them up."""
    held = {sight.after.program.rules[rule - 1].head for rule in sight.after.held}
    for number, name in enumerate(geometry.names):
        atoms, named = geometry.graph.atoms[number], geometry.all_names[number]
        fills = zip(_looks(sight.before, atoms, theme), _looks(sight.after, atoms, theme), strict=True)
        fill, ink = (mix(a, b, sight.t) for a, b in fills)
        rims = (len(atoms) == 1 and atoms[0] in held and not sight.after.truth(atoms[0]),
                not named.isdisjoint(sight.own), sight.pointed in named, not named.isdisjoint(sight.marks))
        known = tuple((sight.after.truth(atom), sight.after.clash(atom)) for atom in atoms)
        canvas.alike(("node", Same(geometry), number, fill, ink, rims, known, Same(theme)), partial(
            _draw_seen, name=name, atoms=atoms, colors=(fill, ink), rims=rims, reading=sight.after, geometry=geometry,
            theme=theme))
    found, now = chips(canvas, geometry, sight.after), sight.after.now
    canvas.alike(("chips", Same(geometry), found, now, Same(theme)), partial(
        _draw_chips, chips=found, now=now, geometry=geometry, theme=theme))
    for name, place in geometry.handles.items():
        lit = name == sight.pointed
        canvas.rect(place, theme.raised, theme.accent if lit else theme.edge, (2.5 if lit else 1) * geometry.unit,
                    place.h * 0.3)
        canvas.text(place.center, f"fold {len(geometry.graph.open[name])}", _LABEL * geometry.unit,
                    theme.text if lit else theme.muted, "center")


def _draw_chips(canvas: Canvas, chips: Sequence[Chip], now: int, geometry: Geometry, theme: Theme) -> None:
    """Which rules hold up an atom; the one that is looked at is lit."""
    for place, text, color in chips:
        tint: Color = getattr(theme, color)
        here = text.partition(" ")[0] == str(now)  # the number of its rule
        canvas.rect(place, theme.current if here else theme.panel, theme.accent if here else tint, 2 if here else 1,
                    place.h * 0.3)
        canvas.text(place.center, text, _LABEL * geometry.unit, tint, "center", "bold")


def _draw_seen(canvas: Canvas, name: str, atoms: Sequence[int], colors: tuple[Color, Color],
               rims: tuple[bool, bool, bool, bool], reading: Reading, geometry: Geometry, theme: Theme) -> None:
    """A node with what is around it: is it held up, marked by somebody, pointed at, marked by the lesson?"""
    node, (held, own, pointed, marked) = geometry.nodes[name], rims
    if len(atoms) > 1:
        draw_folded(canvas, node, colors, reading, atoms, geometry, theme)
    else:
        _draw_node(canvas, node, name, colors, reading, atoms[0], geometry, theme)
    if held:
        canvas.rect(node.inset(-2 * geometry.unit), None, theme.good, 2.5 * geometry.unit,
                    node.h / 2 + 2 * geometry.unit)
    if own:
        wide = 3 * geometry.unit
        canvas.rect(node.inset(-1.6 * wide), None, theme.mark, wide, node.h / 2 + 1.6 * wide)
    if pointed:
        wide = 2.5 * geometry.unit
        canvas.rect(node.inset(-2 * wide), None, theme.accent, wide, node.h / 2 + 2 * wide)
    if marked:
        draw_mark(canvas, node.inset(-6 * geometry.unit), theme)


def _looks(reading: Reading, atoms: Sequence[int], theme: Theme) -> tuple[Color, Color]:
    """Of a node: those of its atoms where all look alike, else plain."""
    found = {looks(reading, atom, theme) for atom in atoms}
    return found.pop() if len(found) == 1 else (theme.raised, theme.text)


def label_of(reading: Reading, atoms: Sequence[int]) -> str:
    """What a folded component says: how many atoms; of those that are not all alike, how many are true and false."""
    truths = [reading.truth(atom) for atom in atoms]
    if len(set(truths)) == 1:
        return f"{len(atoms)} atoms"
    return " ".join([f"{len(atoms)}:", *(f"{truths.count(value)} {sign}" for value, sign in ((True, "✓"), (False, "✗"))
                                         if value in truths)])


def draw_folded(canvas: Canvas, node: Rect, colors: tuple[Color, Color], reading: Reading, atoms: Sequence[int],
                geometry: Geometry, theme: Theme) -> None:
    """A component as one node, with a second rim: there is more inside."""
    fill, ink = colors
    unit, label, size = geometry.unit, label_of(reading, atoms), geometry.text
    size = max(12 * unit, size * min(1.0, 0.92 * node.w / canvas.measure(label, size, "bold")))
    canvas.rect(node, fill, theme.text, 1.2 * unit, node.h / 2)
    canvas.rect(node.inset(2.5 * unit), None, theme.edge, unit, node.h / 2 - 2.5 * unit)
    canvas.text(node.center, label, size, ink, "center", "bold")
    (x, y), half = node.center, canvas.measure(label, size, "bold") / 2
    alike = {reading.truth(atom) for atom in atoms}
    if alike == {True}:
        canvas.rect(Rect(x - half, y + size * 0.55, 2 * half, max(2.0, size * 0.1)), ink)
    elif alike == {False}:
        canvas.line((x - half, y + size * 0.4), (x + half, y - size * 0.4), ink, max(2.0, size * 0.11))


def looks(reading: Reading, atom: int, theme: Theme) -> tuple[Color, Color]:
    """Fill and ink of an atom."""
    truth = reading.truth(atom)
    if reading.clash(atom) or truth is False:
        return theme.mine, theme.on_mine
    if atom in reading.u:
        return theme.test, theme.on_test
    return (theme.raised, theme.text) if truth is None else (theme.no_mine, theme.on_no_mine)


def _draw_node(canvas: Canvas, node: Rect, name: str, colors: tuple[Color, Color], reading: Reading, atom: int,
               geometry: Geometry, theme: Theme) -> None:
    fill, ink = colors
    unit, radius = geometry.unit, node.h / 2
    truth, clash = reading.truth(atom), reading.clash(atom)
    canvas.rect(node, fill, theme.text if truth and not clash else theme.edge, (2 if truth else 1.2) * unit, radius)
    size, room, label = geometry.text, node.w - node.h * 0.3, f"{name} {CLASH}" if clash else name
    if clash:  # a node is as wide as its name
        size = max(SMALLEST, size * min(1.0, 0.94 * room / canvas.measure(label, size, "bold")))
    text = fit_text(canvas, label, room, size, "bold")
    canvas.text(node.center, text, size, ink, "center", "bold")
    half = canvas.measure(text, size, "bold") / 2
    x, y = node.center
    if truth and not clash:
        canvas.rect(Rect(x - half, y + size * 0.55, 2 * half, max(2.0, size * 0.1)), ink)
    elif truth is False:
        canvas.line((x - half - size * 0.2, y + size * 0.4), (x + half + size * 0.2, y - size * 0.4), ink,
                    max(2.0, size * 0.11))


def chips(canvas: Canvas, geometry: Geometry, reading: Reading) -> tuple[Chip, ...]:
    """What holds up an atom without needing another one: the numbers of such rules, at a corner of it, each with a
    sign, and the name of a colour. Where no corner is free, they are left out."""
    size, every = _LABEL * geometry.unit, list[tuple[tuple[str, str, float], ...]]()
    for atoms in geometry.graph.atoms:
        rules = [rule for atom in atoms for rule in reading.rules_for(atom)
                 if not reading.program.rules[rule - 1].positive]
        told = [(f"{rule} {reading.verdict(rule).sign}".rstrip(), reading.verdict(rule).color) for rule in rules]
        if len(told) > _MOST_CHIPS:
            told = [*told[: _MOST_CHIPS - 1], (f"+{len(told) - _MOST_CHIPS + 1}", "muted")]
        every.append(tuple((text, color, canvas.measure(text, size, "bold") + 0.7 * size) for text, color in told))
    return _placed_chips(geometry, tuple(every))


@lru_cache(maxsize=8)  # for arrows and nodes of a few runs, in all frames of a transition; each keeps its graph
def _placed_chips(geometry: Geometry, every: tuple[tuple[tuple[str, str, float], ...], ...]) -> tuple[Chip, ...]:
    """Those of each node, with their widths, where they have room."""
    unit, size = geometry.unit, _LABEL * geometry.unit
    found, taken = list[Chip](), [*geometry.nodes.values(), *geometry.handles.values()]
    for name, told in zip(geometry.names, every, strict=True):
        widths = [width for *_, width in told]
        whole = sum(widths) + 2 * unit * (len(told) - 1)
        node, others = geometry.nodes[name], [place for place in taken if place != geometry.nodes[name]]
        for x, y in _corners(node, whole, 1.4 * size) if told else ():
            row = Rect(x, y, whole, 1.4 * size)
            if not any(row.meets(other) for other in others) and _inside(geometry.box.inset(-12 * unit), row):
                for index, (text, color, width) in enumerate(told):
                    left = x + sum(widths[:index]) + 2 * unit * index
                    found.append((Rect(left, y, width, 1.4 * size), text, color))
                taken.append(row)
                break
    return tuple(found)


def _corners(node: Rect, wide: float, high: float) -> tuple[Point, ...]:
    """Where something of that size may stand at a node, best first: at its corners, beyond a ring around it; where that
    has no room, nearer to it."""
    right, left = node.right - node.h * 0.18, node.x + node.h * 0.18 - wide
    return tuple((x, y) for out in (high + _RING, high * 0.55)
                 for y in (node.y - out, node.bottom - high + out) for x in (right, left))
