"""What the keys do that move through a lesson: each is pressed, and what the help says of it is looked at."""

from __future__ import annotations

import pygame

from algorithms.core import Grain
from algorithms.events import ConstraintTaken, Pruned
from kit.window_desk import Desk
from scenarios.course import the_course
from scenarios.folders import bare
from scenarios.loader import find, load
from scenarios.script.together import differences
from visualizer.runs.lanes import Lane
from visualizer.runs.stopping import Stop
from visualizer.window.settings import Settings


def step(desk: Desk) -> None:
    session = desk.stage.session
    desk.key("right", "right")
    two = session.timeline.position
    assert two
    desk.key("left")
    assert 0 < session.timeline.position < two
    desk.key("left")
    assert session.timeline.position == 0


def step_a_rung_higher(desk: Desk) -> None:
    timeline = desk.stage.session.timeline
    desk.key("shift right", "shift right")
    event, two = timeline.event, timeline.position
    assert event is not None
    assert event.grain >= Grain.LANDMARK
    desk.key("shift left")
    assert 0 < timeline.position < two


def step_to_a_kind(desk: Desk) -> None:
    timeline = desk.stage.session.timeline
    desk.key("ctrl right", "ctrl right")
    two = timeline.position
    assert isinstance(timeline.event, Pruned)
    desk.key("ctrl left")
    assert timeline.position < two
    assert isinstance(timeline.event, Pruned)


def rungs(desk: Desk) -> None:
    for grain in Grain:
        desk.key(str(grain + 1))
        assert desk.stage.session.grain is grain


def play_the_lesson(desk: Desk) -> None:
    session = desk.stage.session
    desk.key("space")
    while session.director.index < 2:
        desk.frame(0.5)
    desk.key("space")
    here = session.here
    desk.frame(60.0)
    assert (session.presenting, session.here, session.director.index) == (False, here, 2)


def run_and_pause(desk: Desk) -> None:
    desk.key("shift space")
    assert desk.stage.session.running
    desk.frame(1.0)
    assert desk.stage.session.timeline.position
    desk.key("space")
    assert not desk.stage.session.running


def list_of_cues(desk: Desk) -> None:
    director = desk.stage.session.director
    desk.key("g", "down", "down", "down", "return")
    assert director.index == director.seen[3]
    desk.key("g", "escape", "g", "up", "return")
    assert director.index == director.seen[2]


def next_lesson(desk: Desk) -> None:
    first = desk.stage.session
    desk.key("n")
    assert "N opens the next lesson when" in first.notice
    first.director.goto(first.director.seen[-1])
    desk.frame()
    desk.click(*desk.boxes()["next-lesson"].center)
    assert desk.stage.session is not first
    assert bare(desk.stage.session.scenario.name) == the_course().after(first.scenario.name)


def ends(desk: Desk) -> None:
    timeline = desk.stage.session.timeline
    desk.key("end")
    assert timeline.done
    assert timeline.position == len(timeline.events)
    desk.key("home")
    assert timeline.position == 0


def speed(desk: Desk) -> None:
    session, usual = desk.stage.session, desk.stage.session.speed
    desk.key("+")
    assert session.speed > usual
    desk.key("-", "-")
    assert session.speed < usual
    assert desk.app.settings.speed == Settings().speed  # it is of this lesson


def cues(desk: Desk) -> None:
    director = desk.stage.session.director
    desk.key("page down", "page down")
    assert director.index == 1
    desk.key("page up")
    assert director.index == 0


def to_a_difference(desk: Desk) -> None:
    desk.key("d")
    assert "compare" in desk.stage.session.notice
    desk.app.open(load(find("order-does-not-matter")))
    desk.key("d")
    assert differences(desk.compared.comparison.states)
    for rest in (True, False):
        desk.key("c")
        assert desk.compared.rest is rest


def stops_panel(desk: Desk) -> None:
    desk.key("f6")
    desk.type("prune")
    desk.key("return")
    assert "did you mean 'pruned'" in desk.stage.stops.error
    desk.stage.stops.text = ""
    desk.frame()
    for letter in "Pruned and counter(\"pruned\") == 1":
        desk.send(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode=letter)
    desk.key("return")
    assert [stop.condition.text for stop in desk.stage.session.stops.stops] == ['Pruned and counter("pruned") == 1']
    desk.key("f6", "f8", "f6", "f6")
    assert desk.stage.stops.marks == [0]


def to_stops(desk: Desk) -> None:
    session = desk.stage.session
    session.stops.stops.append(Stop(desk.stage.stops.words.read("Pruned and pruned == 1")))
    desk.key("f7")
    assert isinstance(session.timeline.event, Pruned)
    there = session.here
    desk.key("f7")
    assert session.here == there
    assert "No stop is ahead" in session.notice
    desk.key("right", "f8", "home", "f7", "f7")
    assert session.here == there + 1
    desk.key("shift f7")
    assert session.here == there
    desk.key("home", "shift space")
    while session.running:
        desk.frame(0.1)
    assert session.here == there
    assert session.notice == "Stopped: Pruned and pruned == 1. Space goes on."


def answer_a_question(desk: Desk) -> None:
    desk.asks = True
    session = desk.open("where-gac-must-stop").session
    desk.key("page down", "1", "i")
    assert session.quiz.open is not None
    assert (session.quiz.open.chosen, session.quiz.open.hints) == (["(0,0)"], 1)
    desk.key("escape")
    assert not session.asks


def predict_mode(desk: Desk) -> None:
    desk.asks = True
    desk.key("q")
    assert desk.stage.session.quiz.predicting.on


def open_a_branch(desk: Desk) -> tuple[Lane, Lane]:
    """The first run, and a branch that has taken another constraint first; the branch is on show."""
    desk.key("z")
    assert desk.stage.branches.open == "choice"
    desk.key("return")
    session = desk.stage.session
    first, branch = (row.lane for row in session.lanes.rows())
    assert session.lanes.current is branch
    assert session.timeline is branch.timeline
    return first, branch


def choose_otherwise(desk: Desk) -> None:
    first, branch = open_a_branch(desk)
    mine, usual = (next(event for event in lane.timeline.events if isinstance(event, ConstraintTaken))
                   for lane in (branch, first))
    assert mine.constraint == branch.name != usual.constraint


def take_back_and_do_again(desk: Desk) -> None:
    first, branch = open_a_branch(desk)
    desk.key("ctrl z")
    assert desk.stage.session.lanes.current is first
    desk.key("ctrl y")
    assert desk.stage.session.lanes.current is branch


def go_through_branches(desk: Desk) -> None:
    first, branch = open_a_branch(desk)
    session = desk.stage.session
    for lane in (first, branch, first):
        desk.key("shift z")
        assert session.lanes.current is lane
    desk.key("f10")
    desk.type(" as it was")
    desk.key("return")
    assert first.name == "first run as it was"
    assert not desk.stage.branches.open


def branches_side_by_side(desk: Desk) -> None:
    stage = desk.stage
    first, branch = open_a_branch(desk)
    desk.key("f4")
    assert [run.name for run in desk.compared.comparison.scenario.runs] == [first.name, branch.name]
    desk.key("escape")
    assert desk.app.screen is stage


def find_the_bug(desk: Desk) -> None:
    desk.key("y", "right")
    assert desk.stage.session.hunt.on
    desk.key("y")
    assert desk.stage.session.hunt.tries == 1 or desk.stage.session.hunt.text.startswith("Nothing")


def lines_in_order(desk: Desk) -> None:
    desk.asks = True
    desk.key("o")
    asking = desk.stage.session.quiz.open
    assert asking is not None
    assert asking.question.lines is not None
    desk.key("1")
    assert asking.chosen == [asking.options[0].text]
    desk.key("escape")
    assert desk.stage.session.quiz.open is None


def votes(desk: Desk) -> None:
    desk.asks = True
    desk.key("shift q")
    assert desk.stage.questions.votes.on


def record_a_lesson(desk: Desk) -> None:
    desk.key("right", "shift f9")
    assert desk.app.overlay == "record"
    desk.type("look")
    desk.key("return")
    assert "ends at event" in desk.app.recording.said


def be_the_algorithm(desk: Desk) -> None:
    desk.asks = True
    choosing = desk.stage.session.choosing
    for key, on in (("shift y", (True, False)), ("shift y", (False, False)), ("ctrl shift y", (True, True)),
                    ("ctrl shift y", (False, False)), ("shift y", (True, False))):
        desk.key(key)
        assert (choosing.on, choosing.test) == on


def more_is_said(desk: Desk) -> None:
    director = desk.stage.session.director
    for more in (True, False):
        desk.key("v")
        assert (desk.app.settings.more, director.telling.more) == (more, more)
