"""Facts about logic programs and their answer sets.

Atoms are names, literals words: ``p`` and ``¬p``. Rules are numbers, from 1 in the program's order. M is a set of
literals, X a set of atoms, and U one of atoms that may be unfounded.
"""

from __future__ import annotations

from algorithms.answer_sets.events.completion import (
    AtomCompleted,
    CompletionBuilt,
    ConstraintKept,
    ListedAgain,
    LoopFormulaAdded,
    LoopFound,
    ModelListed,
    ModelRefused,
    TightnessTested,
)
from algorithms.answer_sets.events.reduct import (
    AtomReached,
    ConstraintViolated,
    GuessRefused,
    LeastModelFound,
    NegationDropped,
    ReductBuilt,
    RuleDropped,
    SetGuessed,
)
from algorithms.answer_sets.events.search import (
    AllFound,
    AnswerSetFound,
    Failed,
    MadeFalse,
    MInconsistent,
    UnitPropagated,
)
from algorithms.answer_sets.events.unfounded import (
    AtomHeld,
    PropositionApplied,
    RoundStarted,
    RuleBlocked,
    RuleCircular,
    RuleSupports,
    SetChecked,
    SetMarked,
    UnfoundedFound,
)

__all__ = [
    "AllFound", "AnswerSetFound", "AtomCompleted", "AtomHeld", "AtomReached", "CompletionBuilt", "ConstraintKept",
    "ConstraintViolated", "Failed", "GuessRefused", "LeastModelFound", "ListedAgain", "LoopFormulaAdded", "LoopFound",
    "MInconsistent", "MadeFalse", "ModelListed", "ModelRefused", "NegationDropped", "PropositionApplied",
    "ReductBuilt", "RoundStarted", "RuleBlocked", "RuleCircular", "RuleDropped", "RuleSupports", "SetChecked",
    "SetGuessed", "SetMarked", "TightnessTested", "UnfoundedFound", "UnitPropagated",
]
