"""What every algorithm is made of: events, grains, the registry, and two ways to run one without a window.

An algorithm is a generator that yields facts (events) and returns its answer::

    @algorithm("gac", title="Generalized arc consistency", family=CONSISTENCY, solves=CSP, source="…",
               pseudocode=PSEUDOCODE)
    def gac(csp: CSP, *, order: Order = "top-left first") -> Steps[Consistency]: ...

Files in this package and in its folders are found by :func:`algorithms`; one that cannot be imported, two algorithms of
one name, or a pseudocode tag that names no event is an error at once, never an algorithm that is silently missing.
"""

from __future__ import annotations

import inspect
import random
import re
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from enum import IntEnum
from functools import cache
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from algorithms.discovery import import_all
from algorithms.pseudocode import PseudocodeLine, parse

T = TypeVar("T")
Outcome = Literal["complete", "solved", "unsatisfiable", "stopped"]


class Grain(IntEnum):
    """The rungs of the ladder that the step buttons climb, finest first."""

    MICRO = 0  # one tuple, one check
    STEP = 1  # one variable, one propagation, one flip
    LANDMARK = 2  # one constraint, one decision, one sample
    PHASE = 3  # a pass, a restart, a solution


_defined: set[str] = set()  # the names of all kinds of events


@dataclass_transform(frozen_default=True)
def event(kind: type[T]) -> type[T]:
    """A frozen dataclass that is a kind of event. What all events can do it does not make anew: there are hundreds of
    kinds, and to import them must not take long."""
    made: Any = dataclass(init=False, slots=True, repr=False, eq=False)(kind)
    made.__init__ = _init(made)
    return cast(type[T], made)


def _init(kind: type[Any]) -> Callable[..., None]:
    """What fills in its slots, as :class:`Event` lets nothing else; sooner than the one of a frozen dataclass does,
    which looks for them by name."""
    scope: dict[str, Any] = {}
    parameters, lines = "self", ""
    for field in fields(kind):
        if field.default_factory is not MISSING:
            raise ValueError(f"{kind.__name__}.{field.name} has a factory; an event never changes, so give a value")
        scope |= {f"set_{field.name}": getattr(kind, field.name).__set__, f"default_{field.name}": field.default}
        parameters += f", {field.name}" + ("" if field.default is MISSING else f"=default_{field.name}")
        lines += f"\n    set_{field.name}(self, {field.name})"
    exec(f"def __init__({parameters}):{lines or ' pass'}", scope)
    return cast(Callable[..., None], scope["__init__"])


@event
class Event:
    """A fact that an algorithm reports. Fields hold values, never references to what the algorithm goes on changing.

    ``say`` is an English sentence with fields in braces, filled in only when somebody reads it. A subclass may add
    properties for words that depend on a field, and name them in ``say`` just like fields.

    ``as_answer`` is what happens, of any event of this kind, as a learner reads it among the answers to "what comes
    next?". A kind that is not asked about needs none.
    """

    say: ClassVar[str] = ""
    as_answer: ClassVar[str] = ""
    grain: ClassVar[Grain] = Grain.MICRO

    def __init_subclass__(cls) -> None:
        _defined.add(cls.__name__)
        _event_types.cache_clear()

    def sentence(self) -> str:
        """``say`` with the fields filled in."""
        return fill(self.say, self)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __reduce__(self) -> tuple[object, ...]:
        """A copy, and what is packed for another process, is made as the first one was."""
        return type(self), tuple([getattr(self, field.name) for field in fields(self)])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _values(self) == _values(other)

    def __hash__(self) -> int:
        return hash(_values(self))

    def __repr__(self) -> str:
        named = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
        return f"{type(self).__qualname__}({', '.join(named)})"


def _values(happened: Any) -> tuple[object, ...]:
    """What makes it equal to another one."""
    return tuple([getattr(happened, field.name) for field in fields(happened) if field.compare])


def kinds_of(kind: type[Event]) -> tuple[type[Event], ...]:
    """Of what kinds such an event is: its own, and those that it derives from and that happen themselves."""
    return tuple(base for base in kind.__mro__ if issubclass(base, Event) and (base is kind or base.say))


def fill(template: str, event: Event) -> str:
    """``template`` with ``{field}`` replaced by the event's fields. KeyError for a field that the event lacks."""

    def field(found: re.Match[str]) -> str:
        name = found[1]
        if name.startswith("_") or not hasattr(event, name):
            raise KeyError(name)
        return words(getattr(event, name))

    return re.sub(r"\{([^\W\d]\w*)\}", field, template)  # not {0}: that is a domain


def words(value: object) -> str:
    """A field's value as it is written in a sentence."""
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) if value else "nothing"
    return str(value)


class AlgorithmError(ValueError):
    """Why an algorithm cannot go on with what it was given, in one line: a relation too large to list, say.

    ``key`` is the option that is wrong, with dots between its parts, where it is one.
    """

    def __init__(self, message: str, *, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class OptionError(AlgorithmError):
    """An option has a value that cannot be. ``name`` is the option's, ``problem`` the rest of the text."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} {problem}")
        self.name = name
        self.problem = problem


Steps = Generator[Event, None, T]
"""A running algorithm: yields events, returns its answer."""


class Choose(Protocol):
    """Called where the source says "choose": picks one of ``candidates``, by default the ``preferred`` one."""

    def __call__(self, kind: str, candidates: Sequence[T], preferred: T) -> T: ...


def choose(kind: str, candidates: Sequence[T], preferred: T) -> T:
    """The default choice: what the algorithm prefers. The stage passes one that records and can be overridden."""
    return preferred


@dataclass(frozen=True)
class Counter:
    """A number on the stage: how often an event happened, those of derived kinds too. Derived from the events, never
    kept by the algorithm.

    With a ``weight``, an event counts as many times as that says, at least 0. ``better``: of two runs that come to the
    same end, the one with fewer did better; empty where a number says nothing of that.
    """

    name: str
    counts: type[Event]
    definition: str
    weight: Callable[[Any], int] | None = None
    better: Literal["fewer", ""] = ""

    def worth(self, event: Event) -> int:
        """How much an event of the kind that it ``counts`` counts."""
        return 1 if self.weight is None else self.weight(event)


@dataclass(frozen=True)
class Between:
    """The range of a number, ends included, as a signature has it: ``tries: Annotated[int, Between(1, 9)] = 1``."""

    least: int
    most: int


@dataclass(frozen=True)
class Option:
    """A setting of an algorithm, read from its signature; ``range`` where that declares one."""

    name: str
    annotation: Any
    default: object
    range: Between | None = None

    def check(self, value: Any) -> None:
        """Raises OptionError for a number beyond the range."""
        if self.range is not None and not self.range.least <= value <= self.range.most:
            raise OptionError(self.name, f"must be from {self.range.least:,} to {self.range.most:,}, not {value:,}; "
                                         "change it")


@dataclass(frozen=True)
class Family:
    """Algorithms that are seen in the same way.

    panels: what there is to see of them beside pseudocode and source, in the order of the window's tabs, by the names
            that lessons use. ``visualizer/families`` declares how they are drawn.
    words:  what readers may call them beside the names here: a search finds their lessons by these, too
    chart:  its own picture of several runs, by the name that lessons use; declared there too
    """

    name: str
    panels: tuple[str, ...] = ()
    words: str = ""
    chart: str = ""


CODE = ("pseudocode", "source")
"""The panels that every algorithm has."""


@dataclass(frozen=True)
class Algorithm:
    """An algorithm and all that the command line, the lessons and the stage need to know about it."""

    name: str
    title: str
    family: Family
    solves: type
    source: str
    pseudocode: tuple[PseudocodeLine, ...]
    rungs: tuple[str, str, str, str]
    counters: tuple[Counter, ...]
    options: Mapping[str, Option]
    function: Callable[..., Steps[Any]]
    quicker: Callable[[Mapping[str, object]], str]

    def __call__(self, problem: object, **options: object) -> Steps[Any]:
        """Starts the algorithm; nothing happens until its first event is asked for. OptionError as in ``check``."""
        self.check(options)
        return self.function(problem, **options)

    def check(self, options: Mapping[str, object]) -> None:
        """Raises OptionError for the first option whose value its range refuses."""
        for name, value in options.items():
            if name in self.options:
                self.options[name].check(value)

    def start(self, problem: object, options: Mapping[str, object], seed: int, choose: Choose = choose,
              drained: bool = False) -> Steps[Any]:
        """Starts it with a seeded generator and a chooser where its signature asks for them. OptionError as in
        ``check``. A chooser that has a ``generator`` of its own makes the one for the random draws, too.

        drained: nobody looks at the code while it runs. An algorithm whose signature asks for this may then yield the
                 same events, and return the same answer, from code that is faster and harder to read
        """
        parameters = inspect.signature(self.function).parameters
        given: dict[str, object] = dict(options)
        if "rng" in parameters:
            given["rng"] = getattr(choose, "generator", random.Random)(seed)
        if "choose" in parameters:
            given["choose"] = choose
        if "drained" in parameters:
            given["drained"] = drained
        return self(problem, **given)

    @property
    def chooses(self) -> bool:
        """Does it ask for choices?"""
        return "choose" in inspect.signature(self.function).parameters

    @property
    def panels(self) -> tuple[str, ...]:
        """What there is to see beside the board, in the order of the window's tabs."""
        return *CODE, *self.family.panels

    def line_of(self, event: Event) -> int | None:
        """The index of the pseudocode line that ``event`` belongs to."""
        name = type(event).__name__
        return next((index for index, line in enumerate(self.pseudocode) if name in line.tags), None)


_INJECTED = ("rng", "choose", "drained")
_registry: dict[str, Algorithm] = {}


def algorithm(
    name: str,
    *,
    title: str,
    family: Family,
    solves: type,
    source: str,
    pseudocode: str,
    rungs: tuple[str, str, str, str] = ("check", "step", "landmark", "phase"),
    counters: tuple[Counter, ...] = (),
    quicker: Callable[[Mapping[str, object]], str] = lambda options: "",
) -> Callable[[Callable[..., Steps[T]]], Callable[..., Steps[T]]]:
    """Registers the generator function below it under ``name``. Keyword-only parameters become its options, except
    ``rng``, ``choose`` and ``drained``, which :meth:`Algorithm.start` gives it.

    ``rungs`` are this algorithm's own words for the four grains; ``quicker`` says, for some options, what finds the
    same sooner where a run gets long. Raises ValueError for a name taken twice, an option
    without a default, a pseudocode tag that is no event, or one among the problems.
    """

    def register(function: Callable[..., Steps[T]]) -> Callable[..., Steps[T]]:
        if function.__module__.startswith("algorithms.problems."):  # where nobody looks for one
            raise ValueError(f"algorithm {name!r}: move it from {function.__module__} to the folder of its family")
        known = _registry.get(name)
        if known is not None and known.function.__module__ != function.__module__:
            raise ValueError(f"two algorithms are named {name!r}: in {known.function.__module__} "
                             f"and {function.__module__}; rename one of them")
        _registry[name] = Algorithm(name, title, family, solves, source, parse(name, pseudocode, _defined), rungs,
                                    counters, _options(name, function), function, quicker)
        return function

    return register


def _options(name: str, function: Callable[..., Any]) -> dict[str, Option]:
    own = [parameter for parameter in inspect.signature(function).parameters.values()
           if parameter.kind is parameter.KEYWORD_ONLY and parameter.name not in _INJECTED]
    hints = get_type_hints(function, include_extras=True) if own else {}  # which takes a while
    options = {}
    for parameter in own:
        if parameter.default is parameter.empty:
            raise ValueError(f"algorithm {name!r}: the option {parameter.name!r} needs a default value")
        kind, *extras = get_args(hint) if get_origin(hint := hints[parameter.name]) is Annotated else (hint,)
        limits = next((extra for extra in extras if isinstance(extra, Between)), None)
        options[parameter.name] = Option(parameter.name, kind, parameter.default, limits)
        options[parameter.name].check(parameter.default)
    return options


def event_types() -> Mapping[str, type[Event]]:
    """Every event class by name, after importing every file of this package: a game by hand has some of its own."""
    import_all("algorithms")
    return _event_types()


@cache  # until another one is defined
def _event_types() -> Mapping[str, type[Event]]:
    found: dict[str, type[Event]] = {}
    waiting = [Event]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            found[kind.__name__] = kind
            waiting.append(kind)
    return MappingProxyType(found)


def algorithms() -> Mapping[str, Algorithm]:
    """All algorithms by name, after importing every file of this package but for the problems, which know of no
    algorithm. An import error is raised, not swallowed."""
    import_all("algorithms", but="problems")
    return dict(sorted(_registry.items()))


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name; KeyError with the known names otherwise."""
    known = algorithms()
    if name not in known:
        raise KeyError(f"there is no algorithm {name!r}; there is: {', '.join(known)}")
    return known[name]


def run(steps: Steps[T]) -> T:
    """The answer of a started algorithm, its events dropped. The fastest way to run one."""
    answers: list[T] = []

    def drain() -> Steps[None]:
        answers.append((yield from steps))

    deque(drain(), maxlen=0)
    return answers[0]


def trace(steps: Steps[T]) -> tuple[list[Event], T]:
    """All events of a started algorithm, and its answer."""
    events: list[Event] = []
    while True:
        try:
            events.append(next(steps))
        except StopIteration as stop:
            return events, stop.value
