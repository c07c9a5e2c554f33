"""What the advisor says of fields, as it is drawn: from the flags to the numbers that they belong to, from the numbers
to the fields that they decide; what two numbers have in common is hatched."""

from __future__ import annotations

from algorithms.advice.gnomine import Advice, Claim
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.reasons import Link, Ray, Reason, Spot

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
    return (Link(tuple(numbers), tuple(map(Spot, flags)), _shared(numbers, game) if len(numbers) == 2 else (),
                 follows=tuple(Spot(x, int(mine)) for x in fields), rays=tuple(rays[:_MOST])),)


def _shared(numbers: list[str], game: Gnomine) -> tuple[str, ...]:
    """The undecided fields around both numbers."""
    one, other = numbers
    both = set(game.neighbours(one)) & set(game.neighbours(other))
    return tuple(x for x in game.seen if x in both and game.seen[x] == COVERED)
