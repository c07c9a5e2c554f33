"""Logic programs as text, what is wrong in them, random ones, and their completion; clingo says what they mean."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.long_work import Stopped, listening
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import circles
from algorithms.problems.program import grounding
from algorithms.problems.program.deal import RandomProgram
from algorithms.problems.program.grounder import ground
from algorithms.problems.program.puzzle import Program
from algorithms.problems.puzzle import PuzzleError, puzzles
from kit.answer_sets import answer_sets_by_clingo, models, text_of
from kit.wrong_puzzles import refuses
from scenarios.loader import load, load_pasted
from scenarios.reading import ScenarioError


def program(rules: str) -> LogicProgram:
    return Program.read(rules=rules).as_program()


def texts(rules: str) -> list[str]:
    read = program(rules)
    return [read.text(number) for number in range(1, read.count + 1)]


# --- text ------------------------------------------------------------------------------------------------------------


def test_the_program_of_the_design() -> None:
    found: Any = puzzles()["program"].read(rules="r.\np :- not q, r.\nq :- not p, r.")
    assert found.as_program() == LogicProgram(
        ("r", "p", "q"), (Rule(1), Rule(2, (1,), (3,)), Rule(3, (1,), (2,))), ("",) * 3, 3)
    assert found.domains() == {"r": (0, 1), "p": (0, 1), "q": (0, 1)}
    assert set(found.layout().places) == {"r", "p", "q"}


@pytest.mark.parametrize(("rules", "wanted"), [
    ("a. b:-a.c :- b , not a.", ["a", "b ← a", "c ← b, not a"]),
    ("{a}. {b; c} :- not a. {}.", ["{a}", "{b} ← not a", "{c} ← not a"]),
    (":- a, not b; c.", ["⊥ ← a, c, not b"]),
    ("a :- . % a fact\n%* all\n%* of *% this *% b.", ["a", "b"]),
    ('p( 1 , a ) :- q("x % y", f(-2)).', ['p(1,a) ← q("x % y",f(-2))']),
    ("_not :- not nota'.\r\n:- _not.", ["_not ← not nota'", "⊥ ← _not"]),
    ("a :- b, b, not a.", ["a ← b, b, not a"]),
])
def test_the_syntax(rules: str, wanted: list[str]) -> None:
    assert texts(rules) == wanted


def test_the_atoms_of_a_choice_know_where_they_come_from() -> None:
    assert program("{a; b} :- c. c.").origins == ("{a; b} :- c.", "{a; b} :- c.", "")


def test_what_is_not_shown_is_auxiliary() -> None:
    read = program("a :- p(1,2). p(1,2). p(3). b :- a. #show p/2. #show b/0.")
    assert (read.names, read.visible) == (("p(1,2)", "b", "a", "p(3)"), 2)
    assert read.text(1) == "a ← p(1,2)"
    assert program("a. #show.").visible == 0


@pytest.mark.parametrize(("rules", "line", "says"), [
    ("a :- b, not .", 0, "column 13: found '.'; a literal such as b or not c was expected, in “a :- b, not .”"),
    ("a.\na :- b c.", 1, "column 8: found 'c'; ',' or '.' was expected: a rule ends with a full stop, in “a :- b c.”"),
    ("a.\n\n  b", 2, "column 4: the text ends; '.' was expected at the end of a fact, or ':-' before a body, in “b”"),
    ("-a.", 0, "column 1: found '-'; classical negation is not"),
    ("a :- -b.", 0, "column 6: found '-'; classical negation is not"),
    ("a | b.", 0, "a disjunction"), ("a; b.", 0, "a disjunction"), (":~ a. [1]", 0, "a weak constraint"),
    ("1 {a; b} 1.", 0, "column 1: found '1'; bounds of a choice"), ("{a; b} = 1.", 0, "bounds of a choice"),
    ("a :- #count{b} > 1.", 0, "found '#count'; an aggregate is not"), ("a :- 1 {b; c}.", 0, "an aggregate"),
    ("#minimize {a}.", 0, "#minimize is none of what programs have here"),
    ("#script (python) x #end.", 0, "#script is none of"), ('#include "x.lp".', 0, "#include is none of"),
    ("a :- not not b.", 0, "double negation"), ("not a.", 0, "not cannot stand in a head"),
    ("a :- b : c.", 0, "a condition"), ("a = b.", 0, "a comparison cannot stand in a head"),
    ("A :- b.", 0, "a rule begins with an atom"), ("a :- 1.", 0, "an atom has a name that begins with a small letter"),
    ("a ← b.", 0, "column 3: '←' cannot stand in a program; write :-"), ("a.\n%* b", 1, "never ends"),
    ("{a, b}.", 0, "';' was expected between the atoms of a choice"), ("", 0, "the program is empty"),
    ("{}.", 0, "the program has no atom"), ("a(" + "f(" * 60, 0, "more than 50 deep"), ("#show a.", 0, "#show p/2."),
    ("a <- b.", 0, "column 1: found 'a'; an arrow is written :-"), ("a := b.", 0, "column 3: found ':'; write :-"),
    ("a :- #true.", 0, "#true is not among"), ("1 = 2.", 0, "a rule begins with an atom"),
    ("1 <= {a; b}.", 0, "bounds of a choice"), ("a-b.", 0, "column 2: found '-'; this is no atom but a term"),
    ("a :- f(1)-g(2).", 0, "column 10: found '-'; this is no atom"), ('p("a).', 0, 'let a text end with "'),
    ("#const n = 1.\n#const n = 2. p(n).", 1, "column 8: found 'n'; this constant has a value already"),
    ("p(2147483648).", 0, "column 3: found '2147483648'; a number is at most 2,147,483,647"),
    ("p(X) :- p(X).", 0, "grounds to a program without atoms"),
    ("p(@f(1)).", 0, "found '@'; a term such as 1, a or X was expected"), ("&t{a}.", 0, "a theory atom"),
])
def test_what_is_wrong_is_told_with_its_place(rules: str, line: int, says: str) -> None:
    refuses(Program.read, says, "rules", line, rules=rules)


@pytest.mark.parametrize(("rules", "says"), [
    ("a. " * 400_000, "has 1,200,000 characters; a program has at most 1,000,000"),
    ("a.\n" * 20_001, "has 1 atom and 20,001 rules; a program has at most 20,000 and 20,000"),
])
def test_what_is_too_large(rules: str, says: str) -> None:
    with pytest.raises(PuzzleError, match=says):
        Program.read(rules=rules)


@given(st.text(alphabet="ab:-.,;{}()n ot%*#1X\"\n", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = Program.read(rules=text).as_program()
    except PuzzleError:
        return
    assert answer_sets_by_clingo(read) == answer_sets_by_clingo(text)


@pytest.mark.parametrize(("given_keys", "key"), [
    ({}, "rules"), ({"rules": "a.", "random": RandomProgram(3, 3)}, "random"),
    ({"random": RandomProgram(0, 3)}, "random.atoms"), ({"random": RandomProgram(3, 0)}, "random.rules"),
    ({"random": RandomProgram(3, 3, length=4)}, "random.length"),
    ({"random": RandomProgram(3, 3, choices=1.5)}, "random.choices"),
    ({"random": RandomProgram(3, 3, choices=0.6, constraints=0.6)}, "random.choices"),
])
def test_what_cannot_be_is_told_with_its_key(given_keys: dict[str, Any], key: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Program.read(**given_keys)
    assert caught.value.key == key


# --- forms -----------------------------------------------------------------------------------------------------------

randoms = st.builds(RandomProgram, st.integers(3, 7), st.integers(1, 14), st.integers(0, 10**6), st.integers(1, 3),
                    st.sampled_from([0.0, 0.2]), st.sampled_from([0.0, 0.3]))


@settings(max_examples=100, deadline=None)
@given(randoms)
def test_a_program_written_out_is_read_back(wanted: RandomProgram) -> None:
    made = Program.read(random=wanted).as_program()
    again = program(text_of(made))
    assert [again.text(i) for i in range(1, again.count + 1)] == [made.text(i) for i in range(1, made.count + 1)]


@settings(max_examples=150, deadline=None)
@given(randoms)
def test_the_models_of_the_completion_are_the_answer_sets_and_circles_are_why_not(wanted: RandomProgram) -> None:
    puzzle = Program.read(random=wanted)
    found, wanted_sets = models(puzzle.as_cnf()), answer_sets_by_clingo(puzzle.as_program())
    assert wanted_sets <= found
    assert wanted_sets == found or circles(puzzle.as_program())


def test_random_programs_have_what_was_asked_for() -> None:
    made = Program.read(random=RandomProgram(30, 400, 5, 4, 0.25, 0.25)).as_program()
    assert (len(made.names), made.count) == (30, 400)
    assert {len(rule.body) + bool(rule.head) for rule in made.rules} == {4}
    assert 70 < sum(not rule.head for rule in made.rules) < 130
    assert 70 < sum(rule.choice for rule in made.rules) < 130
    assert made == Program.read(random=RandomProgram(30, 400, 5, 4, 0.25, 0.25)).as_program()


# --- programs with variables -----------------------------------------------------------------------------------------

CYCLES = """node(1..4). edge(1,2). edge(2,3). edge(3,4). edge(4,1). edge(2,1). edge(4,3).  % a ring, and two ways back
{in(X,Y) : edge(X,Y)}.
:- in(X,Y), in(X,Z), Y != Z.
:- in(X,Z), in(Y,Z), X < Y.
reached(1).
reached(Y) :- reached(X), in(X,Y).
:- node(X), not reached(X).
"""


def test_ground_rules_know_where_they_come_from() -> None:
    read = program("p(1..2).\nq(X) :- p(X), not r(X).\n{r(X) : p(X)}.\n:- q(X), X > 1.")
    assert [(read.text(number), read.origins[number - 1]) for number in range(1, read.count + 1)] == [
        ("p(1)", "p(1..2)."), ("p(2)", "p(1..2)."),
        ("q(1) ← not r(1)", "q(X) :- p(X), not r(X)."), ("q(2) ← not r(2)", "q(X) :- p(X), not r(X)."),
        ("{r(1)}", "{r(X) : p(X)}."), ("{r(2)}", "{r(X) : p(X)}."), ("⊥ ← q(2)", ":- q(X), X > 1.")]


@pytest.mark.parametrize("rules", [
    CYCLES, CYCLES + "#show in/2.",
    "#const n = 4. q(1..n). {at(X,Y)} :- q(X), q(Y). r(X) :- at(X,Y). :- q(X), not r(X). :- at(X,Y), at(X,Z), Y < Z.\n"
    ":- at(X,Y), at(Z,Y), X < Z. :- at(X,Y), at(A,B), X < A, |X-A| = |Y-B|.",
    "p(X+1) :- p(X), X < 4. {p(1)}. odd(X) :- p(X), not even(X). even(X) :- p(X), X \\ 2 = 0. :- even(2), not odd(3).",
    "a(X) :- b(X). b(X) :- a(X), c(X). c(1;2). {b(1)}. d :- not c(1). e :- d. f :- not d, not b(2).",
    'say(X,"p(1), ") :- x, p(X). {x; y}. p(1..2). p(X) :- y, X = 5..6. :- not y, x.',
    "{p(1..3)}. q :- p(_). :- not q. r(X,Y) :- p(X), p(Y), X != Y. :- r(1,2). :- r(X,X).",
    "p(1). p(2) :- not p(1). q :- p(2). {q} :- not p(2). :- p(3).",
])
def test_grounding_keeps_the_answer_sets(rules: str) -> None:
    """All atoms that clingo knows are compared but those that cannot be, which it may leave away as well."""
    read = program(rules)
    assert answer_sets_by_clingo(read) == answer_sets_by_clingo(rules)
    assert answer_sets_by_clingo(rules)


def random_rules(rng: Random) -> str:
    """A program with variables: facts d(1..3), then rules over p, q and r whose variables are bound by d."""
    def atom(variables: str) -> str:
        name = rng.choice("pqr")
        return f"{name}({rng.choice(variables)},{rng.choice(variables)})" if name == "r" else (
            f"{name}({rng.choice(variables)}{rng.choice(('', '', '+1', '..2'))})")

    found = ["d(1..3)."]
    for _ in range(rng.randint(2, 6)):
        literals = [rng.choice(("", "not ")) + atom("XY").replace("..2", "") for _ in range(rng.randint(0, 2))]
        body = ["d(X)", "d(Y)", *literals]
        body += rng.choice(([], ["X != Y"], ["X < Y"], ["p(_)"]))
        head = rng.choice((atom("XY"), atom("XY"), f"{{{atom('XY')}}}", f"{{{atom('X')} : {atom('X')}}}", ""))
        found.append(f"{head} :- {', '.join(body)}.")
    return "\n".join(found)


def test_grounding_keeps_the_answer_sets_of_random_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within this process, as nothing here runs for long."""
    monkeypatch.setattr(grounding, "_answer", lambda text: json.loads(json.dumps(ground(text, 20_000))))
    sizes = Counter[int]()
    for seed in range(150):
        rules = random_rules(Random(seed)) + "\n:- p(1), q(2), not r(1,2)."
        wanted = answer_sets_by_clingo(rules, most=300)
        if len(wanted) < 300:  # otherwise not all are known
            assert answer_sets_by_clingo(program(rules)) == wanted, rules
        sizes[min(len(wanted), 2)] += 1
    assert min(sizes[0], sizes[1], sizes[2]) > 5


@pytest.mark.parametrize(("rules", "line", "says"), [
    ("p(1).\n  q(X) :- p(Y), not p(X).", 1, "column 3: nothing says what X can be, in “q(X) :- p(Y), not p(X).”"),
    ("p(1). q :- not p(_).", 0, "column 7: nothing says what _ can be, in “q :- not p(_).”"),
    ("p(1). p(X+1) :- p(X).", 0, "grounds to more than 20,000 rules"),
    ("p(0). p(f(X)) :- p(X).", 0, "let no argument grow without end"),
    ("p(0,0). p(f(X,X),N+1) :- p(X,N), N < 12.", 0, "let no term grow without end"),
])
def test_what_cannot_be_grounded(rules: str, line: int, says: str) -> None:
    refuses(Program.read, says, "rules", line, rules=rules)


def test_grounding_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "_SECONDS", 0.2)
    with pytest.raises(PuzzleError, match="is not grounded after"):
        Program.read(rules="p(1..90). q :- p(A), p(B), p(C), p(D), p(E), p(F), A+B+C+D+E+F < 0.")


def test_grounding_can_be_stopped() -> None:
    def stop(_news: str) -> None:
        raise Stopped

    with pytest.raises(Stopped), listening(stop):
        Program.read(rules="p(1..91). q :- p(A), p(B), p(C), p(D), p(E), p(F), A+B+C+D+E+F < 0.")


def test_without_clingo_only_programs_with_variables_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "find_spec", lambda _: None)
    assert texts("a :- not b.") == ["a ← not b"]
    with pytest.raises(PuzzleError, match="grounded, by clingo, which is not installed; install it with pip install"):
        program("p(1). q(X) :- p(X).")


def test_what_has_no_value_is_told() -> None:
    assert Program.read(rules="p(1). q(X/0) :- p(X). q(1).").warnings == (
        "“(X/0)” has no value, in “q(X/0) :- p(X).”",)


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_file_is_opened_as_a_lesson(tmp_path: Path) -> None:
    path = tmp_path / "small.lp"
    path.write_bytes("a :- not b. % für\nb :- not a.\n".encode("latin-1"))
    scenario = load(path)
    assert (scenario.puzzle_kind, scenario.algorithm.name) == ("program", "answer-sets")
    assert len(scenario.warnings) == 1
    path.write_text("a :- b.\nb :- c d.\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"small\.lp:2: column 8: found 'd'"):
        load(path)


@pytest.mark.parametrize(("text", "kind"), [
    ("% a program\na :- b.\n{b}.", "program"), ("{a}.", "program"), (":- not a. a.", "program"),
    ("p cnf 1 1\n1 0", "cnf"), ("12..3.........4.", "sudoku"),
])
def test_what_is_pasted_is_known_by_its_signs(text: str, kind: str) -> None:
    assert load_pasted(text).puzzle_kind == kind


def test_a_lesson_tells_the_line_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text("title: T\nalgorithm: cdcl\npuzzle:\n  kind: program\n  rules: |\n    a :- b.\n    b :- .. c.\n",
                    encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"lesson\.yaml:7: puzzle\.rules: column 6: found '\.\.'; a literal"):
        load(path)
