"""Caption and board belong together: wherever somebody goes, and however, the cue on show, its words, its marks and its
panel are those of that place."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest

from algorithms.core import Event, Grain, words
from kit.known_lessons import comparisons, known, plain_lessons, recorded, short_lessons
from kit.lesson_files import scripted, walking
from kit.script_places import Place, Sight, ends_of, sight
from kit.session_desk import SCRIPT, Clock, game, recorded_session
from kit.window_desk import window
from scenarios.loader import Scenario, find, load
from scenarios.script.comparison import ComparisonDirector
from scenarios.script.together import Leg
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import SIZE, Film, plan
from visualizer.runs.comparison import Comparison
from visualizer.runs.playback import Playback
from visualizer.runs.session import Session

GAMES = [load(Path(f"game-{seed}.yaml"), game(5, 5, 4, seed, more=more) + SCRIPT.replace('"(0,2)"', ""))
         for seed in (1, 2) for more in ("", "apply: true\n")]
by_lesson = pytest.mark.parametrize("scenario", short_lessons(), ids=lambda scenario: str(scenario.name))
by_comparison = pytest.mark.parametrize("scenario", comparisons(), ids=lambda scenario: str(scenario.name))
MOVES = 20  # actions in each lesson


# --- what should be on show ----------------------------------------------------------------------------------------


def shown_by(playback: Playback) -> Sight:
    """What a playback shows now."""
    now = playback.director.now
    say = playback.say if now.index >= 0 else ""
    assert say or playback.say == playback.scenario.about or now.spoken < 0
    assert (now.index, now.marks) == (playback.director.index, playback.director.marks)
    assert playback.earlier == now.earlier
    return Sight(now.index, say, now.spoken, bool(now.earlier), now.marks, now.panel)


def of_session(session: Session, walked_to: int | None) -> Sight:
    """What a session should show, by its events up to where it is."""
    here, script = session.here, session.scenario.script
    events = session.timeline.events[:here]
    ended = session.timeline.done and here == len(session.timeline.events)
    ends = ends_of(script, events, ended)
    said_of = [events[end - 1] if end else None for end in ends]
    return sight(script, [(end,) for end in ends], (here,), said_of, walked_to)


@lru_cache(maxsize=4)
def all_ends(path: Path) -> list[int]:
    """Where the cues of a lesson end: looked for once for all tests of it."""
    (timeline,) = recorded(path)
    return ends_of(known(path).script, timeline.events, ended=True)


def of_lesson(session: Session, walked_to: int | None) -> Sight:
    """What a session whose run is known to its end should show: a cue that ends later has not been reached."""
    here, script, events = session.here, session.scenario.script, session.timeline.events
    ends = [end for end in all_ends(session.scenario.path) if end <= here]
    said_of = [events[end - 1] if end else None for end in ends]
    return sight(script, [(end,) for end in ends], (here,), said_of, walked_to)


class Walker:
    """Presses things on a playback, and knows which cue it has walked to."""

    def __init__(self, playback: Playback, rng: random.Random) -> None:
        self.playback, self.rng = playback, rng
        self.walked_to: int | None = -1
        self.log: list[str] = []

    def place(self) -> object:
        """Where the runs are, and how often they have moved."""
        records = self.playback.director._records
        return [(id(record), record.position, record.moves) for record in records]

    def wander(self, name: str, press: Callable[[], None]) -> None:
        """Moves in any other way than from cue to cue."""
        before, self.log = self.place(), [*self.log, name]
        press()
        if self.place() != before:
            self.walked_to = None

    def cue(self, index: int, name: str, press: Callable[[], None]) -> None:
        """Goes to a cue; -1 is the start."""
        self.log.append(name)
        press()
        if not self.playback.notice.startswith("The lesson cannot go on"):
            self.walked_to = index

    def next_cue(self) -> None:
        index = self.playback.director.index
        following = min((at for at in self.playback.director.seen if at > index), default=None)
        if following is None:
            self.wander("no next cue", lambda: forward(self.playback, "cue"))
            assert self.playback.notice == "This is the last cue of the lesson."
        else:
            self.cue(following, "next cue", lambda: arrive(self.playback))

    def cue_back(self, ends: list[Place], here: Place) -> None:
        index = self.playback.director.index
        if index < 0 or ends[index] == here:
            index = max((at for at in self.playback.director.seen if at < index), default=-1)
        self.cue(index, "cue back", self.playback.cue_back)

    def home(self) -> None:
        self.cue(-1, "home", self.playback.back_to_start)


def forward(playback: Any, goal: Any) -> None:
    playback.forward(goal)
    while playback.goal is not None:
        playback.work(1.0)


def arrive(playback: Playback) -> None:
    """Goes to the next cue; where it runs, watches that to its end."""
    forward(playback, "cue")
    for _ in range(1_000_000):
        if not playback.running:
            return
        playback.tick(1000.0 / playback.speed)
    raise AssertionError("it never stops")


def run_a_while(playback: Playback, ticks_: int) -> None:
    """Space, some frames, Space."""
    playback.toggle_run()
    for _ in range(ticks_):
        playback.tick(3.0 / playback.speed)
    playback.stop()


def act(walker: Walker, session: Session) -> None:
    """One of the things that a user does with a lesson on one run."""
    rng, events = walker.rng, session.timeline.events
    places = list(session.board.layout.places)
    grain, place = rng.choice(list(Grain)), rng.choice(places)
    match rng.randrange(15):
        case 0 | 1:
            walker.next_cue()
        case 2:
            walker.cue_back([(end,) for end in session.director.ends], (session.here,))
        case 3:
            walker.home()
        case 4:
            walker.wander("end", lambda: forward(session, "end"))
        case 5 | 6:
            walker.wander(f"step {grain}", lambda: forward(session, grain))
        case 7:
            walker.wander(f"back {grain}", lambda: session.back(grain))
        case 8 | 9:
            walker.wander("drag", lambda: session.show(rng.randint(0, len(events))))
        case 10:
            kind = rng.choice(session.kinds or [Event])
            walker.wander(f"jump to {kind.__name__}", lambda: forward(session, kind))
            walker.wander(f"back to {kind.__name__}", lambda: session.back(kind))
        case 11:
            walker.wander("run", lambda: run_a_while(session, rng.randrange(9)))
        case 12:
            known = sorted(session.cue_ends)
            if known:
                index = rng.choice(known)
                walker.cue(index, "marker", lambda: session.to_cue(index))
        case 13:
            walker.wander(f"jump {place}", lambda: session.jump(place))
            walker.wander("again", lambda: session.jump(place))
        case 14:
            walker.wander("undo", session.undo)


def play(walker: Walker, session: Session) -> None:
    """A move of a game, too."""
    place = walker.rng.choice(list(session.board.layout.places))
    if walker.rng.random() < 0.25:
        walker.wander("click", lambda: session.click(place, walker.rng.choice(["uncover", "flag", "chord"])))
    elif walker.rng.random() < 0.1:
        walker.wander("apply", session.apply)
    else:
        act(walker, session)


@pytest.mark.parametrize("scenario", plain_lessons() + GAMES, ids=lambda scenario: str(scenario.name))
def test_whatever_is_pressed_what_is_shown_is_of_that_place(scenario: Scenario) -> None:
    session = Session(scenario, Clock())
    walker = Walker(session, random.Random(scenario.name))
    for _ in range(MOVES):
        (play if session.play.clicks else act)(walker, session)
        assert shown_by(session) == of_session(session, walker.walked_to), walker.log


@by_lesson
def test_it_is_the_same_whichever_way_one_came(scenario: Scenario) -> None:
    """By steps, in one leap, from the end, and running."""
    rng = random.Random(scenario.name)
    one, third, other = *(recorded_session(scenario) for _ in range(2)), Session(scenario, Clock())
    forward(one, "end")
    for position in sorted(rng.randint(1, len(one.timeline.events)) for _ in range(4)):
        one.show(position)
        other.show(position)
        third.running, third.speed = True, 1.0
        while third.here < position and third.here - position < 200:
            third.grain = Grain.MICRO
            third.tick(min(60, position - third.here))
        third.stop()
        assert shown_by(one) == shown_by(other) == shown_by(third) == of_lesson(one, None)
        one.show(len(one.timeline.events))


# --- several runs --------------------------------------------------------------------------------------------------


@cache
def straight(name: str) -> tuple[list[Leg], list[Event | None]]:
    """Where the cues of a comparison end, and the events that they speak of, walked straight."""
    scenario = known(find(name))
    director = walking(scenario)
    assert isinstance(director, ComparisonDirector)
    director.goto(len(scenario.script) - 1)
    return director.ends, [director._event(end) for end in director.ends]


def compare_act(walker: Walker, comparison: Comparison) -> None:
    rng, grain = walker.rng, walker.rng.choice(list(Grain))
    match rng.randrange(11):
        case 0 | 1:
            walker.next_cue()
        case 2:
            walker.cue_back([leg.end for leg in comparison.director.ends], comparison.here)
        case 3:
            walker.home()
        case 4:
            walker.wander("end", lambda: forward(comparison, "end"))
        case 5:
            walker.wander(f"step {grain}", lambda: forward(comparison, grain))
            comparison.grain = grain
        case 6:
            walker.wander(f"back {grain}", lambda: comparison.back(grain))
        case 7:
            walker.wander("drag", lambda: comparison.seek(rng.random()))
        case 8:
            walker.wander("difference", lambda: forward(comparison, "difference"))
        case 9:
            walker.wander("run", lambda: run_a_while(comparison, rng.randrange(9)))
        case 10:
            known = sorted(comparison.cue_ends)
            if known:
                index = rng.choice(known)
                walker.cue(index, "marker", lambda: comparison.to_cue(index))


@by_comparison
def test_in_a_comparison_too(scenario: Scenario) -> None:
    ends, said_of = straight(scenario.name)
    comparison = Comparison(scenario, Clock())
    walker = Walker(comparison, random.Random(scenario.name))
    for _ in range(MOVES):
        compare_act(walker, comparison)
        while comparison.director.look_ahead():
            pass  # as frame after frame would
        found = len(comparison.director.ends)  # a difference may show only once more is recorded
        assert comparison.director.ends == ends[:found], walker.log
        places = [end.end for end in ends[:found]]
        assert shown_by(comparison) == sight(scenario.script, places, comparison.here, said_of, walker.walked_to), \
            walker.log
    comparison.together.pull(10**9)
    comparison.together.seek(comparison.together.start)
    comparison.together.seek(comparison.together.lengths)
    while comparison.director.look_ahead():
        pass
    assert comparison.director.ends == ends
    assert comparison.director.index == comparison.director.seen[-1]


# --- films and recordings ------------------------------------------------------------------------------------------


@by_lesson
def test_each_frame_of_a_film_says_what_is_of_its_place(scenario: Scenario) -> None:
    film, session = plan(scenario, 60), recorded_session(scenario)
    for frame in film.frames:
        session.show(frame.position)
        wanted = of_lesson(session, frame.cue)
        assert (frame.say, bool(frame.earlier)) == (wanted.say or scenario.title, wanted.earlier)
        assert (frame.marks, frame.panel) == (wanted.marks, wanted.panel or "pseudocode")


@by_comparison
def test_so_does_each_frame_of_a_comparison(scenario: Scenario) -> None:
    film = plan_comparison(scenario, 60)
    ends, said_of = straight(scenario.name)
    for frame in film.frames:
        wanted = sight(scenario.script, [leg.end for leg in ends], film.trail.at(frame.position), said_of, frame.cue)
        assert (frame.say, bool(frame.earlier)) == (wanted.say or scenario.title, wanted.earlier)
        assert frame.marks == wanted.marks


def drawn(film: Film, at: int) -> dict[str, Any]:
    """The texts of a frame with their colours."""
    canvas = RecordingCanvas()
    film.draw(canvas, film.frames[at], SIZE, theme("light"))
    return {str(op.args[2]): op.args[4] for op in canvas.ops if op.name == "text"}


@pytest.mark.parametrize("name", ["a-number-is-a-constraint", "order-does-not-matter"])
def test_words_of_another_place_are_dimmed_below_a_line_that_says_so(name: str) -> None:
    scenario, colors = load(find(name)), theme("light")
    film: Film = plan_comparison(scenario, 60) if scenario.compares else plan(scenario, 60)
    labels = 0
    for at, frame in enumerate(film.frames):
        texts = drawn(film, at)
        labelled = [text for text in texts if text.startswith("Earlier, at ")]
        assert labelled == [frame.earlier] * bool(frame.earlier)
        labels += len(labelled)
        first = next(text for text in texts if frame.say.startswith(text) and len(text) > 8)
        assert texts[first] == (colors.muted if frame.earlier else colors.text)
    assert 0 < labels < len(film.frames)


# --- the window ----------------------------------------------------------------------------------------------------


def test_space_takes_the_caption_along(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        session = desk.open("where-gac-must-stop").session
        desk.key("shift space")
        desk.frame(0.5)
        desk.key("escape", "shift space")  # it waited at the question until that was skipped
        while session.running:
            desk.frame(0.25)
            assert not session.here or shown_by(session) == of_session(session, None)
        assert (session.here, session.director.index) == (56, session.director.seen[-1])
        assert session.say == session.scenario.script[-1].say


def test_a_click_on_a_marker_goes_to_that_cue_exactly(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        session = desk.open("an-expert-board").session
        desk.key("end")
        assert session.director.index == session.director.seen[-1]
        ends, track = session.cue_ends, desk.boxes()["timeline"].inset(8, 0)
        width = track.w / len(session.timeline.events)  # of an event, much less than a pixel
        assert width < 0.1
        for end in ends.values():
            session.show(1)
            desk.click(track.x + end * width, track.y + 2)
            assert session.director.now.there
            assert abs(session.here - end) * width <= 1
            assert session.director.index == max(index for index in ends if ends[index] == session.here)


def test_a_panel_chosen_by_hand_stays_until_another_cue_asks(tmp_path: Path) -> None:
    script = ("  - say: One.\n  - {step: {grain: micro, count: 2}, show: source}\n  - step: {grain: micro, count: 3}\n"
              "  - {step: {grain: micro, count: 2}, show: source}\n  - {step: {grain: micro}, show: pseudocode}\n")
    with window(tmp_path, scripted(tmp_path, script)) as desk:
        session = desk.stage.session

        def seen(*keys: str) -> tuple[int, str]:
            desk.key(*keys)
            return session.here, desk.stage.code

        assert seen("page down", "page down") == (2, "source")
        assert seen("s") == (2, "pseudocode")
        assert seen("1", "right", "right", "page down", "left", "right") == (5, "pseudocode")  # that asks for nothing
        assert seen("right") == (6, "source")  # on the way to the one that asks
        assert seen("s", "right") == (7, "source")  # there
        assert seen("page down", "s") == (8, "source")
        assert seen("left", "right") == (8, "pseudocode")
        assert seen("s", "page up", "page down") == (8, "pseudocode")
        assert seen("home", "s", "page down", "home") == (0, "source")  # nothing is asked for there


# --- in a frame ----------------------------------------------------------------------------------------------------


def test_a_step_looks_at_what_is_new_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    def counted(value: object) -> str:
        nonlocal looked
        looked += 1
        return words(value)

    script = "  - say: One.\n  - when: {event: TupleTried, where: {values: [9]}}\n    say: Never.\n"
    session = Session(scripted(tmp_path, script), Clock())
    monkeypatch.setattr("scenarios.script.director.words", counted)
    monkeypatch.setattr("scenarios.script.director._never_reads", lambda when, same: "")  # at the end: all, once more
    total = 0
    while not session.at_end:
        forward(session, Grain.MICRO)
        shown_by(session)
        total += 1
    for position in range(0, total, 3):
        session.show(position)
        shown_by(session)
    tried = sum(type(event).__name__ == "TupleTried" for event in session.timeline.events)
    assert 0 < looked <= tried + 1
