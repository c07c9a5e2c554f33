"""Numbers and lists as they are read in sentences."""

from __future__ import annotations

from collections.abc import Iterable


def counted(number: int, noun: str) -> str:
    """``1 variable``, ``1,234 variables``; of a noun of several words the last one changes."""
    return f"{number:,} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """The noun for that number of things: ``variable`` for 1, otherwise ``variables``."""
    return noun if number == 1 else f"{noun}s"


def listed(parts: Iterable[object], word: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; ``nothing`` where there is nothing."""
    *most, last = map(str, tuple(parts) or ("nothing",))
    return f"{', '.join(most)} {word} {last}" if most else last
