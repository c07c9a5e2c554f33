"""What counting and a player know of the covered fields, and the numbers on these: how likely a mine is, what the next
move is, and a search's scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from algorithms.problems.gnomine.position import COVERED
from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.canvas.strokes import draw_dashed_frame, draw_tick
from visualizer.canvas.theme import Theme
from visualizer.families.advice.numbers import risk_told
from visualizer.families.advice.state import PlayerState
from visualizer.families.counting.look import draw_member, draw_part, draw_rim, inside_rim, share_box
from visualizer.families.counting.placement_numbers import risk_of
from visualizer.families.counting.placements import PlacementsState
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import TICK, draw_chance, draw_flag, has_percent
from visualizer.puzzles.search_marks import Spotlight, has_room, searching
from visualizer.puzzles.search_numbers import numbers_on
from visualizer.runs.boards import OnBoard, Peers
from visualizer.runs.states import State

Tiles = Iterable[tuple[str, Rect]]


def draw_told(canvas: Canvas, tile: Rect, field: str, state: State, ink: Color, theme: Theme) -> None:
    """What is known of a field whose value is not: that it is to be played now, by counting, or by a player whose move
    it is."""
    if field in state.due:
        draw_certain(canvas, tile, state.due[field] == (1,), ink)
    elif (counted := state.of(PlacementsState)) is not None:
        draw_counted(canvas, tile, field, counted, theme)
    elif (player := state.of(PlayerState)) is not None and field in player.told:
        draw_told_risk(canvas, tile, player.told[field], ink, theme)


def draw_told_risk(canvas: Canvas, tile: Rect, risk: float, ink: Color, theme: Theme) -> None:
    """What comes next there, or is decided with it, in dashes as it is not done yet: a flag, or a tick where it is safe
    to uncover; else how likely a mine is."""
    if 0 < risk < 1:
        draw_chance(canvas, tile.inset(tile.w * 0.1), Fraction(risk), theme)
        return
    draw_certain(canvas, tile, risk == 1, ink)


def draw_certain(canvas: Canvas, tile: Rect, mine: bool, ink: Color) -> None:
    """A move that is certain, and not done yet."""
    inner, wide = tile.inset(tile.w * 0.13), max(1.5, tile.w * 0.035)
    draw_dashed_frame(canvas, inner.inset(-wide / 2), ink, wide, inner.w * 0.12)
    if mine:
        draw_flag(canvas, inner, ink, ink)
    else:
        draw_tick(canvas, inner.center, inner.w * 0.76 * TICK, ink)


def draw_counted(canvas: Canvas, tile: Rect, field: str, counted: PlacementsState, theme: Theme) -> None:
    """The component of a field, and its probability."""
    if field in counted.parts:
        asked = field in counted.touched
        draw_part(canvas, tile, counted.parts[field], counted.chances.get(field), asked, theme)
    elif field in counted.chances:
        draw_chance(canvas, draw_asked(canvas, tile, field, counted, theme), counted.chances[field], theme)


def draw_asked(canvas: Canvas, tile: Rect, field: str, counted: PlacementsState | None, theme: Theme) -> Rect:
    """A rim around a field whose probability was just found; the room inside."""
    return draw_rim(canvas, tile, theme) if _asked(field, counted) else tile


def _asked(field: str, counted: PlacementsState | None) -> bool:
    return counted is not None and field in counted.touched and field in counted.asked


def room_beside(canvas: Canvas, tile: Rect, field: str, state: State, theme: Theme) -> Rect:
    """Where what is inferred of a field is drawn: beside the letter of the component that it was counted in, or inside
    a rim."""
    counted = state.of(PlacementsState)
    if counted is None or field not in counted.parts:
        return draw_asked(canvas, tile, field, counted, theme)
    room = draw_member(canvas, tile, counted.parts[field], theme)
    draw_asked(canvas, tile, field, counted, theme)
    return room


def numbers_of(canvas: Canvas, tiles: Tiles, state: State, peers: Peers, pointed: str | None) -> Iterator[OnBoard]:
    """Those on covered fields; what the puzzle shows on the others is given."""
    game, counted = field_of(state), state.of(PlacementsState)
    covered = [(field, tile) for field, tile in tiles if game.seen[field] == COVERED and not game.mines]
    if searching(state):
        spot, roomy = Spotlight(peers, state, pointed), bool(covered) and has_room(covered[0][1])
        for field, tile in covered:
            if field in spot.depths or (roomy and spot.has_strip(field)):
                yield from numbers_on(canvas, tile, field, spot)
    elif (player := state.of(PlayerState)) is not None and (move := player.move) is not None:
        yield from (OnBoard(_inside(tile.inset(tile.w * 0.1)), risk_told(move, field), field) for field, tile in covered
                    if 0 < player.told.get(field, 0) < 1 and has_percent(tile.inset(tile.w * 0.1)))
    elif counted is not None:
        for field, tile in covered:
            if field in counted.chances and len(state.domains[field]) > 1 and (box := _box(tile, field, counted)):
                yield OnBoard(box, risk_of(field, counted.chances[field]), field)


def _box(tile: Rect, field: str, counted: PlacementsState) -> Rect | None:
    if field in counted.parts:
        return share_box(tile, asked=field in counted.touched)
    tile = inside_rim(tile) if _asked(field, counted) else tile
    return _inside(tile) if has_percent(tile) else None


def _inside(tile: Rect) -> Rect:
    """Where the number of a chance is written."""
    return tile.inset(tile.w * 0.2, tile.h * 0.25)
