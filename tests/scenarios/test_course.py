"""The course: every lesson once, each after what it needs; how to go on; what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.known_lessons import every_lesson
from kit.lesson_files import BOARD, lesson
from scenarios.course import Course, minutes, read_course, seen_in, short_courses, the_course
from scenarios.folders import bare, house_names
from scenarios.loader import load
from scenarios.progress import Left, Progress
from scenarios.reading import ScenarioError


def test_every_lesson_is_in_the_course_once() -> None:
    lessons = the_course().lessons
    assert len(lessons) == len(set(lessons))
    missing, gone = set(house_names()) - set(lessons), set(lessons) - set(house_names())
    assert not missing, f"write into scenarios/courses/all.yaml, after what each needs: {', '.join(sorted(missing))}"
    assert not gone, f"no lessons: {', '.join(sorted(gone))}; take them out of scenarios/courses/all.yaml"


def test_what_a_lesson_needs_comes_before_it() -> None:
    """So needs cannot go in a circle either."""
    needs = {bare(scenario.name): scenario.needs for scenario in every_lesson()}
    order = the_course().lessons
    late = [(name, need) for name in order for need in needs[name] if order.index(need) >= order.index(name)]
    assert late == []
    assert all(len(set(names)) == len(names) for names in needs.values())
    beginnings = [name for name in order if not needs[name]]
    assert beginnings[0] == order[0]
    assert len(beginnings) < 5


def test_what_is_needed_is_not_named_twice() -> None:
    """A lesson names what it needs at once, not what that needs in turn."""
    needs = {bare(scenario.name): scenario.needs for scenario in every_lesson()}

    def all_before(name: str) -> set[str]:
        return {other for need in needs[name] for other in (need, *all_before(need))}

    assert [(name, need) for name, named in needs.items() for need in named
            if any(need in all_before(other) for other in named)] == []


def test_a_short_course_has_what_its_lessons_need() -> None:
    """Before them, or in what it says that it needs itself, and what that needs."""
    needs = {bare(scenario.name): scenario.needs for scenario in every_lesson()}

    def before(name: str) -> set[str]:
        return {other for need in needs[name] for other in (need, *before(need))}

    for course in short_courses():
        have = set(course.needs).union(*map(before, course.needs))
        for name in course.lessons:
            assert set(needs[name]) <= have, (course.title, name)
            have.add(name)


def test_short_courses_fit_their_time_and_share_no_lesson() -> None:
    """In the gallery a card is only once in a view."""
    courses, taken = short_courses(), {bare(scenario.name): minutes(scenario) for scenario in every_lesson()}
    names = [name for course in courses for name in course.lessons]
    assert len(set(names)) == len(names)
    assert len({course.title for course in courses}) == len(courses) == 5
    assert all(30 <= sum(taken[name] for name in course.lessons) <= 90 for course in courses)
    (short,) = (course for course in courses if "45 minutes" in course.title)
    assert sum(taken[name] for name in short.lessons) <= 45
    assert not short.needs


@given(st.lists(st.tuples(st.sampled_from(the_course().lessons), st.booleans()), max_size=6))
def test_going_on_leads_through_all_lessons(left: list[tuple[str, bool]]) -> None:
    course, progress = the_course(), Progress()
    for name, seen in left:
        progress.leave(name, Left(1, 4, 9, seen))
    for _ in course.lessons:
        wanted = course.go_on(progress)
        if wanted is None:
            break
        assert not progress.seen(wanted)
        if left and not progress.seen(left[-1][0]):
            assert wanted == left[-1][0]
        progress.leave(wanted, Left(4, 4, 20, True))
    assert course.go_on(progress) is None
    assert set(seen_in(progress)) == set(course.lessons)


def test_it_begins_at_the_beginning_and_after_a_lesson_comes_the_next() -> None:
    course = the_course()
    assert course.go_on(Progress()) == course.lessons[0] == "a-number-is-a-constraint"
    assert course.after("04-where-gac-must-stop") == "a-wrong-flag"
    assert course.after(course.lessons[-1]) is None
    assert course.after("mine") is None
    progress = Progress()
    progress.leave("my-own", Left(0, 3))
    assert course.go_on(progress) == course.lessons[0]


def test_minutes_are_what_reading_and_thinking_takes_or_what_the_author_says(tmp_path: Path) -> None:
    taken = {scenario.name: minutes(scenario) for scenario in every_lesson()}
    beyond = {name: time for name, time in taken.items() if not 2 <= time <= 10}
    assert not beyond, f"lessons of 2 to 10 minutes are wanted, to read or by their minutes: {beyond}"
    assert taken["03-counting-in-binary"] > taken["05-a-wrong-flag"] > taken["30-a-hard-backbone-by-listing-models"]
    assert minutes(load(lesson(tmp_path, BOARD + "minutes: 25\n"))) == 25
    ask = "  - ask: {{prompt: Which?, about: {{event: Pruned, field: variable}}{}}}\n"
    asked = [minutes(load(lesson(tmp_path, BOARD + "script:\n" + ask.format(more) * 4))) for more in
             ("", ", time: 15", ", time: 300")]
    assert asked == [4, 2, 21]


@pytest.mark.parametrize(("text", "said"), [
    ("title: x\nchapters: [{title: a, lessons: [exact-covre]}]", "chapters.0.lessons.0: there is no lesson"),
    ("title: x\nchapters: [{title: a, lessons: [exact-cover, exact-cover]}]", "is in the course already"),
    ("title: x\nchapters: [{title: a}]", "lessons"),
    ("title: x", "chapters"),
    ("title: x\nchapters: []\nlesson: 1", "lesson"),
    ("title: x\nneeds: [dpll, exact-covre]\nchapters: []", "needs.1: there is no lesson 'exact-covre'; did you mean"),
])
def test_a_course_that_cannot_be_is_refused_in_a_line(text: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said) as refused:
        read_course(Path("course.yaml"), text)
    assert "\n" not in str(refused.value)


def test_an_empty_course_has_nothing_to_go_on_with() -> None:
    assert Course("x", ()).go_on(Progress()) is None


def test_a_lesson_that_needs_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"needs\.1: there is no lesson 'dpl'; did you mean 'dpll'"):
        load(lesson(tmp_path, BOARD + "needs: [beyond-sums, dpl]\n"))
    assert load(lesson(tmp_path, BOARD + "needs: [08-beyond-sums]\n")).needs == ("beyond-sums",)
