"""What a page is made of is unpacked as it was packed, and its shortened scripts do what their sources do."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.chromium import READY, Page
from kit.recordings import lesson
from visualizer.recording.export import record
from visualizer.recording.packed import printed
from visualizer.recording.renaming import shortened
from visualizer.recording.script import ASSETS, bare

pytestmark = pytest.mark.e2e

CODES = [
    "const size = 3, [left, right] = [1, 2]; return [size, left + right];",
    "let out = 0, more; for (const {at, of: [first]} of [{at: 2, of: [5]}]) out += at * first; return [out, more];",
    "const at = 4, made = {at, twice: at * 2, get size() { return at; }}; return [made.at, made.twice, made.size];",
    "function told({at = 1, rest: [one, ...others]}, ...more) { return [at, one, others, more]; }\n"
    "return told({rest: [1, 2, 3]}, 4, 5);",
    "const name = 'x', told = `${name} is ${name.length > 1 ? 'long' : 'short'}: name`; return [told, 'name'];",
    "const a = 1, b = 2, of = [a, b]; return of.map(of => ({of, a: b})).filter(one => /^[ab]$/i.test('a'));",
    "let step = 5; const name = ++step - -step; return {step, name, [name]: step, in: 'in' in {in: 1}};",
    "const wait = async (name = 'a', {length} = name) => length; try { null.at; } catch (error) { return error.name; }",
    "const far = 1, all = []; for (const x of [far, 2]) for (let far = x; far < 3; far++) all.push(far); return all;",
    "const x = 1; { const y = x; { const x = y + 1; if (x) { let y = x; return [x, y]; } } }",
    "const asked = true, chosen = asked ? one => one ? 1 : 2 : other => other; return [chosen(0), chosen(1)];",
    "const twice = list => list\n  .map(one => 2 * one)\n  .filter(x => x > 2), one = 3; return [twice([1, 2]), one];",
    "const tell = name =>\n  name ?? 'none';\nif (tell()) { let tell = 2; return tell; }",
]


def data() -> Iterator[object]:
    """Data of many sorts: small, with all signs, with matches near and far, without any, larger than a mebibyte."""
    yield from ({}, [], "", 0, None, "a" * 300_000, "∨ é \"</script>\" \\ \u2028" * 40)
    for seed in range(60):
        rng = random.Random(seed)
        letters = "".join(map(chr, rng.sample(range(32, 127), rng.randint(1, 95))))
        words = ["".join(rng.choices(letters, k=rng.randint(1, 40))) for _ in range(rng.randint(1, 400))]
        yield rng.choices(words, k=rng.choice((1, 30, 3000)))
    rng = random.Random(0)
    yield [round(rng.uniform(0, 2000), rng.randint(0, 9)) for _ in range(120_000)]
    far = [rng.randint(0, 10**9) for _ in range(50_000)]
    yield [far, far[::-1], far]


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> str:
    """The page of a recording, which is open."""
    html = tmp_path / "lesson.html"
    record(lesson(tmp_path), html)
    page.open(html.as_uri(), READY)
    return html.read_text(encoding="utf-8")


@pytest.mark.usefixtures("opened")
def test_data_are_unpacked_as_they_were_packed(page: Page) -> None:
    for one in data():
        page.value(f"document.querySelector('#recording').textContent = {json.dumps(printed(one))}; 0")
        assert json.loads(page.value("JSON.stringify(printed('#recording'))")) == one


def test_damaged_pages_are_told_so(page: Page, opened: str, tmp_path: Path) -> None:
    found = re.search(r'(?s)(<script id="recording" type="text/plain">)(.*?)(</script>)', opened)
    assert found is not None
    head, text, tail = found.groups()
    rng, html = random.Random(3), tmp_path / "damaged.html"
    for other in ("", text[:len(text) // 2], text[:-40], text[::-1],
                  *(text[:at] + "A" * 30 + text[at + 30:] for at in rng.sample(range(len(text) - 30), 5))):
        html.write_text(opened.replace(found[0], head + other + tail), encoding="utf-8")
        page.open(html.as_uri(), "document.querySelector('.message') !== null")
        assert "damaged" in page.value("document.querySelector('.message').textContent")


@pytest.mark.parametrize("code", CODES)
def test_shortened_scripts_do_the_same(page: Page, code: str) -> None:
    page.open("about:blank", "true")
    whole, short = f"(() => {{ {code} }})()", shortened(f"(() => {{ {code} }})()")
    assert page.value(f"JSON.stringify({short})") == page.value(f"JSON.stringify({whole})")
    assert len(short) < len(whole)


def test_scripts_are_shorter_and_keep_what_they_share() -> None:
    """The words that a page's data have, and the browser's, stand in the short script as often as in the whole one."""
    for path in ASSETS.glob("player*.js"):
        whole, short = bare(path.name), shortened(bare(path.name))
        assert len(short) < 0.85 * len(whole)
        properties = re.compile(r"(?<=[\w)\]]\.)[A-Za-z]+")
        assert properties.findall(short) == properties.findall(whole)
