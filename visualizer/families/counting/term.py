"""The term that was added last: its set S as cards, the hands of each place inside it, and their product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from algorithms import events as e
from algorithms.problems.clue.deals import Deals
from algorithms.problems.clue.deck import TITLES
from algorithms.words import counted, plural, verb
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.counting.chips import draw_chip
from visualizer.families.counting.deal_numbers import hand_of, inside_of, left_out_of, sets_of, term_value_of
from visualizer.families.counting.hands import hands_inside, left_out, set_of
from visualizer.runs.numbers import Number
from visualizer.stage.links import Links

_CHIP = (27.0, 20.0)  # points


def value_of(term: e.TermAdded) -> int:
    """What a term adds."""
    return term.sign * term.sets * prod(term.hands)


def draw_term(canvas: Canvas, box: Rect, form: Deals, classes: Sequence[e.CardsMerged], hands: Sequence[e.HandsCounted],
              term: e.TermAdded, kinds: Mapping[str, str], theme: Theme, unit: float, links: Links, index: int) -> None:
    """S at the top, the places side by side, the product at the bottom. It is the term with that ``index``."""
    groups = [one.cards for one in classes]
    cards = set_of(groups, term.inside)
    head, rest = box.split_top(54 * unit, 4 * unit)
    _draw_set(canvas, head, cards, left_out(groups, term.inside), term, kinds, theme, unit, links, index)
    rest, foot = rest.split_bottom(34 * unit, 4 * unit)
    widths = _widths(rest.w, hands, unit)
    numbers = dict(zip(form.places, term.hands, strict=True))
    x = rest.x
    for place, (one, wide) in enumerate(zip(hands, widths, strict=True)):
        column = Rect(x, rest.y, wide - (18 * unit if place + 1 < len(hands) else 0), rest.h)
        x += wide
        inside = inside_of(index, form.places.index(one.place), one.place, numbers[one.place])
        lying = f"{plural(int(inside.value), 'hand')} {verb(int(inside.value), 'lie')} in S"
        _draw_place(canvas, column, form, one, tuple(cards), (inside, lying), kinds, theme, unit, links)
        if place + 1 < len(hands):
            canvas.text((column.right + 9 * unit, rest.bottom - 28 * unit), "×", 17 * unit, theme.muted, "center",
                        "bold")
    product = [inside_of(index, form.places.index(one.place), one.place, numbers[one.place]) for one in hands]
    _draw_product(canvas, foot, term, product, theme, unit, links, index)


def _widths(width: float, hands: Sequence[e.HandsCounted], unit: float) -> list[float]:
    """How wide each place is: the more hands it may have, and the larger they are, the wider; alike in all terms."""
    least = min(92 * unit, width / max(1, len(hands)))
    wanted = [one.hands * one.size for one in hands]
    return [least + (width - least * len(hands)) * want / max(1, sum(wanted)) for want in wanted]


def _draw_set(canvas: Canvas, box: Rect, cards: Sequence[str], out: Sequence[str], term: e.TermAdded,
              kinds: Mapping[str, str], theme: Theme, unit: float, links: Links, index: int) -> None:
    """The cards in S, and dashed those that are not; below, what that means for the sign."""
    x, y = box.x, box.y + 13 * unit
    canvas.text((x, y), "S", 17 * unit, theme.text, "left", "bold")
    x += 22 * unit
    step = min((_CHIP[0] + 5) * unit, (box.right - x) / max(1, len(cards) + len(out)))
    for place, card in enumerate((*cards, *out)):
        chip = Rect(x + place * step, y - _CHIP[1] * unit / 2 - unit, min(_CHIP[0] * unit, step - 2 * unit),
                    (_CHIP[1] + 2) * unit)
        draw_chip(canvas, chip, card, kinds, theme, card in out)
    said = f"{counted(len(out), 'card')} left out: {'odd, so minus' if term.sign < 0 else 'even, so plus'}"
    if term.sets > 1:
        said += f"; {term.sets} such sets"
    color = theme.bad if term.sign < 0 else theme.good
    size = min(14 * unit, 14 * unit * box.w / canvas.measure(said, 14 * unit, "bold"))
    links.write(canvas, (box.x, box.y + 40 * unit), said, size, color, "left", "bold",
                numbers=[left_out_of(index, len(out)), *([sets_of(index, term.sets)] if term.sets > 1 else [])])


def draw_legal_hands(canvas: Canvas, box: Rect, form: Deals, hands: Sequence[e.HandsCounted],
                     kinds: Mapping[str, str], theme: Theme, unit: float, links: Links) -> None:
    """The legal hands of the places so far, each in a column of its own, those of the last one rimmed."""
    x, gap = box.x, 18 * unit
    for one, wide in zip(hands, _widths(box.w + gap, hands, unit), strict=True):
        column, x = Rect(x, box.y, wide - gap, box.h), x + wide
        legal = hand_of(one)[2]
        _draw_place(canvas, column, form, one, one.cards, (legal, plural(int(legal.value), "legal hand")), kinds, theme,
                    unit, links)
        if one is hands[-1]:
            canvas.rect(column, None, theme.test, 3 * unit, 6 * unit)


def _draw_place(canvas: Canvas, box: Rect, form: Deals, one: e.HandsCounted, cards: tuple[str, ...],
                count: tuple[Number, str], kinds: Mapping[str, str], theme: Theme, unit: float, links: Links) -> None:
    """The hands of a place among these cards, how many there are, and what they are called."""
    inside, words = count
    number = int(inside.value)
    canvas.rect(box, theme.raised, radius=6 * unit)
    inner = box.inset(8 * unit, 5 * unit)
    name = TITLES.get(one.place, one.place).removeprefix("the ").capitalize()
    said = next((text for text in (f"{name}: {counted(one.size, 'card')}", f"{name}: {one.size}", one.place)
                 if canvas.measure(text, 13 * unit, "bold") <= inner.w), "")
    links.write(canvas, (inner.center[0], inner.y + 9 * unit), said, 13 * unit, theme.text, "center", "bold",
                numbers=hand_of(one)[:1])
    below = inner.split_bottom(42 * unit)[1]
    links.write(canvas, (inner.center[0], below.y + 14 * unit), inside.text, 22 * unit, theme.text, "center", "bold",
                numbers=[inside])
    words = words if canvas.measure(words, 12 * unit) <= inner.w else plural(number, "hand")
    canvas.text((inner.center[0], below.bottom - 4 * unit), words, 12 * unit, theme.muted, "center")
    found = hands_inside(form, one.place, cards)
    if found:
        room = Rect(inner.x, inner.y + 22 * unit, inner.w, below.y - inner.y - 24 * unit)
        _draw_hands(canvas, room, found, kinds, theme, unit)


def _draw_hands(canvas: Canvas, box: Rect, hands: Sequence[Sequence[str]], kinds: Mapping[str, str], theme: Theme,
                unit: float) -> None:
    """The hands as rows of chips; none where they have no room to be read."""
    size = len(hands[0])
    wide, high = _CHIP[0] * unit, _CHIP[1] * unit
    across = max(1, int((box.w + 8 * unit) / (size * wide + 8 * unit)))
    if size * wide > box.w or -(-len(hands) // across) * (high + 5 * unit) > box.h + 5 * unit:
        return
    left = box.x + (box.w - min(across, len(hands)) * (size * wide + 8 * unit) + 8 * unit) / 2
    for index, hand in enumerate(hands):
        row, column = divmod(index, across)
        x, y = left + column * (size * wide + 8 * unit), box.y + row * (high + 5 * unit)
        for place, card in enumerate(hand):
            draw_chip(canvas, Rect(x + place * wide, y, wide - unit, high), card, kinds, theme)


def _draw_product(canvas: Canvas, box: Rect, term: e.TermAdded, inside: Sequence[Number], theme: Theme, unit: float,
                  links: Links, index: int) -> None:
    """Sign, sets and hands multiplied."""
    value = value_of(term)
    color = theme.bad if value < 0 else theme.good if value else theme.muted
    canvas.rect(box, mix(theme.panel, color, 0.14), color, 2 * unit, 6 * unit)
    factors, product = [*([sets_of(index, term.sets)] if term.sets > 1 else []), *inside], term_value_of(index, value)
    said = f"{'−' if term.sign < 0 else '+'} {' · '.join(number.text for number in factors)}  =  {product.text}"
    size = min(19 * unit, 19 * unit * (box.w - 16 * unit) / canvas.measure(said, 19 * unit, "bold"))
    links.write(canvas, box.center, said, size, theme.text, "center", "bold", numbers=[*factors, product])
