"""Answer sets: unfounded sets, a reduct, a completion; and the searches, over literals and over clauses with loops."""

from __future__ import annotations

from algorithms.answer_sets import ANSWER_SEARCH, ANSWER_SETS, LOOP_FORMULAS
from algorithms.answer_sets.events import AtomCompleted, ConstraintKept
from algorithms.events import Decided
from visualizer.families.answer_sets.claims import claim as claim_of_atom
from visualizer.families.answer_sets.completion_tab import draw_completion
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.loops_tab import draw_loops
from visualizer.families.answer_sets.notes import notes
from visualizer.families.answer_sets.on_board import draw_set
from visualizer.families.answer_sets.panels import draw_below
from visualizer.families.answer_sets.panels import draw_focus as draw_program
from visualizer.families.answer_sets.reduct_tab import draw_reduct
from visualizer.families.answer_sets.rules_tab import draw_rules
from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.answer_sets.values import of_loops, of_search, values
from visualizer.families.answer_sets.why import why as why_program
from visualizer.families.satisfiability.claims import claim
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.family import SPANS, TABS, draw_focus
from visualizer.families.satisfiability.flight import draw_flight
from visualizer.families.satisfiability.notes import notes as search_notes
from visualizer.families.satisfiability.tree_links import lens, node_of
from visualizer.families.satisfiability.why import why
from visualizer.runs.families import declare
from visualizer.stage.family import TREE, FamilyView, Tab

_RULES = Tab("rules", "Rules", draw_rules, literals=True)
_REDUCT = Tab("reduct", "Reduct", draw_reduct, literals=True)
_COMPLETION = Tab("completion", "Completion", draw_completion, literals=True)
_LOOPS = Tab("loops", "Loops", draw_loops, literals=True)

_SEARCHED = tuple(tab for tab in TABS if tab.name != "literals")  # seven tabs and more have no room for their names

_ROOM = 252.0  # points: what holds an atom up, with a set of one's own and the answer sets below

_BENEATH = {"completion": 0.45, "reduct": 0.48, "unfounded": 0.36}  # what needs so much of the height below a board

declare(FamilyView(of=ANSWER_SETS, start=ProgramState.start, focus=draw_program, literals=True, lights=False,
                   tabs=(_RULES, _REDUCT, _COMPLETION, _LOOPS), why=why_program, claim=claim_of_atom,
                   on_board=draw_set, below=draw_below,
                   beneath=lambda algorithm: _BENEATH[algorithm.name],
                   room=lambda _view: _ROOM, spans={AtomCompleted: 0.3, ConstraintKept: 0.3}, values=values,
                   notes=notes))
declare(FamilyView(of=ANSWER_SEARCH, start=ProgramState.start, focus=draw_program, literals=True, lights=False,
                   tabs=(TREE, _RULES, _REDUCT, _LOOPS), why=why_program, claim=claim_of_atom,
                   on_board=draw_set, decides=Decided, room=lambda _view: _ROOM, values=of_search, notes=notes))
declare(FamilyView(of=LOOP_FORMULAS, start=LoopState.start, focus=draw_focus, tabs=(*_SEARCHED, _LOOPS), why=why,
                   claim=claim, decides=Decided, literals=True, on_board=draw_clash, lens=lens, node=node_of,
                   above=draw_flight, spans=SPANS, values=of_loops, notes=search_notes))
