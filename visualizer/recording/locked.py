"""Questions as a page asks them: what is right, and what speaks against each answer, is there only under a lock.

The key to what is said of an answer is that answer, hashed slowly with a salt: so it cannot be read in the file, and
the page cannot tell either before somebody has answered. The right answer has one thing more: the key of what is told
at the end, and of homework also of all that comes after the question. What is said of many answers lies together under
a lock of its own, and has a number under theirs: texts about numbers, and, but in homework, about lines. Who gives up
has the page search for that key: it lies under a number, too, that is nowhere in the file, and of homework that takes
as long as it takes to try some dozens of answers. The answers are few and the code is open: the lock slows, it does not
keep. Nothing here is for exams.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from scenarios.folders import bare
from scenarios.script.asking import Ask
from visualizer.canvas.primitives import Canvas
from visualizer.recording.film import Film
from visualizer.recording.frames import Frame
from visualizer.recording.packed import packed
from visualizer.runs.question import Given, Question, number
from visualizer.runs.questions import questions_of

_TAG = 6  # digits that tell whether a key fits
_RIGHT, _WRONG, _PART, _SHARED = "+", "-", "=", "~"  # what a box begins with: the last but one belongs to what is right
_ITSELF = "\0"  # in what is said of several numbers, in the place of each


@dataclass(frozen=True)
class Lock:
    """How slow it is. rounds: of the hash; the page has the same number. pins: of these, one is to be found to give
    up."""

    rounds: int
    pins: int


LIGHT, HOMEWORK = Lock(600, 1), Lock(20_000, 48)  # nobody notices; as long as one breathes, and some seconds


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


def questions_for_page(canvas: Canvas, film: Film, lock: Lock) -> list[dict[str, Any]]:
    """The questions of a film, as the player reads them."""
    found, shown_in = [], lessons_on(film)
    for asked in asked_in(film):
        frame = film.frames[asked.after]
        places = film.options(canvas, frame, asked.question)
        found.append({
            "cue": asked.cue, "after": asked.after, "shown": asked.shown, "stays": asked.ask.stays,
            "later": asked.ask.stays and asked.ask.reveal == "later", "score": asked.ask.score,
            "places": [[round(side, 1) for side in place] for place in places],
            **({} if asked.question.lines is None else {
                "veils": [[round(side, 1) for side in place] for place in film.code_places(frame)]}),
            "tiers": [locked(tier, _salt(film, asked, at), lock, shown_in)
                      for at, tier in enumerate(_tiers(asked.question))],
        })
    return found


def lessons_on(film: Film) -> dict[str, str]:
    """The lessons that show misconceptions of the families of a film, by the names of these; not itself."""
    beliefs = (belief for run in film.scenario.runs for belief in questions_of(run.algorithm).misconceptions)
    return {belief.name: belief.lesson for belief in beliefs
            if belief.lesson and belief.lesson != bare(film.scenario.name)}


def _salt(film: Film, asked: Asked, tier: int) -> str:
    text = f"{film.scenario.name} {asked.cue} {asked.question.prompt}"
    return f"{sha256(text.encode()).hexdigest()[:16]} {tier}"


def part_keys(film: Film, lock: Lock) -> dict[int, bytes]:
    """The keys of what comes after each question, by the indices of their cues."""
    return {asked.cue: turned(_told_key(asked.question, _salt(film, asked, 0), lock), "part")
            for asked in asked_in(film)}


def _tiers(question: Question) -> Iterator[Question]:
    yield question
    if question.why is not None:
        yield question.why


def locked(question: Question, salt: str, lock: Lock, shown_in: Mapping[str, str]) -> dict[str, Any]:
    """A question, or its second tier, with what is said of its answers under their locks: behind a new line the lesson
    on the misconception that an answer comes from."""
    needed = {part for right in question.right for part in right}
    told = _told_key(question, salt, lock)
    pin = int.from_bytes(turned(told, "pin")[:4], "big") % lock.pins
    boxes = dict(_box(salt, answer, _RIGHT.encode() + told, lock)
                 for answer in (*(answer_text(question, right) for right in sorted(question.right)), f"give up {pin}"))
    for option in question.options:
        lesson = shown_in.get(option.belief, "")
        why = f"{option.why}\n{lesson}" if lesson else option.why
        if question.lines is not None:
            continue  # what speaks against a line is said of its place
        if question.many:  # of each, so that nobody can count those that are right
            said = _PART if option.text in needed else _WRONG + why
            boxes.update([_box(salt, f"part {option.text}", said, lock)])
        elif option.text not in needed and option.why:
            boxes.update([_box(salt, answer_text(question, (option.text,)), _WRONG + why, lock)])
    reasons = _of_numbers(question) if question.lines is None else _of_lines(question)
    together = question.lines is None or lock == LIGHT  # those against lines tell the order, read one after the other
    texts = [*dict.fromkeys(reasons.values())] if together else []
    boxes.update(_box(salt, answer, f"{_SHARED}{texts.index(why)}" if together else _WRONG + why, lock)
                 for answer, why in reasons.items())
    against = {"rule": question.rule or "That is not so.", "missing": question.missing,
               **({"texts": texts} if texts else {})}
    rest = {"answer": question.hints[2], "value": question.value}
    return {
        "prompt": question.asked, "answer": question.answer, "salt": salt, "hints": question.hints[:2],
        "options": [] if question.answer == "number" else [[option.text, option.label] for option in question.options],
        **({} if question.lines is None else {"code": list(question.lines.whole)}),
        "boxes": dict(sorted(boxes.items())), "against": sealed(key_of(salt, "", lock), packed(against)),
        "rest": sealed(turned(told, "rest"), json.dumps(rest).encode("ascii")),
    }


def _of_lines(question: Question) -> dict[str, str]:
    """What speaks against each line in each place that is wrong for it, where all before it are right."""
    right = min(question.right)
    return {f"{at} {text}": question.against((*right[:at], text))
            for at in range(len(right)) for text in right[at + 1:]}


def _of_numbers(question: Question) -> dict[str, str]:
    """What speaks against each other number that somebody may type: many texts differ in the number itself alone, and
    have a sign in its place."""
    found = {}
    for option in question.beside:
        own = re.compile(rf"(?<![\w./-]){re.escape(option.text)}(?![\w/]|\.\d)")
        text = own.sub(_ITSELF, option.why) if option.text == str(number(option.text)) else option.why
        found[answer_text(question, (option.text,))] = text
    return found


def answer_text(question: Question, given: Given) -> str:
    """An answer as one text, by which it is hashed: the page makes the same."""
    if question.answer == "number":
        found = number(given[0])
        return given[0] if found is None else f"{found.numerator}/{found.denominator}"
    return "\n".join(question.normal(given))


def _told_key(question: Question, salt: str, lock: Lock) -> bytes:
    """The key that all right answers lead to: made of the first of them, as slowly."""
    return turned(key_of(salt, answer_text(question, min(question.right)), lock), "told")


@lru_cache(maxsize=256)
def key_of(salt: str, answer: str, lock: Lock) -> bytes:
    """The key that an answer is."""
    digest = sha256(f"{salt}\n{answer}".encode()).digest()
    for _ in range(lock.rounds):
        digest = sha256(digest).digest()
    return digest


def turned(key: bytes, word: str) -> bytes:
    """Another key, made of this one: each opens one thing only."""
    return sha256(key + word.encode()).digest()


def _box(salt: str, answer: str, said: str | bytes, lock: Lock) -> tuple[str, str]:
    """The tag by which a key finds its box, and what is in it."""
    key = key_of(salt, answer, lock)
    return turned(key, "tag").hex()[:_TAG], sealed(key, said if isinstance(said, bytes) else said.encode("utf-8"))


def sealed(key: bytes, plain: bytes) -> str:
    """Bytes under a lock, as text."""
    blocks = (sha256(key + block.to_bytes(4, "big")).digest() for block in range(len(plain) // 32 + 1))
    stream = b"".join(blocks)[:len(plain)]
    mixed = int.from_bytes(plain, "big") ^ int.from_bytes(stream, "big")
    return base64.b64encode(mixed.to_bytes(len(plain), "big")).decode("ascii")
