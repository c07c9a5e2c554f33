"""Puts questions: what a cue asks, or what a family's declaration says can be predicted, about a recorded run."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from string import Formatter
from typing import Any, NamedTuple

from algorithms.core import Event, event_types, fill
from algorithms.problems.forms.csp import whole_csp_of
from algorithms.problems.forms.truth import always
from algorithms.pseudocode import part_between
from scenarios.loader import Scenario
from scenarios.runs import AlgorithmRun
from scenarios.script.asking import KIND, Answer, Ask
from scenarios.script.walk import Walk
from scenarios.timeline import Timeline
from visualizer.runs.line_order import order_question
from visualizer.runs.question import FEW, MOST_PLACES, Named, Option, Question, label_of, parts, read, written
from visualizer.runs.questions import Askable, Before, Questions, questions_of
from visualizer.runs.states import State

_MOST_TYPED = 40  # numbers that somebody may come to, each with what speaks against it


class Deviation(NamedTuple):
    """An answer that a misconception leads to, and why it is wrong."""

    value: Any
    why: str
    belief: str


@dataclass
class _Draft:
    """What is known of a question before its answers are offered."""

    value: Any
    stop: int
    shown: int
    candidates: Sequence[Any] | None = None  # None: nobody has declared any
    legal: Sequence[Any] = ()
    deviations: Sequence[Deviation] = ()
    wrong: Mapping[str, str] = field(default_factory=dict)
    accept: Sequence[Any] = ()
    fitting: Answer | None = None
    against: Callable[[Any], str] = lambda _candidate: ""


def stop_before(events: Sequence[Event], askable: Askable | None, start: int, index: int) -> int:
    """Where the run stops to ask about the event of that index: before what gives the answer away, but not before
    ``start``."""
    if askable is None:
        return index
    return first_spoiler(events, (*askable.events, *askable.after), askable.spoilers, start, index)


def first_spoiler(events: Sequence[Event], opening: tuple[type[Event], ...], spoilers: tuple[type[Event], ...],
                  start: int, index: int) -> int:
    """Of those that give the event of that index away the first one behind the last that opens the view, but not before
    ``start``; without any, the event itself."""
    stop = index
    for at in range(index - 1, start - 1, -1):
        if isinstance(events[at], spoilers):
            stop = at
        elif isinstance(events[at], opening):
            break
    return stop


def same_question(askable: Askable, event: Event, expected: Event) -> bool:
    """Does an event that is expected answer what is asked of another one? Not if the question names a field in which
    they differ: what becomes of one variable is no answer about another one."""
    named = {name for _, name, _, _ in Formatter().parse(askable.prompt) if name}
    return isinstance(expected, askable.events) and all(
        getattr(expected, name, None) == getattr(event, name, None) for name in named)


def deviations(questions: Questions, askable: Askable, before: Before, event: Event) -> Iterator[Deviation]:
    """The answers that misconceptions lead to, where they make a difference."""
    for belief in questions.misconceptions:
        expected = belief.deviate(before, event)
        if expected is not None and same_question(askable, event, expected):
            value = askable.value(expected)
            if parts(value) != parts(askable.value(event)):
                yield Deviation(value, fill(belief.text, expected), belief.name)


# --- what a family declares ----------------------------------------------------------------------------------------


class Posed(NamedTuple):
    """A question, and what else could be taken for its answer, as far as the family tells."""

    question: Question
    candidates: tuple[str, ...] | None


def pose(run: AlgorithmRun, timeline: Timeline[State], askable: Askable, index: int, start: int = 0, *,
         stop: int | None = None) -> Posed:
    """What an askable asks about the event of that index, at most from ``start`` on, or at ``stop``."""
    event, questions = timeline.events[index], questions_of(run.algorithm)
    at = stop_before(timeline.events, askable, start, index) if stop is None else stop
    before = Before(timeline.at(at), run)
    draft = _Draft(askable.value(event), at, index + 1, tuple(askable.candidates(before)),
                   tuple(askable.legal(before, event)), tuple(deviations(questions, askable, before, event)),
                   fitting=askable.answer, against=partial(askable.against, before, event))
    answer = draft.fitting or fitting_answer(draft.value, askable.field, run)
    second = None
    if askable.why and (other := questions.askable((type(event),), askable.why)) is not None:
        second = replace(pose(run, timeline, other, index, start, stop=at).question, why=None)
    question = _question(draft, answer, run, fill(askable.prompt, event), askable.skill)
    hints = (*askable.hints(before, event), event.sentence())
    return Posed(replace(question, hints=hints, rule=askable.rule, why=second), _texts(draft, answer))


def _texts(draft: _Draft, answer: Answer) -> tuple[str, ...] | None:
    """The candidates as they are compared."""
    if draft.candidates is None:
        return None
    return tuple(dict.fromkeys(read(written(value)) for value in draft.candidates))


def fitting_answer(value: Any, name: str, run: AlgorithmRun) -> Answer:
    """How such a value is answered, where nobody says that."""
    if isinstance(value, tuple | frozenset | set | list):
        return "several"
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return "number"
    if isinstance(value, str):
        if name == "literal" or value.startswith("¬"):
            return "literal"
        if value in run.puzzle.layout().places:
            return "place"
    return "choice"


def _question(draft: _Draft, answer: Answer, run: AlgorithmRun, prompt: str, skill: str) -> Question:
    """With its answers, and without hints."""
    many = answer in ("several", "order")
    every = (draft.value, *draft.legal)
    if many:
        right = {parts(value) if answer == "order" else tuple(sorted(parts(value))) for value in every}
        right |= {tuple(sorted(read(value).split(", "))) for value in draft.accept}
    else:
        right = {(read(written(value)),) for value in (*every, *draft.accept)}
    options = tuple(_parts_offered(draft, run) if many else _offered(draft, answer, right, run))
    places = run.puzzle.layout().places
    on_board = answer in ("place", "several", "order", "literal") and all(option.text in places for option in options)
    label = label_of(draft.value)
    whole = tuple(_whole(draft, answer, right, options)) if many else ()
    beside = tuple(_beside(draft, right, options)) if answer == "number" else ()
    return Question(prompt, answer, options, frozenset(right), ("", "", label), draft.stop, draft.shown, skill, label,
                    places=on_board and bool(options), whole=whole, beside=beside)


def _beside(draft: _Draft, right: set[tuple[str, ...]], options: Sequence[Option]) -> Iterator[Option]:
    """Of a number: the candidates that are not looked out for, as far as something speaks against them."""
    seen = {option.text for option in options} | {text for (text,) in right}
    for value in islice(draft.candidates or (), _MOST_TYPED):
        text = read(written(value))
        if text not in seen and (why := draft.against(value)):
            seen.add(text)
            yield Option(text, label_of(value), why)


def _whole(draft: _Draft, answer: Answer, right: set[tuple[str, ...]], options: Sequence[Option]) -> Iterator[Option]:
    """Of an answer of several parts: what misconceptions lead to, where it is wrong and can be put together."""
    offered, seen = {option.text for option in options}, set[tuple[str, ...]]()
    for value, why, belief in draft.deviations:
        given = parts(value) if answer == "order" else tuple(sorted(parts(value)))
        if given not in right | seen and offered >= set(given):
            seen.add(given)
            yield Option(", ".join(given), written(value), why, belief)


def _parts_offered(draft: _Draft, run: AlgorithmRun) -> Iterator[Option]:
    """Of an answer of several parts: all candidates, in an order that says nothing."""
    true = parts(draft.value)
    texts = dict.fromkeys((*(part for value in draft.candidates or () for part in parts(value)), *draft.wrong, *true))
    places = list(run.puzzle.layout().places)
    ordered = sorted(texts, key=places.index) if set(texts) <= set(places) else sorted(texts)
    found = {part: made for made in reversed(draft.deviations) for part in parts(made.value) if part not in true}
    for text in ordered:
        made = found.get(text)
        why, belief = ("", "") if made is None else (made.why, made.belief)
        yield Option(text, text, "" if text in true else draft.wrong.get(text, why) or draft.against(text), belief)


def _offered(draft: _Draft, answer: Answer, right: set[tuple[str, ...]], run: AlgorithmRun) -> list[Option]:
    """The right answer, what authors and misconceptions say is wrong, and candidates beside; shuffled."""
    found: dict[str, Option] = {}

    def add(value: Any, why: str = "", belief: str = "") -> None:
        text = read(written(value))
        if (text,) not in right:
            found.setdefault(text, Option(text, label_of(value), why, belief))

    beliefs = {read(written(value)): belief for value, _, belief in draft.deviations}
    for text, why in draft.wrong.items():
        add(_named(text, draft), why, beliefs.get(read(text), ""))
    for value, why, belief in draft.deviations:
        add(value, why, belief)
    if answer == "number":
        return list(found.values())
    every = [Option(read(written(value)), label_of(value)) for value in (draft.value, *draft.legal)]
    beside = list(draft.candidates or ())
    clicked = answer == "place" and len({*found, *(read(written(value)) for value in beside)}) <= MOST_PLACES
    offered = every if clicked else every[:1]
    for value in beside:
        if clicked or (len(found) + 1 < FEW and not draft.wrong):
            add(value, "" if (read(written(value)),) in right else draft.against(value))
    options = [*offered, *(list(found.values()) if clicked or draft.wrong else list(found.values())[:FEW - 1])]
    options = list({option.text: option for option in options}.values())
    places = list(run.puzzle.layout().places)
    if answer == "place" and all(option.text in places for option in options):
        return sorted(options, key=lambda option: places.index(option.text))
    random.Random(f"{run.seed} {draft.stop} {draft.shown}").shuffle(options)
    return options


def _named(text: str, draft: _Draft) -> Any:
    """What an author's text stands for, so that it reads as the right answer does."""
    if isinstance(draft.value, type):
        return event_types().get(text, text)
    return text


# --- what a cue asks -----------------------------------------------------------------------------------------------


def pose_cue(scenario: Scenario, director: Walk[Any], cue: int, most: int | None = None) -> Posed | None:
    """What the cue of that index asks, with the run recorded as far as that needs. None where ``most`` further events
    are too few. Raises ScenarioError where it never comes."""
    ask, lead = scenario.script[cue].ask, director.lead(cue)
    timeline, run = director.record(lead), scenario.runs[lead]
    assert ask is not None
    shown = director.asked(cue, most)
    if (shown is None and not ask.about.stands) or cue > len(director.ends):
        return None
    start = director.end_of(cue - 1)[lead]
    if ask.about.truth:
        posed = _of_truth(run, timeline, ask, start)
    elif ask.about.lines is not None:
        posed = _of_lines(run, timeline, ask.about.lines, start)
    elif ask.about.events:
        assert shown is not None
        posed = _of_events(run, timeline, ask, start, shown)
    else:
        assert shown is not None
        posed = _of_number_or_domain(run, timeline, ask, start, shown)
    question = posed.question
    given = tuple(ask.hints) + question.hints[len(ask.hints):]
    assert len(given) == 3
    of = Named(lead + 1, run.label) if scenario.compares else None
    return posed._replace(question=replace(question, prompt=ask.prompt, hints=given, missing=ask.missing or "", of=of))


def _of_events(run: AlgorithmRun, timeline: Timeline[State], ask: Ask, start: int, shown: int) -> Posed:
    """A field of an event, of all until another, or which of several it is."""
    about, questions, kinds = ask.about, questions_of(run.algorithm), event_types()
    asked, name = tuple(kinds[kind] for kind in about.events), about.field or KIND
    askable, index = questions.askable(asked, name), shown - 1
    if about.until is not None:
        return _of_union(run, timeline, ask, askable, start, shown)
    event = timeline.events[index]
    stop = start if ask.stays else stop_before(timeline.events, askable, start, index)
    before = Before(timeline.at(stop), run)
    draft = _Draft(type(event) if name == KIND else getattr(event, name), stop, shown, wrong=ask.wrong,
                   accept=ask.accept)
    if name == KIND:
        draft.value, draft.candidates = next(kind for kind in asked if isinstance(event, kind)), asked
    if askable is not None:
        draft.candidates = tuple(askable.candidates(before)) if name != KIND else asked
        draft.legal = tuple(askable.legal(before, event))
        if not any(isinstance(other, asked) for other in timeline.events[stop:index]):  # else the state is another one
            draft.against = partial(askable.against, before, event)
    draft.deviations = tuple(_beliefs_asked(run, timeline, ask, askable, stop, index))
    answer = ask.answer or (askable and askable.answer) or fitting_answer(draft.value, name, run)
    skill = askable.skill if askable is not None else f"{'/'.join(about.events)}.{name}"
    question = _question(draft, answer, run, ask.prompt, skill)
    hints = ("", "") if askable is None else askable.hints(before, event)
    question = replace(question, hints=(*hints, event.sentence()), rule="" if askable is None else askable.rule,
                       why=_second(run, timeline, ask, index, stop))
    return Posed(question, _texts(draft, answer))


def _beliefs_asked(run: AlgorithmRun, timeline: Timeline[State], ask: Ask, askable: Askable | None, stop: int,
                   index: int) -> Iterator[Deviation]:
    """The answers that misconceptions lead to. Where no family declares that this is asked, or the event comes only
    later, in another state: of these only what the author says is wrong."""
    event, questions, wrong = timeline.events[index], questions_of(run.algorithm), {*map(read, ask.wrong)}
    kinds = tuple(event_types()[kind] for kind in ask.about.events)
    asked = askable or Askable(event=kinds, field=ask.about.field or KIND, prompt="", rule="",
                               candidates=lambda _before: (), hints=lambda _before, _event: ("", ""))
    later = any(isinstance(other, asked.events) for other in timeline.events[stop:index])
    if later and not ask.stays:
        return
    at = stop_before(timeline.events, asked, stop, index) if later else stop
    for made in deviations(questions, asked, Before(timeline.at(at), run), event):
        if (askable is not None and not later) or read(written(made.value)) in wrong:
            yield made


def _of_union(run: AlgorithmRun, timeline: Timeline[State], ask: Ask, askable: Askable | None, start: int,
              shown: int) -> Posed:
    """All that events of a kind say until another comes."""
    kind, name = event_types()[ask.about.events[0]], ask.about.field or ""
    found = [index for index in range(start, shown) if isinstance(timeline.events[index], kind)]
    value = tuple(dict.fromkeys(part for index in found for part in parts(getattr(timeline.events[index], name))))
    stop = start if ask.stays or not found else stop_before(timeline.events, askable, start, found[0])
    draft = _Draft(value, stop, shown, wrong=ask.wrong, accept=ask.accept)
    before = Before(timeline.at(stop), run)
    if askable is not None:
        draft.candidates = tuple(askable.candidates(before))
        draft.deviations = tuple(_deviations_of_all(run, timeline, askable, found))
    answer = ask.answer or "several"
    question = _question(draft, answer, run, ask.prompt, f"{kind.__name__}.{name}")
    hints = ("", "") if askable is None or not found else askable.hints(before, timeline.events[found[0]])
    return Posed(replace(question, hints=(*hints, f"It is {question.value}.")), _texts(draft, answer))


def _deviations_of_all(run: AlgorithmRun, timeline: Timeline[State], askable: Askable, found: Sequence[int],
                       ) -> Iterator[Deviation]:
    """What misconceptions lead to, where each makes a difference to all of these events: all that it has them say."""
    questions = questions_of(run.algorithm)
    each = [{made.belief: made for made in deviations(questions, askable, Before(timeline.at(at), run),
                                                      timeline.events[at])} for at in found]
    for belief, first in each[0].items() if each else ():
        if all(belief in made for made in each):
            value = tuple(dict.fromkeys(part for made in each for part in parts(made[belief].value)))
            yield Deviation(value, first.why, belief)


def _second(run: AlgorithmRun, timeline: Timeline[State], ask: Ask, index: int, stop: int) -> Question | None:
    """The second tier: another field of the same event."""
    if ask.why is None:
        return None
    event, questions = timeline.events[index], questions_of(run.algorithm)
    askable = questions.askable((type(event),), ask.why)
    if askable is not None:
        question = replace(pose(run, timeline, askable, index, stop=stop).question, why=None)
        return _of_it(question, str(getattr(event, ask.about.field or "", ""))) if ask.reveal == "later" else question
    value = getattr(event, ask.why)
    same = [getattr(other, ask.why) for other in timeline.events if type(other) is type(event)]
    draft = _Draft(value, stop, index + 1, tuple(dict.fromkeys(same)))
    answer = fitting_answer(value, ask.why, run)
    question = _question(draft, answer, run, "And why?", f"{type(event).__name__}.{ask.why}")
    return replace(question, hints=(*question.hints[:2], event.sentence()))


def _of_it(question: Question, first: str) -> Question:
    """The question without the answer to the first one, which is not told yet."""
    if not first:
        return question
    name = rf"(?<![\w¬]){re.escape(first)}(?!\w)"  # not within another word
    prompt, look, see = (re.sub(name, "it", text) for text in (question.prompt, *question.hints[:2]))
    return replace(question, prompt=prompt, hints=(look, see, question.hints[-1]))


def _of_number_or_domain(run: AlgorithmRun, timeline: Timeline[State], ask: Ask, start: int, shown: int) -> Posed:
    """What a counter says, or what is left of a variable, at a place."""
    about, stop = ask.about, start
    if about.counter is not None:
        counter = next(counter for counter in run.algorithm.counters if counter.name == about.counter)
        draft = _Draft(timeline.total(counter, shown), stop, shown, wrong=ask.wrong, accept=ask.accept)
        question = _question(draft, ask.answer or "number", run, ask.prompt, about.counter)
        return Posed(replace(question, hints=("", "", f"{about.counter}: {question.value}.")), None)
    name = about.domain or ""
    left = tuple(timeline.at(shown).domains[name])
    draft = _Draft(left, stop, shown, timeline.at(0).domains[name], wrong=ask.wrong, accept=ask.accept)
    answer = ask.answer or "several"
    if answer not in ("several", "order"):
        draft.candidates = None  # any part of the domain could be meant
    question = _question(draft, answer, run, ask.prompt, "domain")
    told = f"Of {name} there is left: {question.value}."
    return Posed(replace(question, hints=("", "", told)), _texts(draft, answer))


def _of_lines(run: AlgorithmRun, timeline: Timeline[State], lines: tuple[str, str], start: int) -> Posed:
    """In which order lines of its pseudocode stand."""
    part = part_between(run.algorithm.pseudocode, *lines)
    return Posed(order_question(run.algorithm, part, timeline.events[:start], start), None)


def _of_truth(run: AlgorithmRun, timeline: Timeline[State], ask: Ask, start: int) -> Posed:
    """Which of the places have the value in all solutions."""
    state, about = timeline.at(start), ask.about
    csp, words = whole_csp_of(run.puzzle), getattr(run.puzzle, "value_words", {})
    value: Any = words.get(str(about.value), about.value)
    known: Mapping[str, Any] = state.known()
    true = tuple(place for place in about.truth if always(csp, known, place, value))
    shown = start
    draft = _Draft(true, start, shown, about.truth, wrong=ask.wrong, accept=ask.accept)
    question = _question(draft, "several", run, ask.prompt, "truth")
    return Posed(replace(question, hints=("", "", f"It is {question.value}.")), tuple(about.truth))
