"""Which places of a board change in a transition."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

MOST = 45  # places: where more change at once no eye follows them, and they change without a transition
BESIDE = 22  # the same on a board beside others

P = TypeVar("P", bound=Hashable)


def moving(earlier: Mapping[P, object], later: Mapping[P, object], *, beside: bool) -> list[P]:
    """The places that look different later, on a board that stands ``beside`` others or not."""
    if earlier is later:
        return []
    found = [place for place, look in later.items() if look != earlier[place]]
    return found if len(found) <= (BESIDE if beside else MOST) else []
