"""At 1280×800 every text of the window can be read: none is below 12 pixels, none is cut, in any lesson at any cue.

What is wrong, and which function drew it, is also told by ``tests/kit/measuring.py LESSON``.
"""

from __future__ import annotations

import pytest

from kit.known_lessons import every_lesson
from kit.measuring import faults
from scenarios.loader import Scenario

TO_MEND = {  # modules that still draw what cannot be read: this becomes less, and then goes
    "families/consistency/equation.py", "families/sampling/panels.py", "families/satisfiability/formula_size.py",
    "families/satisfiability/graph_panel.py", "families/satisfiability/panels.py", "puzzles/clue/board.py",
    "puzzles/clue/log.py", "puzzles/clue/look.py", "puzzles/gnomine/board.py", "puzzles/gnomine/tile.py",
    "puzzles/gnomine/trial.py", "puzzles/sudoku/cell.py", "stage/compare_stage.py", "stage/compare_totals.py",
    "window/transport.py",
}


@pytest.mark.parametrize("lesson", every_lesson(), ids=lambda lesson: lesson.name)
def test_every_text_can_be_read(lesson: Scenario) -> None:
    wrong = {f"{moment}: {fault}" for moment, fault in faults(lesson) if fault.module not in TO_MEND}
    assert not wrong, "\n".join(sorted(wrong)[:20])
