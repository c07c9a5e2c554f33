"""The panel of a search that looks back: the variable that is looked at, value by value, and whom it blames."""

from __future__ import annotations

from algorithms.backjumping.events import ConfSetJoined, Saved
from algorithms.core import Algorithm
from algorithms.events import JumpedBack, Struck
from algorithms.problems.forms.csp import Domain, Value
from algorithms.vocabulary import events_named
from algorithms.words import counted, few, listed
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.backjumping.numbers import checks_of, jump_of, level_of, saved_of
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.families.backtracking.numbers import found_of
from visualizer.runs.numbers import Number
from visualizer.stage.family import Legend
from visualizer.stage.links import Links
from visualizer.stage.panels import Fact, algorithm_facts, draw_facts, draw_legend_and_facts
from visualizer.stage.view import View

_ROW, _ROOMY = 23.0, 32.0  # points: of a row, and where there are few
_NAMED = 6  # of a conflict set
Look = tuple[str, str, str]
"""Of a value: the theme's colour for it, its sign, and what is said of it."""


def legend(algorithm: Algorithm) -> Legend:
    """Not all remember or jump; and who blames conflicts, and looks back only, visits what CBJ visits."""
    events = events_named(algorithm)
    saves, jumps, joins, ahead = (kind.__name__ in events for kind in (Saved, JumpedBack, ConfSetJoined, Struck))
    return (("test", "value under test"), ("constraint", "accepted for now"),
            ("no_mine", "✓ consistent, or saved" if saves else "✓ consistent"), ("mine", "✗ refused"),
            *([("known", "jump; the blamed")] if jumps else []),
            *([("unknown", "CBJ does not visit")] if ahead or not joins else []))


def _seen_legend(view: View) -> Legend:
    """Of the colours on show: what CBJ does not visit is seen among the jumps only."""
    jumps = "jumps" in (view.tab, view.in_place)
    return tuple(row for row in legend(view.algorithm) if jumps or row[0] != "unknown")


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What is being looked at; before anything is, what the colours mean."""
    search = backjump_of(view.state)
    if search.current is None:
        found = (found_of(search),) if search.found else ()
        facts = [*algorithm_facts(view.algorithm), Fact("Now", _outcome(search), numbers=found)]
        draw_legend_and_facts(canvas, box, _seen_legend(view), facts, theme, unit, view.links)
        return
    head, rest = box.split_top(24 * unit, 4 * unit)
    color = theme.bad if search.dead_end is not None else theme.text
    said = fit_text(canvas, headline(search), head.w, 15 * unit, "bold")
    view.links.write(canvas, (head.x, head.center[1]), said, 15 * unit, color, "left", "bold",
                     numbers=_told(search, said))
    rest, foot = rest.split_bottom(22 * unit, 4 * unit)
    draw_facts(canvas, foot, [blamed(search)], theme, unit)
    _draw_values(canvas, rest, search, search.struck_before(view.state, search.current), theme, unit, view.links)


def _outcome(search: BackjumpState) -> str:
    if search.ended:
        tried = f"all is tried: {counted(search.found, 'solution')}; dashed: the last one"
        return tried if search.found else "there is no solution"
    if search.solved:
        return f"solution {search.found}"
    return "the order of the variables is fixed" if search.order else "not started"


def headline(search: BackjumpState) -> str:
    """What is going on, in a line."""
    x = search.current
    if search.returned is not None:
        far = search.returned.start - search.returned.level
        how = "back one variable" if far == 1 else f"a jump over {counted(far - 1, 'variable')}"
        return f"{x}, level {search.level}: {how}"
    if search.lowered is not None:
        return f"{search.lowered.variable} will change: mbl ≤ {search.lowered.level} behind it"
    if search.joined is not None and search.dead_end is not None:
        return f"{search.joined.variable} takes in the conflict set of {search.dead_end}"
    if search.dead_end is not None:
        return f"{x}, level {search.level}: a dead end"
    if search.asked is not None:
        return f"{x} = {search.trying} asks {search.asked.other}"
    return f"{x}, level {search.level}: which value?" if search.verdict is None else f"{x}, level {search.level}"


def _told(search: BackjumpState, said: str) -> list[Number]:
    """The numbers of the headline."""
    return [*([level_of(search)] if ", level " in said else []), *([jump_of(search)] if "a jump over" in said else [])]


def blamed(search: BackjumpState) -> Fact:
    """Whom a dead end of the variable would blame."""
    x = search.current or ""
    names = search.conf_sets.get(x, ())
    if search.blames == "conflicts":
        return Fact("conf-set", few(names, _NAMED) if names else "nobody so far")
    if search.blames == "deepest":
        return Fact("max-check", listed(names) if names else "nobody so far")
    before = search.at.get(search.level - 1)
    return Fact("Goes back to", before or "nobody: it is the first")


def look_of(search: BackjumpState, value: Value, struck: Domain = ()) -> Look:
    """What is known of a value of the current variable, of which labels before have ``struck`` some."""
    refused = search.refused.get(search.current or "", {})
    if search.returned is not None and value == search.returned.value:
        return "mine", "✗", search.spent
    if value == search.trying and search.verdict is not False:
        return ("constraint", "✓", _asked(search)) if search.verdict else ("test", "?", _asked(search))
    if value in struck:
        return "raised", "✗", "struck by forward checking"
    if value not in refused:
        return "raised", " ", "not tried so far"
    by = refused[value]
    text = f"refused by {listed(by)}" if by else search.lost(search.current or "", value)
    if value == search.trying and search.saved is not None:
        text += f"; {search.saved.saved}"
    elif value == search.trying and search.checks:
        text += f"; {counted(len(search.checks), 'check')}"
    return "mine", "✗", text


def _asked(search: BackjumpState) -> str:
    """Who was asked about the value under test, and what was saved."""
    parts = [search.saved.saved] if search.saved is not None else []
    if search.checks:
        asked = list(dict.fromkeys(x for x, _ in search.checks))  # who looks ahead asks for each value
        agreed = list(dict.fromkeys(x for x, satisfied in search.checks if satisfied))
        parts.append(f"asked {few(asked, 3)}" if search.verdict is None or not agreed else
                     f"{few(agreed, 3)} {'agrees' if len(agreed) == 1 else 'agree'}")
    return "; ".join(parts) or ("nobody is asked" if search.verdict else "who is to be asked?")


def _checks(search: BackjumpState, value: Value) -> list[Number]:
    """The numbers in what is said of a value: of the one under test how many checks were made, or saved."""
    if value != search.trying or search.returned is not None:
        return []
    return [saved_of(search)] if search.saved is not None else [checks_of(search)] if search.verdict is False else []


def _draw_values(canvas: Canvas, box: Rect, search: BackjumpState, struck: Domain, theme: Theme, unit: float,
                 links: Links) -> None:
    """A row for each value, in columns where they are many."""
    values = search.values.get(search.current or "", ())
    rows = max(1, int(box.h / (_ROW * unit)))
    columns = -(-len(values) // rows) or 1
    wide, high = box.w / columns, min(_ROOMY * unit, box.h / max(1, min(rows, len(values))))
    size = min(15 * unit, high * 0.56)
    chip = min(wide * 0.4, max((canvas.measure(str(value), size, "bold") for value in values), default=0) + 30 * unit)
    for index, value in enumerate(values):
        column, row = divmod(index, rows)
        place = Rect(box.x + column * wide, box.y + row * high, wide - 6 * unit, high)
        role, sign, text = look_of(search, value, struck)
        fill: Color = getattr(theme, role)
        ink: Color = theme.text if role == "raised" else getattr(theme, f"on_{role}")
        ground = Rect(place.x, place.y + high * 0.06, chip, high * 0.88)
        canvas.rect(ground, fill, theme.edge, 1, 4 * unit)
        written = fit_text(canvas, f"{value} {sign}".strip(), chip - 4 * unit, size, "bold")
        canvas.text(ground.center, written, size, ink, "center", "bold")
        room = place.w - chip - 8 * unit
        if room > 20 * unit:
            links.write(canvas, (place.x + chip + 8 * unit, place.center[1]), fit_text(canvas, text, room, size), size,
                        theme.text if role != "raised" else theme.muted, numbers=_checks(search, value),
                        behind=text.rfind(";") + 1 if role == "mine" else 0)
