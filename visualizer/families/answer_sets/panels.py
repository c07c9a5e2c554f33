"""What is being looked at: who could support an atom of U, what a guess leaves, what holds a model, how M grew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.completion_tab import draw_completion
from visualizer.families.answer_sets.numbers import (
    clauses_of,
    completed_of,
    found_of,
    given_of,
    left_of,
    level_of,
    models_of,
    round_of,
)
from visualizer.families.answer_sets.own_set import own_set
from visualizer.families.answer_sets.reading import Reading, reading_of, set_of, visible
from visualizer.families.answer_sets.reduct_tab import whole
from visualizer.families.answer_sets.rule_lines import Look, draw_chip, draw_chips, draw_rule, flow
from visualizer.families.answer_sets.state import ProgramState, program_in
from visualizer.families.answer_sets.support import draw_own_set, draw_support, of_own_set
from visualizer.runs.numbers import Number
from visualizer.stage.family import Legend
from visualizer.stage.legends import legend_of
from visualizer.stage.links import Links
from visualizer.stage.panels import Fact, algorithm_facts, draw_facts, draw_legend_and_facts
from visualizer.stage.view import View

LEGEND: Legend = (
    ("no_mine", "true: underlined"), ("mine", "false: struck out"), ("test", "U, or X not reached"),
    ("unknown", "↻ needs U itself"), ("bad", "✗ blocked by M"), ("good", "✓ can hold it up"),
    ("mark", "your own set: P, click"),
)

_LEAST, _RULE, _UNREACHED = 57.0, 17.0, 31.0  # units: room of a least model, of this for its rules, and of what is out
_REASON = 52.0  # units: what the last literal rests on needs so much room


def program_of(view: View) -> ProgramState:
    """What is known of the program on the stage."""
    known = program_in(view.state)
    assert known is not None
    return known


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What the run is at; at the foot the verdict on a set that somebody marked."""
    known = program_of(view)
    reading = reading_of(known.program, view.state)
    tested, marked = of_own_set(reading, own_set(view.board))
    if marked:
        box, foot = box.split_bottom(42 * unit, 6 * unit)
        draw_own_set(canvas, foot, tested, marked, theme, unit)
    if not begun(known):
        facts = [*algorithm_facts(view.algorithm), Fact("Now", "not started")]
        draw_legend_and_facts(canvas, box, legend_of(view.board, view.algorithm), facts, theme, unit)
        return
    rest = _draw_head(canvas, box, headline(known, reading), theme, unit, view.links, headline_numbers(known))
    if known.guess is not None:
        _draw_guess(canvas, rest, known, reading, theme, unit, view.links)
    elif known.models or known.completed:
        _draw_model(canvas, rest, known, reading, theme, unit, view.links)
    elif known.number or known.marked or not searching(known):
        draw_support(canvas, rest, known, reading, theme, unit, view.links)
    else:
        _draw_search(canvas, rest, known, reading, theme, unit, view.links)


def _draw_head(canvas: Canvas, box: Rect, said: tuple[str, str], theme: Theme, unit: float, links: Links,
               numbers: Sequence[Number]) -> Rect:
    """The headline, in two lines where it is long; returns the room below."""
    text, color = said
    size = 15 * unit
    while size > 13 * unit and canvas.measure(text, size, "bold") > box.w:
        size -= 0.5 * unit
    lines = few_text(canvas, text, box.w, size, "bold", lines=2)
    head, rest = box.split_top((24 if len(lines) == 1 else 36) * unit, 5 * unit)
    for index, line in enumerate(lines):
        y = head.center[1] + (index - (len(lines) - 1) / 2) * 17 * unit
        numbers = links.write(canvas, (head.x, y), line, size, getattr(theme, color), "left", "bold", numbers=numbers,
                              behind=max(0, line.rfind(", at level ")))
    return rest


def draw_below(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Where runs are compared: the way from the program to its models, or else the panel."""
    known, box = program_of(view), box.inset(8 * unit, 2 * unit)
    if not begun(known):  # the head above the board says so, and what runs
        draw_legend_and_facts(canvas, box, legend_of(view.board, view.algorithm), [], theme, unit)
        return
    (draw_completion if known.completed else draw_focus)(canvas, box, view, theme, unit)


def begun(known: ProgramState) -> bool:
    """Has anything been looked at?"""
    return bool(known.m or known.u is not None or known.guess is not None or known.completed or known.models
                or known.verdict)


def searching(known: ProgramState) -> bool:
    """Does M grow by a search, and was not given?"""
    return known.u is None or any(joined.how != "given" for joined in known.m) or not known.number


def headline(known: ProgramState, reading: Reading) -> tuple[str, str]:
    """What is going on, in a line, and the colour that it has."""
    if known.verdict:
        good = known.verdict.startswith("Answer set") or known.tight is True
        bad = known.refused is not None or "no answer set" in known.verdict.lower() or bool(known.clash)
        return known.verdict, "good" if good else "bad" if bad else "text"
    if known.guess is not None:
        said = set_of(reading.program, [reading.program.names.index(atom) + 1 for atom in known.guess])
        if known.reduct is None:
            return f"X = {said}: which rules stay?", "text"
        return f"What do the {counted(len(known.reduct), 'rule')} left give?", "text"
    if known.models:
        return f"Model {len(known.models)} of the completion", "text"
    if known.completed:
        done = sum(bool(part.atom) for part in known.completed)
        return f"Completion: {done} of {counted(len(reading.program.names), 'atom')}", "text"
    if known.marked:
        return f"Is {set_of(reading.program, sorted(reading.u))} unfounded on M?", "text"
    if known.number and known.u is not None and not known.settled:
        return f"Who could support it? Round {known.number}, {counted(len(known.u), 'atom')} in U", "text"
    if known.m and known.m[-1].how == "given":
        return f"M is given: {counted(len(known.m), 'literal')}", "text"
    return _joined(known), "text"


def headline_numbers(known: ProgramState) -> Sequence[Number]:
    """The numbers in the headline, in their order."""
    if known.verdict:
        return ()
    if known.guess is not None:
        return () if known.reduct is None else (left_of(len(known.reduct)),)
    if known.models:
        return (models_of(known),)
    if known.completed:
        return (completed_of(sum(bool(part.atom) for part in known.completed)),)
    if known.marked:
        return ()
    if known.number and known.u is not None and not known.settled:
        return round_of(known)
    if not known.m:
        return ()
    last = known.m[-1]
    if last.how == "decided":
        return (level_of(last.literal, last.level),)
    return (given_of(known),) if last.how == "given" else ()


def _joined(known: ProgramState) -> str:
    """How the last literal joined M."""
    if not known.m:
        return "M = ∅"
    last = known.m[-1]
    head = {"decided": "Decide", "other branch": "Backtrack", "unit": "Unit Propagate", "unfounded": "Unfounded",
            "given": "Given"}[last.how]
    more = f", by rule {last.rule}" if last.rule else f", at level {last.level}" if last.how == "decided" else ""
    return f"{head}: {last.literal}{more}"


# --- the search ------------------------------------------------------------------------------------------------------


def _draw_search(canvas: Canvas, box: Rect, known: ProgramState, reading: Reading, theme: Theme, unit: float,
                 links: Links) -> None:
    """The rule or the unfounded set that the last literal rests on, M as a trail, the answer sets."""
    box, foot = box.split_bottom(40 * unit, 4 * unit)
    draw_answers(canvas, foot, visible(known.program, known.found), theme, unit, links, known)
    wide = sum(canvas.measure(joined.literal, 13 * unit, "bold") + 34 * unit for joined in known.m)
    rows = -(-wide // max(1.0, box.w))
    true = {atom for atom, is_true in known.values.items() if is_true}
    answered = bool(known.found) and not known.clash and {*known.found[-1]} == true
    most = 1 if answered or (reading.u and known.tested is None) else 3
    most = max(1, min(most, int((box.h / unit - 18 - _REASON) / 26)))
    trail, reason = box.split_top((18 + 26 * min(most, max(1, rows))) * unit, 6 * unit)
    draw_trail(canvas, trail, known, theme, unit, links)
    if answered:
        _draw_chain(canvas, reason, reading, theme, unit, links)
    elif known.rule and known.tested is not None and reason.h >= 40 * unit:
        canvas.text((reason.x, reason.y + 8 * unit), "because of", 12.5 * unit, theme.muted)
        line = Rect(reason.x, reason.y + 18 * unit, reason.w, 22 * unit)
        for spot, name in draw_rule(canvas, line, reading, known.rule, theme, unit, lambda _name: False):
            links.drawn(name, spot)
    elif reading.u:
        draw_support(canvas, reason, known, reading, theme, unit, links)


def _draw_chain(canvas: Canvas, box: Rect, reading: Reading, theme: Theme, unit: float, links: Links) -> None:
    """What holds up each true atom, from the ground."""
    x = frozenset(literal for literal in reading.m if literal > 0)
    found = whole(reading.program, x)
    names = reading.program.names
    draw_least(canvas, box, {names[atom - 1]: rule for atom, rule in found.least.items()}, True, theme, unit, links, [],
               "held up, atom by atom")


def draw_trail(canvas: Canvas, box: Rect, known: ProgramState, theme: Theme, unit: float, links: Links) -> None:
    """The literals of M in their order, with how each joined: Δ decided, u unfounded, a number for the rule."""
    words = [joined.literal + {"decided": " Δ", "unfounded": " u", "unit": f" {joined.rule}"}.get(joined.how, "")
             for joined in known.m]
    line, box = box.split_top(15 * unit, 3 * unit)
    text = "M: Δ decided, a number: unit by that rule, u unfounded" if words else "M = ∅"
    canvas.text((line.x, line.center[1]), fit_text(canvas, text, line.w, 12.5 * unit), 12.5 * unit, theme.muted)
    first, size, high, gap = 0, 13 * unit, 22 * unit, 4 * unit
    places = flow(canvas, box, words, size, high, gap)
    while len(places) < len(words) - first and first < len(words):
        first += max(1, (len(words) - first - len(places)) // 2)
        places = flow(canvas, box, ["…", *words[first:]], size, high, gap)[1:]
    if first:
        canvas.text((box.x + 4 * unit, box.y + high / 2), "…", size, theme.muted)
    for place, joined, word in zip(places, known.m[first:], words[first:], strict=False):
        colors = ((theme.constraint, theme.on_constraint) if joined.how == "decided" else
                  (theme.mine, theme.on_mine) if joined.literal.lstrip("¬") == known.clash else
                  (theme.raised, theme.text))
        draw_chip(canvas, place, word, None, theme, size, lit=links.lit(joined.literal), colors=colors)
        links.drawn(joined.literal, place)


def draw_answers(canvas: Canvas, box: Rect, found: Sequence[Sequence[str]], theme: Theme, unit: float,
                 links: Links, known: ProgramState) -> None:
    """The answer sets found so far, the last ones first where not all fit."""
    canvas.line((box.x, box.y), (box.right, box.y), theme.edge, unit)
    text = "Answer sets" if known.ended else "Answer sets so far"
    size = 13 * unit
    links.write(canvas, (box.x, box.y + 11 * unit), f"{text}: {len(found):,}", size, theme.muted,
                numbers=[found_of(known)])
    words = ["{" + ", ".join(atoms) + "}" if atoms else "∅" for atoms in reversed(found)]
    line = few_text(canvas, "   ".join(words), box.w, size, "bold", joint="   ")[0]
    if words and not line.startswith(words[0]):  # not even one has room
        line = few_text(canvas, words[0], box.w, size, "bold")[0]
    canvas.text((box.x, box.y + 29 * unit), line, size, theme.good, "left", "bold")


# --- a guess ---------------------------------------------------------------------------------------------------------


def _draw_guess(canvas: Canvas, box: Rect, known: ProgramState, reading: Reading, theme: Theme, unit: float,
                links: Links) -> None:
    """X, the rule of the last event, the least model of the reduct atom by atom, and what is never reached."""
    size = 13 * unit
    line, box = box.split_top(22 * unit, 5 * unit)
    canvas.text((line.x, line.center[1]), "X", size, theme.muted)
    guess = list(known.guess or ())

    def look(name: str) -> Look:
        return (True, None) if name in known.least else (None, (theme.test, theme.on_test))

    draw_chips(canvas, line.split_left(20 * unit)[1], guess, theme, unit, links, look)
    unreached = [name for name in guess if name not in known.least] if known.complete else []
    spare = box.h - (_LEAST + _UNREACHED * bool(unreached)) * unit  # of a low panel little is left for a rule
    line, box = box.split_top(40 * unit if known.rule else min(40 * unit, max(0.0, spare)), 6 * unit)
    if known.rule:
        spots = draw_rule(canvas, line.split_top(20 * unit)[0], reading, known.rule, theme, unit, lambda _name: False)
        for spot, name in spots:
            links.drawn(name, spot)
        said = reading.said(known.rule)
        canvas.text((line.x + 46 * unit, line.bottom - 9 * unit), fit_text(canvas, said, line.w - 46 * unit, size),
                    size, getattr(theme, reading.verdict(known.rule).color))
    draw_least(canvas, box, known.least, known.reduct is not None, theme, unit, links, unreached)


def draw_least(canvas: Canvas, box: Rect, least: Mapping[str, int], built: bool, theme: Theme, unit: float,
               links: Links, unreached: Sequence[str], title: str = "its least model, atom by atom") -> None:
    """The atoms of the least model in the order in which they were reached, each with its rule; then those of X that
    never were. In a low box there are no rules, in a lower one nothing."""
    size, high = 13 * unit, 21 * unit
    if not built or box.h < (_LEAST - _RULE) * unit:
        return
    ruled = box.h >= (_LEAST + _UNREACHED * bool(unreached)) * unit
    line, box = box.split_top(16 * unit, 3 * unit)
    canvas.text((line.x, line.center[1]), title, 12.5 * unit, theme.muted)
    row, box = box.split_top(min(box.h - 26 * unit * bool(unreached), 2 * (high + 17 * unit)), 5 * unit)
    x, y = row.x, row.y
    for index, (name, rule) in enumerate(least.items()):
        said = f"rule {rule}"
        wide = max(canvas.measure(name, size, "bold") + size, canvas.measure(said, 12 * unit))
        last = y + 2 * (high + 16 * unit) > row.bottom + 1
        spare = 34 * unit if last and index < len(least) - 1 else 0.0  # for how many more there are
        if x + wide > row.right - spare and x > row.x:
            if last:
                canvas.text((x, y + high / 2), f"+{len(least) - index}", 12 * unit, theme.muted)
                break
            x, y = row.x, y + high + 17 * unit
        chip = Rect(x, y, wide, high)
        draw_chip(canvas, chip, name, True, theme, size, lit=links.lit(name))
        links.drawn(name, chip)
        if ruled:
            canvas.text((chip.center[0], chip.bottom + 8 * unit), said, 12 * unit, theme.muted, "center")
        x += wide + 8 * unit
    if not least:
        canvas.text((row.x, row.y + high / 2), "∅ so far" if not unreached else "∅", size, theme.text)
    if unreached:
        canvas.text((box.x, box.y + high / 2), "never reached", 12.5 * unit, theme.muted)
        area = box.split_left(canvas.measure("never reached", 12.5 * unit), 10 * unit)[1]
        draw_chips(canvas, area, unreached, theme, unit, links, lambda _: (None, (theme.test, theme.on_test)))


# --- a completion ----------------------------------------------------------------------------------------------------


def _draw_model(canvas: Canvas, box: Rect, known: ProgramState, reading: Reading, theme: Theme, unit: float,
                links: Links) -> None:
    """The model on show; of one that is no answer set the loop that holds itself up."""
    if not known.models:
        facts = [] if known.clauses else [Fact("Now", f"{known.completed[-1].formula}")]
        facts += [Fact("Loops", "; ".join("{" + ", ".join(loop) + "}" for loop in known.loops), "bad")] * bool(
            known.loops)
        if known.tight is not None:
            facts.append(Fact("Tight", "yes" if known.tight else "no: a loop among the needs",
                              "good" if known.tight else "bad"))
        if known.clauses:
            facts.append(Fact("Clauses", f"{known.clauses:,}", numbers=(clauses_of(known.clauses),)))
        draw_facts(canvas, box.split_top(110 * unit)[0], facts, theme, unit, links)
        return
    model = known.models[-1]
    row, box = box.split_top(46 * unit, 6 * unit)

    def look(literal: str) -> Look:
        if literal in model.loop:
            return None, (theme.test, theme.on_test)
        return (None, (theme.raised, theme.muted)) if literal.startswith("¬") else (True, None)

    draw_chips(canvas, row, model.literals, theme, unit, links, look)
    if model.loop:
        draw_support(canvas, box, known, reading, theme, unit, links)
    else:
        if model.stable:
            _draw_chain(canvas, box.split_bottom(40 * unit, 4 * unit)[0], reading, theme, unit, links)
        draw_answers(canvas, box.split_bottom(40 * unit)[1], visible(known.program, known.found), theme, unit,
                     links, known)
