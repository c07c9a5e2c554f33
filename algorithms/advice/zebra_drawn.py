"""The steps of a Zebra as they are drawn: cells of the street, and clues.

A cell ``Norwegian=1`` stands for that name in that house, a place ``clue 4`` for the clue where it is written.
"""

from __future__ import annotations

from algorithms.problems.zebra.deduction import Left, Step, houses_of
from algorithms.problems.zebra.street import Street
from algorithms.reasons import Link, Ray, Reason, Spot, all_rays


def drawn(street: Street, left: Left, step: Step) -> Reason:
    """A step; a supposition as its steps, up to the contradiction."""
    if step.rule == "suppose":
        [(x, house)] = step.struck
        return (Link(causes=(Spot(f"{x}={house}"),)), *(_link(street, left, link) for link in step.chain),
                Link(struck=(Spot(f"{x}={house}"),)))
    return (_link(street, left, step),)


def _link(street: Street, left: Left, step: Step) -> Link:
    struck = tuple(Spot(f"{x}={house}") for x, house in step.struck)
    if step.rule == "clue":
        return _of_clue(street, left, step, struck)
    if step.rule == "taken":
        home = Spot(f"{step.names[0]}={step.houses[0]}")
        return Link(causes=(home,), struck=struck, rays=all_rays((home,), struck))
    if step.rule == "only":
        home = Spot(f"{step.names[0]}={step.houses[0]}")
        column = tuple(f"{y}={step.houses[0]}" for y in street.attributes[step.row])
        return Link(column, struck=struck, follows=(home,), rays=all_rays((home,), struck))
    group = tuple(Spot(f"{y}={where}") for y in step.names for where in step.houses if left[y] >> where - 1 & 1)
    return Link(causes=group, struck=struck, rays=all_rays(group[:1], struck))


def _of_clue(street: Street, left: Left, step: Step, struck: tuple[Spot, ...]) -> Link:
    """The clue with the houses left to its names, and a line to each cell that it strikes."""
    clue, place = street.clues[step.clue - 1], f"clue {step.clue}"
    gone = {spot.place for spot in struck}
    causes = tuple(Spot(f"{y}={house}") for y in clue.names for house in houses_of(left[y])
                   if f"{y}={house}" not in gone)
    return Link((place,), causes, struck=struck, rays=tuple(Ray(Spot(place), spot) for spot in struck))
