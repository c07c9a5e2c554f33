"""At-least constraints as the items of a cover: how many of its options each may have, at least and at most.

Source: Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1, on items with multiplicities (Algorithm
M); Neller and Luo, section 3, who extend dancing links to at-least constraints.

Two constraints {l₁, …, lₙ}ₘ and {¬l₁, …, ¬lₙ}ₖ over the same variables are one item: at least m and at most n − k of
its literals are true. One that has only negative literals is turned round: {¬p, ¬q}₁ lets at most one of p and q be
true. So "exactly one" is an item of an exact cover, "at most one" a secondary item, and a clause an item that needs one
of its literals and may have all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from algorithms.long_work import in_pieces
from algorithms.problems.forms.at_least import AtLeastForm


@dataclass(frozen=True, slots=True)
class Item:
    """From ``least`` to ``most`` of the ``literals`` are true; ``number`` is that of its first constraint."""

    name: str
    literals: tuple[int, ...]
    least: int
    most: int
    number: int


def items_of(form: AtLeastForm) -> tuple[Item, ...]:
    """The form as items, in the order of their first constraints; what is always true is left out. An item is named for
    its origin, with a number where several have the same one; without an origin, C1, C2, …"""
    bounds: dict[frozenset[int], list[int]] = {}  # least, most, number
    for number, (written, minimum) in enumerate(in_pieces(form.constraints), 1):
        these, those = frozenset(written), frozenset(-literal for literal in written)
        turned = those in bounds or (these not in bounds and not any(literal > 0 for literal in written))
        found = bounds.setdefault(those if turned else these, [0, len(these), number])
        if turned and these:
            found[1] = min(found[1], len(these) - minimum)
        else:
            found[0] = max(found[0], minimum)
    kept = [(literals, least, most, number) for literals, (least, most, number) in bounds.items()
            if least > 0 or most < len(literals)]
    several, seen = Counter(form.origins[number - 1] for *_, number in kept), Counter[str]()
    items = []
    for literals, least, most, number in in_pieces(kept):
        origin = form.origins[number - 1]
        seen[origin] += 1
        name = f"C{number}" if not origin else origin if several[origin] == 1 else f"{origin}.{seen[origin]}"
        items.append(Item(name, tuple(sorted(literals, key=abs)), least, most, number))
    return tuple(items)
