"""The buttons that have the run ask the learner: what comes next, and in which order the lines of its code stand."""

from __future__ import annotations

from algorithms.pseudocode import parts_of
from visualizer.canvas.primitives import Rect
from visualizer.stage.stage import heading
from visualizer.stage.view import View
from visualizer.widgets.ui import Ui
from visualizer.window.question_controls import QuestionControls

_PREDICT, _GAP = 88.0, 8.0


def predict_button(ui: Ui, box: Rect, questions: QuestionControls, unit: float) -> Rect:
    """The run asks what comes next, or no more; returns the room at the left. While a puzzle is played, and where
    nothing can be predicted, there is none."""
    predicting = questions.session.quiz.predicting
    if questions.session.playing or not predicting.possible:
        return box
    box, place = box.split_right(_PREDICT * unit, _GAP * unit)
    ui.button("predict", place, "Predict", questions.predict, on=predicting.on,
              tip="Q: the run stops now and then, and asks what comes next")
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
