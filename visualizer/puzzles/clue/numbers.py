"""The numbers of the notepad: how likely a card is where, what a flip would break, and what stands at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from algorithms.words import rounded
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.families.counting import deal_numbers
from visualizer.families.sampling import numbers as sampler_numbers
from visualizer.families.sampling.family import deals_in, sampling_in
from visualizer.families.sampling.state import SamplingState
from visualizer.puzzles.clue.look import CellLook, fitting, number, tab_of, written_in
from visualizer.runs.boards import OnBoard
from visualizer.runs.numbers import Number, Worth
from visualizer.runs.states import State


def numbers_in(canvas: Canvas, cell: Rect, at: tuple[str, str], look: CellLook, state: State) -> Iterator[OnBoard]:
    """Those of a cell. O and X are none."""
    card, place = at
    name, (room, tab) = f"{card}={place}", written_in(canvas, cell, look)
    sampling, deals = sampling_in(state), deals_in(state)
    if look.text[-1:].isdigit() and cell.h >= SMALLEST and (text := fitting(canvas, look.text, room)):

        def form(value: Worth) -> str:
            whole = rounded(value, 2) if sampling is not None else number(Fraction(value))
            return fitting(canvas, whole, room) or text

        box = room.inset(room.w * 0.15, room.h * 0.15)
        if sampling is not None:
            yield OnBoard(box, sampler_numbers.share_of(sampling, name, form), name)
        elif deals is not None:
            yield OnBoard(box, deal_numbers.share_of(card, place, deals.shares[name], form), name)
    if look.tab and sampling is not None and sampling.candidates is not None and tab_of(canvas, cell, look.tab)[1]:
        scored = sampling.candidates
        index = scored.candidates.index(name)
        yield OnBoard(tab, sampler_numbers.breaks_of(name, index, scored.breaks[index]), name)


def at_foot(state: State, exact: Mapping[str, float], text: str) -> Sequence[Number]:
    """Those in the text at the foot, which may have lost its end."""
    sampling, deals = sampling_in(state), deals_in(state)
    if sampling is None:
        return [] if deals is None or deals.models is None else [deal_numbers.deals_of(deals.models)]
    return list(_of_samples(sampling, exact, text)) if sampling.found else []


def _of_samples(state: SamplingState, exact: Mapping[str, float], text: str) -> Iterator[Number]:
    """In their order there."""
    _, new, _, recorded = sampler_numbers.numbers_of(state)
    yield recorded
    if "different" in text:
        yield new
    if "RMSD" in text:
        yield sampler_numbers.error_now_of(state, exact)
    if "interval" in text:
        named = {name: interval for name, interval in state.intervals().items() if name in exact}
        inside = sum(low <= exact[name] <= high for name, (low, high) in named.items())
        yield from sampler_numbers.inside_of(exact, inside, len(named))
