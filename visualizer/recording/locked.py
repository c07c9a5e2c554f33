"""Questions as a page asks them: what is right, and what speaks against each answer, is there only under a lock.

The key to what is said of an answer is that answer, hashed slowly with a salt: so it cannot be read in the file, and
the page cannot tell either before somebody has answered. What is told when somebody gives up is under the salt alone.
The answers are few and the code is open: the lock slows, it does not keep. Nothing here is for exams.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from scenarios.script.asking import Ask
from visualizer.canvas.primitives import Canvas
from visualizer.recording.film import SIZE, Film, Frame
from visualizer.runs.question import Given, Question, number

ROUNDS = 600  # of the hash: as slow as nobody notices who tries one answer; the page has the same number
_TAG = 12  # digits that tell whether a key fits
_RIGHT, _WRONG = "+", "-"


class Asked(NamedTuple):
    """A question in a film: after which frame it is asked, and which one shows the answer, by their indices."""

    cue: int
    ask: Ask
    question: Question
    after: int
    shown: int


def asked_in(film: Film) -> Sequence[Asked]:
    """The questions of a film, in the order in which they are asked."""
    ends = {frame.cue: index for index, frame in enumerate(film.frames) if frame.cue is not None}
    found = []
    for cue, question in film.questions.items():
        ask, end = film.scenario.script[cue].ask, ends.get(cue)
        if ask is None or end is None:
            continue
        if not ask.stays:
            before = [index for index in range(end) if film.frames[index].position <= question.stop]
            if before:
                found.append(Asked(cue, ask, question, before[-1], end))
            continue
        shown = max(ends.values()) if ask.about.truth else _first(film.frames, question.shown, end)
        found.append(Asked(cue, ask, question, end, shown))
    return sorted(found, key=lambda one: (one.after, one.cue))


def _first(frames: Sequence[Frame], position: int, start: int) -> int:
    """The first frame from there on that shows the position."""
    return next((index for index in range(start, len(frames)) if frames[index].position >= position), len(frames) - 1)


def questions_for_page(canvas: Canvas, film: Film) -> list[dict[str, Any]]:
    """The questions of a film, as the player reads them."""
    found = []
    for asked in asked_in(film):
        frame = film.frames[asked.after]
        places = film.options(canvas, frame, SIZE, asked.question)
        salt = sha256(f"{film.scenario.name} {asked.cue} {asked.question.prompt}".encode()).hexdigest()[:16]
        found.append({
            "cue": asked.cue, "after": asked.after, "shown": asked.shown, "stays": asked.ask.stays,
            "later": asked.ask.stays and asked.ask.reveal == "later", "score": asked.ask.score,
            "places": [[round(side, 1) for side in place] for place in places],
            "tiers": [locked(tier, f"{salt} {at}") for at, tier in enumerate(_tiers(asked.question))],
        })
    return found


def _tiers(question: Question) -> Iterator[Question]:
    yield question
    if question.why is not None:
        yield question.why


def locked(question: Question, salt: str) -> dict[str, Any]:
    """A question, or its second tier, with what is said of its answers under their locks."""
    needed = {part for right in question.right for part in right}
    boxes = dict(_box(salt, answer_text(question, right), _RIGHT) for right in sorted(question.right))
    for option in question.options:
        if option.text not in needed and option.why:
            boxes.update([_box(salt, _part(question, option.text), _WRONG + option.why)])
    given_up = {"rule": question.rule or "That is not so.", "missing": question.missing, "answer": question.hints[2],
                "value": question.value, "parts": sorted(needed)}
    return {
        "prompt": question.asked, "answer": question.answer, "salt": salt, "hints": question.hints[:2],
        "options": [] if question.answer == "number" else [[option.text, option.label] for option in question.options],
        "boxes": boxes, "rest": _sealed(key_of(salt, ""), json.dumps(given_up)),
    }


def answer_text(question: Question, given: Given) -> str:
    """An answer as one text, by which it is hashed: the page makes the same."""
    if question.answer == "number":
        found = number(given[0])
        return given[0] if found is None else f"{found.numerator}/{found.denominator}"
    return "\n".join(question.normal(given))


def _part(question: Question, text: str) -> str:
    """A single part of an answer of several is looked up by itself."""
    return f"part {text}" if question.many else answer_text(question, (text,))


def key_of(salt: str, answer: str) -> bytes:
    """The key that an answer is."""
    digest = sha256(f"{salt}\n{answer}".encode()).digest()
    for _ in range(ROUNDS):
        digest = sha256(digest).digest()
    return digest


def _box(salt: str, answer: str, text: str) -> tuple[str, str]:
    """The tag by which a key finds its box, and what is in it."""
    key = key_of(salt, answer)
    return sha256(key + b"tag").hexdigest()[:_TAG], _sealed(key, text)


def _sealed(key: bytes, text: str) -> str:
    plain = text.encode("utf-8")
    return sealed_bytes(key, plain)


def sealed_bytes(key: bytes, plain: bytes) -> str:
    """Bytes under a lock, as text."""
    blocks = (sha256(key + block.to_bytes(4, "big")).digest() for block in range(len(plain) // 32 + 1))
    stream = b"".join(blocks)[:len(plain)]
    mixed = int.from_bytes(plain, "big") ^ int.from_bytes(stream, "big")
    return base64.b64encode(mixed.to_bytes(len(plain), "big")).decode("ascii")
