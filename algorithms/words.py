"""Numbers and lists as they are read in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

_MOST_MEANING = 90  # letters: a longer one is cut at a comma or a colon
_OF_ONE = {"are": "is", "were": "was", "have": "has"}


def counted(number: int, noun: str) -> str:
    """``1 variable``, ``1,234 variables``; of a noun of several words the last one changes."""
    return f"{number:,} {plural(number, noun)}"


def figure(number: int) -> str:
    """``−1,234``, with the sign of mathematics."""
    return f"{number:,}".replace("-", "−")


def plural(number: int, noun: str) -> str:
    """The noun for that number of things: ``variable`` for 1, otherwise ``variables``."""
    return noun if number == 1 else f"{noun}s"


def ordinal(number: int) -> str:
    """``first``, ``second``, ``third``, ``4th``, ``21st``."""
    return {1: "first", 2: "second", 3: "third"}.get(number, short_ordinal(number))


def short_ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``11th``, ``1,023rd``."""
    last = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{last}"


def percent(share: Fraction | float, digits: int = 3) -> str:
    """``33.3%``: so many digits. Only what is certain is 0% or 100%; what is nearly so is under or over something."""
    if share in (0, 1):
        return f"{int(100 * share)}%"
    shown = float(f"{float(100 * share):.{digits}g}")
    if shown < 0.01:
        return "under 0.01%"
    return f"{shown:g}%" if shown < 100 else f"over {100 - 10 ** (2 - digits):g}%"


def rounded(number: Fraction | float, places: int = 0) -> str:
    """With so many decimal places, as one rounds by hand: a half goes up, ``13`` for 12.5."""
    exact = Decimal(number.numerator) / number.denominator if isinstance(number, Fraction) else Decimal(str(number))
    return f"{exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)}"


def listed(parts: Iterable[object], word: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; ``nothing`` where there is nothing."""
    *most, last = map(str, tuple(parts) or ("nothing",))
    return f"{', '.join(most)} {word} {last}" if most else last


def sentences(*said: str) -> str:
    """What is said one after the other, as sentences: each begins large and ends with a stop; what is empty is left
    out."""
    whole = (part.strip() for part in said)
    return " ".join(f"{part[:1].upper()}{part[1:]}{'' if part[-1] in '.!?…' else '.'}" for part in whole if part)


def few(parts: Iterable[object], most: int) -> str:
    """The first ones where there are many: ``a, b``, ``a, b and 7 more``."""
    names = list(map(str, parts))
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def verb(number: int, many: str) -> str:
    """The form of a verb for that number of things, from the one for many: ``is`` or ``are``, ``fits`` or ``fit``."""
    return many if number != 1 else _OF_ONE.get(many, f"{many}s")


def kind_name(kind: type) -> str:
    """The name of a kind of events as it is read: ``Support found``."""
    return _spaced(kind.__name__)


@lru_cache(maxsize=1024)  # a window lists the kinds of a run in each frame
def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).lower().capitalize()


def kind_meaning(kind: type) -> str:
    """What such an event is: the first clause of what its class says of itself."""
    return _first_clause(kind.__doc__ or "")


@lru_cache(maxsize=1024)
def _first_clause(text: str) -> str:
    said = re.split(r"[.;](?:\s|$)|\s\(", " ".join(text.split()).replace("`", ""), maxsplit=1)[0]
    while len(said) > _MOST_MEANING and (shorter := re.sub(r"[,:] [^,:]*$", "", said)) != said:
        said = shorter
    return said


def quotes_meant(word: str) -> str:
    """What to do first where a list in a lesson has been cut at the comma of a name such as p(1,a); elsewhere empty."""
    return "" if word.count("(") == word.count(")") else "put a name with a comma in quotes, or "


def quoted(text: str) -> str:
    """Somebody's own words, as far as they fit into an error."""
    return repr(text if len(text) <= 40 else text[:37] + "…")
