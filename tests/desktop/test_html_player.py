"""The HTML recording in a real browser, driven by its own keys and by the mouse."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops, ImageStat

from kit.chromium import HEIGHT, READY, WIDTH, Page, frame
from kit.recordings import EXPERT, lesson
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.on_svg import SvgCanvas
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import theme
from visualizer.recording.export import record
from visualizer.recording.film import SIZE, Film

pytestmark = pytest.mark.e2e



def picture(page: Page) -> Image.Image:
    """What the page looks like."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def slider(page: Page) -> tuple[float, float, float]:
    """The scrub bar's left, right and middle height."""
    found: list[float] = page.value("(r => [r.left, r.right, (r.top + r.bottom) / 2])"
                                    "(document.querySelector('input').getBoundingClientRect())")
    return found[0], found[1], found[2]


def test_it_opens_at_the_start(page: Page, film: Film) -> None:
    assert frame(page) == 0
    assert page.value("document.querySelector('#position').textContent") == f"0 / {len(film.frames) - 1}"
    assert page.value("document.title") == film.scenario.title
    assert page.value("document.querySelector('#caption').textContent") == film.frames[0].caption


def test_keys_step_forwards_and_back(page: Page, film: Film) -> None:
    last = len(film.frames) - 1
    for key, expected in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("ArrowRight", last),
                          ("ArrowLeft", last - 1), ("Home", 0), ("ArrowLeft", 0)):
        page.press(key)
        assert frame(page) == expected, key
    page.press("ArrowRight")
    assert page.value("document.querySelector('#caption').textContent") == film.frames[1].caption


def test_keys_walk_the_cues(page: Page, film: Film) -> None:
    cues = [index for index, shown in enumerate(film.frames) if shown.cue is not None]
    assert cues[0] == 0
    for cue in cues[1:]:
        page.press("PageDown")
        assert frame(page) == cue
    page.press("PageUp")
    assert frame(page) == cues[-2]
    page.press("PageUp")
    assert frame(page) == cues[-3]
    assert page.value("document.querySelectorAll('#ticks i').length") == len(cues)


def test_space_plays_and_pauses(page: Page, film: Film) -> None:
    for _ in range(3):
        page.press("+")
    assert page.value("document.querySelector('#speed').textContent") == "8×"
    page.press(" ")
    assert page.value("document.querySelector('#play').getAttribute('aria-label')") == "Pause"
    page.wait("Number(document.body.dataset.frame) > 3")
    page.press(" ")
    stopped = frame(page)
    assert page.value("new Promise(done => setTimeout(() => done(document.body.dataset.frame), 800))") == str(stopped)
    page.press(" ")
    page.wait(f"document.body.dataset.frame === '{len(film.frames) - 1}'", 30)
    assert page.value("document.querySelector('#play').getAttribute('aria-label')") == "Play"
    page.press(" ")  # from the end it starts again
    page.wait("Number(document.body.dataset.frame) < 5")


def test_what_is_told_is_of_the_frame_however_one_came(page: Page, film: Film) -> None:
    """By keys, by the bar, by a link, and where the play was paused or ended."""
    last = len(film.frames) - 1

    def told() -> tuple[int, str]:
        at = frame(page)
        assert page.value("document.querySelector('#caption').textContent") == film.frames[at].caption, at
        return at, film.frames[at].caption

    for key in ("End", "PageUp", "ArrowLeft", "ArrowLeft", "Home", "PageDown", "ArrowRight"):
        page.press(key)
        told()
    for at in (last // 2, 2, last - 1):
        page.value(f"location.hash = '#{at}'")
        page.wait(f"document.body.dataset.frame === '{at}'")
        assert told()[0] == at
    left, right, middle = slider(page)
    page.click(left + (right - left) * 0.7, middle)
    told()
    for _ in range(3):
        page.press("+")
    way = next(at for at in range(1, last) if film.frames[at].cue is None and film.frames[at + 1].cue is None)
    page.value(f"location.hash = '#{way - 1}'")
    page.wait(f"document.body.dataset.frame === '{way - 1}'")  # what comes of the link ends a play
    page.press(" ")
    page.wait(f"Number(document.body.dataset.frame) > {way}")
    page.press(" ")
    assert told()[0] > way
    page.press(" ")
    page.wait(f"document.body.dataset.frame === '{last}'", 30)
    page.wait("document.querySelector('#play').getAttribute('aria-label') === 'Play'")
    assert told()[0] == last


def test_mouse_scrubs_and_presses_buttons(page: Page, film: Film) -> None:
    last = len(film.frames) - 1
    left, right, middle = slider(page)
    page.click((left + right) / 2, middle)
    assert frame(page) == pytest.approx(last / 2, abs=1)
    page.press("ArrowRight")  # with the focus on the bar: one step, not two
    assert frame(page) == pytest.approx(last / 2 + 1, abs=1)
    at = frame(page)
    x, y = page.value("(r => [r.left + 9, r.top + 9])(document.querySelector('#back').getBoundingClientRect())")
    page.click(x, y)
    assert frame(page) == at - 1
    page.click(right - 2, middle)
    assert frame(page) == last


def test_a_term_tells_what_it_means_to_pointer_and_keyboard(page: Page) -> None:
    spot = "document.querySelector('#terms span')"
    told = "document.querySelector('#terms p')?.textContent"
    page.value(f"{spot}.focus()")
    said = page.value(f"{spot}.getAttribute('aria-label')")
    assert ": " in said and page.value(told) == said
    assert page.value("(r => r.left >= 0 && r.top >= 0 && r.right <= innerWidth)"
                      "(document.querySelector('#terms p').getBoundingClientRect())")
    page.press("Escape")
    assert page.value(told) is None
    x, y = page.value(f"(r => [r.left + 4, r.top + 4])({spot}.getBoundingClientRect())")
    page.click(x, y)
    assert page.value(told) == said
    page.press("End")
    assert page.value(told) is None  # with its caption it goes


def test_keyboard_reaches_every_button(page: Page) -> None:
    reached = []
    for _ in range(13):
        page.press("Tab")
        reached.append(page.value("document.activeElement.getAttribute('aria-label')"))
    assert reached[:1] == ["Position"]
    assert {"Play", "Step", "Next cue", "Faster", "All that is said", "Theme", "Keys", "Full screen"} <= set(reached)
    page.value("document.querySelector('#step').focus()")
    page.press(" ")
    assert frame(page) == 1


def test_help_opens_and_closes(page: Page) -> None:
    page.press("?")
    assert page.value("document.querySelector('dialog').open")
    page.press("ArrowRight")
    assert frame(page) == 0
    page.press("Escape")
    page.wait("!document.querySelector('dialog').open")


def test_link_leads_to_a_frame(page: Page, html: Path) -> None:
    page.open("about:blank", "true")
    page.open(f"{html.as_uri()}#12", READY)
    assert frame(page) == 12
    page.value("location.hash = '#99999'")
    page.wait("document.body.dataset.frame !== '12'")
    assert page.value("document.querySelector('#step').disabled")


def test_a_frame_looks_the_same_however_it_is_reached(page: Page, tmp_path: Path) -> None:
    smaller = EXPERT.replace("rows: 16, columns: 30, mines: 99", "rows: 12, columns: 12, mines: 24")
    record(lesson(tmp_path, smaller), tmp_path / "x.html")
    link = (tmp_path / "x.html").as_uri()
    pixels = "document.querySelector('canvas').toDataURL()"
    page.open("about:blank", "true")
    page.open(f"{link}#128", READY)
    expected = page.value(pixels)
    for start, key, times in ((0, "ArrowRight", 128), (301, "ArrowLeft", 173), (127, "ArrowRight", 1)):
        page.value(f"location.hash = '#{start}'")
        page.wait(f"document.body.dataset.frame === '{start}'")
        assert page.value(pixels) != expected
        for _ in range(times):
            page.press(key)
        assert frame(page) == 128
        assert page.value(pixels) == expected


def test_it_shows_what_the_window_and_the_handout_show(page: Page, film: Film, tmp_path: Path) -> None:
    page.press("PageDown")
    page.press("PageDown")
    index = frame(page)
    x, y, width, height = page.value("(r => [r.left, r.top, r.width, r.height])"
                                     "(document.querySelector('canvas').getBoundingClientRect())")
    assert (width, height) == SIZE
    assert (x, y) == (round(x), round(y))  # or all would be blurred
    played = picture(page).crop((int(x), int(y), int(x + width), int(y + height)))
    canvas = SvgCanvas(*SIZE, "")
    film.draw(canvas, film.frames[index], SIZE, theme("light"))
    (tmp_path / "x.svg").write_text(canvas.svg(), encoding="utf-8")
    page.size(*SIZE)
    page.open((tmp_path / "x.svg").as_uri(), "document.querySelector('svg') !== null")
    assert _difference(played, picture(page)) < 0.5
    surface = pygame.Surface(SIZE, depth=32)
    film.draw(PygameCanvas(surface), film.frames[index], SIZE, theme("light"))
    window = Image.frombytes("RGB", SIZE, pygame.image.tobytes(surface, "RGB"))
    assert _difference(played, window) < 2  # its letters are a little wider or narrower


def test_a_phone_shows_the_board_the_words_and_the_panels_below(page: Page, film: Film) -> None:
    page.size(390, 800, 3)
    page.wait("document.body.classList.contains('stacked')")
    page.press("PageDown")
    page.press("PageDown")
    assert page.value("document.querySelector('#words').innerText") == film.frames[frame(page)].caption
    assert page.value("parseFloat(getComputedStyle(document.querySelector('#words')).fontSize)") >= 16
    tops = page.value("['#view canvas', '#words', '#beside canvas'].map("
                      "name => document.querySelector(name).getBoundingClientRect().top)")
    assert tops == sorted(tops)
    assert page.value("document.querySelector('#beside canvas').clientWidth") > 360  # twice as large as of a whole page
    assert page.value("document.documentElement.scrollWidth <= innerWidth")
    assert page.value("document.querySelector('#stage').scrollWidth <= document.querySelector('#stage').clientWidth")
    page.size(WIDTH, HEIGHT)
    page.wait("!document.body.classList.contains('stacked')")
    assert page.value("document.querySelectorAll('#beside canvas').length") == 0


def test_a_finger_swipes_and_taps(page: Page) -> None:
    def drag(*ends: float) -> None:
        for name, x in zip(("pointerdown", "pointerup"), ends, strict=True):
            event = f"new PointerEvent('{name}', {{pointerType: 'touch', clientX: {x}, clientY: 300}})"
            page.value(f"document.querySelector('canvas').dispatchEvent({event})")

    for start, end, expected in ((600, 400, 1), (700, 702, 2), (400, 600, 1), (20, 20, 0), (600, 590, 1)):
        drag(start, end)
        assert frame(page) == expected


def test_themes_change_all_colours_and_are_kept(page: Page, html: Path, tmp_path: Path) -> None:
    """What is drawn in one theme and shown in another is what that theme draws."""
    pixels = "document.querySelector('canvas').toDataURL()"
    seen = {page.value("document.documentElement.dataset.theme"): page.value(pixels)}
    for _ in range(2):
        page.press("t")
        name = page.value("document.documentElement.dataset.theme")
        seen[name] = page.value(pixels)
        record(html.with_name("lesson.yaml"), tmp_path / f"{name}.html", name)
        page.open((tmp_path / f"{name}.html").as_uri(), READY)
        if name == "dark":
            assert page.value(pixels) == seen[name]
        page.open(html.as_uri(), READY)
        assert page.value("document.documentElement.dataset.theme") == name
    assert set(seen) == {"light", "dark", "projector"}
    assert len(set(seen.values())) == 3
    page.press("t")
    assert page.value("document.documentElement.dataset.theme") == "light"


def test_all_that_is_said_is_a_list_of_links(page: Page, film: Film) -> None:
    page.press("g")
    said = page.value("[...document.querySelectorAll('#list a')].map(link => link.textContent)")
    assert [frame.caption for frame in film.frames if frame.cue is not None] == page.value(
        "[...document.querySelectorAll('#list .cue a')].map(link => link.textContent)")
    assert set(said) == {text for frame in film.frames for text in (frame.caption, frame.sentence) if text}
    page.value("document.querySelectorAll('#list .cue a')[2].click()")
    page.wait("location.hash === '#cue=3'")
    cues = [index for index, shown in enumerate(film.frames) if shown.cue is not None]
    page.wait(f"document.body.dataset.frame === '{cues[2]}'")
    assert page.value("document.querySelector('#list [aria-current]').textContent") == film.frames[cues[2]].caption
    page.press("Escape")
    assert page.value("document.querySelector('#list').hidden")
    page.value("location.hash = '#event=2'")
    page.wait("document.body.dataset.frame === '2'")


def test_the_list_that_covers_a_phone_closes_by_touch(page: Page) -> None:
    page.size(390, 844)
    page.wait("document.body.classList.contains('stacked')")
    hidden = "document.querySelector('#list').hidden"
    page.value("document.querySelector('#list-cues').click()")
    on_top = page.value("(r => document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2).id)"
                        "(document.querySelector('#list-close').getBoundingClientRect())")
    assert on_top == "list-close"
    page.value("document.querySelector('#list-close').click()")
    assert page.value(hidden)
    page.value("document.querySelector('#list-cues').click()")
    page.value("document.querySelectorAll('#list .cue a')[1].click()")
    page.wait("location.hash === '#cue=2'")
    assert page.value(hidden)


def test_what_the_browser_draws_is_dark_on_a_dark_page(page: Page) -> None:
    schemes = set()
    for _ in range(3):
        page.press("t")
        schemes.add((page.value("document.documentElement.dataset.theme"),
                     page.value("getComputedStyle(document.documentElement).colorScheme")))
    assert schemes == {("dark", "dark"), ("light", "normal"), ("projector", "normal")}


def test_a_black_screen_goes_with_any_key(page: Page) -> None:
    page.press("b")
    assert page.value("document.querySelector('#black').getBoundingClientRect().width") == WIDTH
    page.press("ArrowRight")
    assert page.value("document.querySelector('#black')") is None
    assert frame(page) == 0


def _difference(a: Image.Image, b: Image.Image) -> float:
    """The mean difference of what somebody would see from far away, of 255."""
    return max(ImageStat.Stat(ImageChops.difference(a.reduce(10), b.reduce(10))).mean)


@pytest.mark.parametrize(("width", "height", "ratio"), [(1280, 900, 1), (700, 400, 2), (800, 1000, 3), (200, 150, 1)])
def test_it_is_crisp_and_whole_at_any_size(page: Page, film: Film, width: int, height: int, ratio: int) -> None:
    page.size(width, height, ratio)
    page.wait(f"innerWidth === {width} && devicePixelRatio === {ratio}")
    page.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    inner, outer, shape = page.value(
        "(c => [[c.width, c.height], [c.clientWidth * devicePixelRatio, c.clientHeight * devicePixelRatio],"
        "c.width / c.height])(document.querySelector('canvas'))")
    assert inner == pytest.approx(outer, abs=ratio)  # a pixel of the canvas is a pixel of the screen
    board = film.parts(RecordingCanvas(), film.frames[0])[0]
    whole = width > 640 and height > 480  # else it is a phone, which has the board there alone
    assert shape == pytest.approx(SIZE[0] / SIZE[1] if whole else board.w / board.h, rel=0.05)
    assert page.value("document.documentElement.scrollWidth <= innerWidth")
    _, right, middle = slider(page)
    assert right <= width
    assert middle < height


def test_old_browsers_are_told_so(page: Page, html: Path) -> None:
    old = "delete CanvasRenderingContext2D.prototype.roundRect"
    script = page.call("Page.addScriptToEvaluateOnNewDocument", source=old)
    page.open("about:blank", "true")
    page.open(html.as_uri(), "document.querySelector('.message') !== null")
    assert "needs a newer browser" in page.value("document.querySelector('.message:last-child').textContent")
    page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
