"""Panels of the search for models: the clause under inspection, the trail, all clauses, the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from visualizer.canvas import Canvas, Color, Rect, fit_text
from visualizer.states_sat import Entry, Node, SatState
from visualizer.theme import Theme

_STATUS = {"open": "test", "failed": "mine", "model": "no_mine"}


def is_pointed(literal: str, pointed: str | None) -> bool:
    """Is it a literal of the variable that is pointed at, or of one of the variables ``x=v`` that stand for it?"""
    variable = literal.lstrip("¬")
    return pointed is not None and (variable == pointed or variable.startswith(f"{pointed}="))


def literal_colors(state: SatState, literal: str, theme: Theme) -> tuple[Color, Color]:
    """Fill and ink of a literal: green where it is true, red where false, plain where open."""
    truth = state.truth(literal)
    if truth is None:
        return theme.raised, theme.text
    return (theme.no_mine, theme.on_no_mine) if truth else (theme.mine, theme.on_mine)


def draw_literal(canvas: Canvas, box: Rect, state: SatState, literal: str, theme: Theme, *, lit: bool = False) -> None:
    """A literal as a chip; a false one is struck out, a true one has a bar below: colour never speaks alone."""
    fill, ink = literal_colors(state, literal, theme)
    canvas.rect(box, fill, theme.accent if lit else theme.edge, 3 if lit else 1, box.h * 0.25)
    size = box.h * 0.62
    canvas.text(box.center, fit_text(canvas, literal, box.w - size * 0.4, size, "bold"), size, ink, "center", "bold")
    truth = state.truth(literal)
    if truth is False:
        canvas.line((box.x + box.w * 0.12, box.center[1]), (box.right - box.w * 0.12, box.center[1]), ink,
                    max(1.0, box.h * 0.06))
    elif truth:
        canvas.rect(Rect(box.x + box.w * 0.2, box.bottom - box.h * 0.16, box.w * 0.6, max(1.5, box.h * 0.07)), ink)


def chip_width(canvas: Canvas, literal: str, height: float) -> float:
    """How wide a literal's chip is."""
    return canvas.measure(literal, height * 0.62, "bold") + height * 0.7


def chips(canvas: Canvas, box: Rect, literals: Sequence[str], height: float) -> Iterator[tuple[str, Rect]]:
    """Places for a clause's literals, in rows."""
    gap, x, y = height * 0.22, box.x, box.y
    for literal in literals:
        width = min(chip_width(canvas, literal, height), box.w)
        if x + width > box.right and x > box.x:
            x, y = box.x, y + height + gap
        yield literal, Rect(x, y, width, height)
        x += width + gap


def draw_clause(canvas: Canvas, box: Rect, state: SatState, clause: int, theme: Theme, unit: float,
                pointed: str | None = None) -> None:
    """One clause: its number, and its literals as chips."""
    size = 14 * unit
    said = f"{'Learned' if clause > len(state.cnf.clauses) else 'Clause'} {clause}"
    name, place = box.split_left(max(92 * unit, canvas.measure(said, size) + 2 * unit), 6 * unit)
    canvas.text((name.x, name.y + 13 * unit), said, size, theme.muted)
    literals = state.literals_of(clause)
    if not literals:
        canvas.text((place.x, name.y + 13 * unit), "⊥ (empty)", size, theme.bad, "left", "bold")
    for literal, chip in chips(canvas, place, literals, 26 * unit):
        if chip.bottom <= box.bottom + 1:
            draw_literal(canvas, chip, state, literal, theme, lit=is_pointed(literal, pointed))


def draw_trail(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float,
               pointed: str | None = None) -> None:
    """The trail, a group for each level; decisions have a Δ. Where it is long, its end is shown."""
    height = 24 * unit
    widths = [chip_width(canvas, _shown(entry), height) + height * 0.2 for entry in state.trail]
    rows = max(1, int(box.h / (height * 1.35)))
    first, room = len(widths), box.w * rows * 0.94
    while first and room > widths[first - 1]:
        first -= 1
        room -= widths[first]
    x, y = box.x, box.y
    if first:
        canvas.text((x, y + height / 2), "…", height * 0.6, theme.muted)
        x += height * 0.8
    for entry, width in zip(state.trail[first:], widths[first:], strict=True):
        if x + width > box.right and x > box.x:
            x, y = box.x, y + height * 1.35
        chip = Rect(x, y, min(width - height * 0.2, box.w), height)
        ground = theme.constraint if entry.decided else theme.raised
        ink = theme.on_constraint if entry.decided else theme.text
        lit = is_pointed(entry.literal, pointed)
        canvas.rect(chip, ground, theme.accent if lit else theme.edge, 3 if lit else 1, height * 0.25)
        text = fit_text(canvas, _shown(entry), chip.w - height * 0.3, height * 0.6, "bold")
        canvas.text(chip.center, text, height * 0.6, ink, "center", "bold")
        x += width
    if not state.trail:
        canvas.text((box.x, box.y + height / 2), "M = ∅: nothing is assigned", height * 0.6, theme.muted)


def _shown(entry: Entry) -> str:
    return f"{entry.literal} Δ{entry.level}" if entry.decided else entry.literal


def draw_sat_focus(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float,
                   pointed: str | None = None) -> None:
    """What the search looks at: what is asked, the clause, what conflict analysis has come to, and the trail."""
    head, rest = box.split_top(24 * unit, 4 * unit)
    canvas.text((head.x, head.center[1]), fit_text(canvas, headline(state), head.w, 15 * unit, "bold"), 15 * unit,
                theme.bad if state.conflict is not None or state.refuted else theme.text, "left", "bold")
    clause, rest = rest.split_top(58 * unit, 4 * unit)
    if state.clause is not None:
        draw_clause(canvas, clause, state, state.clause, theme, unit, pointed)
    if state.resolvent is not None:
        line, rest = rest.split_top(24 * unit, 4 * unit)
        text = "Analysis: " + (" ∨ ".join(state.resolvent) or "⊥")
        canvas.text((line.x, line.center[1]), fit_text(canvas, text, line.w, 14 * unit), 14 * unit, theme.text)
    name, rest = rest.split_top(20 * unit, 2 * unit)
    canvas.text((name.x, name.center[1]), f"Trail, level {state.level}", 13 * unit, theme.muted)
    with canvas.clip(rest):
        draw_trail(canvas, rest, state, theme, unit, pointed)


def headline(state: SatState) -> str:
    """Where the search is, in a few words."""
    asked = f"with {', '.join(state.probe)}: " if state.probe else ""
    if state.refuted:
        return f"{asked}no model"
    if state.conflict is not None:
        return f"{asked}conflict in clause {state.conflict}"
    if state.models and len(state.values) >= len(state.models[-1]) > 0:
        return f"{asked}a model ({state.found} found so far)"
    return f"{asked}{len(state.values)} of {len(state.cnf.names)} variables assigned"


def draw_clauses(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float,
                 pointed: str | None = None) -> None:
    """All clauses as text, those visited and the current one marked; scrolled so that the current one shows."""
    numbers = [*range(1, len(state.cnf.clauses) + 1), *state.learned]
    step = 20 * unit
    shown = max(1, int(box.h / step))
    here = numbers.index(state.clause) if state.clause in numbers else 0
    top = max(0, min(here - shown // 2, len(numbers) - shown))
    visited = set(state.visited)
    column = max(54 * unit, canvas.measure(f"L{numbers[-1]}", 12 * unit) + 20 * unit if numbers else 0)
    for row, clause in enumerate(numbers[top : top + shown]):
        line = Rect(box.x, box.y + row * step, box.w, step)
        if clause == state.clause:
            canvas.rect(line, theme.current, radius=3 * unit)
        mark = "▸" if clause == state.clause else "·" if clause in visited else ""
        canvas.text((line.x + 4 * unit, line.center[1]), mark, 13 * unit, theme.accent)
        learned = clause > len(state.cnf.clauses)
        canvas.text((line.x + column, line.center[1]), f"{'L' if learned else ''}{clause}", 12 * unit, theme.muted,
                    "right")
        x = line.x + column + 8 * unit
        for index, literal in enumerate(state.literals_of(clause)):
            x = _word(canvas, (x, line.center[1]), state, literal, theme, unit, joined=index > 0, pointed=pointed)
            if x > line.right:
                break


def _word(canvas: Canvas, at: tuple[float, float], state: SatState, literal: str, theme: Theme, unit: float, *,
          joined: bool, pointed: str | None) -> float:
    """A literal in a line of text; returns where the next one begins."""
    size, (x, y) = 14 * unit, at
    if joined:
        canvas.text((x, y), "∨", size, theme.muted)
        x += canvas.measure("∨ ", size)
    truth = state.truth(literal)
    color = theme.text if truth is None else theme.good if truth else theme.bad
    width = canvas.measure(literal, size, "bold" if truth else "sans")
    if is_pointed(literal, pointed):
        canvas.rect(Rect(x - 2 * unit, y - 9 * unit, width + 4 * unit, 18 * unit), None, theme.accent, 2, 3 * unit)
    canvas.text((x, y), literal, size, color, "left", "bold" if truth else "sans")
    if truth is False:
        canvas.line((x, y), (x + width, y), color, max(1.0, 1.2 * unit))
    return x + width + size * 0.4


def tree_places(nodes: Sequence[Node], kept: int) -> dict[int, tuple[float, int]]:
    """Where each node lies: a column for each leaf, a row for each depth. Only the last ``kept`` leaves' branches and
    their ancestors are placed, so that a large tree stays quick."""
    first = max(0, len(nodes) - kept)
    wanted = set(range(first, len(nodes)))
    for index in range(first, len(nodes)):
        parent = nodes[index].parent
        while parent >= 0 and parent not in wanted:
            wanted.add(parent)
            parent = nodes[parent].parent
    children: dict[int, list[int]] = {}
    for index in sorted(wanted):
        children.setdefault(nodes[index].parent, []).append(index)
    places: dict[int, tuple[float, int]] = {}
    column = 0.0
    for index in sorted(wanted, reverse=True):  # children have larger numbers than their parents
        below = children.get(index, [])
        if below:
            places[index] = sum(places[child][0] for child in below) / len(below), nodes[index].depth
        else:
            places[index] = column, nodes[index].depth
            column -= 1.0
    return places


def draw_tree(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float) -> None:
    """The search tree around where the search is: the current branch thick, failed branches red with a cross."""
    if not state.nodes:
        canvas.text((box.x, box.y + 14 * unit), "No decision yet.", 14 * unit, theme.muted)
        return
    places = tree_places(state.nodes, 400)
    here = state.path[-1][0] if state.path and state.path[-1][0] in places else max(places)
    columns = [at[0] for at in places.values()]
    span, depth = max(columns) - min(columns) + 1, max(at[1] for at in places.values()) + 1
    unit *= min(2.2, max(0.6, min(box.w / (span * 58 * unit), box.h / (depth * 46 * unit))))
    column, row = 58 * unit, 46 * unit
    x0 = box.center[0] - places[here][0] * column
    if span * column <= box.w:  # all of it fits: it stands still in the middle
        x0 = box.center[0] - (max(columns) + min(columns)) / 2 * column
    rows = max(1, int(box.h / row) - 1)
    y0 = box.y + 16 * unit - (max(0, places[here][1] - rows + 1) * row if depth * row > box.h else 0)
    spots = {index: (x0 + at[0] * column, y0 + at[1] * row) for index, at in places.items()}
    path = {node for node, _ in state.path}
    visible = box.inset(-column, -row)
    for index, spot in spots.items():
        parent = state.nodes[index].parent
        if parent in spots and (visible.contains(*spot) or visible.contains(*spots[parent])):
            current = index in path
            canvas.line(spots[parent], spot, theme.accent if current else theme.edge, (3 if current else 1.5) * unit)
    for index, spot in spots.items():
        if visible.contains(*spot):
            _node(canvas, spot, state.nodes[index], index == here, theme, unit)


def _node(canvas: Canvas, spot: tuple[float, float], node: Node, here: bool, theme: Theme, unit: float) -> None:
    fill, ink = getattr(theme, _STATUS[node.status]), getattr(theme, "on_" + _STATUS[node.status])
    sign = {"open": "", "failed": " ✗", "model": " ✓"}[node.status]
    size = 13 * unit
    text = fit_text(canvas, node.label + sign, 56 * unit, size, "bold")
    width = max(22 * unit, canvas.measure(text, size, "bold") + 10 * unit)
    card = Rect(spot[0] - width / 2, spot[1] - 11 * unit, width, 22 * unit)
    canvas.rect(card, fill, theme.accent if here else theme.edge, 3 * unit if here else 1, 8 * unit)
    canvas.text(card.center, text, size, ink, "center", "bold")
