"""What the pseudocode's variables stand for."""

from __future__ import annotations

from visualizer.families.genetic.numbers import drawn_of, worth_of
from visualizer.families.genetic.state import PopulationState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View

_NAMED = 6  # parents that are named


def values(view: View) -> Values:
    """The best fitness, the parents that were drawn, the two that are crossed, and the cut."""
    now = view.state.of(PopulationState)
    if now is None or now.begun is None:
        return {}
    found: dict[str, Value] = {}
    if now.champion:
        found["the best one is no solution"] = Value(f"best {now.worth:,}", "no_mine" if now.solved else "known",
                                                   (worth_of(now),))
    if now.drawn:
        found["parents ←"] = Value(", ".join(map(str, now.drawn)), "test")
        if len(now.drawn) > _NAMED:
            found["parents ←"] = Value(f"{len(now.drawn)}", "test", (drawn_of(now),))
    if now.parents is not None:
        found["each two parents"] = Value(" × ".join(map(str, now.parents.numbers)), "test")
        found["each parent"] = Value(str(now.parents.numbers[0]), "test")
        if now.parents.cuts:
            found["k ← any gene"] = Value(f"k = {', '.join(map(str, now.parents.cuts))}")
    return found
