"""A small lesson that compares two runs, and asks about each of them."""

from __future__ import annotations

from pathlib import Path

LESSON = """\
title: Two ways
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
together: micro
compare:
  - {algorithm: gac, name: constraints}
  - {algorithm: backbone-simple, name: models}
script:
  - say: "A number is a constraint on its neighbours."
  - ask:
      prompt: Which field loses a value first?
      about: {event: Pruned, field: variable, run: constraints}
      wrong: {"(1,2)": One mine of two fields is not enough to tell.}
      hints: [Look at the corners., Find a number that needs every neighbour.]
    say: "{variable} has lost {removed}."
  - ask:
      prompt: How many models will it need?
      about: {counter: models, at: end, run: models}
      answer: number
      wrong: {8: "Each model drops many candidates."}
      hints: [Count the fields., Not all of them are known.]
      reveal: later
  - run: {to: end, speed: 50}
    say: "That is all."
"""


def written(folder: Path, text: str = LESSON) -> Path:
    """The lesson's file."""
    path = folder / "two-ways.yaml"
    path.write_text(text, encoding="utf-8")
    return path
