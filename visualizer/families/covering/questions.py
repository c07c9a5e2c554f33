"""What may be asked of dancing links: which item is branched on, which options go with it, what comes back first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms import events as e
from algorithms.core import Event
from algorithms.covering import COVERING
from algorithms.words import counted
from visualizer.families.covering.state import CoverState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_MOST = 9  # items that are told apart when one of them comes back
_READABLE = 60  # items: in a larger matrix nobody sees which has most options


def ways(before: Before) -> dict[str, int]:
    """The items that need something still, each with its ways to go on, the fewest first."""
    cover = before.of(CoverState)
    found: dict[str, int] = {}
    for name in cover.items:
        if name not in cover.covered:
            needed, left = cover.needs(name)
            if needed > 0:
                found[name] = left - needed + 1
    return dict(sorted(found.items(), key=lambda item: item[1]))


def also_fewest(before: Before, event: e.ItemSelected) -> Sequence[str]:
    """The items with as few ways to go on; where one has none, all that have none."""
    return [name for name, count in ways(before).items() if max(0, count) == max(0, event.branches)
            and name != event.item]


def not_narrowest(before: Before, event: e.ItemSelected, name: str) -> str:
    """How many ways to go on an item has."""
    count = max(0, ways(before)[name])
    return f"{name} has {counted(count, 'way')} to go on, and another item has fewer." if count > event.branches else ""


def item_hints(_before: Before, _event: e.ItemSelected) -> Hints:
    """Where to look for the item."""
    return "Count the options that each item has left.", "Where is least to choose?"


def most_first(before: Before, event: Event) -> Event | None:
    """Where most can be chosen, it is easiest to go on."""
    if not isinstance(event, e.ItemSelected) or event.item is None:
        return None
    found = ways(before)
    if not 1 < len(found) <= _READABLE:
        return None
    return replace(event, item=max(found, key=lambda name: found[name]))


def open_options(before: Before) -> Sequence[str]:
    """The options, or literals, that are open in items which are not covered, where none has the name of an item."""
    cover = before.of(CoverState)
    found = dict.fromkeys(cover.form.word(literal) for name, item in cover.items.items() if name not in cover.covered
                          for literal in item.literals if cover.truth(cover.form.word(literal)) is None)
    return tuple(found) if found.keys().isdisjoint(cover.items) else ()


def not_of_it(before: Before, event: e.ItemCovered, option: str) -> str:
    """That an option has nothing to do with the item."""
    cover = before.of(CoverState)
    own = {cover.form.word(literal) for literal in cover.items[event.item].literals}
    return "" if option in own else f"{event.item} is not in {option}: that can still be taken for what it is in."


def leaving_hints(_before: Before, event: e.ItemCovered) -> Hints:
    """Where to look for what leaves with an item."""
    return (f"Look at item {event.item}.",
            "Which of its options are still open? None of them may be taken for another item.")


def only_the_item(_before: Before, event: Event) -> Event | None:
    """An item that is covered leaves alone, and its options stay in all others."""
    return replace(event, options=()) if isinstance(event, e.ItemCovered) else None


def covered_last(before: Before) -> Sequence[str]:
    """The items that are covered, the last one first, as far as one can tell them apart."""
    return tuple(reversed(before.of(CoverState).covered))[:_MOST]


def not_last(before: Before, _event: e.ItemUncovered, name: str) -> str:
    """That something was covered after an item, and is so still."""
    last = [*before.of(CoverState).covered][-1] == name
    return "" if last else f"Something was covered after {name}, and is covered still."


def back_hints(_before: Before, _event: e.ItemUncovered) -> Hints:
    """Where to look for the item that comes back."""
    return ("See in which order the items were covered.",
            "Links find their places only if what left last comes back first.")


def first_comes_back_first(before: Before, event: Event) -> Event | None:
    """What was covered first is uncovered first."""
    cover = before.of(CoverState)
    found = [name for name in covered_last(before) if name not in cover.choosing]
    return replace(event, item=found[-1]) if isinstance(event, e.ItemUncovered) and found else None


declare_questions(COVERING, [
    Askable(
        event=e.ItemSelected, field="item", prompt="Which item is branched on next?", answer="choice",
        candidates=lambda before: tuple(ways(before)), legal=also_fewest, hints=item_hints, against=not_narrowest,
        rule="It is the item with the fewest ways to go on: so the tree is narrow, and what cannot be is seen soon."),
    Askable(
        event=e.ItemCovered, field="options", prompt="{item} is covered: which options leave with it?",
        candidates=open_options, hints=leaving_hints, against=not_of_it,
        rule="All open options of the item leave all other items: none of them may be taken for another one."),
    Askable(
        event=e.ItemUncovered, field="item", prompt="Which item comes back next?", answer="choice",
        candidates=covered_last, hints=back_hints, against=not_last,
        rule="All is undone in the reverse order: the item that was covered last comes back first."),
], [
    Misconception(
        name="most to choose comes first", deviate=most_first, lesson="exact-cover",
        text="{item} has more ways to go on than another item: each would be a branch of its own."),
    Misconception(
        name="only the column goes", deviate=only_the_item, lesson="exact-cover",
        text="An option of {item} that stayed in other items could be taken for them; {item} would have too many."),
    Misconception(
        name="first covered, first back", deviate=first_comes_back_first, lesson="exact-cover",
        text="{item} was covered before others that are still covered. Its links would not find their places."),
])
