"""The window without a screen: pygame's dummy driver, and a hand that presses keys and buttons."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pygame

from algorithms.long_work import listening
from kit.known_lessons import LESSONS, known
from kit.user_folder import CONFIG
from scenarios.loader import Scenario, find, load
from visualizer.canvas.primitives import Rect
from visualizer.puzzles.clue.overlay import NewClue
from visualizer.puzzles.gnomine.custom import CustomGame
from visualizer.window import lesson_cards
from visualizer.window.app import App
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.gallery_games import new_games
from visualizer.window.lesson_cards import Card
from visualizer.window.stage_screen import StageScreen

_LOOK = 0.000001  # seconds that a look at the time takes
_SEED = 7  # of new games, for which the window takes the time
MODIFIERS = {"shift": pygame.KMOD_SHIFT, "ctrl": pygame.KMOD_CTRL}
TYPED = {"?": (pygame.K_SLASH, pygame.KMOD_SHIFT), "+": (pygame.K_EQUALS, pygame.KMOD_SHIFT),
         "-": (pygame.K_MINUS, 0), "=": (pygame.K_EQUALS, 0)}  # on an American keyboard


class Desk:
    """An open window, and what a user does to it. Every action is followed by a frame."""

    def __init__(self, app: App, *, asks: bool = False) -> None:
        """``asks``: lessons ask their questions, which hold the run until they are answered or skipped."""
        self.app = app
        self.asks = asks
        self.pace = 0.0  # seconds that pass from frame to frame
        self.frame()

    @property
    def stage(self) -> StageScreen:
        """The lesson on show."""
        screen = self.app.screen
        assert isinstance(screen, StageScreen)
        return screen

    @property
    def compared(self) -> CompareScreen:
        """The lesson on show, where it compares."""
        screen = self.app.screen
        assert isinstance(screen, CompareScreen)
        return screen

    @property
    def size(self) -> tuple[int, int]:
        return self.app.canvas.surface.get_size()

    def frame(self, seconds: float = 0.0) -> None:
        """A frame passes."""
        screen = self.app.screen
        if isinstance(screen, StageScreen | CompareScreen):
            screen.questions.session.quiz.on = self.asks
        self.app.tick(seconds or self.pace)
        while self.app.errands.current is not None:
            self.app.tick(0.0)
        self.app.draw()

    def settle(self) -> None:
        """Frames pass until what was asked for is done."""
        screen = self.app.screen
        while isinstance(screen, StageScreen | CompareScreen) and screen.transport.playback.goal is not None:
            self.frame()

    def send(self, kind: int, **values: object) -> None:
        """One of pygame's events."""
        self.app.handle(pygame.event.Event(kind, values))
        self.frame()

    def key(self, *names: str) -> None:
        """Presses keys one after the other: pygame's names, with ``ctrl `` and ``shift `` before."""
        for name in names:
            key, modifiers = name, 0
            for held, modifier in MODIFIERS.items():
                if f"{held} " in key:
                    key, modifiers = key.replace(f"{held} ", ""), modifiers | modifier
            code, typed = TYPED.get(key, (None, 0))
            text = key if len(key) == 1 and not modifiers & pygame.KMOD_CTRL else ""
            self.send(pygame.KEYDOWN, key=pygame.key.key_code(key) if code is None else code, mod=modifiers | typed,
                      unicode=text)
            self.settle()

    def type(self, text: str) -> None:
        """Types it, letter by letter."""
        self.key(*("space" if letter == " " else letter for letter in text))

    def move(self, x: float, y: float) -> None:
        self.send(pygame.MOUSEMOTION, pos=(int(x), int(y)), rel=(0, 0), buttons=(0, 0, 0))

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Presses and releases a button of the mouse there."""
        self.move(x, y)
        self.send(pygame.MOUSEBUTTONDOWN, pos=(int(x), int(y)), button=button)
        self.send(pygame.MOUSEBUTTONUP, pos=(int(x), int(y)), button=button)
        self.settle()

    def boxes(self) -> dict[str, Rect]:
        """Where the widgets lie, by their names."""
        return {area.ident: area.box for area in self.app.ui._areas}

    def over(self, place: str) -> tuple[float, float]:
        """Somewhere on a place of the board, found as a user finds it: with the pointer."""
        width, height = self.size
        for x in range(4, width, 8):
            for y in range(4, height, 8):
                self.app.ui.mouse_move(x, y)
                if self.stage.board.pointed == place:
                    return float(x), float(y)
        raise AssertionError(f"{place} is nowhere on the board")

    def open(self, name: str) -> StageScreen:
        """Puts a lesson on the stage."""
        self.app.open(lesson(name))
        self.frame()
        return self.stage

    def resize(self, width: int, height: int) -> None:
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self.send(pygame.VIDEORESIZE, w=width, h=height, size=(width, height))


def lesson(name: str) -> Scenario:
    """One that comes with Unfog. It is read once, and in any frame as if it took no time, so that no test does more
    or less in a frame than it would without those before it."""
    return _read(find(name))


def _read(path: Path, text: str | None = None) -> Scenario:
    if text is not None or path not in LESSONS:
        return load(path, text)
    with listening(lambda _: None):
        return known(path)


_look_at = Card.of  # a file


@cache
def _card(path: Path) -> Card:
    return _look_at(path)


def _looked_at(path: Path) -> Card:
    return copy(_card(path)) if path in LESSONS else _look_at(path)


@contextmanager
def window(folder: Path, scenario: Scenario | None = None, *, asks: bool = False) -> Iterator[Desk]:
    """A window that keeps its settings in ``folder``. On every machine, however busy, a frame gets as much done: its
    budgets run out after so many looks at the time; and new games are the same ones whenever it is opened. The lessons
    that come with Unfog are read once for all windows."""
    looks, reading = count(), vars(lesson_cards)["load"]
    with (patch.object(Card, "of", _looked_at),
          patch.object(lesson_cards, "load", _read if reading is load else reading),  # or as the test has it
          patch.dict("os.environ", {"SDL_VIDEODRIVER": "dummy", CONFIG: str(folder)}),
          patch.object(time, "perf_counter", lambda: next(looks) * _LOOK)):
        app = None
        try:
            app = App(scenario)
            app.seed = _SEED
            app.gallery.games = new_games(_SEED)
            yield Desk(app, asks=asks)
        finally:
            if app is not None:
                app.presenter.close()  # or whoever collects it later closes whatever window lies there by then
            pygame.display.quit()  # fonts stay: they are kept from window to window


def new_clue(app: App) -> NewClue:
    """What is asked before a game of Clue."""
    found = app.dialogs["clue"]
    assert isinstance(found, NewClue)
    return found


def start_clue(app: App) -> None:
    """Begins the game of Clue that is asked for."""
    scenario = new_clue(app).scenario()
    assert scenario is not None
    app._start_game(scenario.title, lambda: scenario)


def custom_game(app: App) -> CustomGame:
    """What is asked before a game of one's own size."""
    found = app.dialogs["custom"]
    assert isinstance(found, CustomGame)
    return found
