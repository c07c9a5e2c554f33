"""The tab of rules: a card for each, with a button for each edge that it gives, or why it gives none.

What the strategy takes is marked ▶; what it never takes here is dashed, since another rule comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from algorithms.transitions.events import ForgetApplied, LoopLearnApplied, RuleApplied
from algorithms.transitions.rules import Transition
from algorithms.words import counted, listed, plural
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.strokes import draw_dashed_frame
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.numbers import derived_of
from visualizer.families.transitions.following import coming, next_edge
from visualizer.families.transitions.state import Option, TransitionState, transition_of
from visualizer.families.transitions.veil import draw_veiled
from visualizer.runs.states import Lately, State
from visualizer.stage.links import Links
from visualizer.stage.view import View

_NAME, _TEXT = 14.0, 12.5  # points: sizes of text
_LINE, _BUTTON = 19.0, 26.0  # points: heights


@dataclass(frozen=True)
class Button:
    """An edge that can be taken. ``because`` stands beside it where there is room, ``told`` is where."""

    box: Rect
    option: Option
    told: Rect | None = None


@dataclass(frozen=True)
class Card:
    """A rule: its edges as far as there is room, and how many are ``left`` out; or why it has no buttons, in lines."""

    rule: str
    box: Rect
    buttons: tuple[Button, ...] = ()
    left: int = 0
    refused: tuple[str, ...] = ()
    beside: bool = False


class Layout(NamedTuple):
    """How cards lie: an edge a line or edges side by side, ``beside`` the rule or below it; lengths in points."""

    lines: bool
    beside: bool
    gap: float
    line: float


_LOOKS = Layout(True, False, 5, 19), Layout(False, False, 5, 19), Layout(False, True, 3, 17)


def label(option: Option, state: TransitionState) -> str:
    """What joins M; FailState."""
    rule, word = option.transition.rule, state.system.words[option.transition.literal]
    return {"Fail": "FailState", "Restart": "∅"}.get(rule, f"{word}{'Δ' * (rule == 'Decide')}")


def reasons(clauses: Sequence[int], state: TransitionState) -> str:
    """Clauses by their numbers; of a program, the rules that they come from, or what of the completion they are."""
    noun = "clause"
    if state.program is not None and "Learn" in state.system.rules:
        if len(clauses) == 1 and clauses[0] <= state.form.count:
            return f"clause {clauses[0]} ({state.form.origins[clauses[0] - 1]})"
    elif state.program is not None:
        rules = [number for number, rule in enumerate(state.program.rules, 1) if not rule.choice]
        if max(clauses) <= len(rules):  # others exclude answer sets
            noun, clauses = "rule", [rules[clause - 1] for clause in clauses]
    return f"{plural(len(clauses), noun)} {listed(clauses)}"


def because(found: Transition, state: TransitionState) -> str:
    """What an edge rests on."""
    words = state.system.words
    match found.rule:
        case "Unit Propagate":
            return reasons(found.clauses, state)
        case "Unfounded":
            group = "{" + ", ".join(words[atom] for atom in found.atoms) + "}"
            return f"{words[-found.literal]} is in {group}, unfounded on M"
        case "Backtrack":
            return f"{words[found.undone]}Δ led to a conflict"
        case "Backjump":
            return f"clause {found.clauses[0]} leaves nothing else"
        case "Fail":
            return "a conflict, and no decision"
        case "Restart":
            return "what was learned stays"
        case _:
            return f"{words[found.literal]} is open"


_CARDS: Lately[list[Card]] = Lately(8)  # the tab is drawn and its input taken in each frame, of several runs


def cards_of(canvas: Canvas, box: Rect, state: State, unit: float) -> Sequence[Card]:
    """Where the rules lie in a state of a run."""
    return _CARDS.of(state, (type(canvas), box, unit), lambda: cards(canvas, box, transition_of(state), unit))


def cards(canvas: Canvas, box: Rect, state: TransitionState, unit: float) -> list[Card]:
    """Where the rules lie: each edge with its reason on a line of its own where all of that fits, else edges side by
    side, below the rule or, closer still, beside it."""
    for look in _LOOKS:
        found = _stack(canvas, box, state, unit, look)
        if found[-1].box.bottom <= box.bottom + 0.5:
            break
    return found


def _stack(canvas: Canvas, box: Rect, state: TransitionState, unit: float, look: Layout) -> list[Card]:
    options, gap = state.options, look.gap * unit
    said = {rule: f"✗ {why}" for rule, why in state.refused.items()} | state.system.changing(state.node)
    found = {rule: _refused(canvas, box, rule, why, unit, look) for rule, why in said.items()}
    least = (_BUTTON + 4 if look.beside else _LINE + _BUTTON + 7) * unit
    y, rules = box.y, state.system.rules
    for index, rule in enumerate(rules):
        rest = sum((found[later].box.h if later in found else least) + gap for later in rules[index + 1 :])
        if rule in found:
            found[rule] = replace(found[rule], box=Rect(box.x, y, box.w, found[rule].box.h))
        else:
            mine = [option for option in options if option.transition.rule == rule]
            place = Rect(box.x, y, box.w, max(0.0, box.bottom - rest - y))
            found[rule] = (_lines(canvas, place, rule, mine, state, unit) if look.lines and rule != "Decide" else
                           _row(canvas, place, rule, mine, state, unit, look.beside))
        y = found[rule].box.bottom + gap
    return [found[rule] for rule in rules]


def _refused(canvas: Canvas, box: Rect, rule: str, why: str, unit: float, look: Layout) -> Card:
    """A rule without buttons, with the reason in two lines at most, or in one."""
    size, most = _TEXT * unit, 2 if look.lines else 1
    room = box.w - 18 * unit - canvas.measure(rule, _NAME * unit, "bold")
    rows = few_text(canvas, why, room, size, lines=most)
    return Card(rule, Rect(box.x, box.y, box.w, (look.line + 15 * (len(rows) - 1)) * unit), refused=tuple(rows))


def _lines(canvas: Canvas, place: Rect, rule: str, options: Sequence[Option], state: TransitionState,
           unit: float) -> Card:
    """An edge a line, with the reason beside it."""
    buttons = []
    wide = max(canvas.measure(label(option, state), _NAME * unit, "bold") for option in options) + 34 * unit
    y = place.y + (_LINE + 2) * unit
    for option in options:
        box = Rect(place.x + 8 * unit, y, max(88 * unit, min(wide, place.w / 2)), _BUTTON * unit)
        told = Rect(box.right + 8 * unit, y, place.right - box.right - 14 * unit, box.h)
        buttons.append(Button(box, option, told))
        y += (_BUTTON + 3) * unit
    return Card(rule, Rect(place.x, place.y, place.w, y - place.y + 2 * unit), tuple(buttons))


def _row(canvas: Canvas, place: Rect, rule: str, options: Sequence[Option], state: TransitionState, unit: float,
         beside: bool) -> Card:
    """Edges side by side, in as many rows as there is room for, but one at least."""
    x, y = place.x + 8 * unit, place.y + (_LINE + 2) * unit
    if beside:
        x, y = x + canvas.measure(rule, _NAME * unit, "bold") + 10 * unit, place.y + 2 * unit
    buttons: list[Button] = []
    more = canvas.measure(f"+ {len(options)} more", _TEXT * unit) + 10 * unit
    for index, option in enumerate(options):
        wide = canvas.measure(label(option, state), _NAME * unit, "bold") + 26 * unit
        wide = min(max(wide, 46 * unit), place.w - 16 * unit)
        last = y + (2 * _BUTTON + 7) * unit > place.bottom
        if x + wide > place.right - 6 * unit - (more if last and index < len(options) - 1 else 0):
            if last and buttons:
                break
            x, y = place.x + 8 * unit, y + (_BUTTON + 3) * unit
        buttons.append(Button(Rect(x, y, wide, _BUTTON * unit), option))
        x += wide + 6 * unit
    high = y - place.y + (_BUTTON + (2 if beside else 5)) * unit
    return Card(rule, Rect(place.x, place.y, place.w, high), tuple(buttons), len(options) - len(buttons), beside=beside)


def draw_rules(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """All cards."""
    state = transition_of(view.state)
    if view.questioned:
        draw_veiled(canvas, box, state.system.rules, theme, unit)
        return
    following = coming(view)
    for card in cards_of(canvas, box, view.state, unit):
        if card.refused or not card.buttons:
            _draw_refused(canvas, card, state, next_edge(view), theme, unit, view.links)
        else:
            _draw_card(canvas, card, state, following, theme, unit)


def _draw_refused(canvas: Canvas, card: Card, state: TransitionState, following: RuleApplied | None, theme: Theme,
                  unit: float, links: Links) -> None:
    """The rule, and why it gives no edge; or what the run learns or forgets by it."""
    y, comes = card.box.y + _LINE / 2 * unit, following is not None and following.rule == card.rule
    ink = theme.text if comes else theme.muted
    canvas.text((card.box.x + 8 * unit, y), card.rule, _NAME * unit, ink, "left", "bold")
    x = card.box.x + 8 * unit + canvas.measure(card.rule, _NAME * unit, "bold") + 10 * unit
    rows = (_what(following),) if following is not None and comes else card.refused
    for row in rows:
        said = few_text(canvas, row, card.box.right - x, _TEXT * unit)[0]
        links.write(canvas, (x, y), said, _TEXT * unit, theme.accent if comes else theme.muted,
                    numbers=[derived_of(state)] if card.rule == "Forget" and not comes else ())
        y += 15 * unit


def _what(edge: RuleApplied) -> str:
    """What the run does next by a rule without buttons; where that is to learn of a loop, why it may."""
    if isinstance(edge, ForgetApplied):
        return f"▶ {plural(len(edge.clauses), 'clause')} {listed(edge.clauses)}"
    why = f": {edge.why}, {edge.ways}" if isinstance(edge, LoopLearnApplied) else ""
    return f"▶ {edge.name.removeprefix(edge.rule).strip()}{why}"


def _draw_card(canvas: Canvas, card: Card, state: TransitionState, coming: str, theme: Theme, unit: float) -> None:
    """A rule with its edges."""
    preferred = card.buttons[0].option.preferred
    if preferred:
        canvas.rect(card.box, theme.raised, theme.edge, 1, 6 * unit)
    else:
        draw_dashed_frame(canvas, card.box, theme.muted, 1, 4 * unit)
    first, last = card.buttons[0].box, card.buttons[-1].box
    x, y = card.box.x + 8 * unit, first.center[1] if card.beside else card.box.y + (_LINE / 2 + 1) * unit
    canvas.text((x, y), card.rule, _NAME * unit, theme.text, "left", "bold")
    x += canvas.measure(card.rule, _NAME * unit, "bold") + 10 * unit
    if card.beside:
        x = last.right + 10 * unit if last.y == first.y and not card.left else card.box.right
    said = fit_text(canvas, remark(state, card), card.box.right - 8 * unit - x, _TEXT * unit)
    if card.beside and said != remark(state, card):
        said = ""
    canvas.text((x, y), said, _TEXT * unit, theme.text if preferred else theme.muted)
    for button in card.buttons:
        _draw_button(canvas, button, state, button.option.name == coming, theme, unit)
    if card.left:
        canvas.text((last.right + 8 * unit, last.center[1]), f"+ {card.left} more", _TEXT * unit, theme.muted)


def remark(state: TransitionState, card: Card) -> str:
    """What the strategy makes of the rule here."""
    if state.priorities is None:
        return f"{counted(len(card.buttons) + card.left, 'edge')} from here"
    if state.ended and state.refuted:
        return "in the graph, but the path ends here"
    if state.ended:  # or goes on behind a clause that excludes it
        return f"in the graph, but {'a model' if state.program is None else 'an answer set'} is found here"
    if card.rule == "Restart":
        return "can be taken at any time"
    if card.buttons[0].option.preferred:
        return "" if len(state.priorities) == 0 else "the strategy takes " + ("this" if len(card.buttons) == 1 else
                                                                             "one of these")
    first = next(option.transition.rule for option in state.options if option.preferred)
    return f"in the graph, but {first} comes first"


def _draw_button(canvas: Canvas, button: Button, state: TransitionState, coming: bool, theme: Theme,
                 unit: float) -> None:
    """The literal that joins M, and beside it why, and where that leads."""
    box, option = button.box, button.option
    if option.preferred:
        canvas.rect(box, theme.current if coming else theme.panel, theme.accent if coming else theme.edge,
                    (2 if coming else 1) * unit, 5 * unit)
    else:
        draw_dashed_frame(canvas, box, theme.muted, 1, 4 * unit)
    size, inner = _NAME * unit, box.inset(6 * unit, 0)
    if coming:
        tip = box.right - 6 * unit, box.center[1]
        canvas.polygon([tip, (tip[0] - 7 * unit, tip[1] - 5 * unit), (tip[0] - 7 * unit, tip[1] + 5 * unit)],
                       theme.accent)
        inner = inner.split_right(7 * unit, 2 * unit)[0]
    said = fit_text(canvas, label(option, state), inner.w, size, "bold")
    canvas.text(inner.center, said, size, theme.text, "center", "bold")
    if button.told is not None:
        words = f"{because(option.transition, state)}  ⇒  {state.unfolding.said(option.transition.after)}"
        _draw_told(canvas, button.told, words, theme, unit)


def _draw_told(canvas: Canvas, box: Rect, words: str, theme: Theme, unit: float) -> None:
    """A reason beside its button: on a line, or on two."""
    size = _TEXT * unit
    rows = wrap_text(canvas, words, box.w, size)[:2]
    if len(rows) == 2:
        size = 12 * unit
    for index, row in enumerate(rows):
        canvas.text((box.x, box.center[1] + (index - (len(rows) - 1) / 2) * 13 * unit), row, size, theme.text)
