"""The button beside the title that has the run ask the learner what comes next."""

from __future__ import annotations

from visualizer.canvas.primitives import Rect
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
