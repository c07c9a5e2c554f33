"""Later states of simulated games of Clue, as in the experiment of Neller and Luo, section 4.1."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from algorithms.counting.clue import exact
from algorithms.problems.clue.deal import Game, case_files
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.puzzle import Clue

_MOST_DEALS = 10_000_000


def needed_to_win(game: Game) -> Clue:
    """The game as its winner sees it, with only such suggestions as are needed to know the case file (section 4.1).

    Those of the beginning are tried first: the last ones are what the winner waited for.
    """
    if game.winner is None:
        raise ValueError("nobody won this game")
    clue = Clue.of(game, game.winner, len(game.log) - 1)  # without the winning accusation
    for line in clue.events:
        less = replace(clue, events=tuple(other for other in clue.events if other is not line))
        if prod(map(len, case_files(less))) == 1:
            clue = less
    return clue


def later_states(game: Game) -> list[tuple[Clue, int]]:
    """The states of section 4.1, each with its number of deals: what the winner needed, then without its last
    suggestion, the last two and so on, until there are more than ten million deals or no suggestion is left."""
    clue = needed_to_win(game)
    found = []
    for events in range(len(clue.events), -1, -1):
        state = replace(clue, events=clue.events[:events])
        _, models = exact(deals_of(state))
        if models > _MOST_DEALS:
            break
        found.append((state, models))
    return found
