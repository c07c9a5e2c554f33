"""The tab of the loops: their formulas, what holds them up from outside, and the models that they throw out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from algorithms.answer_sets import events as a
from algorithms.answer_sets.formulas import loop_clauses, loop_formula
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import circles, completion, external
from algorithms.words import counted, listed
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.reading import Reading, SilentReading, reading_of, set_of, silent
from visualizer.families.answer_sets.rule_lines import Look, draw_chips, draw_words
from visualizer.families.answer_sets.rules_tab import program_and_rule, shown
from visualizer.families.answer_sets.state import program_in
from visualizer.runs.states import State
from visualizer.stage.links import Links
from visualizer.stage.view import View

_MOST_LOOPS = 40

class Model(NamedTuple):
    """A model of the completion: its literals, whether it is an answer set (None: not known yet), and the loop by which
    it is none."""

    literals: tuple[int, ...]
    stable: bool | None
    loop: tuple[str, ...] = ()


class Loop(NamedTuple):
    """A loop: its atoms, its formula, that as clauses in words; ``added`` to those of the completion."""

    atoms: tuple[int, ...]
    formula: str
    clauses: tuple[str, ...]
    added: bool


def loops_of(program: LogicProgram, state: State) -> list[Loop]:
    """Those whose formulas the run has added, then the components of the dependency graph."""
    known, searched = program_in(state), state.of(LoopState)
    added = known.formulas if known is not None else searched.formulas if searched is not None else ()
    number = {name: atom for atom, name in enumerate(program.names, 1)}
    return _loops(program, tuple(tuple(sorted(number[name] for name in formula.loop)) for formula in added))


@lru_cache(maxsize=64)  # of a large program it takes a while
def _loops(program: LogicProgram, added: tuple[tuple[int, ...], ...]) -> list[Loop]:
    loops = dict.fromkeys(added, True)
    for part in circles(program)[:_MOST_LOOPS]:
        loops.setdefault(part, False)
    if not loops:
        return []
    complete = completion(program)
    return [Loop(loop, loop_formula(program, loop),
                 tuple(" ∨ ".join(complete.cnf.word(literal) for literal in clause)
                       for clause in loop_clauses(complete, program, loop)), is_added)
            for loop, is_added in loops.items()]


def draw_loops(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Each loop with the rules that hold it up from outside, its formula and its clauses; below, the models that it
    throws out, where the run lists models."""
    program, _ = program_and_rule(view.state)
    reading, found = reading_of(program, view.state), loops_of(program, view.state)
    if view.questioned:
        reading = silent(reading)
    size = 12.5 * unit
    if not found:
        for index, text in enumerate(("No atom needs itself, by whatever way: the program is tight.",
                                      "The models of its completion are its answer sets.")):
            canvas.text((box.x, box.y + (12 + 20 * index) * unit), fit_text(canvas, text, box.w, 13 * unit), 13 * unit,
                        theme.good if not index else theme.text)
        return
    models = listed_models(view)
    if models:
        box, foot = box.split_bottom(min(box.h * 0.36, (26 + 24 * len(models)) * unit), 4 * unit)
        _draw_models(canvas, foot, program, models, [loop for loop in found if loop.added], theme, unit)
    line, box = box.split_top(16 * unit, 3 * unit)
    canvas.text((line.x, line.center[1]), "a loop formula: held up from outside, or false", size, theme.muted)
    high = 76 * unit
    most = max(1, int(box.h / high))
    at = next((index for index, loop in enumerate(found) if reading.u and set(loop.atoms) <= reading.u), 0)
    for index, loop in enumerate(found[line] for line in shown(len(found), most, at)):
        place = Rect(box.x, box.y + index * high, box.w, min(high, box.h) - 6 * unit)
        _draw_loop(canvas, place, reading, loop, theme, unit, view.links)
    if len(found) > most:
        canvas.text((line.right, line.center[1]), f"{counted(len(found), 'loop')}", size, theme.muted, "right")


def _draw_loop(canvas: Canvas, box: Rect, reading: Reading, loop: Loop, theme: Theme, unit: float,
               links: Links) -> None:
    program, size = reading.program, 12.5 * unit
    frame = theme.accent if loop.added else theme.edge
    canvas.rect(box, theme.raised, frame, 2 if loop.added else 1, 6 * unit)
    inner = box.inset(8 * unit, 5 * unit)
    row, inner = inner.split_top(21 * unit, 2 * unit)
    names = [program.names[atom - 1] for atom in loop.atoms]
    atoms, said = row.split_left(row.w * 0.45, 8 * unit)
    number = dict(zip(names, loop.atoms, strict=True))

    def look(name: str) -> Look:
        truth = reading.truth(number[name])
        in_u = number[name] in reading.u and truth is not False
        return (None, (theme.test, theme.on_test)) if in_u else (truth, None)

    draw_chips(canvas, atoms, names, theme, unit, links, look)
    outside = external(program, loop.atoms)
    text, color = way_in(reading, outside)
    canvas.text((said.x, said.center[1]), few_text(canvas, text, said.w, size)[0], size, getattr(theme, color))
    row, inner = inner.split_top(17 * unit, 2 * unit)
    formula = _shortened(canvas, loop.formula, row.w, 13.5 * unit)
    canvas.text((row.x, row.center[1]), formula, 13.5 * unit, theme.text, "left", "bold")
    begun = f"{'as' if loop.added else 'not added; it would be'} {counted(len(loop.clauses), 'clause')}: "
    clauses = begun + ",   ".join(loop.clauses)
    clauses = few_text(canvas, clauses, inner.w, size, joint=",   ")[0]
    canvas.text((inner.x, inner.y + 8 * unit), clauses, size, theme.muted)


def _shortened(canvas: Canvas, formula: str, width: float, size: float) -> str:
    """A loop formula with fewer atoms and fewer bodies where it has no room."""
    atoms, arrow, bodies = formula.partition(" → ")
    room = max(width / 2, width - canvas.measure(atoms + arrow, size, "bold"))
    behind = arrow + few_text(canvas, bodies, room, size, "bold", joint=" ∨ | ∧ ")[0]
    return few_text(canvas, atoms + behind, width, size, "bold", joint=" ∨ ", behind=behind)[0]


def way_in(reading: Reading, outside: Sequence[int]) -> tuple[str, str]:
    """What becomes of the rules that hold up a loop from outside, and the name of a colour."""
    if not outside:
        return "✗ no rule from outside", "bad"
    if isinstance(reading, SilentReading):
        return f"from outside: {listed([str(rule) for rule in outside])}", "muted"
    free = [rule for rule in outside if reading.verdict(rule).kind != "blocked"]
    if not free:
        return f"✗ from outside: {listed([str(rule) for rule in outside])}, blocked", "bad"
    done = [rule for rule in free if reading.verdict(rule).sign == "✓"]
    named = [str(rule) for rule in done or free]
    rules = listed([*named[:3], f"{len(named) - 3} more"] if len(named) > 4 else named)
    return (f"✓ held up by {rules}", "good") if done else (f"from outside: {rules}, open", "muted")


def listed_models(view: View) -> list[Model]:
    """The models of the completion itself, without loop formulas, as far as the run has listed them: the literals of
    each, and whether it is an answer set, if that is known."""
    return _listed(view, 0, _again(view))


def listed_again(view: View) -> list[Model] | None:
    """The same of the completion with the loop formulas; None where the run has not begun with it."""
    here, again = view.timeline.position, _again(view)
    return _listed(view, again, here) if again < here else None


def _again(view: View) -> int:
    """Where the run lists models once more, or where it stands."""
    here = view.timeline.position
    return next((at for at in view.timeline.positions(a.ListedAgain)[:1] if at < here), here)


def _listed(view: View, start: int, end: int) -> list[Model]:
    known, timeline = program_in(view.state), view.timeline
    if known is None:
        return []
    number = {name: atom for atom, name in enumerate(known.program.names, 1)}
    judged = {at for kind in (a.ModelRefused, a.AnswerSetFound) for at in timeline.positions(kind) if at < end}
    found = list[Model]()
    for at in timeline.positions(a.ModelListed):
        if not start <= at < end:
            continue
        event = timeline.events[at]
        assert isinstance(event, a.ModelListed)
        literals = tuple((-1 if word.startswith("¬") else 1) * number[word.lstrip("¬")] for word in event.literals)
        verdict = timeline.events[at + 1] if at + 1 in judged else None
        loop = verdict.loop if isinstance(verdict, a.ModelRefused) else ()
        found.append(Model(literals, None if verdict is None else not loop, loop))
    return found


def _draw_models(canvas: Canvas, box: Rect, program: LogicProgram, models: Sequence[Model], added: Sequence[Loop],
                 theme: Theme, unit: float) -> None:
    """The models with the formulas that were added: those that violate one are struck."""
    size = 12.5 * unit
    canvas.line((box.x, box.y), (box.right, box.y), theme.edge, unit)
    line, box = box.inset(0, 3 * unit).split_top(17 * unit, 2 * unit)
    text = "models with it" if added else "models of the completion"
    canvas.text((line.x, line.center[1]), text, size, theme.muted)
    words = [set_of(program, [literal for literal in literals if literal > 0]) for literals, *_ in models]
    gone = [next((loop for loop in added if _fails(program, loop, literals)), None) for literals, *_ in models]

    def look(index: int) -> tuple[tuple[int, int, int], tuple[int, int, int] | None]:
        judged = models[index].stable
        return theme.panel, theme.bad if gone[index] is not None or judged is False else (
            theme.good if judged else None)

    for index, place in enumerate(draw_words(canvas, box, [f"{word} {_sign(models[index].stable, gone[index])}".rstrip()
                                                           for index, word in enumerate(words)], theme, unit, look)):
        if gone[index] is not None:
            y = place.center[1]
            canvas.line((place.x + 3 * unit, y), (place.right - 18 * unit, y), theme.bad, 1.5 * unit)


def _sign(judged: bool | None, gone: Loop | None) -> str:
    return "✗" if gone is not None or judged is False else "✓" if judged else ""


def _fails(program: LogicProgram, loop: Loop, literals: Sequence[int]) -> bool:
    """Does a model violate the formula of a loop?"""
    m = frozenset(literals)
    reading = Reading(program, m)
    return bool(m & set(loop.atoms)) and all(
        reading.verdict(rule).kind == "blocked" for rule in external(program, loop.atoms))
