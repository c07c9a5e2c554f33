"""The window: pygame's events in, frames out. All else is in the screens, which know nothing of pygame."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pygame

from scenarios.emphasis import unmarked
from scenarios.loader import Scenario, load, load_pasted
from scenarios.progress import load_progress
from scenarios.reading import ScenarioError
from scenarios.script.telling import Depth, Heard
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.theme import theme
from visualizer.runs.play import Dialog, offers
from visualizer.runs.playback import Playback
from visualizer.runs.showable import check_size
from visualizer.widgets.ui import Ui
from visualizer.window.band_controls import begin_another
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.errand import Errands, draw_errand
from visualizer.window.faults import Faults, draw_fault
from visualizer.window.gallery import Gallery
from visualizer.window.gallery_games import new_games
from visualizer.window.help import Help
from visualizer.window.keys import give_mouse, read_key
from visualizer.window.lesson_cards import Card
from visualizer.window.next_lessons import offer_lessons
from visualizer.window.overlays import draw_settings
from visualizer.window.presenter import Presenter
from visualizer.window.recording import Recording
from visualizer.window.resume import leave, resume
from visualizer.window.screen import Screen, fade_behind
from visualizer.window.settings import load_settings, save_settings
from visualizer.window.stage_screen import StageScreen
from visualizer.window.system import CLIPBOARD, FullScreen, collect_when_idle, display_size
from visualizer.window.watch import Watch
from visualizer.window.words import WordList

_SIZE = (1280, 800)
_LEAST = (64, 48)  # the system may make the window smaller; what is drawn is not
_FRAMES = 60  # a second
_IDLE = 0.5  # seconds between frames when nothing moves, so that a clock or a tooltip is not late for long
_OTHERS = 500_000  # to the number of another game: beyond those of the gallery

Overlay = str
"""What lies above the screen: nothing, help, settings, words, fault, or a dialog by the name of its game."""


class App:
    """The window and the screen in it."""

    def __init__(self, scenario: Scenario | None) -> None:
        self.settings = load_settings()
        self.progress = load_progress()
        pygame.display.init()
        pygame.font.init()
        pygame.key.set_repeat(350, 45)
        self.ui = Ui(CLIPBOARD)
        self.overlay: Overlay = ""
        self.watch: Watch | None = None
        self.faults = Faults()
        self._recovers = False  # the fault on show came without input, so that it would come again
        self._below: Overlay = ""  # what the fault on show lies above
        self.dialogs: dict[str, Dialog] = {game.name: game.dialog() for game in offers() if game.dialog is not None}
        self.dialogs["record"] = self.recording = Recording(self)
        self.help = Help()
        self.words = WordList(self._open_named, self._title_named)
        self.errands = Errands()
        self.below: pygame.Surface | None = None  # the last picture before what the window is busy with
        self.canvas = PygameCanvas(pygame.display.set_mode(_SIZE, pygame.RESIZABLE))
        self._full_screen = FullScreen()
        self.settings.go_to(display_size())
        self.seed = int(time.time()) % 100_000
        self.gallery = self._prepared(Gallery(self.open_card, self.seed, self.progress))
        self.running = True
        self.screen: Screen = self.gallery
        self.presenter = Presenter(self)
        self._stirred = False  # something has happened since the garbage was collected
        self._show(self.gallery)
        if scenario is not None:
            self._safely("opening a lesson", partial(self.open, scenario))

    def _prepared(self, screen: Gallery) -> Gallery:
        screen.ask_help, screen.ask_settings = self.ask_help, self.ask_settings
        screen.ask, screen.ask_words = self.ask, self.ask_words
        return screen

    # --- where to go -----------------------------------------------------------------------------------------------

    def open(self, scenario: Scenario, *, playing: bool = False) -> None:
        """Puts a lesson on the stage."""
        self._open_read(scenario.title, lambda: scenario, playing=playing)

    def _stage(self, scenario: Scenario, playing: bool) -> Screen:
        """The screen for a lesson. Some puzzles that are no lesson are opened to be played, such as a Sudoku."""
        stage: CompareScreen | StageScreen
        if scenario.compares:
            stage = CompareScreen(scenario, self.settings, self.leave, alone=StageScreen)
        else:
            stage = StageScreen(scenario, self.settings, self.leave, playing=playing)
            play = stage.session.play
            stage.edits.join(self.screen)
            stage.band.another = lambda: begin_another(play, self.seed + _OTHERS, self.ask, self._start_game)
        stage.ask_help, stage.ask_settings, stage.put = self.ask_help, self.ask_settings, self._show
        stage.begin, stage.transport.playback.at_length = self._open_read, self.errands.start
        stage.message = "" if playing or scenario.script else "; ".join(scenario.warnings)  # no class is told its end
        offer_lessons(stage.transport, scenario.path, self.gallery, self.open_card)
        resume(self.progress, stage.transport.playback)
        stage.tick(0.0)  # the first frame finds what it needs
        return stage

    def _leave_lesson(self) -> None:
        """Keeps where the lesson on show is left."""
        if self._playback is not None:
            leave(self.progress, self._playback)

    @property
    def _playback(self) -> Playback | None:
        return self.screen.transport.playback if isinstance(self.screen, StageScreen | CompareScreen) else None

    def _show(self, screen: Screen) -> None:
        self._leave_lesson()
        self.screen = screen
        self.ui = Ui(CLIPBOARD)
        self.overlay, self.faults.undrawn = "", False
        pygame.display.set_caption(screen.title if screen.title == "Unfog" else f"{screen.title} – Unfog")

    def open_card(self, card: Card) -> None:
        """Opens what a card of the gallery stands for."""
        self._open_read(card.title, card.opened, playing=card.playing)
        if card.playing:
            self._next_games()

    def _next_games(self) -> None:
        """The next game is another one."""
        self.seed += 1
        self.gallery.games = new_games(self.seed)

    def open_file(self, path: Path) -> None:
        """Opens a file that was dropped on the window."""
        self._open_read(path.name, lambda: load(path))

    def paste(self) -> None:
        """Opens what lies in the clipboard: a Sudoku, a formula in DIMACS, a lesson."""
        text = CLIPBOARD.text()
        if text.strip():
            self._open_read("what was pasted", lambda: load_pasted(text))
        else:
            self.screen.message = "The clipboard has no text; copy a Sudoku, a formula in DIMACS or a lesson first."

    def _open_read(self, title: str, read: Callable[[], Scenario], *, playing: bool = False,
                   again: bool = False) -> None:
        """Reads a lesson and puts it on the stage, ``again`` at its cue, in as many frames as that takes."""
        def opened() -> Screen | str:
            try:
                scenario = read()
                check_size(scenario)
            except ScenarioError as error:
                return str(error)
            stage = self._stage(scenario, playing)
            if again and self._playback is not None and isinstance(stage, StageScreen | CompareScreen):
                stage.transport.cues.choose(self._playback.director.index)
            return stage

        def then(found: Screen | str) -> None:
            if isinstance(found, str):
                self.screen.message = found
            else:
                self._show(found)

        self.errands.start(f"Opening {title}", opened, then)

    def leave(self) -> None:
        """Back to the gallery."""
        self.gallery.renew()
        self._show(self.gallery)

    def ask_help(self) -> None:
        """Shows the keys."""
        self.overlay = "help"

    def ask_settings(self) -> None:
        """Shows the settings."""
        self.overlay = "settings"

    def ask_words(self) -> None:
        """Shows what words mean, those of the caption on show first; or no more."""
        if self.overlay == "words":
            self.overlay = ""
        else:
            self.words.asked(unmarked(self.screen.said))
            self.overlay = "words"

    def _open_named(self, name: str) -> None:
        """Opens a lesson that a list names."""
        self.overlay = ""
        self.open_card(self.gallery.named(name))

    def _title_named(self, name: str) -> str:
        return "{0.number}  {0.title}".format(self.gallery.named(name))

    def ask(self, game: str) -> None:
        """Asks for what a game of the gallery needs, by its name."""
        self.dialogs[game].asked(self.seed)
        self.overlay = game

    def close(self) -> None:
        """Closes what lies above the screen."""
        self.overlay = ""
        save_settings(self.settings)

    def _start_game(self, title: str, read: Callable[[], Scenario]) -> None:
        """What a dialog has asked for begins."""
        self._open_read(title, read, playing=True)
        self._next_games()

    # --- frames ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Draws frames until the window is closed; waits while nothing moves."""
        clock, last = pygame.time.Clock(), time.monotonic()
        self.canvas.smooth = True
        self._draw_safely()
        collect_when_idle()
        try:
            while self.running:
                events = pygame.event.get() if self._moving() else self._wait()
                now = time.monotonic()
                self.errands.ahead.look(events, pygame.key.get_pressed().__getitem__, now)
                self.frame(events, min(0.1, now - last))
                last = now
                clock.tick(_FRAMES)
        finally:
            self._leave_lesson()
            self.presenter.close()
            save_settings(self.settings)

    def _moving(self) -> bool:
        """Will the next frame look different without any input?"""
        busy = False

        def look() -> None:
            nonlocal busy
            busy = self.overlay != "fault" and (self.errands.current is not None or self.screen.busy)

        self._safely("looking at what moves", look, recover=True)
        return busy or self.ui.wants_frame

    def frame(self, events: Sequence[pygame.event.Event], seconds: float) -> None:
        """What came in, what the time brings, and the picture. An exception in it is said and logged, and ends
        nothing: after one, the screen is left as it is until the user goes on."""
        held = None
        if self.errands.due:
            self._draw_safely()  # what they are meant for
        for number, event in enumerate(self.errands.ahead.before(events, self.errands.current is not None)):
            if self.overlay != "fault" and self.errands.keeps(event):
                continue
            if event.type == pygame.KEYDOWN:
                if number and event.key != held:  # it is meant for what the events before it have led to
                    self._draw_safely()
                held = event.key
            self._safely("taking input", partial(self.handle, event))
        if self.overlay != "fault":
            self._safely("counting the time", partial(self.tick, seconds), recover=True)
        self._draw_safely()

    def _draw_safely(self) -> None:
        if not self._safely("drawing", self.draw, recover=True):
            self.faults.undrawn, self.ui = True, Ui(CLIPBOARD)
            self._safely("drawing", self.draw)

    def _safely(self, doing: str, action: Callable[[], None], *, recover: bool = False) -> bool:
        """Does it; an exception is noted, and shown above all else. Did it go well?"""
        try:
            action()
        except Exception as fault:
            self.faults.note(fault, doing, self.screen.title)
            if self.overlay != "fault":
                self._below = self.overlay
            self.overlay, self._recovers = "fault", recover
            return False
        return True

    def _go_on(self) -> None:
        """Back to the screen after a fault."""
        self.overlay, self.faults.undrawn = "" if self._recovers else self._below, False
        if self._recovers:
            self._safely("going on", self.screen.recover)

    def tick(self, seconds: float) -> None:
        """A frame passes: for what the window is busy with, or else for the screen."""
        if self.watch is not None and self.errands.current is None and self.watch.changed():
            self._open_read(self.watch.path.name, self.watch.read, again=True)
        if self.errands.current is not None:
            self.errands.go_on()
        else:
            self.errands.start(self.screen.title, partial(self.screen.tick, seconds))

    def _wait(self) -> list[pygame.event.Event]:
        first = pygame.event.wait(int(_IDLE * 1000))
        if first.type == pygame.NOEVENT and self._stirred:
            gc.collect()
        self._stirred = first.type != pygame.NOEVENT
        return [first, *pygame.event.get()]

    def draw(self) -> None:
        """One frame."""
        surface = pygame.display.get_surface()
        if surface is None or (self.errands.quiet and self.overlay != "fault"):
            return  # for a moment, the last picture is there still
        if self.canvas.surface is not surface:
            self.canvas = PygameCanvas(surface, smooth=self.canvas.smooth)
        self.presenter.follow()
        draw_frame(self, self.presenter.target(self.canvas))
        self.presenter.draw(self.canvas)
        pygame.mouse.set_visible(bool(self.overlay) or not self.screen.hides_cursor)
        pygame.display.flip()

    # --- input -----------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """One of pygame's events."""
        if self.presenter.takes(event) or give_mouse(self.ui, event):
            return
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):  # while there is another window, no QUIT comes
            self.running = False
        elif event.type == pygame.DROPFILE:
            self.open_file(Path(event.file))  # in the place of what may be under way
        elif event.type == pygame.KEYUP and event.key == pygame.K_F11:  # no key is released again and again
            with suppress(pygame.error):  # not every display has a full screen
                self._full_screen.toggle()
        elif event.type == pygame.WINDOWDISPLAYCHANGED:
            self.settings.go_to(display_size(event.display_index))
        elif event.type == pygame.KEYDOWN:
            counts = isinstance(self.screen, StageScreen | CompareScreen) and bool(self.screen.questions.votes.vote)
            self.key(*read_key(event, self.ui.writes, counts))

    def key(self, name: str, shift: bool, ctrl: bool) -> None:
        """A key, by its name: to the focused widget, the window, or the screen."""
        if (self.overlay == "help" and not ctrl and self.help.key(name)) or self.ui.key(name, shift, ctrl):
            return
        if ctrl and name in ("+", "=", "-", "0"):
            factor = {"+": 1.1, "=": 1.1, "-": 1 / 1.1}.get(name)
            if factor is None:
                self.settings.scale = 1.0
            else:
                self.settings.rescale(factor)
        elif self.overlay == "fault":
            return  # only what its panel has taken, and the sizes above
        elif ctrl and name == "v" and self.errands.current is None:
            self.paste()
        elif name in {"?", "f1"}:
            self.overlay = "" if self.overlay == "help" else "help"
        elif name == "f5":
            self.settings.projector = not self.settings.projector
        elif name == "f2":
            self.overlay = "" if self.overlay == "settings" else "settings"
        elif name == "f3" and self.errands.current is None:
            self.ask_words()
        elif self.overlay or self.errands.current is not None or self.presenter.key(name, shift):
            return  # what lies below takes no keys
        elif name == "t" and not ctrl:
            self.settings.next_theme()
        else:
            self.screen.key(name, shift, ctrl)


def draw_frame(app: App, canvas: PygameCanvas) -> None:
    """All that the window shows, on any canvas of that size."""
    w, h = canvas.surface.get_size()
    size = (float(max(w, _LEAST[0])), float(max(h, _LEAST[1])))
    unit = max(0.35, min(size[0] / 1280, size[1] / 800)) * app.settings.scale
    colors = theme(app.settings.theme)
    if app.errands.current is None:
        app.below = None
    elif app.below is None:
        app.below = canvas.surface.copy()
    canvas.surface.fill(colors.background)
    app.ui.begin(canvas, colors, unit, size, time.monotonic())
    if app.below is not None:  # what is under way may have changed half of what the screen would show
        canvas.surface.blit(app.below, (0, 0))
    elif not app.faults.undrawn:
        app.screen.draw(app.ui, canvas, size, colors, unit)
    if app.overlay or app.errands.current is not None:
        fade_behind(canvas, colors)
    if app.overlay == "fault":
        draw_fault(app.ui, canvas, size, colors, unit, app.faults, app._go_on, app.leave)
    elif app.overlay == "help":
        app.help.draw(app.ui, canvas, size, colors, unit, app.screen.legend, app.close)
    elif app.overlay == "settings":
        draw_settings(app.ui, canvas, size, colors, unit, app.settings, app.close)
    elif app.overlay == "words":
        app.words.draw(app.ui, canvas, size, colors, unit, app.close)
    elif app.overlay:
        app.dialogs[app.overlay].draw(app.ui, canvas, size, colors, unit, app._start_game, app.close)
    if app.errands.current is not None:
        draw_errand(app.ui, canvas, size, colors, unit, app.errands.current, app.errands.give_up)
    app.ui.end()


def main(scenario: Scenario | None, *, projector: bool = False, presenter: bool = False, depth: Depth | None = None,
         audience: Heard | None = None, watch: bool = False) -> int:
    """Opens the window, on a lesson or on the gallery; what is None is as the settings have it."""
    app = App(scenario)
    settings, app.watch = app.settings, Watch.of(scenario) if watch and scenario else None
    asked = {"projector": projector or None, "presenter": presenter or None, "more": depth and depth == "more",
             "audience": audience}
    settings.for_now(**{name: value for name, value in asked.items() if value is not None})
    try:
        app.run()
    finally:
        pygame.quit()
    return 0
