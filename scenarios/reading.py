"""Strict reading of YAML that strangers wrote: nothing in it runs code, and every error names file, line and key.

The text is composed to nodes, which know their lines, and the nodes become plain values under limits on depth, size
and aliases. Types are checked by pydantic against ordinary annotations (of a dataclass, or of a function's keyword
parameters), and what it finds is said again in the words of somebody who writes lessons.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_type_hints

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from algorithms.words import few
from scenarios.malformed import malformed
from scenarios.wrong_values import known_keys, takes_text, wrong

Loc = tuple[str | int, ...]
"""Where a value stands: the keys and list indices that lead to it."""

Types = Mapping[str, tuple[Any, bool]]
"""For each key: the type of its value, and whether it must be there."""

MOST_BYTES = 1_000_000
_MOST_DEPTH = 30
_MOST_ALIASES = 100
_MOST_EXPANDED = 2_000_000  # characters after aliases are expanded
_NODE = 20  # and as many as which a node counts
_BEYOND = 2**63
_STRICT = ConfigDict(extra="forbid", strict=True)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN = {f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "float", "bool", "null")}
_HALF = re.compile(r"\(\w*")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class ScenarioError(Exception):
    """Something in a scenario that cannot be; its text is one line: ``path:line: key: message; mend``."""

    def __init__(self, path: Path, message: str, *, line: int = 0, key: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.line = line  # from 1; 0: the file as a whole
        self.key = key
        self.message = message

    def __str__(self) -> str:
        place = f"{shown(self.path)}:{self.line}" if self.line else shown(self.path)
        return one_line(": ".join(filter(None, (place, self.key, self.message))))


def shown(path: Path) -> str:
    """The path as people expect to read it: relative where it lies below the current directory."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # RuntimeError: links in a circle
        return str(path)


def one_line(text: str) -> str:
    """The text without line breaks and without characters that would upset a terminal."""
    return "".join(c if c.isprintable() else "�" for c in " ".join(text.split()))


def meant(name: str, known: Iterable[str], what: str = "known") -> str:
    """The mend for a wrong name: the nearest known one, and all of them where they are few."""
    names = list(known)
    near = get_close_matches(name, names, n=1) or get_close_matches(name.lower(), names, n=1)
    guess = f"did you mean {near[0]!r}? " if near else ""
    return f"{guess}{what}: {few(names, 12 if len(names) > 40 else 40) or 'none'}"


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file of at most so many bytes, or a ScenarioError that says what it is instead."""
    raw = _read_bytes(path, most)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScenarioError(path, "is not text in UTF-8; save it as UTF-8", line=line) from None
    return without_control(path, text)


def read_foreign(path: Path, most: int) -> tuple[str, tuple[str, ...]]:
    """The same for a file that other tools wrote, perhaps long ago, and what was odd about it, a line each.

    What is not UTF-8 becomes �, as in comments with the letters of another encoding; the mark (Ctrl-Z) at which DOS
    ended its files is left out.
    """
    text = _read_bytes(path, most).decode("utf-8-sig", errors="replace").rstrip("\x1a")
    odd = text.find("�")
    line = text.count("\n", 0, odd) + 1
    warnings = () if odd < 0 else (f"line {line} is not in UTF-8; what cannot be read is taken as �",)
    return without_control(path, text), warnings


def _read_bytes(path: Path, most: int) -> bytes:
    """What is in a file, of which no more is ever held than ``most`` allows."""
    try:
        if path.is_dir():
            raise ScenarioError(path, "is a directory; name a file")
        if not path.exists():
            raise ScenarioError(path, "is a link that leads nowhere; mend the link" if path.is_symlink() else
                                "there is no such file; check the name")
        if not path.is_file():
            raise ScenarioError(path, "is no ordinary file; name a text file")
        too_large = path.stat().st_size > most
        with path.open("rb") as file:
            raw = b"" if too_large else file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise ScenarioError(path, f"cannot be read ({getattr(error, 'strerror', None) or error}); check it") from None
    if too_large or len(raw) > most:
        raise ScenarioError(path, f"is larger than {most // 1000} kB; make it smaller")
    return raw


def unbroken(text: str) -> str:
    """Without the breaks of the file's lines: the window has its own. An empty line begins a paragraph."""
    return "\n".join(" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", text.strip()))


def without_control(path: Path, text: str) -> str:
    """The text, if it has no control characters but those that part lines and columns."""
    if junk := _CONTROL.search(text):
        line = text.count("\n", 0, junk.start()) + 1
        raise ScenarioError(path, f"has the control character {ord(junk[0]):#04x} in it; is it a text file?", line=line)
    return text


def keywords(function: Callable[..., Any]) -> Types:
    """The keyword parameters of a function, a method, or a dataclass."""
    return _keywords(getattr(function, "__func__", function))  # a method itself would keep what it is of


@cache
def _keywords(function: Callable[..., Any]) -> Types:
    hints = get_type_hints(function, include_extras=True)
    parameters = signature(function).parameters.values()
    return {parameter.name: (hints[parameter.name], parameter.default is Parameter.empty) for parameter in parameters
            if parameter.name in hints}  # the self of a method has no type


class Document:
    """A YAML file as plain values (``data``) that know where they stood; ``text`` if it was never in a file.

    files: what is read for it: the file itself, and those that it names
    puzzle: the keys of the lesson's puzzle, with the text of its file among them, once they are read
    """

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path = path
        self.files = {path}
        self.puzzle: Mapping[str, Any] = {}
        text = read_text(path) if text is None else without_control(path, text)
        try:
            dropped = self._limit(text)
            self._root: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            message, line, key = malformed(error, text, _LOADER)
            raise ScenarioError(path, message, line=line, key=key) from None
        if self._root is None:
            raise ScenarioError(path, "is empty; write its keys, a title first")
        self._budget = _MOST_EXPANDED
        self._rows = text.splitlines()
        self._commented: dict[Loc, int] = {}  # where nothing but a comment stands, and its line
        self.data = self._plain(self._root, ())
        if dropped is not None:
            raise dropped

    def error(self, loc: Loc, message: str, *, text_line: int | None = None) -> ScenarioError:
        """A ScenarioError at ``loc``; ``text_line`` counts lines, from 0, inside a block of text that stands there."""
        real, mark, node = self._find(loc)
        line = mark.line + 1
        if text_line is not None and isinstance(node, yaml.ScalarNode) and node.style == "|":
            line = node.start_mark.line + 2 + text_line
        return ScenarioError(self.path, message, line=line, key=".".join(map(str, real)))

    def loc(self, start: Loc, dotted: str) -> Loc:
        """``start`` and the keys in ``dotted``, as far as there are such. Keys may have dots in them."""
        loc, parts = start, dotted.split(".") if dotted else []
        while parts:
            for size in range(len(parts), 0, -1):
                part = ".".join(parts[:size])
                steps = (*loc, int(part) if part.isdecimal() and isinstance(self.at(loc), list) else part)
                if len(self._find(steps)[0]) == len(steps):
                    loc = steps
                    del parts[:size]
                    break
            else:
                break
        return loc

    def at(self, loc: Loc) -> Any:
        """The value at ``loc``."""
        value = self.data
        for part in loc:
            value = value[part]
        return value

    def check(self, loc: Loc, data: object, types: Types) -> dict[str, Any]:
        """The keys of ``data``, which stands at ``loc``, with their values as ``types`` asks for."""
        shape = _shape(tuple((name, *kind) for name, kind in types.items()))
        for place, line in self._commented.items():
            if place[:len(loc)] == loc and takes_text(shape.model_json_schema(), place[len(loc):]):
                raise ScenarioError(self.path, "is empty, as what begins with # is a comment; put the text in quotes",
                                    line=line, key=".".join(map(str, place)))
        try:
            checked = shape.model_validate_json(json.dumps(data))
        except ValidationError as errors:
            raise self._first(loc, errors, shape) from None
        return {name: getattr(checked, name) for name in checked.model_fields_set}

    # --- nodes -----------------------------------------------------------------------------------------------------

    def _limit(self, text: str) -> ScenarioError | None:
        """Refuses what is too deep or too entangled before any tree is built. Returns what is wrong with signs before
        what was meant as text, as YAML drops ! there, and & with the word behind it."""
        depth = aliases = 0
        names: dict[str | None, int] = {}
        dropped = None
        for event in yaml.parse(text, Loader=_LOADER):
            line = event.start_mark.line + 1 if event.start_mark else 0
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.AliasEvent):
                aliases += 1
                names.pop(event.anchor, None)
            if depth > _MOST_DEPTH:
                raise ScenarioError(self.path, f"is nested more than {_MOST_DEPTH} deep; make it flatter", line=line)
            if aliases > _MOST_ALIASES:
                raise ScenarioError(self.path, f"has more than {_MOST_ALIASES} aliases; write it out", line=line)
            if getattr(event, "tag", None) == "!" and dropped is None:
                said = "a text that begins with ! must stand in quotes; write them"
                dropped = ScenarioError(self.path, said, line=line)
            if isinstance(event, yaml.NodeEvent) and event.anchor and not isinstance(event, yaml.AliasEvent):
                names[event.anchor] = line
        for name, line in names.items():
            said = f"&{name} names something that nothing repeats; put text that begins with & in quotes"
            dropped = dropped or ScenarioError(self.path, said, line=line)
        return dropped

    def _plain(self, node: yaml.Node, loc: Loc) -> Any:
        self._budget -= _NODE + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
        line = node.start_mark.line + 1
        if self._budget < 0 or len(loc) > _MOST_DEPTH:
            raise ScenarioError(self.path, "holds too much, its aliases written out; make it smaller", line=line)
        if isinstance(node, yaml.SequenceNode) and node.tag == "tag:yaml.org,2002:seq":
            return [self._plain(item, (*loc, index)) for index, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode) and node.tag == "tag:yaml.org,2002:map":
            return self._mapping(node, loc)
        key = ".".join(map(str, loc))
        if not isinstance(node, yaml.ScalarNode) or node.tag not in _PLAIN:
            kind = node.tag.rpartition(":")[2]
            raise ScenarioError(self.path, f"is of the type {kind!r}, which has no use here; put it in quotes to make "
                                "it text", line=line, key=key)
        try:
            value = yaml.constructor.SafeConstructor().construct_object(node)
            if isinstance(value, int | float) and not abs(value) < _BEYOND:  # not a number is below nothing
                raise ValueError
        except (ValueError, LookupError):
            raise ScenarioError(self.path, f"{node.value[:40]!r} is no number of use; put it in quotes to make it text",
                                line=line, key=key) from None
        self._check_text(node, key)
        if value is None and not node.value and (comment := self._comment_behind(node)):
            self._commented[loc] = comment
        return value

    def _comment_behind(self, node: yaml.Node) -> int:
        """The line of the comment that stands where a value is missing: behind its key, or alone in a line that is
        indented more than this; 0 if there is none."""
        mark = node.start_mark
        row = self._rows[mark.line]
        if row[mark.column:].strip():
            return int(mark.line + 1) if row[mark.column:].lstrip().startswith("#") else 0
        below = self._rows[mark.line + 1] if mark.line + 1 < len(self._rows) else ""
        key = len(row) - len(row.lstrip(" -"))
        return int(mark.line + 2) if below.lstrip().startswith("#") and len(below) - len(below.lstrip()) > key else 0

    def _check_text(self, node: yaml.ScalarNode, key: str) -> None:
        """Refuses text that has got control characters by escapes, such as "\\0", as the file itself has none; and
        half of a name, as a comma has cut it in [(0,1)]."""
        if not node.style and _HALF.fullmatch(node.value):
            raise ScenarioError(self.path, f"{node.value!r} is half of a name: within brackets, a comma ends it; put "
                                'the name in quotes, as in "(0,1)"', line=node.start_mark.line + 1, key=key)
        if junk := _CONTROL.search(node.value):
            raise ScenarioError(self.path, f"has the control character {ord(junk[0]):#04x} in it; remove it",
                                line=node.start_mark.line + 1, key=key)

    def _mapping(self, node: yaml.MappingNode, loc: Loc) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value in node.value:
            line = key_node.start_mark.line + 1
            key = _key(key_node)
            if key is None:
                raise ScenarioError(self.path, "a key must be text or a whole number; put it in quotes",
                                    line=line, key=".".join(map(str, loc)))
            self._check_text(key_node, ".".join(map(str, (*loc, key))))
            if key in found:
                raise ScenarioError(self.path, "stands here twice; remove one", line=line,
                                    key=".".join(map(str, (*loc, key))))
            found[key] = self._plain(value, (*loc, key))
        return found

    def _find(self, loc: Loc) -> tuple[Loc, Any, yaml.Node]:
        """Goes down as far as ``loc`` leads, passing over parts that are not in the file (pydantic names the branches
        of a union there). Returns the way that it went, the mark of the last key or item, and the node there."""
        assert self._root is not None
        node, mark, real = self._root, self._root.start_mark, []
        for part in loc:
            if isinstance(node, yaml.MappingNode):
                found = next(((key, value) for key, value in node.value if _key(key) == str(part)), None)
                if found is not None:
                    mark, node = found[0].start_mark, found[1]
                    real.append(part)
            elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
                node = node.value[part]
                mark = node.start_mark
                real.append(part)
        return tuple(real), mark, node

    # --- what pydantic says, in plain words ------------------------------------------------------------------------

    def _first(self, start: Loc, errors: ValidationError, shape: type[BaseModel]) -> ScenarioError:
        """The first error in the order of the file; what a union's branches say of one place is said together."""
        places: dict[Loc, list[Any]] = {}
        for error in errors.errors(include_url=False):
            places.setdefault(self._find((*start, *error["loc"]))[0], []).append(error)
        deepest = [loc for loc in places if not any(other != loc and other[:len(loc)] == loc for other in places)]

        def order(loc: Loc) -> tuple[int, int]:
            mark = self._find(loc)[1]
            return mark.line, mark.column

        loc = min(deepest, key=order)
        here = places[loc]
        missing = [error["loc"][-1] for error in here if error["type"].startswith("missing")]
        if missing:
            real, mark, _ = self._find(loc)
            key = ".".join(map(str, (*real, missing[0])))
            return ScenarioError(self.path, "is missing; add it", line=mark.line + 1, key=key)
        if here[0]["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            schema, at = shape.model_json_schema(), here[0]["loc"][:-1]
            known = known_keys(schema, at)
            deeper = [key for key in known if str(loc[-1]) in known_keys(schema, (*at, key))]
            mend = f"it belongs under {' or '.join(deeper)}" if deeper else meant(str(loc[-1]), known)
            return self.error(loc, f"unknown key; {mend}")
        return self.error(loc, wrong(here))


@cache
def _shape(types: tuple[tuple[str, Any, bool], ...]) -> type[BaseModel]:
    """What pydantic checks such keys by: takes it milliseconds to make, and all lessons ask for the same few."""
    fields: dict[str, Any] = {name: (kind, ... if needed else None) for name, kind, needed in types}
    return create_model("Keys", __config__=_STRICT, **fields)


def _key(node: yaml.Node) -> str | None:
    """The text of a key; None for a key that is neither text nor a whole number."""
    if not isinstance(node, yaml.ScalarNode) or node.tag.rpartition(":")[2] not in ("str", "int"):
        return None
    return str(node.value)
