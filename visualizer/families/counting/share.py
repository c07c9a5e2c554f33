"""How likely a card is at a place: the deals that have it there, of all, one by one where they are few."""

from __future__ import annotations

from algorithms import events as e
from algorithms.core import words
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.counting.deal_numbers import of_share
from visualizer.stage.links import Links

HIGH = 74.0  # points
_MOST = 60  # deals that are drawn one by one


def draw_share(canvas: Canvas, box: Rect, event: e.MarginalFound | e.MarginalWeighed, theme: Theme, unit: float,
               links: Links) -> None:
    """In words, and below as many boxes as there are deals, filled where the card is there; of very many their part."""
    numbers = of_share(event)
    each = "each of " if len(event.cards) > 1 else ""
    noun = "deals" if isinstance(event, e.MarginalFound) else "by weight"
    said = f"{each}{words(event.cards)} at {event.place}: {numbers[0].text} of {numbers[1].text} {noun}"
    size = max(SMALLEST * unit, min(16 * unit, 16 * unit * box.w / canvas.measure(said, 16 * unit, "bold")))
    links.write(canvas, (box.x, box.y + 14 * unit), said, size, theme.text, "left", "bold", numbers=numbers,
                behind=said.find(": ") + 1)
    row = Rect(box.x, box.y + 32 * unit, box.w, 26 * unit)
    if event.total > _MOST or isinstance(event, e.MarginalWeighed):
        canvas.rect(row, theme.raised, theme.edge, 1, 3 * unit)
        canvas.rect(row._replace(w=max(2.0, row.w * float(event.probability))), theme.known, theme.edge, 1, 3 * unit)
        return
    step = min(row.h + 4 * unit, row.w / event.total)
    for index in range(event.total):
        there = index < event.count
        canvas.rect(Rect(row.x + index * step, row.y, step * 0.86, row.h), theme.known if there else None,
                    theme.text if there else theme.muted, 1.5 if there else 1, 3 * unit)
