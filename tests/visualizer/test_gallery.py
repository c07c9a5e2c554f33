"""The gallery: lessons under their topics, the list of topics, the search, the keys that go from card to card."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.known_lessons import every_lesson
from kit.lesson_files import BOARD, lesson
from kit.user_folder import CONFIG
from kit.window_desk import Desk, window
from main import main
from scenarios.course import short_courses, the_course
from scenarios.folders import lessons
from scenarios.progress import Left
from scenarios.search import Index, passages
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.widgets.ui import Ui
from visualizer.window.gallery import VIEWS, Gallery
from visualizer.window.lesson_cards import Card, Standing, by_chapter, by_course, by_topic, draw_card
from visualizer.window.shelves import shelve

ARROWS = ("left", "right", "up", "down", "home", "end", "page up", "page down")
TOPICS = st.lists(st.integers(1, 9), min_size=1, max_size=12)  # how many lessons each has
WIDTHS = st.floats(60, 3000)


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> list[Card]:
    """Of all lessons, read and with their pictures, as a gallery has them that was looked at to its end."""
    with window(tmp_path_factory.mktemp("settings")) as opened:
        at_rest(opened)
        for card in opened.app.gallery.cards:
            card.prepare()
        return opened.app.gallery.cards


@pytest.fixture
def desk(tmp_path: Path, cards: list[Card]) -> Iterator[Desk]:
    """The gallery, with all lessons read."""
    with window(tmp_path) as opened:
        opened.app.gallery.cards = [copy(card) for card in cards]
        at_rest(opened)
        yield opened


def at_rest(desk: Desk) -> None:
    """Lets it read what is not read yet."""
    while desk.app.gallery.busy:
        desk.app.gallery.tick(0.1)
    desk.frame()


def focused(desk: Desk) -> int:
    """The index of the card that has the focus."""
    ui = desk.app.ui
    assert ui.focus_shows
    assert ui.focus is not None
    return int(ui.focus.removeprefix("card"))


def shown(desk: Desk) -> list[int]:
    """The cards that can be seen, at least in part."""
    return [int(name.removeprefix("card")) for name, box in desk.boxes().items()
            if name.removeprefix("card").isdecimal() and box.h > 0]


def groups(sizes: list[int]) -> dict[str, list[int]]:
    ends = [sum(sizes[:end]) for end in range(len(sizes) + 1)]
    return {f"topic {at}": list(range(ends[at], ends[at + 1])) for at in range(len(sizes))}


# --- topics --------------------------------------------------------------------------------------------------------


def test_every_lesson_that_comes_with_unfog_names_its_topic() -> None:
    assert [scenario.name for scenario in every_lesson() if "topic" not in scenario.document.data] == []


def test_a_glance_tells_the_topic_that_reading_finds() -> None:
    cards = [Card.of(path) for path in lessons()]
    glanced = by_topic(cards)
    for card in cards:
        card.read()
    assert all(card.scenario for card in cards)
    assert by_topic(cards) == glanced
    assert [card.topic for card in cards] == [scenario.topic for scenario in every_lesson()]


@given(st.lists(st.sampled_from("abcdef")))
def test_topics_come_in_the_order_of_their_first_lessons_and_lessons_in_their_own(topics: list[str]) -> None:
    found = by_topic(Card("", Path("x"), topic=topic) for topic in topics)
    assert sorted(index for indexes in found.values() for index in indexes) == list(range(len(topics)))
    assert all(topics[index] == topic for topic, indexes in found.items() for index in indexes)
    assert all(indexes == sorted(indexes) for indexes in found.values())
    assert [indexes[0] for indexes in found.values()] == sorted(indexes[0] for indexes in found.values())


def test_the_command_line_lists_lessons_under_the_same_topics(capsys: pytest.CaptureFixture[str], tmp_path: Path,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    folder = tmp_path / "unfog" / "lessons"
    folder.mkdir(parents=True)
    lesson(folder, BOARD + "topic: My own\n", "mine.yaml")
    lesson(folder, "title: [", "broken.yaml")
    assert main(["list", "lessons"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    found: dict[str, list[str]] = {}
    topic = ""
    for line in filter(None, lines):
        if line.startswith("    "):
            found[topic] += line.split()[:1] if line[4] != " " else []  # else the rest of a long line
        else:
            topic = line.strip()
            found[topic] = []
    cards = [Card.of(path) for path in (*lessons(), folder / "broken.yaml", folder / "mine.yaml")]
    assert head == "Lessons"
    assert found == {topic: [cards[index].path.stem for index in indexes]
                     for topic, indexes in by_topic(cards).items()}
    assert found["My own"] == ["mine"]


# --- where the cards lie -------------------------------------------------------------------------------------------


@given(TOPICS, WIDTHS, st.floats(0.35, 3))
def test_no_two_cards_overlap_and_each_is_below_its_heading(sizes: list[int], width: float, unit: float) -> None:
    topics = groups(sizes)
    shelves = shelve(topics, width, unit)
    places = list(shelves.places.values())
    assert list(shelves.order) == list(range(sum(sizes)))
    for one, other in pairwise(places):  # in reading order: to the right, or further down
        beside = one.y == other.y and one.right < other.x
        assert beside or one.bottom < other.y
    assert all(place.x >= 0 and place.right <= width + 0.01 and place.bottom <= shelves.height for place in places)
    ends = [*list(shelves.headings.values())[1:], shelves.height]
    for (topic, y), end in zip(shelves.headings.items(), ends, strict=True):
        assert all(y < shelves.places[index].y and shelves.places[index].bottom <= end for index in topics[topic])


@given(TOPICS, WIDTHS, st.floats(300, 2000), st.data())
def test_arrows_lead_to_every_card_and_never_astray(sizes: list[int], width: float, page: float,
                                                    data: st.DataObject) -> None:
    shelves = shelve(groups(sizes), width, 1.0)
    last = sum(sizes) - 1
    here = data.draw(st.integers(0, last))
    place = shelves.places[here]
    to = {key: shelves.beside(here, key, page) for key in ARROWS}
    assert (to["home"], to["end"], to["left"], to["right"]) == (0, last, max(0, here - 1), min(last, here + 1))
    assert shelves.beside(here, "q", page) is None
    for key, sign in (("up", -1), ("down", 1), ("page up", -1), ("page down", 1)):
        other = to[key]
        assert other is not None
        away = sign * (shelves.places[other].y - place.y)
        beyond = [sign * (spot.y - place.y) for spot in shelves.places.values() if sign * (spot.y - place.y) > 0]
        assert (other == here) == (not beyond)
        if beyond and key in ("up", "down"):
            assert away == min(beyond)
        elif beyond:
            assert away <= max(page, min(beyond))
            assert away >= min(beyond)


# --- keys, wheel and mouse -----------------------------------------------------------------------------------------


def test_arrow_keys_go_through_all_cards_and_each_is_seen_whole(desk: Desk) -> None:
    gallery = desk.app.gallery
    order = list(gallery.shelves.order)
    visited = []
    for _ in order:
        desk.key("right")
        visited.append(focused(desk))
        box = desk.boxes()[desk.app.ui.focus or ""]
        assert box.h == pytest.approx(gallery.shelves.places[visited[-1]].h)
    assert visited == order
    desk.key("home")
    assert focused(desk) == order[0]
    desk.key("end", "up", "down")
    assert gallery.shelves.places[focused(desk)].y == gallery.shelves.places[order[-1]].y
    desk.key("page up")
    assert focused(desk) < order[-1]
    desk.key("return")
    assert desk.app.screen is not gallery


def test_the_first_card_under_a_heading_shows_with_it(desk: Desk) -> None:
    gallery = desk.app.gallery
    topic, indexes = list(by_chapter(gallery.cards, the_course()).items())[2]
    desk.key("end")
    while focused(desk) != indexes[0]:
        desk.key("left")
    assert gallery.scroll.offset <= gallery.shelves.headings[topic] < gallery.shelves.places[indexes[0]].y


@pytest.mark.parametrize("key", ARROWS)
def test_the_first_key_goes_to_a_card_that_is_seen(desk: Desk, key: str) -> None:
    desk.app.ui.wheel(*desk.boxes()["cards"].center, -4)
    desk.frame()
    desk.key(key)
    assert focused(desk) in shown(desk)


def test_the_wheel_scrolls_also_while_a_card_has_the_focus(desk: Desk) -> None:
    desk.key("down")
    first = shown(desk)
    for _ in range(60):
        desk.app.ui.wheel(*desk.boxes()["cards"].center, -3)
        desk.frame()
    last = desk.app.gallery.shelves.order[-1]
    assert last in shown(desk)
    assert desk.boxes()[f"card{last}"].bottom <= desk.boxes()["game0"].y
    for _ in range(60):
        desk.app.ui.wheel(*desk.boxes()["cards"].center, 3)
        desk.frame()
    assert shown(desk) == first


@pytest.mark.parametrize("view", VIEWS)
def test_the_list_goes_to_each_heading_by_mouse_and_by_key(desk: Desk, view: str) -> None:
    gallery = desk.app.gallery
    for _ in range(VIEWS.index(view)):
        desk.key("c")
    assert gallery.view == view
    topics = {"Topics": by_topic(gallery.cards), "Course": by_chapter(gallery.cards, the_course()),
              "Lectures": by_course(gallery.cards, short_courses())}[view]
    box = desk.boxes()["topics"]
    for at, (topic, indexes) in enumerate(topics.items()):
        desk.click(box.x + 20, box.y + (at + 0.5) * box.h / len(topics))
        assert gallery.topic == topic
        assert indexes[0] in shown(desk)
    desk.app.ui.focus, desk.app.ui.focus_shows = "topics", True
    for key, at in (("home", 0), ("down", 1), ("end", -1), ("up", -2)):
        desk.key(key)
        assert gallery.topic == list(topics)[at]
        assert list(topics.values())[at][0] in shown(desk)
    desk.key("return")
    assert focused(desk) == list(topics.values())[-2][0]


# --- search --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["backbone", "MODELS listing", "cdcl", "17", "minesweeper", "backtraking"])
def test_a_search_shows_what_has_all_its_words_the_best_first(desk: Desk, query: str) -> None:
    gallery = desk.app.gallery
    desk.key("/", *(name.replace(" ", "space") for name in query.lower()))
    assert gallery.query == query.lower()
    index = Index()
    for key, scenario in enumerate(every_lesson()):
        index.put(key, passages(scenario))
    assert list(gallery.shelves.order) == [hit.key for hit in index.find(query)] != []
    assert desk.app.settings.theme == "dark"  # t is a letter here
    desk.key("down")
    best = gallery.shelves.order[0]
    assert focused(desk) == best
    chosen: list[Card] = []
    gallery.choose = chosen.append
    desk.key("/", "return")
    assert chosen == [gallery.cards[best]]


def test_a_card_shows_the_place_of_what_was_found_in_it(desk: Desk) -> None:
    desk.key("/", *"tenure")
    canvas = RecordingCanvas()
    desk.app.gallery.draw(fresh(canvas), canvas, (1280.0, 800.0), theme("dark"), 1.0)
    said = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
    assert "tenure" in said  # once more, on a ground of its own
    assert any("tenure" in text and len(text) > 10 for text in said)


def test_lessons_in_view_are_read_before_others_and_have_their_titles_from_the_first_frame(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        gallery = desk.app.gallery
        assert "One test is wrong" in [card.title for card in gallery.cards if card.scenario is None]
        desk.key("c")  # by topics …
        desk.key("end")  # … others are in view
        seen = {gallery.cards[index].path for index in shown(desk)}

        def read() -> set[Path]:
            return {card.path for card in gallery.cards if card.scenario is not None}

        before = read()
        while not seen <= read():
            gallery.tick(0.1)
        assert len(read() - before - seen) <= 1  # one had been begun


def test_what_is_not_read_yet_is_found_by_its_name(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        gallery = desk.app.gallery
        for card in gallery.cards:
            card.scenario, card.fault = None, "not yet"
        desk.key("/", *"backbone")
        assert all("backbone" in f"{gallery.cards[index].file} {gallery.cards[index].topic}".lower()
                   for index in gallery.shelves.order)
        assert len(gallery.shelves.order) >= 8


# --- the course ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["g", "return"])
def test_the_course_goes_on_where_it_was_left_and_then_with_the_next_lesson(desk: Desk, key: str) -> None:
    progress = desk.app.progress
    progress.leave("04-where-gac-must-stop", Left(3, 9))
    desk.frame()
    desk.key(key)
    assert desk.stage.session.scenario.name == "04-where-gac-must-stop"
    desk.app.leave()
    progress.leave("04-where-gac-must-stop", Left(9, 9, seen=True))
    desk.frame()
    desk.click(*desk.boxes()["go-on"].center)
    assert desk.stage.session.scenario.name == "05-a-wrong-flag"


@pytest.mark.parametrize(("back", "cue", "told"), [(0, 1, False), (0, 2, True), (1, 0, True), (0, 0, False)])
def test_the_button_tells_a_cue_only_where_the_lesson_goes_on_there(desk: Desk, back: int, cue: int,
                                                                    told: bool) -> None:
    cues = len(desk.open("where-gac-must-stop").session.director.seen)
    desk.app.leave()
    left = cue or cues - back
    desk.app.progress.leave("04-where-gac-must-stop", Left(left, cues))
    canvas = RecordingCanvas()
    desk.app.gallery.draw(fresh(canvas), canvas, (1280.0, 800.0), theme("dark"), 1.0)
    said = next(str(op.args[2]) for op in canvas.ops if op.name == "text" and str(op.args[2]).startswith("Go on: "))
    assert said.endswith(f" (cue {left} of {cues})") == told
    desk.key("g")
    assert (desk.stage.session.director.index >= 0) == told


def test_two_views_are_orders_of_the_same_cards_and_one_has_some_of_them(desk: Desk) -> None:
    gallery = desk.app.gallery
    chapters = list(gallery.shelves.order)
    assert [gallery.cards[index].name for index in chapters] == list(the_course().lessons)
    desk.app.ui.focus, desk.app.ui.focus_shows = "view", True
    desk.key("right")
    assert gallery.view == "Topics"
    assert chapters != list(gallery.shelves.order) != []
    assert sorted(chapters) == sorted(gallery.shelves.order)
    desk.key("c")
    assert gallery.view == "Lectures"
    assert [gallery.cards[index].name for index in gallery.shelves.order] == [
        name for course in short_courses() for name in course.lessons]
    desk.key("c")
    assert list(gallery.shelves.order) == chapters


def test_no_card_ends_in_the_middle_of_what_a_lesson_is_about(cards: list[Card]) -> None:
    """On the narrowest card, too: sentences that have no room are left out whole."""
    for card in cards:
        canvas = RecordingCanvas()
        fresh = copy(card)
        fresh.pictured = None
        draw_card(canvas, Rect(0, 0, 224, 226), fresh, Standing(), theme("dark"), 1.0)
        texts = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        assert [text for text in texts if text.endswith("…")] == [], card.name


def test_a_card_tells_what_was_seen_and_what_was_left(cards: list[Card]) -> None:
    def drawn(standing: Standing) -> list[str]:
        canvas = RecordingCanvas()
        draw_card(canvas, Rect(0, 0, 224, 226), copy(cards[3]), standing, theme("dark"), 1.0)
        return [str(op) for op in canvas.ops]

    new, left, seen = drawn(Standing()), drawn(Standing(left=Left(2, 9))), drawn(Standing(left=Left(9, 9, 56, True)))
    assert len({str(new), str(left), str(seen)}) == 3
    assert any("6 min" in op for op in new)
    assert any("after 2" in op for op in drawn(Standing(after=["2"])))


def test_a_search_that_finds_nothing_says_so_and_escape_ends_it(desk: Desk) -> None:
    gallery = desk.app.gallery
    desk.key("/", *"zzz")
    assert shown(desk) == []
    canvas = RecordingCanvas()
    gallery.draw(fresh(canvas), canvas, (1280.0, 800.0), theme("dark"), 1.0)
    assert any(op.name == "text" and "No lesson" in str(op.args[2]) for op in canvas.ops)
    desk.key("down", "right", "end", "return")  # nowhere to go
    assert desk.app.screen is gallery
    desk.key("escape")
    assert (gallery.query, len(gallery.shelves.order)) == ("", len(gallery.cards))
    desk.key("a", "b", "backspace")
    assert gallery.query == "a"
    desk.key("tab", "escape", "escape")
    assert gallery.query == ""


def fresh(canvas: RecordingCanvas) -> Ui:
    ui = Ui()
    ui.begin(canvas, theme("dark"), 1.0, (1280.0, 800.0), 0.0)
    return ui


def test_a_click_into_the_field_is_enough_to_type(desk: Desk) -> None:
    desk.click(*desk.boxes()["search"].center)
    desk.key(*"dpll")
    assert desk.app.gallery.query == "dpll"


# --- cards ---------------------------------------------------------------------------------------------------------


def test_own_lessons_have_cards_and_a_bad_one_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "unfog" / "lessons"
    folder.mkdir(parents=True)
    lesson(folder, BOARD + "topic: My own\n", "mine.yaml")
    lesson(folder, "topic: My own\ntitle: [", "worse.yaml")
    (folder / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with window(tmp_path) as desk:
        gallery = desk.app.gallery
        while gallery.busy:
            gallery.tick(0.1)
        own = {card.path.name: card for card in gallery.cards[len(lessons()):]}
        assert [*own] == ["bytes.yaml", "mine.yaml", "worse.yaml"]
        assert own["mine.yaml"].topic == own["worse.yaml"].topic == "My own"
        assert own["mine.yaml"].fault == ""
        for name, line in (("bytes.yaml", "bytes.yaml:1: is not text"),
                           ("worse.yaml", "worse.yaml:2: title: is not YAML: ")):
            canvas = RecordingCanvas()
            draw_card(canvas, Rect(0, 0, 227, 226), own[name], Standing(), theme("dark"), 1.0)
            assert line in " ".join(str(op.args[2]) for op in canvas.ops if op.name == "text")
        desk.key("end")
        desk.key("return")
        assert "worse.yaml" in gallery.message
        canvas = RecordingCanvas()
        gallery.draw(fresh(canvas), canvas, (1280.0, 800.0), theme("dark"), 1.0)
        head = [op.args for op in canvas.ops if op.name == "text" and float(str(op.args[1])) < 90]
        assert "is not closed; write ] where it ends" in " ".join(str(text) for _, _, text, *_ in head)
        desk.app.open_card(own["mine.yaml"])
        assert desk.stage.title == "A small board"


@given(st.text(max_size=200), st.text(max_size=600), st.floats(120, 500), st.floats(0.35, 3))
def test_what_stands_on_a_card_stays_on_it(title: str, fault: str, width: float, unit: float) -> None:
    place = Rect(10, 10, width * unit, 226 * unit)
    canvas = RecordingCanvas()
    draw_card(canvas, place, Card(title, Path("07-x.yaml"), fault=fault), Standing(), theme("dark"), unit)
    texts = [op for op in canvas.ops if op.name == "text"]
    for op in texts:
        x, y, size, wide = (float(value) for value in op.args if isinstance(value, int | float))
        left = x if op.args[5] == "left" else x - wide
        assert place.x <= left + 1
        assert left + wide <= place.right + 1
        assert place.y <= y - size / 2 + 1
        assert y + size / 2 <= place.bottom + 1
    assert any(op.args[2] == "7" for op in texts)


def test_the_gallery_reads_all_lessons_it_lists() -> None:
    gallery = Gallery(lambda card: None, 1)
    assert [card.path for card in gallery.cards[: len(lessons())]] == lessons()


@pytest.mark.parametrize(("line", "said"), [
    ("title: Which value first?", "Which value first?"), ('title: "Easy: 42 clues"', "Easy: 42 clues"),
    ("title: >-\n  Two\n  lines", ""), ("title: Two\n  lines", ""), ('title: "A \\"B\\""', ""), ("topic: None", ""),
])
def test_a_glance_tells_a_title_or_nothing(tmp_path: Path, line: str, said: str) -> None:
    """Where it says anything, it says what is read."""
    path = tmp_path / "one.yaml"
    path.write_text(f"# a lesson\n{line}\nalgorithm: gac\n", encoding="utf-8")
    assert Card.of(path).glance == said


def test_each_lesson_is_called_by_a_glance_what_it_is_called_when_read() -> None:
    for path in lessons()[::16]:
        card = Card.of(path)
        card.read()
        assert card.glance == card.title
