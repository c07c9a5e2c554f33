"""The vocabulary of facts. It belongs to the domain, not to one algorithm, so that a board serves them all."""

from algorithms.events.constraints import (
    Consistent,
    ConstraintTaken,
    NoSupport,
    PassStarted,
    Pruned,
    SumTested,
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
from algorithms.events.games import Advised, Flagged, GameEnded, Uncovered
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
    Attached,
    Blocked,
    Called,
    ClauseAdded,
    ClauseUnit,
    Complemented,
    Conflicted,
    Decided,
    Dropped,
    FactsListed,
    FixedBackbone,
    Forgotten,
    Freed,
    Implied,
    JumpedBack,
    Learned,
    Listed,
    Modelled,
    ModelReduced,
    Probed,
    Refuted,
    Resolved,
    Restarted,
    Returned,
    Undone,
    Watched,
)

__all__ = [
    "Advised",
    "Assumed", "Attached", "Blocked", "Called", "ClauseAdded", "ClauseUnit", "Complemented", "ComponentFound",
    "Conflicted", "Consistent", "ConstraintTaken", "Decided", "Dropped", "FactsListed", "FixedBackbone", "Flagged",
    "Forgotten", "Freed", "GameEnded", "GroupMerged", "GroupPlaced", "Implied", "JumpedBack", "Learned", "Listed",
    "ModelReduced", "Modelled", "ModelsCounted", "NoPlacement", "NoSupport", "NumberSettled", "PairTaken",
    "PairsConsistent", "PassStarted", "PlacementsCounted", "ProbabilityFound", "Probed", "Pruned", "Refuted",
    "RelationListed", "Resolved", "Restarted", "Returned", "SumTested", "SupportFound", "TupleDropped", "TupleExtended",
    "TupleOutdated", "TupleTried", "Uncovered", "Undone", "VariableTaken", "Watched", "WipedOut",
]
