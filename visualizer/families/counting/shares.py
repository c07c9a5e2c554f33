"""What speaks against a share of all that was counted, of deals as of placements."""

from __future__ import annotations

from fractions import Fraction


def no_share(share: Fraction, right: Fraction, every: int, what: str, having: str) -> str:
    """How many of ``every`` ``what`` a share would be that is not the right one, and whether that is too many."""
    many = share * every
    if many.denominator > 1:
        return f"There are {every:,} {what}: {share} of them is no whole number."
    than = "fewer" if share > right else "more"
    return f"That would be {many.numerator:,} of {every:,} {what}; {than} have {having}."
