"""Short names in the scripts of a page: where each is known, and what keeps its own."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from kit.chromium import Page
from visualizer.recording.renaming import shortened
from visualizer.recording.script import EVERYTHING, opening, player


@pytest.mark.parametrize(("code", "short"), [
    ("const total = 1;\nlet count = total + window.total;\n", "let a=1;let b=a+window.total;"),
    ("function add(one, other) {\n  return one + other;\n}\nadd(1, 2);\n", "function a(a,b){return a+b}a(1,2);"),
    ("function add(one) {\n  return more => one + more + add.length;\n}\n", "function a(b){return c=>b+c+a.length}"),
    ("const pair = ([left, {right: far = 2, near}], ...others) => left + far + near + others.length;\n",
     "let a=([a,{right:b=2,near:c}],...d)=>a+b+c+d.length;"),
    ("for (const item of items) use(item); const item = 2;\n", "for(let a of items)use(a);let a=2;"),
    ("const made = {name, size: name, get name() { return name; }, size(name) { return name; }};\nlet name;\n",
     "let a={name:b,size:b,get name(){return b},size(a){return a}};let b;"),
    ("const asked = it ? one => one.a : other => other;\n", "let a=it?a=>a.a:a=>a;"),
    ("const deep = x => x ? y => y : 0, far = deep?.far ?? deep.deep;\n", "let a=a=>a?a=>a:0,b=a?.far??a.deep;"),
    ("const word = 'x';\nconst text = `word ${word} of ${[1].map(x => x + word)}`;\n",
     "let a='x';let b=`word ${a} of ${[1].map(b=>b+a)}`;"),
    ("const far = 1;\n{ const near = far; { const far = near; show(far); } }\n", "let a=1;{let b=a;{let a=b;show(a)}}"),
    ("for (const x of all)\n  if (x) { const y = x; show(y); } else if (c)\n for (const z of c) f(z, x);\nelse g(x)",
     "for(let a of all)\nif(a){let b=a;show(b)}else if(c)\nfor(let b of c)f(b,a);else g(a)"),
    ("const sum = 1 + +'2' - -3;\nlet n = sum++ + 1;\n", "let a=1+ +'2'- -3;let b=a++ +1;"),
    ("const match = (text) => text.search(/^a \"b'$/i);\n", "let a=(a)=>a.search(/^a \"b'$/i);"),
    ("const told = (number, all) => `${number} of ${all}, ${number}`, next = number => `${number}` + number;\n",
     "let a=(a,b)=>`${a} of ${b}, ${a}`,b=a=>`${a}`+a;"),
    ("const sum = one => one.a\n  + one.b\n  === one.c;\nlet n = 1\n++n\n", "let a=a=>a.a+a.b===a.c;let b=1\n++b"),
    ("list\n  .map(one => one)\n  .sort();\nnext()\nlast()\n", "list.map(a=>a).sort();next()\nlast()"),
])
def test_what_is_made_of_a_script(code: str, short: str) -> None:
    assert shortened(code) == short


def test_no_name_of_the_browser_is_given_away() -> None:
    """Where there are more than single letters, one that nothing declares is kept from all."""
    code = "".join(f"const name{number} = a + film.a + do_{number};\n" for number in range(60))
    short = shortened(code)
    assert "let a=" not in short and short.count("a+film.a") == 60
    assert "let do=" not in short and len(set(short.split("let ")[1:])) == 60


_READ = "(text => { try { new Function(text); return ''; } catch (error) { return String(error); } })"


@pytest.mark.e2e
def test_every_player_is_read_by_a_browser(browser: Page, tmp_path: Path) -> None:
    """With each pair of its parts, and none: that it does the same is seen by the tests of the pages."""
    some = [has for size in (0, 1, 2) for has in combinations(EVERYTHING, size)]
    (tmp_path / "x.html").write_text("<p>", encoding="utf-8")
    browser.open((tmp_path / "x.html").as_uri(), "document.readyState === 'complete'")
    for script in (opening(), *(player(dict.fromkeys(has, True)) for has in some)):
        assert browser.value(f"{_READ}({json.dumps(script)})") == ""
