"""Search: words anywhere in a lesson, other words for the same, slips of the finger, and the order of what is found."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.known_lessons import every_lesson
from scenarios.search import Hit, Index, Passage, matches, passages, plain, synonyms

WORDS = st.text("abc é-'", max_size=12)


@pytest.fixture(scope="module")
def index() -> Index:
    found = Index()
    for key, scenario in enumerate(every_lesson()):
        found.put(key, passages(scenario))
    return found


def names(hits: list[Hit]) -> list[str]:
    return [every_lesson()[hit.key].name for hit in hits]


@pytest.mark.parametrize(("query", "first", "least"), [
    ("minesweeper", "01-a-number-is-a-constraint", 20),
    ("n-queens", "62-queens-as-an-exact-cover", 2),
    ("eight queens", "62-queens-as-an-exact-cover", 2),
    ("backtracking", "11-dpll", 20),
    ("depth-first search", "11-dpll", 20),
    ("SAT", "09-unit-propagation", 20),
    ("sat solver", "09-unit-propagation", 10),
    ("constraint", "01-a-number-is-a-constraint", 30),
    ("einstein's riddle", "87-who-owns-the-zebra", 5),
    ("Cluedo", "69-dancing-links-deal-the-cards", 11),
    ("asp", "105-two-paths-to-one-answer-set", 10),
    ("answer set programming", "105-two-paths-to-one-answer-set", 10),
    ("stable models", "104-what-no-clause-says", 10),
    ("map coloring", "46-a-map-three-ways", 4),
    ("watched literals", "34-two-watched-literals", 2),
    ("17", "17-a-hard-formula", 1),
    ("mrv+", "43-mrv-against-mrv-plus", 5),
    ("Knuth", "61-exact-cover", 3),
    ("algorithm x", "61-exact-cover", 4),
    ("resolution", "14-learning-from-a-conflict", 5),
    ("hamiltonian cycle", "113-learning-from-a-loop", 2),
])
def test_what_readers_type_is_found(index: Index, query: str, first: str, least: int) -> None:
    found = names(index.find(query))
    assert len(found) >= least
    assert found[0] == first or first in found[:6]


def test_every_word_of_a_lesson_finds_it(index: Index) -> None:
    scenario = every_lesson()[3]
    for passage in passages(scenario):
        for word in {*plain(passage.text).split()}:
            assert scenario.name in names(index.find(word)), word


@pytest.mark.parametrize(("slip", "meant"), [("backtraking", "backtracking"), ("minesweper", "minesweeper"),
                                             ("unit propogation", "unit propagation"), ("suduko", "sudoku"),
                                             ("queeens", "queens")])
def test_a_slip_of_the_finger_finds_the_same(index: Index, slip: str, meant: str) -> None:
    assert names(index.find(slip))[:3] == names(index.find(meant))[:3] != []


def test_a_title_comes_before_a_caption_and_a_caption_is_shown(index: Index) -> None:
    hits = index.find("tabu")
    assert names(hits)[0] == "75-a-sampler-without-tabu"
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    said = next(hit for hit in hits if hit.passage.place.startswith("cue"))
    number = int(said.passage.place.removeprefix("cue "))
    say = every_lesson()[said.key].script[number - 1].say
    assert say is not None
    assert re.sub(r"{\w+}", "…", say) == said.passage.text
    assert "tabu" in said.passage.text.lower()


def test_nonsense_finds_nothing_and_nothing_finds_all(index: Index) -> None:
    assert index.find("zzzz") == []
    assert index.find("backbone zzzz") == []
    assert len(index.find(" +* ")) == len(every_lesson())


def test_each_group_of_synonyms_leads_to_a_lesson(index: Index) -> None:
    for group in synonyms():
        found = [set(names(index.find(term))) for term in group]
        assert all(found), group
        assert len(group) == len(set(group)) > 1


def test_a_lesson_that_is_read_anew_has_its_new_words() -> None:
    index = Index([])
    index.put(0, [Passage("", "old words", 1)])
    index.put(0, [Passage("", "new words", 1)])
    assert (index.find("old"), len(index.find("new"))) == ([], 1)


@given(WORDS, WORDS)
def test_what_matches_is_in_the_text_in_order(text: str, word: str) -> None:
    wanted = [" ".join(plain(word).split())]
    found = matches(text, wanted if wanted[0] else [])
    assert all(plain(text[start:end]) == wanted[0] for start, end in found)
    assert all(one[1] <= other[0] for one, other in pairwise(found))
    assert len(plain(text)) == len(text)
