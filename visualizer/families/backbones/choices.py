"""Which candidate is tested next, and where none is, what the solver decides: what cannot be chosen, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from algorithms.backbones import BACKBONES
from scenarios.runs import AlgorithmRun
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.choices import LITERAL, UIP
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before

_WHY = {"backbone": "is in the backbone: that was proved, or is a fact.",
        "dropped": "is out: a model has it the other way.", "free": "is out: a model leaves it open."}


def decided(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Literals of which it is known."""
    for literal, fate in before.of(BackboneState).fates.items():
        if literal not in names and fate in _WHY:
            yield literal, f"{literal} {_WHY[fate]}"


def chooses_decisions(run: AlgorithmRun) -> bool:
    """Can its decisions be chosen? Those of MiniSat cannot."""
    return run.algorithm.name in ENUMERATING and run.options.get("solver", "own") == "own"


def by_itself(run: AlgorithmRun) -> str:
    """Why nothing is decided, where that is left to MiniSat."""
    if run.algorithm.name not in ENUMERATING or chooses_decisions(run):
        return ""
    return "MiniSat decides by itself which model comes next; with solver: own you choose its decisions."


ENUMERATING = ("backbone-enumerate",)
TESTING = ("backbone-simple", "backbone-iterative", "backbone-core")

declare_choices(BACKBONES, {
    "candidate": Chosen(rule="Any candidate that is not tested yet can come next.", refused=decided, by=TESTING),
    "literal": replace(LITERAL, by=ENUMERATING),
    "UIP": replace(UIP, by=ENUMERATING),
}, settled=by_itself)
