"""A log of Clue, line by line, as in the rows of Table 1(a) of Neller and Luo: what is known after each line.

    line  of the log      form   the deals that fit the lines so far
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from algorithms.core import Choose, Counter, Steps, T, algorithm, choose
from algorithms.counting import DEALS
from algorithms.counting.clue import ClueMarginals, clue_exact
from algorithms.events import CardSettled, CardsMerged, DealsCounted, LineEntered, LogOpened, MarginalFound
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.network import places_of
from algorithms.problems.clue.puzzle import Clue

PSEUDOCODE = """
begin with one's own hand and an empty log                  # LogOpened
for each line of the log, and before the first
  settle cards that can be in one place only                # CardSettled, =
  count the deals that fit the lines so far                 # DealsCounted
  for each card c and place p
    P(c at p) = deals with c at p / all deals               # MarginalFound
  enter the next line                                       # LineEntered
"""


@algorithm(
    "clue-row-by-row",
    title="What each line of the log tells",
    family=DEALS, solves=Clue,
    source="Neller and Luo, Table 1; probabilities counted exactly",
    pseudocode=PSEUDOCODE,
    rungs=("event", "card", "line", "deals"),
    counters=(
        Counter("lines", LineEntered, "lines of the log that were entered"),
    ),
)
def clue_row_by_row(game: Clue, *, choose: Choose = choose) -> Steps[ClueMarginals]:
    """The exact probabilities after each line; the answer is that of the last one."""
    yield LogOpened()
    answer = yield from _known(game, 0, choose)
    for number, line in enumerate(game.events, 1):
        yield LineEntered(number, line)
        answer = yield from _known(game, number, choose)
    return answer


def _known(game: Clue, lines: int, choose: Choose) -> Steps[ClueMarginals]:
    """Counts the deals that fit so many lines, and tells what of it concerns cards; how, another algorithm shows."""
    def told(kind: str, candidates: Sequence[T], preferred: T) -> T:
        return choose(kind, candidates, preferred) if kind == "card" else preferred

    now = replace(game, events=game.events[:lines])
    counting, merged = clue_exact(deals_of(now), choose=told), list[CardsMerged]()
    while True:
        try:
            event = next(counting)
        except StopIteration as stop:
            answer: ClueMarginals = stop.value
            return answer
        if isinstance(event, CardsMerged):
            merged.append(event)
        if isinstance(event, CardSettled | DealsCounted | MarginalFound):
            yield event
        if isinstance(event, DealsCounted) and event.models:
            yield from _nowhere(now, merged, event.models)


def _nowhere(game: Clue, merged: Sequence[CardsMerged], models: int) -> Iterator[MarginalFound]:
    """The places where no fact says that a card is not, and yet no deal has it."""
    told = places_of(game)
    for place in game.places:
        for one in merged:
            if place not in one.places and (cards := tuple(card for card in one.cards if place in told[card])):
                yield MarginalFound(cards, place, 0, models)
