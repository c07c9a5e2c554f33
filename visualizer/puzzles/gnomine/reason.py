"""What the advisor says of fields, as it is drawn: from the flags to the numbers that they belong to, from the numbers
to the fields that they decide; what two numbers have in common is hatched."""

from __future__ import annotations

from algorithms.advice.gnomine import Advice, Claim
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.reasons import Link, Ray, Reason, Spot, all_rays

_MOST = 40  # fields that are drawn, and lines


def drawn(claim: Claim | Advice, game: Gnomine) -> Reason:
    """The picture of a claim; nothing where it names no number, or decides nothing."""
    mine = claim.mine if isinstance(claim, Claim) else claim.action == "flag"
    if isinstance(claim, Advice) and not claim.certain:
        return ()
    numbers = [name[1:] for name in claim.because if name[1:] in game.seen]
    fields = claim.fields[:_MOST]
    if not numbers or len(numbers) > _MOST:
        return (Link(follows=tuple(Spot(x, int(mine)) for x in fields)),)
    flags = tuple(dict.fromkeys(x for number in numbers for x in game.neighbours(number) if game.seen[x] == FLAG))
    rays = [Ray(Spot(x), Spot(number)) for number in numbers for x in game.neighbours(number) if x in flags]
    rays += [Ray(Spot(number), Spot(x)) for number in numbers for x in fields if x in game.neighbours(number)]
    follows = [Spot(x, int(mine)) for x in fields] + [Spot(x, int(not mine)) for x in claim.beside]
    return (Link(tuple(numbers), tuple(map(Spot, flags)), _shared(numbers, game) if len(numbers) == 2 else (),
                 follows=tuple(follows), rays=tuple(rays[:_MOST])),)


def _shared(numbers: list[str], game: Gnomine) -> tuple[str, ...]:
    """The undecided fields around both numbers."""
    one, other = numbers
    both = set(game.neighbours(one)) & set(game.neighbours(other))
    return tuple(x for x in game.seen if x in both and game.seen[x] == COVERED)


def around(game: Gnomine, number: str) -> Reason:
    """What a number is about: from the mines that are known to it, from it to the fields that it leaves open."""
    mines = tuple(Spot(x) for x in game.neighbours(number) if game.seen[x] < 0 and game.seen[x] != COVERED)
    covered = tuple(Spot(x) for x in game.neighbours(number) if game.seen[x] == COVERED)
    return (Link((number,), mines, rays=(*all_rays(mines, (Spot(number),)), *all_rays((Spot(number),), covered))),)


def counted_with(game: Gnomine, field: str) -> Reason:
    """The numbers of the component in which placements are counted for a field, and lines from those around it."""
    numbers, reached = list[str](), {field}
    found = True
    while found:
        found = False
        for number in game.as_mine_count().numbers:
            place = number.name[1:]
            if place not in numbers and not reached.isdisjoint(number.among):
                numbers.append(place)
                reached.update(number.among)
                found = True
    rays = tuple(Ray(Spot(x), Spot(field)) for x in numbers if field in game.neighbours(x))
    return (Link(tuple(numbers), rays=rays),) if 0 < len(numbers) <= _MOST else ()
