"""What may be asked of counting mines: which number decides, how mines can lie, how likely a mine is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod

from algorithms import events as e
from algorithms.core import Event, trace
from algorithms.counting import PLACEMENTS
from algorithms.counting.mines import count
from algorithms.problems.forms.mine_count import MineCount, Number
from algorithms.words import counted
from visualizer.families.counting.parts import placements
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.counting.shares import no_share
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_MOST = 10_000  # models: nobody counts more, or reads their shares
_MOST_PLACED, _TOLD = 600, 3  # placements that are gone through, and those that are told


@lru_cache(maxsize=16)
def told(form: MineCount) -> tuple[Event, ...]:
    """All that the exact count says of a position."""
    return tuple(trace(count(form))[0])


def models_of(form: MineCount) -> int:
    """The placements that fit."""
    return next((event.models for event in told(form) if isinstance(event, e.ModelsCounted)), 0)


# --- which number decides ---------------------------------------------------------------------------------------------


def open_numbers(before: Before) -> list[Number]:
    """The numbers with open fields, as what is settled leaves them."""
    form, d = before.form, before.state.domains
    found = []
    for number in form.numbers:
        among = tuple(x for x in number.among if len(d[x]) > 1)
        mines = number.mines - sum(d[x] == (1,) for x in number.among if x not in among)
        if among:
            found.append(Number(number.name, mines, among))
    return found


def decides(number: Number) -> bool:
    """Are all its open fields mines, or none?"""
    return number.mines in (0, len(number.among))


def names_of_open(before: Before) -> Sequence[str]:
    """The numbers that have open fields, by name."""
    return [number.name for number in open_numbers(before)]


def also_decide(before: Before, event: e.NumberSettled) -> Sequence[str]:
    """They are gone through in order; any of them could be first."""
    return [number.name for number in open_numbers(before) if decides(number) and number.name != event.number]


def decides_nothing(before: Before, _event: e.NumberSettled, name: str) -> str:
    """What a number lacks, of how many fields."""
    number = next(number for number in open_numbers(before) if number.name == name)
    if decides(number):
        return ""
    return f"{name} lacks {counted(number.mines, 'mine')}, and has {len(number.among)} open fields: some are mines, " \
           "and some are not."


def number_hints(before: Before, _event: e.NumberSettled) -> Hints:
    """Where to look for a number that settles its fields."""
    least = min(len(number.among) for number in open_numbers(before))
    return (f"Look at numbers with few open fields: some have {least}.",
            "Take the mines away that are found. Is what a number lacks 0, or as much as it has open fields?")


def forgets_found(before: Before, event: Event) -> Event | None:
    """A number asks its open fields for all of its mines, also for those that are found."""
    if not isinstance(event, e.NumberSettled):
        return None
    for given, now in zip((n for n in before.form.numbers if n.name in names_of_open(before)), open_numbers(before),
                          strict=True):
        if given.mines == len(now.among) and not decides(now):
            return e.NumberSettled(now.name, now.among, True)
    return None


# --- how many placements ----------------------------------------------------------------------------------------------


def component_counts(before: Before) -> Sequence[int]:
    """What the components have, and what they would have if no number said where."""
    events = told(before.form)
    sizes = [len(event.cells) for event in events if isinstance(event, e.ComponentFound)]
    counts = [event for event in events if isinstance(event, e.PlacementsCounted)]
    free = (comb(sizes[event.component - 1], event.mines) for event in counts)
    return list(dict.fromkeys((*(event.count for event in counts), *free)))


def other_placements(before: Before, event: e.PlacementsCounted, count: int) -> str:
    """Placements of which there are more, or one that a number does not allow."""
    part = before.of(PlacementsState).components[event.component - 1]
    found = placements(part.numbers, part.cells, len(part.cells), _MOST_PLACED)
    if found is None or comb(len(part.cells), event.mines) > _MOST_PLACED:
        return ""
    fit = [mines for mines in found if len(mines) == event.mines]
    if count < len(fit):
        told = [" + ".join(x for x in part.cells if x in mines) or "no mine" for mines in fit[:min(count, _TOLD) + 1]]
        return f"There are more ways: {', '.join(told)}."
    for mines in combinations(part.cells, event.mines):
        broken = next((number for number in part.numbers if len({*mines} & {*number.among}) != number.mines), None)
        if broken is not None and count > len(fit):
            return f"There are fewer ways: with {' + '.join(mines) or 'no mine'}, {broken.name} would not hold."
    return ""


def component_hints(_before: Before, event: e.PlacementsCounted) -> Hints:
    """Where to look for the placements of a component."""
    return (f"Look at the numbers around component {event.letter}.",
            "Suppose a mine on one field: what do the numbers then say of the others? Then suppose none there.")


def mines_anywhere(before: Before, event: Event) -> Event | None:
    """So many mines lie on so many fields in any way."""
    if not isinstance(event, e.PlacementsCounted):
        return None
    part = before.of(PlacementsState).components[event.component - 1]
    return replace(event, count=comb(len(part.cells), event.mines))


def model_counts(before: Before) -> Sequence[int]:
    """How many models there are, and what wrong rules give."""
    form = before.form
    if models_of(form) > _MOST:
        return ()
    return list(dict.fromkeys((models_of(form), _product(before), _sum(before))))


def _ways(before: Before) -> list[int]:
    return [sum(part.ways.values()) for part in before.of(PlacementsState).components]


def _product(before: Before) -> int:
    return prod(_ways(before))


def _sum(before: Before) -> int:
    return sum(_ways(before))


def models_hints(before: Before, event: e.ModelsCounted) -> Hints:
    """Where to look for how many models there are."""
    if not event.untouched:
        return "Look at what each component has.", "Each placement of one goes with each of the others."
    return ("Look at the components, and at the fields that no number touches.",
            "For each way to place the components: in how many ways do the mines that are left lie on the rest?")


def rest_forgotten(before: Before, event: Event) -> Event | None:
    """Only the components matter: their placements are multiplied."""
    if not isinstance(event, e.ModelsCounted) or event.left is None:
        return None
    return replace(event, models=_product(before))


def components_added(before: Before, event: Event) -> Event | None:
    """The placements of components are added."""
    if not isinstance(event, e.ModelsCounted) or len(before.of(PlacementsState).components) < 2:
        return None
    return replace(event, models=_sum(before))


# --- how likely a mine is ---------------------------------------------------------------------------------------------


def mine_chances(before: Before) -> Sequence[Fraction]:
    """The shares of all groups, and those of numbers alone. Of fields that are certain nothing is asked, nor of the
    rest: these come first and last."""
    found, form = before.of(PlacementsState), before.form
    asked = {x: len(before.state.domains[x]) for number in form.numbers for x in number.among if x not in found.chances}
    if not asked or min(asked.values()) == 1 or models_of(form) > _MOST:
        return ()
    shares = [event.probability for event in told(form) if isinstance(event, e.ProbabilityFound)]
    return list(dict.fromkeys((*shares, *(Fraction(n.mines, len(n.among)) for n in open_numbers(before)))))


def other_share(before: Before, event: e.ProbabilityFound, share: Fraction) -> str:
    """How many placements a share would be, and whether that is too many."""
    every = before.of(PlacementsState).models
    if not every or share == event.probability:
        return ""
    return no_share(share, event.probability, every, "placements", f"a mine at {event.cells[0]}")


def chance_hints(_before: Before, event: e.ProbabilityFound) -> Hints:
    """Where to look for how likely a mine is."""
    return (f"Look at the placements in which {event.cells[0]} is a mine.",
            "How much weight have they, of that of all placements? One weighs as much as the rest can be placed.")


def one_number(before: Before, event: Event) -> Event | None:
    """The number beside it says how likely a mine is: one of three is a third."""
    if not isinstance(event, e.ProbabilityFound):
        return None
    around = [number for number in open_numbers(before) if event.cells[0] in number.among]
    if not around:
        return None
    return e.ProbabilityFound(event.cells, around[0].mines, len(around[0].among))


def weigh_alike(before: Before, event: Event) -> Event | None:
    """Each placement on the components counts once, in however many ways the rest can be placed."""
    form: MineCount = before.form
    if not isinstance(event, e.ProbabilityFound) or form.mines is None:
        return None
    alike = told(replace(form, untouched=(), mines=None))
    return next((other for other in alike if isinstance(other, e.ProbabilityFound) and other.cells == event.cells),
                None)


declare_questions(PLACEMENTS, [
    Askable(
        event=e.NumberSettled, field="number", prompt="Which number alone decides all open fields that it has?",
        answer="choice", candidates=names_of_open, legal=also_decide, hints=number_hints, against=decides_nothing,
        rule="A number decides if it lacks no mine any more, or as many as it has open fields."),
    Askable(
        event=e.PlacementsCounted, field="count", prompt="In how many ways can {much} lie on component {letter}?",
        candidates=component_counts, hints=component_hints, against=other_placements, after=(e.ComponentFound,),
        spoilers=(e.GroupPlaced,),
        rule="A placement counts if all numbers around the component have just their mines."),
    Askable(
        event=e.ModelsCounted, field="models", prompt="How many placements are there on the whole board?",
        candidates=model_counts, hints=models_hints, after=(e.PlacementsCounted,),
        rule="For all mines on the components: multiply the placements of each, and the ways for the rest; then add."),
    Askable(
        event=e.ProbabilityFound, field="probability", prompt="{cells}, a mine: in which share of all placements?",
        answer="choice", candidates=mine_chances, hints=chance_hints, against=other_share,
        rule="Of all placements on the whole board count those with a mine there."),
], [
    Misconception(
        name="mines that are found still count", deviate=forgets_found, lesson="how-likely-is-a-mine",
        text="{number} has a mine already, so its open fields need not all be mines."),
    Misconception(
        name="mines lie anywhere", deviate=mines_anywhere, lesson="two-components-and-the-rest",
        text="So they would lie if no number said where. Some of these placements break a number."),
    Misconception(
        name="the rest does not matter", deviate=rest_forgotten, lesson="two-components-and-the-rest",
        text="So many are there of the components alone; the mines that are left lie on the rest in several ways, or "
             "in none."),
    Misconception(
        name="components add up", deviate=components_added, lesson="two-components-and-the-rest",
        text="Each placement of one component goes with each of another: that is a product."),
    Misconception(
        name="one number tells the chance", deviate=one_number, lesson="how-likely-is-a-mine",
        text="So says one number alone. What else is known makes some of its placements heavier than others."),
    Misconception(
        name="placements weigh alike", deviate=weigh_alike, lesson="two-components-and-the-rest",
        text="That counts each placement of a component once. It counts as often as the rest can be placed with it."),
])
