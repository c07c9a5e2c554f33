"""The totals of a comparison: what each run has counted, inferred and found so far. At most eight that the runs share,
the best of each backed; the others on a key."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Sequence

from algorithms.core import Counter
from scenarios.charts import EVENTS, INFERRED
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.lazy_form import Form
from visualizer.runs.states import State
from visualizer.stage.series import defined

NONE = "—"
MOST_SHOWN = 8
NAME_TEXT = 15.0  # the size of a run's name in a line of its own
_SHORT = {"unsatisfiable": "unsat", "complete": "compl.", "stopped": "stop.", "goes on": "runs"}  # in narrow columns
_TEXT, _STEP = 14.0, 24.0  # size of the table's text, and from row to row at the most
_LOW, _EASY, _TWO_BLOCKS = 16.0, 18.5, 420.0  # rows that can be read, and easily; the width to ask for these
_COLUMN, _LEAST = 64.0, 34.0  # of a run's numbers: wider where there is room, narrower for the sake of a long name
_SMALLER = 0.75  # in a window in which all texts are smaller still, those of the table have this part of SMALLEST
_LEAST_ROW = 1.2  # of a row, in its smallest texts
_NAMES, _NUMBERS = 90.0, 50.0  # the least width of a block: of its names, and of each run's numbers

Rows = Sequence[tuple[AlgorithmRun, Timeline[State]]]
Cells = Sequence[Sequence[str]]


def counters_of(rows: Rows) -> list[Counter]:
    """All counters that any of the algorithms has, by their names."""
    found: dict[str, Counter] = {}
    for run, _ in rows:
        for counter in run.algorithm.counters:
            found.setdefault(counter.name, counter)
    return list(found.values())


def ended(timeline: Timeline[State]) -> bool:
    """Whether the run is over, here."""
    return timeline.done and timeline.position == len(timeline.events)


def begun(rows: Rows) -> bool:
    """Has any of the runs done something here? Before that it is not told that one of them has nothing to do: lessons
    may ask."""
    return any(timeline.position for _, timeline in rows) or all(
        timeline.done and not timeline.events for _, timeline in rows)


def outcome_of(timeline: Timeline[State]) -> str:
    """How a run has ended, as far as is known here. One that looks for all solutions goes on after the first, one that
    has counted tells then what that means."""
    if ended(timeline) and timeline.answer is not None:
        return str(timeline.answer.outcome)
    outcome, goes_on = timeline.state.outcome, timeline.position < len(timeline.events)
    return "goes on" if goes_on and outcome in ("solved", "complete") else outcome or NONE


def inferred(timeline: Timeline[State]) -> int:
    """How many variables are defined here that were not at the start."""
    return defined(timeline.state, _start(timeline))


def _start(timeline: Timeline[State]) -> State:
    return next(state for _, state in timeline.kept())


def _alike(rows: Rows) -> bool:
    """Do all runs begin with the same knowledge?"""
    return all(_start(timeline).domains == _start(rows[0][1]).domains for _, timeline in rows)


def table(rows: Rows) -> list[list[str]]:
    """The totals, in rows below a head: events, the counters that any run has, the size of the formula where each run
    has one, what was inferred, the outcome."""
    names, forms = [counter.name for counter in counters_of(rows)], _forms(rows)
    nouns = sorted({form.noun for form in forms})
    sizes = [*(f"{noun}s" for noun in nouns), "auxiliary"] if nouns else []
    found = [["run", "events", *names, *sizes, INFERRED, "outcome"]]
    for index, (run, timeline) in enumerate(rows):
        own = {counter.name: f"{timeline.total(counter):,}" for counter in run.algorithm.counters}
        found.append([run.label, f"{timeline.position:,}", *(own.get(name, NONE) for name in names),
                      *(_size(forms[index], nouns) if forms else ()),
                      f"{inferred(timeline):,}", outcome_of(timeline) if begun(rows) else NONE])
    return found


def _forms(rows: Rows) -> list[Form]:
    """The formula of each run; none where one has none."""
    found = [form for _, timeline in rows if (form := timeline.state.form) is not None]
    return found if len(found) == len(rows) else []


def _size(form: Form, nouns: Sequence[str]) -> list[str]:
    """How many clauses a formula has, or how many constraints: what it has none of is another run's."""
    return [*(f"{form.count:,}" if form.noun == noun else NONE for noun in nouns), f"{form.auxiliary:,}"]


def parted(rows: Rows, about: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """The words of the table's head that are shown, and the rest: first what the lesson is ``about``, then what all
    runs have, then what some have, in the order of the table. What was inferred by who began with more tells little."""
    counting = Counted(counter.name for run, _ in rows for counter in run.algorithm.counters)
    sized = Counted(f"{form.noun}s" for form in _forms(rows))
    every = dict.fromkeys(("auxiliary",) if sized else (), len(rows))
    having = {"events": len(rows), **counting, **dict(sorted(sized.items())), **every, INFERRED: len(rows),
              "outcome": len(rows)}
    names = list(having)
    ranked = sorted(names, key=lambda name: (name not in about, name not in ("events", INFERRED, "outcome"),
                                             -having[name]))
    chosen = {name for name in ranked[:MOST_SHOWN] if having[name] > 1 and (name != INFERRED or _alike(rows))}
    return [name for name in names if name in chosen], [name for name in names if name not in chosen]


def columns_of(cells: Cells, names: Sequence[str]) -> list[list[str]]:
    """A table with the run's name, and of the rest these columns only."""
    places = [0, *(cells[0].index(name) for name in names)]
    return [[row[place] for place in places] for row in cells]


def best_of(rows: Rows, cells: Cells, about: Sequence[str]) -> dict[str, set[int]]:
    """For the words of the head for which that can be said, the runs that did best: what was inferred with most, and
    with the least work where all came to the same end; events are work where the lesson is ``about`` them. Nobody is
    best before all have ended, or where all are alike; nor did who began with less infer most."""
    if not all(ended(timeline) for _, timeline in rows):
        return {}
    alike = len({outcome_of(timeline) for _, timeline in rows}) == 1
    costs = {counter.name for counter in counters_of(rows) if counter.better == "fewer"} | {EVENTS} & {*about}
    said = {*((INFERRED,) if _alike(rows) else ()), *(costs if alike else ())}
    found: dict[str, set[int]] = {}
    for column, name in enumerate(cells[0]):
        texts = [row[column].replace(",", "") for row in cells[1:]]
        if name not in said or not all(text.isdecimal() for text in texts):
            continue
        numbers = [int(text) for text in texts]
        best = max(numbers) if name == INFERRED else min(numbers)
        winners = {run for run, number in enumerate(numbers) if number == best}
        if len(winners) < len(numbers):
            found[name] = winners
    return found


def table_unit(unit: float) -> float:
    """The unit of the table: its numbers have to be told apart in a small window, too."""
    return max(unit, _SMALLER)


def block_width(runs: int, unit: float) -> float:
    """The least width of a block of the table, of several."""
    return (_NAMES + _NUMBERS * runs) * table_unit(unit)


def _smallest(unit: float) -> float:
    """The smallest text of the table."""
    return SMALLEST * min(1.0, table_unit(unit))


def places_of(box: Rect, count: int, runs: int, unit: float) -> list[Rect]:
    """Where the head of the table lies, and its rows: in two or more blocks where one would be too high, and there is
    width for them. Rows that would be too low to be read are left out."""
    unit, small, blocks = table_unit(unit), _smallest(unit), 1
    step = min(box.h / (count + 1), _STEP * unit)
    least, most = _LOW if box.w < _TWO_BLOCKS * unit else _EASY, int(box.w / block_width(runs, unit))
    while step < max(small * 1.3, (least if blocks == 1 else _LOW) * unit) and blocks < min(4, most):
        blocks += 1
        step = min(box.h / (-(-count // blocks) + 1), _STEP * unit)
    lines, wide = max(1, -(-count // blocks)), box.w / blocks
    if step < small * _LEAST_ROW:
        lines = max(0, int(box.h / (small * _LEAST_ROW)) - 1)
        step, count = box.h / (lines + 1), min(count, lines * blocks)
    gap = 0 if blocks == 1 else 18 * unit
    found = [Rect(box.x + block * wide, box.y + line * step, wide - gap, step)
             for block in range(blocks) for line in range(lines + 1)]
    return found[:count + -(-count // lines)] if count else []


def rows_of(box: Rect, names: Sequence[str], runs: int, unit: float) -> list[tuple[str, Rect]]:
    """For each word of the head its row, as far as there is room; an empty word is the head of a block."""
    places = places_of(box, len(names), runs, unit)
    heads = {place.y for place in places[:1]}
    left = iter(names)
    return [("" if place.y in heads else next(left), place) for place in places]


def _column(canvas: Canvas, row: Rect, names: Sequence[str], runs: int, unit: float) -> float:
    """The width of a run's column."""
    unit = table_unit(unit)
    wide = min(max(_COLUMN * unit, (row.w * 0.6) / runs), 110 * unit, row.w * 0.72 / runs)
    least = max(_smallest(unit), SMALLEST * unit)
    longest = max((canvas.measure(name, least) for name in names), default=0.0) + 8 * unit  # each has its name
    return min(wide, max(_LEAST * unit, (row.w - longest) / runs))


def cells_of(canvas: Canvas, row: Rect, names: Sequence[str], runs: int, unit: float) -> list[Rect]:
    """Where the numbers of the runs lie in a row of the table of these names."""
    wide = _column(canvas, row, names, runs, unit)
    return [Rect(row.right - (runs - run) * wide, row.y, wide, row.h) for run in range(runs)]


def size_of(row: Rect, unit: float) -> float:
    """Of the text in a row of the table."""
    return min(_TEXT * table_unit(unit), row.h * 0.74)


def draw_totals(canvas: Canvas, box: Rect, cells: Cells, best: dict[str, set[int]], theme: Theme, unit: float) -> None:
    """A row for each counter, a column for each run, under the number that its board has."""
    names, runs = cells[0][1:], len(cells) - 1
    placed = rows_of(box, names, runs, unit)
    if not placed:
        return
    least, wide = _smallest(unit), _column(canvas, placed[0][1], names, runs, unit)
    unit, size = table_unit(unit), size_of(placed[0][1], unit)
    room = placed[0][1].w - runs * wide - 4 * unit
    fits = {name: min(size, size * room / canvas.measure(name, size)) for name in names}
    legible = {name: fit for name, fit in fits.items() if fit >= min(size, least - 0.5)}
    small = min(legible.values(), default=size)  # all alike
    for name, part in placed:
        y, first = part.center[1], part.right - runs * wide
        for run in range(runs):
            center = first + (run + 0.5) * wide
            if not name:
                draw_number(canvas, (center, y), run + 1, theme, min(unit, part.h / 20))
                continue
            text = cells[run + 1][cells[0].index(name)]
            wins = run in best.get(name, ())
            if wins:
                canvas.rect(Rect(center - wide * 0.46, part.y + 1, wide * 0.92, part.h - 2), theme.current, theme.edge,
                            1, 4 * unit)
            _write(canvas, (center, y), text, wide * 0.88, (size, least), (wins, theme))
        if name:
            canvas.line((part.x, part.y), (part.right, part.y), theme.raised)
            if name in legible:
                canvas.text((part.x, y), name, small, theme.muted)


def _write(canvas: Canvas, center: Point, text: str, width: float, sizes: tuple[float, float],
           look: tuple[bool, Theme]) -> None:
    """A cell, in a size or smaller, down to the least: then in short, and left out where that could not be read."""
    (size, least), (bold, theme) = sizes, look
    style: Style = "bold" if bold else "sans"
    if canvas.measure(text, max(least, 0.85 * size), style) > width:
        text = _SHORT.get(text, text)
    size = max(least, min(size, size * width / canvas.measure(text, size, style)))
    if canvas.measure(text, size, style) <= width * 1.1:
        canvas.text(center, text, size, theme.muted if text == NONE else theme.text, "center", style)


def run_color(theme: Theme, number: int) -> Color:
    """The colour of a run, by its number from 1."""
    color: Color = (theme.run_1, theme.run_2, theme.run_3, theme.run_4)[(number - 1) % 4]
    return color


def draw_number(canvas: Canvas, center: Point, number: int, theme: Theme, unit: float) -> None:
    """A run's number on a disc: the same at its board, in the table, and at the end of its curve."""
    canvas.circle(center, 9 * unit, run_color(theme, number))
    canvas.text(center, str(number), 13 * unit, theme.background, "center", "bold")


def draw_name(canvas: Canvas, at: Point, index: int, name: str, width: float, theme: Theme, unit: float) -> None:
    """The number and the name of the run of that index, in the middle of a line."""
    x, y = at
    draw_number(canvas, (x + 9 * unit, y), index + 1, theme, unit)
    size = NAME_TEXT * unit
    canvas.text((x + 26 * unit, y), fit_text(canvas, name, width - 30 * unit, size, "bold"), size, theme.text, "left",
                "bold")


def draw_title(canvas: Canvas, box: Rect, title: str, said: str, theme: Theme, unit: float) -> Rect:
    """What a panel shows, and beside it a few words; the room below."""
    head, rest = box.split_top(20 * unit, 2 * unit)
    canvas.text((head.x, head.center[1]), wrap_text(canvas, title, head.w, 14 * unit, "bold")[0], 14 * unit, theme.text,
                "left", "bold")
    left = head.w - canvas.measure(title, 14 * unit, "bold") - 14 * unit
    if said and canvas.measure(said, 13 * unit) <= left:
        canvas.text((head.right, head.center[1]), said, 13 * unit, theme.muted, "right")
    return rest
