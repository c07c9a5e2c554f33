"""No digits in a panel or on a board but those of numbers that can be asked for, and those known to be something else:
names, values, row labels, indices, sizes of the puzzle. What draws others has forgotten to declare them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from algorithms.core import Algorithm
from algorithms.problems.colouring.puzzle import Colouring
from kit.declared import declared
from kit.drawn_numbers import swept
from kit.known_lessons import LESSONS, known
from visualizer.stage.view import BOARD

_ANYWHERE = {
    r".*\b0 more\b.*|\+ ?0|.* and 0": "how many have no room",
    r"[x0 ,;…]+": "names and values",
}
"""Texts, as the kit masks them, and what they are."""

_FORMULA = {
    r"[▸+]?0( [✓✗])?|.*(→|⇒) .*": "the numbers of clauses, and literals",
    r"(is .*: )?(of the )?0 clauses? with it(, (0|#) (visited|watch it))?|0( of 0)?":
        "how many clauses have the literal, and how many of them watch it: those in its row",
    r"[▸]?0 # open|# of level 0|with 0: .*|0 at level 0": "the number of a clause, a level, a literal",
    r"≥0|(0|▸0)( [✗⇒])? #/0|✗ #/0": "what an at-least constraint says",
    r"✗ 0/0|false 0 of at most 0": "of a cover, where what excludes an option is no event of its own",
    r"… \+0|0 clauses?, 0 variables.*": "how many have no room; the size of the formula",
    r"cut 0|without @: .*|\+0 .*": "which cut; what signs mean",
    r"(0|0 decisions (are|is)) on no path to it|on no path .*": "the decisions, which the graph shows",
    r"(with .*)?(after the )?conflict in (clause|constraint) 0(: learn 0|: one of level 0 left|: back to level 0)?"
    r"(, \w+ UIP)?": "the numbers of clauses",
    r"(\w+ UIP, )?learned: 0": "the number of the clause",
    r"after the conflict in clause 0: .*|(.*: )?model # is excluded by clause 0|model 0|excluded by 0(: .*)?":
        "which clause, level or model",
    r"(Learned|Added|Clause|Constraint|▸) 0( \+ 0)?": "the numbers of clauses",
    r"0 (x|assumed)( \+ #)?|0 [∨∧] .*|[\w¬(),]+ \+ 0|\+ 0|¬?body 0( x)?( \+ #)?":
        "literals, and what a clause is made of",
    r"(with [^:]*:? ?)?# of 0 variables assigned|(with .*)?a model \(.*": "how many variables the formula has",
    r"0 of level 0": "of a clause under analysis, which is no event so far",
    r"levels? 0(–0)?: #( literals?)?": "which levels",
    r"0 or more true|false # of at most 0": "what a constraint says",
    r"[Rr]estart: back to level 0, with 0( learned clauses?)?": "what an event says",
    r"0 (clauses|at-least constraints), 0 variables( \+ 0 auxiliary)?|n = 0.*|0 \+ 0|▸ 0": "the size of the formula",
}

_PROGRAM = {
    r".*\brules? 0( .*)?|[\w ,()=¬{}]+ 0|0 .*←.*|0 [\w{}⊥(),=¬]+": "a rule, or a literal with the rule that gave it",
    r"¬?body 0.*|.*∨ ¬?body 0.*|.*[↔∧∨←].*": "the names of bodies, and what a formula or a rule is made of",
    r"(✓ held up by|✗? ?from outside:) 0.*": "which rules", r"0 loops?": "how many loops the program has: below",
    r"0 rules: 0 with a true body, 0 blocked": "how many of the lines above, and of those without room, say so",
    r"(Answer set|Nothing is left|By Lierler's|.*unfounded on M|X is no answer set|Completion: #).*":
        "what an event says, or how many atoms there are",
}

_SAMPLED = {
    r"Constraint 0(, .*)?: of 0 literals 0 must be true, # (is|are)": "which constraint, and what it says",
    r"# of 0 deals visited.*": "how many deals there are", r"#, now chain 0": "which chain",
    r"0 times the iterations:": "what the slope means", r"0×?|0e−?0": "a place on an axis",
    r"n = 0.*|▸ 0.*|0 \+ 0|0 at-least .*": "the size of the formula",
}

_ELSE: dict[str, dict[str, str]] = {
    "answer_search": _PROGRAM, "answer_sets": _PROGRAM, "loop_formulas": {**_FORMULA, **_PROGRAM},
    "consistency": {
        r"0 (stays|leaves)|[\w ]+ = 0.*": "a value", r"0 (of|≠) 0( [✓✗])?|= 0( ≠ 0)? [✓✗]|0 mines? needed.*":
            "what an assignment comes to, and what the constraint needs",
        r"0 sure, 0 open|[✓✗] one is 0: 0 of 0–0|Support for 0": "a picture of the numbers beside it; a value",
        r"✓, 0: no mine; satisfied|0: a mine; ✗ violated": "what signs mean",
        r"0( [✓✗])?": "a value; what an assignment comes to", r".*x = 0|.*[=≠−≤≥].*": "the constraint as it is written",
    },
    "draws": _SAMPLED, "sampling": {**_FORMULA, **_SAMPLED},
    "local search": {
        r".*(starts with|stays at|goes from|=) 0.*|0": "a value, a place on an axis",
        r"Try 0 begins|Gave up after .*": "which try; what an event says",
        r"0 steps?( recorded so far)?": "the end of the axis",
    },
    "advice": {},
    "arcs": {
        r"(✗ gone: )?[\w ]+ [=≠] (0|x)": "a value",
        r"(\S+: .*; )?clue 0: .*|[x0=≠+,… ]+": "a constraint as it is written",
    },
    "backbones": _FORMULA, "satisfiability": _FORMULA,
    "backjumping": {
        r"0( [✗✓?])?|value 0": "a value", r"[\w ]+ = 0 asks .*": "the value under test",
    },
    "backtracking": {
        r".*\bfrom\b.*": "the values that were struck", r"→ 0": "that a peer counts once in a degree",
        r"(Strike|No|The|x has|Back:|Neutralised:|[\w ]+ = 0,|0 has no place) .*": "what an event says",
        r".*(Label #|A single): .*; forward checking": "the value of a label",
        r".* = 0, of .*|.*\{.*|.* is labelled next.*": "values that are left", r"[\w ]+=0|[\w ]+ = 0": "a label",
        r"Values of .*": "the values in order", r"0%?|.*all others 0": "a value, a place on an axis, a weight at first",
        r".*[Uu]nit .*|.*[x:] # (peers?|unassigned peers?|values?).*|x: # in all": "whose score it is",
    },
    "covering": {
        r"# of 0 items covered, level #.*|0 items, a tile each": "how many items there are",
        r"0 of 0 variables assigned": "that nothing has begun", r"0( to 0)? to be true|0–0": "what an item needs",
        r"Item .*|line 0|0\.|\.0|0 in( row| column| box)?( \w+)?|(in )?(row|column|box) 0|Constraint 0":
            "the name of an item",
        **_FORMULA,
    },
    "deals": {
        r"Line 0": "which line of the log", r"# of 0 cards have a certain place": "how many cards there are",
        r".*[#,] 0": "how many have no room", r"−?0": "a place on an axis",
    },
    "genetic": {
        r"Numbers? 0 .*|cut after genes? .*|mutated: .*": "which individuals, genes and values",
        r"0%?": "a gene, a number on a strip, a place on an axis",
        r"generation 0(, so far)?": "the end of an axis", r"The first population: # of 0 are born": "its size",
        r"# of 0 genes agree.*": "how many genes there are", r".*clue 0: .*": "a constraint as it is written",
    },
    "placements": {
        r"0": "a number on the board", r"(.*: # with )?0 mines?": "which mines", r"(x \+ )*x = 0": "what a number says",
        r"bar, 0: a mine in 0%": "what a sign means", r"(x|looks at x).*": "a field", r"a mine at .*": "a field",
        r".* alone settles .*": "a number and its fields",
    },
    "transitions": {
        r"(consistent, )?.*\band .*\bin M|(consistent, )?.*(open|\bx)|unit: .*": "names of literals",
        r".*body 0.*|0|… .*": "names of literals, or of clauses and rules",
        r"0 edges? from here": "the buttons below, one for each, with those that have no room",
        r"0 (states reached from .*|inconsistent: .*)": "how large the graph is, before an event says so",
        r"0 states? above|0 clauses, .*": "how many have no room; the size of the formula",
        r"(Unit Propagate|Backjump): .*": "an edge, by names of literals",
        r"✓ (model|answer set) 0": "which one was found in a state: its place among all",
        r".*⇒.*|✗ .*|▶ .*|.*rules? .*": "what is said of an edge, with names of literals, clauses and rules",
    },
}


_NAMES, _VALUES, _GIVEN = "names, and the numbers of rows, clauses or rules", "values", "what the puzzle says"
_ON_BOARDS: dict[str, str | dict[str, str]] = {
    "canvas.trial._draw_box": _VALUES, "puzzles.gnomine.trial._draw_gone": _VALUES,
    "puzzles.gnomine.trial.draw_tried_field": "which bit of the counter a field is", "puzzles.network.card": _VALUES,
    "puzzles.network_values.draw_values": _VALUES, "puzzles.sudoku.cell._draw_digit": _VALUES,
    "puzzles.sudoku.cell._draw_marks": _VALUES, "families.arcs.on_board._draw_label": _VALUES,
    "families.backbones.rows._column": _NAMES, "families.backbones.rows._say": _NAMES,
    "families.covering.heads.draw_head": _NAMES, "families.covering.heads.draw_shared": _NAMES,
    "families.covering.matrix._draw_column": _NAMES, "families.covering.matrix._draw_ones": "a one of the matrix",
    "families.satisfiability.panels.draw_literal": _NAMES, "puzzles.chessboard._draw_rows": _NAMES,
    "puzzles.exact_cover._draw_names": _NAMES,
    "puzzles.clue.log.draw_log_lines": _NAMES, "puzzles.formula._clause": _NAMES,
    "puzzles.formula_learned._draw_card": _NAMES, "puzzles.formula_learned._draw_slot": _NAMES,
    "puzzles.formula_map._numbered": _NAMES, "puzzles.formula_question._draw_row": _NAMES,
    "puzzles.gnomine.labels.draw_labels": _NAMES, "puzzles.program.cards._draw_card": _NAMES,
    "puzzles.program.graph._draw_label": _NAMES, "puzzles.sudoku.board._names": _NAMES,
    "puzzles.zebra.pictures.draw_roofs": _NAMES, "puzzles.zebra.clue_list._draw_row": _NAMES,
    "puzzles.gnomine.tile.draw_count": _GIVEN, "puzzles.gnomine.trial.draw_number": _GIVEN,
    "puzzles.gnomine.trial.draw_thought_number": _GIVEN,
    "puzzles.gnomine.total.draw_total": _GIVEN, "puzzles.zebra.pictures._house": _GIVEN,
    "puzzles.zebra.clue_list._draw_words": _GIVEN, "puzzles.formula_map._head": "the size of the formula",
    "puzzles.clue.heads.draw_heads": "how many of the O below, and how many cards the hand has",
    "puzzles.zebra.clue_list.draw_clues": "how many of the ✓ below, and how many clues there are",
    "puzzles.zebra.board._draw_count": "how many clues the domains satisfy, of how many: no event says so",
    "puzzles.formula_map._legend": "how many of the tiles look so",
    "puzzles.formula_question._lines": {
        r".*[Cc]lause 0 (made .*|leaves .*|is .*)|.*false as.*|.*more.*": "which clause; how many have no room",
        r"Restart: back to level 0, with 0|Added clause 0: 0 literals.*|0 learned clauses forgotten, 0": "news"},
    "puzzles.formula_watches.draw_count": "how many of the letters beside it were counted as false",
    "puzzles.search_marks.draw_strip": {r"\+0": "that a peer counts once in a degree"},
    "puzzles.program.board._heading": {r"M = .* and 0 more": "how many have no room"},
    "puzzles.program.graph._draw_chips": {r"0( [✓✗])?|.*\bx.*": "which rule, and what stands in it"},
    "puzzles.program.graph.draw_nodes": {r"fold 0": "how many atoms are inside"},
    "puzzles.formula_variables.draw_strip": {r"0 variables, # set": "the size of the formula"},
    "families.covering.matrix._draw_need": "what an item needs, and may have",
    "families.backbones.rows._title": {r".*#.*, the literals of model 0": "which model"},
    "families.genetic.on_board.draw_best": {r"✗ 0: #": "a value outside the domain"},
    "stage.violations.draw_number": {r"✗ 0: #": "a value outside the domain"},
}
"""What functions draw on boards that is no number to be asked for: all of it, or what looks like that."""

_CHIPS = {
    r"¬?[xykvlat]'? = .*|h = 0: .*|0: (not )?consistent": "values, literals, variables; the level of a variable",
    r"0: # conflicts?": "the value", r"C(onstraint)? = .*|[AB] = .*": "constraints",
    r"(Learned )?clause 0": "which clause", r".*∨.*": "a clause as it is written",
    r"0 × 0|[0, ]+": "the numbers of parents and of genes; a value",
    r"# ≥ 0\?": "a mark, and the level that it is compared with", r"conf-set.*|x = \{.*|x names\}": "which variables",
    r"[xio] = .*|.*\bx": "names of items, options and literals", r"M = .*|\{x.*": "literals",
    r"rule 0(, a = .*)?|¬?body 0": "which rule, which body of rules", r"[XYUL] = .*|M⁺ = .*": "names of atoms",
    r"[pgcSH] = .*": "names of places, fields and cards",
}
"""Values beside the pseudocode that are no numbers to be asked for."""

def _is_source(text: str, algorithm: Algorithm) -> bool:
    """Is it a line of what an algorithm is called, and where it is from?"""
    bare = re.sub(r"[^a-z]", "", text.lower())
    return len(bare) > 1 and bare in re.sub(r"[^a-z]", "", f"{algorithm.title} {algorithm.source}".lower())


def _named_by_numbers(path: Path) -> bool:
    """Is it about a random graph? The names of its nodes are digits, wherever they stand."""
    puzzle = known(path).puzzle
    return isinstance(puzzle, Colouring) and all(name.isdecimal() for name in puzzle.nodes)


@pytest.mark.parametrize("path", [path for path in LESSONS if not _named_by_numbers(path)], ids=lambda path: path.stem)
def test_digits_are_of_numbers_or_of_something_else(path: Path) -> None:
    own: dict[str, dict[str, str]] = {}
    for table in declared("NO_NUMBERS").values():
        own |= table
    looked_at = set()  # most is drawn again at the next event
    for algorithm, _, position, panel in swept(path):
        family = algorithm.family.name
        meant = {**_ANYWHERE, **_ELSE.get(family, {}), **own.get(family, {})}
        for text, by in panel.anonymous():
            if by == "stage.code._draw_code" or (drawn := (algorithm.name, panel.name, text, by)) in looked_at:
                continue  # the pseudocode itself
            looked_at.add(drawn)
            on_board = panel.name == BOARD
            patterns = {**_on_board(by), **own.get(by, {})} if on_board else _CHIPS if by == "stage.code._draw_values" \
                else meant
            assert any(re.fullmatch(pattern, text) for pattern in patterns) or _is_source(text, algorithm), (
                f"{by} draws {text!r} on {panel.name} of {family} at event {position}: digits that nobody can ask for. "
                + _MEND.format(by if on_board else family, _pattern(text)))


_MEND = ("Declare the number that they are (visualizer/README.md#add-a-family). Where they are none, but a name or a "
         "value, write NO_NUMBERS = {{{!r}: {{{!r}: 'what it is'}}}} into a test file of your own.")


def _pattern(text: str) -> str:
    """One that fits the text."""
    return re.escape(text).replace("\\ ", " ")


def _on_board(by: str) -> dict[str, str]:
    reason = _ON_BOARDS.get(by, {})
    return {r".*": reason} if isinstance(reason, str) else reason
