"""A monkey at the window: opens anything, presses, types, drags, drops and resizes at random, the same for a seed.

An episode is a new window with one opening; its seed settles which, and all that is done there. Time passes by the call
of a clock, not by the clock on the wall, so that an episode goes the same way on every machine.
"""

from __future__ import annotations

import random
import string
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame

from algorithms.core import AlgorithmError, Steps
from kit.known_lessons import shortest_of_each_look
from kit.window_desk import Desk, lesson, new_clue, start_clue, window
from scenarios.loader import lessons, load
from visualizer.puzzles.gnomine.custom import game_text
from visualizer.puzzles.zebra.overlay import NewSherlock
from visualizer.runs.comparison import Comparison
from visualizer.runs.session import Session
from visualizer.widgets.inputs import Area
from visualizer.window.system import CLIPBOARD

EVENTS = 20  # of an episode: what comes late in a long one is hard to repeat
NAMES: tuple[str, ...] = ("right", "left", "up", "down", "space", "return", "tab", "escape", "home", "end", "page up",
                          "page down", "backspace", "delete", *(f"f{number}" for number in range(1, 13)),
                          "+", "-", "?", "/", ".", *string.ascii_lowercase, *string.digits)
USED: tuple[str, ...] = (*"pahwdelfusrt1234", "right", "left", "space", "return", "tab", "escape", "home", "end",
                         "page down", "page up")  # what has a meaning on most screens
HELD = ("", "", "", "", "", "", "shift ", "ctrl ", "shift ctrl ")
SIZES = ((1280, 800), (1280, 800), (200, 150), (640, 480), (1, 1), (1700, 400))
TYPED = ("wh pe ca li > pe", "sc mu wh", "mu", "pl ro li", "gac", "mrv", "123456789", "  ", "ß☃\u0301", "x" * 300)

_CUT = "title: Cut off\npuzzle: {kind: gnomine, board: [\n"
_NETWORK = ('title: A network\nalgorithm: mrv-plus\npuzzle: {kind: csp, domains: {E: [1, 2], F: [1, 3]}, '
            'constraints: [{scope: [E, F], relation: "E == F"}]}\n')
_UNSOLVABLE = 'title: Nothing fits\nalgorithm: mine-probabilities\npuzzle: {kind: gnomine, board: "1 F\\nF ."}\n'
_PLAYED = ("title: Played on\nalgorithm: gac\napply: true\npuzzle: {kind: gnomine, random: {rows: 5, columns: 5, "
           "mines: 4, seed: 1, reveal: 1}}\n")
TEXTS = {"cut.yaml": _CUT, "network.yaml": _NETWORK, "unsolvable.yaml": _UNSOLVABLE,
         "played.yaml": _PLAYED, "empty.yaml": "", "empty.txt": "",
         "sudoku.txt": "53..7....6..195....98....6." + "." * 54,
         "short.txt": "53..7", "small.cnf": "p cnf 3 2\n1 -2 0\n2 3 0\n", "none.cnf": "p cnf 1 2\n1 0\n-1 0\n",
         "odd.cnf": "p cnf 2 9\n1 x 0\n", "void.cnf": "p cnf 0 0\n",
         "small.lp": "{a; b}. c :- a, not b.\n", "odd.lp": "a :- b c.\n",
         "triangle.col": "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", "points.col": "p edge 2 0\n"}


def _game(rows: int, columns: int, mines: int) -> Callable[[Desk], object]:
    return lambda desk: desk.app.open(
        load(Path("a new game"), game_text(rows, columns, mines, desk.app.seed)), playing=True)


def _text(name: str) -> Callable[[Desk], object]:
    return lambda desk: desk.app.open(load(Path(name), TEXTS[name]))


def _lesson(name: str) -> Callable[[Desk], object]:
    return lambda desk: desk.app.open(lesson(name))


def _failing(opening: str) -> Callable[[Desk], object]:
    """A lesson whose run cannot even begin."""
    def steps(*_: object, **__: object) -> Steps[Any]:
        yield from ()
        raise AlgorithmError("this one cannot go on with what it was given")

    def open_(desk: Desk) -> None:
        opened = lesson(opening)
        desk.app.open(replace(opened, runs=tuple(
            replace(run, algorithm=replace(run.algorithm, function=steps)) for run in opened.runs)))
    return open_


def _changing(name: str) -> Callable[[Desk], object]:
    """The puzzle of a lesson on the board where it is changed."""
    def open_(desk: Desk) -> None:
        _lesson(name)(desk)
        desk.key("ctrl e")
    return open_


def _clue(desk: Desk) -> None:
    """A game of Clue with two lines in its log, kept."""
    desk.app.ask("clue")
    new_clue(desk.app).me, new_clue(desk.app).hand = "mu", "pl ro li"
    start_clue(desk.app)
    desk.frame()
    for line in ("wh pe ca li pe", "gr gr re ha none"):
        desk.type(line)
        desk.key("return")


def _kept(desk: Desk) -> None:
    _clue(desk)
    desk.app.leave()
    desk.app.ask("clue")


def _sherlock(desk: Desk) -> None:
    """A small puzzle to be solved by hand."""
    desk.app.open(NewSherlock(4, 4).game("easy"), playing=True)


def _over(opening: Callable[[Desk], object], name: str) -> Callable[[Desk], object]:
    """A dialog above a screen."""
    def open_(desk: Desk) -> None:
        opening(desk)
        if name in desk.app.dialogs:
            desk.app.ask(name)
        else:
            getattr(desk.app, f"ask_{name}")()
    return open_


OPENINGS: dict[str, Callable[[Desk], object]] = {
    **{path.stem: _lesson(path.stem) for path in lessons()},
    "the gallery": Desk.frame,
    **{f"dialog {name}": _over(Desk.frame, name) for name in ("help", "settings", "custom", "clue", "sherlock")},
    **{f"{name} over a lesson": _over(_lesson("a-wrong-flag"), name) for name in ("help", "settings")},
    "help over a comparison": _over(_lesson("order-does-not-matter"), "help"),
    **{f"game {index}": lambda desk, index=index: desk.app.open_card(desk.app.gallery.games[f"game{index}"])  # type: ignore[misc]
       for index in range(3)},
    **{f"Sudoku {index}": lambda desk, index=index: desk.app.open_card(desk.app.gallery.games[f"sudoku{index}"])  # type: ignore[misc]
       for index in range(2)},
    **{f"{rows} × {columns}, {mines} mines": _game(rows, columns, mines)
       for rows, columns, mines in ((2, 2, 1), (2, 3, 5), (40, 40, 320))},
    "Clue": _clue, "Clue kept": _kept, "Sherlock": _sherlock,
    **{f"{name}, failing": _failing(name) for name in ("a-number-is-a-constraint", "sampled-against-exact", "dpll")},
    **{f"changing {name}": _changing(name) for name in (
        "where-gac-must-stop", "dpll", "the-fog-of-search", "who-owns-the-zebra", "nobody-refuted",
        "a-map-that-needs-four", "what-holds-itself-up", "exact-cover", "round-the-south", "queens-that-move-away",
        "hidden-singles")},
    **{name: _text(name) for name in ("network.yaml", "unsolvable.yaml", "played.yaml")},
}


class Monkey:
    """What it does in one window. ``done`` is what it has done so far, in words."""

    def __init__(self, desk: Desk, rng: random.Random, folder: Path) -> None:
        self.desk, self.rng, self.folder = desk, rng, folder
        self.copied, self.at = "", (0, 0)  # what lies in the clipboard, and where the pointer is
        self.done: list[str] = []
        self._acts: tuple[tuple[int, Callable[[], str]], ...] = (
            (44, self._key), (16, self._widget), (10, self._point), (6, self._click), (8, self._drag),
            (4, self._wheel), (5, self._type), (6, self._frames), (3, self._resize), (3, self._drop), (3, self._paste))

    def act(self) -> None:
        """Something that a child would do, and often a frame."""
        (act,) = self.rng.choices([act for _, act in self._acts], [weight for weight, _ in self._acts])
        self.done.append(act.__name__.removeprefix("_"))
        self.done[-1] += f" {act()}"
        if self.rng.random() < 0.5:  # or the next comes within the same frame
            self.desk.frame(0.016)

    def _somewhere(self) -> tuple[int, int]:
        width, height = self.desk.size
        return self.rng.randrange(-5, width + 5), self.rng.randrange(-5, height + 5)

    def _press(self, name: str, held: str) -> None:
        modifiers = (pygame.KMOD_SHIFT if "shift" in held else 0) | (pygame.KMOD_CTRL if "ctrl" in held else 0)
        self._event(pygame.KEYDOWN, key=_code(name), mod=modifiers, unicode=name if len(name) == 1 else "")

    def _event(self, kind: int, **values: object) -> None:
        self.desk.app.handle(pygame.event.Event(kind, values))

    def _button(self, kind: int, x: float, y: float, button: int) -> None:
        self._event(kind, pos=(int(x), int(y)), button=button)

    def _key(self) -> str:
        name, held = self.rng.choice(USED if self.rng.random() < 0.7 else NAMES), self.rng.choice(HELD)
        for _ in range(self.rng.choice((1, 1, 1, 2, 5))):
            self._press(name, held)
        self._event(pygame.KEYUP, key=_code(name), mod=0)
        return held + name

    def _point(self) -> str:
        """The pointer goes to a widget, often to its middle; to the largest one as often as to all others."""
        areas = self.desk.app.ui._areas
        if not areas:
            return "none"
        area: Area = self.rng.choice(areas)
        if self.rng.random() < 0.5:
            area = max(areas, key=lambda one: one.box.w * one.box.h)
        x, y = area.box.center if self.rng.random() < 0.5 else (
            area.box.x + self.rng.random() * area.box.w, area.box.y + self.rng.random() * area.box.h)
        self.at = int(x), int(y)
        self._event(pygame.MOUSEMOTION, pos=self.at, rel=(0, 0), buttons=(0, 0, 0))
        return area.ident

    def _widget(self) -> str:
        """A click into a widget."""
        ident, button = self._point(), self.rng.choice((1, 1, 1, 1, 2, 3))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._button(kind, *self.at, button)
        return f"{ident} {button}"

    def _click(self) -> str:
        kind = self.rng.choice((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION))
        x, y = self._somewhere()
        if kind == pygame.MOUSEMOTION:
            self._event(kind, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0))
        else:
            self._button(kind, x, y, self.rng.randint(1, 7))
        return f"{pygame.event.event_name(kind)} {x}, {y}"

    def _drag(self) -> str:
        places = [self._somewhere() for _ in range(self.rng.randint(2, 4))]
        self._button(pygame.MOUSEBUTTONDOWN, *places[0], 1)
        for x, y in places[1:]:
            self._event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=(1, 0, 0))
            if self.rng.random() < 0.5:
                self.desk.frame(0.016)
        self._button(pygame.MOUSEBUTTONUP, *places[-1], 1)
        return str(places)

    def _wheel(self) -> str:
        (x, y), by = self._somewhere(), self.rng.choice((-3.0, -1.0, 0.5, 1.0))
        self.desk.app.ui.wheel(x, y, by)
        return f"{x}, {y} by {by}"

    def _type(self) -> str:
        text = self.rng.choice(TYPED)
        for letter in text[: self.rng.randint(1, len(text))]:
            name = "space" if letter == " " else letter
            if name == "space" or (letter.isascii() and letter.isalnum()):
                self._press(name, "")
        return repr(text)

    def _frames(self) -> str:
        frames, seconds = self.rng.choice((1, 2, 4)), self.rng.choice((0.016, 0.1))
        for _ in range(frames):
            self.desk.frame(seconds)
        return f"{frames} of {seconds} s"

    def _resize(self) -> str:
        width, height = self.rng.choice(SIZES)
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self._event(pygame.VIDEORESIZE, w=width, h=height, size=(width, height))
        return f"{width} × {height}"

    def _drop(self) -> str:
        name = self.rng.choice((*TEXTS, "none.yaml", "folder.yaml", "bytes.yaml", "bytes.cnf"))
        self._event(pygame.DROPFILE, file=str(self.folder / name))
        return name

    def _paste(self) -> str:
        self.copied = self.rng.choice((*TEXTS.values(), "", "\0", "nothing of any kind", "é" * 9999, "1\t2\n\r3"))
        self._press("v", "ctrl ")
        return repr(self.copied[:30])


def _code(name: str) -> int:
    """pygame's number for a key."""
    return {"+": pygame.K_EQUALS, "?": pygame.K_SLASH}.get(name) or pygame.key.key_code(name)


@contextmanager
def frozen() -> Iterator[Callable[[], float]]:
    """A millisecond passes with each look at a clock, on every machine: budgets run out alike."""
    ticks = count(1_000_000)

    def clock() -> float:
        return next(ticks) / 1000

    with ExitStack() as stack:
        for name in ("monotonic", "time"):
            stack.enter_context(patch.object(time, name, clock))
        for playback in (Session, Comparison):
            others = (playback.__init__.__defaults__ or ())[1:]
            stack.enter_context(patch.object(playback.__init__, "__defaults__", (clock, *others)))
        yield clock


def episode(seed: int, events: int, folder: Path) -> None:
    """Opens what the seed says, does so many things there, and comes back to the gallery with Escape alone."""
    opening = opening_of(seed)
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "folder.yaml").mkdir(exist_ok=True)
    for name in ("bytes.yaml", "bytes.cnf"):
        (folder / name).write_bytes(bytes(range(256)))
    rng = random.Random(seed)
    with frozen() as clock, window(folder) as desk, patch.object(time, "perf_counter", clock):
        monkey = Monkey(desk, rng, folder)
        try:
            with patch.object(CLIPBOARD, "text", lambda: monkey.copied):
                OPENINGS[opening](desk)
                desk.frame()
                for _ in range(events):
                    monkey.act()
                _come_back(desk)
        except Exception as error:
            told = "\n".join(f"  {number}. {act}" for number, act in enumerate(monkey.done, 1))
            again = f"python3 main.py test tests/desktop/test_monkey.py --monkey-events 1 --monkey-seed {seed}"
            raise AssertionError(f"seed {seed}, {opening}: {error!r} after\n{told}\nagain: {again}") from error


def opening_of(seed: int) -> str:
    """What is opened: all in turn."""
    return list(OPENINGS)[seed % len(OPENINGS)]


def unlike(seeds: Iterable[int]) -> list[int]:
    """Of these, the ones that open something: of lessons that are drawn alike, the shortest alone."""
    alike = {path.stem for path in lessons()} - {scenario.name for scenario in shortest_of_each_look()}
    return [seed for seed in seeds if opening_of(seed) not in alike]


def _come_back(desk: Desk) -> None:
    """Whatever was done: Escape leads to the gallery, and there nothing is open any more."""
    for _ in range(12):
        if desk.app.screen is desk.app.gallery and not desk.app.overlay:
            return
        desk.send(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")
    raise AssertionError("Escape does not lead back to the gallery")
