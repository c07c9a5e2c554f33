"""What the pseudocode's variables stand for: M and U, a guess and what its reduct gives, what is completed, a loop."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.families.answer_sets.reading import reading_of
from visualizer.families.answer_sets.state import ProgramState, program_in
from visualizer.families.satisfiability.hero import DECIDED, FLIPPED, UNIT
from visualizer.families.satisfiability.values import values as of_clauses
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View

_NAMED = 5  # literals that are named
_LINES = {"unit": ("its literal joins M (Unit Propagate)", UNIT),
          "unfounded": ("its complement joins M (Unfounded)", UNIT),
          "decided": ("literals joins M, as a decision (Decide)", DECIDED),
          "other branch": ("one; its complement joins M (Backtrack)", FLIPPED)}


def values(view: View) -> Values:
    """Of a guess, of a completion, or of M."""
    known = program_in(view.state)
    if known is None:
        return {}
    return _of_guess(known) if known.guess is not None else _of_completion(known) if known.completed else _of_m(known)


def _set(name: str, words: Sequence[str]) -> Value | None:
    """As it is written, where it is short."""
    return Value(f"{name} = {{{', '.join(words)}}}" if words else f"{name} = ∅") if len(words) <= _NAMED else None


def _there(found: dict[str, Value | None]) -> Values:
    return {line: value for line, value in found.items() if value is not None}


def _of_guess(known: ProgramState) -> Values:
    found = {"X ← the guess": _set("X", known.guess or ())}
    if known.rule and known.reduct is None:
        found["each rule a ← B of Π"] = Value(f"rule {known.rule}", "test")
    if known.reduct is not None:
        found["Y ← ∅"] = _set("Y", tuple(known.least))
    return _there(found)


def _of_completion(known: ProgramState) -> Values:
    found = dict[str, Value | None]()
    if known.tested is not None:
        found["each atom a of Π, with bodies"] = Value(f"a = {known.tested}", "test")
    if known.loops and known.loops[-1]:
        found["atoms that need each other"] = _set("L", known.loops[-1])
    if known.models:
        found["each model of the clauses"] = _set("M⁺", [x for x in known.models[-1].literals if not x.startswith("¬")])
    if known.formulas:
        found["each loop L found so"] = _set("L", known.formulas[-1].loop)
    return _there(found)


def _of_m(known: ProgramState) -> Values:
    found = {"M ← the literals that are given": _set("M", [joined.literal for joined in known.m])} if known.m else {}
    if known.u is not None:
        found["a marked set U" if known.marked else "U ← all atoms of Π"] = _set("U", known.u)
    if known.u is not None and known.tested is not None and known.rule:
        found["each rule a ← B of Π"] = Value(f"rule {known.rule}, a = {known.tested}", "test")
    return _there(found)


def of_search(view: View) -> Values:
    """Of a search: M, the unfounded set that was found, and what has just joined M."""
    known = program_in(view.state)
    if known is None or not known.m:
        return {}
    found, last = {"M ← ∅": _set("M", [joined.literal for joined in known.m])}, known.m[-1]
    if known.u is not None and (last.how == "unfounded" or reading_of(known.program, view.state).u):
        found["an atom of the greatest set U"] = _set("U", known.u)
    if last.how in _LINES and not known.verdict:
        line, color = _LINES[last.how]
        found[line] = Value(f"l = {last.literal}", color)
    return _there(found)


def of_loops(view: View) -> Values:
    """Of the search over clauses what its pseudocode has, as well."""
    code = "\n".join(line.text for line in view.algorithm.pseudocode)
    return {line: value for line, value in of_clauses(view).items() if line in code}
