"""The director: where cues end, what is said and marked there, what is expected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from algorithms.core import Grain
from algorithms.events import ConstraintTaken, NoSupport, Pruned
from kit.lesson_files import BOARD, directed, error_of, lesson, scripted
from scenarios.loader import load
from scenarios.reading import ScenarioError
from scenarios.script.director import ExpectationFailed

SCRIPT = """\
  - say: "Hello, {0, 1}."
    mark: ["(0,2)"]
  - step: {grain: landmark, count: 2}
    say: "Take {constraint}."
  - when: {event: Pruned}
  - expect: {event: Pruned, domains: {"(0,2)": [0]}, counters: {pruned: 1, passes: 1}, consistent: true}
  - mark: ["(1,0)", "(2,0)"]
  - run: {to: end, speed: 3}
    say: "Done after {passes} passes."
    expect: {outcome: complete}
"""


def test_cues_are_walked_forwards_and_back(tmp_path: Path) -> None:
    director = directed(scripted(tmp_path, SCRIPT))
    assert (director.index, director.text, director.marks, director.seen) == (-1, "", (), [0, 1, 2, 4, 5])
    shown = []
    while director.next():
        shown.append((director.index, director.text, director.marks))
    assert shown == [
        (0, "Hello, {0, 1}.", ("(0,2)",)),
        (1, "Take C(0,1).", ()),
        (2, "Take C(0,1).", ()),
        (4, "Take C(0,1).", ("(1,0)", "(2,0)")),
        (5, "Done after 2 passes.", ()),
    ]
    ends = list(director.ends)
    back = []
    while director.back():
        back.append(director.index)
        assert director.timeline.event is not None or director.index == 0
    assert back == [4, 2, 1, 0]
    assert director.ends == ends
    director.goto(-1)
    assert (director.index, director.cue) == (-1, None)


def test_cues_begin_where_the_last_one_ended(tmp_path: Path) -> None:
    scenario = scripted(tmp_path, SCRIPT)
    straight, wandering = directed(scenario), directed(scenario)
    straight.goto(5)
    for position in (3, 40, 0, 76, 2):
        wandering.timeline.seek(position)
        wandering.next()
    assert wandering.ends == straight.ends


def test_the_target_is_known_before_the_move_and_within_a_budget(tmp_path: Path) -> None:
    director = directed(scripted(tmp_path, "  - run: {to: end}\n"))
    assert director.upcoming is not None
    assert director.upcoming.run is not None
    assert director.upcoming.run.speed == 20
    asked = 0
    while (target := director.target(5)) is None:
        asked += 1
        assert len(director.timeline.events) == 5 * asked
    assert target == len(director.timeline.events)
    director.next()
    assert director.target() is None


@pytest.mark.parametrize(("movement", "kind", "count"), [
    ("when: {event: Pruned}", Pruned, 1),
    ("when: {event: ConstraintTaken, count: 3}", ConstraintTaken, 3),
    ('when: {event: ConstraintTaken, where: {constraint: "C(1,0)"}}', ConstraintTaken, 2),
    ('when: {event: ConstraintTaken, count: 2, where: {unknown: ["(2,0)", "(2,1)"]}}', ConstraintTaken, 5),
    ("run: {to: {event: NoSupport}}", NoSupport, 1),
])
def test_when_counts_events_from_here(tmp_path: Path, movement: str, kind: type, count: int) -> None:
    director = directed(scripted(tmp_path, f"  - {movement}\n"))
    director.next()
    events = director.timeline.events[: director.ends[0]]
    assert type(events[-1]) is kind
    assert sum(type(event) is kind for event in events) == count


def test_steps_climb_the_ladder(tmp_path: Path) -> None:
    for grain in Grain:
        director = directed(scripted(tmp_path, f"  - step: {{grain: {grain.name.lower()}, count: 2}}\n"))
        director.next()
        events = director.timeline.events[: director.ends[0]]
        assert sum(event.grain >= grain for event in events) == 2
        assert events[-1].grain >= grain


@pytest.mark.parametrize(("cue", "key", "says"), [
    ("when: {event: WipedOut}", "script.0.when.event", "never comes"),
    ("when: {event: Pruned, count: 2}", "script.0.when.event", "1 such events"),
    ('when: {event: Pruned, where: {variable: "(2,2)"}}', "script.0.when.event", "did you mean"),
    ("run: {to: {event: WipedOut}}", "script.0.run.to.event", "never comes"),
    ("step: {grain: phase, count: 9}", "script.0.step", "only 3 steps"),
    ("step: {grain: micro, count: 999}", "script.0.step", "beyond the end"),
])
def test_unreachable_cues_are_errors(tmp_path: Path, cue: str, key: str, says: str) -> None:
    director = directed(scripted(tmp_path, f"  - {cue}\n"))
    with pytest.raises(ScenarioError) as caught:
        director.play()
    assert (caught.value.line, caught.value.key, says in str(caught.value)) == (10, key, True), str(caught.value)


@pytest.mark.parametrize(("expect", "key", "expected", "found"), [
    ('domains: {"(0,2)": [1]}', "domains.(0,2)", [1], [0]),
    ('domains: {"(2,2)": [0]}', "domains.(2,2)", [0], [0, 1]),
    ("counters: {pruned: 2}", "counters.pruned", 2, 1),
    ("consistent: false", "consistent", False, True),
    ("event: WipedOut", "event", "WipedOut", "Consistent"),
    ("outcome: unsatisfiable", "outcome", "unsatisfiable", "complete"),
])
def test_failed_expectations_name_what_they_found(
    tmp_path: Path, expect: str, key: str, expected: object, found: object
) -> None:
    director = directed(scripted(tmp_path, f"  - run: {{to: end}}\n    expect: {{{expect}}}\n"))
    with pytest.raises(ExpectationFailed) as caught:
        director.play()
    error = caught.value
    assert (error.line, error.key, error.expected, error.found) == (11, f"script.0.expect.{key}", expected, found)


def test_domains_are_expected_in_any_order(tmp_path: Path) -> None:
    directed(scripted(tmp_path, '  - expect: {domains: {"(0,2)": [1, 0]}, outcome: complete}\n'
                                '    run: {to: end}\n')).verify()
    directed(scripted(tmp_path, '  - expect: {domains: {"(0,2)": [1, 0]}}\n')).play()


def test_nothing_is_expected_of_a_run_that_goes_on(tmp_path: Path) -> None:
    director = directed(scripted(tmp_path, "  - expect: {event: Pruned, outcome: complete}\n"))
    with pytest.raises(ExpectationFailed, match="expected Pruned, found nothing yet"):
        director.play()
    director = directed(scripted(tmp_path, "  - expect: {outcome: complete}\n"))
    with pytest.raises(ExpectationFailed, match="found none yet"):
        director.play()


@pytest.mark.parametrize(("cue", "line", "says"), [
    ("{}", 10, "is an empty cue"),
    ("{show: graf}", 10, "show: gac has no panel graf; choose pseudocode or source"),
    ("{show: graph}", 10, "show: gac has no panel graph; choose pseudocode or source"),
    ("{show: tree}", 10, "show: gac has no panel tree; choose pseudocode or source"),
    ("{step: {grain: micro}, run: {to: end}}", 10, "run: a cue moves once"),
    ("when: {event: Prunned}", 10, "when.event: there is no event 'Prunned'; did you mean 'Pruned'?"),
    ("when: {event: Pruned, count: 0}", 10, "when.count: must be at least 1, not the number 0"),
    ("when: {event: Pruned, where: {valiue: 1}}", 10, "when.where.valiue: Pruned has no such field"),
    ("when: {event: Pruned}\n    say: '{value}'", 11, "say: {value} is no field of Pruned"),
    ("when: {event: Pruned}\n    say: '{variable is {left}'", 11, "say: {variable is not closed; write {variable}"),
    ("run: {to: ned}", 10, "run.to: must be 'end'"),
    ("run: {to: end, speed: 0}", 10, "run.speed: must be more than 0"),
    ("pause: -1", 10, "pause: must be at least 0"),
    ('mark: ["(9,9)"]', 10, "mark.0: there is no '(9,9)' on the board"),
    ('mark: ["(-1,0)"]', 10, "there is no '(-1,0)'"),
    ('expect: {domains: {"(9,9)": [0]}}', 10, "expect.domains.(9,9): there is no such variable"),
    ("expect: {counters: {puned: 1}}", 10, "expect.counters.puned: there is no such counter; did you mean 'pruned'?"),
    ("expect: {event: Prune}", 10, "expect.event: there is no event 'Prune'"),
    ("expect: {outcome: fine}", 10, "expect.outcome: must be 'complete'"),
    ("sya: x", 10, "sya: unknown key; did you mean 'say'?"),
    ("reveal: later", 10, "reveal: unknown key; it belongs under ask"),
    ("event: Pruned", 10, "event: unknown key; it belongs under when or bug or expect"),
])
def test_scripts_are_checked_before_they_run(tmp_path: Path, cue: str, line: int, says: str) -> None:
    error = error_of(tmp_path, f"{BOARD}script:\n  - {cue}\n")
    assert (error.line, says in str(error)) == (line, True), str(error)


def test_a_field_that_the_event_lacks_is_an_error(tmp_path: Path) -> None:
    for script in ("  - say: '{variable}'\n", "  - step: {grain: phase}\n    say: '{variable}'\n"):
        with pytest.raises(ScenarioError, match=r"script\.0\.say: \{variable\}"):
            directed(scripted(tmp_path, script)).play()


def test_pauses_are_long_enough_to_read(tmp_path: Path) -> None:
    script = scripted(tmp_path, f"  - say: {'word ' * 30}\n  - pause: 7\n  - step: {{grain: micro}}\n").script
    assert script[0].rest > 8
    assert [cue.rest for cue in script[1:]] == [7, 0.5]


def test_on_another_timeline_the_cues_are_found_anew(tmp_path: Path) -> None:
    scenario = load(lesson(tmp_path, BOARD + "script:\n" + SCRIPT))
    director, other = directed(scenario), directed(replace(scenario, seed=1)).timeline
    director.goto(5)
    ends = list(director.ends)
    other.seek(ends[2])
    director.follow(other)
    assert (director.index, director.text, director.now.earlier) == (4, "Take C(0,1).", "Earlier, at cue 2 of 5:")
    assert director.ends == ends[:5]  # the end is not known yet
    assert director.next()
    assert director.ends == ends
    shorter = directed(scenario).timeline
    shorter.seek(1)
    director.follow(shorter)
    assert (director.index, director.ends) == (0, [0, 2])  # an event ahead


def test_domains_are_expected_of_puzzles_without_a_network(tmp_path: Path) -> None:
    directed(load(lesson(tmp_path, """\
title: A program
puzzle: {kind: program, rules: "p. q :- p, not r."}
algorithm: answer-sets
script:
  - expect: {domains: {p: [0, 1]}}
  - run: {to: end}
    expect: {domains: {p: [1], q: [1], r: [0]}}
"""))).play()
