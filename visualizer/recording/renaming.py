"""Shorter scripts: without the spaces that they can do without, and with short names for what they declare.

Of JavaScript this reads what it takes to know where a name is known: brackets, blocks, functions and declarations. What
nothing declares, and properties, which the page's data or the browser may have, keep their names. It reads what the
scripts in ``assets`` are written in: no classes, no labels, and regular expressions only as arguments or values.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from string import ascii_letters, digits

_TOKENS = re.compile(r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`[^`]*`|"""
                     r"""(?:(?<=[(=]\s)|(?<=\())/(?:\\.|[^/\n])+/[a-z]*|"""
                     r"""[\w$]+|\.{3}|\?\.|\?\?|=>|[=!]=+|\+\+|--|\S|\n""")
"""Strings, regular expressions, words, signs, and ends of lines."""
_INSERTED = re.compile(r"(\$\{[^}]*\})")  # in a string
_FIRST, _LAST = re.compile(r"`[^`]*\$\{"), re.compile(r"\}[^`]*`")  # pieces of a string, before and behind what is so
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_OPEN, _SHUT = {*"([{"}, {*")]}"}
_OBJECT = {*"(,=[:?|&", "...", "??", "let", "return"}  # before a brace that does not begin a block
_BEFORE = {*";{}([,\n=+-*?:&|<>", "=>", "??"}  # a line may end behind them, …
_AFTER = re.compile(r"[.?:&|)\]}=*<>].*|[-+]")  # … or before them
_HEADED = {"for", "if", "while", "switch"}  # words before parentheses that are no parameters
_RESERVED = set(re.findall(r"\w+", """
    async await break case catch const continue default delete do else false finally for function get if in instanceof
    let new null of return set switch this throw true try typeof undefined void while"""))


def shortened(code: str) -> str:
    """A script as short as that makes it."""
    tokens = _Script(_tokens(code)).renamed()
    return "".join(f" {token}" if re.fullmatch(r"[\w$]{2}|\+\+|--", before[-1:] + token[:1]) else token
                   for before, token in zip(["", *tokens], tokens, strict=False))  # two words stay two


def _tokens(code: str) -> list[str]:
    """What a script is made of, without spaces, and the ends of lines and semicolons that it can do without. Of a
    string, what is inserted is read, too."""
    found = list(chain.from_iterable(map(_read, _TOKENS.findall(code))))
    found = [part for before, part, after in zip([";", *found], found, [*found[1:], "}"], strict=False)
             if part != "\n" or (before not in _BEFORE and not _AFTER.fullmatch(after))]
    found = [part for part, after in zip(found, [*found[1:], ""], strict=True) if (part, after) != (";", "}")]
    return ["let" if part == "const" else part for part in found]  # what is never assigned to need not be marked


def _read(token: str) -> Iterator[str]:
    if not token.startswith("`"):
        yield token
        return
    before = ""
    for part in _INSERTED.split(token):
        if part.startswith("${"):
            yield f"{before}${{"
            yield from _TOKENS.findall(part[2:-1])
            before = "}"
        else:
            before += part
    yield before


@dataclass(eq=False)
class _Scope:
    """The tokens in which some names are known, and the short ones for these."""

    start: int
    end: int  # the last one
    around: _Scope | None = None
    names: dict[str, str] = field(default_factory=dict)

    def knowing(self, word: str) -> _Scope | None:
        """This one or the nearest around it that declares the word."""
        scope: _Scope | None = self
        while scope and word not in scope.names:
            scope = scope.around
        return scope


class _Script:
    """A script as tokens, with its brackets, scopes, and the places where variables stand."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = [*tokens, "", "", ""]
        self.partner, self.inside = _brackets(tokens)
        self.objects = {at for at, token in enumerate(tokens) if token == "{" and at and tokens[at - 1] in _OBJECT}
        self.scopes, self.innermost = self._nested()
        for at in self._declared():
            self.innermost[at].names[self.tokens[at]] = ""
        self.uses = [at for at in range(len(tokens)) if self._is_variable(at)]

    def renamed(self) -> list[str]:
        """Its tokens with short names: none that is used in a scope is given to another variable there."""
        for scope in self.scopes:  # the outer ones first
            within = self.uses[bisect_left(self.uses, scope.start):bisect_right(self.uses, scope.end)]
            others = {self._name(at) for at in within if self._known(at) is not scope}
            own = dict.fromkeys(self.tokens[at] for at in within if self._known(at) is scope)
            scope.names.update(zip(own, _free(others), strict=False))
        found = self.tokens[:-3]
        for at in self.uses:
            found[at] = f"{found[at]}:{self._name(at)}" if self._is_key(at) and self._known(at) else self._name(at)
        return found

    def _known(self, at: int) -> _Scope | None:
        return self.innermost[at].knowing(self.tokens[at])

    def _name(self, at: int) -> str:
        known = self._known(at)
        return known.names[self.tokens[at]] if known else self.tokens[at]

    def _is_variable(self, at: int) -> bool:
        """Is it the name of a variable, and not of a property?"""
        before, after = self.tokens[at - 1] if at else "", self.tokens[at + 1]
        return _is_name(self.tokens[at]) and before not in (".", "?.", "get", "set") and not (
            self._is_key(at) and after in (":", "("))

    def _is_key(self, at: int) -> bool:
        """Does it stand where an object has the name of a property?"""
        return self.inside[at] in self.objects and self.tokens[at - 1] in ("{", ",")

    def _nested(self) -> tuple[list[_Scope], list[_Scope]]:
        """The scopes, the outer ones first; and for each token the innermost one."""
        scopes = [_Scope(0, len(self.tokens))]
        innermost = scopes * len(self.tokens)
        for start, end in sorted(self._spans(), key=lambda span: (span[0], -span[1])):
            scopes.append(_Scope(start, end, innermost[start]))
            innermost[start:end + 1] = scopes[-1:] * (end + 1 - start)
        return scopes, innermost

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Where functions with their parameters, loops with their heads, and other blocks begin and end."""
        for at, token in enumerate(self.tokens):
            before = self.tokens[at - 1] if at else ""
            if token == "=>":
                start = self.partner[at - 1] if before == ")" else at - 1
                yield start, self.partner[at + 1] if self.tokens[at + 1] == "{" else self._end(at + 1, ",")
            elif token == "(" and self._has_parameters(at):
                yield at, self.partner[self.partner[at] + 1]
            elif token == "for":
                yield at, self._statement(at)
            elif token == "{" and at not in self.objects and before != "=>" and not (
                    before == ")" and self._has_parameters(self.partner[at - 1])):
                yield at, self.partner[at]

    def _has_parameters(self, at: int) -> bool:
        """Do these parentheses belong to a function that is no arrow?"""
        before = self.tokens[at - 1] if at else ""
        return self.tokens[self.partner[at] + 1] == "{" and bool(_WORD.fullmatch(before)) and before not in _HEADED

    def _end(self, at: int, *more: str) -> int:
        """The last token of an expression, or of a plain statement, that begins there; ``more`` ends it, too."""
        asked = 0  # conditions that are open
        while (token := self.tokens[at]) and token not in (";", "\n", *more) and token[0] not in _SHUT:
            asked += (token == "?") - (token == ":")
            if asked < 0:
                break
            at = self.partner[at] + 1 if at in self.partner else at + 1
        return at - 1

    def _statement(self, at: int) -> int:
        """The last token of a statement that begins there, as of the body of a loop."""
        at += self.tokens[at] == "\n"
        if self.tokens[at] == "{":
            return self.partner[at]
        if self.tokens[at] not in _HEADED:
            return self._end(at)
        end = self._statement(self.partner[at + 1] + 1)
        after = end + 1 + (self.tokens[end + 1] in (";", "\n"))
        return self._statement(after + 1) if self.tokens[at] == "if" and self.tokens[after] == "else" else end

    def _declared(self) -> Iterator[int]:
        """Where names are declared."""
        for at, token in enumerate(self.tokens):
            if token == "let":
                yield from self._bindings(at + 1)
            elif token == "function" and _is_name(self.tokens[at + 1]):
                yield at + 1
            elif token == "(" and (self.tokens[self.partner[at] + 1] == "=>" or self._has_parameters(at)):
                yield from self._bindings(at + 1)
            elif token == "=>" and _is_name(self.tokens[at - 1]):
                yield at - 1

    def _bindings(self, at: int) -> Iterator[int]:
        """The names in a list of patterns, each of which may have a value."""
        while True:
            at = yield from self._pattern(at)
            if self.tokens[at] == "=":
                at = self._end(at + 1, ",") + 1
            if self.tokens[at] != ",":
                return
            at += 1

    def _pattern(self, at: int) -> Generator[int, None, int]:
        """The names in a pattern; returns what comes behind it."""
        if self.tokens[at] == "...":
            at += 1
        if self.tokens[at + 1] == ":":
            at += 2
        if self.tokens[at] in ("[", "{"):
            yield from self._bindings(at + 1)
            return self.partner[at] + 1
        if _is_name(self.tokens[at]):
            yield at
        return at if self.tokens[at] in {",", *_SHUT} else at + 1


def _brackets(tokens: Sequence[str]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """The partner of each bracket, and for each token the innermost bracket that is open there. A string in which
    something is inserted is as brackets around that: from its first piece to its last."""
    opened, partner, inside = [-1], dict[int, int](), dict[int, int]()
    for at, token in enumerate(tokens):
        if token in _SHUT or _LAST.fullmatch(token):
            partner[at] = opened.pop()
            partner[partner[at]] = at
        inside[at] = opened[-1]
        if token in _OPEN or _FIRST.fullmatch(token):
            opened.append(at)
    return partner, inside


def _is_name(word: str) -> bool:
    """May it be the name of a variable, and nothing else?"""
    return bool(_WORD.fullmatch(word)) and word not in _RESERVED


def _free(taken: Collection[str]) -> Iterator[str]:
    """Names that are not taken, the short ones first."""
    return (name for name in chain(ascii_letters, map("".join, product(ascii_letters, ascii_letters + digits)))
            if name not in taken and name not in _RESERVED)
