"""What may go wrong in what a player is advised: a risk that is not the lowest, or is told wrongly."""

from __future__ import annotations

from algorithms import events as e
from algorithms.advice import ADVICE
from algorithms.words import percent
from visualizer.families.advice.questions import position
from visualizer.families.counting.by_hand import mines_of
from visualizer.runs.bugs import Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before

_EQUAL = 1e-9  # risks are told as floats


def advised(before: Before, event: e.Advised) -> Wrong | None:
    """Its risk is another one, or there is a lower one."""
    form = position(before).as_mine_count()
    found = mines_of(form)
    risk = None if found is None or event.field is None else found.risk(event.field)
    if found is None or risk is None:
        return None
    if event.action == "flag" and risk != 1:
        return Wrong(f"{event.field} is a mine in {percent(risk)} of all placements, not in all of them.",
                     on_board(before, event.field))
    if event.risk is not None and abs(event.risk - risk) > _EQUAL:
        return Wrong(f"{event.field} is a mine in {percent(risk)} of all placements, not in "
                     f"{percent(event.risk)}.", on_board(before, event.field))
    cells = [*(x for among, _ in found.parts for x in among), *form.untouched]
    risks = {x: other for x in cells if (other := found.risk(x)) is not None}
    best = min(risks, key=risks.__getitem__)
    if event.action == "flag" or risks[best] >= risk:
        return None
    return Wrong(f"{event.field} is a mine in {percent(risk)} of all placements, and {best} only in "
                 f"{percent(risks[best])}.", on_board(before, event.field, best))


declare_bugs(ADVICE, {e.Advised: advised})
