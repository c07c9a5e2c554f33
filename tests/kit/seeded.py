"""Lessons whose runs come to something step by step, and bands over seeds of them that nobody else has worked on."""

from __future__ import annotations

from kit.session_desk import scenario
from scenarios.bands import Bands

MAP = ("puzzle: {kind: colouring, colours: 3,\n"
       "         edges: [[a,b],[b,c],[c,d],[d,a],[W,X],[W,Y],[W,Z],[X,Y],[X,Z],[Y,Z],[a,W]]}\n")
REPAIRS = ("title: T\n" + MAP + "compare:\n"
           "  - {algorithm: min-conflicts, options: {max_steps: 30}}\n"
           "  - {algorithm: min-conflicts, name: tries, options: {max_steps: 6, max_tries: 4, noise: 0.2}}\n")
BREEDS = ("title: T\n" + MAP + "compare:\n"
          "  - {algorithm: mutate, options: {population: 8, children: 4, dying: 4, poor: 1, generations: 9}}\n"
          "  - {algorithm: xover, options: {population: 8, children: 4, dying: 4, poor: 1, generations: 12}}\n")
DEAL = """\
title: T
puzzle: {kind: clue, suspects: [mu, pl, gr], weapons: [kn, ro], rooms: [ha, lo, di], players: [mu, pl, gr], me: mu,
         hand: [kn, di]}
"""
SAMPLERS = DEAL + ("compare:\n  - {algorithm: clue-sample-1, options: {iterations: 60}}\n"
                   "  - {algorithm: clue-sample-2, options: {iterations: 80, chains: 2}}\n")
ONE = "title: T\n" + MAP + "algorithm: min-conflicts\noptions: {max_steps: 30}\n"


def seeded(text: str, seeds: int) -> Bands:
    """Bands that nobody else has worked on."""
    lesson = scenario(f"{text}chart: {{seeds: {seeds}}}\n")
    assert lesson.chart is not None
    made = lesson.bands
    assert made is not None
    return Bands(made.runs, made.trajectories, seeds)
