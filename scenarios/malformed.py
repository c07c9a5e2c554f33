"""What is wrong with a file that is not YAML, where, and what mends it, in the words of somebody who writes lessons.

What the parser found is told by its words (those of libyaml), and by what stands in the line where it stopped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

_AT_ODDS = "check indentation, colons and quotes here"
_LONGEST_KEY = 1024
_SIGNS = "[]{}, "
_SHOWN = 24  # letters of what stands there
_OPENS_BLOCK = re.compile(r"[:-] +[|>][-+\d]*\s*$")  # the rows below are its text
_NO_SPACE = re.compile(r"\s*(?:- +)*([\w-]+):(?=[^\s/])")
_ODD_SPACE = re.compile("[\u00a0\u2000-\u200a\u202f\u3000]")
_CURLY = re.compile("[“”„«»]")
_COMMENT = re.compile(r"(?:: +|[\[{,] *)(#.*[\]}])")  # in the place of a value, and in it what closes brackets


class Malformed(NamedTuple):
    """The message, the line, from 1 (0 where that is not known), and the key that the line belongs to, if any."""

    message: str
    line: int
    key: str


class _Stop(NamedTuple):
    """Where the parser stopped, and what it was reading. Rows and columns count from 0."""

    problem: str
    reading: str
    row: int
    column: int
    begun: tuple[int, int]  # where what it was reading begins
    rows: list[str]

    @property
    def text(self) -> str:
        """The row where it stopped."""
        return self.row_at(self.row)

    def row_at(self, row: int) -> str:
        return self.rows[row] if 0 <= row < len(self.rows) else ""

    @property
    def rest(self) -> str:
        return self.text[self.column:].strip()

    @property
    def above(self) -> int:
        """The last row before this one that is not blank; -1 if there is none."""
        return next((row for row in range(min(self.row, len(self.rows)) - 1, -1, -1) if self.rows[row].strip()), -1)


def malformed(error: yaml.MarkedYAMLError, text: str, loader: Any) -> Malformed:
    """What to say of it."""
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return Malformed(f"is not YAML; {_AT_ODDS}", 0, "")
    begun = error.context_mark or mark
    stop = _Stop(error.problem or "", error.context or "", mark.line, mark.column, (begun.line, begun.column),
                 text.splitlines())
    told = (look(stop, text, loader) for look in (_open_quotes, _commented, _never_closed))
    said, row = next(filter(None, told), None) or _said(stop)
    return Malformed(f"is not YAML: {said}", row + 1, _key_in(row, text, loader))


def _said(stop: _Stop) -> tuple[str, int]:
    """The first thing that can be said, and of which row."""
    for look in (_tab, _escape, _brackets, _behind, _colon, _no_colon, _begins_with, _alias, _documents, _misplaced):
        if (found := look(stop)) is not None:
            return found if isinstance(found, tuple) else (found, stop.row)
    return _AT_ODDS, stop.row


_Found = str | tuple[str, int] | None


# --- quotes ----------------------------------------------------------------------------------------------------------


def _open_quotes(stop: _Stop, text: str, loader: Any) -> tuple[str, int] | None:
    """A text in quotes that ends in another one, or not at all; it is told where it begins."""
    begins = -1
    ended = "unexpected end" in stop.problem or "document indicator" in stop.problem
    if "quoted scalar" in stop.reading and ended:
        begins = stop.begun[0]
    elif "quoted scalar" not in stop.reading:
        begins = _begins_before(stop.row, text, loader)
    if begins < 0:
        return None
    end = f"line {stop.row + 1}" if stop.row < len(stop.rows) else "the end"
    return f"the text in quotes that begins here goes on to {end}; close its quotes where it ends", begins


def _begins_before(row: int, text: str, loader: Any) -> int:
    """Where a text in quotes that ends in this row begins, if that is in one before; -1 if there is none."""
    begins = -1
    try:
        for token in yaml.scan(text, Loader=loader):
            if token.start_mark.line >= row:
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                begins = token.start_mark.line if token.end_mark.line == row else -1
    except yaml.MarkedYAMLError as error:
        if "quoted scalar" in (error.context or "") and error.context_mark is not None:
            return int(error.context_mark.line)
    return begins


def _escape(stop: _Stop) -> _Found:
    if "quoted scalar" not in stop.reading:
        return None
    sign = stop.text[stop.text.rfind("\\", 0, stop.column + 1):][:2]
    return f'{sign} means nothing within "…"; write \\\\ for a backslash, or put the text in \'…\''


def _behind(stop: _Stop) -> _Found:
    """More text behind a text in quotes, or behind brackets."""
    before = stop.text[:stop.column].strip()
    if not re.search("expected key|expected '-'", stop.problem) or not before or not stop.rest:
        return None
    more = f"there is more text in the line, {_short(stop.rest)}"
    if before[-1] in "'\"":
        twice = "''" if before[-1] == "'" else '\\"'
        return f"behind the text in quotes {more}; put all of it in quotes, and write {twice} for one within them"
    if before[-1] in "]}":
        return f"behind the {before[-1]} {more}; remove it, or put all of it in quotes to make it text"
    return None


# --- brackets --------------------------------------------------------------------------------------------------------


def _brackets(stop: _Stop) -> _Found:
    """A list or a mapping in brackets that is not closed, or has no comma."""
    wanted = next((sign for sign in "]}" if f"',' or '{sign}'" in stop.problem), "")
    if not wanted:
        return _nothing(stop) if "node content" in stop.problem else None
    opening = "[" if wanted == "]" else "{"
    row, _ = stop.begun
    where = f" of line {row + 1}" if row != stop.row else ""
    here = stop.text[:stop.column].rpartition(" ")[2].lstrip(_SIGNS) if stop.rest[:1] == ":" else ""
    here = here or stop.rest
    return f"behind the {opening}{where} a comma or {wanted} is missing before {_short(here)}; write it"


def _commented(stop: _Stop, text: str, loader: Any) -> tuple[str, int] | None:
    """A text that begins with #, and so takes with it what would close the brackets around it."""
    if not (opened := _opened(text, loader, stop.row)):
        return None
    for row in range(opened[-1][1], stop.row + 1):
        if comment := _COMMENT.search(stop.row_at(row)):
            return f"{_short(comment[1])} is a comment, as # begins one; put the text in quotes", row
    return None


def _never_closed(stop: _Stop, text: str, loader: Any) -> tuple[str, int] | None:
    """A list or a mapping in brackets that the file ends in; it is told where it begins."""
    if any(map(str.strip, stop.rows[stop.row:])) or not (opened := _opened(text, loader, len(stop.rows))):
        return None
    sign, row = opened[-1]
    return f"the {sign} that opens here is not closed; write {']' if sign == '[' else '}'} where it ends", row


def _opened(text: str, loader: Any, before: int) -> list[tuple[str, int]]:
    """The brackets that are open before that row, each with its own."""
    opened: list[tuple[str, int]] = []
    try:
        for token in yaml.scan(text, Loader=loader):
            if token.start_mark.line >= before:
                break
            if isinstance(token, yaml.FlowSequenceStartToken | yaml.FlowMappingStartToken):
                opened.append(("[" if isinstance(token, yaml.FlowSequenceStartToken) else "{", token.start_mark.line))
            elif isinstance(token, yaml.FlowSequenceEndToken | yaml.FlowMappingEndToken) and opened:
                opened.pop()
    except yaml.MarkedYAMLError:
        return []
    return opened


def _nothing(stop: _Stop) -> str:
    """A sign that ends or parts values, where one should begin."""
    return f"{stop.rest[:1] or 'the end'} stands where a value is expected; remove it, or put text in quotes"


# --- colons ----------------------------------------------------------------------------------------------------------


def _colon(stop: _Stop) -> _Found:
    """A colon behind what cannot be a key: mostly one in the middle of a text."""
    if "mapping values are not allowed" not in stop.problem:
        return None
    above = stop.row_at(stop.above)
    first = stop.text[:stop.column].strip()
    if ":" not in first:
        if tight := _NO_SPACE.match(above):
            return f"behind {tight[1]}: there is no space; write one", stop.above
        if _indent(stop.text) > _indent(above):
            return "this line is indented more than the one above, whose text it goes on with; begin it further left"
    if curly := _CURLY.search(stop.text):
        return f"{curly[0]} is no quote to YAML, and a colon makes a key of what is before it; write \" or '"
    return "a colon and a space make a key of what is before them; put the whole text in quotes"


def _no_colon(stop: _Stop) -> _Found:
    """What stands where a key does, without a colon behind it."""
    if "could not find expected ':'" not in stop.problem:
        return None
    row, column = stop.begun
    text = stop.row_at(row)
    above = stop.row_at(stop._replace(row=row).above)
    if _OPENS_BLOCK.search(above):
        return "text behind | or > begins further right than its key; indent it", row
    if odd := _ODD_SPACE.search(text):
        return f"there is a space that is none to YAML (U+{ord(odd[0]):04X}); write an ordinary one", row
    if tight := _NO_SPACE.match(text):
        return f"behind {tight[1]}: there is no space; write one", row
    if len(text) - column > _LONGEST_KEY:
        return f"a key has at most {_LONGEST_KEY:,} letters; if it is text, put it behind a key", row
    return (f"{_short(text[column:])} is no key, as no colon is behind it; write one, or indent the line if it goes on "
            "with the text above", row)


# --- signs -----------------------------------------------------------------------------------------------------------


def _tab(stop: _Stop) -> _Found:
    if stop.text[stop.column:stop.column + 1] == "\t" or "tab character" in stop.problem:
        return "a tab stands where lines are indented; write spaces, not tabs"
    return None


def _begins_with(stop: _Stop) -> _Found:
    """A text that begins with a sign that means something else there."""
    if "while scanning a block scalar" in stop.reading:
        sign = stop.row_at(stop.begun[0])[stop.begun[1]:][:1]
        return f"behind {sign} the text begins in the next line; begin it there, or put it in quotes"
    begun = stop.begun if stop.begun[0] == stop.row else (stop.row, stop.column)
    sign = stop.text[begun[1]:][:1]
    odd = ("start any token", "alphabetic or numeric", "are not allowed", "tag", "directive", "expected '>'")
    if not sign or not any(words in f"{stop.problem} {stop.reading}" for words in odd):
        return None
    if sign in "?-" and "are not allowed" in stop.problem and not stop.text[:begun[1]].strip(" -?"):
        return None
    if begun[1] == 0:
        return f"no key can begin with {sign}; remove it, or put the line behind a key, in quotes"
    return f"a text that begins with {sign} must stand in quotes; write them"


def _alias(stop: _Stop) -> _Found:
    if "undefined alias" in stop.problem:
        name = stop.rest.split()[0] if stop.rest else "*"
        return f"{name} repeats what is called &{name[1:]}, and nothing is; put text that begins with * in quotes"
    if "second occurrence" in stop.problem:
        name = stop.rest.split()[0] if stop.rest else "&"
        return f"{name} names something in line {stop.begun[0] + 1} already; choose another name"
    return None


def _documents(stop: _Stop) -> _Found:
    """Lines that end a document, or begin one."""
    if "another document" in stop.problem:
        return "--- begins a second document, and a file has one; remove it"
    if "document start" in stop.problem:
        return "there is more behind the line that ends the file (...); remove that line"
    if "incompatible" in stop.problem:
        return "it is written for another version of YAML; remove the line that begins with %"
    return None


# --- indentation -----------------------------------------------------------------------------------------------------


def _misplaced(stop: _Stop) -> _Found:
    """A line that begins where none above it does, or with what does not belong there."""
    if stop.text[:stop.column].strip() or not stop.rest:
        return None
    dash = re.match(r"-(?: |$)", stop.rest)
    if "expected key" in stop.problem and dash and stop.column == stop.begun[1]:
        return "an item of a list (-) stands where a key belongs; write the list's key above, or indent it"
    if "expected '-'" in stop.problem and not dash and stop.column == stop.begun[1]:
        return "this stands where an item of the list above would; indent it if it belongs to one, or write - before it"
    if _OPENS_BLOCK.search(next((row for row in reversed(stop.rows[:stop.row]) if _indent(row) < stop.column), "")):
        return "this line begins further left than the text above; begin all lines of a text in the same column"
    return (f"this line begins in column {stop.column + 1}, where none that it could belong with does; indent it like "
            "those")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _short(text: str) -> str:
    """The beginning of a text, in quotes."""
    words = " ".join(text.split())
    return repr(words if len(words) <= _SHOWN else f"{words[:_SHOWN - 1]}…")


# --- the key ---------------------------------------------------------------------------------------------------------


def _key_in(row: int, text: str, loader: Any) -> str:
    """The dotted key of the last value that begins in that row, as far as the text can be read; empty if none does."""
    found, begins = "", -1
    try:
        for keys, line in _keys(text, loader):
            if line > row:
                break
            if line >= begins:
                found, begins = keys, line
    except yaml.YAMLError:
        pass
    return found if begins == row else ""


def _keys(text: str, loader: Any) -> Iterator[tuple[str, int]]:
    """Where the parser is, value after value, and behind each list and mapping: the dotted key, and the row in which
    that begins."""
    way: list[str | int | None] = []  # for each mapping its last key, for each list the number of its last item
    waits: list[bool] = []  # for each: the next is a key's value, or an item
    begun: list[int] = []  # and its row
    for event in yaml.parse(text, Loader=loader):
        row = event.start_mark.line if event.start_mark else 0
        if isinstance(event, yaml.CollectionEndEvent):
            way.pop()
            waits.pop()
            _value_read(way, waits)
            yield _dotted(way), begun.pop()
        elif isinstance(event, yaml.NodeEvent):
            key = bool(way) and not waits[-1]
            if key:
                way[-1], waits[-1] = str(getattr(event, "value", "?")), True
            elif way and isinstance(way[-1], int):
                way[-1] += 1
            yield _dotted(way), row
            if isinstance(event, yaml.CollectionStartEvent):
                is_list = isinstance(event, yaml.SequenceStartEvent)
                way.append(-1 if is_list else None)
                waits.append(is_list)
                begun.append(row)
            elif not key:
                _value_read(way, waits)


def _dotted(way: list[str | int | None]) -> str:
    return ".".join(str(part) for part in way if part is not None)


def _value_read(way: list[str | int | None], waits: list[bool]) -> None:
    """Behind a value a mapping has a key, a list the next item."""
    if way:
        waits[-1] = isinstance(way[-1], int)
