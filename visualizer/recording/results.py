"""Results that learners hand in: texts that a page of a lesson writes, read and marked anew by a replay of the lesson.

    unfog-result 1
    lesson: 40-the-fog-of-search
    file: 0123456789abcdef          the beginning of the hash of the lesson's file
    version: 0.9.0
    seed: 401234567                 where each learner has another puzzle, or run: that of this one
    name: Ada
    cue 6: {"answers": ["G"], "tried": [["H"]], "tries": 2, "hints": 0, "seconds": 12}
    check: 01234567                 of all above: it finds slips, not forgers
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from annotated_types import Ge, MaxLen
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as checked

from scenarios.loader import Scenario
from scenarios.version import VERSION
from visualizer.recording.film import Film
from visualizer.recording.locked import Asked, asked_in
from visualizer.runs.question import Given, Question

FIRST = "unfog-result 1"
_CHECK = 8  # digits of the check
_DIGEST = 16  # digits that tell one version of a lesson from another
_MOST = 10_000  # letters of a line


@checked(frozen=True, config=ConfigDict(strict=True, extra="forbid"))
class Entry:
    """What was answered to a question: the last answer to its first tier and to the second, tries, hints, seconds;
    ``tried``: the answers to the first tier before; ``seen``: the answer was on show before; ``gave_up``: it was
    skipped, and what follows unlocked."""

    answers: Annotated[list[str], MaxLen(40)]
    tries: Annotated[int, Ge(0)]
    hints: Annotated[int, Ge(0)]
    seconds: Annotated[int, Ge(0)]
    why: Annotated[list[str], MaxLen(40)] | None = None
    tried: Annotated[list[Annotated[list[str], MaxLen(40)]], MaxLen(100)] | None = None
    seen: bool = False
    gave_up: bool = False


@dataclass(frozen=True)
class Result:
    """A result as it was handed in. ``whole``: its check fits, so that nothing was lost or changed by mistake;
    ``seed``: that of its page, where each learner has another."""

    lesson: str
    digest: str
    version: str
    name: str
    entries: Mapping[int, Entry]
    whole: bool
    seed: int | None = None


class ResultError(Exception):
    """A text that is no result; it says in a line what is wrong."""


def facts_of(scenario: Scenario) -> dict[str, str]:
    """What a page writes into its results about its lesson."""
    try:
        digest = sha256(scenario.path.read_bytes()).hexdigest()[:_DIGEST]
    except OSError:  # a lesson that was pasted
        digest = ""
    own = {"seed": str(scenario.seed)} if scenario.of_name else {}
    return {"lesson": scenario.name, "digest": digest, "version": VERSION, **own}


def results_in(text: str) -> Iterator[Result]:
    """All results in a text, whatever stands around them, as in a mail. Raises ResultError for one that is broken, and
    where there is none."""
    lines = [line.strip().removeprefix("> ") for line in text.splitlines()]
    starts = [at for at, line in enumerate(lines) if line == FIRST]
    if not starts:
        raise ResultError(f"has no result; it begins with {FIRST}")
    for start in starts:
        end = next((at for at in range(start, len(lines)) if lines[at].startswith("check: ")), None)
        if end is None or any(start < other < end for other in starts):
            raise ResultError("has a result without its last line, the check; copy all of it")
        yield _read([line for line in lines[start:end] if line], lines[end].removeprefix("check: "))


def _read(lines: Sequence[str], check: str) -> Result:
    facts: dict[str, str] = {}
    entries: dict[int, Entry] = {}
    for line in lines[1:]:
        key, _, value = line.partition(":")
        value = value.strip()
        if number := re.fullmatch(r"cue (\d{1,6})", key):
            try:
                if len(value) > _MOST:
                    raise ValueError
                entries[int(number[1]) - 1] = _ENTRY.validate_json(value)
            except ValueError:
                raise ResultError(f"has a line that cannot be read, {key}; copy the result again") from None
        elif key == "seed" and not re.fullmatch(r"[0-9]{1,18}", value):
            raise ResultError("has a line that cannot be read, seed; copy the result again")
        elif key in ("lesson", "file", "version", "name", "seed"):
            facts[key] = value
        else:
            raise ResultError(f"has a line that no result has, {line[:40]!r}; copy the result again")
    if missing := {"lesson", "file", "version", "name"} - facts.keys():
        raise ResultError(f"has no line {min(missing)}; copy all of it")
    whole = sha256("\n".join(lines).encode("utf-8")).hexdigest()[:_CHECK] == check.strip()
    return Result(facts["lesson"], facts["file"], facts["version"], facts["name"], entries, whole,
                  int(facts["seed"]) if "seed" in facts else None)


_ENTRY = TypeAdapter(Entry)


@dataclass(frozen=True)
class Mark:
    """What an answer is worth: ``right``, None where there is none; points; the answer, as it was given, and those that
    were tried before; ``belief``: the misconception that the first of these comes from that tells one; ``gave_up``: it
    was skipped."""

    right: bool | None
    points: float
    given: Given = ()
    tried: tuple[Given, ...] = ()
    belief: str = ""
    gave_up: bool = False


def marks(film: Film, result: Result) -> Mapping[int, Mark]:
    """Each question of a lesson, by the index of its cue, marked by what the run says."""
    found = {}
    for asked in asked_in(film):
        entry = result.entries.get(asked.cue)
        if entry is None:
            found[asked.cue] = Mark(None, 0.0)
            continue
        found[asked.cue] = _mark(asked, entry)
    return found


def _mark(asked: Asked, entry: Entry) -> Mark:
    question, tried = asked.question, tuple(map(tuple, entry.tried or ()))
    right = _is_right(question, entry.answers)
    wrong = [one for one in (*tried, tuple(entry.answers)) if one and not question.is_right(one)]
    if right and question.why is not None:
        right = _is_right(question.why, entry.why or [])
    counts = right and asked.ask.score and not entry.seen and entry.hints <= 2
    points = (1.0 if max(entry.tries, len(tried) + 1) <= 1 and not entry.hints else 0.5) if counts else 0.0
    return Mark(None if entry.gave_up and not entry.answers else right, points, tuple(entry.answers), tried,
                next(filter(None, map(question.belief, wrong)), ""), entry.gave_up)


def _is_right(question: Question, given: Sequence[str]) -> bool:
    return bool(given) and question.is_right(given)
