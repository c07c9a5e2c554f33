"""What is drawn on one field, and on its place in the cut-out: values, marks, chances, a flag, a mine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import NamedTuple

from algorithms.advice.gnomine import TOTAL
from algorithms.problems.forms.csp import Domain
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect
from visualizer.canvas.strokes import draw_cross as cross_out
from visualizer.canvas.strokes import draw_tick
from visualizer.canvas.suppose import draw_supposed
from visualizer.canvas.theme import Theme, mix
from visualizer.families.advice.state import PlayerState
from visualizer.families.consistency.state import looked_at
from visualizer.families.counting.look import in_percent
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.puzzles.gnomine.state import GnomineMoves, field_of
from visualizer.puzzles.network_values import assigned
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, TEST, UNKNOWN, VIOLATED, Role, colors
from visualizer.puzzles.search_marks import Spotlight, Spots, draw_cross, strip_high
from visualizer.puzzles.search_marks import draw_search as draw_on_top
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_in

_DIGIT, _PERCENT = 14.0, 26.0  # pixels: smaller fields have pips for their number, and a bar without one
_PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8), (0, 2, 3, 4, 5, 6, 8),
         (0, 1, 2, 3, 5, 6, 7, 8))  # of three by three places, as on dice

TICK = 0.48  # the radius of one in a square, for each pixel of that
_OPEN = Role("uncovered", "on_uncovered")
HIDDEN = Role("covered", "on_covered")
"""A covered field."""


def draw_domain(canvas: Canvas, tile: Rect, field: str, state: State, ink: Color, theme: Theme) -> None:
    """A neighbour in the cut-out: its name, and its domain with the value of the current assignment in full."""
    canvas.text((tile.center[0], tile.y + tile.h * 0.2), field, max(SMALLEST, tile.w * 0.18), ink, "center")
    domain = state.domains[field]
    at = tile.y + tile.h * 0.62
    if not domain:
        canvas.text((tile.center[0], at), "∅", tile.w * 0.42, ink, "center", "bold")
        return
    now = assigned(state, field)
    for value in domain:
        x = tile.center[0] + (0 if len(domain) == 1 else tile.w * (-0.2 if value == domain[0] else 0.2))
        idle = now is not None and len(domain) > 1 and value != now
        size = tile.w * (0.3 if idle else 0.44)
        canvas.text((x, at), str(value), size, theme.idle_value if idle else ink, "center", "sans" if idle else "bold")
        if now is not None and len(domain) > 1 and not idle:
            canvas.line((x - tile.w * 0.14, at + tile.h * 0.24), (x + tile.w * 0.14, at + tile.h * 0.24), ink,
                        max(2, tile.w * 0.035))


def digit_size(tile: Rect) -> float:
    """Of the digit on a field."""
    return max(SMALLEST, tile.w * 0.62)


def draw_count(canvas: Canvas, tile: Rect, number: int, ink: Color) -> None:
    """How many mines are around a field: a digit, or where that could not be read as many pips."""
    if tile.w >= _DIGIT:
        canvas.text(tile.center, str(number), digit_size(tile), ink, "center", "bold")
        return
    step = tile.w * 0.29
    for place in _PIPS[number]:
        at = tile.center[0] + (place % 3 - 1) * step, tile.center[1] + (place // 3 - 1) * step
        canvas.circle(at, max(0.8, tile.w * 0.11), ink)


def draw_inferred(canvas: Canvas, tile: Rect, domain: Domain, grown: float, theme: Theme,
                  ink: Color | None = None) -> None:
    """The square on a field whose value was inferred: a tick on green, a mine on red, ∅ for an empty domain."""
    mark = tile.inset(tile.w * (0.5 - 0.36 * max(0.2, grown)))
    if domain == (0,):
        canvas.rect(mark, theme.no_mine, theme.on_no_mine, 1, mark.w * 0.1)
        draw_tick(canvas, mark.center, mark.w * TICK, theme.on_no_mine)
    elif domain == (1,):
        canvas.rect(mark, theme.mine, theme.on_mine, 1, mark.w * 0.1)
        draw_mine(canvas, mark, theme.on_mine)
    else:
        canvas.text(tile.center, "∅", tile.w * 0.7, ink or theme.on_covered, "center", "bold")


def draw_tentative(canvas: Canvas, tile: Rect, mine: bool, theme: Theme, *, chosen: bool,
                   fill: Color | None = None) -> None:
    """A mine, or none, that is only supposed: hollow, on the ground of a supposition."""
    ground = theme.suppose_fill if fill is None else fill

    def draw(on: Canvas) -> None:
        draw_supposed(on, tile, theme, chosen=chosen, radius=min(9.0, tile.w * 0.12), fill=ground)
        draw_hollow_sign(on, tile.inset(tile.w * 0.16), mine, theme.suppose)

    canvas.alike(("tentative", tile, mine, chosen, ground, theme.suppose), draw)


def draw_hollow_sign(canvas: Canvas, box: Rect, mine: bool, color: Color) -> None:
    """A mine as a ring with spikes, or a tick."""
    if not mine:
        draw_tick(canvas, box.center, box.w * 0.84 * TICK, color)
        return
    (x, y), radius, wide = box.center, box.w * 0.25, max(1.2, box.w * 0.055)
    for spike in range(8):
        dx, dy = cos(spike * pi / 4), sin(spike * pi / 4)
        canvas.line((x + dx * radius * 1.18, y + dy * radius * 1.18), (x + dx * radius * 1.75, y + dy * radius * 1.75),
                    color, wide)
    canvas.circle((x, y), radius, None, color, wide)


def draw_chance(canvas: Canvas, tile: Rect, chance: Fraction, theme: Theme) -> None:
    """The probability of a mine in per cent, on a bar as high as it is probable."""
    bar = Rect(tile.x, tile.y + tile.h * (1 - float(chance)), tile.w, tile.h * float(chance))
    canvas.rect(tile, mix(theme.no_mine, theme.uncovered, 0.6), theme.covered_edge, 1)
    canvas.rect(bar, mix(theme.mine, theme.uncovered, 0.3))
    if not has_percent(tile):
        return
    text = in_percent(chance)
    canvas.text(tile.center, text, max(SMALLEST, tile.w * (0.44 if len(text) < 3 else 0.36)), theme.on_mine,
                "center", "bold")


def has_percent(tile: Rect) -> bool:
    """Is a field large enough for that number?"""
    return tile.w >= _PERCENT


def draw_found(canvas: Canvas, tile: Rect, field: str, spots: Spots | None, t: float, theme: Theme) -> None:
    """What a search for a solution knows of a covered field: the value that it has on this branch on a small square,
    and a smaller one for a value that alone is left; scores, and ∅ where nothing is. What changes shrinks and grows."""
    if spots is None or field_of(spots[1].state).seen[field] != COVERED:
        return
    spot = spots[t >= 0.5]
    domain = spot.state.domains[field]
    grown = 1.0 if spots[0].state.domains[field] == spots[1].state.domains[field] else abs(2 * t - 1)
    fill, ink = colors(HIDDEN, spot.role(field) or HIDDEN, 1, theme)
    room = tile.split_bottom(strip_high(tile))[0] if spot.has_strip(field) else tile
    if field == spot.search.emptied:
        canvas.text(tile.center, "∅", tile.w * 0.6, ink, "center", "bold")
        draw_cross(canvas, tile, ink)
    elif field in spot.tentative:
        role = spot.role(field)
        draw_tentative(canvas, tile.inset(tile.w * 0.4 * (1 - grown)), domain == (1,), theme,
                       chosen=spot.tentative[field],
                       fill=None if role in (None, CONSTRAINT) else fill)
        fill, ink = theme.suppose_fill, theme.suppose
    elif len(domain) == 1:
        side = min(room.w, room.h) * (0.52 if field in spot.supposed.how else 0.34) * max(0.2, grown)
        square = Rect(room.center[0] - side / 2, room.center[1] - side / 2, side, side)
        draw_value(canvas, square, domain == (1,), theme)
    draw_on_top(canvas, tile, field, spot, fill, ink, theme)


class Modelled(NamedTuple):
    """What a search for models knows of a covered field.

    known:   the value that it has in all models; ``neither``: it has none such
    models:  the values in the last two models, of a candidate for the backbone
    refuted: there is no model with the other value
    tried:   the value that is supposed, and ``chosen``: not only implied; else the one on the trail
    """

    known: Domain = ()
    neither: bool = False
    models: tuple[bool | None, ...] = ()
    refuted: bool = False
    supposed: bool | None = None
    chosen: bool = False
    value: bool | None = None


def neither(theme: Theme) -> Color:
    """The grey of what is no backbone, on a covered field and on a panel."""
    return mix(theme.covered, theme.on_covered, 0.62)


def draw_neither(canvas: Canvas, square: Rect, theme: Theme) -> None:
    """The sign of a field that is no backbone."""
    canvas.rect(square, neither(theme), theme.on_covered, 1)
    canvas.line((square.x, square.bottom), (square.right, square.y), mix(theme.covered, theme.background, 0.5),
                max(1.5, square.w * 0.094))


def modelled(state: SatState, field: str, known: Domain, tentative: Mapping[str, bool]) -> Modelled:
    """What is ``tentative`` on the trail is only supposed, as is the other model while it is asked for. Off the trail,
    a value that alone is ``known`` to be possible is a backbone."""
    for literal, domain in ((f"¬{field}", (0,)), (field, (1,))):
        fate = state.fates.get(literal)
        if fate == "backbone":
            return Modelled(domain)
        if fate in ("dropped", "free"):
            return Modelled(neither=True)
    asked = _asked(state, field)
    if state.models and (field in state.fates or f"¬{field}" in state.fates):
        first, *others = (True if field in model else False if f"¬{field}" in model else None for model in state.models)
        if (asked or field in tentative) and not (state.answered or state.refuted):
            return Modelled(models=(first,), supposed=_supposed(state, field), chosen=asked or tentative[field])
        if state.refuted:
            return Modelled(models=(first,), refuted=True)
        return Modelled(models=(first, *others[:1]))
    if field in tentative:
        return Modelled(supposed=_supposed(state, field), chosen=tentative[field])
    if field in state.values:
        return Modelled(value=state.values[field])
    return Modelled(known if len(known) == 1 else ())


def draw_search(canvas: Canvas, tile: Rect, found: Modelled, theme: Theme) -> None:
    """It is drawn as in section 3.3 of the thesis.

    A large square is a backbone: green with a tick no mine, red with a mine a mine; a grey one is none. Otherwise a
    diagonal parts two small squares, the field's values in the last two models (grey: left open; black with ✗: there is
    no second one); without models, one small square is its value on the trail.
    """
    side = tile.w * 0.32
    low = Rect(tile.x + tile.w * 0.1, tile.bottom - side - tile.w * 0.1, side, side)
    high = Rect(tile.right - side - tile.w * 0.1, tile.y + tile.w * 0.1, side, side)
    if found.known:
        draw_inferred(canvas, tile, found.known, 1.0, theme)
    elif found.neither:
        draw_neither(canvas, tile.inset(tile.w * 0.26), theme)
    elif found.models:
        canvas.line((tile.x, tile.y), (tile.right, tile.bottom), theme.on_covered, max(1.0, tile.w * 0.04))
        draw_value(canvas, low, found.models[0], theme)
        if found.supposed is not None:
            draw_tentative(canvas, high.inset(-side * 0.1), found.supposed, theme, chosen=found.chosen)
        elif found.refuted:
            canvas.rect(high, theme.on_uncovered)
            cross_out(canvas, high.center, high.w * 0.28, theme.uncovered, max(1.5, high.w * 0.09))
        elif len(found.models) > 1:
            draw_value(canvas, high, found.models[1], theme)
    elif found.supposed is not None:
        draw_tentative(canvas, tile, found.supposed, theme, chosen=found.chosen)
    elif found.value is not None:
        draw_value(canvas, tile.inset(tile.w * 0.28), found.value, theme)


def _asked(state: SatState, field: str) -> bool:
    """Is it the one that is asked for? It is looked at for every field, and the literals may be as many."""
    return len(state.probe) == 1 and state.probe[0].lstrip("¬") == field


def _supposed(state: SatState, field: str) -> bool:
    """Is it supposed that there is a mine: by what is asked, or on the trail?"""
    if _asked(state, field):
        return not state.probe[0].startswith("¬")
    return state.values.get(field, False)


def draw_value(canvas: Canvas, box: Rect, value: bool | None, theme: Theme) -> None:
    """A small square: a mine on red, a tick on green, nothing on grey."""
    if value is None:
        canvas.rect(box, neither(theme), theme.on_covered, 1)
        return
    canvas.rect(box, theme.mine if value else theme.no_mine, theme.on_mine, 1)
    if value:
        draw_mine(canvas, box, theme.on_mine)
    else:
        draw_tick(canvas, box.center, box.w * TICK, theme.on_no_mine)


def draw_flag(canvas: Canvas, tile: Rect, pole: Color, cloth: Color) -> None:
    """A flag on its pole."""
    x, y, w, h = tile
    canvas.polygon([(x + w * 0.42, y + h * 0.16), (x + w * 0.8, y + h * 0.35), (x + w * 0.42, y + h * 0.54)], cloth)
    canvas.rect(Rect(x + w * 0.36, y + h * 0.16, max(1.5, w * 0.07), h * 0.66), pole)
    canvas.rect(Rect(x + w * 0.24, y + h * 0.78, w * 0.36, max(1.5, h * 0.08)), pole)


def draw_exploded(canvas: Canvas, tile: Rect, theme: Theme) -> None:
    """The mine that went off, on a star."""
    x, y = tile.center
    points = [(x + cos(step * pi / 8) * radius, y + sin(step * pi / 8) * radius)
              for step in range(16) for radius in [tile.w * (0.49 if step % 2 == 0 else 0.3)]]
    canvas.polygon(points, theme.test, theme.on_test, max(1.0, tile.w * 0.03))
    draw_mine(canvas, tile, theme.on_test)


def draw_at_end(canvas: Canvas, tile: Rect, field: str, moves: GnomineMoves, theme: Theme) -> None:
    """A field that is not open when the game is over: where a mine was, and a flag that was wrong."""
    flagged, mine = moves.seen[field] == FLAG, field in moves.mines
    if flagged and not mine:
        canvas.rect(tile, theme.mine, theme.covered_edge, 1, tile.w * 0.12)
        draw_flag(canvas, tile, theme.on_mine, theme.on_mine)
        inner, wide = tile.inset(tile.w * 0.12), max(2.0, tile.w * 0.09)
        canvas.line((inner.x, inner.y), (inner.right, inner.bottom), theme.on_mine, wide)
        canvas.line((inner.x, inner.bottom), (inner.right, inner.y), theme.on_mine, wide)
    elif flagged:
        draw_flag(canvas, tile, theme.on_covered, theme.mine)
    elif mine and moves.ended is False:
        canvas.rect(tile, theme.uncovered, theme.covered_edge, 1, tile.w * 0.12)
        draw_mine(canvas, tile, theme.on_uncovered)
    elif mine:  # left alone to the end: known, as a mine that is inferred
        draw_inferred(canvas, tile, (1,), 1.0, theme)


def draw_mine(canvas: Canvas, tile: Rect, color: Color) -> None:
    """A mine: a disc with eight spikes."""
    x, y = tile.center
    radius = tile.w * 0.24
    for spike in range(4):
        dx, dy = cos(spike * pi / 4) * radius * 1.6, sin(spike * pi / 4) * radius * 1.6
        ends: tuple[Point, Point] = ((x - dx, y - dy), (x + dx, y + dy))
        canvas.line(*ends, color, max(1.0, tile.w * 0.07))
    canvas.circle((x, y), radius, color)


def in_row(row: Rect, count: int) -> Iterator[Rect]:
    """The places of the fields of a row."""
    side = row.w / count
    gap = 1 if side > 8 else 0
    return (Rect(row.x + index * side, row.y, side - gap, side - gap) for index in range(count))


def sat_roles(state: SatState) -> dict[str, Role]:
    """The fields of the literals that are tested, and of the at-least constraint that is looked at, with its number, or
    the total; nothing once all is known."""
    if state.settled:
        return {}
    roles = {literal.lstrip("¬"): TEST for literal in state.probe}
    if state.clause is None or state.refuted or state.form.noun != "constraint":
        return roles
    for literal in state.literals_of(state.clause):
        roles[literal.lstrip("¬")] = UNKNOWN if state.truth(literal) is None else KNOWN
    if (origin := state.form.origins[state.clause - 1]).startswith("C(") or origin == TOTAL:
        roles[origin.removeprefix("C")] = VIOLATED if state.conflict == state.clause else CONSTRAINT
    return roles


def touched_roles(state: State) -> dict[str, Role]:
    """The fields that are looked at; of a player also the numbers that decide its move, or that clash."""
    if (sat := sat_in(state)) is not None:
        return sat_roles(sat)
    if (counted := state.of(PlacementsState)) is not None:
        return counted_roles(counted, over=state.outcome is not None)
    roles = dict.fromkeys(state.family.looks_at(), UNKNOWN)
    if (player := state.of(PlayerState)) is None:
        return roles
    numbers = [name[1:] for name in player.because if name.startswith("C(")]
    if state.outcome == "unsatisfiable":
        return dict.fromkeys(numbers, VIOLATED) | roles
    return _shared(state, player, numbers) | dict.fromkeys(numbers, CONSTRAINT) | roles


def _shared(state: State, player: PlayerState, numbers: Sequence[str]) -> dict[str, Role]:
    """The covered fields around more than one of these numbers, but those that they decide."""
    game = field_of(state).position()
    around = Counter(x for number in numbers for x in game.neighbours(number) if game.seen[x] == COVERED)
    return {x: KNOWN for x, count in around.items() if count > 1 and x not in player.told}


def counted_roles(counted: PlacementsState, *, over: bool) -> dict[str, Role]:
    """The cells that are counted, or settled, until all are; the number or the total that decides those that are looked
    at, or the numbers that clash."""
    because = {name[1:]: VIOLATED if breaks else CONSTRAINT for name, breaks in counted.used.items()}
    cells = dict.fromkeys(counted.touched, TEST if counted.used else UNKNOWN)
    return ({TOTAL: CONSTRAINT} if counted.because == TOTAL else because) | ({} if over else cells)


def told_numbers(state: State, marks: Iterable[str]) -> Mapping[str, bool]:
    """The numbers whose mines are shown, each with its own: is it one that breaks? Those that a thought goes through,
    or that settle what is counted; and those that are pointed out, but where something is tried or supposed."""
    if (thought := thought_in(state)) is not None:
        return thought.used()
    counted, field = state.of(PlacementsState), field_of(state)
    if counted is not None and counted.used:
        return counted.used
    look = looked_at(state)
    if state.family.tentative or look.pair is not None:
        return {}
    tested = None if look.satisfied is None and state.wiped is None else look.constraint
    roles = {} if (sat := sat_in(state)) is None else sat_roles(sat)
    return {f"C{x}": roles.get(x) == VIOLATED for x in marks
            if f"C{x}" != tested and 0 < field.seen.get(x, 0) >= _mines(state, x)}


def _mines(state: State, number: str) -> int:
    """How many are known around it; that these are too many, only the algorithm says."""
    return sum(state.domains[x] == (1,) for x in field_of(state).puzzle.neighbours(number))


def spotlit(spot: Spotlight, fields: Iterable[str], numbers: Collection[str]) -> dict[str, Role]:
    """What a search makes of the fields: those that it looks at, and the number that it has just struck by."""
    roles = spot.roles(fields)
    if (thought := thought_in(spot.state)) is not None:
        roles |= {name[1:]: VIOLATED for name, breaks in thought.used().items() if breaks and name in numbers}
    if spot.search.because in numbers:
        roles[str(spot.search.because)[1:]] = VIOLATED if spot.search.conflict else CONSTRAINT
    return roles


def base_role(seen: int) -> Role:
    """How a field looks that no constraint concerns."""
    if seen == MINE:
        return VIOLATED
    return _OPEN if seen >= 0 else HIDDEN
