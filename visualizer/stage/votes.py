"""Votes on a question: a bar behind each answer for each round, once that is closed."""

from __future__ import annotations

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.voting import Vote

_FOR = {"one": "one answer", "parts": "each that belongs to the answer", "first": "what comes first"}
_AGAIN = "Talk it over with somebody who thinks otherwise. Then vote again."


def draw_bars(canvas: Canvas, place: Rect, number: int, vote: Vote, theme: Theme, size: float) -> float:
    """The bars in the place of the answer of that number, from 1, and how many hands they are; returns the room at the
    right that these take. Nothing while hands are counted."""
    if vote.open:
        return 0.0
    high = place.h / len(vote.rounds)
    for at, hands in enumerate(vote.rounds):
        share = hands[number - 1] / max(1, max(hands) if vote.kind == "parts" else sum(hands))
        last = at + 1 == len(vote.rounds)
        color = mix(theme.raised, theme.accent, 0.5) if last else mix(theme.raised, theme.muted, 0.45)
        if share:
            canvas.rect(Rect(place.x, place.y + at * high, place.w * share, high), color, radius=4 * size)
    text = " → ".join(str(hands[number - 1]) for hands in vote.rounds)
    letters = max(float(SMALLEST), 17 * size)
    canvas.text((place.right - 10 * size, place.center[1]), text, letters, theme.text, "right", "bold")
    return canvas.measure(text, letters, "bold") + 20 * size


def draw_chart(canvas: Canvas, box: Rect, vote: Vote, theme: Theme, size: float) -> None:
    """A row for each answer, for the back row: its number and text, the bars, and how many hands."""
    high = box.h / len(vote.options)
    letters = max(float(SMALLEST), min(size, high * 0.75))
    labels = [f"{number}: {option.label}" for number, option in enumerate(vote.options, 1)]
    wide = min(box.w * 0.4, max(canvas.measure(label, letters, "bold") for label in labels) + letters)
    for at, label in enumerate(labels):
        name, place = Rect(box.x, box.y + at * high, box.w, high).inset(0, high * 0.06).split_left(wide)
        canvas.rect(place, theme.raised, radius=4)
        draw_bars(canvas, place, at + 1, vote, theme, letters / 17)
        text = fit_text(canvas, label, name.w - letters / 2, letters, "bold")
        canvas.text((name.x, name.center[1]), text, letters, theme.text, "left", "bold")


def said_of(vote: Vote) -> str:
    """What the class is told of its vote: never how many were right, before it sees what is."""
    hands = sum(vote.hands)
    if vote.open:
        again = "Second vote" if len(vote.rounds) > 1 else "Vote"
        return f"{again}: raise a hand for {_FOR[vote.kind]}. Counted: {hands}."
    return _AGAIN if vote.discuss else f"{hands} hands. Now see what happens."
