"""What stands on the projector beside the words, as all panels are away: the steps of a proof, or what a number has
counted; the bars of a vote; pseudocode that is put in order."""

from __future__ import annotations

from dataclasses import replace

from visualizer.canvas.primitives import Canvas
from visualizer.canvas.theme import Theme
from visualizer.runs.asking import Asking
from visualizer.stage.audit import LEAST_SENTENCE, draw_audit
from visualizer.stage.chain import LEAST_TEXT, draw_chain
from visualizer.stage.code import LEAST_CODE
from visualizer.stage.code_order import draw_order
from visualizer.stage.compare_totals import NAME_TEXT, draw_name
from visualizer.stage.view import View
from visualizer.stage.votes import draw_chart
from visualizer.window.slide import Slide, least_size

_MORE = 0.2  # of the picture that a proof below it takes
_CODE = 0.55  # of the picture's height, for pseudocode
_BESIDE, _BELOW = 0.6, 0.5  # of the room for words: its height beside the picture, its width below


def with_panel(canvas: Canvas, slide: Slide, *, proof: View | None, asking: Asking | None, theme: Theme,
               run: tuple[int, str] | None = None) -> Slide:
    """Draws the proof of a run that is stepped through, or the audit of a number, of the ``run`` of that index and name
    where there are several; how a closed vote went, or pseudocode that is put in order. Returns the slide with what
    room is left."""
    slide = _with_bars(canvas, _with_proof(canvas, slide, proof, run, theme), asking, theme, slide.scale)
    return _with_code(canvas, slide, asking, theme)


def _larger_below(slide: Slide, share: float) -> Slide:
    """With more room for words below the picture, and less for that."""
    picture, more = slide.picture.split_bottom(slide.picture.h * share)
    words = slide.words
    return replace(slide, picture=picture, words=words._replace(y=words.y - more.h, h=words.h + more.h))


def _with_proof(canvas: Canvas, slide: Slide, view: View | None, run: tuple[int, str] | None, theme: Theme) -> Slide:
    """Draws the proof of a run that is stepped through, or the audit of a number; returns the slide with what room is
    left for words."""
    if view is None or (view.chain is None and view.audit is None):
        return slide
    k = slide.scale
    gap = 20 * k
    if slide.beside:
        words, box = slide.words.split_bottom(slide.words.h * _BESIDE, gap)
    else:
        slide = _larger_below(slide, _MORE)
        words, box = slide.words.split_right(slide.words.w * _BELOW, 2 * gap)
    with canvas.clip(box):
        if run is not None:
            head, box = box.split_top(least_size(k) * 1.4, gap / 2)
            draw_name(canvas, (head.x, head.center[1]), *run, head.w, theme, least_size(k) / NAME_TEXT)
        if view.chain is not None:
            draw_chain(canvas, box, view, theme, least_size(k) / LEAST_TEXT)
        else:
            draw_audit(canvas, box, view, theme, least_size(k) / LEAST_SENTENCE)
    return replace(slide, words=words)


def _with_bars(canvas: Canvas, slide: Slide, asking: Asking | None, theme: Theme, k: float) -> Slide:
    """Draws how a closed vote went, below the picture of a slide or, where the words are there, beside these; returns
    the slide with what room is left."""
    vote = None if asking is None else asking.vote
    if vote is None or vote.open:
        return slide
    size = least_size(k)
    high = len(vote.options) * 1.9 * size
    if slide.beside:
        picture, box = slide.picture.split_bottom(min(slide.picture.h / 2, high), size / 2)
        slide = replace(slide, picture=picture)
    else:
        words, box = slide.words.split_right(slide.words.w / 2, size)
        slide, box = replace(slide, words=words), box.split_top(min(box.h, high))[0]
    draw_chart(canvas, box, vote, theme, size)
    return slide


def _with_code(canvas: Canvas, slide: Slide, asking: Asking | None, theme: Theme) -> Slide:
    """Draws the pseudocode whose lines are put in order, below the picture: who answers has to see the gaps."""
    if asking is None or asking.question.lines is None:
        return slide
    picture, box = slide.picture.split_bottom(slide.picture.h * _CODE, 10 * slide.scale)
    with canvas.clip(box):
        draw_order(canvas, box, asking, theme, least_size(slide.scale) / LEAST_CODE)
    return replace(slide, picture=picture)
