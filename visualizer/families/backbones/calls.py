"""What becomes of a candidate once it is tested: what cannot be said of it, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms import events as e
from algorithms.backbones import BACKBONES
from algorithms.problems.forms.cnf import negation
from visualizer.families.backbones.state import BackboneState
from visualizer.runs.bugs import on_board
from visualizer.runs.calling import Call, Refused, declare_calls
from visualizer.runs.questions import Before

_FATES = {"drop": "Drop it: not all models have it", "fix": "Fix it: it is in the backbone",
          "test": "Test it once more", "wait": "Wait for another model"}

Fate = e.Dropped | e.Freed | e.FixedBackbone


def fate(_before: Before, event: Fate) -> Sequence[str]:
    """The only one."""
    return ("fix",) if isinstance(event, e.FixedBackbone) else ("drop",)


def candidate(_before: Before, event: Fate) -> str:
    """Which it is."""
    return f"what becomes of {event.literal} now?"


def not_so(before: Before, event: Fate) -> Iterator[Refused]:
    """No model, or no refutation; and why no other test is needed."""
    literal, other = event.literal, negation(event.literal)
    places, again = on_board(before, literal), "test" if before.of(BackboneState).probe else "wait"
    if isinstance(event, e.FixedBackbone):
        yield Refused("drop", f"{no_model(before, other)}: every model has {literal}, and without it the backbone "
                              "would lack a literal.", places)
        yield Refused(again, f"{no_model(before, other)}: nothing more can find one.", places)
        return
    if isinstance(event, e.Freed):
        why = f"The part of the model that satisfies all clauses has neither {literal} nor {other}"
        yield Refused("fix", f"{why}: there is a model with either, so that no test refutes {other}.", places)
        yield Refused(again, f"{why}: there is a model with {other}, and one is enough.", places)
        return
    yield Refused("fix", f"A model that was found has {other}: that cannot be refuted, and {literal} is not in all of "
                         "them.", places)
    yield Refused(again, f"A model that was found has {other}, and one is enough.", places)


def no_model(before: Before, other: str) -> str:
    """That none has the complement, and how that is known."""
    state = before.of(BackboneState)
    if state.refuted and not state.probe:
        return f"All models are listed, and none has {other}"
    if not state.refuted or other not in state.probe:
        return f"No model has {other}"
    if len(state.probe) > 1:
        return f"The test of all candidates at once found no model, so that none has {other}"
    return f"The test found that no model has {other}"


declare_calls(BACKBONES, {
    "fate": Call(events=(e.Dropped, e.Freed, e.FixedBackbone), prompt=candidate, right=fate, refused=not_so,
                 label=_FATES.__getitem__,
                 rule="One model with its complement rules a candidate out; that there is none proves it."),
})
