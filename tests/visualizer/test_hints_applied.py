"""What A changes is what the sentence of the hint names, no less and no more; the test reads it from the sentence."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from algorithms.problems.gnomine.game import uncover
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.zebra.puzzle import Zebra
from kit.session_desk import game, game_of, gnomine_of, open_session, sudoku_of
from scenarios.reading import ScenarioError
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.puzzles.zebra.play import ZebraPlay
from visualizer.runs.session import Session

_FIELDS = r"(\(\d+,\d+\)(?:(?:, | and )\(\d+,\d+\))*)"
_ENTRY = re.compile(r"\b([A-I]\d) = (\d)")


def asked(session: Session) -> str:
    """All that a hint says, up to its step."""
    for _ in range(3):
        session.hint()
        if not session.answered.startswith("Hint ") or session.answered.endswith("3 of 3"):
            break
    return session.notice


# --- Gnomine ---------------------------------------------------------------------------------------------------------


def fields(said: str, verdict: str) -> set[str]:
    """The fields of which a sentence says so."""
    return {x for found in re.finditer(rf"{_FIELDS} {verdict}", said) for x in re.findall(r"\(\d+,\d+\)", found[1])}


def seen_then(position: Gnomine, mines: set[str], safe: set[str]) -> dict[str, int]:
    """What is seen once these are flagged, and these open, with what zeros open."""
    opened = chain.from_iterable(event.cells for x in safe for event in uncover(position, x) if hasattr(event, "cells"))
    return {**position.seen, **dict.fromkeys(mines, FLAG), **dict(opened)}


def does(mines: set[str], safe: set[str]) -> str:
    """How a hint ends that names these."""
    verbs = " and ".join(["flags"] * bool(mines) + ["opens"] * bool(safe))
    return f" A {verbs} {'it' if len(mines | safe) == 1 else 'them'}."


@settings(deadline=None)
@given(st.integers(2, 7), st.integers(3, 8), st.integers(0, 400), st.data())
def test_gnomine(rows: int, columns: int, seed: int, data: st.DataObject) -> None:
    mines = data.draw(st.integers(1, max(1, rows * columns // 5)))
    session = open_session(game(rows, columns, mines, seed, reveal=data.draw(st.integers(0, 1))))
    for _ in range(rows * columns):
        said, before = asked(session), game_of(session)
        named = fields(said, "(?:is a mine|are mines)"), fields(said, "(?:is no mine|are no mines)")
        begins = re.search(r" A begins at (\(\d+,\d+\))\.$", said)
        if begins:
            named = set(), {begins[1]}
        elif not said.endswith(does(*named)) or not named[0] | named[1]:
            assert not re.search(r" A \w+ ", said)
            session.apply()
            assert game_of(session) == before
            break
        session.apply()
        if gnomine_of(session).ending() is None:  # behind the end all mines are shown
            assert game_of(session).seen == seen_then(before.with_seen(before.seen) if before.laid else
                                                      laid(session, before), *named)
        else:
            assert all(game_of(session).seen[x] >= 0 for x in named[1])


def laid(session: Session, before: Gnomine) -> Gnomine:
    """A position of before the first click, with the mines that this one has laid."""
    return game_of(session).with_seen(before.seen)


@pytest.mark.parametrize(("board", "mines", "safe"), [
    ("1 2 1\\n. . .", {"(1,0)", "(1,2)"}, {"(1,1)"}), ("1 1 0\\n. . .", set(), {"(1,2)"}), (". 3\\n. .", None, set())])
def test_gnomine_by_hand(board: str, mines: set[str] | None, safe: set[str]) -> None:
    """A 1-2-1 decides fields both ways, and a number all of its fields at once."""
    session = open_session(f'title: T\nalgorithm: gac\npuzzle: {{kind: gnomine, board: "{board}"}}\n')
    before = game_of(session).seen
    asked(session)
    session.apply()
    now = game_of(session).seen
    wanted = {x for x in now if before[x] == COVERED} if mines is None else mines
    assert {x for x in now if now[x] == FLAG} == wanted
    assert {x for x in now if before[x] == COVERED and now[x] >= 0} >= safe


# --- Sudoku ----------------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=20)
@given(st.integers(24, 34), st.integers(0, 60), st.dictionaries(st.integers(0, 80), st.integers(1, 9), max_size=4),
       st.integers(0, 2))
def test_sudoku(clues: int, seed: int, written: dict[int, int], steps: int) -> None:
    """Also while the reasons are gone through one by one."""
    session = open_session(f"title: T\nalgorithm: mrv-plus\npuzzle: {{kind: sudoku, random: {{clues: {clues}, "
                           f"seed: {seed}}}}}\n")
    play = sudoku_of(session)
    for index, value in written.items():
        play.write(play.sudoku.geometry.cells[index], value)
    for _ in range(12):
        before, said = dict(grid_of(session.state).entered), asked(session)
        does = re.findall(r" (A \w+ (?:it|them|\d in \w\d))\.", said)
        for _ in range(steps):
            session.hint()
            assert re.findall(r" (A \w+ (?:it|them|\d in \w\d))\.", session.notice) == does
        named = {x: int(value) for x, value in _ENTRY.findall(said.rpartition(" A ")[0])}
        session.apply()
        now = dict(grid_of(session.state).entered)
        if does in (["A erases it"], ["A erases them"]):
            assert len(named) == 1 if does == ["A erases it"] else len(named) > 1
            assert named.items() <= before.items()
            assert now == {x: value for x, value in before.items() if x not in named}
        elif does:
            [(cell, value)] = named.items()
            assert does == [f"A enters {value} in {cell}"]
            assert now == {**before, **named}
        else:
            assert now == before
            break


# --- Zebra -----------------------------------------------------------------------------------------------------------


def moved(play: ZebraPlay) -> tuple[dict[str, int], frozenset[tuple[str, int]]]:
    """What is set, and what is crossed out."""
    return dict(play.moves.homes), play.moves.crossed


def named_houses(zebra: Zebra, said: str) -> tuple[dict[str, int], set[tuple[str, int]]]:
    """Who is in which house, by the last sentences, and who leaves which."""
    name = "|".join(map(re.escape, zebra.names))
    homes = {found[1]: int(found[2]) for found in re.finditer(rf"\b({name}) is in house (\d)(?=[,:])", said)}
    leaves = {(found[1], int(house)) for found in re.finditer(
        rf"\b({name}) leaves houses? (\d(?:(?:, | and )\d)*)", said) for house in re.findall(r"\d", found[2])}
    return homes, leaves


DEEDS = st.lists(st.tuples(st.integers(0, 200), st.sampled_from(["uncover", "flag"])), max_size=5)


@settings(deadline=None, max_examples=25)
@given(st.integers(3, 4), st.integers(0, 60), st.sampled_from(["easy", "medium", "hard"]), DEEDS)
def test_zebra(houses: int, seed: int, level: str, deeds: list[tuple[int, str]]) -> None:
    text = f"random: {{houses: {houses}, attributes: 4, difficulty: {level}, seed: {seed}}}"
    try:
        session = open_session(f"title: T\nalgorithm: gac\npuzzle: {{kind: zebra, {text}}}\n")
    except ScenarioError:
        assume(False)  # there is none so hard and so small
    play = session.play
    assert isinstance(play, ZebraPlay)
    for index, button in deeds:
        places = [*session.puzzle.layout().places]
        session.click(places[index % len(places)], button)  # type: ignore[arg-type]
    for _ in range(30):
        said, before = asked(session), moved(play)
        step = said[len(f"{play.hints.given.where} {play.hints.given.what} "):] if play.hints.given else ""
        session.apply()
        check_zebra(play, step, before)
        if not step or not said.endswith((" A does it.", " A takes back what you did there.")):
            assert moved(play) == before
            break


def check_zebra(play: ZebraPlay, step: str, before: tuple[dict[str, int], frozenset[tuple[str, int]]]) -> None:
    """Who was set or crossed out is who the step names, and where."""
    homes, crossed = moved(play)
    if step.endswith(" A does it."):
        named, leaves = named_houses(play.moves.puzzle, step)
        assert named or leaves
        assert homes == {**before[0], **named}
        assert named or crossed - before[1] == leaves  # who is set there leaves the rest, and so do the others there
        assert not before[1] - crossed
    elif step.endswith("did there."):
        named_wrong = step.partition(" live")[0]
        changed = {x for x in play.moves.puzzle.names if homes.get(x) != before[0].get(x)}
        changed |= {x for x, _ in crossed ^ before[1]}
        assert changed and all(re.search(rf"\b{re.escape(x)}\b", named_wrong) for x in changed)


# --- Clue ------------------------------------------------------------------------------------------------------------


def test_clue_says_that_moves_are_made_at_the_table() -> None:
    session = open_session("title: T\nalgorithm: clue-exact\npuzzle: {kind: clue, random: {players: 3, seed: 3, "
                           "events: 4}, suspects: [mu, pl], weapons: [kn, ro], rooms: [ha, lo, di, ki]}\n")
    position = session.timeline.position
    assert asked(session) and " A " not in session.notice
    session.apply()
    assert session.notice == "You suggest and accuse at the table. H says what is best, E enters what came of it."
    assert session.timeline.position == position
