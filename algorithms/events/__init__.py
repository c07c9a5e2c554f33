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
from algorithms.events.counting import (
    ComponentFound,
    GroupMerged,
    GroupPlaced,
    ModelsCounted,
    NoPlacement,
    NumberSettled,
    PlacementsCounted,
    ProbabilityFound,
)
from algorithms.events.games import Flagged, GameEnded, Uncovered
from algorithms.events.relations import (
    PairsConsistent,
    PairTaken,
    RelationListed,
    TupleDropped,
    TupleExtended,
    TupleOutdated,
)
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
    "Assumed", "Blocked", "Called", "ClauseUnit", "Complemented", "ComponentFound", "Conflicted", "Consistent",
    "ConstraintTaken", "Decided", "Dropped", "FixedBackbone", "Flagged", "Forgotten", "GameEnded", "GroupMerged",
    "GroupPlaced", "Implied", "JumpedBack", "Learned", "Listed", "Modelled", "ModelsCounted", "NoPlacement",
    "NoSupport", "NumberSettled", "PairTaken", "PairsConsistent", "PassStarted", "PlacementsCounted",
    "ProbabilityFound", "Probed", "Pruned", "Refuted", "RelationListed", "Resolved", "Restarted", "Returned",
    "SupportFound", "TupleDropped", "TupleExtended", "TupleOutdated", "TupleTried", "Uncovered", "Undone",
    "VariableTaken", "Watched", "WipedOut",
]
