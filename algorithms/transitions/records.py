"""The states of transition graphs: records, which are sequences of literals, decisions marked Δ; and FailState.

Source: Yuliya Lierler, *Handout on Algorithms in Backtracking Search behind SAT and ASP*, section 1.2. A record
relative to a set of atoms is a sequence l₁ … lₙ of distinct literals over them, some marked as decisions, so that

    1. l₁ … lₙ₋₁ contains no complementary pair, and
    2. no decision is preceded by its complement.

    m   a record as a set of literals: v for an atom v, −v for its complement
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

FAIL: Final = "FailState"


class Member(NamedTuple):
    """A literal of a record, and whether it is a decision."""

    literal: int
    decision: bool = False


Record = tuple[Member, ...]
State = Record | Literal["FailState"]
Said = tuple[tuple[str, bool], ...]
"""A record in events: of each literal its word, and whether it is a decision."""


def members(record: Record) -> frozenset[int]:
    """The record as a set of literals."""
    return frozenset([literal for literal, _ in record])


def is_consistent(record: Record) -> bool:
    """Does it hold no literal beside its complement? Of a record only the last literal can be such."""
    return not record or -record[-1].literal not in members(record)


def is_record(sequence: Sequence[Member]) -> bool:
    """Is the sequence a record? The definition, word by word."""
    literals = [member.literal for member in sequence]
    return (len(set(literals)) == len(literals)
            and not any(-literal in literals[:-1] for literal in literals[:-1])
            and not any(member.decision and -member.literal in literals[:index]
                        for index, member in enumerate(sequence)))


def last_decision(record: Record) -> int:
    """Where its last decision stands, from 0; −1 if it has none."""
    return next((index for index in reversed(range(len(record))) if record[index].decision), -1)


def text(said: Said | None) -> str:
    """A state as it is written: ``p qΔ ¬r``, ``∅``, ``FailState`` (None)."""
    if said is None:
        return FAIL
    return " ".join(f"{word}{'Δ' if decision else ''}" for word, decision in said) or "∅"
