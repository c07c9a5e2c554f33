"""What is refused of logic programs: by the definitions of unfounded sets, reducts and the rules, from the events
alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from random import Random

import pytest

from algorithms import events as e
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.program import LogicProgram, Rule
from kit.programs import kinds_of
from kit.refusals import calls, choices, text
from scenarios.loader import Scenario
from visualizer.families.transitions.state import TransitionState

SEEDS = range(8)


def scenario(algorithm: str, seed: int, options: str = "") -> Scenario:
    """That algorithm on a random program of six to ten atoms."""
    program = kinds_of(seed)
    rules = "\\n".join(f"{rule_text(program, rule)}." for rule in program.rules)
    return text(algorithm, f'puzzle: {{kind: program, rules: "{rules}"}}\n', options)


def rule_text(program: LogicProgram, rule: Rule) -> str:
    """A rule in the usual syntax."""
    head = program.names[rule.head - 1] if rule.head else ""
    body = ", ".join([*(program.names[x - 1] for x in rule.positive),
                      *(f"not {program.names[x - 1]}" for x in rule.negative)])
    return f"{f'{{{head}}}' if rule.choice else head}{f' :- {body}' if body else ''}"


def named(program: LogicProgram, atoms: Sequence[int]) -> set[str]:
    return {program.names[x - 1] for x in atoms}


def blocked(program: LogicProgram, rule: Rule, m: set[str]) -> bool:
    """Has M the complement of a literal of the body?"""
    return any(f"¬{x}" in m for x in named(program, rule.positive)) or bool(named(program, rule.negative) & m)


def rules_of(program: LogicProgram, atom: str) -> list[tuple[int, Rule]]:
    return [(number, rule) for number, rule in enumerate(program.rules, 1)
            if rule.head and program.names[rule.head - 1] == atom]


def unfounded(program: LogicProgram, m: set[str]) -> set[str]:
    """The union of all unfounded sets, by going through all sets of atoms."""
    atoms = program.names
    every = chain.from_iterable(combinations(atoms, size) for size in range(len(atoms) + 1))
    return set().union(*(u for u in map(set, every) if all(
        blocked(program, rule, m) or named(program, rule.positive) & u for x in u for _, rule in rules_of(program, x))))


def literals(program: LogicProgram, seed: int) -> list[str]:
    """Some literals, consistent."""
    rng = Random(seed)
    return [rng.choice(("", "~")) + name for name in rng.sample(program.names, 3)]


def test_fates_of_rules_are_those_of_the_definitions() -> None:
    said = set[tuple[str, ...]]()
    for seed in SEEDS:
        given = literals(kinds_of(seed), seed)
        for call in calls(scenario("unfounded", seed, f"options: {{given: [{', '.join(given)}]}}\n"), "rule", seed):
            program, m = call.before.form, {event.literal for event in call.past if isinstance(event, e.Assumed)}
            rule = program.rules[call.event.rule - 1]
            u = {*program.names} - {event.atom for event in call.past if isinstance(event, a.AtomHeld)}
            against = {f"¬{x}" for x in named(program, rule.positive)} & m | named(program, rule.negative) & m
            needs = named(program, rule.positive) & u
            assert call.right == (["blocked"] * bool(against) + ["circular"] * bool(needs) or ["supports"])
            assert bool(against) == blocked(program, rule, m)
            assert {one.name for one in call.refused} == {"blocked", "circular", "supports"} - {*call.right}
            for name, why, _ in call.refused:
                if name == "supports":
                    told = why.split(" has " if against else " needs ")[1].split(":" if against else ", in U")[0]
                    assert {*told.replace(" and ", ", ").split(", ")} == (against or needs)
            said.add((*call.right,))
    assert said == {("blocked",), ("circular",), ("blocked", "circular"), ("supports",)}


def test_atoms_that_are_refused_have_left_or_were_tested() -> None:
    said = set[str]()
    for seed in SEEDS:
        given = literals(kinds_of(seed), seed)
        for events, before, offer, refused in choices(
                scenario("unfounded", seed, f"options: {{given: [{', '.join(given)}]}}\n"), "atom", seed):
            program, m = before.form, {event.literal for event in events if isinstance(event, e.Assumed)}
            start = max(index for index, event in enumerate(events) if isinstance(event, a.RoundStarted))
            held = {event.atom for event in events if isinstance(event, a.AtomHeld)}
            u, fates = {*program.names} - held, unfounded(program, m)
            assert m == {x.replace("~", "¬") for x in given} and set(offer.names) <= u
            for atom, why in refused:
                if atom in held:
                    said.add("left")
                    number, rule = next((n, rule) for n, rule in rules_of(program, atom) if f"rule {n} " in why)
                    assert why == f"{atom} has left U: rule {number} holds it up." and atom not in fates
                    assert not blocked(program, rule, m) and not named(program, rule.positive) & u
                else:
                    said.add("tested")
                    assert why == f"{atom} was tested in this round already: no rule held it up then."
                    out = {event.rule for event in events[start:] if isinstance(event, a.RuleBlocked | a.RuleCircular)}
                    assert {number for number, _ in rules_of(program, atom)} <= out
            assert {*offer.names, *(atom for atom, _ in refused)} == {*program.names}
    assert said == {"left", "tested"}


def test_atoms_that_are_refused_are_reached_or_cannot_be() -> None:
    said = set[str]()
    for seed in SEEDS:
        guess = [x for x in literals(kinds_of(seed), seed) if not x.startswith("~")]
        for events, before, offer, refused in choices(
                scenario("reduct", seed, f"options: {{guess: [{', '.join(guess)}]}}\n"), "atom", seed):
            program = before.form
            reduct = {number: rule for number, rule in enumerate(program.rules, 1)
                      if not named(program, rule.negative) & {*guess}
                      and not (rule.choice and not named(program, [rule.head]) & {*guess})}
            y = {event.atom for event in events if isinstance(event, a.AtomReached)}
            able = {program.names[rule.head - 1] for rule in reduct.values()
                    if rule.head and named(program, rule.positive) <= y} - y
            assert set(offer.names) == able
            said |= {why_not(program, reduct, y, atom, why) for atom, why in refused}
            assert {*offer.names, *(atom for atom, _ in refused)} == {*program.names}
    assert said == {"reached", "no rule", "needs"}


def why_not(program: LogicProgram, reduct: dict[int, Rule], y: set[str], atom: str, why: str) -> str:
    """Which reason it is, if it is true."""
    own = {number: rule for number, rule in rules_of(program, atom) if number in reduct}
    if why == f"No rule of the reduct has {atom} as its head.":
        assert not own
        return "no rule"
    number = int(why.split()[1])
    if why == f"Rule {number} has reached {atom} already.":
        assert atom in y and named(program, own[number].positive) <= y
        return "reached"
    missing = why.removeprefix(f"Rule {number} needs ").removesuffix(", which no rule has reached so far.")
    assert missing in named(program, own[number].positive) - y
    return "needs"


class FoldedM:
    """M as the events alone tell it."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.m: list[str] = []
        for event in events:
            if isinstance(event, e.Decided | e.Complemented | a.UnitPropagated | a.MadeFalse):
                self.m.append(event.literal)
            elif isinstance(event, e.Undone):
                del self.m[len(self.m) - len(event.literals):]


def test_literals_that_are_refused_are_of_atoms_in_m() -> None:
    refusals = 0
    for seed in range(30):
        for events, before, offer, refused in choices(scenario("answer-sets", seed, "options: {all: true}\n"),
                                                      "literal", seed):
            m = FoldedM(events).m
            open_ = {*before.form.names} - {x.lstrip("¬") for x in m}
            assert {name.lstrip("¬") for name in offer.names} <= open_
            for literal, why in refused:
                is_true = next(x for x in m if x.lstrip("¬") == literal.lstrip("¬"))
                assert why == f"{is_true} is in M already: only an open atom can be decided."
            refusals += len(refused)
    assert refusals > 40


@pytest.mark.parametrize("seed", SEEDS)
def test_rules_that_are_refused_have_no_edge(seed: int) -> None:
    """By the definitions of the rules of the graph of answer sets."""
    for _, before, _, refused in choices(scenario("aset-graph", seed, "options: {strategy: any}\n"), "rule", seed):
        program, trail = before.form, before.of(TransitionState).trail
        m = {joined.literal for joined in trail}
        clash = any(f"¬{x}" in m for x in m)
        decided = any(joined.decided for joined in trail)
        applies = {"Decide": not clash and {*program.names} != {x.lstrip("¬") for x in m},
                   "Backtrack": clash and decided, "Fail": clash and not decided,
                   "Unfounded": not clash and not {f"¬{x}" for x in unfounded(program, m)} <= m,
                   "Unit Propagate": not clash and any(unit(program, rule, m) for rule in program.rules)}
        for name, why in refused:
            assert not applies[name], (name, why)


def unit(program: LogicProgram, rule: Rule, m: set[str]) -> bool:
    """Has its clause, head or not body, all literals but one false, and that one not true?"""
    clause = {f"¬{x}" for x in named(program, rule.positive)} | named(program, rule.negative) | (
        named(program, [rule.head]) if rule.head else set())
    false = {word for word in clause if (word[1:] if word.startswith("¬") else f"¬{word}") in m}
    return not rule.choice and len(clause - false) == 1 and not clause & m
