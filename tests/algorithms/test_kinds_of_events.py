"""Events are values: two that tell the same are equal, and each is written as it is made."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from algorithms import events as e
from algorithms.core import Event, event_types
from algorithms.events.games import GameEnded


def made(kind: type[Event], number: int) -> Event:
    """Of whatever type its fields are: nothing looks into them."""
    return kind(**{field.name: (number, field.name) for field in dataclasses.fields(kind)})


@pytest.mark.parametrize("kind", event_types().values(), ids=lambda kind: kind.__name__)
def test_they_are_equal_if_all_that_counts_is(kind: type[Event]) -> None:
    one, same, other = made(kind, 1), made(kind, 1), made(kind, 2)
    assert one == same
    assert hash(one) == hash(same)
    counts = [field for field in dataclasses.fields(kind) if field.compare]
    assert (one == other) == (not counts)
    written = ", ".join(f"{field.name}=(1, {field.name!r})" for field in dataclasses.fields(kind) if field.repr)
    assert repr(one) == f"{kind.__qualname__}({written})"
    for field in counts:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, field.name, 3)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(one, field.name)
    assert [repr(twin) for twin in (copy.copy(one), pickle.loads(pickle.dumps(one)))] == [repr(one)] * 2


def test_it_is_made_of_what_its_fields_ask_for() -> None:
    assert GameEnded(won=False, mines=()) == GameEnded(False)
    for wrong in ((), (False, (), 1)):
        with pytest.raises(TypeError):
            GameEnded(*wrong)
    with pytest.raises(TypeError):
        dataclasses.replace(GameEnded(False), lost=True)  # type: ignore[call-arg]  # that it has not


def test_what_is_told_beside_does_not_count_and_no_two_kinds_are_equal() -> None:
    assert GameEnded(False, ("(0,0)",)) == GameEnded(False)
    assert "mines" not in repr(GameEnded(False, ("(0,0)",)))
    assert e.Decided("p", 1) != ("p", 1)


def test_a_kind_that_is_defined_later_is_known_too() -> None:
    """Tried by a program of its own: here all tests after it would know of the kind."""
    program = ("from algorithms.core import Event, event_types\nknown = set(event_types())\n"
               "later = type('Later', (Event,), {})\nassert event_types()['Later'] is later\n"
               "assert set(event_types()) == known | {'Later'}\n")
    subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], check=True)
