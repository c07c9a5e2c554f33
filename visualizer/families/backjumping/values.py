"""What the pseudocode's variables stand for, in the colours that they have in the picture of the jumps."""

from __future__ import annotations

from visualizer.families.backjumping.numbers import level_of, mbl_of, mcl_of
from visualizer.families.backjumping.state import BackjumpState
from visualizer.stage.code import Value, Values
from visualizer.stage.view import View

_COMPARED = "mcl[i,k] ≥ mbl"
_NAMED = 3  # variables of a conflict set that are named


def values(view: View) -> Values:
    """The level with its variable, the value under test, the check, the marks, the conflict set, and the way back."""
    now = view.state.of(BackjumpState)
    if now is None or now.current is None:
        return {}
    found = {"i ← label(i)": Value(f"i = {now.level}: {now.current}", numbers=(level_of(now),))}
    if now.trying is not None:
        found["v[i]"] = Value(f"k = {now.trying}", "test")
        found |= _marks(now)
    if now.asked is not None:
        level = next((level for level, name in now.at.items() if name == now.asked.other), None)
        said = Value("consistent", "no_mine") if now.asked.satisfied else Value("not consistent", "mine")
        found["check(i, h)"] = said if level is None else said._replace(text=f"h = {level}: {said.text}")
    if names := now.conf_sets.get(now.current, ()):
        named = ", ".join(names) if len(names) <= _NAMED else f"{len(names)} names"
        found["add h to conf-set[i]"] = Value(f"conf-set[{now.level}] = {{{named}}}", "known")
    if now.returned is not None:
        found["return h"] = Value(f"h = {now.returned.level}: {now.at.get(now.returned.level, '')}", "constraint")
    return found


def _marks(now: BackjumpState) -> Values:
    """Of the value under test, where something is remembered of it: as they are compared, before a verdict changes
    them."""
    assert now.current is not None and now.trying is not None
    refused = now.saved if now.saved is not None and now.saved.refused else None
    if now.verdict is not None and refused is None:
        return {}
    mcl, mbl = now.mcl.get(now.current, ()), now.mbl.get(now.current, ())
    able = now.values.get(now.current, ())
    if now.trying not in able or not (mcl and mbl):
        return {}
    at = able.index(now.trying)
    if at >= min(len(mcl), len(mbl)):
        return {}
    numbers = mcl_of(now, now.current, now.trying, mcl[at]), mbl_of(now, now.current, now.trying, mbl[at])
    if refused is not None and refused.mbl != mbl[at]:  # that it was tried here is remembered by now
        return {_COMPARED: Value(f"{mcl[at]} ≥ {refused.mbl}?", numbers=numbers[:1])}
    return {_COMPARED: Value(f"{mcl[at]} ≥ {mbl[at]}?", numbers=numbers)}
