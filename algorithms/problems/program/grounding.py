"""Programs with variables, grounded by clingo.

Source: Gebser, Kaminski, Kaufmann and Schaub, *Multi-shot ASP solving with clingo*, TPLP 2019, for the grounder. That
it may not end: Syrjänen, *Omega-restricted logic programs*, LPNMR 2001.

So that each ground rule knows which rule it comes from, every rule gets an atom of its own in its body, which clingo is
told to know nothing of (``#external``). What is certain then, and what cannot be, is taken away here: facts leave
bodies, rules with bodies that cannot be true leave the program.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

from algorithms.long_work import checkpoint
from algorithms.problems.program.assembly import Ground
from algorithms.problems.program.deal import MOST_RULES
from algorithms.problems.program.text import KEY, Literal, Statement, Written
from algorithms.problems.puzzle import PuzzleError

_SECONDS = 10.0
_WAIT = 0.05  # seconds, from one checkpoint to the next
_PASSES = 20  # over the ground rules, at most; they are simpler after each
_UNSAFE = re.compile(r"<block>:(\d+):.*unsafe variables in:(?s:.*?)note: '([^']+)' is unsafe")
_ANONYMOUS = re.compile(r""""(?:[^"\\]|\\.)*"|(?<![\w'])_+(?![\w'])""")
_UNDEFINED = re.compile(r"<block>:(\d+):.*operation undefined:\s*(.*)")


def grounded(written: Written) -> tuple[list[Ground], tuple[str, ...]]:
    """The ground rules, in the order of the rules that they come from, and warnings. Raises PuzzleError."""
    if find_spec("clingo") is None:
        first = next((statement for statement in written.statements if not statement.plain), written.statements[0])
        raise PuzzleError(f"“{first.text[:60]}” is to be grounded, by clingo, which is not installed; install it with "
                          "pip install clingo, or write the rules without variables", key=KEY, line=first.line)
    tag = _unused(written)
    lines = list(_tagged(written, tag))
    constants = [f"#const {name} = {value}." for name, value in written.constants]
    text = "\n".join([*(line for line, _ in lines), *constants, f"#external {tag}(1..{len(lines)})."])
    answer = _answer(text)
    sources = [statement for _, statement in lines]
    if "error" in answer:
        raise _refused(answer, sources)
    warnings = tuple(f"“{found[2].strip()}” has no value, in “{sources[int(found[1]) - 1].text}”"
                     for said in answer["said"] if (found := _UNDEFINED.match(said)) is not None)
    return _simplified(_rules(answer, sources, tag)), warnings


def _unused(written: Written) -> str:
    """A name that the program does not have."""
    text = "\n".join(statement.text for statement in written.statements)
    name = "rule"
    while name in text:
        name = "_" + name
    return name


def _tagged(written: Written, tag: str) -> Iterator[tuple[str, Statement]]:
    """A line for each rule, with an atom of its own in its body, and the rule; of a choice one for each element."""
    number = 0
    for statement in written.statements:
        for head in statement.head or ((None,) if not statement.choice else ()):
            number += 1
            literals = (*statement.body, *(head.condition if head is not None else ()))
            body = [_written(literal, place) for place, literal in enumerate(literals, 1)]
            atom = "" if head is None else f"{{{head.atom.text}}}" if statement.choice else head.atom.text
            yield f"{atom} :- {', '.join([f'{tag}({number})', *body])}.", statement


def _written(literal: Literal, place: int) -> str:
    """The literal of that place in a body. Each ``_`` gets a name there: for its own reasons clingo would make an atom
    of what is without such arguments."""
    number = count(1)
    text = _ANONYMOUS.sub(lambda found: found[0] if found[0][0] == '"' else f"V_{place}_{next(number)}", literal.text)
    return text if literal.positive else f"not {text}"


@lru_cache(maxsize=16)  # a lesson is read more than once
def _answer(text: str) -> Any:
    """What the process says of that program. Raises PuzzleError where it takes too long."""
    script = str(Path(__file__).with_name("grounder.py"))
    try:
        process = subprocess.Popen([sys.executable, "-P", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, encoding="utf-8")
    except OSError as error:
        raise PuzzleError(f"the process that grounds it does not start ({error.strerror or error}); write the rules "
                          "without variables", key=KEY) from None
    with process:
        try:
            said = _said(process, json.dumps({"text": text, "most": MOST_RULES}))
        finally:
            process.kill()
    return json.loads(said) if process.returncode == 0 else {"error": "memory"}


def _said(process: subprocess.Popen[str], given: str | None) -> str:
    """What the process answers to that."""
    end = monotonic() + _SECONDS
    while True:
        try:
            return process.communicate(given, timeout=_WAIT)[0]
        except subprocess.TimeoutExpired:
            given = None  # it is on its way
            checkpoint("grounding the program")
            if monotonic() > end:
                raise PuzzleError(f"is not grounded after {_SECONDS:.0f} seconds; let its variables have fewer values",
                                  key=KEY) from None


def _refused(answer: Any, sources: Sequence[Statement]) -> PuzzleError:
    """Why clingo has not grounded it, about the rule at fault."""
    if answer["error"] == "too many":
        return PuzzleError(f"grounds to more than {MOST_RULES:,} rules; let its variables have fewer values, and let "
                           "no argument grow without end, as in p(X+1) :- p(X)", key=KEY)
    for said in answer.get("said", ()):
        if (found := _UNSAFE.match(said)) is not None:
            source = sources[int(found[1]) - 1]
            name = found[2] if found[2] in source.text else "_"
            return PuzzleError(f"column {source.column + 1}: nothing says what {name} can be, in “{source.text[:80]}”; "
                               f"add an atom with {'a variable' if name == '_' else name} to the body, without not",
                               key=KEY, line=source.line)
    if answer["error"] in ("too long", "memory"):
        return PuzzleError("has atoms that are too long, or takes too much memory to ground; let no term grow without "
                           "end", key=KEY)
    why = " ".join(" ".join(answer.get("said", ())).split())[:150] or answer["error"]
    return PuzzleError(f"cannot be grounded ({why}); write it more simply", key=KEY)


def _rules(answer: Any, sources: Sequence[Statement], tag: str) -> list[tuple[int, Ground]]:
    """The rules in the order in which clingo has made them, of which each head has one, and the lines they are from."""
    atoms = {int(number): atom for number, atom in answer["atoms"].items()}
    tags = {f"{tag}({number})": number for number in range(1, len(sources) + 1)}
    found = []
    for choice, heads, body in answer["rules"]:
        words = [(atoms[abs(literal)], literal > 0) for literal in body]
        line = next(tags[atom] for atom, _ in words if atom in tags)
        source = sources[line - 1]
        origin = "" if source.plain and len(source.head) < 2 else source.text
        kept = tuple(word for word in words if word[0] not in tags)
        found += [(line, Ground(atoms[head] if head else "", kept, choice, origin)) for head in heads or (0,)]
    return found


def _simplified(rules: list[tuple[int, Ground]]) -> list[Ground]:
    """The rules without what is certain and without what cannot be, by the lines that they are from."""
    for _ in range(_PASSES):
        left = list(_pass(rules))
        if left == rules:
            break
        rules = left
    return [rule for _, rule in sorted(rules, key=lambda found: found[0])]


def _pass(rules: Sequence[tuple[int, Ground]]) -> Iterator[tuple[int, Ground]]:
    """The rules simplified by those before them, and by how many rules each atom is the head of."""
    heads = Counter(rule.head for _, rule in rules)
    facts = {rule.head for _, rule in rules if rule.head and not rule.body and not rule.choice}
    passed = set[str]()
    for line, rule in rules:
        body = tuple((atom, positive) for atom, positive in rule.body
                     if not (positive and atom in facts) and (positive or heads[atom]))
        needless = rule.head in facts and (rule.head in passed or bool(body) or rule.choice)
        if needless or any(atom in facts if not positive else not heads[atom] for atom, positive in body):
            heads[rule.head] -= 1
        else:
            if not body and not rule.choice and rule.head:
                facts.add(rule.head)
                passed.add(rule.head)
            yield line, rule._replace(body=body)
