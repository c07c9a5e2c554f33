"""The tab of the completion: program → completion → clauses → models, the same places for the same things.

What belongs together is framed all the way down: the atom that is completed now, or the one that is pointed at. Where
there is not room for all, what is framed comes first, and the rest is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from algorithms.answer_sets import events as a
from algorithms.answer_sets.completion import Models
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import circles
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text, point_on
from visualizer.canvas.strokes import draw_arrow, draw_dashed_frame
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.loops_tab import Model, listed_again, listed_models
from visualizer.families.answer_sets.numbers import judged_of
from visualizer.families.answer_sets.reading import set_of
from visualizer.families.answer_sets.rule_lines import draw_words, flow
from visualizer.families.answer_sets.rules_tab import program_and_rule
from visualizer.families.answer_sets.state import Completed, program_in
from visualizer.stage.links import Links
from visualizer.stage.view import View

_MOST_RULES = 300  # of a program whose completion is written without being asked for
_LARGER = (1.6, 1.4, 1.25, 1.1)
_SIZE, _ROW, _GAP = 12.5, 20.0, 4.0


class Chip(NamedTuple):
    """A word in a row, the colour's name of its frame, whether it belongs to what is looked at, and the atom that it is
    about, if it is about one."""

    text: str
    frame: str = ""
    touched: bool = False
    atom: str = ""


class Stage(NamedTuple):
    """A step of the way: its name, and what is there."""

    name: str
    chips: list[Chip]


Spots = list[tuple[Rect, Chip]]


def completed_of(program: LogicProgram, view: View) -> list[Completed]:
    """The completion as far as the run has built it; of a run that builds none, all of it."""
    known = program_in(view.state)
    if known is not None and view.timeline.positions(a.AtomCompleted):
        return list(known.completed)
    return _completed(program)


@lru_cache(maxsize=16)
def _completed(program: LogicProgram) -> list[Completed]:
    found = list[Completed]()
    for event in Models(program).build():
        if isinstance(event, a.AtomCompleted):
            found.append(Completed(event.atom, event.rules, event.formula, event.clauses))
        elif isinstance(event, a.ConstraintKept):
            found.append(Completed("", (event.rule,), event.formula, event.clauses))
    return found


@lru_cache(maxsize=16)
def _clauses(program: LogicProgram) -> list[str]:
    """The clauses of the completion, as they are written."""
    models = Models(program)
    return [" ∨ ".join(models.all_words.said(clause)) or "⊥" for clause in models.clauses]


def stages(program: LogicProgram, view: View) -> list[Stage]:
    """All four steps, as far as they have come; the formulas of loops join the completion behind a +, and the models
    are listed with them once more."""
    known, done = program_in(view.state), completed_of(program, view)
    building = known is not None and bool(known.completed) and not known.clauses
    touched = [part for part in done if view.links.lit(part.atom)] or (done[-1:] if building else [])
    rules = {rule for part in touched for rule in part.rules}
    clauses = {clause for part in touched for clause in part.clauses}
    texts = _clauses(program)

    def chip(text: str, here: bool, atom: str = "") -> Chip:
        return Chip(text, "accent" if here else "", here, atom)

    written, again = [number for part in done for number in part.clauses], listed_again(view)
    return [
        Stage("program", [chip(f"{number}  {program.text(number)}", number in rules)
                          for number in range(1, program.count + 1)]),
        Stage("completion", [*(chip(part.formula, part in touched, part.atom) for part in done),
                             *(Chip(f"+ {added.formula}", "accent") for added in (known.formulas if known else ()))]),
        Stage("clauses", [chip(texts[number - 1], number in clauses) for number in dict.fromkeys(written)]),
        Stage("models", [_model(program, model) for model in listed_models(view)]),
        *([] if again is None else [Stage("models, +", [_model(program, model) for model in again])]),
    ]


def _model(program: LogicProgram, model: Model) -> Chip:
    """A model of the completion by its true atoms: ✓ an answer set, ✗ none."""
    word = set_of(program, [literal for literal in model.literals if literal > 0])
    if model.stable is None:
        return Chip(word)
    return Chip(f"{word} ✓", "good") if model.stable else Chip(f"{word} ✗ ↻ {', '.join(model.loop)}", "bad")


def draw_completion(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The steps below each other, with an arrow from each to the next, and what comes of it."""
    program, _ = program_and_rule(view.state)
    if program.count > _MOST_RULES:
        text = f"The completion of {counted(program.count, 'rule')} is too large to be written here."
        canvas.text((box.x, box.y + 12 * unit), fit_text(canvas, text, box.w, 13 * unit), 13 * unit, theme.muted)
        return
    found = stages(program, view)
    unit = _largest(canvas, box, found, unit)
    box, foot = box.split_bottom(18 * unit, 2 * unit)
    names, room = box.split_left(78 * unit, 6 * unit)
    rows = share([_rows(canvas, room, stage, unit) for stage in found], max(4, int(box.h / ((_ROW + _GAP) * unit))))
    gap = min(14 * unit, max(0.0, (box.h - sum(rows) * (_ROW + _GAP) * unit) / len(found)))
    y, drawn = box.y, list[Spots]()
    for index, (stage, high) in enumerate(zip(found, rows, strict=True)):
        place = Rect(room.x, y, room.w, (high * (_ROW + _GAP) - _GAP) * unit)
        label = stage.name if stage.chips or index == 0 else f"{stage.name}: –"
        canvas.text((names.x, y + _ROW / 2 * unit), label, 12.5 * unit, theme.muted)
        if index < 3 and place.h + gap > 26 * unit:
            x = names.x + 14 * unit
            draw_arrow(canvas, (x, y + _ROW * unit), (x, place.bottom + gap), theme.muted, 1.2 * unit)
        drawn.append(_draw_stage(canvas, place, stage, theme, unit, view.links))
        y = place.bottom + _GAP * unit + gap
    _draw_way(canvas, drawn, view, theme, unit)
    text, color = outcome(program, view)
    numbers = judged_of(listed_models(view)) if text[0].isdecimal() else ()
    view.links.write(canvas, (foot.x, foot.center[1]), fit_text(canvas, text, foot.w, 13 * unit, "bold"), 13 * unit,
                     getattr(theme, color), "left", "bold", numbers=numbers)


def _largest(canvas: Canvas, box: Rect, found: Sequence[Stage], unit: float) -> float:
    """The size of a point with which all fits, where there is much room."""
    for more in _LARGER:
        rows = sum(_rows(canvas, box.split_left(84 * unit * more)[1], stage, unit * more) for stage in found)
        if (rows * (_ROW + _GAP) + 60) * unit * more <= box.h:
            return unit * more
    return unit


def _rows(canvas: Canvas, room: Rect, stage: Stage, unit: float) -> int:
    """How many rows a step would take."""
    whole = Rect(room.x, 0, room.w, 1e6)
    places = flow(canvas, whole, [chip.text for chip in stage.chips[:400]], _SIZE * unit, _ROW * unit, _GAP * unit)
    return max(1, round((places[-1].y if places else 0) / ((_ROW + _GAP) * unit)) + 1)


def share(wanted: Sequence[int], rows: int) -> list[int]:
    """Rows for each step: one to begin with, and one more in turn for those that have not all they want."""
    found = [1] * len(wanted)
    while sum(found) < rows and (short := [index for index, want in enumerate(wanted) if found[index] < want]):
        found[min(short, key=lambda index: found[index])] += 1
    return found


def _draw_stage(canvas: Canvas, place: Rect, stage: Stage, theme: Theme, unit: float, links: Links) -> Spots:
    """Returns where its chips are."""
    chips = stage.chips
    words = [chip.text for chip in chips]
    if len(flow(canvas, place, words, _SIZE * unit, _ROW * unit, _GAP * unit)) < len(words):
        chips = sorted(chips, key=lambda chip: not chip.touched)
    places = draw_words(canvas, place, [chip.text for chip in chips], theme, unit, partial(_look, chips, theme), _SIZE)
    for spot, chip in zip(places, chips, strict=False):
        if chip.atom:
            links.drawn(chip.atom, spot)
    return [*zip(places, chips, strict=False)]


def _draw_way(canvas: Canvas, drawn: Sequence[Spots], view: View, theme: Theme, unit: float) -> None:
    """The rules of an atom go together down to its completion, and that splits into its clauses."""
    known, before = program_in(view.state), program_in(view.before)
    if known is None or before is None or len(known.completed) != len(before.completed) + 1 or view.t >= 1:
        return
    rules, whole, clauses = ([(spot, chip) for spot, chip in spots if chip.touched] for spots in drawn[:3])
    if len(whole) != 1:
        return
    (middle, _), down, on = whole[0], min(1.0, 2 * view.t), max(0.0, 2 * view.t - 1)
    ways = [(spot, middle, chip, down) for spot, chip in rules] + [(middle, spot, chip, on) for spot, chip in clauses]
    for _, end, _, part in ways:
        if part < 1:
            canvas.rect(end.inset(-1), theme.panel)
            draw_dashed_frame(canvas, end, theme.edge, unit, 12 * unit)
    for start, end, chip, part in ways:
        if 0 < part < 1:
            (x, y), own = point_on(start.center, end.center, part), start if end is middle else end
            card = Rect(x - own.w / 2, y - own.h / 2, own.w, own.h)
            canvas.rect(card, theme.current, theme.accent, 1.5 * unit, 4 * unit)
            text = fit_text(canvas, chip.text, own.w - 8 * unit, _SIZE * unit, "bold")
            canvas.text((x, y), text, _SIZE * unit, theme.text, "center", "bold")


def _look(chips: Sequence[Chip], theme: Theme, index: int) -> tuple[Color, Color | None]:
    chip = chips[index]
    frame: Color | None = getattr(theme, chip.frame) if chip.frame else None
    return theme.current if chip.touched else theme.raised, frame


def outcome(program: LogicProgram, view: View) -> tuple[str, str]:
    """What is known of the models, and the name of a colour."""
    models, tight = listed_models(view), not circles(program)
    known = program_in(view.state)
    if known is None or known.tight is None:
        return "tight: no loop among the needs" if tight else "not tight: a loop among the needs", "muted"
    sets = sum(model.stable is True for model in models)
    if not models:
        return "tight: no loop" if tight else "not tight: a loop", "good" if tight else "bad"
    done = bool(known.ended or known.formulas)
    more = "" if done else " so far"
    text = f"{counted(len(models), 'model')}, {counted(sets, 'answer set')}{more}"
    if done and sets == len(models):
        text += ": the same"
    elif done and known.ended and known.formulas:  # which the row of the completion has, behind a +
        text += f": {len(models) - sets} too many; with +, none"
    elif done:
        text += f": {counted(len(models) - sets, 'model')} too many"
    wrong = any(model.stable is False for model in models)
    return text, "bad" if wrong else "good" if sets == len(models) else "muted"
