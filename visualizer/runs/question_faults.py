"""What `main.py check` finds wrong with the questions of a lesson once its run is recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from algorithms.problems.forms.csp import CSP, csp_of
from algorithms.problems.forms.truth import TooLarge
from algorithms.words import listed
from scenarios.loader import Scenario
from scenarios.reading import Loc, ScenarioError, meant
from scenarios.script.asking import Ask
from scenarios.script.shown import Shown
from scenarios.script.walk import Walk
from visualizer.runs.posing import Posed, pose_cue
from visualizer.runs.question import Question, degenerate, guessed, read


def check_questions(scenario: Scenario, director: Walk[Any]) -> list[ScenarioError]:
    """Raises ScenarioError for the first question of a lesson that cannot be asked as it is written. Returns what could
    be better: answers that are offered, and nothing but the rule speaks against them."""
    doubts = []
    for index, cue in enumerate(scenario.script):
        if cue.ask is None:
            continue
        try:
            posed = pose_cue(scenario, director, index)
        except TooLarge:
            at = ("script", index, "ask", "about")
            raise scenario.document.error(at, "what is so in all solutions cannot be told of so large a puzzle; ask "
                                              "something else") from None
        assert posed is not None  # without a limit it is found, or an error
        place = director.place_at(index, posed.question.stop)
        seen = _seen(director, director.shown(place, index if cue.ask.stays else None))
        puzzle = scenario.runs[director.lead(index)].puzzle
        for loc, message in question_faults(cue.ask, posed, csp_of(puzzle), seen):
            raise scenario.document.error(("script", index, "ask", *loc), message)
        for loc, message in without_reason(posed.question):
            doubts.append(scenario.document.error(("script", index, "ask", *loc), message))
    return doubts


class Seen(NamedTuple):
    """What a lesson shows where it asks: texts, each with what it is, and the places of each way to point at some."""

    texts: Sequence[tuple[str, str]]
    places: Sequence[tuple[str, Sequence[str]]]


def _seen(director: Walk[Any], shown: Shown) -> Seen:
    """The words, with what they add for who wants more, and all that is drawn on the board or beside it."""
    drawn = shown.drawn
    written = " ".join((*(text for text, _ in drawn.regions), *(text for _, text in drawn.labels),
                        *(arrow[2] for arrow in drawn.arrows if len(arrow) == 3)))
    texts = [("the caption above it", director.said(shown.spoken)),
             ("what the caption adds under more", director.unsaid(shown.spoken)),
             ("what is written on the board", written), ("the formula beside it", drawn.formula.replace("~", "¬"))]
    places = [("marked", shown.marks), ("marked softly", drawn.soft),
              ("labelled", [place for place, _ in drawn.labels]),
              ("joined by arrows", [place for arrow in drawn.arrows for place in arrow[:2]]),
              ("in a region", [place for _, region in drawn.regions for place in region])]
    return Seen(texts, places)


def question_faults(ask: Ask, posed: Posed, csp: CSP, seen: Seen) -> Iterator[tuple[Loc, str]]:
    """What is wrong with it, each with its place in it."""
    question = posed.question
    if missing := degenerate(question, csp.hidden):
        yield ("about",), f"{missing}; ask something else"
    if question.why is not None and (missing := degenerate(question.why, csp.hidden)):
        yield ("why",), f"{missing}; ask for another field"
    if ask.about.truth and not any(question.right):
        yield ("about", "truth"), "none of these has that value in all solutions; name one that has"
    yield from _wrong_faults(ask, posed)
    for number, hint in enumerate(question.hints[:2], 1):
        if not hint:
            yield ("hints",), f"hint {number} is missing, and nothing is declared of {question.skill}; write two"
    if question.lines is None:  # its order is in no text
        yield from _given_away(ask, question, csp, seen)
    if ask.score and guessed(question):
        yield ("about",), ("has two answers, of which half is guessed; write why, a field of the event that tells the "
                           "reason, or a third answer under wrong")


def _given_away(ask: Ask, question: Question, csp: CSP, seen: Seen) -> Iterator[tuple[Loc, str]]:
    """What names the right answer, or points at it, and at no other."""
    on_show: list[tuple[Loc, str, str]] = [
        (("prompt",), "it", ask.prompt), *((("prompt",), what, text) for what, text in seen.texts)]
    hints: list[tuple[Loc, str, str]] = [(("hints", index), "it", hint) for index, hint in enumerate(ask.hints)]
    for loc, what, text in (*on_show, *hints):
        if names_alone(question, text, no_answers(question, csp)):
            yield loc, f"{what} names {question.value}, which is right, and no other answer; change it"
        if question.why is not None and names_alone(question.why, text, no_answers(question.why, csp)):
            yield loc, f"{what} names {question.why.value}, which is right as the reason, and no other; change it"
    for how, places in seen.places:
        if question.places and singled_out(question, places):
            yield ("prompt",), f"what is {how} here is right, and nothing else; mark more than {question.value}"


def _wrong_faults(ask: Ask, posed: Posed) -> Iterator[tuple[Loc, str]]:
    question, candidates = posed
    needed = {part for given in question.right for part in given}
    for key in ask.wrong:
        text = read(key)
        if text in needed:
            yield ("wrong", key), f"is right: {question.hints[2]} Remove it, or ask otherwise"
        elif question.answer == "number" and not re.fullmatch(r"-?\d+(/\d+|\.\d+)?", text):
            yield ("wrong", key), "is no number; write one"
        elif candidates is not None and question.answer != "number" and not _among(text, candidates):
            yield ("wrong", key), f"cannot be taken for the answer there; {meant(key, candidates, 'candidates')}"


def without_reason(question: Question) -> Iterator[tuple[Loc, str]]:
    """The answers that are offered, here and in the second tier, without a reason of their own against them."""
    for key, tier in (("wrong", question), ("why", question.why)):
        if tier is None:
            continue
        needed = {part for given in tier.right for part in given}
        if bare := [option.label for option in tier.options if not option.why and option.text not in needed]:
            yield (key,), f"nothing is said against {listed(bare)}, or declared of {tier.skill}; write why it is wrong"


def _among(text: str, candidates: Sequence[str]) -> bool:
    """Is it a candidate, or made of such?"""
    return text in candidates or all(part in candidates for part in text.split(", "))


def no_answers(question: Question, csp: CSP) -> Iterator[str]:
    """The names in which a number is no answer: those of constraints and, where a number is asked for, of variables,
    as of the nodes of a graph."""
    yield from (c.name for c in csp.constraints)
    if question.answer == "number":
        yield from csp.domains


def names_alone(question: Question, text: str, names: Iterable[str] = ()) -> bool:
    """Does a text name the right answer and no other? What belongs to one of these ``names`` is no answer."""
    offered = {option.text for option in question.options}
    for name in sorted(names, key=len, reverse=True):
        if name in text and name not in offered:  # of thousands hardly any is
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    words = set(re.findall(r"\([^()]*\)|¬?\w+(?:=\w+)?(?:\([^()]*\))?", text)) - {"a", "A", "I"}
    right = {part for given in question.right for part in given}
    others = {option.text for option in question.options if option.text not in right}
    return bool(right & words) and not others & words


def singled_out(question: Question, marks: Sequence[str]) -> bool:
    """Are right answers marked, and no other?"""
    right = {part for given in question.right for part in given}
    others = {option.text for option in question.options} - right
    return bool(right & set(marks)) and not others & set(marks)
