"""What the propositions say, checked on the graph on show, and what its marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from algorithms.transitions.graph import MOST_WHOLE
from algorithms.transitions.records import text
from algorithms.words import counted
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.transitions.numbers import excluded_of, graph_of
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.families.transitions.strokes import Kind, dash_of, draw_edge, draw_state, edge_color
from visualizer.stage.view import View

_WIDE = 620.0  # points: in a narrower box the propositions stand one below the other
_ROW, _TEXT = 20.0, 13.0
BUTTON = 158.0  # points: what the window's button takes beside the headline


def height(width: float, unit: float) -> float:
    """Of the facts, in a box so wide."""
    return (88 if width >= _WIDE * unit else 128) * unit


class Said(NamedTuple):
    """A line: the mark that it is about, and what is so; ``holds``: the graph bears out what a proposition says; None
    where none was checked."""

    mark: Kind | None
    words: str
    holds: bool | None = None
    counts: str = ""  # what the first number in it is of


def headline(state: TransitionState) -> str:
    """How large the graph is."""
    if state.whole is None:
        return ("The clauses change on the way, and the graph with them" if "Learn" in state.system.rules else
                f"More than {MOST_WHOLE:,} states can be reached")
    verdict = state.whole.verdict
    began = text(state.system.said(state.began))
    found = "model" if state.program is None else "answer set"
    without = f", with {counted(state.excluded, found)} excluded" if state.excluded else ""
    return f"{counted(verdict.states, 'state')} reached from {began}, {counted(verdict.edges, 'edge')}{without}"


def facts(state: TransitionState) -> list[Said]:
    """What is so, each as looked up in the graph; of one that is not drawn whole, what the marks mean."""
    program, number = state.program is not None, "3" if state.program is not None else "1"
    end = "an answer set" if program else "a model of F"
    further = "further " if state.excluded else ""
    if state.whole is None:
        learned = "Learn" in state.system.rules
        cycles = ("Restart leads back: this graph has cycles" if learned else
                  f"no cycle, by {number}(a): too large to check it here")
        if state.priorities is None:  # nothing has said yet which rules there are
            cycles = "the path has not begun"
        return [Said(None, cycles),
                Said("inconsistent", f"inconsistent: {'Backjump' if learned else 'Backtrack'}, or Fail"),
                Said("found", f"{'all assigned, none unfounded' if program else 'all assigned'}: {end}") if learned else
                Said("terminal", f"terminal: {end}"),
                Said("fail", f"FailState: there is no {further}{end.split(' ', 1)[1]}")]
    verdict = state.whole.verdict
    ends = len(verdict.terminal)
    other, what = verdict.different, "answer set" if program else "model"
    good = end if ends == 1 else f"each the {what}" if other == 1 else f"each one of {counted(other, what)}"
    wrong = f"{len(verdict.wrong):,} of them wrong" if verdict.wrong else good
    so = (f"Π has {'no' if verdict.fails else 'an'} answer set" if program else
          f"F is {'un' if verdict.fails else ''}satisfiable")
    if state.excluded:
        so = f"{'no' if verdict.fails else 'a'} further {'answer set' if program else 'model'}"
    failed = Said("fail", f"{'FailState is reached' if verdict.fails else 'no path to FailState'}: {so}, {number}(c)",
                  verdict.fails != bool(ends))
    if state.began:  # what literals that nobody has proved lead to says nothing of F
        failed = Said("fail", f"{'a' if verdict.fails else 'no'} path from here to FailState")
    return [
        Said(None, f"{'every step goes down: no cycle' if verdict.acyclic else 'a cycle, against'}, {number}(a)",
             verdict.acyclic),
        Said("inconsistent", f"{verdict.inconsistent:,} inconsistent: Backtrack, or Fail", None,
             "inconsistent"),
        Said("terminal", f"{ends:,} terminal, {wrong}: {number}(b)" if ends else
             f"none terminal but FailState: {number}(b)", not verdict.wrong, "terminal"),
        failed]


def draw_facts(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The size of the graph, the marks with the propositions, the manners of edges."""
    state, links = transition_of(view.state), view.links
    numbers = graph_of(view.timeline, state)
    head, rest = box.split_top(_ROW * unit, 2 * unit)
    size = _TEXT * unit
    title, high = _titled(canvas, headline(state), head.w - BUTTON * unit, unit)
    told = [numbers[name] for name in ("states", "edges") if name in numbers and name in title]
    if state.whole is not None and state.excluded and ", with " in title:
        links.write(canvas, (head.x, head.center[1]), title, high, theme.text, "left", "bold",
                    numbers=[excluded_of(state)], behind=title.rfind(", with "))
    else:
        links.write(canvas, (head.x, head.center[1]), title, high, theme.text, "left", "bold", numbers=told)
    rest, foot = rest.split_bottom(_ROW * unit)
    _draw_rules(canvas, foot, state, theme, unit)
    lines = facts(state)
    columns = 2 if box.w >= _WIDE * unit else 1
    half = -(-len(lines) // columns)
    for index, line in enumerate(lines):
        column, row = divmod(index, half)
        wide = rest.w / columns
        place = Rect(rest.x + column * wide, rest.y + row * _ROW * unit, wide, _ROW * unit)
        x, y = place.x + 8 * unit, place.center[1]
        if line.mark is not None:
            draw_state(canvas, (x, y), line.mark, 5 * unit, theme)
        sign = {True: "✓ ", False: "✗ ", None: ""}[line.holds]
        words = fit_text(canvas, sign + line.words, place.w - 26 * unit, size)
        links.write(canvas, (place.x + 20 * unit, y), words, size, theme.bad if line.holds is False else theme.text,
                    numbers=[numbers[line.counts]] if line.counts in numbers else ())


def _titled(canvas: Canvas, title: str, room: float, unit: float) -> tuple[str, float]:
    """As much of the headline as has room beside the window's button, and in which size."""
    while canvas.measure(title, 15 * unit, "bold") > room and ", " in title:
        title = title.rpartition(", ")[0]
    size = min(15 * unit, max(SMALLEST, 15 * unit * room / canvas.measure(title, 15 * unit, "bold")))
    return fit_text(canvas, title, room, size, "bold"), size


def _draw_rules(canvas: Canvas, box: Rect, state: TransitionState, theme: Theme, unit: float) -> None:
    """How the edges of each rule are drawn."""
    x, y, size = box.x, box.center[1], _TEXT * unit
    for words, rule in manners(state.system.rules, theme):
        wide = canvas.measure(words, size) + 54 * unit
        if x + wide > box.right:
            return
        draw_edge(canvas, (x, y), (x + 32 * unit, y), rule, edge_color(rule, theme), 1.6 * unit, unit)
        canvas.text((x + 38 * unit, y), words, size, theme.muted)
        x += wide


def manners(rules: Sequence[str], theme: Theme) -> list[tuple[str, str]]:
    """The manners of edges, each with the names of all rules that are drawn so, and one of them."""
    alike: dict[tuple[Color, float | None], list[str]] = {}
    for rule in reversed(rules):
        alike.setdefault((edge_color(rule, theme), dash_of(rule)), []).append(rule)
    return [(", ".join(group), group[0]) for group in alike.values()]
