"""What the pseudocode's variables stand for, in the colours that they have on the board."""

from __future__ import annotations

from visualizer.families.consistency.numbers import counter_of, pass_of
from visualizer.families.consistency.state import ConsistencyState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View


def values(view: View) -> Values:
    """The pass, the constraint, the variable under test, its value, and the counter with what came of it."""
    now = view.state.of(ConsistencyState)
    if now is None or not now.number:
        return {}
    found = {"repeat": Value(f"pass {now.number}", numbers=(pass_of(now),))}
    if now.pair is not None:
        found |= {"each constraint A next": Value(f"A = {now.constraint}", "constraint"),
                  "each B that changed": Value(f"B = {now.pair}", "known")}
        if now.values:
            found["each tuple t"] = Value(f"t = ({', '.join(map(str, now.values))})", "test")
        return found
    if now.variable is not None:
        found["x of C"] = Value(f"x = {now.variable}", "test")
    if now.constraint is not None:
        found |= {name: Value(f"{letter} = {now.constraint}", "constraint")
                  for name, letter in (("C", "C"), ("each constraint A next", "A"))}
    if now.satisfied is None or now.kept:
        return found
    found["C satisfied?"] = Value("yes", "no_mine") if now.satisfied else Value("no", "mine")
    if (value := now.value_under_test()) is not None:  # none where all are known, and the constraint is only checked
        found["each value a"] = Value(f"a = {value}", "test")
        found["counter"] = Value(f"counter = {now.tried - 1}", "unknown", (counter_of(now),))
    return found
