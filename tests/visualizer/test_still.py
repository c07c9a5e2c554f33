"""What stands still is shown again: never anything else than what would be drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from unittest.mock import patch

import pygame
import pytest

from algorithms.reasons import Link
from scenarios.loader import find, load
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import NAMES, shaded, theme
from visualizer.families.transitions.look import Look
from visualizer.puzzles.formula_map import CLAUSE
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import SIZE as FILM
from visualizer.recording.film import Film, plan
from visualizer.runs.playback import Playback
from visualizer.runs.states import Lately
from visualizer.stage.still import key_of, with_tab
from visualizer.stage.view import View
from visualizer.widgets.ui import Ui
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen

SIZE = (1000.0, 640.0)
BOX = Rect(10, 10, 40, 40)


class Forgetful(PygameCanvas):
    """Keeps nothing that stands still."""

    def still(self, slot: Hashable, key: object, box: Rect, draw: Callable[[], bool | None], t: float = 1.0,
              late: int = 0) -> bool:
        return bool(draw())


def canvas() -> PygameCanvas:
    return PygameCanvas(pygame.Surface((100, 100)))


def shown(on: PygameCanvas, key: object, *, ground: tuple[int, int, int] = (0, 0, 0), moves: bool = False,
          t: float = 1.0) -> bool:
    """Was it drawn anew?"""
    drawn = []

    def draw() -> bool:
        drawn.append(key)
        on.rect(BOX, (200, 0, 0), radius=9)
        return moves

    on.surface.fill(ground)
    on.still("slot", key, BOX, draw, t)
    assert on.surface.get_at((30, 30))[:3] == (200, 0, 0)
    return bool(drawn)


def test_a_still_part_is_drawn_twice_at_the_most() -> None:
    on = canvas()
    assert [shown(on, "a") for _ in range(4)] == [True, True, False, False]
    assert [shown(on, "b") for _ in range(3)] == [True, False, False]  # as "a" was shown again, it is kept at once


def test_it_is_drawn_anew_when_something_below_it_changes() -> None:
    on = canvas()
    assert [shown(on, "a") for _ in range(3)] == [True, True, False]
    assert shown(on, "a", ground=(9, 9, 9))


def test_what_moves_is_drawn_in_each_frame_until_it_has_arrived() -> None:
    on = canvas()
    assert all(shown(on, "a", moves=True, t=t) for t in (0.2, 0.4, 0.6, 0.8, 1.0))
    assert not any(shown(on, "a", moves=True) for _ in range(3))
    assert [shown(on, "b", moves=False, t=t) for t in (0.2, 0.4, 1.0)] == [True, False, False]


def test_outside_of_a_clip_nothing_is_kept() -> None:
    on = canvas()
    with on.clip(Rect(20, 20, 60, 60)):
        assert all(shown(on, "a") for _ in range(3))


def test_lists_take_from_those_before_what_has_stayed_the_same() -> None:
    stills, drawn = Stills(), []

    def op(key: int, *, slot: str = "slot", moves: bool = False, t: float = 1.0, box: Rect = BOX) -> float:
        on = RecordingCanvas(stills)

        def draw() -> bool:
            drawn.append(key)
            on.rect(box, (key, 0, 0), width=t)
            return moves

        on.still(slot, key, box, draw, t)
        [only] = on.ops
        assert only.args[4] == (key, 0, 0)
        return float(str(only.args[6]))

    assert [op(1), op(1), op(2), op(2), op(1)] == [1.0] * 5
    assert drawn == [1, 2, 1]
    assert [op(1, slot="other"), op(1, box=Rect(0, 0, 9, 9))] == [1.0] * 2  # elsewhere it is another drawing
    assert drawn == [1, 2, 1, 1, 1]
    assert [op(3, moves=True, t=t) for t in (0.2, 0.4, 0.4, 1.0)] == [0.2, 0.4, 0.4, 1.0]  # what moves has its own
    assert drawn[5:] == [3, 3, 3]


def test_lists_take_pictures_from_those_before_by_their_keys() -> None:
    stills, drawn = Stills(), []

    def op(key: int, box: Rect = BOX) -> object:
        on = RecordingCanvas(stills)

        def draw(inner: Canvas, place: Rect) -> None:
            drawn.append(key)
            inner.rect(place, (key, 0, 0))

        on.picture(key, box, draw)
        clip, only, unclip = on.ops
        assert (clip.name, clip.args, unclip.name) == ("clip", box, "unclip")
        return only.args[4]

    assert [op(1), op(2), op(1), op(2), op(1, Rect(0, 0, 9, 9))] == [(key, 0, 0) for key in (1, 2, 1, 2, 1)]
    assert drawn == [1, 2, 1]  # elsewhere it is another drawing


@pytest.mark.parametrize("lesson", ["a-wrong-flag", "how-likely-is-a-mine", "what-nothing-holds-up",
                                    "order-does-not-matter", "an-expert-board", "evil", "who-owns-the-zebra",
                                    "a-hard-backbone"])
def test_a_film_is_as_if_all_were_drawn_anew(lesson: str) -> None:
    """Each frame and on the way to it, forward and, as proofs need, back again; after every third, steps of a proof."""
    scenario = load(find(lesson))
    film: Film = plan_comparison(scenario, 20) if scenario.compares else plan(scenario, 20)
    stills, tabs, look = Stills(), Stills(), theme("light")
    places = list(film.board_of(0).layout.places)
    steps = (Link(tuple(places[:2])),), (Link(tuple(places[1:3])),)
    for number, frame in enumerate((*film.frames, *film.frames[::-2])):
        for draw in (partial(film.draw, t=0.25), partial(film.draw, t=0.75), film.draw):
            kept, anew = RecordingCanvas(stills), RecordingCanvas()
            draw(kept, frame, FILM, look)
            draw(anew, frame, FILM, look)
            assert kept.ops == anew.ops
        for name in film.tab_places(frame):
            kept, anew = RecordingCanvas(tabs), RecordingCanvas()
            film.draw_tab(kept, frame, name, look)
            film.draw_tab(anew, frame, name, look)
            assert kept.ops == anew.ops
        for reason in () if number % 3 else steps:
            kept, anew = RecordingCanvas(stills), RecordingCanvas()
            for on in (kept, anew):
                film.draw_step(on, frame, look, reason, None)
            assert kept.ops == anew.ops


def test_what_was_drawn_in_one_theme_leaves_no_colours_in_another() -> None:
    """The pages of recordings draw in all themes at once, and ask for places in the light one."""
    film, anew = (plan(load(find("contribution-number")), 8) for _ in range(2))
    frame, look, after, first = film.frames[-1], shaded(NAMES), RecordingCanvas(), RecordingCanvas()
    film.draw(RecordingCanvas(), frame, FILM, theme(look.name))
    film.draw(after, frame, FILM, look)
    anew.draw(first, anew.frames[-1], FILM, look)
    same = after.ops == first.ops
    assert same


def test_a_board_that_draws_the_clause_of_a_step_draws_that_of_each_step() -> None:
    """On one canvas, as the steps of a proof come one after the other in the same place of a run."""
    film = plan(load(find("a-hard-backbone")), 20)
    stills, look, frame, pictures = Stills(), theme("light"), film.frames[-1], []
    for clause in (3, 4, 3):
        step = (Link((f"{CLAUSE}{clause}",)),)
        kept, anew = RecordingCanvas(stills), RecordingCanvas()
        for on in (kept, anew):
            film.draw_step(on, frame, look, step, None)
        assert kept.ops == anew.ops
        pictures.append(kept.ops)
    assert pictures[0] == pictures[2] != pictures[1]


def test_what_may_come_late_comes_so_many_frames_late_and_only_where_frame_follows_frame() -> None:
    def colors(on: PygameCanvas, box: Rect = BOX) -> list[int]:
        """What is seen in six frames: of another key from the third on."""
        seen = []
        for color in (50, 50, 100, 100, 100, 100):
            on.surface.fill((0, 0, 0))
            on.still("slot", color, box if color == 100 else BOX, partial(on.rect, box, (color, 0, 0)), late=2)
            seen.append(on.surface.get_at((30, 30))[0])
        return seen

    assert colors(canvas()) == [50, 50, 100, 100, 100, 100]
    assert colors(PygameCanvas(pygame.Surface((100, 100)), smooth=True)) == [50, 50, 50, 50, 100, 100]
    assert colors(PygameCanvas(pygame.Surface((100, 100)), smooth=True), Rect(10, 10, 50, 40))[2] == 100  # elsewhere


def test_what_moves_is_late_only_where_another_move_interrupts_it() -> None:
    on, seen = PygameCanvas(pygame.Surface((100, 100)), smooth=True), list[int]()

    def draw(color: int) -> bool:
        on.rect(BOX, (color, 0, 0))
        return True

    for key, t in (("a", 0.1), ("a", 0.2), ("a", 0.3), ("b", 0.1), ("b", 0.2), ("b", 0.3)):
        on.surface.fill((0, 0, 0))
        on.still("slot", key, BOX, partial(draw, round(100 * t) + 100 * (key == "b")), t, late=1)
        seen.append(on.surface.get_at((30, 30))[0])
    assert seen == [10, 20, 30, 30, 120, 130]


def test_what_is_drawn_ahead_is_not_seen_before_it_is_asked_for() -> None:
    on, drawn = PygameCanvas(pygame.Surface((100, 100)), smooth=True), list[int]()

    def draw(color: int) -> None:
        drawn.append(color)
        on.rect(BOX, (color, 0, 0))

    def seen(color: int, then: int = 0) -> int:
        on.surface.fill((0, 0, 0))
        if then:
            on.ahead("slot", (color, then), BOX, partial(draw, then))
        on.still("slot", color, BOX, partial(draw, color))
        return on.surface.get_at((30, 30))[0]

    assert [seen(50), seen(50), seen(50, 100), seen(50, 100), seen(100), seen(100)] == [50] * 4 + [100] * 2
    assert drawn == [50, 50, 100]
    assert [seen(100, 150), seen(200), seen(150)] == [100, 200, 150]  # something else was drawn there in between
    assert drawn[3:] == [150, 200, 150]


def test_what_is_drawn_ahead_is_not_seen_beside_its_place_or_where_its_parts_are_too_many(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    on = PygameCanvas(pygame.Surface((100, 100)), smooth=True)

    def then() -> None:
        monkeypatch.setattr("visualizer.canvas.on_pygame._MOST_STILL", 0)
        on.still("part", 1, Rect(20, 20, 10, 10), lambda: None)
        on.rect(Rect(0, 0, 100, 100), (100, 0, 0))

    def now() -> None:
        on.rect(BOX.inset(10), (50, 0, 0))

    for _ in range(2):
        on.still("slot", 50, BOX, now)
    before = pygame.image.tobytes(on.surface, "RGB")
    on.surface.fill((0, 0, 0))
    assert on.ahead("slot", (50, 100), BOX, then)
    on.still("slot", 50, BOX, now)
    assert pygame.image.tobytes(on.surface, "RGB") == before


def test_ahead_nothing_is_drawn_where_no_frame_follows_or_what_is_shown_moves() -> None:
    for on, moves in ((canvas(), False), (PygameCanvas(pygame.Surface((100, 100)), smooth=True), True)):
        for _ in range(3):
            assert not on.ahead("slot", (50, 100), BOX, lambda: True)
            on.still("slot", 50, BOX, partial(bool, moves), 0.5)


def opened(lesson: str, now: list[float]) -> tuple[StageScreen | CompareScreen, Playback]:
    """A lesson's screen, and what it plays, by that clock."""
    scenario = load(find(lesson))
    screen = (CompareScreen if scenario.compares else StageScreen)(scenario, Settings(), lambda: None)
    screen.ask_help = screen.ask_settings = lambda: None
    playback = screen.transport.playback
    playback.clock = lambda: now[0]
    return screen, playback


def pixels(screen: StageScreen | CompareScreen, on: PygameCanvas, ui: Ui, now: float) -> bytes:
    """What a frame of the screen looks like."""
    look = theme("dark")
    on.surface.fill(look.background)
    ui.begin(on, look, 1.0, SIZE, now)
    screen.draw(ui, on, SIZE, look, 1.0)
    ui.end()
    return pygame.image.tobytes(on.surface, "RGB")


@pytest.mark.parametrize(("lesson", "ahead"), [
    ("what-no-clause-says", {"board", "focus", "code"}), ("what-clasp-keeps", {"focus", "code"})])
def test_when_a_step_back_is_over_little_is_left_to_be_drawn(lesson: str, ahead: set[str]) -> None:
    """Parts that stand still were drawn ahead, one in each frame before; what they say of where things are came too.
    On the board of the second lesson an edge is walked."""
    now, ui = [0.0], Ui()
    screen, playback = opened(lesson, now)
    assert isinstance(screen, StageScreen)
    on, parts = PygameCanvas(pygame.Surface((round(SIZE[0]), round(SIZE[1]))), smooth=True), list[list[str]]()
    still = PygameCanvas.still

    def noted(on: PygameCanvas, slot: Hashable, key: object, box: Rect, draw: Callable[[], bool | None], t: float = 1.0,
              late: int = 0) -> bool:
        def drawn() -> bool | None:
            parts[-1].append(str(slot))
            return draw()

        return still(on, slot, key, box, drawn, t, late)

    for _ in range(3):
        playback.forward(playback.grain)
        for step in (1.0, 1.0, 1.0):
            now[0] += step
            pixels(screen, on, ui, now[0])
    playback.back(playback.grain)
    playback.moved_at = now[0]
    with patch.object(PygameCanvas, "still", noted):
        for step in (0.0, *[0.01] * 6, 1.0):
            now[0] += step
            parts.append([])
            frame = pixels(screen, on, ui, now[0])
    assert not ahead & {*parts[-1]}
    links, look = screen.board.links, screen.own.look
    assert isinstance(look, Look) and look.spots

    def pointed() -> tuple[object, ...]:
        return links.spots[:], [(box, number.name, number.value) for box, number in links.numbers], look.spots[:]

    told = pointed()
    assert frame == pixels(screen, Forgetful(on.surface.copy()), ui, now[0])
    assert told == pointed()


@pytest.mark.parametrize("lesson", ["dpll", "thrashing-on-a-map", "queens-as-an-exact-cover", "what-clasp-keeps"])
def test_at_the_end_of_a_transition_nothing_is_late(lesson: str) -> None:
    now, ui = [0.0], Ui()
    screen, playback = opened(lesson, now)
    size, late = (round(SIZE[0]), round(SIZE[1])), 0
    both = PygameCanvas(pygame.Surface(size), smooth=True), Forgetful(pygame.Surface(size))
    playback.forward("cue")
    while playback.goal is not None:
        playback.work(0.5)
    for move in (playback.forward, playback.back, playback.forward, playback.forward):
        move(playback.grain)
        playback.moved_at = now[0]
        for step in (0.01, 0.01, 0.011, 1.0, 0.02):
            now[0] += step
            kept, drawn = (pixels(screen, on, ui, now[0]) for on in both)
            late += step == 0.01 and kept != drawn
            assert step < 0.02 or kept == drawn, step
    assert late  # or it would show nothing


@pytest.mark.parametrize("lesson", ["where-gac-must-stop", "three-eyes-on-one-board", "queens-as-an-exact-cover",
                                    "a-map-repaired", "who-owns-the-zebra",
                                    "thrashing-on-a-map", "what-nothing-holds-up", "restart-and-forget"])
def test_frames_are_as_if_all_were_drawn_anew(lesson: str) -> None:
    now, ui = [0.0], Ui()
    screen, playback = opened(lesson, now)
    size = round(SIZE[0]), round(SIZE[1])
    both = PygameCanvas(pygame.Surface(size)), Forgetful(pygame.Surface(size))
    for move in ("cue", "cue", "step", "back"):
        if move == "cue":
            playback.forward("cue")
        else:
            (playback.forward if move == "step" else playback.back)(playback.grain)
        while playback.goal is not None:
            playback.work(0.5)
        playback.moved_at = now[0]
        for step in (0.02, 0.06, 0.2, 0.02, 0.02):
            now[0] += step
            kept, drawn = (pixels(screen, on, ui, now[0]) for on in both)
            assert kept == drawn, f"{move}, {step}"


def test_what_was_worked_out_holds_until_the_state_changes() -> None:
    state = CompareScreen(load(find("three-eyes-on-one-board")), Settings(), lambda: None).comparison.states[0]
    kept: Lately[dict[str, object]] = Lately(2)

    def found(key: str = "") -> dict[str, object]:
        return kept.of(state, key, lambda: dict(state.domains))

    first = found()
    assert found() is first
    assert found("other") is not first
    assert found() is first
    state.know(next(iter(state.domains)), ())
    assert found() is not first
    assert kept.of(state.copy(), "", dict) == {}


def test_what_was_worked_out_holds_for_the_state_that_is_kept_until_that_goes_on() -> None:
    state = CompareScreen(load(find("three-eyes-on-one-board")), Settings(), lambda: None).comparison.states[0]
    looked: Lately[list[int]] = Lately(4)
    first = looked.of(state, "", lambda: [1])
    before = state.kept()
    assert before == state
    assert looked.of(before, "", lambda: [2]) is first
    name = next(iter(state.domains))
    state.know(name, ())
    assert before.domains[name] != ()
    assert looked.of(state, "", lambda: [3]) == [3]
    assert looked.of(before, "", lambda: [4]) is first


def test_a_run_that_does_not_move_stands_still() -> None:
    """In a comparison others go on; nothing of this one is on the way, and its board need not be drawn again."""
    screen, playback = opened("thrashing-on-a-map", [0.0])
    assert isinstance(screen, CompareScreen)
    while not screen.comparison.together.done:
        screen.comparison.together.pull(1000)
    screen.comparison.seek(0.9)
    start = screen.comparison.here
    playback.forward(playback.grain)
    while playback.goal is not None:
        playback.work(1.0)
    moved = list[bool]()
    for single, began in zip(screen._view().views(), start, strict=True):
        single.t = 0.25
        moved.append(single.timeline.position != began)
        assert single.t == (0.25 if moved[-1] else 1.0)
        assert single.asked is moved[-1]
    assert {*moved} == {True, False}  # or it would show nothing


def test_a_board_stands_still_while_more_of_its_run_is_recorded() -> None:
    """What shows how much is recorded does not."""
    screen, playback = opened("where-gac-must-stop", [0.0])
    assert isinstance(screen, StageScreen)
    timeline = playback.timelines[0]
    view = View(screen.session.scenario.algorithm, screen.session.board, timeline, timeline.state)
    keys = []
    for _ in range(2):
        timeline.pull(1)
        key = key_of(view, theme("dark"), 1.0)
        keys.append((key, with_tab(view, key)))
    (board, panel), (same, other) = keys
    assert board == same
    assert panel != other
