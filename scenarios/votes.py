"""The hands that classes have raised, kept in the user's folder; no names.

``votes.json`` has an entry for each lesson that was voted on, by the name of its file, and in it a list for each
question, by the index of its cue:

    {"04-where-gac-must-stop": {"2": [{"day": "2026-11-22", "answers": ["yes", "no"], "rounds": [[4, 9], [1, 12]]}]}, …}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from scenarios.writing import keep, kept_in

_FILE = "votes.json"
_MOST = 200  # votes on a question that are kept: the last ones


def votes_on(lesson: str, cue: int) -> list[dict[str, Any]]:
    """What was voted on a question, the last one at the end."""
    entry = kept_in(_FILE).get(lesson)
    votes = entry.get(str(cue)) if isinstance(entry, dict) else None
    return [vote for vote in votes if isinstance(vote, dict)] if isinstance(votes, list) else []


def keep_vote(lesson: str, cue: int, day: str, answers: Sequence[str], rounds: Sequence[Sequence[int]]) -> None:
    """Keeps another vote on a question."""
    entries = kept_in(_FILE)
    entry = entries.get(lesson)
    vote = {"day": day, "answers": list(answers), "rounds": [list(hands) for hands in rounds]}
    votes = [*votes_on(lesson, cue), vote][-_MOST:]
    entries[lesson] = {**(entry if isinstance(entry, dict) else {}), str(cue): votes}
    keep(_FILE, json.dumps(entries, ensure_ascii=False, indent=0))
