"""Which constraint is mended, and what is flipped: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.counting import DRAWS
from algorithms.counting.clue_draws import in_turn
from algorithms.sampling import SAMPLING
from algorithms.words import counted
from visualizer.families.counting.deal_questions import count_of
from visualizer.families.sampling.questions import free_of_tabu, on_the_table, settled
from visualizer.families.sampling.state import SamplingState
from visualizer.families.satisfiability.choices import with_origin
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def not_to_flip(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Candidates that are tabu, or break more; where noise flips, any that is not tabu can be."""
    found = before.of(SamplingState).candidates
    if found is None:
        return
    free = free_of_tabu(found)
    least = min(free)[0]
    for count, x in zip(found.breaks, found.candidates, strict=True):
        if x in names:
            continue
        if (count, x) not in free:
            yield x, f"{x} is tabu: it was flipped a short time ago, and there are others to flip."
        else:
            yield x, f"{x} breaks {count}, and {names[0]} only {least}."


def fixed(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Variables that are the same in all models."""
    for literal in before.of(SamplingState).fixed:
        if (x := literal.lstrip("¬")) not in names:
            yield x, f"{x} is fixed: {literal} holds in every model, so that flipping it would lead to none."


def satisfied(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Constraints that hold where the chain is."""
    state = before.of(SamplingState)
    for number, (literals, least) in enumerate(before.form.constraints, 1):
        if str(number) in names:
            continue
        yield str(number), (f"{number} is satisfied: it needs {counted(least, 'true literal')}, and has "
                            f"{holding(before, state, literals)}.")


def holding(before: Before, state: SamplingState, literals: Sequence[int]) -> int:
    """How many of these literals are true where the chain is."""
    true = state.true.get(state.chain, set()) | {x for x in state.fixed if not x.startswith("¬")}
    return sum((before.form.names[abs(literal) - 1] in true) == (literal > 0) for literal in literals)


declare_choices(SAMPLING, {
    "variable": Chosen(prompt="which variable is flipped, as all constraints are satisfied?", refused=fixed,
                       by=[f"clue-sample-{name}" for name in "12bcde"],  # (a) always restarts there
                       rule="Any variable that is not fixed, tabu or not: this is how the walk leaves a sample."),
    "constraint": Chosen(prompt="which unsatisfied constraint is mended?", refused=satisfied, label=with_origin,
                         rule="Any constraint that is not satisfied can be taken."),
    "flip": Chosen(prompt="which variable is flipped?", refused=not_to_flip,
                   rule="Of the candidates that are not tabu, any that breaks the fewest; with noise any of them."),
})


def receiver(before: Before) -> str:
    """The place that is dealt to next."""
    dealt = {cell.partition("=")[2] for cell in on_the_table(before)}
    count = count_of(before.form)
    assert count is not None  # or there would be nothing to draw
    return next(place for p in in_turn(count) if (place := count.form.places[p]) not in dealt)


def elsewhere(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Hands with a card that was dealt in this deal, or never is, as its place is known."""
    rest = without_one(names[0])
    for card, _, place in sorted(cell.partition("=") for cell in on_the_table(before)):
        yield " + ".join(filter(None, (card, rest))), f"{card} was dealt to {place}: no other place has it."
    for card, _, place in sorted(cell.partition("=") for cell in settled(before)):
        yield " + ".join(filter(None, (card, rest))), f"{card} is known to be at {place}: it is not dealt any more."


def without_one(hand: str) -> str:
    """A hand with a card less."""
    first, _, rest = hand.partition(" + ")
    number, of, cards = first.partition(" of ")
    fewer = "" if not of or number == "1" else f"{int(number) - 1} of {cards}"
    return " + ".join(filter(None, (fewer, rest)))


def still_there(before: Before, hand: str) -> str:
    """A hand as it is read: of cards that no fact tells apart those that are left."""
    dealt, said = {cell.partition("=")[0] for cell in on_the_table(before)}, list[str]()
    for part in hand.split(" + "):
        number, of, cards = part.partition(" of ")
        left = [card for card in cards.split() if card not in dealt]
        said += [part] if not of else left if len(left) == int(number) else [f"{number} of {' '.join(left)}"]
    return " + ".join(said)


declare_choices(DRAWS, {
    "hand": Chosen(prompt=lambda before: f"which hand does {receiver(before)} get?", refused=elsewhere,
                   label=still_there,
                   rule="Any hand with which the rest can still be dealt; the draw only gives it its exact chance."),
})
