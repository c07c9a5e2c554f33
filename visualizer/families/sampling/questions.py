"""What may be asked of sampling: which variable may be flipped, what comes after a sample, what is left to be dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import factorial, prod

from algorithms import events as e
from algorithms.core import Event
from algorithms.counting import DRAWS
from algorithms.counting.clue import deal_count
from algorithms.problems.clue.deals import Deals
from algorithms.sampling import SAMPLING
from algorithms.sampling.samplers import VARIANTS
from algorithms.words import counted
from visualizer.families.sampling.state import SamplingState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_MOST = 12  # deals that somebody could go through in the head

# --- which variable may be flipped ------------------------------------------------------------------------------------


def scored(before: Before) -> Sequence[str]:
    """The variables that would help the constraint, where their breaks decide."""
    found = before.of(SamplingState)
    return () if found.candidates is None or found.drawn is not None else found.candidates.candidates


def free_of_tabu(event: e.CandidatesScored) -> list[tuple[int, str]]:
    """The breaks of the candidates that are not tabu; of all where all are."""
    every = list(zip(event.breaks, event.candidates, strict=True))
    return [(count, x) for count, x in every if x not in event.tabu] or every


def as_few_breaks(before: Before, event: e.Flipped) -> Sequence[str]:
    """What may be flipped as well: chance decides between equals."""
    found = before.of(SamplingState).candidates
    if found is None:
        return ()
    least = min(free_of_tabu(found))[0]
    return [x for count, x in free_of_tabu(found) if count == least and x != event.variable]


def breaks_more(before: Before, _event: e.Flipped, x: str) -> str:
    """That a candidate is tabu, or what its flip would break."""
    found = before.of(SamplingState).candidates
    if found is None or x not in found.candidates:
        return ""
    own, free = found.breaks[found.candidates.index(x)], free_of_tabu(found)
    if (own, x) not in free:
        return f"{x} was flipped a short time ago: it is tabu."
    if own == min(free)[0]:
        return ""
    return f"The flip of {x} would break {counted(own, 'constraint')}, and that of another one fewer."


def flip_hints(_before: Before, _event: e.Flipped) -> Hints:
    """Where to look for what may flip."""
    return ("Look at the numbers of the candidates: so many constraints each flip would break.",
            "Leave out what is tabu. What breaks least of the others?")


def tabu_forgotten(before: Before, event: Event) -> Event | None:
    """What breaks least is flipped, tabu or not."""
    found = before.of(SamplingState).candidates
    if not isinstance(event, e.Flipped) or found is None or not scored(before):
        return None
    least, x = min(zip(found.breaks, found.candidates, strict=True))
    return replace(event, variable=x) if least < min(free_of_tabu(found))[0] else None


def breaks_wanted(before: Before, event: Event) -> Event | None:
    """The number says how much a flip mends."""
    found = before.of(SamplingState).candidates
    if not isinstance(event, e.Flipped) or found is None or not scored(before):
        return None
    most, x = max(free_of_tabu(found))
    return replace(event, variable=x) if most > min(free_of_tabu(found))[0] else None


# --- what comes next --------------------------------------------------------------------------------------------------

_NEXT = (e.UnsatisfiedChosen, e.VariableDrawn, e.RandomlyRestarted)


def ways_on(before: Before) -> Sequence[type[Event]]:
    """How a walk may go on from a sample; where chance decides between two ways, nothing is asked."""
    variant, _ = VARIANTS[before.run.algorithm.name]
    return () if 0 < variant.restart < 1 or not before.of(SamplingState).sample else _NEXT


def not_next(before: Before, _event: Event, kind: type[Event]) -> str:
    """That a sample leaves nothing to mend; that the variation always restarts, or never."""
    variant, _ = VARIANTS[before.run.algorithm.name]
    if kind is e.UnsatisfiedChosen:
        return "All constraints are satisfied: there is none to mend."
    if kind is e.VariableDrawn and variant.restart == 1:
        return "This variation begins anew after each sample, and draws no single variable."
    return "This variation never begins anew." if kind is e.RandomlyRestarted and not variant.restart else ""


def next_hints(_before: Before, _event: Event) -> Hints:
    """Where to look for what comes next."""
    return "Is there a constraint that is not satisfied?", "Read in the pseudocode what comes where there is none."


def leaves_the_sample(before: Before, event: Event) -> Event | None:
    """A sample is left for anywhere."""
    if isinstance(event, e.VariableDrawn) and before.of(SamplingState).sample:
        return e.RandomlyRestarted(event.chain, (), 0)
    return None


def always_mends(before: Before, event: Event) -> Event | None:
    """There is always something to mend."""
    if isinstance(event, e.VariableDrawn | e.RandomlyRestarted) and before.of(SamplingState).sample:
        return e.UnsatisfiedChosen(event.chain, 1)
    return None


# --- a deal that is found again ---------------------------------------------------------------------------------------


def times_found(before: Before) -> Sequence[int]:
    """How often the deal at hand may have been found, where a single walk has come back to the one that it has left:
    of any other deal nobody remembers that."""
    found = before.of(SamplingState)
    sample, visits = found.last.get(found.chain, ((), 0))
    walks = not found.sample and not found.unsatisfied and len(found.true) == 1
    back = walks and visits > 0 and {*sample} <= found.true[found.chain]
    return sorted({1, visits, visits + 1, found.found + 1}) if back else ()


def found_hints(_before: Before, _event: e.SampleRecorded) -> Hints:
    """Where to look for how often it was found."""
    return ("What has changed since the last sample?",
            "What was flipped is flipped back: it is the deal that was left. How often had it been found then?")


def not_so_often(before: Before, event: e.SampleRecorded, times: int) -> str:
    """How often it had been found when the walk left it."""
    _, visits = before.of(SamplingState).last[event.chain]
    often = counted(visits, "time")
    return f"When the walk left this deal, it had been found {often}." if times != event.visits else ""


def all_deals_alike(_before: Before, event: Event) -> Event | None:
    """Whatever the walk finds is a new deal, as there are so many."""
    return replace(event, visits=1) if isinstance(event, e.SampleRecorded) else None


def samples_are_evidence(_before: Before, event: Event) -> Event | None:
    """Each sample tells as much as any other: there are as many deals as samples."""
    return replace(event, distinct=event.samples) if isinstance(event, e.Estimated) else None


declare_questions(SAMPLING, [
    Askable(
        event=e.Flipped, field="variable", prompt="Which variable may be flipped now?",
        answer="choice", candidates=scored, legal=as_few_breaks, hints=flip_hints, against=breaks_more,
        after=(e.CandidatesScored,), spoilers=(e.AnyTaken,),
        rule="Of the candidates that are not tabu one that breaks the fewest constraints is flipped."),
    Askable(
        event=_NEXT, field="kind", prompt="What does the search do next?",
        candidates=ways_on, hints=next_hints, against=not_next,
        rule="An unsatisfied constraint is taken as long as there is one; after a sample any variable is drawn, or the "
             "search restarts, as the variation says."),
    Askable(
        event=e.SampleRecorded, field="visits", prompt="All constraints hold. How often was this deal found by now?",
        candidates=times_found, hints=found_hints, against=not_so_often,
        rule="A walk goes on from where it is: what is flipped back leads to the deal that was left, once more."),
], [
    Misconception(
        name="all deals come alike", deviate=all_deals_alike, lesson="a-sampler-without-tabu",
        text="Of deals that are drawn, each is as likely as the others. But a walk goes on from where it is: this is "
             "the deal that it had left."),
    Misconception(
        name="more samples are better", deviate=samples_are_evidence, lesson="a-sampler-without-tabu",
        text="There are {samples} samples, but not so many deals: a walk that comes back to one has seen no other."),
    Misconception(
        name="tabu does not matter", deviate=tabu_forgotten, lesson="a-sampler-without-tabu",
        text="{variable} breaks least, but it was flipped a short time ago: it is tabu, or the walk would go back."),
    Misconception(
        name="a high number mends much", deviate=breaks_wanted, lesson="sampled-against-exact",
        text="The number at {variable} says how many constraints its flip would break: the fewer, the better."),
    Misconception(
        name="a sample is left for anywhere", deviate=leaves_the_sample, lesson="four-ways-to-wander",
        text="Only variations (a) and (b) restart. This one flips any variable, and mends what that breaks."),
    Misconception(
        name="there is always something to mend", deviate=always_mends, lesson="a-sampler-without-tabu",
        text="All constraints are satisfied: this is a deal, and there is none to mend."),
])


# --- what is left to be dealt -----------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def left_deals(form: Deals, settled: frozenset[str], dealt: frozenset[str]) -> int:
    """The deals in which places that were dealt cards, such as ``ca=pe``, have these and what is settled only."""
    at = {card: place for card, _, place in (cell.partition("=") for cell in (*settled, *dealt))}
    full = sum(1 << form.places.index(place) for place in {at[cell.partition("=")[0]] for cell in dealt})
    allowed = tuple(1 << form.places.index(at[card]) if card in at else old & ~full
                    for card, old in zip(form.cards, form.allowed, strict=True))
    found = deal_count(replace(form, allowed=allowed))
    return 0 if found is None else found.models


def on_the_table(before: Before) -> frozenset[str]:
    """The cards that are dealt of the deal under way."""
    found = before.of(SamplingState)
    return frozenset() if found.sample else frozenset(found.true.get(1, ()))


def settled(before: Before) -> frozenset[str]:
    """The cards whose place was known before anything was dealt."""
    return frozenset(literal for literal in before.of(SamplingState).fixed if not literal.startswith("¬"))


def ways_left(before: Before) -> Sequence[int]:
    """In how many ways the rest can be dealt, and in how many if nothing were known of it."""
    true = left_deals(before.form, settled(before), on_the_table(before))
    return () if true > _MOST else list(dict.fromkeys((true, unknown_rest(before))))


def unknown_rest(before: Before) -> int:
    """In how many ways so many cards make hands of such sizes."""
    form = before.form
    full = {cell.partition("=")[2] for cell in on_the_table(before)}
    sizes = [size - sum(cell.endswith(f"={place}") for cell in settled(before))
             for place, size in zip(form.places, form.sizes, strict=True) if place not in full]
    return factorial(sum(sizes)) // prod(factorial(size) for size in sizes)


def dealt_hints(_before: Before, _event: e.HandDrawn) -> Hints:
    """Where to look for what may be dealt."""
    return ("Look at the cards without a disc, and at the places that still want some.",
            "Which of these places may have which of these cards?")


def nothing_known(before: Before, event: Event) -> Event | None:
    """What is left can be dealt in any way."""
    return replace(event, deals=unknown_rest(before)) if isinstance(event, e.HandDrawn) else None


declare_questions(DRAWS, [
    Askable(
        event=e.HandDrawn, field="deals", prompt="In how many ways can the cards that are left be dealt?",
        candidates=ways_left, hints=dealt_hints,
        rule="A way counts if all hands that are dealt and all that follow fit what is known."),
], [
    Misconception(
        name="the rest is free", deviate=nothing_known, lesson="fair-deals",
        text="So many ways there would be if nothing were known of the cards left. The log excludes the others."),
])
