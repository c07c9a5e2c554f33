"""The vocabulary of facts. It belongs to the domain, not to one algorithm, so that a board serves them all."""

from algorithms.events.constraints import (
    Consistent,
    ConstraintTaken,
    NoSupport,
    PassStarted,
    Pruned,
    SupportFound,
    TupleTried,
    VariableTaken,
    WipedOut,
)
from algorithms.events.games import Flagged, GameEnded, Uncovered
from algorithms.events.sat import (
    Assumed,
    Blocked,
    Called,
    ClauseUnit,
    Complemented,
    Conflicted,
    Decided,
    Dropped,
    FixedBackbone,
    Forgotten,
    Implied,
    JumpedBack,
    Learned,
    Listed,
    Modelled,
    Probed,
    Refuted,
    Resolved,
    Restarted,
    Returned,
    Undone,
    Watched,
)

__all__ = [
    "Assumed", "Blocked", "Called", "ClauseUnit", "Complemented", "Conflicted", "Consistent", "ConstraintTaken",
    "Decided", "Dropped", "FixedBackbone", "Flagged", "Forgotten", "GameEnded", "Implied", "JumpedBack", "Learned",
    "Listed", "Modelled", "NoSupport", "PassStarted", "Probed", "Pruned", "Refuted", "Resolved", "Restarted",
    "Returned", "SupportFound", "TupleTried", "Uncovered", "Undone", "VariableTaken", "Watched", "WipedOut",
]
