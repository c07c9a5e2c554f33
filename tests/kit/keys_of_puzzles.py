"""What the keys do that ask a puzzle, its game or its tree."""

from __future__ import annotations

from pathlib import Path

import pygame

from algorithms.events import ConstraintTaken
from algorithms.problems.gnomine.position import FLAG
from kit.session_desk import clue_of, sudoku_of
from kit.window_desk import Desk
from scenarios.loader import load
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.tree.view import TreeView


def click_a_number(desk: Desk) -> None:
    session = desk.stage.session
    place = next(x for x in reversed([*field_of(session.state).seen]) if session.board.constraint_at(session.state, x))
    desk.click(*desk.over(place))
    event = session.timeline.event
    assert isinstance(event, ConstraintTaken)
    assert event.constraint == f"C{place}"


def play_or_analyse(desk: Desk) -> None:
    for playing in (True, False):
        desk.key("p")
        assert desk.stage.session.playing is playing


def apply(desk: Desk) -> None:
    session = desk.stage.session
    before = dict(field_of(session.state).seen)
    desk.key("ctrl right", "a")
    assert sum(field_of(session.state).seen[x] != before[x] for x in before) == 1


def take_back(desk: Desk) -> None:
    session = desk.stage.session
    apply(desk)
    desk.key("ctrl z")
    assert not session.past
    desk.key("home")
    apply(desk)
    desk.key("backspace")
    assert not session.past


def restart(desk: Desk) -> None:
    apply(desk)
    session = desk.stage.session
    at = session.timeline.position
    desk.key("r")
    assert session.timeline.position == 0
    desk.key("ctrl z")
    assert session.timeline.position == at > 0


def board(desk: Desk) -> None:
    session = desk.stage.session
    session.playing = True
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    covered = next(x for x, seen in field_of(session.state).seen.items() if seen == -1)
    desk.stage.board.pointed = covered
    desk.key("f")
    assert field_of(session.state).seen[covered] == FLAG
    desk.key("f", "return")
    assert field_of(session.state).seen[covered] != FLAG
    assert len(session.past) == 3
    pointed = desk.stage.board.pointed
    desk.key("down")
    assert desk.stage.board.pointed != pointed
    session.playing = False
    number = next(x for x in field_of(session.state).seen if session.board.constraint_at(session.state, x))
    desk.stage.board.pointed = number
    desk.key("return")
    event = session.timeline.event
    assert isinstance(event, ConstraintTaken)
    assert event.constraint == f"C{number}"


def searching(desk: Desk) -> TreeView:
    """A lesson with a search tree, at its end."""
    desk.open("dpll-all-models")
    desk.key("end")
    return desk.stage.tree.view


def large_tree(desk: Desk) -> None:
    searching(desk)
    for hero in ("tree", "board"):
        desk.key("l")
        assert desk.stage.hero == hero


def fold_all(desk: Desk) -> None:
    view = searching(desk)
    for key, rule in (("f", "fold"), ("f", "fit"), ("u", "unfold"), ("u", "fit")):
        desk.key(key)
        assert view.folds.rule == rule


def focused_tree(desk: Desk) -> TreeView:
    view = searching(desk)
    desk.stage.code = "tree"
    desk.frame()
    desk.app.ui.focus, desk.app.ui.focus_shows = "tree", True
    desk.frame()
    return view


def go_through_the_tree(desk: Desk) -> None:
    view = focused_tree(desk)
    been = []
    for key in ("down", "left", "right", "up"):
        desk.key(key)
        been.append(view.cursor)
    assert been == [4, 1, 4, 0]
    desk.key("left", "down", "left", "return")
    assert view.folds.by_hand == {(0, 1): True}


def zoom_the_tree(desk: Desk) -> None:
    view = focused_tree(desk)
    scales = []
    for key in ("+", "-", "o", "c"):
        desk.key(key)
        scales.append(view.scale)
    assert scales[0] is not None and scales[1] is not None and scales[0] > scales[1]
    assert scales[2:] == [0.0, None]


def hint(desk: Desk) -> None:
    desk.key("h")
    session = desk.stage.session
    assert session.hinted and session.hinted[0] in session.notice


def click_cards(desk: Desk) -> None:
    desk.open("72-table-1-row-by-row")
    light = title_light(desk)
    desk.key("j")
    assert "clue-cards" in desk.boxes()
    assert 0 < title_light(desk) < light / 2  # what lies behind fades
    desk.key("escape")
    assert title_light(desk) == light


def title_light(desk: Desk) -> int:
    """How much of the line with the title stands out against the background."""
    line = pygame.surfarray.array3d(desk.app.canvas.surface)[:, :40].astype(int)
    return int(abs(line - line[0, 0]).sum())


def pencil(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku0"])
    desk.frame()
    desk.key("m")
    assert sudoku_of(desk.stage.session).pencil


def why(desk: Desk) -> None:
    session = desk.stage.session
    desk.key("w")
    assert desk.stage.board.asking
    assert "Click a place" in desk.stage._view().words.text
    desk.key("ctrl right")
    place = next(iter(session.state.inferred))
    x, y = desk.over(place)
    desk.move(x, y)
    desk.key("w")
    assert session.marks[0] == place
    assert place in session.notice


def why_not(desk: Desk) -> None:
    desk.key("ctrl right")
    session = desk.stage.session
    place = next(iter(session.state.inferred))
    desk.move(*desk.over(place))
    desk.key("shift w")
    assert session.answered.startswith("Why not")
    assert session.chain is not None


def audit(desk: Desk) -> None:
    desk.key("ctrl right", "x")
    listed = desk.stage.audit.audit
    assert listed is not None
    assert listed.chosen is not None
    desk.key("x")
    assert desk.stage.audit.audit is not None
    assert desk.stage.audit.audit.counter != listed.counter
    desk.send(pygame.KEYDOWN, key=pygame.K_x, mod=pygame.KMOD_SHIFT, unicode="X")
    back = desk.stage.audit.audit
    assert back is not None
    assert back.counter == listed.counter


def enter_digits(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku1"])
    desk.frame()
    desk.key("down", "right", "7")
    assert grid_of(desk.stage.session.state).entered == {"A2": 7}
    desk.key("0")
    assert grid_of(desk.stage.session.state).entered == {}


def paste(desk: Desk) -> None:
    pygame.scrap.put_text("p cnf 2 1\n1 -2 0\n")
    desk.key("ctrl v")
    assert desk.stage.session.scenario.puzzle_kind == "cnf"


def enter_a_line(desk: Desk) -> None:
    clue = clue_of(desk.open("before-the-first-turn").session)
    desk.key("e", "w", "h")
    assert clue.text == "wh"


def change_the_puzzle(desk: Desk) -> None:
    stage = desk.stage
    desk.key("ctrl e")
    assert stage.edits.open
    assert stage.edits.writing is not None
    stage.edits.writing.replace(['puzzle: {kind: gnomine, board: "1 ."}', "algorithm: gac"])
    desk.key("ctrl return")
    assert desk.stage is not stage
    assert desk.stage.session.scenario.puzzle == load(Path("t.yaml"), 'title: T\nalgorithm: gac\npuzzle: '
                                                      '{kind: gnomine, board: "1 ."}').puzzle
