"""YAML from strangers: whatever it is, it is read or refused with one line that names the place."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from unicodedata import category

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.session_desk import scenario
from kit.work import calls_at_most
from scenarios.reading import Document, ScenarioError, keywords, one_line, read_text


def document(folder: Path, text: str | bytes) -> Document:
    path = folder / "x.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return Document(path)


def refused(folder: Path, text: str | bytes) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        document(folder, text)
    return caught.value


def test_plain_values_are_read_as_yaml_means_them(tmp_path: Path) -> None:
    read = document(tmp_path, "a: 1\nb: [x, '2', 2.5, true, null]\n3: {c: no}\n")
    assert read.data == {"a": 1, "b": ["x", "2", 2.5, True, None], "3": {"c": False}}


def test_aliases_are_expanded_where_they_are_few(tmp_path: Path) -> None:
    assert document(tmp_path, "a: &x [1, 2]\nb: *x\n").data == {"a": [1, 2], "b": [1, 2]}


@pytest.mark.parametrize(("text", "line", "says"), [
    ("", 0, "empty"),
    ("# only a remark\n", 0, "empty"),
    ("a: 1\nb: 2\na: 3\n", 3, "a: stands here twice"),
    ("a: 1\nb: [1\nc: 2\n", 3, "not YAML"),
    ("a:\n\tb: 1\n", 2, "spaces, not tabs"),
    ('a: "b\nc: "d"\n', 1, "goes on to line 2; close its quotes"),
    ("a: 1\nb: 'c\nd: 1\n", 2, "goes on to the end; close its quotes"),
    ('a: "b\n  c"\nd: [\n', 3, "d: is not YAML: the [ that opens here is not closed; write ] where it ends"),
    ('a: "b" c\n', 1, "a: is not YAML: behind the text in quotes there is more text in the line, 'c'; put all of it"),
    ("a: 1\n---\nb: 2\n", 2, "not YAML"),
    ("a: 2020-01-01\n", 1, "a: is of the type 'timestamp'"),
    ("a: !!python/object/apply:os.system [x]\n", 1, "has no use here"),
    ("a: !!binary aGk=\n", 1, "'binary'"),
    ("a: .nan\n", 1, "no number of use"),
    ("x: 1\na: -.inf\n", 2, "no number of use"),
    ("a: 99999999999999999999\n", 1, "no number of use"),
    ("a: !!int x\n", 1, "no number of use"),
    ("a: !!int ''\n", 1, "no number of use"),
    ("a: !!bool x\n", 1, "no number of use"),
    ("a:\n  true: 1\n", 2, "a: a key must be text"),
    ("? [1, 2]\n: 1\n", 1, "a key must be text"),
    ("a: *b\n", 1, "not YAML"),
    ("a: &a [*a]\n", 1, "holds too much"),
    ("a: 1\nb: \x07\n", 2, "control character 0x07"),
    ("a: 1\nb: x\x9by\n", 2, "control character 0x9b"),
    ('a: 1\nb: "\\0"\n', 2, "b: has the control character 0x00 in it; remove it"),
    ('a: 1\nb: [x, "\\e[31m"]\n', 2, "b.1: has the control character 0x1b"),
    ('a: 1\nb:\n  - "x\n    \\a"\n', 3, "b.0: has the control character 0x07"),
    ('a: 1\n"\\x9b": 2\n', 2, "has the control character 0x9b"),
    ('a: {b: 1, "c\\u0085": 2}\n', 1, "has the control character 0x85"),
    ('a: "\\x7f"\n', 1, "a: has the control character 0x7f"),
    ('a: !!int "\\0"\n', 1, "a: "),
])
def test_what_cannot_be_is_refused_with_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    error = refused(tmp_path, text)
    assert (error.line, says in str(error)) == (line, True), str(error)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    assert "UTF-8" in str(refused(tmp_path, b"a: 1\nb: \xff\xfe\n"))
    assert refused(tmp_path, b"a: 1\nb: \xff\xfe\n").line == 2
    assert "control character" in str(refused(tmp_path, b"\x7fELF\x00\x01"))
    assert "larger than" in str(refused(tmp_path, b"a: " + b"x" * 1_000_001))
    for name, says in ((tmp_path, "directory"), (tmp_path / "none.yaml", "no such file"),
                       (Path("/dev/null"), "no ordinary file"), (tmp_path / "a\0b", "no such file")):
        with pytest.raises(ScenarioError, match=says):
            read_text(name)


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "circle.yaml").symlink_to("circle.yaml")
    (tmp_path / "lost.yaml").symlink_to("no-such.yaml")
    for name in ("circle", "lost"):
        with pytest.raises(ScenarioError) as caught:
            read_text(tmp_path / f"{name}.yaml")
        assert str(caught.value) == f"{tmp_path / name}.yaml: is a link that leads nowhere; mend the link"


def test_escapes_that_do_no_harm_are_read(tmp_path: Path) -> None:
    assert document(tmp_path, r'a: "\t\n\r\u2260 \U0001F600"').data == {"a": "\t\n\r≠ 😀"}


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.characters() | st.characters(max_codepoint=0xFF))
def test_an_escape_gives_its_character_or_is_refused_where_that_is_for_control(tmp_path: Path, character: str) -> None:
    control = (category(character) in ("Cc", "Cs") and character not in "\t\n\r") or character in "\ufffe\uffff"
    try:
        assert document(tmp_path, f'a: "x\\U{ord(character):08x}y"').data["a"] == f"x{character}y"
    except ScenarioError:
        assert control
    else:
        assert not control


def test_bombs_are_refused_at_once(tmp_path: Path) -> None:
    with calls_at_most(5_000_000):
        laughs = "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]\n" for n in range(1, 10))
        assert "holds too much" in str(refused(tmp_path, "x0: &x0 [ha, ha]\n" + laughs))
        long = f"a: &a {'x' * 400_000}\nb: [{', '.join(['*a'] * 90)}]\n"
        assert "holds too much" in str(refused(tmp_path, long))
        assert "aliases" in str(refused(tmp_path, "a: &a 1\nb: [" + "*a, " * 101 + "]\n"))
        assert "deep" in str(refused(tmp_path, "[" * 100_000))
        assert "deep" in str(refused(tmp_path, "- " * 400_000))


def test_the_loc_of_an_error_is_its_line(tmp_path: Path) -> None:
    read = document(tmp_path, "a:\n  - b: 1\n  - c:\n      d.e: |\n        one\n        two\n")
    loc = read.loc(("a",), "1.c.d.e")
    assert loc == ("a", 1, "c", "d.e")
    assert read.error(loc, "wrong").line == 4
    assert read.error(loc, "wrong", text_line=1).line == 6
    assert str(read.error(("a", 0), "wrong")).endswith("x.yaml:2: a.0: wrong")
    assert read.error(("a", 7, "x"), "wrong").key == "a"


LESSON = 'title: T\nalgorithm: gac\npuzzle: {kind: gnomine, board: "0 1 ."}\nscript:\n  - run: {to: end}\n'


def shape(*, rows: int, name: str = "", kind: Literal["big", "small"] = "big", either: int | str = 0) -> None: ...


@pytest.mark.parametrize(("text", "line", "says"), [
    ("rows: '12'", 1, "rows: must be a whole number, not the text '12'"),
    ("rows: 1.0", 1, "rows: must be a whole number, not the number 1.0"),
    ("rows: true", 1, "rows: must be a whole number, not true"),
    ("rows: [1]", 1, "rows: must be a whole number, not a list"),
    ("rows:", 1, "rows: must be a whole number, not empty"),
    ("rows: 1\nname: 5", 2, "name: must be text, not the number 5; put it in quotes"),
    ("rows: 1\nkind: bg", 2, "kind: must be 'big' or 'small', not the text 'bg'"),
    ("rows: 1\neither: [1]", 2, "either: must be a whole number or text, not a list"),
    ("name: x", 1, "rows: is missing"),
    ("rows: 1\nnmae: x", 2, "nmae: unknown key; did you mean 'name'? known: rows, name, kind, either"),
    ("nmae: x\nrows: ''", 1, "nmae: unknown key"),
    ("- 1", 1, "must be a mapping of keys to values, not a list"),
])
def test_types_are_explained_in_plain_words(tmp_path: Path, text: str, line: int, says: str) -> None:
    read = document(tmp_path, text)
    with pytest.raises(ScenarioError) as caught:
        read.check((), read.data, keywords(shape))
    assert (caught.value.line, says in str(caught.value)) == (line, True), str(caught.value)


LOST = "is empty, as what begins with # is a comment; put the text in quotes"


@pytest.mark.parametrize(("lines", "line", "key"), [
    ("    say: #1 is a mine\n", 6, "script.0.say"),
    ("    say:\n      #1 is a mine\n", 7, "script.0.say"),
    ("    say: x\n    more: #2\n", 7, "script.0.more"),
    ("    mark:\n      - #1\n", 7, "script.0.mark.0"),
    ("    labels:\n      (0,2): #1\n", 7, "script.0.labels.(0,2)"),
    ("    regions:\n      corner:\n        - #1\n", 8, "script.0.regions.corner.0"),
    ("  - ask:\n      prompt: #1 is what?\n", 7, "script.1.ask.prompt"),
    ("  - ask:\n      prompt: What?\n      hints:\n      - #1\n", 9, "script.1.ask.hints.0"),
    ("about: #1\n", 6, "about"),
    ("topic:   # of lessons\n", 6, "topic"),
])
def test_a_text_that_is_lost_as_a_comment_is_told_with_its_line_and_key(lines: str, line: int, key: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        scenario(LESSON + lines)
    assert str(caught.value) == f"test.yaml:{line}: {key}: {LOST}"


@pytest.mark.parametrize("lines", [
    "    say: x  # 1\n", "    say:  # what they see\n      x\n", "    say: >-  # what they see\n      x\n",
    "    say: '#1'\n", "    expect:  # here\n      outcome: complete\n", "    show:  # here\n      panel: source\n",
    "    labels:  # none yet\n      # here, either\n      (0,2): free\n", "options:  # none\n",
    "    mark: []  # none\n",
    "    # here\n    say: x\n", "    mark:  # both\n      # the first\n      - (0,2)\n", "seed: 2  # of 9\n",
])
def test_other_comments_are_no_fault(lines: str) -> None:
    assert scenario(LESSON + lines).title == "T"


def test_only_given_keys_come_back(tmp_path: Path) -> None:
    read = document(tmp_path, "rows: 3")
    assert read.check((), read.data, keywords(shape)) == {"rows": 3}


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=200),
                 st.text(alphabet=" \n-:[]{}&*!|>'\"#%@`,?ab1.~<", max_size=80).map(str.encode)))
def test_any_bytes_are_read_or_refused(tmp_path: Path, raw: bytes) -> None:
    try:
        document(tmp_path, raw)
    except ScenarioError as error:
        assert "\n" not in str(error)


def test_messages_stay_on_one_line() -> None:
    assert one_line("a\n b\x1b[31mc") == "a b�[31mc"
