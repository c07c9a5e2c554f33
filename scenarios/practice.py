"""What was predicted and hunted, kept in the user's folder: what was missed comes back in later sessions.

``practice.json`` has an entry for each family of algorithms, and in it one for each skill: how often it was asked for,
the points and the seconds of all answers, and how many right answers in a row it ``needs`` before it rests; with
``aside`` it is not asked for, as somebody has chosen:

    {"satisfiability": {"Implied.literal": {"asked": 4, "points": 2.5, "seconds": 31.0, "needs": 2}}, …}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeGuard

from scenarios.writing import keep, kept_in

_FILE = "practice.json"
_CLEARED = 2  # right answers after a miss


@dataclass(frozen=True)
class Practised:
    """How a skill went: so often ``asked``, ``points`` and ``seconds`` altogether; ``needs`` right answers, or 0;
    ``aside``: it is not asked for."""

    asked: int = 0
    points: float = 0.0
    seconds: float = 0.0
    needs: int = 0
    aside: bool = False

    def answered(self, points: float, seconds: float) -> Practised:
        """After another answer: one that was not right at once is a miss."""
        needs = max(0, self.needs - 1) if points == 1.0 else _CLEARED
        return replace(self, asked=self.asked + 1, points=self.points + points, seconds=self.seconds + seconds,
                       needs=needs)


def practised(family: str) -> dict[str, Practised]:
    """What was kept of a family, by skills, without what makes no sense."""
    entry = kept_in(_FILE).get(family)
    found = entry.items() if isinstance(entry, dict) else ()
    return {skill: made for skill, kept in found if (made := _practised(kept)) is not None}


def practise(family: str, skill: str, points: float, seconds: float) -> Practised:
    """Keeps another answer, and returns how the skill stands then."""
    made = practised(family).get(skill, Practised()).answered(points, round(seconds, 1))
    _keep(family, {skill: made})
    return made


def put_aside(family: str, skills: Mapping[str, bool]) -> None:
    """Keeps which of these skills are not asked for."""
    known = practised(family)
    _keep(family, {skill: replace(known.get(skill, Practised()), aside=aside) for skill, aside in skills.items()})


def _keep(family: str, made: Mapping[str, Practised]) -> None:
    """Keeps how these skills stand, beside the others."""
    entries, known = kept_in(_FILE), {**practised(family), **made}
    entries[family] = {name: asdict(skill) for name, skill in known.items()}
    keep(_FILE, json.dumps(entries, ensure_ascii=False, indent=0))


def _practised(kept: Any) -> Practised | None:
    """One entry; None where it makes no sense."""
    if not isinstance(kept, Mapping):
        return None
    asked, points, seconds, needs = (kept.get(name) for name in ("asked", "points", "seconds", "needs"))
    if type(asked) is not int or type(needs) is not int or not 0 <= needs <= _CLEARED:
        return None
    if not (_number(points) and _number(seconds)) or asked < 0:
        return None
    return Practised(asked, float(points), float(seconds), needs, kept.get("aside") is True)


def _number(kept: Any) -> TypeGuard[float]:
    return isinstance(kept, int | float) and not isinstance(kept, bool) and 0 <= kept < float("inf")
