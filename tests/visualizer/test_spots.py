"""What a family's own pictures do when they are pressed, with the pointer and by the keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.backjumping import events as b
from algorithms.events import Solved, Struck
from kit.window_desk import Desk, window
from scenarios.loader import load
from visualizer.families.arcs.state import arcs_of
from visualizer.families.backjumping.controls import Blamed, put_there
from visualizer.families.backjumping.state import backjump_of
from visualizer.families.genetic.state import population_of
from visualizer.stage.spots import Look, Spot

HOUSES = """
title: Houses
puzzle:
  kind: zebra
  houses: 3
  attributes: {{colour: [red, green, blue], nation: [English, Spaniard, Norwegian], pet: [dog, fox, zebra]}}
  clues: [{{same: [red, dog]}}, {{left_of: [green, Norwegian]}}, {{left_of: [Spaniard, Norwegian]}},
          {{right_of: [zebra, dog]}}, {{left_of: [Norwegian, zebra]}}]
algorithm: {algorithm}
{options}
"""


def opened(tmp_path: Path, desk: Desk, algorithm: str, tab: str, options: str = "") -> None:
    (tmp_path / "houses.yaml").write_text(HOUSES.format(algorithm=algorithm, options=options))
    desk.app.open(load(tmp_path / "houses.yaml"))
    desk.resize(1280, 800)
    desk.stage.code = tab
    desk.frame()


def spots(desk: Desk) -> list[Spot]:
    """What the picture on show offers."""
    offered = list[Spot]()
    assert desk.stage.own is not None
    look = desk.stage.own.look
    assert isinstance(look, Look)
    register, desk.stage.own.register = desk.stage.own.register, lambda *_: None  # type: ignore[method-assign]
    desk.frame()
    offered += look.offered[-1][1]()
    desk.stage.own.register = register  # type: ignore[method-assign]
    desk.frame()
    return offered


@pytest.mark.parametrize("large", [False, True])
def test_a_node_of_the_jumps_goes_to_its_visit(tmp_path: Path, large: bool) -> None:
    with window(tmp_path) as desk:
        opened(tmp_path, desk, "cbj", "pseudocode" if large else "jumps")
        session = desk.stage.session
        desk.key("end")
        if large:
            desk.key("l")
        found = [spot for spot in spots(desk) if isinstance(spot.target, int)]
        assert [spot.target for spot in found] == [at + 1 for at in session.timeline.positions(b.Instantiated)]
        desk.click(*found[3].box.center)
        assert session.timeline.position == found[3].target
        assert isinstance(session.timeline.event, b.Instantiated)


@pytest.mark.parametrize("algorithm", ["cbj", "bm-cbj2", "fc-cbj"])
def test_a_chip_goes_to_what_put_it_there(tmp_path: Path, algorithm: str) -> None:
    with window(tmp_path) as desk:
        opened(tmp_path, desk, algorithm, "jumps", "options: {all: true}")
        session, pressed = desk.stage.session, set[Blamed]()
        timeline = session.timeline
        timeline.pull_all()
        for at in list(timeline.positions(b.DeadEnd))[:12]:
            session.show(at + 1)
            chips = [spot for spot in spots(desk) if isinstance(spot.target, Blamed)]
            search = backjump_of(session.state)
            assert {spot.target.name for spot in chips if isinstance(spot.target, Blamed)
                    and spot.target.variable == search.dead_end} <= set(search.conf_sets[str(search.dead_end)])
            for chip in chips:
                if chip.target in pressed:
                    continue  # it is in the sets of other dead ends, too
                session.show(at + 1)
                desk.frame()
                desk.click(*chip.box.center)
                assert isinstance(chip.target, Blamed)
                x, _, name = chip.target
                assert name in backjump_of(session.state).conf_sets.get(x, ()) or isinstance(
                    timeline.event, b.Checked | Solved | Struck)  # the set grows with what comes next
                assert name not in backjump_of(timeline.at(timeline.position - 1)).conf_sets.get(x, ())
                assert session.notice == f"Here {name} came into the conflict set of {x}."
                pressed.add(chip.target)
        assert len(pressed) > 8


def test_a_chip_of_nothing_leads_nowhere(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        opened(tmp_path, desk, "cbj", "jumps")
        assert put_there(desk.stage.session.timeline, Blamed("red", 3, "blue")) is None


def test_an_arc_of_the_queue_is_shown_on_the_board(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        opened(tmp_path, desk, "ac3", "queue")
        session = desk.stage.session
        while not arcs_of(session.state).queue:
            desk.key("right")
        position = session.timeline.position
        third = spots(desk)[2]
        x, y = arc = next(arc for arc in arcs_of(session.state).queue if arc == third.target)
        desk.click(*third.box.center)
        assert session.lens is not None
        assert arcs_of(session.lens).arc == arc
        assert arcs_of(session.lens).constraint == arcs_of(session.state).network.between(x, y)[0].name
        assert session.notice.startswith(f"{x} → {y} waits behind 2: ")
        assert (session.timeline.position, arcs_of(session.state).arc) == (position, None)
        desk.key("right")
        assert session.lens is None


def test_the_line_of_an_individual_puts_it_onto_the_board(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        opened(tmp_path, desk, "xover", "population",
               "options: {population: 12, children: 4, dying: 4, poor: 0, generations: 3}")
        session = desk.stage.session
        desk.key("end")
        population = population_of(session.state)
        worst = spots(desk)[-1]
        assert worst.target == len(population.genes) - 1
        desk.click(*worst.box.center)
        assert session.lens is not None
        assert population_of(session.lens).champion == population.genes[-1]
        assert population_of(session.lens).worth == population.fitness[-1]
        assert population.begun is not None
        for x, value in zip(population.begun.variables, population.genes[-1], strict=True):
            if value in population.csp.domains[x]:
                assert session.lens.domains[x] == (value,)
        assert population_of(session.state).champion != population.genes[-1]


def test_the_keyboard_reaches_all_of_them(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        opened(tmp_path, desk, "cbj", "jumps")
        desk.key("end")
        session = desk.stage.session
        assert isinstance(session.timeline.events[-1], Solved) or session.timeline.done
        for _ in range(60):
            desk.key("tab")
            if desk.app.ui.has_keys("spots-jumps"):
                break
        assert desk.app.ui.has_keys("spots-jumps")
        before = session.timeline.position
        desk.key("left", "left", "up", "return")
        assert session.timeline.position < before
        assert isinstance(session.timeline.event, b.Instantiated)
