"""The puzzle of three houses of lessons 93 to 95, made here without the reading of lessons."""

from __future__ import annotations

from itertools import combinations

from algorithms.problems.forms.csp import CSP, Constraint, unequal

NAMES = ("red", "green", "blue", "English", "Spaniard", "Norwegian", "dog", "fox", "zebra")


def three_houses() -> CSP:
    """Red and dog together, green left of Norwegian, Spaniard left of Norwegian, zebra directly right of dog, Norwegian
    left of zebra; the names of a row are in different houses."""
    rows = [Constraint(f"{x}≠{y}", (x, y), unequal, "", lambda left: "")
            for row in (NAMES[:3], NAMES[3:6], NAMES[6:]) for x, y in combinations(row, 2)]
    clues = [Constraint(f"{x} {how} {y}", (x, y), {
        "same": lambda values: values[0] == values[1], "left": lambda values: values[0] < values[1],
        "next": lambda values: values[0] + 1 == values[1]}[how], "", lambda left: "")
        for x, how, y in (("red", "same", "dog"), ("green", "left", "Norwegian"), ("Spaniard", "left", "Norwegian"),
                          ("dog", "next", "zebra"), ("Norwegian", "left", "zebra"))]
    return CSP(dict.fromkeys(NAMES, (1, 2, 3)), (*rows, *clues))
