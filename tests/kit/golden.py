"""What every lesson did when it was last looked at: its events, counters and answers, and what was drawn.

``python tests/kit/golden.py`` writes it anew, after a change that means to change something; the file's difference then
says what else did. A record is short words of hashes, so that it says that something differs, and where, not what.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from kit.known_lessons import GOLDEN, LESSONS, known, recorded, replayed
from scenarios.loader import Scenario
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import theme
from visualizer.recording import compare_film
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import Comparison
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

SIZE = (1280, 800)
Record = dict[str, Any]
Written = dict[int, tuple[Op, str]]


def short(text: str) -> str:
    """Twelve letters that stand for the text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _rounded(text: str) -> str:
    """Numbers to 13 places: the last ones differ from one processor to the next."""
    return re.sub(r"\d\.\d{14,}", lambda number: f"{float(number[0]):.13f}", text)


def record(scenario: Scenario, timelines: Sequence[Timeline[Any]]) -> Record:
    """A lesson: each of its runs, which have ended, and its drawings at five places."""
    runs = [_run(run, timeline) for run, timeline in zip(scenario.runs, timelines, strict=True)]
    drawings = _compared(scenario) if scenario.compares else _single(scenario, timelines[0])
    return {"runs": runs, "drawings": dict(drawings)}


def _run(run: Any, timeline: Timeline[Any]) -> Record:
    events = _rounded("\n".join(f"{type(event).__name__} {event!r} {event.sentence()}" for event in timeline.events))
    counters = {counter.name: timeline.total(counter, len(timeline.events)) for counter in run.algorithm.counters}
    answer = json.dumps(timeline.answer.as_json(run.form().hidden), sort_keys=True, default=str)
    return {"name": run.name, "events": len(timeline.events), "said": short(events), "counters": counters,
            "outcome": timeline.answer.outcome, "answer": short(answer)}


def _drawn(draw: Callable[[RecordingCanvas], None], stills: Stills | None = None, kept: Written | None = None) -> str:
    """``kept``: how strokes are written that others of these drawings have, too."""
    canvas, known = RecordingCanvas(stills), Written() if kept is None else kept
    draw(canvas)
    for op in canvas.ops:
        if id(op) not in known:
            known[id(op)] = op, repr(op)  # with the stroke itself, so that no other one gets its place
    return short(f"[{', '.join([known[id(op)][1] for op in canvas.ops])}]")


def _single(scenario: Scenario, timeline: Timeline[Any]) -> Iterator[tuple[str, str]]:
    """Each tab of the stage, from the start to the end; beside it the stage is drawn once."""
    look, board = theme("dark"), board_for(scenario.puzzle)
    for quarter in range(5):
        timeline.seek(len(timeline.events) * quarter // 4)
        view, stills = View(scenario.algorithm, board, timeline, before=timeline.state, say=scenario.title), Stills()
        kept = Written()
        for tab in view.algorithm.panels:
            view.code = tab
            yield f"{quarter}/4 {tab}", _drawn(lambda canvas, view=view: draw_stage(  # type: ignore[misc]
                canvas, Rect(0, 0, *SIZE), view, look, 1.0), stills, kept)


def _compared(scenario: Scenario) -> Iterator[tuple[str, str]]:
    with patch.object(compare_film, "Comparison", partial(Comparison, opened=lambda _: list(replayed(scenario.path)))):
        film, look = compare_film.plan_comparison(scenario, 200), theme("dark")
    for quarter in range(5):
        frame = film.frames[(len(film.frames) - 1) * quarter // 4]
        yield f"{quarter}/4", _drawn(lambda canvas, frame=frame: film.draw(  # type: ignore[misc]
            canvas, frame, SIZE, look))


def write() -> None:
    """Records all lessons."""
    found = {path.stem: record(known(path), recorded(path)) for path in LESSONS}
    GOLDEN.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
