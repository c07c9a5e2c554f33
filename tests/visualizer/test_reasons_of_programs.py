"""What is said against answers about logic programs: held against the definitions, with M as the events alone tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from algorithms import events as e
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.program import LogicProgram, Rule
from kit.by_definition import blocked, named, rules_of, scenario, unfounded
from kit.reasons import Cases, Reason, chosen, hold, reasons
from visualizer.runs.posing import pose
from visualizer.runs.question import guessed as guessed_half
from visualizer.runs.questions import questions_of

SEEDS = range(12)


def first(seed: int) -> Sequence[str]:
    """Some atoms of the program that is dealt with that seed."""
    names: Sequence[str] = scenario("unfounded", seed).runs[0].form(scenario("unfounded", seed).puzzle).names
    return names[:3]


def program_of(r: Reason) -> LogicProgram:
    """The program."""
    form = r.before.form
    assert isinstance(form, LogicProgram)
    return form


def m_of(r: Reason) -> set[str]:
    """M behind the events."""
    m = list[str]()
    for event in r.past:
        match event:
            case e.Decided() | e.Assumed() | e.Complemented() | a.UnitPropagated() | a.MadeFalse() \
                    | e.Implied():
                m.append(event.literal)
            case e.Undone():
                for literal in event.literals:
                    m.remove(literal)
    return {*m}


def rule_of(r: Reason, number: str) -> Rule:
    return program_of(r).rules[int(number) - 1]


def may_hold_up(r: Reason, number: str, atom: str, m: set[str]) -> bool:
    """Is that a rule for the atom that M does not block, and that needs nothing unfounded?"""
    program, rule = program_of(r), rule_of(r, number)
    return rule in [found for _, found in rules_of(program, atom)] and not blocked(program, rule, m) \
        and not named(program, rule.positive) & unfounded(program, m)


HELD = r"Rule (\d+) can hold (\S+) up: M does not block it, and it needs nothing that is unfounded\."


def clause_of(r: Reason, number: str) -> set[str]:
    """What a rule says: its head, or the complement of a literal of its body."""
    program, rule = program_of(r), rule_of(r, number)
    head = {program.names[rule.head - 1]} if rule.head else set()
    return head | {f"¬{x}" for x in named(program, rule.positive)} | named(program, rule.negative)


def other(literal: str) -> str:
    return literal.removeprefix("¬") if literal.startswith("¬") else f"¬{literal}"


def all_false(literals: Iterable[str], m: set[str]) -> bool:
    return {*map(other, literals)} <= m


def satisfied_or_silent(r: Reason, literal: str) -> bool:
    """Is each rule that speaks of the literal, and does not choose, true?"""
    says = [clause_of(r, str(n)) for n, rule in enumerate(program_of(r).rules, 1) if not rule.choice]
    return literal == r.candidate and all(
        literal not in clause or clause & m_of(r) or all_false(clause, m_of(r)) for clause in says)


def test_what_no_rule_says() -> None:
    hold(reasons("UnitPropagated.literal", chosen(*(scenario("answer-sets", seed) for seed in SEEDS))), {
        r"With (\S+), rule (\d+) would be violated\.":
        lambda r, x, n: x == r.candidate and all_false(clause_of(r, n) - {other(x)}, m_of(r))
        and other(x) in clause_of(r, n),
        r"Rule (\d+) does not say that: (\S+) may be so instead\.":
        lambda r, n, y: {r.candidate, y} <= clause_of(r, n) and other(y) not in m_of(r) and y != r.candidate,
        r"Rule (\d+) holds already: (\S+) is in M\.":
        lambda r, n, y: r.candidate in clause_of(r, n) and y in clause_of(r, n) & m_of(r),
        r"No rule that is not satisfied yet speaks of (\S+)\.": satisfied_or_silent,
    })


def test_another_rule_may_hold_up_a_head_whose_body_need_not_be_true() -> None:
    seen = 0
    for r in reasons("UnitPropagated.literal", chosen(*(scenario("answer-sets", seed) for seed in range(120)))):
        belief = next(one for one in questions_of(r.before.run.algorithm).misconceptions
                      if one.name == "a head forces its body")
        expected = belief.deviate(r.before, r.event)
        if isinstance(expected, a.UnitPropagated):
            program, rule = program_of(r), rule_of(r, str(expected.rule))
            head = program.names[rule.head - 1]
            assert head in m_of(r)
            assert any(number != expected.rule and not blocked(program, found, m_of(r))
                       for number, found in rules_of(program, head)), expected
            seen += 1
    assert seen


def test_what_can_be_held_up() -> None:
    hold(reasons("MadeFalse.literal", chosen(*(scenario("answer-sets", seed) for seed in SEEDS))), {
        HELD: lambda r, n, x: other(x) == r.candidate and may_hold_up(r, n, x, m_of(r))})
    hold(reasons("UnfoundedFound.atoms", chosen(
        *(scenario("unfounded", seed, f"options: {{given: [~{first(seed)[0]}]}}\n") for seed in SEEDS))), {
        HELD: lambda r, n, x: x == r.candidate and may_hold_up(r, n, x, m_of(r))})


def lost(r: Reason) -> set[str]:
    """What is unfounded, and not false."""
    return {x for x in unfounded(program_of(r), m_of(r)) if f"¬{x}" not in m_of(r)}


def open_atoms(r: Reason) -> set[str]:
    return {x for x in program_of(r).names if not {x, f"¬{x}"} & m_of(r)}


@pytest.mark.parametrize("algorithm", ["answer-sets", "loop-formulas"])
def test_what_does_not_come_next(algorithm: str) -> None:
    every = (scenario(algorithm, seed, "options: {all: true}\n") for seed in range(24))
    hold(reasons("AnswerSetFound.kind", chosen(*every), 40), {
        r"Nothing is unfounded: whatever is not false can still be held up\.": lambda r: not lost(r),
        r"Something that is not false has nothing left that could hold it up\.": lost,
        r"(\S+) has no value yet\.": lambda r, x: x in open_atoms(r),
        r"Every atom has a value: nothing is left to be decided\.": lambda r: not open_atoms(r),
    })


def u_of(r: Reason) -> set[str]:
    return {*program_of(r).names} - {event.atom for event in r.past if isinstance(event, a.AtomHeld)}


def body_of(r: Reason, number: str) -> set[str]:
    program, rule = program_of(r), rule_of(r, number)
    return named(program, rule.positive) | {f"¬{x}" for x in named(program, rule.negative)}


def parts(told: str) -> set[str]:
    return {*told.replace(" and ", ", ").split(", ")}


def test_what_does_not_become_of_a_rule() -> None:
    found = (scenario("unfounded", seed, "options: {given: [~" + ", ".join(first(seed)[:2]) + "]}\n") for seed in SEEDS)
    hold(reasons("RuleSupports.kind", chosen(*found), 60), {
        r"M has the complement of no literal in the body of rule (\d+)\.":
        lambda r, n: not {*map(other, body_of(r, n))} & m_of(r),
        r"Rule (\d+) needs no atom that is in U\.":
        lambda r, n: not named(program_of(r), rule_of(r, n).positive) & u_of(r),
        r"M has (.+): the body of rule (\d+) cannot be true\.":
        lambda r, told, n: parts(told) <= m_of(r) and {*map(other, parts(told))} <= body_of(r, n),
        r"Rule (\d+) needs (.+), in U as well: atoms of U cannot hold each other up\.":
        lambda r, n, told: parts(told) == named(program_of(r), rule_of(r, n).positive) & u_of(r),
    })


# --- guesses and their reducts ----------------------------------------------------------------------------------------


def guessed(r: Reason) -> set[str]:
    return {*next(event for event in reversed(r.past) if isinstance(event, a.SetGuessed)).guess}


def left(r: Reason) -> dict[int, Rule]:
    """The rules of the reduct."""
    program, x = program_of(r), guessed(r)
    return {number: rule for number, rule in enumerate(program.rules, 1) if not named(program, rule.negative) & x
            and (not rule.choice or program.names[rule.head - 1] in x)}


def least(r: Reason) -> set[str]:
    """What the rules of the reduct give."""
    program, come = program_of(r), set[str]()
    while more := {program.names[rule.head - 1] for rule in left(r).values()
                   if rule.head and named(program, rule.positive) <= come} - come:
        come |= more
    return come


def never(r: Reason, number: str, told: str, atom: str) -> bool:
    program, rule = program_of(r), left(r)[int(number)]
    return atom == r.candidate and program.names[rule.head - 1] == atom and atom not in least(r) \
        and parts(told) == named(program, rule.positive) - least(r)


def test_what_a_reduct_does_not_give() -> None:
    found = [scenario("reduct", seed, f"options: {{guess: [{', '.join(first(seed))}]}}\n") for seed in SEEDS]
    hold(reasons("LeastModelFound.atoms", chosen(*found)), {
        r"The reduct has no rule for (\S+)\.": lambda r, x: x == r.candidate and not any(
            rule.head and program_of(r).names[rule.head - 1] == x for rule in left(r).values()),
        r"Rule (\d+) needs (.+), which never comes\.": lambda r, n, told: never(r, n, told, r.candidate),
        r"Rule (\d+) needs (.+), which never comes, and no other rule gives (\S+)\.": never,
    })
    hold(reasons("NegationDropped.kind", chosen(*found), 40), {
        r"X has nothing that stands behind not in rule (\d+): (.+)\.":
        lambda r, n, told: parts(told) == named(program_of(r), rule_of(r, n).negative) and not parts(told) & guessed(r),
        r"X has (.+), which stands behind not in rule (\d+)\.":
        lambda r, told, n: parts(told) <= named(program_of(r), rule_of(r, n).negative) & guessed(r),
    })


def test_what_does_not_stand_behind_not() -> None:
    """And of two answers, whether a rule goes or stays, one counts only with its reason."""
    found = list(chosen(*(scenario("reduct", seed, f"options: {{guess: [{', '.join(first(seed))}]}}\n")
                          for seed in SEEDS)))
    patterns: Cases = {
        r"(\S+) does not stand behind not in rule (\d+)\.":
        lambda r, x, n: x == r.candidate and x not in named(program_of(r), rule_of(r, n).negative),
        r"X does not have (\S+)\.": lambda r, x: x not in guessed(r)
        and x in named(program_of(r), program_of(r).rules[r.event.rule - 1].negative)}
    hold(reasons("RuleDropped.behind", iter(found), 40), patterns)
    hold(reasons("NegationDropped.behind", iter(found), 40), dict([*patterns.items()][:1]))
    asked = 0
    for run, timeline in found:
        kind = questions_of(run.algorithm).askable((a.RuleDropped,), "kind")
        assert kind is not None
        for at, event in enumerate(timeline.events):
            if isinstance(event, a.RuleDropped | a.NegationDropped):
                question = pose(run, timeline, kind, at).question
                assert question.why is not None and not guessed_half(question)
                program = run.form(run.puzzle)
                behind = named(program, program.rules[event.rule - 1].negative)
                x = {*first_of(timeline.events)}
                true = behind & x if isinstance(event, a.RuleDropped) else behind
                assert question.why.right == {tuple(sorted(true))}
                asked += 1
    assert asked > 20


def first_of(events: Sequence[Event]) -> Sequence[str]:
    """What was guessed."""
    return next(event for event in events if isinstance(event, a.SetGuessed)).guess


def model(r: Reason) -> set[str]:
    return {*next(event for event in reversed(r.past) if isinstance(event, a.ModelListed)).literals}


def test_what_is_not_of_the_loop() -> None:
    hold(reasons("ModelRefused.loop", chosen(*(scenario("completion", seed) for seed in range(40)))), {
        r"Rule (\d+) holds (\S+) up, with nothing that hangs on a loop\.":
        lambda r, n, x: x == r.candidate and may_hold_up(r, n, x, model(r)),
        r"(\S+) hangs on the loop, but no atom of the loop hangs on (\S+)\.":
        lambda r, x, _: x in unfounded(program_of(r), model(r)) and not any(
            x in named(program_of(r), rule.positive) and not blocked(program_of(r), rule, model(r))
            for atom in r.event.loop for _, rule in rules_of(program_of(r), atom)),
    })
