"""Texts that stand alone: what a lesson says can be read by whoever comes to just this caption; it names its source."""

from __future__ import annotations

import re

from algorithms.core import algorithms, event_types
from kit.known_lessons import every_lesson

VAGUE = re.compile(r"\b(the|this) (thesis|paper|handout|book|article|authors?)\b", re.IGNORECASE)
NUMBERED = re.compile(r"\b(Problem|Proposition|(?<![Tt]ruth )Table|Figure|Example|Theorem|Formula|Program|Section|"
                      r"Path) \(?\d", re.IGNORECASE)
NAMED = re.compile(r"\b(Simon|Lierler|Abuluaih|Neller|Luo|Knuth|Prosser|Kondrak|her)\b")


def said() -> list[tuple[str, str]]:
    """All texts of all lessons, and the sentences of all events."""
    assert algorithms()
    texts = [(kind.__name__, kind.say) for kind in event_types().values()]
    for scenario in every_lesson():
        texts += [(scenario.name, scenario.title), (scenario.name, scenario.about)]
        texts += [(f"{scenario.name}, cue {number}", cue.say or "") for number, cue in enumerate(scenario.script, 1)]
    return texts


def test_no_text_speaks_of_a_source_without_naming_it() -> None:
    assert [(where, text) for where, text in said() if VAGUE.search(text)] == []


def test_what_has_a_number_in_a_source_has_its_author() -> None:
    assert [(where, text) for where, text in said() if NUMBERED.search(text) and not NAMED.search(text)] == []
