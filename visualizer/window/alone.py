"""One of the runs of a comparison on a stage of its own, where it is: to find a bug in it, to have its choices made
otherwise, and to change its puzzle."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any, Protocol

from scenarios.loader import Scenario
from scenarios.reading import Document
from visualizer.runs.session import Session
from visualizer.window.screen import Screen
from visualizer.window.settings import Settings


class Stage(Screen, Protocol):
    """The screen of one run, and what its window gives it."""

    session: Session
    edits: Any
    branches: Any
    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]
    put: Callable[[Screen], None]
    begin: Callable[[str, Callable[[], Scenario]], None]


Staged = Callable[[Scenario, Settings, Callable[[], None]], Stage]
"""Makes it."""

BESIDE = "These are branches of one run: Esc goes back to that, where Y, Z and Ctrl + E are."
_BRANCHES = "Branches are of one run: Z makes one of the run that is pointed at, Ctrl + E changes its puzzle."
_NO_GAME = "A comparison has nothing to play or to apply; Y, Z and Ctrl + E open the run that is pointed at alone."

_OF_ALL = ("compare", "together", "chart", "script")  # keys of a lesson that say nothing of a run alone


def alone(scenario: Scenario, index: int) -> Scenario:
    """The run of that index as a lesson without words."""
    run = scenario.runs[index]
    return replace(scenario, runs=(run,), document=_document(scenario.document, index), seed=run.seed,
                   script=(), claimed={}, chart=None, bands=None,
                   title=f"{scenario.title}: {run.label}",
                   path=scenario.path.with_stem(f"{scenario.path.stem}-run-{index + 1}"), puzzle=run.puzzle,
                   about=f"The run {run.label} alone. Esc leads back to the comparison.")


def _document(whole: Document, index: int) -> Document:
    """The lesson's text as that run alone would have it: what is changed, taken or saved begins with that."""
    found, run = copy(whole), whole.data["compare"][index]
    found.data = {**{key: value for key, value in whole.data.items() if key not in _OF_ALL},
                  **{key: run[key] for key in ("algorithm", "options", "seed") if key in run}}
    return found


def open_alone(staged: Staged, scenario: Scenario, index: int, position: int, settings: Settings,
               leave: Callable[[], None], before: Stage | None = None) -> Stage:
    """Its stage, at that position; ``leave`` leads back. ``before``: the one that was made for it before, with its
    branches, which stays where it is while a bug is looked for there."""
    stage = staged(alone(scenario, index), settings, leave) if before is None else before
    session = stage.session
    if session.hunt.on:
        return stage
    if before is not None:
        session.visit(session.lanes.first)
    session.timeline.pull(position - len(session.timeline.events))
    session.show(position)
    session.complete()
    return stage


# --- keys ------------------------------------------------------------------------------------------------------------


def for_one(name: str, shift: bool, ctrl: bool) -> Callable[[Stage], object] | None:
    """What a key does with one run; None where it is not for that."""
    found: dict[tuple[str, bool, bool], Callable[[Stage], object]] = {
        ("e", False, True): _change, ("e", True, True): _change, ("z", False, False): _choose_otherwise,
        ("y", False, False): _hunt}
    return found.get((name, shift, ctrl))


def why_none(name: str, ctrl: bool, *, branches: bool) -> str:
    """Why a key that is for one run does nothing in a comparison, or in one of two ``branches``; empty for others."""
    if name in ("p", "a", "h") and not ctrl:
        return _NO_GAME
    if name in ("z", "y") or (name in ("f10", "f4", "backspace") and not ctrl):
        return BESIDE if branches else _BRANCHES
    return ""


def _change(stage: Stage) -> None:
    stage.edits.key("e", True)


def _choose_otherwise(stage: Stage) -> None:
    stage.branches.key("z", False, False)


def _hunt(stage: Stage) -> None:
    if not stage.session.hunt.on:
        stage.session.hunt.press()
