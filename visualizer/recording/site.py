"""A static site of lessons: a page for each, an index by the chapters of the course, and a search in what is said.

Its pages share the player, and open from a folder as well as from any server. So that all of it can be sent and kept,
long lessons show the larger steps of their runs; a recording of one lesson has more.
"""

from __future__ import annotations

import gc
import html
import json
import os
import re
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from pathlib import Path

from algorithms.words import counted
from scenarios.course import minutes, short_courses, the_course
from scenarios.emphasis import unmarked
from scenarios.folders import LESSONS, bare
from scenarios.loader import load
from scenarios.reading import ScenarioError
from scenarios.script.telling import Telling
from scenarios.search import passages
from scenarios.writing import written
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import Film, plan
from visualizer.recording.html import SCRIPT, STYLE, filled, film_page, palettes, style
from visualizer.recording.locked import asked_in
from visualizer.recording.script import EVERYTHING, player

MOST = 500  # frames of a lesson
INDEX = "index.html"
_OWN = "Other lessons"

Done = Callable[[int, int], None]
"""Called with the number of lessons that are done, and of all."""


@dataclass(frozen=True)
class Card:
    """What the index knows of a lesson: its page, the ``number`` by which others refer to it, and what is found by the
    search: what it says by the numbers of its cues, and ``words`` that it is also called by. ``coarse``: its page shows
    larger steps only."""

    page: str
    number: str
    title: str
    about: str
    minutes: int
    questions: int
    says: tuple[str, ...]
    words: str
    coarse: bool


@dataclass(frozen=True)
class Site:
    """What was made: a card for each lesson, why others are not there, and the bytes of all files."""

    cards: tuple[Card, ...]
    faults: tuple[str, ...]
    size: int


@dataclass(frozen=True)
class _Order:
    """The page of a lesson to be made by another process."""

    lesson: Path
    page: str
    theme: str
    telling: Telling
    after: tuple[str, str] | None  # the page and the name of the next lesson
    most: int


def build_site(lessons: Sequence[Path], folder: Path, theme_name: str, telling: Telling, done: Done, *,
               most: int = MOST, jobs: int | None = None) -> Site:
    """Makes the site in a folder, which is made if it is not there, with several lessons at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    chapters = _chapters(lessons)
    ordered = [lesson for _, _, some in chapters for lesson in some]
    pages = _pages(ordered)
    following = dict(zip(ordered, [*ordered[1:], None], strict=True))
    orders = [_Order(lesson, pages[lesson], theme_name, telling,
                     (pages[after], "Next lesson") if (after := following[lesson]) is not None else None, most)
              for lesson in ordered]
    cards: dict[Path, Card] = {}
    faults: list[str] = []
    has = {**EVERYTHING, "homework": telling.audience == "homework"}
    size = _write(folder / SCRIPT, player(has)) + _write(folder / STYLE, style(has))
    with closing(_made(orders, jobs or os.cpu_count() or 1)) as all_made:
        for count, (lesson, made) in enumerate(all_made, 1):
            if isinstance(made, str):
                faults.append(made)
            else:
                cards[lesson], text = made
                size += _write(folder / cards[lesson].page, text)
            done(count, len(orders))
    size += _write(folder / INDEX, _index(chapters, cards, theme_name))
    return Site(tuple(cards.values()), tuple(faults), size)


def _write(file: Path, text: str) -> int:
    """Its bytes. Only the first process writes, so that no other one that is ended leaves half a page."""
    with written(file) as out:
        out.write(text)
    return len(text.encode("utf-8"))


def _chapters(lessons: Sequence[Path]) -> list[tuple[str, str, list[Path]]]:
    """Title, what it is about, and lessons of each chapter that has some; at the end those that are in none."""
    course, known = the_course(), {bare(path.stem): path for path in lessons if path.parent == LESSONS}
    found = [(chapter.title, chapter.about, [known[name] for name in chapter.lessons if name in known])
             for chapter in course.chapters]
    placed = {path for _, _, some in found for path in some}
    rest = [path for path in lessons if path not in placed]
    return [chapter for chapter in (*found, (_OWN, "", rest)) if chapter[2]]


def _pages(lessons: Sequence[Path]) -> dict[Path, str]:
    """A name for the page of each lesson, without its number, which may change: links outlive it."""
    pages: dict[Path, str] = {}
    taken = {INDEX}
    for lesson in lessons:
        stem = re.sub(r"[^\w.-]+", "-", bare(lesson.stem)) or "lesson"
        name = next(name for count in range(1, len(lessons) + 2)
                    if (name := f"{stem}{f'-{count}' if count > 1 else ''}.html") not in taken)
        taken.add(name)
        pages[lesson] = name
    return pages


_Made = tuple[Card, str] | str
"""The card of a lesson and its page, or why there is none."""


def _made(orders: Sequence[_Order], jobs: int) -> Generator[tuple[Path, _Made], None, None]:
    """What is made of each lesson, in the order in which they are ready."""
    with ProcessPoolExecutor(min(jobs, len(orders) or 1), get_context("spawn"), _patient) as pool:
        waiting = {pool.submit(_make, order): order.lesson for order in orders}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        except BrokenProcessPool:
            raise MemoryError from None  # what ends a process from outside is the want of memory
        except BaseException:
            for process in active_children():  # the lessons at which they are may take long, and nobody waits for them
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _patient() -> None:
    """Ctrl+C reaches all processes of a terminal: the first of them tells it, and ends the others. Almost all that a
    page is made of stays until it is done: to look for garbage in it every few hundred objects takes up to a fifth of
    the time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(50_000, 10, 10)


def _make(order: _Order) -> _Made:
    """Makes the page of a lesson, in a process of its own."""
    try:
        scenario = load(order.lesson)
        film: Film = (plan_comparison if scenario.compares else plan)(scenario, order.most, order.telling)
    except ScenarioError as error:
        return str(error)
    coarse = _coarse(film)
    more: dict[str, object] = {"home": INDEX, "homework": order.telling.audience == "homework"}
    if order.after is not None:
        more["next"] = order.after
    if coarse:
        more["note"] = "The larger steps of a long run."
    text = film_page(film, order.theme, lambda _done, _all: None, more, shared=True)
    ends = [asked.after for asked in asked_in(film)] if order.telling.audience == "homework" else []
    open_ = film.frames[:min(ends, default=len(film.frames)) + 1]  # the rest is locked
    says = tuple(frame.caption for frame in open_ if frame.cue is not None)
    words = " ".join(passage.text for passage in passages(scenario) if passage.place in ("topic", "puzzle", "algorithm",
                                                                                          "also called"))
    return Card(order.page, _number(order.lesson), scenario.title, unmarked(scenario.about), minutes(scenario),
                len(film.questions), says, words, coarse), text


def _number(lesson: Path) -> str:
    """That of a lesson that comes with Unfog; others are not referred to."""
    found = re.match(r"0*(\d+)-", lesson.stem) if lesson.parent == LESSONS else None
    return found[1] if found else ""


def _coarse(film: Film) -> bool:
    """Does it leave out steps?"""
    shown = len({frame.position for frame in film.frames})
    return shown < max(frame.position for frame in film.frames) + 1


def _index(chapters: Sequence[tuple[str, str, list[Path]]], cards: dict[Path, Card], theme_name: str) -> str:
    """The page that leads to all others."""
    sections = [short_list(cards)]
    for number, (title, about, lessons) in enumerate(chapters, 1):
        rows = "\n".join(_row(cards[lesson]) for lesson in lessons if lesson in cards)
        if rows:
            head = f'<section aria-labelledby="c{number}"><h2 id="c{number}">{number}. {html.escape(title)}</h2>'
            sections.append(f"{head}\n<p>{html.escape(about)}</p>\n<ol>\n{rows}\n</ol></section>")
    shown = [cards[lesson] for _, _, lessons in chapters for lesson in lessons if lesson in cards]
    texts = [[card.page, card.number, card.title, card.about, card.words, *card.says] for card in shown]
    data = json.dumps(texts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template_style = filled("site.css", {"colors": ""})
    return filled("site.html", {
        "theme": theme_name, "style": palettes(template_style) + "\n" + template_style, "count": str(len(shown)),
        "about": html.escape(the_course().about), "chapters": "\n".join(filter(None, sections)), "data": data,
    })


def short_list(cards: dict[Path, Card]) -> str:
    """The short courses of which all lessons are there, each to be opened."""
    known, found = {bare(path.stem): card for path, card in cards.items() if path.parent == LESSONS}, list[str]()
    for course in short_courses():
        if all(name in known for name in course.lessons):
            some = [known[name] for name in course.lessons]
            rows = "\n".join(f"<li>{_link(card)} <small>{card.minutes} min</small></li>" for card in some)
            time = sum(card.minutes for card in some)
            found.append(f"<details><summary>{html.escape(course.title)} <small>{time} min</small></summary>\n"
                         f"<p>{html.escape(course.about)}</p>\n<ol>\n{rows}\n</ol></details>")
    head = '<section class="lectures" aria-labelledby="lectures"><h2 id="lectures">For a lecture or two</h2>'
    return "\n".join([head, *found, "</section>"]) if found else ""


def _row(card: Card) -> str:
    facts = [f"{card.minutes} min", *([counted(card.questions, "question")] if card.questions else []),
             *(["larger steps"] if card.coarse else [])]
    return f"<li>{_link(card)} <small>{' · '.join(facts)}</small><p>{html.escape(card.about)}</p></li>"


def _link(card: Card) -> str:
    """To its page; its number stands before it, as other lessons refer to it so."""
    number = f"<small>{card.number}</small> " if card.number else ""
    return f'{number}<a href="{card.page}">{html.escape(card.title)}</a>'
