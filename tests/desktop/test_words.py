"""The glossary in the window: terms of a caption tell what they mean, F3 lists them all."""

from __future__ import annotations

import pytest

from kit.window_desk import Desk
from scenarios.glossary import glossary, terms_in
from scenarios.loader import find, load


def terms(desk: Desk) -> list[str]:
    return [name for name in desk.boxes() if name.startswith("term")]


@pytest.mark.parametrize("lesson", ["learning-from-a-conflict", "three-eyes-on-one-board"])
def test_each_term_of_a_caption_can_be_pointed_at(desk: Desk, lesson: str) -> None:
    desk.app.open(load(find(lesson)))
    desk.frame()
    said = desk.app.screen.said
    assert 0 < len(terms(desk)) <= len(list(terms_in(said)))
    boxes = [desk.boxes()[name] for name in terms(desk)]
    assert all(box.w > 12 and box.h > 12 for box in boxes)


def test_f3_lists_the_words_those_of_the_caption_first(desk: Desk) -> None:
    desk.app.open(load(find("learning-from-a-conflict")))
    desk.frame()
    here = [found.term for found in terms_in(desk.app.screen.said)]
    desk.key("f3")
    first, others = desk.app.words.terms()
    assert set(first) == set(here) != set()
    assert {*first, *others} == set(glossary())
    desk.key("f3")
    assert desk.app.overlay == ""


def test_a_word_is_searched_and_its_lesson_opened_by_keys_alone(desk: Desk) -> None:
    desk.key("f3")
    desk.type("backbone")
    assert desk.app.words.terms()[1][0].term == "backbone"
    desk.key("down", "down", "up", "return")
    assert desk.app.overlay == ""
    assert desk.stage.session.scenario.name == "25-a-backbone"


def test_all_words_are_reached_by_keys(desk: Desk) -> None:
    desk.key("f3", "down")
    for _ in glossary():
        desk.key("down")
    assert desk.app.ui.focus == f"word{len(glossary()) - 1}"
    assert desk.app.ui.focus in desk.boxes()
    desk.key("home", "up")
    assert desk.app.ui.focus == "words-search"
    desk.key("escape", "escape")
    assert desk.app.overlay == ""


def test_a_click_opens_the_list_from_the_gallery(desk: Desk) -> None:
    desk.click(*desk.boxes()["words"].center)
    assert desk.app.overlay == "words"
    desk.type("zzz")
    assert desk.app.words.terms() == ([], [])
