"""What is wrong with a file that is no YAML is said in words of ours: the line, the key, and what mends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.lesson_files import BOARD
from scenarios.reading import Document, ScenarioError

TOP = "title: T\noptions: "
CUE = "title: T\nscript:\n  - say: "
SAY = "script.0.say: is not YAML: "
YAML_WORDS = re.compile(r"while (parsing|scanning)|did not find|in this context|not allowed here|could not find|token|"
                        r"block (mapping|collection|node)|flow (mapping|sequence|node)|scalar|unicode string|anchor|"
                        r"directive|undefined|single document")

CASES = {
    "quote within": (CUE + "'Don't go there'\n", 3, SAY + "behind the text in quotes there is more text in the line, "
                     "\"t go there'\"; put all of it in quotes, and write '' for one within them"),
    "quotes within": (CUE + '"He said "no" to it"\n', 3, 'and write \\" for one within them'),
    "quotes of the first word": (CUE + "'A' is a mine\n", 3, "more text in the line, 'is a mine'"),
    "quotes not closed": (CUE + "'A is\n  - say: x\n", 3, SAY + "the text in quotes that begins here goes on to "
                          "the end"),
    "list not closed": (TOP + "[a\n", 2, "the [ that opens here is not closed; write ] where it ends"),
    "list not closed before a key": (TOP + "[a\nscript: []\n", 3, "behind the [ of line 2 a comma or ] is missing "
                                     "before 'script'; write it"),
    "closed by another": (TOP + "[a}\n", 2, "behind the [ a comma or ] is missing before '}'"),
    "comma": (TOP + "{a: 1 b: 2}\n", 2, "behind the { a comma or } is missing before 'b'"),
    "closed twice": (TOP + "[a]]\n", 2, "options: is not YAML: behind the ] there is more text in the line, ']'"),
    "two commas": (TOP + "[a: , , b]\n", 2, ", stands where a value is expected"),
    "brackets first": (CUE + "{variable} must be {left}\n", 3, SAY + "behind the } there is more text in the line, "
                       "'must be {left}'; remove it, or put all of it in quotes"),
    "comment in braces": ("title: T\nscript:\n  - {say: #1 is a mine}\n", 3, SAY + "'#1 is a mine}' is a comment, as # "
                          "begins one; put the text in quotes"),
    "comment in braces, more behind": ("title: T\nscript:\n  - {say: #1}\n  - say: x\n", 3, "'#1}' is a comment, as #"),
    "comment in brackets": (CUE + "x\n    mark: [#1]\n", 4, "'#1]' is a comment, as # begins one"),
    "comment that takes nothing": (TOP + "[a,  # first\n", 2, "the [ that opens here is not closed"),
    "tab": ("title: T\nscript:\n\t- say: x\n", 3, "a tab stands where lines are indented; write spaces, not tabs"),
    "tab behind spaces": (CUE + "x\n  \tmark: [A]\n", 4, "write spaces, not tabs"),
    "named twice": ("title: &a T\noptions: &a U\n", 2, "&a names something in line 1 already; choose another name"),
    "named, not repeated": (CUE + "&also this\n", 3, "&also names something that nothing repeats"),
    "repeats nothing": (TOP + "*a\n", 2, "options: is not YAML: *a repeats what is called &a, and nothing is"),
    "star": (CUE + "*A* is a mine\n", 3, SAY + "a text that begins with * must stand in quotes; write them"),
    "exclamation": (CUE + "! x\n", 3, "a text that begins with ! must stand in quotes"),
    "percent": (CUE + "%50 of them\n", 3, SAY + "a text that begins with % must stand in quotes"),
    "at": (CUE + "@A is a mine\n", 3, "a text that begins with @ must stand in quotes"),
    "backtick": (CUE + "`gac` is\n", 3, "a text that begins with ` must stand in quotes"),
    "question mark": (CUE + "? x\n", 3, "a text that begins with ? must stand in quotes"),
    "dash": (CUE + "- x\n", 3, "a text that begins with - must stand in quotes"),
    "bar": (CUE + "|x| is even\n", 3, SAY + "behind | the text begins in the next line"),
    "line of percent": ("title: T\n%script: x\n", 2, "no key can begin with %; remove it"),
    "escape": (CUE + '"C:\\path"\n', 3, SAY + '\\p means nothing within "…"; write \\\\ for a backslash'),
    "escape without digits": (CUE + '"\\xzz"\n', 3, '\\x means nothing within "…"'),
    "colon": (CUE + "Look: this\n", 3, SAY + "a colon and a space make a key of what is before them; put the whole "
              "text in quotes"),
    "colon in a title": ("title: Look: this\n", 1, "title: is not YAML: a colon and a space"),
    "other quotes": (CUE + "“A: b”\n", 3, "“ is no quote to YAML"),
    "no colon": ("title: T\nscript\n", 2, "'script' is no key, as no colon is behind it"),
    "no colon, a line later": ("title: T\nscript\noptions: {}\n", 2, "'script' is no key, as no colon is behind it"),
    "no space": ("title: T\noptions:x\npuzzle: {}\n", 2, "behind options: there is no space; write one"),
    "no space at the top": ("title:T\nalgorithm: gac\n", 1, "behind title: there is no space; write one"),
    "no ordinary space": ("title: T\nalgorithm:\u00a0gac\npuzzle: {}\n", 2, "(U+00A0); write an ordinary one"),
    "too far right": ("title: T\n  algorithm: gac\n", 2, "this line is indented more than the one above"),
    "in between": (CUE + "x\n   when: end\n", 4, "this line begins in column 4, where none that it could belong with"),
    "key in a list": (CUE + "x\n  mark: x\n", 4, "this stands where an item of the list above would"),
    "item among keys": ("title: T\n- say: x\n", 2, "an item of a list (-) stands where a key belongs"),
    "text not indented": ("puzzle:\n  board: |\n  1 .\n  . .\n", 3, "text behind | or > begins further right than its "
                          "key"),
    "text of two columns": ("puzzle:\n  board: |\n      1 .\n    . .\n", 4, "begins further left than the text above"),
    "second document": ("title: T\n---\ntitle: U\n", 2, "--- begins a second document"),
    "behind the end": ("title: T\n...\ntitle: U\n", 3, "more behind the line that ends the file (...)"),
    "version": ("%YAML 3.0\n---\ntitle: T\n", 1, "another version of YAML"),
    "long key": (f"title: T\n{'a' * 2000}: x\n", 2, "a key has at most 1,024 letters"),
    "control character": ("title: T\noptions: \x07\n", 2, "has the control character 0x07 in it"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_said_in_our_words(name: str) -> None:
    text, line, says = CASES[name]
    with pytest.raises(ScenarioError) as caught:
        Document(Path("lesson.yaml"), text)
    assert says in str(caught.value)
    assert caught.value.line == line
    assert not YAML_WORDS.search(str(caught.value))


SIGNS = ["'", '"', ": ", ":", "- ", "[", "]", "{", "}", ", ", "\t", "&x ", "*x ", "%", "@", "`", "! ", "| ", "> ", "? ",
         "#", "\\", "\n", "  ", " ", "---\n", "...\n", "“", "\u00a0"]
WHOLE = BOARD + 'script:\n  - say: "A is \\"it\\""\n    mark: [A, "(0,1)"]\n  - {when: end, say: \'It\'\'s B\'}\n'


@given(st.lists(st.tuples(st.integers(0, len(WHOLE)), st.sampled_from(SIGNS), st.integers(0, 3)), min_size=1,
                max_size=3))
def test_whatever_is_mistyped_no_words_of_the_parser_come_through(typed: list[tuple[int, str, int]]) -> None:
    text = WHOLE
    for at, sign, over in typed:
        text = text[:at] + sign + text[at + over:]
    try:
        Document(Path("lesson.yaml"), text)
    except ScenarioError as error:
        assert 1 <= error.line <= len(text.splitlines()) + 1, error
        assert not YAML_WORDS.search(error.message), error
        assert "; " in str(error)
