"""The cues of a script, as an author writes them, and what can be checked of them before anything runs.

    say     what the teacher says; {field} is filled from the event that led here; *word* is bold
    more    said after it to those who have chosen to hear more
    note    for the presenter only, never on the stage
    for     whom the cue is for: lecture, self-study, homework, or a list of these; others pass it over, but it moves
            the run for all
    step    goes on by a number of steps on one rung of the ladder
    when    goes on to the n-th event of a kind from here
    run     the same, but watched: the window animates it, without a window it is a jump; what the cue says and marks
            comes at its end
    bug     plants a wrong event behind this cue, to be found in the window (scenarios/script/hunts.py)
    ask     asks what comes next, and then goes there (scenarios/script/asking.py)
    mark    cells or variables to point at; {strong: […], soft: […]} in two ways
    arrows  from place to place, each with a label if it needs one
    regions places that belong together, by what is written at them
    labels  what is written at places
    picture an image file to be shown beside what is said
    formula a formula to be shown there, in signs
    suppose values of variables, only to see where that leads: what follows is worked out and drawn step by step
    show    the panel to see beside the board on the way to where the cue ends, and from there on
    pause   seconds that the automatic play rests after this cue; by default enough to read what is said
    expect  what must be true here; `main.py check` fails where it is not
    claim   what is true of costs over many seeds (scenarios/script/claims.py); `main.py check` counts

Where a lesson compares runs, ``step`` and ``run`` move all of them, and ``when`` moves one to its event while the
others go on by as many steps; a run that has ended waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, MaxLen
from pydantic import Field

from algorithms.core import Grain, Outcome, event_types
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP
from algorithms.problems.puzzle import form_of
from algorithms.vocabulary import events_named, fields_of
from scenarios.reading import Loc, meant
from scenarios.runs import AlgorithmRun
from scenarios.script.asking import END, Ask, Count, Names, Word, ask_faults
from scenarios.script.claims import Claim, claim_faults
from scenarios.script.drawn import MOST_FORMULA, Arrow, Drawn, Marks, Picture, drawn_faults, drawn_of, places_in
from scenarios.script.hunts import Planting
from scenarios.script.spreads import Spread
from scenarios.script.suppose import suppose_faults
from scenarios.script.telling import Audience, unfilled

CHART = "chart"
"""The panel of lessons that compare, which has the boards' place where it is shown large."""

GrainName = Literal["micro", "step", "landmark", "phase"]


@dataclass(frozen=True)
class Step:
    """``count`` steps on the rung ``grain``."""

    grain: GrainName
    count: Count = 1


@dataclass(frozen=True)
class When:
    """The ``count``-th event from here on whose fields read as in ``where``; of ``run``, where several are compared
    (default: the first)."""

    event: str
    count: Count = 1
    where: dict[str, Word | tuple[Word, ...]] = field(default_factory=dict)
    run: str | None = None


@dataclass(frozen=True)
class Run:
    """To the end, to a new difference between runs that have parted, to the next step on a rung, or to an event, at
    ``speed`` steps a second."""

    to: Literal["end", "difference", "micro", "step", "landmark", "phase"] | When
    speed: Annotated[float, Gt(0), Le(100_000)] = 20.0


@dataclass(frozen=True)
class First:
    """The first event from here on of any of these kinds; of ``run``, where several are compared."""

    events: tuple[str, ...]
    run: str | None = None


Movement = Step | When | First | Literal["end", "difference"]


@dataclass(frozen=True)
class FormulaSize:
    """How large the formula is, without what is learned: those of the numbers that are given."""

    clauses: int | None = None
    constraints: int | None = None  # at-least constraints, where it has these
    variables: int | None = None  # of the puzzle
    auxiliary: int | None = None  # variables, too


@dataclass(frozen=True)
class Expect:
    """What must be true: domains (in any order), counters, whether a contradiction is known, the last event, the size
    of the formula, whether what is supposed here breaks."""

    domains: dict[str, tuple[int | str, ...]] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    consistent: bool | None = None
    event: str | None = None
    outcome: Outcome | None = None
    formula: FormulaSize | None = None
    breaks: bool | None = None


@dataclass(frozen=True)
class Expectation(Expect):
    """Of one run, what is expected of it; of several, what of each by its name, and whether runs that have parted know
    different things: a run that is only behind another does not differ from it; of bands over seeds, by their runs."""

    runs: dict[str, Expect] = field(default_factory=dict)
    difference: bool | None = None
    band: dict[str, Spread] = field(default_factory=dict)


@dataclass(frozen=True)
class Show:
    """A panel beside the board; ``large``: it changes places with the board. ``run``: of that run alone, where several
    are compared."""

    panel: str
    large: bool = False
    run: str | None = None


@dataclass(frozen=True)
class Cue:
    """One item of a script. At most one of ``step``, ``when``, ``run`` and ``ask`` moves it."""

    say: str | None = None
    more: str | None = None
    note: str | None = None
    audience: Annotated[Audience | tuple[Audience, ...], Field(alias="for")] = ()
    step: Step | None = None
    when: When | None = None
    run: Run | None = None
    ask: Ask | None = None
    bug: Planting | None = None
    mark: tuple[str, ...] | Marks = ()
    arrows: tuple[Arrow, ...] = ()
    regions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    picture: str | Picture | None = None
    formula: Annotated[str, MaxLen(MOST_FORMULA)] = ""
    suppose: dict[str, Word] = field(default_factory=dict)
    show: str | Show | None = None
    pause: Annotated[float, Ge(0), Le(600)] | None = None
    expect: Expectation | None = None
    claim: Claim | None = None

    @property
    def movement(self) -> tuple[Loc, Movement] | None:
        """How it moves, and the keys where that is written; None if it stays where it is."""
        if self.step is not None:
            return ("step",), self.step
        if self.when is not None:
            return ("when",), self.when
        if self.ask is not None:
            return None if self.ask.stays else ask_movement(self.ask)
        if self.run is None:
            return None
        match self.run.to:
            case When() | "end" | "difference" as to:
                return ("run", "to"), to
            case grain:
                return ("run", "to"), Step(grain)

    @property
    def panel(self) -> Show | None:
        """The panel that it asks for."""
        return Show(self.show) if isinstance(self.show, str) else self.show

    @property
    def meant_for(self) -> tuple[Audience, ...]:
        """Who hears it; empty: everybody."""
        return (self.audience,) if isinstance(self.audience, str) else self.audience

    @property
    def marks(self) -> tuple[str, ...]:
        """The places that it points at."""
        return self.mark.strong if isinstance(self.mark, Marks) else self.mark

    @cached_property  # who looks for what is on show asks each cue
    def drawn(self) -> Drawn:
        """What it draws on the board beside these."""
        picture = Picture(self.picture) if isinstance(self.picture, str) else self.picture
        return replace(drawn_of(self.mark, self.arrows, self.regions, self.labels), picture=picture,
                       formula=self.formula.strip(), figures=None if self.claim is None else self.claim.figures)

    def says(self, more: bool) -> str | None:
        """What it says; with what there is ``more`` to say, as a paragraph of its own."""
        said = [text for text in (self.say, self.more if more else None) if text is not None]
        return "\n".join(said) if said else None

    @cached_property
    def seen(self) -> bool:
        """Is there anything to see or hear? A cue that only expects is passed over by a teacher's remote control."""
        return any((self.movement is not None, self.says(more=True) is not None, self.ask, self.bug, self.marks,
                    self.drawn, self.suppose, self.show, self.pause is not None))

    @property
    def rest(self) -> float:
        """Seconds that the automatic play rests after it, where no more is said than needed."""
        return self.rest_with(False)

    def rest_with(self, more: bool) -> float:
        """Seconds that the automatic play rests after it: ``pause``, or long enough to read what is said aloud."""
        if self.pause is not None:
            return self.pause
        said = self.says(more)
        return 0.5 if said is None else reading_time(said)


def ask_movement(ask: Ask) -> tuple[Loc, Movement] | None:
    """Where it shows what a question is about, and the keys where that is written; None: at no event of the run."""
    about, loc = ask.about, ("ask", "about")
    if about.stands:
        return None
    if about.until is not None:
        return (*loc, "until"), When(about.until, run=about.run)
    if isinstance(about.event, str):
        return loc, When(about.event, about.count, about.where, about.run)
    if about.event is not None:
        return loc, First(about.event, about.run)
    if about.at in (END, None):
        return (*loc, "at"), "end"
    return (*loc, "at"), When(str(about.at), run=about.run)


def reading_time(text: str) -> float:
    """Seconds that it takes to read a text aloud."""
    return max(2.0, 0.8 + len(text) / 15)


GRAINS: Mapping[str, Grain] = {grain.name.lower(): grain for grain in Grain}


def script_faults(script: Sequence[Cue], runs: Sequence[AlgorithmRun],
                  claimed: Mapping[int, Sequence[AlgorithmRun]]) -> Iterator[tuple[Loc, str]]:
    """What cannot be played, as far as that is known before the run, each with its place. ``claimed``:
    for each cue with a claim, by its index, the runs that it may speak of."""
    if not script:
        return  # what could be named takes a while to list for a large formula
    names = _Names(runs)
    for index, cue in enumerate(script):
        for loc, message in names.faults(cue):
            yield ("script", index, *loc), message
        for loc, message in claim_faults(cue.claim, cue.say, claimed[index]) if cue.claim else ():
            yield ("script", index, "claim", *loc), message


class _Names:
    """What a script may name."""

    def __init__(self, runs: Sequence[AlgorithmRun]) -> None:
        self.events = event_types()
        self.places = set(runs[0].puzzle.layout().places)
        self.compares = len(runs) > 1
        self.runs = {run.name: _RunNames(run) for run in runs}
        self.algorithm, self.puzzle = runs[0].algorithm, runs[0].puzzle

    def faults(self, cue: Cue) -> Iterator[tuple[Loc, str]]:
        """What is wrong with a cue, each with its place inside the cue."""
        if cue == Cue():
            yield (), ("is an empty cue; write at least one of say, step, when, run, ask, bug, mark, suppose, show, "
                       "pause, expect, claim, more, note, arrows, regions, labels, picture, formula")
        moves = [key for key in ("step", "when", "run", "ask") if getattr(cue, key) is not None]
        if len(moves) > 1:
            yield (moves[1],), f"a cue moves once, and this one has {' and '.join(moves)}; make two cues of it"
        led_here = self.events.get(cue.expect.event) if cue.expect and cue.expect.event else None
        if cue.movement is not None and cue.movement[1] == "difference" and not self.compares:
            yield cue.movement[0], "difference is for lessons that compare; name an event, a grain or end"
        if cue.ask is None and cue.movement is not None and isinstance(cue.movement[1], When):
            loc, when = cue.movement[0], cue.movement[1]
            yield from self.event_faults(loc, when)
            led_here = self.events.get(when.event)
        if cue.bug is not None and self.compares:
            yield ("bug",), "is for lessons with one run; remove it"
        elif cue.bug is not None and cue.bug.event not in self.events:
            yield ("bug", "event"), self.no_event(cue.bug.event)
        if cue.ask is not None:
            yield from ((("ask", *loc), message) for loc, message in self.ask_faults(cue.ask))
        if led_here is not None:
            yield from (((key,), fault) for key in ("say", "more", "note")
                        for fault in unfilled(getattr(cue, key) or "", led_here))
        for loc, name in places_in(cue.mark, cue.drawn):
            if name not in self.places:
                yield loc, f"there is no {name!r} on the board; {meant(name, sorted(self.places))}"
        yield from drawn_faults(cue.drawn)
        if cue.suppose and self.compares:
            yield ("suppose",), "is for lessons with one run; remove it"
        elif cue.suppose:
            yield from ((("suppose", *loc), message) for loc, message in suppose_faults(self.puzzle, cue.suppose))
        if cue.expect is not None and cue.expect.breaks is not None and not cue.suppose:
            yield ("expect", "breaks"), "is expected of what is supposed, and this cue supposes nothing; add suppose"
        if cue.panel is not None:
            yield from self.panel_faults(cue.panel, ("show",) if isinstance(cue.show, str) else ("show", "panel"))
        if cue.expect is not None:
            yield from self.expectation_faults(cue.expect)

    def no_event(self, name: str) -> str:
        """What is wrong with the name of an event: those that the runs can have are told."""
        known = {event for run in self.runs.values() for event in events_named(run.run.algorithm)}
        return f"there is no event {name!r}; {meant(name, sorted(known))}"

    def event_faults(self, loc: Loc, when: When) -> Iterator[tuple[Loc, str]]:
        if when.run is not None:
            yield from self.run_faults((*loc, "run"), when.run)
        kind = self.events.get(when.event)
        if kind is None:
            yield (*loc, "event"), self.no_event(when.event)
            return
        for name in when.where:
            if name not in fields_of(kind):
                yield (*loc, "where", name), f"{when.event} has no such field; {meant(name, fields_of(kind))}"

    def ask_faults(self, ask: Ask) -> Iterator[tuple[Loc, str]]:
        names = next(iter(self.runs.values()))
        if ask.about.run is not None:
            yield from self.run_faults(("about", "run"), ask.about.run)
            names = self.runs.get(ask.about.run, names)
        here = events_named(names.run.algorithm)
        yield from ask_faults(ask, Names(self.events, here, fields_of, names.variables, names.counters,
                                        names.run.algorithm.pseudocode))

    def panel_faults(self, show: Show, loc: Loc) -> Iterator[tuple[Loc, str]]:
        panels, of = self.algorithm.panels, self.algorithm.name
        if show.run is not None:
            yield from self.run_faults(("show", "run"), show.run)
        if self.compares:
            runs = [names.run for name, names in self.runs.items() if show.run in (None, name)]
            panels = tuple(dict.fromkeys((CHART, *(panel for run in runs for panel in run.algorithm.panels))))
            of = "a comparison of these" if show.run is None else show.run
        if show.panel not in panels:
            name = show.panel
            yield loc, (f"{of} has no panel {name}; choose {' or '.join(panels)}" if name.strip() else
                        f"is empty; remove show, or choose a panel of {of}: {' or '.join(panels)}")

    def run_faults(self, loc: Loc, name: str) -> Iterator[tuple[Loc, str]]:
        if not self.compares:
            yield loc, "is for lessons that compare; remove it"
        elif name not in self.runs:
            yield loc, f"there is no run {name!r}; {meant(name, self.runs)}"

    def expectation_faults(self, expect: Expectation) -> Iterator[tuple[Loc, str]]:
        if not self.compares:
            if expect.difference is not None:
                yield ("expect", "difference"), "is for lessons that compare; remove it"
            if expect.runs:
                yield ("expect", "runs"), "is for lessons that compare; write what is in it directly under expect"
            yield from self.of_run(("expect",), expect, next(iter(self.runs.values())))
            return
        for key in Expect.__dataclass_fields__:
            if getattr(expect, key) != getattr(Expect(), key):
                yield ("expect", key), f"is expected of a run; write runs: {{{next(iter(self.runs))}: {{{key}: …}}}}"
        for name, of_run in expect.runs.items():
            loc = ("expect", "runs", name)
            yield from self.run_faults(loc, name)
            if name in self.runs:
                yield from self.of_run(loc, of_run, self.runs[name])

    def of_run(self, at: Loc, expect: Expect, names: _RunNames) -> Iterator[tuple[Loc, str]]:
        if expect.formula == FormulaSize():
            yield (*at, "formula"), "is empty; give clauses, constraints, variables or auxiliary"
        if expect.formula is not None and names.run.algorithm.solves not in (CNF, AtLeastForm):
            yield (*at, "formula"), f"{names.run.algorithm.name} has no formula; remove it"
        for name in expect.domains:
            if name not in names.variables:
                yield (*at, "domains", name), f"there is no such variable; {meant(name, sorted(names.variables))}"
        for name in expect.counters:
            if name not in names.counters:
                yield (*at, "counters", name), f"there is no such counter; {meant(name, names.counters)}"
        if expect.event is not None and expect.event not in self.events:
            yield (*at, "event"), self.no_event(expect.event)


class _RunNames:
    """What may be expected of a run."""

    def __init__(self, run: AlgorithmRun) -> None:
        self.run = run
        self.counters = [counter.name for counter in run.algorithm.counters]

    @cached_property
    def variables(self) -> set[str]:
        """Those that domains may be expected of."""
        if not hasattr(self.run.puzzle, CSP.method):
            return set(getattr(self.run.puzzle, "domains", dict)())
        csp: CSP = self.run.form() if self.run.algorithm.solves is CSP else form_of(self.run.puzzle, CSP)
        return set(csp.domains) - csp.hidden
