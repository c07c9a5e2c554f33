"""Logic programs for tests: from text, at random, and as hypothesis makes them; and the algorithms on them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from algorithms.core import Event, find_algorithm, run, trace
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.program.deal import RandomProgram
from algorithms.problems.program.puzzle import Program

LOOPS = "a :- not b. b :- not a. c :- a. c :- d. d :- c. e :- d, f. f :- g. g :- f. g :- b."
FOUR = "r. p :- not q, r. q :- not p, r."  # Lierler's Problem 4
TEN = "p. r :- p, q."  # her program (10)


def read(rules: str) -> LogicProgram:
    """The program in a text."""
    return Program.read(rules=rules).as_program()


def dealt(seed: int, **more: Any) -> LogicProgram:
    """A random one."""
    return Program.read(random=RandomProgram(seed=seed, **more)).as_program()


def kinds_of(seed: int) -> LogicProgram:
    """A small random program: many of them are of all kinds, tight and not, with constraints, choices, both or none."""
    return dealt(seed, atoms=6 + seed % 5, rules=8 + seed % 11, length=2 + seed % 2,
                 constraints=(0.0, 0.1, 0.2)[seed % 3], choices=(0.0, 0.3)[seed // 6 % 2])


@st.composite
def programs(draw: st.DrawFn, atoms: int = 4, rules: int = 8) -> LogicProgram:
    """A program over the first letters, with rules of any kind, empty bodies and repeated literals too."""
    made = draw(_rules(atoms, rules))
    found = tuple(Rule(head, positive, negative, choice and head > 0) for head, positive, negative, choice in made)
    return LogicProgram(tuple("abcdefgh"[:atoms]), found, ("",) * len(found), atoms)


@cache  # to make a strategy costs more than to draw from it
def _rules(atoms: int, most: int) -> st.SearchStrategy[list[tuple[int, tuple[int, ...], tuple[int, ...], bool]]]:
    """Head, both parts of the body, and whether it is a choice."""
    body = st.lists(st.integers(1, atoms), max_size=2).map(tuple)
    return st.lists(st.tuples(st.integers(0, atoms), body, body, st.booleans()), min_size=1, max_size=most)


def answers(name: str, program: LogicProgram, **options: object) -> list[tuple[str, ...]]:
    """The answer sets that an algorithm finds, each as often as it finds it."""
    return list(run(find_algorithm(name)(program, **options)).found)


def events_of(name: str, program: LogicProgram, **options: object) -> list[Event]:
    """The events of an algorithm."""
    return trace(find_algorithm(name)(program, **options))[0]


def rules_text(program: LogicProgram) -> str:
    """A program in the usual syntax, as a lesson has it between quotes."""
    return "\\n".join(f"{_rule_text(program, rule)}." for rule in program.rules)


def _rule_text(program: LogicProgram, rule: Rule) -> str:
    head = program.names[rule.head - 1] if rule.head else ""
    body = ", ".join([*(program.names[x - 1] for x in rule.positive),
                      *(f"not {program.names[x - 1]}" for x in rule.negative)])
    return f"{f'{{{head}}}' if rule.choice else head}{f' :- {body}' if body else ''}" or ":-"
