"""What a cue asks, as an author writes it, and what can be checked of it before anything runs.

    prompt  the question
    about   what is asked: a field of an event; which of several events comes first (``event: [A, B], field: kind``);
            the field of all such events ``until`` another; a counter or a domain ``at`` an event or the end; of which
            places it is the ``truth`` that they have a value, in all solutions; in which order ``lines`` of the
            pseudocode stand, from the line of one event to that of another
    answer  how it is given: place (a click), choice, number, literal, several, order; by default as the field is
    wrong   answers and what each overlooks: these are offered beside the right one; of several: what is too much
    missing what is overlooked where something is left out of several
    accept  what is right as well, beside ties and what the algorithm may choose
    why     another field of the event: asked once the first answer is right
    hints   where to look, and what to see there; the third hint is what the event says
    reveal  now, or later: the answer is kept until the cues get there
    time    seconds that a class has
    for     where it is asked: lecture, self-study, homework; by default everywhere
    score   false: a bet, for which there are no points

With ``reveal: later`` a cue stays where it is; elsewhere ``ask`` moves, as ``step``, ``when`` and ``run`` do: the run
stops before the event and what gives it away, asks, and then goes there. What the cue says, marks and expects is of
that place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as made  # About has a field of that name
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, MaxLen
from pydantic import Field

from algorithms.core import Event
from algorithms.pseudocode import PseudocodeLine, part_between
from scenarios.reading import Loc, meant
from scenarios.script.telling import Audience

Count = Annotated[int, Ge(1), Le(1_000_000_000)]
Word = int | str | bool
Answer = Literal["place", "choice", "number", "literal", "several", "order"]
KIND = "kind"
"""The field that is asked of several events: which of them it is."""
END = "end"

_BESIDE: Mapping[str, frozenset[str]] = {
    "event": frozenset({"field", "where", "count", "run", "until"}), "counter": frozenset({"at", "run"}),
    "domain": frozenset({"at", "run"}), "truth": frozenset({"value"}), "lines": frozenset({"run"}),
}
_NEEDS: Mapping[str, str] = {"event": "field", "counter": "at", "domain": "at", "truth": "value"}


@dataclass(frozen=True)
class About:
    """What is asked: one of ``event``, ``counter``, ``domain``, ``truth`` and ``lines``, with what belongs to it."""

    event: str | tuple[str, ...] | None = None
    field: str | None = None
    where: dict[str, Word | tuple[Word, ...]] = made(default_factory=dict)
    count: Count = 1
    run: str | None = None
    until: str | None = None
    counter: str | None = None
    domain: str | None = None
    at: str | None = None
    truth: tuple[str, ...] = ()
    value: Word | None = None
    lines: tuple[str, str] | None = None

    @property
    def stands(self) -> bool:
        """Is it about no event of the run, so that this stays where it is?"""
        return bool(self.truth) or self.lines is not None

    @property
    def events(self) -> tuple[str, ...]:
        """The kinds of events that it asks about."""
        return (self.event,) if isinstance(self.event, str) else self.event or ()

    @property
    def given(self) -> set[str]:
        """The keys that say something."""
        return {key for key, value in vars(self).items() if value != getattr(About(), key)}


@dataclass(frozen=True)
class Ask:
    """A question, and where it comes from."""

    prompt: str
    about: About
    answer: Answer | None = None
    wrong: dict[str, str] = made(default_factory=dict)
    missing: str | None = None
    accept: tuple[Word, ...] = ()
    why: str | None = None
    hints: Annotated[tuple[str, ...], MaxLen(2)] = ()
    reveal: Literal["now", "later"] = "now"
    time: Annotated[float, Gt(0), Le(3600)] | None = None
    audience: Annotated[Audience | tuple[Audience, ...], Field(alias="for")] = ()
    score: bool = True

    @property
    def meant_for(self) -> tuple[Audience, ...]:
        """To whom it is put; nobody named: to everybody."""
        return (self.audience,) if isinstance(self.audience, str) else self.audience

    @property
    def stays(self) -> bool:
        """Is the answer asked for where the cue before has ended, and looked at later?"""
        return self.reveal == "later" or self.about.stands


@dataclass(frozen=True)
class Names:
    """What a question may name: events with their fields, variables, counters, lines of ``pseudocode``. ``here``: the
    events that the run which is asked can have; these are told for a name that is none."""

    events: Mapping[str, type[Event]]
    here: Collection[str]
    fields: Callable[[type[Event]], Collection[str]]
    variables: Collection[str]
    counters: Collection[str]
    pseudocode: tuple[PseudocodeLine, ...] = ()


def ask_faults(ask: Ask, known: Names) -> Iterator[tuple[Loc, str]]:
    """What is wrong with a question, each with its place in it."""
    about = ask.about
    if not ask.prompt.strip():
        yield ("prompt",), "is empty; write the question"
    forms = [form for form in _BESIDE if form in about.given]
    if len(forms) != 1:
        names = " and ".join(forms) or "nothing"
        yield ("about",), (f"names {names}, and a question is about one thing; give event and field, counter and at, "
                           "domain and at, truth and value, or lines")
        return
    form = forms[0]
    if form in _NEEDS and _NEEDS[form] not in about.given:
        yield ("about",), f"has {form} without {_NEEDS[form]}; add it"
    for key in sorted(about.given - _BESIDE[form] - {form}):
        yield ("about", key), f"has no use beside {form}; remove it"
    yield from _about_faults(about, known)
    yield from _line_faults(ask, known)
    many = ask.answer in ("several", "order") or (ask.answer is None and bool(about.truth or about.until))
    if ask.missing is not None and not many:
        yield ("missing",), "is for several; remove it"
    if about.truth and ask.answer not in (None, "several"):
        yield ("answer",), f"cannot be {ask.answer} where truth may hold of several places; write several"
    if ask.why is not None and (form != "event" or about.until is not None):
        yield ("why",), "is a field of one event, and this question is about none; remove it"
    elif isinstance(about.event, str) and about.event in known.events and ask.why is not None:
        fields = known.fields(known.events[about.event])
        if ask.why not in fields:
            yield ("why",), f"{about.event} has no such field; {meant(ask.why, fields)}"


def _about_faults(about: About, known: Names) -> Iterator[tuple[Loc, str]]:
    yield from _event_faults(about, known)
    for key, event in (("until", about.until), ("at", None if about.at == END else about.at)):
        if event is not None and event not in known.events:
            more = f"; write {END}, or an event" if key == "at" else ""
            yield ("about", key), f"there is no event {event!r}{more}; {meant(event, sorted(known.here))}"
    if about.counter is not None and about.counter not in known.counters:
        yield ("about", "counter"), f"there is no counter {about.counter!r}; {meant(about.counter, known.counters)}"
    if about.domain is not None and about.domain not in known.variables:
        yield ("about", "domain"), f"there is no such variable; {meant(about.domain, sorted(known.variables))}"
    for index, place in enumerate(about.truth):
        if place not in known.variables:
            yield ("about", "truth", index), f"there is no such variable; {meant(place, sorted(known.variables))}"


def _line_faults(ask: Ask, known: Names) -> Iterator[tuple[Loc, str]]:
    """Of lines that are to be put in order, what could be said beside is known: their order is."""
    if ask.about.lines is None:
        return
    for index, name in enumerate(ask.about.lines):
        if name not in known.events:
            yield ("about", "lines", index), f"there is no event {name!r}; {meant(name, sorted(known.here))}"
            return
    try:
        part_between(known.pseudocode, *ask.about.lines)
    except ValueError as error:
        yield ("about", "lines"), f"{error}; name others"
    for key, given in (("wrong", ask.wrong), ("missing", ask.missing), ("accept", ask.accept),
                       ("answer", ask.answer not in (None, "order"))):
        if given:
            yield (key,), "has no use where lines are put in order; remove it"
    if ask.reveal == "later":
        yield ("reveal",), "cannot be later: no cue comes to the order of lines; remove it"


def _event_faults(about: About, known: Names) -> Iterator[tuple[Loc, str]]:
    for name in about.events:
        if name not in known.events:
            yield ("about", "event"), f"there is no event {name!r}; {meant(name, sorted(known.here))}"
            return
    if isinstance(about.event, tuple):
        if len(about.event) < 2 or about.field not in (None, KIND):
            yield ("about",), f"of several events it can be asked which one comes first; name two, with field: {KIND}"
        if about.given & {"where", "count", "until"}:
            yield ("about",), "asks which event comes first, without where, count and until; remove these"
        return
    if isinstance(about.event, str):
        fields = known.fields(known.events[about.event])
        named = ((("field",), about.field), *((("where", key), key) for key in about.where))
        for loc, wanted in named:
            if wanted is not None and wanted not in fields:
                yield ("about", *loc), f"{about.event} has no such field; {meant(wanted, fields)}"
