"""Who has children with whom, and where genes are cut: what cannot be chosen, and why not. All else is a bet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.genetic import GENETIC
from algorithms.genetic.events import GenerationEnded
from visualizer.families.genetic.state import PopulationState
from visualizer.runs.bets import Bet
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before

BET = Bet(GenerationEnded, 10, lambda event: event.best, "the best fitness ten generations on")


def dying(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """The last ones."""
    for place in range(len(names) + 1, len(before.of(PopulationState).genes) + 1):
        yield str(place), f"Number {place} dies: only the first {len(names)} have children."


def no_place(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Behind the last gene, and within a row that is a permutation."""
    begun = before.of(PopulationState).begun
    for place in range(1, len(begun.variables) if begun is not None else 0):
        if str(place) not in names:
            yield str(place), (f"A cut after gene {place} parts a row: its values come from two permutations then, and "
                               "may be none any more.")
    if begun is not None:
        end = len(begun.variables)
        yield str(end), f"A cut lies before a gene, and behind gene {end} there is none."


def not_behind(_before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Before the first cut, or at it."""
    first = min(map(int, names))
    for place in range(first):
        yield str(place), f"The second cut lies behind the first one: after gene {first} at the earliest."


PARENT = Chosen(prompt="who is the parent? (1 is the fittest)", refused=dying, bet=BET,
                by=("mutate",),
               rule="Any that does not die may be drawn; the roulette only makes the fit more likely.")
CROSSING = ("xover", "doublex")

declare_choices(GENETIC, {
    "parent": PARENT,
    "first parent": Chosen(prompt="who is the first parent? (1 is the fittest)", refused=dying, rule=PARENT.rule,
                           bet=BET, by=CROSSING),
    "second parent": Chosen(prompt="who is the second parent? (1 is the fittest)", refused=dying, rule=PARENT.rule,
                            bet=BET, by=CROSSING),
    "cut": Chosen(prompt="after how many genes does the cut lie?", refused=no_place, bet=BET, by=CROSSING,
                  rule="Before any gene that does not have to stay with the one before it."),
    "second cut": Chosen(prompt="after how many genes does the second cut lie?", refused=not_behind, bet=BET,
                         by=("doublex",),
                         rule="Before any gene behind the first cut; where there is none, behind the last gene."),
})
