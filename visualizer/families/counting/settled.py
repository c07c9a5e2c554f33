"""What a number settles alone, and where none fits: from the mines that it has to the number, on to what it decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from algorithms.problems.forms.mine_count import Number
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.reasons import Link, Ray, Reason, Spot
from visualizer.runs.states import State


def clash_of(numbers: Sequence[Number], names: Sequence[str], state: State) -> dict[str, bool]:
    """For each of those numbers, which no placement fits together: is it one that what is settled breaks alone? Where
    none is, all are broken."""
    broken = {number.name: _breaks(number, state) for number in numbers if number.name in names}
    return {name: broken.get(name, False) or not any(broken.values()) for name in names}


def _breaks(number: Number, state: State) -> bool:
    mines = sum(state.domains[x] == (1,) for x in number.among)
    open_ = sum(len(state.domains[x]) > 1 for x in number.among)
    return not mines <= number.mines <= mines + open_


def reason_of(state: State, used: Mapping[str, bool], cells: Sequence[str]) -> Reason:
    """Lines from the mines around the numbers that are ``used``, and from these to the ``cells`` that they settle; of
    numbers that clash, those to the broken ones."""
    game: Gnomine = state.position()
    clash = any(used.values())
    links = []
    for name in (name for name, breaks in used.items() if breaks or not clash):
        number, around = Spot(name[1:]), game.neighbours(name[1:])
        mines = [Spot(x) for x in around if state.domains.get(x) == (1,) and x not in cells]
        links.append((mines, [*(Ray(mine, number) for mine in mines), *_to(number, around, cells)]))
    return (Link(causes=tuple(dict.fromkeys(mine for mines, _ in links for mine in mines)),
                 rays=tuple(ray for _, rays in links for ray in rays)),) if links else ()


def _to(number: Spot, around: Sequence[str], cells: Sequence[str]) -> Iterator[Ray]:
    for cell in cells:
        if cell in around:
            yield Ray(number, Spot(cell))
