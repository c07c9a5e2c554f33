"""Search that looks back, and forward checking as Prosser has it beside."""

from __future__ import annotations

from algorithms.backjumping import BACKJUMPING
from visualizer.families.backjumping.lanes import draw_jumps
from visualizer.families.backjumping.marks import draw_marks
from visualizer.families.backjumping.on_board import draw_checks
from visualizer.families.backjumping.panels import LEGEND, draw_focus
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.backjumping.why import why
from visualizer.runs.families import declare
from visualizer.stage.family import TREE, FamilyView, Tab

declare(FamilyView(of=BACKJUMPING, start=BackjumpState.begin, focus=draw_focus, legend=LEGEND, why=why,
                   on_board=draw_checks,
                   tabs=(Tab("jumps", "Jumps", draw_jumps), Tab("marks", "Marks", draw_marks), TREE)))
