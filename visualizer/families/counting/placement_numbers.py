"""The numbers of the panels of counted placements: how many a component has, what each weighs, how the parts multiply,
and how likely a mine is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any

from algorithms import events as e
from algorithms.events.counting import large
from algorithms.words import percent
from visualizer.families.counting.look import in_percent
from visualizer.families.counting.parts import Component, Rest, Ways, brief, together, weights
from visualizer.runs.numbers import Counted, Number, Worth, events_since, last_of, said

_PARTS = events_since((e.PlacementsCounted, e.ModelsCounted))
_ALL = last_of((e.ModelsCounted,))


def _brief(value: Worth) -> str:
    return brief(int(value))


def _large(value: Worth) -> str:
    return large(int(value))


def _percent(value: Worth) -> str:
    return percent(Fraction(value))


def _of(index: int) -> Callable[[Any], bool]:
    return lambda event: event.component == index


def placements_of(part: Component) -> Number:
    """How many placements a component has."""
    return Number(f"placements of {part.letter}", part.count, "in how many ways mines can lie on this component, for "
                  "all numbers of mines together", events_since((e.PlacementsCounted,), when=_of(part.index)),
                  lambda event: event.count, form=_brief)


def ways_of(part: Component, mines: int) -> Number:
    """How many of them have so many mines."""
    counted = events_since((e.PlacementsCounted,),
                           when=lambda event: (event.component, event.mines) == (part.index, mines))
    return Number(f"placements of {part.letter} with {mines}", part.ways[mines], "placements of this component that "
                  "have so many mines", counted, lambda event: event.count, form=_brief)


# --- what follows from the placements of all components --------------------------------------------------------------


def _read(events: Sequence[Any], index: int) -> tuple[Ways, Ways, Rest]:
    """Of the events: the placements of the component, of all others together, and the rest."""
    parts: dict[int, dict[int, int]] = {}
    rest = Rest(0, None)
    for event in events:
        if isinstance(event, e.ModelsCounted):
            rest = Rest(event.untouched, event.left)
        else:
            parts.setdefault(event.component, {})[event.mines] = event.count
    return parts.get(index, {}), together([ways for number, ways in parts.items() if number != index]), rest


def _split(events: Sequence[Any], index: int, mines: int, *, one: bool) -> list[int]:
    """What a placement with so many mines weighs, or all with so many, split by the mines of the others."""
    own, others, rest = _read(events, index)
    return [weight * (1 if one else own[mines]) for weight in weights(mines, others, rest).values()]


def weight_of(part: Component, mines: int, value: int, *, one: bool) -> Number:
    """What a picture weighs."""
    what = "a placement" if one else "all placements"
    return Number(f"weight with {mines} on {part.letter}", value, f"in how many ways all else goes on where {what} of "
                  "this component with so many mines hold, from what was counted of all others and the rest", _PARTS,
                  rule=lambda events: sum(_split(events, part.index, mines, one=one)), form=_brief)


def parts_of(part: Component, mines: int, values: Sequence[int], *, one: bool) -> list[Number]:
    """The same, split by the mines of the others."""

    def number(index: int, value: int) -> Number:
        return Number(f"part {index + 1} of the weight with {mines} on {part.letter}", value, "the weight for one "
                      "number of mines on the others", _PARTS,
                      rule=lambda events: _split(events, part.index, mines, one=one)[index])

    return [number(index, value) for index, value in enumerate(values)]


def others_of(part: Component, mines: int, value: int) -> Number:
    """In how many ways so many mines lie on the others."""
    return Number(f"others than {part.letter} with {mines}", value, "in how many ways so many mines lie on all other "
                  "components together", _PARTS, rule=lambda events: _read(events, part.index)[1][mines], form=_brief)


def factors_of(part: Component, own: int, other: int, factors: Sequence[int], *, alone: bool) -> list[Number]:
    """Of a cell of the product: the component, the others unless it is ``alone``, and the rest unless nobody counts
    it."""
    found = [ways_of(part, own)]
    if not alone:
        found.append(others_of(part, other, factors[1]))
    if len(factors) > len(found):
        found.append(Number(f"rest with {own} + {other}", factors[-1], "in how many ways the mines that are left lie "
                            "on the fields that no number touches", _ALL, form=_brief,
                            rule=lambda events: Rest(events[-1].untouched, events[-1].left).ways(own + other)))
    return found


def on_rest_of(mines: int, value: int) -> Number:
    """How many mines are left for the rest."""
    return Number(f"mines on the rest with {mines}", value, "mines to lay, without those on the components", _ALL,
                  rule=lambda events: events[-1].left - mines)


def product_of(part: Component, own: int, other: int, value: int) -> Number:
    """What a cell of the product comes to."""

    def rule(events: Sequence[Any]) -> Worth:
        mine, others, rest = _read(events, part.index)
        return mine[own] * others[other] * rest.ways(own + other)

    return Number(f"product with {own} on {part.letter}, {other} on the others", value, "the placements of the "
                  "component, of the others and of the rest, multiplied", _PARTS, rule=rule, form=_brief)


def left_of(rest: Rest) -> list[Number]:
    """The mines to lay, and the fields of the rest."""
    if rest.left is None:
        return []
    return [Number("mines to lay", rest.left, "mines on all fields that are not settled", _ALL, rule=said("left")),
            Number("fields in the rest", rest.fields, "fields that no number touches", _ALL, rule=said("untouched"))]


def all_of(models: int, form: Callable[[Worth], str] = _large) -> Number:
    """All placements."""
    return Number("placements", models, "placements of mines that fit all numbers", last_of((e.ModelsCounted,
                  e.NoPlacement)), rule=_models, form=form)


def together_of(models: int) -> Number:
    """The same, as a sum of products."""
    return all_of(models, _brief)


def _models(events: Sequence[Any]) -> Worth:
    return 0 if isinstance(events[-1], e.NoPlacement) else events[-1].models


# --- how likely a mine is --------------------------------------------------------------------------------------------


def _found(fields: frozenset[str]) -> Counted:
    return events_since((e.ProbabilityFound,), when=lambda event: not fields.isdisjoint(event.cells))


def share_of(field: str, mines: int, total: int) -> list[Number]:
    """How many placements have a mine there, of how many, and which part that is."""
    found = last_of((e.ProbabilityFound,), when=lambda event: field in event.cells)
    return [Number(f"placements with a mine at {field}", mines, "placements that have a mine there", found,
                   rule=said("mines"), form=_large),
            all_of(total),
            Number(f"risk at {field}", Fraction(mines, total), "placements with a mine there, of all", found,
                   lambda event: event.probability, said("probability"), _percent)]


def risk_of(field: str, value: Fraction) -> Number:
    """The last of these, as a field has it: in per cent."""
    return Number(f"risk at {field}", value, "placements with a mine there, of all, in per cent",
                  last_of((e.ProbabilityFound,), when=lambda event: field in event.cells),
                  lambda event: event.probability, said("probability"), in_percent)


def least_of(fields: Collection[str], value: Fraction) -> Number:
    """The least risk of these fields."""
    return Number("least risk", value, "the least of the probabilities of covered fields", _found(frozenset(fields)),
                  lambda event: event.probability, lambda events: min(event.probability for event in events), _percent)
