"""The glossary: each term is taught by a lesson that uses it, is found in texts, and means something of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.core import event_types
from kit.known_lessons import every_lesson
from scenarios.folders import bare
from scenarios.glossary import glossary, matching, read_glossary, terms_in
from scenarios.reading import ScenarioError


def texts(name: str) -> str:
    """All that a lesson says, and the sentences of its events."""
    scenario = next(scenario for scenario in every_lesson() if bare(scenario.name) == name)
    kinds = event_types()
    events = [kinds[cue.when.event].say for cue in scenario.script if cue.when is not None]
    runs = [f"{run.algorithm.title} {run.name} {run.algorithm.source}" for run in scenario.runs]
    return " ".join([scenario.title, scenario.topic, scenario.about, *runs, *events,
                     *(cue.say or "" for cue in scenario.script)])


def test_every_term_is_used_by_the_lesson_that_teaches_it() -> None:
    assert [(term.term, term.lesson) for term in glossary()
            if term not in {found.term for found in terms_in(texts(term.lesson))}] == []


def test_nearly_every_lesson_has_terms_to_point_at() -> None:
    without = [scenario.name for scenario in every_lesson()
               if not any(list(terms_in(cue.say or "")) for cue in scenario.script)]
    assert len(without) < 10


def test_what_a_term_means_is_a_sentence_or_two_and_not_itself() -> None:
    for term in glossary():
        assert term.means.endswith((".", ")."))
        assert 20 < len(term.means) < 190
        assert not term.means.casefold().startswith(term.term.casefold())


@pytest.mark.parametrize(("text", "found"), [
    ("A backbone is a literal.", ["backbone", "literal"]),
    ("MRV+ is not MRV.", ["MRV+", "MRV"]),
    ("Unit clauses, units", ["unit"]),
    ("bypass passes", ["pass"]),
    ("the formula of a loop", ["loop formula"]),
    ("min-conflicts has conflicts", ["min-conflicts", "conflict"]),
    ("", []),
])
def test_terms_are_found_as_whole_words_the_longest_first(text: str, found: list[str]) -> None:
    assert [hit.term.term for hit in terms_in(text)] == found
    assert all(text[hit.start:hit.end].strip() for hit in terms_in(text))


def test_a_query_looks_into_names_and_meanings() -> None:
    assert matching("back")[0].term == "backbone"
    assert [term.term for term in matching("Knuth")] == ["dancing links"]
    assert len(matching("")) == len(glossary())
    assert matching("zzz") == []


@pytest.mark.parametrize(("text", "said"), [
    ("terms: [{term: a, means: b.}]", "lesson"),
    ("terms: [{term: a, means: b., lesson: nowhere}]", "terms.0.lesson: there is no lesson"),
    ("terms: [{term: a, means: b., lesson: dpll}, {term: A, means: c., lesson: dpll}]", "already"),
])
def test_a_glossary_that_cannot_be_is_refused_in_a_line(text: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        read_glossary(Path("glossary.yaml"), text)
