"""At 1280×800 every text of the window can be read: none is below 12 pixels, none is cut, in any lesson at any cue.

What is wrong, and which function drew it, is also told by ``tests/kit/measuring.py LESSON``.
"""

from __future__ import annotations

import pytest

from kit.known_lessons import every_lesson
from kit.measuring import faults
from scenarios.loader import Scenario

TO_MEND = {  # modules that still draw what cannot be read: this becomes less, and then goes
    "families/answer_sets/loops_tab.py", "families/answer_sets/panels.py", "families/answer_sets/rule_lines.py",
    "families/answer_sets/rules_tab.py", "families/arcs/queue.py", "families/backjumping/chips.py",
    "families/backjumping/lanes.py", "families/backjumping/marks.py", "families/backjumping/on_board.py",
    "families/backtracking/panels.py", "families/covering/matrix.py", "families/genetic/crossing.py",
    "families/genetic/heatmap.py", "families/genetic/roulette.py", "families/local_search/panels.py",
    "families/sampling/panels.py", "families/satisfiability/formula_size.py",
    "families/satisfiability/implication_graph.py", "families/satisfiability/panels.py",
    "families/transitions/panels.py", "families/transitions/rules.py", "families/transitions/unfolded.py",
    "puzzles/clue/board.py", "puzzles/clue/log.py", "puzzles/clue/look.py", "puzzles/colouring/node.py",
    "puzzles/formula.py", "puzzles/gnomine/board.py", "puzzles/gnomine/tile.py", "puzzles/hamiltonian/drawing.py",
    "puzzles/network.py", "puzzles/program/board.py", "puzzles/search_marks.py", "puzzles/sudoku/cell.py",
    "puzzles/zebra/cell.py", "puzzles/zebra/clue_list.py", "puzzles/zebra/pictures.py", "stage/compare_stage.py",
    "stage/compare_totals.py", "stage/panels.py", "stage/violations.py", "tree/drawing.py",
    "window/compare_screen.py", "window/stage_screen.py", "window/transport.py",
}


@pytest.mark.parametrize("lesson", every_lesson(), ids=lambda lesson: lesson.name)
def test_every_text_can_be_read(lesson: Scenario) -> None:
    wrong = {f"{moment}: {fault}" for moment, fault in faults(lesson) if fault.module not in TO_MEND}
    assert not wrong, "\n".join(sorted(wrong)[:20])
