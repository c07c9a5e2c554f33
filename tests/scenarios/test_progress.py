"""How far the user has come: kept, read again, and never a reason not to start."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.user_folder import CONFIG
from scenarios.progress import Left, Progress, load_progress

PLACES = st.builds(Left, st.integers(0, 99), st.integers(0, 99), st.integers(0, 10**7), st.booleans())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    return tmp_path / "unfog"


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), PLACES)))
def test_what_was_seen_stays_seen_and_the_last_one_left_is_the_last(left: list[tuple[str, Left]]) -> None:
    progress = Progress()
    for name, place in left:
        progress.leave(name, place)
    assert progress.last == (left[-1][0] if left else None)
    for name in "abc":
        places = [place for other, place in left if other == name]
        assert progress.seen(name) == any(place.seen for place in places)
        if places:
            assert progress.left[name].cue == places[-1].cue


def test_it_is_kept(folder: Path) -> None:
    assert load_progress().left == {}
    progress = Progress()
    progress.leave("one", Left(2, 5, 40))
    progress.leave("two", Left(1, 1, 3, True))
    progress.leave("one", Left(3, 5, 50))
    progress.save()
    again = load_progress()
    assert list(again.left.items()) == list(progress.left.items())
    assert again.last == "one"


def test_two_windows_lose_nothing_of_each_other(folder: Path) -> None:
    load_progress().save()
    one, other = load_progress(), load_progress()
    other.leave("b", Left(5, 5, 9, True))
    other.save()
    one.leave("a", Left(2, 5))
    one.save()
    assert load_progress().left == {"b": Left(5, 5, 9, True), "a": Left(2, 5)}
    other.leave("a", Left(5, 5, 7, True))
    other.save()
    one.leave("b", Left(3, 5))
    one.save()
    assert load_progress().left == {"a": Left(5, 5, 7, True), "b": Left(3, 5, 0, True)}
    assert one.last == "b"


@pytest.mark.parametrize("text", ["", "[", "[]", "7", '{"a": 1}', '{"a": {"cue": "x"}}', '{"a": {"cue": -1}}',
                                  '{"a": {"cue": true}}', "\x00"])
def test_what_makes_no_sense_is_left_out(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "progress.json").write_text(text, encoding="utf-8")
    assert load_progress().left == {}


def test_the_rest_of_a_damaged_file_is_used(folder: Path) -> None:
    folder.mkdir()
    kept = {"a": {"cue": 1, "cues": 4, "position": 9, "seen": True, "later": "?"}, "b": None}
    (folder / "progress.json").write_text(json.dumps(kept), encoding="utf-8")
    assert load_progress().left == {"a": Left(1, 4, 9, True)}
