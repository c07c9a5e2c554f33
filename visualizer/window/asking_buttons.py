"""The buttons that have the run ask the learner: what comes next, and in which order the lines of its code stand."""

from __future__ import annotations

from algorithms.pseudocode import parts_of
from visualizer.canvas.primitives import Rect
from visualizer.stage.stage import heading
from visualizer.stage.view import View
from visualizer.widgets.ui import Ui
from visualizer.window.question_controls import ALL, QuestionControls

_PREDICT, _KINDS, _GAP = 88.0, 92.0, 8.0
_ROOM = 300.0  # what the title needs at least


def predict_button(ui: Ui, box: Rect, questions: QuestionControls, unit: float) -> Rect:
    """The run asks what comes next, or no more; returns the room at the left. While a puzzle is played, and where
    nothing can be predicted, there is none."""
    predicting = questions.session.quiz.predicting
    if questions.session.playing or not predicting.possible:
        return box
    box, place = box.split_right(_PREDICT * unit, _GAP * unit)
    ui.button("predict", place, "Predict", questions.predict, on=predicting.on,
              tip="Q: the run stops now and then, and asks what comes next")
    return _kinds_list(ui, box, questions, unit) if predicting.on and box.w > (_KINDS + _ROOM) * unit else box


def _kinds_list(ui: Ui, box: Rect, questions: QuestionControls, unit: float) -> Rect:
    """Which kinds of questions are asked: each can be left out."""
    predicting = questions.session.quiz.predicting
    kinds = predicting.kinds
    ticked = [name for name, skill in kinds.items() if skill not in predicting.aside]
    if len(kinds) < 2:
        return box
    box, place = box.split_right(_KINDS * unit, _GAP * unit)

    def choose(name: str) -> None:
        questions.kind = name
        predicting.choose(None if name == ALL else name)
        ui.open_list("predict-kinds")

    every = len(ticked) == len(kinds)
    ui.dropdown("predict-kinds", place, "", (ALL, *kinds), questions.kind, choose,
                face="all" if every else f"{len(ticked)} of {len(kinds)}", ticked=[ALL, *ticked] if every else ticked,
                tip="What predict asks for: each kind can be left out",
                notes={name: predicting.prompt(skill) for name, skill in kinds.items()})
    return box


def order_button(ui: Ui, box: Rect, questions: QuestionControls, view: View, unit: float) -> Rect:
    """Beside the tabs, where these leave room and the pseudocode is on show: its lines are to be put in order; returns
    the room at the left."""
    rest, place = box.split_right(28 * unit, 4 * unit)
    names = [heading(view, tab) for tab in view.tabs_on_show]
    if view.tab != "pseudocode" or not parts_of(view.algorithm.pseudocode) or ui.least_tabs(names) > rest.w:
        return box
    ui.button("order", place.inset(0, 2 * unit), "Put in order", questions.put_in_order, icon="order",
              on=view.ordered is not None, tip="O: its lines are to be put in order")
    return rest
