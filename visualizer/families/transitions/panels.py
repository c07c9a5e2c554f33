"""The panel of a state: its record, and what each clause, or each rule of the program, makes of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from algorithms.problems.forms.cnf import Clause
from algorithms.problems.forms.program import Rule
from algorithms.problems.forms.semantics import blocked
from algorithms.transitions.records import FAIL, State, is_consistent, members
from algorithms.transitions.rules import System
from algorithms.words import counted, few, listed
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.reading import chosen_or_not
from visualizer.families.satisfiability.panels import chip_width, draw_literal
from visualizer.families.transitions.column import chip_colors
from visualizer.families.transitions.numbers import open_of
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.families.transitions.strokes import fit_record
from visualizer.families.transitions.unfolding import Unfolding
from visualizer.stage.view import View

_HEAD, _ROW, _ROOMY, _TEXT = 30.0, 25.0, 36.0, 13.0  # points: heights, of rows the least and the largest
_CHIP = 0.8  # of a row
_NAMED = 5  # atoms that are named
Verdict = Literal["unit", "false", "circular", "out", "open", "true"]
_FIRST: dict[Verdict, int] = {"unit": 0, "false": 1, "circular": 2, "out": 3, "open": 4, "true": 5}


class Cause(NamedTuple):
    """What the last step rests on, or has added: a ``rule`` or a ``clause`` by its number, the other one is 0; and what
    it did, as ``said``."""

    rule: int
    clause: int
    said: str


@dataclass(frozen=True)
class Row:
    """A clause or a rule.

    number: of a clause, or of a rule; ``label`` as it is written
    chips:  the literals, each as it is written and with the sign before it
    what:   unit: something follows from it; false: M makes it false; circular: it needs what is unfounded, as it has
            to hold it up itself; out: it is blocked, and so cannot hold that up; ``said`` in words
    cause:  the last step rests on it, or has added it
    """

    number: int
    label: str
    chips: tuple[tuple[str, str, str], ...]
    what: Verdict
    said: str
    cause: bool = False


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The state, and below it what follows from it, clause by clause."""
    state = transition_of(view.state)
    head, rest = box.split_top(_HEAD * unit, 4 * unit)
    ways = ["what can follow?"] if view.questioned else [about(state), about(state, named=False)]
    _draw_head(canvas, head, state, ways, theme, unit)
    if state.program is not None and not view.questioned:
        rest, foot = rest.split_bottom(20 * unit, 2 * unit)
        said, size = unfounded(state) + without_rules(state), _TEXT * unit
        said = said if canvas.measure(said, size) <= foot.w else few_text(canvas, unfounded(state), foot.w, size)[0]
        canvas.text((foot.x, foot.center[1]), said, _TEXT * unit, theme.text)
    most, cause = max(1, int(rest.h / (_ROW * unit))), None if view.questioned else cause_of(state)
    shown, count = _shown(state.unfolding, state.node, state.form.count, most, cause,
                          frozenset(state.added))
    if state.derivation and not view.questioned:
        shown = chain(state)[-most:]
        count = len(shown)
    if view.questioned:
        shown = [replace(row, what="open", said="") for row in shown]
    high = min(_ROOMY, max(_ROW, rest.h / max(1, count) / unit)) * unit
    column = max((canvas.measure(row.label, high * 0.46) for row in shown), default=0) + 8 * unit
    for index, row in enumerate(shown):
        place = Rect(rest.x, rest.y + index * high, rest.w, high)
        _draw_row(canvas, place, row, state, column, theme, unit, view)
    if len(shown) < count:
        y = rest.y + (len(shown) + 0.5) * high
        left = more(state, count - len(shown))
        canvas.text((rest.x + column, y), left, _TEXT * unit, theme.muted)


def more(state: TransitionState, number: int) -> str:
    """How many lines there is no room for."""
    if state.program is not None and state.learned:
        return f"{number:,} more {'rules and clauses' if number > 1 else 'rule or clause'}"
    return counted(number, f"more {'clause' if state.program is None else 'rule'}")


def _draw_head(canvas: Canvas, box: Rect, state: TransitionState, said: Sequence[str], theme: Theme,
               unit: float) -> None:
    """The record, and what it is, as ``said``: in the first words that have room."""
    size, y = 15 * unit, box.center[1]
    canvas.text((box.x, y), "State", size, theme.text, "left", "bold")
    x = box.x + canvas.measure("State", size, "bold") + 10 * unit
    least = min(canvas.measure(said[0], _TEXT * unit), box.w * 0.45)
    wide = min(canvas.measure(state.record, 16 * unit, "bold") + 22 * unit, box.right - x - least - 10 * unit)
    fill, ink = chip_colors(state.node, True, theme)
    chip = Rect(x, box.y + 1 * unit, wide, box.h - 2 * unit)
    canvas.rect(chip, fill, theme.edge, 1, 6 * unit)
    canvas.text(chip.center, fit_record(canvas, state.record, wide - 12 * unit, 16 * unit), 16 * unit, ink, "center",
                "bold")
    room = box.right - chip.right - 10 * unit
    words = next((words for words in said if canvas.measure(words, _TEXT * unit) <= room),
                 few_text(canvas, said[-1].partition(",")[0], room, _TEXT * unit)[0])
    canvas.text((chip.right + 10 * unit, y), words, _TEXT * unit, theme.text)


def about(state: TransitionState, *, named: bool = True) -> str:
    """A state in a few words; are the atoms ``named`` that are open, or only counted?"""
    if state.node == FAIL:
        return f"no {'further ' * bool(state.solutions)}{'model' if state.program is None else 'answer set'}"
    if state.system.in_conflict(state.node):
        return "inconsistent"
    words, m = state.system.words, members(state.node)
    left = [words[atom] for atom in state.system.atoms if atom not in m and -atom not in m]
    if state.terminal:
        return "terminal: a model" if state.program is None else "terminal: an answer set"
    if left:
        return f"consistent, {few(left, 3) if named else counted(len(left), 'atom')} open"
    if state.ended:
        return "a model, not terminal" if state.program is None else "an answer set, not terminal"
    wrong = [words[atom] for atom in sorted(state.unfolding.unfounded(m)) if atom in m]
    if not wrong:
        return "consistent, no atom is open"
    return f"true in U: {few(wrong, 3)}; no atom is open" if named else f"{len(wrong):,} true in U, no atom is open"


def unfounded(state: TransitionState) -> str:
    """The greatest unfounded set."""
    if state.node == FAIL:
        return ""
    if not is_consistent(state.node):
        return f"M is inconsistent{': Unfounded asks for a consistent one' * ('Unfounded' in state.system.rules)}"
    found = sorted(state.unfolding.unfounded(members(state.node)))
    names = [state.system.words[atom] for atom in found]
    return f"U, the greatest set unfounded on M: {'{' + few(names, _NAMED) + '}' if names else '∅'}"


def without_rules(state: TransitionState) -> str:
    """Which atoms of the greatest unfounded set no rule is for; why the others are in it, their rules say."""
    program = state.program
    heads = {rule.head for rule in program.rules} if program is not None else set()
    found = () if state.node == FAIL else sorted(state.unfolding.unfounded(members(state.node)) - heads)
    return f"; no rule for {few([state.system.words[atom] for atom in found], _NAMED)}" if found else ""


def cause_of(state: TransitionState) -> Cause | None:
    """What the last step rests on, where that is a clause, or the clause that has just joined."""
    clause, last = state.clause, state.trail[-1] if state.trail else None
    if clause is None or state.derivation:
        return None
    said = f"⇒ {last.literal}" if last is not None and last.because == clause else "new"
    rule = state.rule_of(clause)
    return Cause(rule, 0 if rule else clause, said)


def chain(state: TransitionState) -> list[Row]:
    """The steps by which a clause is resolved from those of a conflict: each clause that is taken, and below it what is
    left of it and of what there was before. Beside a program, numbers alone are those of rules."""
    begun = state.trail[-1].because if state.trail else None
    found = [] if begun is None else [_step(state, begun)]
    for clause, pivot, literals in state.derivation:
        atom = pivot.removeprefix("¬")
        found += [_step(state, clause), Row(0, "=", _chips(literals), "open", f"{atom}, ¬{atom} cancel")]
    return [*found[:-1], replace(found[-1], cause=True)]


def _step(state: TransitionState, clause: int) -> Row:
    given = clause <= state.form.count
    label = f"clause {clause}" if given and state.program is not None else _label(clause, state.form.count, state.added)
    return Row(clause, label, _chips(state.literals_of(clause)), "open", "")


def _label(clause: int, given: int, added: Set[int]) -> str:
    """Its number; C: it excludes something, L: it was learned."""
    return f"{('C' if clause in added else 'L') * (clause > given)}{clause}"


def _chips(literals: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    return tuple(("∨" if index else "", word, word) for index, word in enumerate(literals or ("⊥",)))


def rows(state: TransitionState) -> tuple[Row, ...]:
    """All clauses, or rules."""
    return tuple(_shown(state.unfolding, state.node, state.form.count, sys.maxsize, cause_of(state),
                        frozenset(state.added))[0])


@lru_cache(maxsize=64)  # a formula may be large, and is looked at in each frame
def _shown(unfolding: Unfolding, node: State, given: int, most: int,
           cause: Cause | None = None, added: frozenset[int] = frozenset()) -> tuple[list[Row], int]:
    """Those that there is room for, and how many there are. Only they are put in words: there may be thousands."""
    system, m = unfolding.system, frozenset[int]() if node == FAIL else members(node)
    rules = () if system.program is None else system.program.rules
    clauses = [(number, clause) for number, clause in enumerate(system.clauses, 1)
               if number not in system.gone and (system.program is None or number > given)]
    both = frozenset(literal for literal in m if -literal in m)
    u = unfolding.unfounded(m)
    made = [_of_rule(system, rule, m, u)[0] for rule in rules] + [_of_clause(clause, m, both) for _, clause in clauses]
    first = None if cause is None else cause.rule - 1 if cause.rule else next(
        (place for place, (number, _) in enumerate(clauses, len(rules)) if number == cause.clause), None)
    places = kept(["open"] * len(made) if node == FAIL else made, most, first)
    found = [_rule(system, place + 1, rules[place], m, u) if place < len(rules) else
             _clause(system, *clauses[place - len(rules)], made[place], m, given, added) for place in places]
    if node == FAIL:
        return [replace(row, what="open", said="") for row in found], len(made)
    if cause is not None and first is not None:
        at = places.index(first)
        said = ", ".join(filter(None, (cause.said, found[at].said * found[at].said.startswith("✗"))))
        found[at] = replace(found[at], said=said, cause=True)
    return found, len(made)


def kept(made: Sequence[Verdict], most: int, first: int | None = None) -> list[int]:
    """The places of as many as there is room for: all, or those first that say the most, in their order, and a line is
    left for the rest. What the last step rests on comes ``first``."""
    if len(made) <= most:
        return list(range(len(made)))
    return sorted(sorted(range(len(made)), key=lambda place: (place != first, _FIRST[made[place]]))[: max(1, most - 1)])


def _of_clause(clause: Clause, m: frozenset[int], both: frozenset[int]) -> Verdict:
    """What M makes of a clause; ``both``: the literals in M that it has beside their complements."""
    if not m.isdisjoint(clause):
        return "true" if both.isdisjoint(clause) else "false"
    left = [literal for literal in clause if -literal not in m]
    return "open" if len(left) > 1 else "unit" if left else "false"


def _clause(system: System, number: int, clause: Clause, what: Verdict, m: frozenset[int], given: int,
            added: Set[int]) -> Row:
    words, label = system.words, _label(number, given, added)
    chips = tuple(("∨" if index else "", words[literal], words[literal]) for index, literal in enumerate(clause))
    left = [literal for literal in clause if -literal not in m]
    both = [abs(literal) for literal in clause if literal in m and -literal in m]
    said = {"true": "✓ true", "false": "✗ false", "open": f"{len(left)} open"}.get(what, "")
    if both:
        said = f"{words[both[0]]} and {words[-both[0]]} in M"
    elif what == "unit":
        said = f"unit: {words[left[0]]} is left"
    return Row(number, label, chips or (("", "⊥", "⊥"),), what, said)


def _rule(system: System, number: int, rule: Rule, m: frozenset[int], u: frozenset[int]) -> Row:
    program, words = system.program, system.words
    assert program is not None
    head = words[rule.head] if rule.head else "⊥"
    body = tuple(("←" if not index else ",", words[literal], program.said(literal))
                 for index, literal in enumerate(rule.body))
    shown = "{" + head + "}" if rule.choice else head
    chips = (("", head, shown), *body)
    return Row(number, str(number), chips, *_of_rule(system, rule, m, u))


def _of_rule(system: System, rule: Rule, m: frozenset[int], u: frozenset[int]) -> tuple[Verdict, str]:
    """What M makes of a rule: who blocks it, what follows from it, what it holds up; of one for an atom of U, the
    unfounded set, which other one of U it needs."""
    words, head = system.words, system.words[rule.head]
    against = blocked(rule, m)
    if against:
        return "out" if rule.head in u else "true", f"✗ blocked by {listed(words[-literal] for literal in against[:2])}"
    missing = [literal for literal in rule.body if literal not in m]
    within = [literal for literal in rule.body if literal in u] if rule.head in u else []
    needs = f"↻ needs {listed(words[literal] for literal in within[:2])}, in U"
    if rule.head and rule.head in m:
        if within:
            return "circular", needs if missing else f"↻ supports {head} from within U"
        return "true", f"✓ supports {head}" if not missing else f"can support {head}"
    if not missing and rule.choice:
        out = -rule.head in m
        return "true" if out else "open", "✓ " * out + chosen_or_not(head, out)
    if not missing:
        open_ = rule.head and -rule.head not in m
        return ("unit", f"unit: {head} follows") if open_ else ("false", "✗ violated")
    if len(missing) == 1 and not rule.choice and (not rule.head or -rule.head in m):
        return "unit", f"unit: {words[-missing[0]]} follows"
    return ("circular", needs) if within else ("open", f"{len(missing)} open")


def _wide(canvas: Canvas, row: Row, size: float, high: float, unit: float) -> float:
    """The room that all of a row asks for behind its number."""
    chips = sum(canvas.measure(sign, size) * bool(sign) + chip_width(canvas, written, high) + 8 * unit
                for sign, _, written in row.chips)
    return chips + canvas.measure(row.said, size, "bold") + 18 * unit


def _draw_row(canvas: Canvas, box: Rect, row: Row, state: TransitionState, column: float, theme: Theme, unit: float,
              view: View) -> None:
    """A clause with its literals, and what M makes of it; lit where something follows from it. While a question is
    open, that is left out."""
    if view.questioned:
        row = replace(row, what="open", said="")
    if row.what == "unit":
        canvas.rect(box.inset(0, 1), theme.current, theme.accent, 1.5 * unit, 5 * unit)
    if row.cause:
        canvas.rect(box.inset(0, 1), None, theme.text, 2 * unit, 5 * unit)
    rule = state.program is not None and row.label == str(row.number)
    if any(f"{'rule' if rule else 'clause'} {row.number}" in link.through for link in view.reason):
        canvas.rect(box.inset(0, 1), None, theme.mark, 3 * unit, 5 * unit)
    size, y, high = max(_TEXT * unit, box.h * 0.46), box.center[1], box.h * _CHIP
    canvas.text((box.x + column - 4 * unit, y), row.label, size, theme.muted, "right")
    if row.what == "circular" and _wide(canvas, row, size, high, unit) > box.right - box.x - column:
        row = replace(row, said="↻ needs U")
    said_wide = canvas.measure(row.said, size, "bold") + 14 * unit
    x, end = box.x + column + 4 * unit, box.right - said_wide
    for index, (sign, literal, written) in enumerate(row.chips):
        if sign:
            canvas.text((x, y), sign, size, theme.muted)
            x += canvas.measure(sign, size) + 4 * unit
        wide = chip_width(canvas, written, high)
        rest = len(row.chips) - index
        if x + wide > end - (0 if rest == 1 else 30 * unit) and index:
            canvas.text((x, y), f"+{rest}", size, theme.muted)
            break
        chip = Rect(x, y - high / 2, min(wide, end - x), high)
        draw_literal(canvas, chip, state, literal, theme, lit=view.links.lit(literal), written=written)
        view.links.drawn(literal, chip)
        if literal.removeprefix("¬") in view.marks:
            draw_mark(canvas, chip.inset(-2), theme)
        x = chip.right + 4 * unit
    color = {"unit": theme.text, "false": theme.bad, "circular": theme.text, "out": theme.bad, "open": theme.muted,
             "true": theme.good}[row.what]
    if row.said.startswith("✗"):
        color = theme.bad
    elif row.cause:
        color = theme.text
    style: Literal["sans", "bold"] = "bold" if row.cause or row.what in ("unit", "false") else "sans"
    many = row.said.removesuffix(" open")
    view.links.write(canvas, (box.right - 6 * unit, y), row.said, size, color, "right", style,
                     numbers=[open_of(row.label, [chip[1] for chip in row.chips[rule:]], int(many), rule=rule)]
                     if many.isdecimal() else ())
