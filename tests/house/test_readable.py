"""At 1280×800 every text of the window can be read, in projector mode, too: none is below 12 pixels, none is cut, in
any lesson at any cue.

What is wrong, and which function drew it, is also told by ``tests/kit/measuring.py LESSON``.
"""

from __future__ import annotations

import pytest

from kit.known_lessons import every_lesson
from kit.measuring import faults, projected
from scenarios.loader import Scenario


@pytest.mark.parametrize("lesson", every_lesson(), ids=lambda lesson: lesson.name)
def test_every_text_can_be_read(lesson: Scenario) -> None:
    wrong = {f"{moment}: {fault}" for moment, fault in faults(lesson)}
    assert not wrong, "\n".join(sorted(wrong)[:20])


@pytest.mark.parametrize("lesson", every_lesson(), ids=lambda lesson: lesson.name)
def test_every_text_of_the_projector_can_be_read(lesson: Scenario) -> None:
    wrong = {f"{moment}: {fault}" for moment, fault in projected(lesson)}
    assert not wrong, "\n".join(sorted(wrong)[:20])
