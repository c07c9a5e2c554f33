"""What is refused of calls is wrong, what is right is so, and each reason is true: held against the constraints, all
models, all placements and all deals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, islice, product
from random import Random

import pytest

from algorithms import events as e
from algorithms.core import Event, algorithms
from algorithms.problems.clue.deck import CASE_FILE
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.csp import Constraint, Domains, Value
from algorithms.problems.gnomine.position import FLAG, MINE
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.clue_games import deals
from kit.refusals import Called, calls, network, text
from kit.sat_runs import models_of, random_3sat
from scenarios.loader import Scenario, find, load
from visualizer.families.arcs.state import ArcState
from visualizer.families.consistency.state import ConsistencyState
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.calling import calls_of
from visualizer.runs.questions import Before

SEEDS = range(6)


def reasons(call: Called) -> dict[str, str]:
    """What is refused, and why."""
    return {one.name: one.why for one in call.refused}


# --- values ----------------------------------------------------------------------------------------------------------

BOARD = 'puzzle: {kind: gnomine, board: ". . . . .\\n. 2 1 2 .\\n. 1 0 1 .\\n. 2 1 2 .\\n. . . . ."}\n'


def tuples(c: Constraint, d: Domains, **given: Value) -> list[tuple[Value, ...]]:
    """Those of a constraint within the domains, with these values."""
    return [values for values in product(*((given[x],) if x in given else d[x] for x in c.scope)) if c.allows(values)]


def lacking(before: Before) -> set[tuple[str, str, Value]]:
    """All constraints with a value that they do not support."""
    d = before.state.domains
    return {(c.name, x, value) for c in before.network.constraints for x in c.scope if len(d[x]) > 1 for value in d[x]
            if not tuples(c, d, **{x: value})}


def told(before: Before, said: str) -> dict[str, Value]:
    """The assignments that a sentence names: ``A = 1, B = 2``."""
    d = before.network.domains
    return {x: next(value for value in d[x] if str(value) == text) for x, text in re.findall(r"(\S+) = (\w+)", said)}


def test_verdicts_on_values_are_those_of_the_tuples() -> None:
    scenarios = [text("gac", BOARD), load(find("testing-for-support")),
                 *(network("gac", seed, "order: random") for seed in SEEDS)]
    said = {word for scenario in scenarios for call in calls(scenario, "verdict", 1) for word in check_verdict(call)}
    assert said == {"keep", "prune", "still there", "not over"}


def check_verdict(call: Called) -> tuple[str, str]:
    """By all tuples of the constraint: what is right, and what is said to who stops."""
    look, d = call.before.of(ConsistencyState), call.before.state.domains
    c = next(c for c in call.before.network.constraints if c.name == look.constraint)
    x, value, why = call.event.variable, call.event.value, reasons(call)
    fitting = tuples(c, d, **{x: value})
    assert call.right == (["keep"] if fitting else ["prune"])
    assert {*why} == {"keep", "prune", "stop"} - {*call.right}
    if fitting:
        named = told(call.before, why["prune"].split(": it satisfies")[0])
        assert named[x] == value and tuples(c, d, **named)
        assert all(len(d[y]) == 1 for y in c.scope if y not in named)
    else:
        check_failing(call, c, why["keep"])
    return call.right[0], check_stop(call, why["stop"])


def check_failing(call: Called, c: Constraint, why: str) -> None:
    """The assignments that are told are all that there are of the others."""
    look, d = call.before.of(ConsistencyState), call.before.state.domains
    others = [y for y in look.unknown if y != call.event.variable]
    every = [*product(*(d[y] for y in others))]
    if not others:
        assert why.startswith(f"All others of {c.name} are known")
    elif "go with" in why:
        assert why.startswith(f"{len(every):,} assignments of ") and len(every) > 4
    else:
        assert why.endswith(f": {', '.join(' '.join(map(str, values)) for values in every)}.")


def check_stop(call: Called, why: str) -> str:
    """What is named lacks a support; where nothing is named nothing lacks one, but for the value that is tested."""
    found = re.fullmatch(r"(\S+) = (\w+) is still there, and has no support in (.+)\.", why)
    if found is None:
        assert why.startswith("This pass is not over")
        assert {(x, value) for _, x, value in lacking(call.before)} <= {(call.event.variable, call.event.value)}
        return "not over"
    assert (found[3], found[1], told(call.before, why)[found[1]]) in lacking(call.before)
    assert (found[1], found[2]) != (call.event.variable, str(call.event.value))  # it would tell the verdict
    return "still there"


def test_verdicts_on_arcs_are_those_of_the_partner() -> None:
    scenarios = [load(find("the-zebra-as-far-as-logic-goes")),
                 *(network("ac3", seed, "form: hidden") for seed in SEEDS)]
    said = {word for scenario in scenarios for call in islice(calls(scenario, "verdict", 1), 60)
            for word in check_arc(call)}
    assert said == {"keep", "prune", "still there", "waits"}


def check_arc(call: Called) -> tuple[str, str]:
    """By all that is left to the two ends of the arc, and of all others."""
    arcs, why = call.before.of(ArcState), reasons(call)
    assert arcs.arc is not None
    goes_with = {(x, y): partners_of(call.before, x, y) for x, near in arcs.network.neighbours.items() for y in near}
    (x, y), value = arcs.arc, call.event.value
    found = goes_with[x, y][value]
    assert call.right == (["keep"] if found else ["prune"])
    if found:
        assert why["prune"] in {f"{x} = {value} goes with {y} = {other}, which is left to {y}." for other in found}
    else:
        assert f"nothing of that goes with {x} = {value}." in why["keep"]
    left = {(i, str(lost)) for (i, j), values in goes_with.items() for lost, others in values.items()
            if not others and i not in arcs.hidden}
    stop = re.fullmatch(r"(.+) = (\w+) is still there, and nothing that is left to (.+) goes with it\.", why["stop"])
    if stop is None:
        assert left <= {(x, str(value))}
        assert str(len(arcs.queue)) in why["stop"] if arcs.queue else "under way" in why["stop"]
        return call.right[0], "waits"
    lost = next(lost for lost in arcs.left_to(call.before.state, stop[1]) if str(lost) == stop[2])
    assert not goes_with[stop[1], stop[3]][lost] and (stop[1], stop[2]) != (x, str(value))
    return call.right[0], "still there"


def test_a_pass_follows_until_one_has_changed_nothing() -> None:
    said = set[str]()
    scenarios = [text("path-consistency", BOARD), load(find("testing-for-support")), load(find("where-gac-must-stop")),
                 *(network("gac", seed, "order: random") for seed in SEEDS)]
    for call in (call for scenario in scenarios for call in calls(scenario, "pass", 1)):
        passes = [at for at, event in enumerate(call.past) if isinstance(event, e.PassStarted)]
        changed = changes(call.past[passes[-1]:])
        assert {*call.right} == ({f"changed {x}" for x in changed} or {"stop"})
        assert ("stop" in reasons(call)) == bool(changed) and (changed or not lacking(call.before))
        for wrong, why in reasons(call).items():
            found = re.search(r": (\S+) = (\w+) is still there, and has no support in (.+)\.$", why)
            if found is not None:
                assert (found[3], found[1], told(call.before, found[0])[found[1]]) in lacking(call.before)
            elif wrong == "stop":
                assert not lacking(call.before)
            else:
                x = wrong.removeprefix("changed ")
                earlier = [number for number, at in enumerate(passes[:-1], 1)
                           if x in changes(call.past[at:passes[number]])]
                assert x not in changed and why.startswith(f"{x} is as it was when pass {len(passes)} began.")
                assert why.endswith(f" It changed in pass {earlier[-1]}, before that." if earlier else "began.")
                said.add(f"unchanged {bool(earlier)}")
            said.add(f"stop {found is not None}" if wrong == "stop" else f"{call.right[0] == 'stop'}")
    assert said == {"stop False", "stop True", "unchanged False", "unchanged True", "False", "True"}


def changes(past: Iterable[Event]) -> set[str]:
    """The variables and constraints that lose something."""
    return {event.variable if isinstance(event, e.Pruned) else event.constraint for event in past
            if isinstance(event, e.Pruned | e.TupleDropped | e.TupleOutdated)}


def partners_of(before: Before, x: str, y: str) -> dict[Value, list[Value]]:
    """For each value that is left to a variable what is left to the other and goes with it."""
    arcs = before.of(ArcState)
    return {value: [other for other in arcs.left_to(before.state, y)
                    if all(c.allows([{x: value, y: other}[z] for z in c.scope])
                           for c in arcs.network.between(x, y))] for value in arcs.left_to(before.state, x)}


# --- tuples ----------------------------------------------------------------------------------------------------------


def test_partners_of_tuples_agree_with_them_on_all_that_both_share() -> None:
    lessons = [load(find("two-constraints-at-a-time")), text("path-consistency", BOARD)]
    dropped = 0
    for call in (call for scenario in lessons for call in calls(scenario, "partner", 2)):
        look, why = call.before.of(ConsistencyState), reasons(call)
        a, b = str(look.constraint), str(look.pair)
        gone = {(event.constraint, event.values) for event in call.past
                if isinstance(event, e.TupleDropped | e.TupleOutdated)}
        mine = dict(zip(look.scopes[a], call.event.values, strict=True))
        theirs = {" ".join(map(str, values)): dict(zip(look.scopes[b], values, strict=True))
                  for values in listed(call.past, b) if (b, values) not in gone}
        apart = {row: {x for x in mine.keys() & other.keys() if mine[x] != other[x]} for row, other in theirs.items()}
        agreeing = [row for row, differ in apart.items() if not differ]
        assert call.right == (agreeing or ["drop"])
        lost = {" ".join(map(str, values)) for c, values in gone if c == b}
        never = {row for row, reason in why.items() if "never was" in reason}
        assert why.keys() - never - lost == theirs.keys() - {*agreeing} | ({"drop"} if agreeing else set())
        c = next(c for c in call.before.network.constraints if c.name == b)
        for row, reason in why.items():
            if row == "drop":
                assert reason.split(" of ")[0] in agreeing
            elif row in lost:
                assert reason == f"{b} has lost that: it is none of its tuples any more."
            elif row in never:
                values = dict(zip(look.scopes[b], map(int, row.split()), strict=True))
                whole = [values.get(x, call.before.network.domains[x][0]) for x in c.scope]
                assert not c.allows(whole) and all(mine[x] == values[x] for x in mine.keys() & values.keys())
            else:
                x = reason.removeprefix("They differ on ").split(":")[0]
                assert x in apart[row] and reason.endswith(f": it is {mine[x]} in {a}, and {theirs[row][x]} there.")
        dropped += not agreeing
    assert dropped > 3


def listed(past: Iterable[Event], constraint: str) -> Iterable[tuple[Value, ...]]:
    """The tuples of a constraint at first."""
    return next(event.tuples for event in past
                if isinstance(event, e.RelationListed) and event.constraint == constraint)


# --- candidates ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["backbone-enumerate", "backbone-simple", "backbone-iterative", "backbone-core"])
def test_fates_of_candidates_are_those_in_all_models(algorithm: str) -> None:
    puzzle = 'puzzle: {kind: cnf, formula: "p | q, ~q | r, p | ~r, s | t, ~s | u, ~t | u, v | w, ~v | x | s, p | ~w"}\n'
    said = set[str]()
    for seed in SEEDS:
        for call in calls(text(algorithm, puzzle), "fate", seed):
            literal, why = call.event.literal, reasons(call)
            models = [{x if value else negation(x) for x, value in model.items()}
                      for model in models_of(call.before.form)]
            everywhere = all(literal in model for model in models)
            assert call.right == (["fix"] if everywhere else ["drop"])
            more = "test" if any(isinstance(event, e.Probed) for event in call.past) else "wait"
            assert {*why} == {"drop", "fix", more} - {*call.right}
            said.add(call.right[0])
            for reason in why.values():
                assert negation(literal) in reason
                if not everywhere and "was found" in reason:
                    found = [event.literals for event in call.past if isinstance(event, e.Modelled | e.ModelReduced)]
                    assert any(negation(literal) in model for model in found)
                elif "All models are listed" in reason:
                    assert algorithm == "backbone-enumerate"
                    assert isinstance([*call.past][-1], e.Refuted | e.FixedBackbone)
                elif "The test found that" in reason:
                    tests = [event for event in call.past if isinstance(event, e.Probed)]
                    assert tests[-1].literals == (negation(literal),)
                elif "of all candidates at once" in reason:
                    chunk = next(event for event in reversed(call.past) if isinstance(event, e.Probed))
                    assert chunk.chunk and negation(literal) in chunk.literals
    assert said == {"drop", "fix"}


# --- pivots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learning", ["first-UIP", "decision"])
def test_pivots_joined_last_of_what_makes_the_clause_false(learning: str) -> None:
    """By the trail, as the events tell it."""
    said = set[str]()
    for seed in SEEDS:
        formula = ", ".join(" | ".join(("~" if literal < 0 else "") + f"x{abs(literal)}" for literal in clause)
                            for clause in random_3sat(7, seed).clauses)
        puzzle = f'puzzle: {{kind: cnf, formula: "{formula}"}}\n'
        scenario = text("cdcl", puzzle, f"options: {{learning: {learning}}}\n")
        for call in calls(scenario, "pivot", seed):
            trail, decided, clause = analysed(call)
            makes_false = [literal for literal in trail if negation(literal) in clause]
            assert call.right == [literal for literal in makes_false if literal not in decided][-1:]
            for literal, why in reasons(call).items():
                assert literal in trail
                if "is not in the clause" in why:
                    assert literal not in makes_false
                elif "was decided" in why:
                    assert literal in makes_false and literal in decided
                else:
                    assert "joined M after" in why and why.startswith(call.right[0])
                    assert literal in makes_false and trail.index(literal) < trail.index(call.right[0])
                said.add(why.split(": ")[0].split(" ", 1)[1].split(" ")[0])
    assert {"is", "was", "joined"} <= said


def analysed(call: Called) -> tuple[list[str], set[str], set[str]]:
    """Behind these events: the trail, what of it was decided, and the clause so far."""
    trail, decided, clause = list[str](), set[str](), set[str]()
    for event in call.past:
        match event:
            case e.Decided() | e.Implied():
                trail.append(event.literal)
                (decided.add if isinstance(event, e.Decided) else decided.discard)(event.literal)
            case e.Undone():
                trail = [literal for literal in trail if literal not in event.literals]
            case e.Conflicted():
                clause = {*sat_of(call.before.state).literals_of(event.because)}
            case e.Resolved():
                clause = {*event.literals}
    return trail, decided, clause


# --- undoing ---------------------------------------------------------------------------------------------------------


def covers(seed: int) -> Scenario:
    """A random exact cover that has a solution."""
    rng = Random(seed)
    parts = [["a", "b"], ["c", "d"], ["e"], *(sorted(rng.sample("abcdef", rng.randint(1, 3))) for _ in range(7))]
    options = ", ".join(f"{number}: [{', '.join(part)}]" for number, part in enumerate(parts, 1))
    return text("dancing-links", f"puzzle: {{kind: exact-cover, items: [a, b, c, d, e], secondary: [f], options: "
                                 f"{{{options}}}}}\n", "options: {all: true}\n")


@pytest.mark.parametrize("scenario", [*map(covers, SEEDS), load(find("dancing-on-at-least")), text(
    "dancing-links", 'puzzle: {kind: cnf, formula: "p | q | r, ~p | q, ~q | r | s, ~r | ~s"}\n',
    "options: {all: true}\n")])
def test_only_what_was_done_last_is_undone(scenario: Scenario) -> None:
    """By the events alone: a stack of what was done."""
    words = {"Uncover ": "covered", "Put ": "taken", "Admit ": "left out"}
    asked = 0
    for call in calls(scenario, "undo", 3):
        done = undone(call.past)
        asked += 1
        for text_ in (*call.right, *reasons(call)):
            way = next(word for word in words if text_.startswith(word))
            named = text_.removeprefix(way).removesuffix(" back").removesuffix(" again")
            assert ((words[way], named) == done[-1]) == (text_ in call.right)
            assert (words[way], named) in done
            if text_ not in call.right:
                assert reasons(call)[text_].startswith(
                    f"After {named} was {words[way]}, {done[-1][1]} was {done[-1][0]}, and ")
    assert asked > 5


def undone(past: Iterable[Event]) -> list[tuple[str, str]]:
    """What is to be undone behind these events, the last one last."""
    done: list[tuple[str, str]] = []
    for event in past:
        match event:
            case e.ItemCovered():
                done.append(("covered", event.item))
            case e.OptionTaken():
                done.append(("taken", event.option))
            case e.OptionExcluded():
                done.append(("left out", event.option))
            case e.ItemUncovered() | e.OptionReturned() | e.OptionReadmitted():
                done.pop()
    return done


# --- counts ----------------------------------------------------------------------------------------------------------


def test_placements_are_as_many_as_there_are() -> None:
    """By the numbers on the board."""
    asked = 0
    for seed in range(12):
        scenario = text("mine-probabilities", f"puzzle: {{kind: gnomine, random: {{rows: 5, columns: 6, mines: 7, "
                                              f"seed: {seed}, reveal: 4}}}}\n")
        puzzle = scenario.puzzle
        assert isinstance(puzzle, Gnomine)
        asked += sum(check_placements(call, puzzle) for call in calls(scenario, "count", seed))
    assert asked > 40


def check_placements(call: Called, puzzle: Gnomine) -> int:
    """By all sets of the fields so far; all that are told are some of those that count, all if they are few."""
    start = max(at for at, event in enumerate(call.past) if isinstance(event, e.ComponentFound))
    component = call.past[start]
    assert isinstance(component, e.ComponentFound)
    settled = {x: event.mine for event in call.past if isinstance(event, e.NumberSettled) for x in event.cells}
    done = [x for event in (*call.past[start:], call.event) if isinstance(event, e.GroupPlaced) for x in event.cells]
    true = [frozenset(mines) for size in range(len(done) + 1) for mines in combinations(done, size)
            if all(bears(puzzle, number[1:], {*mines}, {*component.cells} - {*done}, settled)
                   for number in component.numbers)]
    assert call.right == [str(len(true))]
    for number, why in reasons(call).items():
        assert int(number) != len(true) and f" {len(true)} way" in why
        said = why.split(": ", 1)[1] if true else ""
        shown = {frozenset(re.findall(r"\(\d+,\d+\)", one)) for one in re.split(r", (?=\(|no mine)", said)}
        assert not true or (shown <= {*true} and len(shown) == min(6, len(true)))
    return 1


def bears(puzzle: Gnomine, number: str, mines: set[str], open_: set[str], settled: dict[str, bool]) -> bool:
    """Has a number, with flags and what is settled, no more mines than it says, and fields enough for the rest?"""
    around = puzzle.neighbours(number)
    has = sum(y in mines or settled.get(y, puzzle.seen[y] in (FLAG, MINE)) for y in around)
    return has <= puzzle.seen[number] <= has + sum(y in open_ for y in around)


DECK = "suspects: [mu, pl, gr], weapons: [kn, ca, re], rooms: [ha, lo, di, ki]"


@pytest.mark.parametrize("algorithm", ["clue-exact", "clue-row-by-row"])
def test_hands_and_deals_are_as_many_as_there_are(algorithm: str) -> None:
    kinds = set[type[Event]]()
    for seed in range(8 if algorithm == "clue-exact" else 3):
        game = f"{{players: 3, seed: {seed}, events: {3 + seed % 6}}}"
        scenario = text(algorithm, f"puzzle: {{kind: clue, random: {game}, {DECK}}}\n")
        for call in calls(scenario, "count", seed):
            kinds.add(type(call.event))
            (check_hands if isinstance(call.event, e.HandsCounted) else check_deals)(call)
    assert kinds == ({e.DealsCounted} if algorithm == "clue-row-by-row" else {e.HandsCounted, e.DealsCounted})


def check_deals(call: Called) -> None:
    """By the rules of the game; row by row, as far as the rows so far tell."""
    clue = call.before.run.puzzle
    assert isinstance(clue, Clue)
    if call.before.run.algorithm.name == "clue-row-by-row":
        clue = replace(clue, events=clue.events[:sum(isinstance(event, e.LineEntered) for event in call.past)])
    every = deals(clue)
    files = Counter(frozenset(card for card, at in holder.items() if at == CASE_FILE) for holder in every)
    assert call.right == [str(len(every))]
    for number, why in reasons(call).items():
        begin = "There is 1 deal" if len(every) == 1 else f"There are {len(every):,} deals"
        assert int(number) != len(every) and why.startswith(begin)
        shown = {frozenset(cards.split(" + ")): int(count) for count, cards in
                 re.findall(r"(\d+) with (\w\w(?: \+ \w\w)*)", why)}
        assert shown.items() <= files.items() and len(shown) == min(6, len(files))


def check_hands(call: Called) -> None:
    """By what the log says of that place alone."""
    clue, event = call.before.run.puzzle, call.event
    assert isinstance(clue, Clue)
    own = {card for card, left in call.before.state.domains.items() if left == (event.place,)}
    true = [hand for hand in combinations(event.cards, event.size) if may_have(clue, event.place, {*hand} | own)]
    assert call.right == [str(len(true))]
    for number, why in reasons(call).items():
        assert int(number) != len(true) and why.startswith(f"{event.place} has {len(true)} legal hand")
        shown = [frozenset(hand.split(" + ")) for hand in
                 re.sub(r" and \d+ more\.|\.$", "", why.split(": ", 1)[1]).split(", ")]
        assert {*shown} <= set(map(frozenset, true)) and len(shown) == min(6, len(true))


def may_have(clue: Clue, place: str, hand: set[str]) -> bool:
    """Does what is known of a place allow it a hand?"""
    if place == CASE_FILE:
        kinds = [clue.deck.category[card] for card in hand]
        wrong = [{*line.cards} for line in clue.events if line.accuse is not None and not line.correct]
        return len({*kinds}) == len(kinds) and hand not in wrong
    return all({*line.cards} & hand for line in clue.events if line.refute == place)


# --- all of them -----------------------------------------------------------------------------------------------------

HELD = {  # "rule" in test_refusals_of_programs, "unfounded set" in test_whole_sets
        "answer_sets": {"rule", "unfounded set"},
        "satisfiability": {"pivot"}, "loop_formulas": {"pivot"},
        "consistency": {"verdict", "pass", "partner"}, "arcs": {"verdict"}, "backbones": {"fate"}, "covering": {"undo"},
        "placements": {"count"}, "deals": {"count"}}


def test_what_is_refused_is_held_for_each_kind_of_call() -> None:
    kinds: dict[str, set[str]] = {}
    for algorithm in algorithms().values():
        if found := calls_of(algorithm):
            kinds.setdefault(algorithm.family.name, set()).update(found)
    assert kinds == HELD
