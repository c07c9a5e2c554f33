"""The scripts of a page, as it has them: without comments and spaces, and with short names for what they declare.

Nobody reads them in a page; who wants to reads ``assets/player*.js``. Names are shortened without a parser: a word
that is declared outermost gets another name everywhere, and one that is declared within an outermost statement, in
there; but not where it is the name of a property, which the page's data, or the browser, may have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise, product
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits

from visualizer.canvas.primitives import BASELINE

ASSETS = Path(__file__).parents[2] / "assets"
_PARTS = {"player-reel.js": "", "player.js": "", "player-tiles.js": "large", "player-grains.js": "",
          "player-tabs.js": "", "player-questions.js": "", "player-why.js": "", "player-result.js": "homework"}
_OPENING, _CONTROLS = "player-open.js", "player-stage.html"

_TOKENS = re.compile(r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`[^`]*`|"""
                     r"""(?:(?<=[(=]\s)|(?<=\())/(?:\\.|[^/\n])+/[a-z]*|[\w$]+|\.{3}|=>|[=!]=+|.|\n""")
"""Strings, regular expressions, words, signs."""
_INSERTED = re.compile(r"(?<=\$\{)[^}]*(?=\})")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_OBJECT = {*"(,=[:?|&", "...", "const", "let", "return"}  # before a brace that does not begin a block
_CONTEXTUAL = {"async", "get", "of", "set"}  # words of JavaScript that may be names, too
_OPEN, _SHUT, _DECLARING = {*"([{"}, {*")]}"}, ("const", "let", "function")
_OWN, _COMMON = ascii_lowercase, ascii_uppercase  # letters that names of a statement, and of all, begin with
_ENDS = {*";{}([,"}  # a line may end behind them, and need not
_BLOCKS = {"if", "for", "while", "switch"}  # words before parentheses and a block that declare nothing in these


def player(has: Mapping[str, object]) -> str:
    """The script of the player, which makes its controls first, with the parts for what a recording ``has``."""
    return _player(tuple(part for part, need in _PARTS.items() if not need or has.get(need)))


@cache
def _player(parts: Sequence[str]) -> str:
    code = "\n".join(map(bare, parts)).replace("@@baseline@@", str(BASELINE))
    controls = f"document.body.insertAdjacentHTML('afterbegin', `{bare(_CONTROLS)}`);"
    return "\n".join(("(() => {", "'use strict';", controls, shortened(f"{code}\nstart();"), "})();", ""))


@cache
def opening() -> str:
    """The script that a page begins with."""
    return shortened(bare(_OPENING))


def bare(name: str) -> str:
    """What a file of the page has, without comments and indentation."""
    lines = [line.partition("  // ")[0].strip() for line in (ASSETS / name).read_text(encoding="utf-8").splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def shortened(code: str) -> str:
    """A script without the spaces that it can do without, and with short names in place of those it declares."""
    tokens = _tokens(code)
    statements = list(_statements(tokens))
    found = [list(_declared(statement)) for statement in statements]
    known = [word for own in found for word, deep in own if not deep]
    count = Counter(token for token in tokens if token in {*known})
    taken = {token for token in tokens if _WORD.fullmatch(token)} - {word for own in found for word, _ in own}
    names = dict(zip((word for word, _ in count.most_common()), _free(_COMMON, taken), strict=False))
    return "".join(_renamed(statement, dict(zip((word for word in dict.fromkeys(word for word, _ in own)
                                                 if word not in names),
                                                _free(_OWN, taken), strict=False)) | names)
                   for statement, own in zip(statements, found, strict=True))


def _tokens(code: str) -> list[str]:
    """What a script is made of, without spaces, ends of lines and semicolons that it can do without."""
    parts = _TOKENS.findall(code)
    found = [part for before, part, after in zip(["", *parts], parts, [*parts[1:], ""], strict=False)
             if part != " " or before == after in ("+", "-") or re.fullmatch(r"[\w$]{2}", before[-1:] + after[:1])]
    found = [part for before, part in zip([";", *found], found, strict=False) if part != "\n" or before not in _ENDS]
    found = [part for part, after in pairwise([*found, ""]) if (part, after) != (";", "}")]
    return ["let" if part == "const" else part for part in found]  # what is never assigned to need not be marked


def _free(letters: str, taken: Collection[str]) -> Iterator[str]:
    """Names that begin with one of these letters."""
    return (name for name in chain(letters, map("".join, product(letters, digits + _COMMON))) if name not in taken)


def _statements(tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """The outermost ones."""
    start = depth = 0
    for at, token in enumerate(tokens):
        depth += (token in _OPEN) - (token in _SHUT)
        if not depth and token in (";", "}"):
            yield tokens[start:at + 1]
            start = at + 1
    yield tokens[start:]


def _declared(tokens: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The variables of a statement: what is assigned to, parameters, and what stands behind const and let; and are they
    known in that statement only?"""
    signs = [token for token in tokens if not token.isspace()]
    opened, ends = list[int](), [*signs, "", ""]
    for at, sign in enumerate(signs):
        before, after = signs[at - 1] if at else "", ends[at + 1]
        if _names(sign) and before != "." and (after in ("=", "=>") or before in _DECLARING):
            yield sign, bool(opened) or after == "=>"
        if sign in _OPEN:
            opened.append(at)
        elif sign in _SHUT:
            start = opened.pop()
            pattern = signs[start] != "(" and signs[start - 1] in _DECLARING
            takes = signs[start] == "(" and (after == "=>" or (after == "{" and signs[start - 1] not in _BLOCKS))
            if pattern or takes:
                yield from ((word, bool(opened) or not pattern) for ahead, word
                            in zip(signs[start:at], signs[start + 1:at], strict=False)
                            if _names(word) and ahead in ("(", ",", "[", "{", "...", ":"))


def _names(word: str) -> bool:
    """May it be the name of a variable, and nothing else?"""
    return bool(_WORD.fullmatch(word)) and word not in _CONTEXTUAL


def _renamed(tokens: Sequence[str], names: Mapping[str, str]) -> str:
    """A statement with other names for its variables: not for properties, which have the same words."""
    inside, before, found = list[str](), "", list[str]()
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token in _OPEN:
            inside.append("object" if token == "{" and before in _OBJECT else token)
        elif token in _SHUT:
            inside.pop()
        key = inside[-1:] == ["object"] and before in ("{", ",")
        if token.startswith("`"):
            found.append(_INSERTED.sub(lambda part: _renamed(_TOKENS.findall(part[0]), names), token))
        elif token not in names or before in (".", "get", "set") or (key and after in (":", "(")):
            found.append(token)
        else:
            found.append(f"{token}:{names[token]}" if key else names[token])
        before = before if token == " " else token
    return "".join(found)
