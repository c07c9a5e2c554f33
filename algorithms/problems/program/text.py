"""The text of a logic program, read statement by statement, with the line and the column of what cannot be.

The usual syntax: ``a :- b, not c.``, facts ``a.``, constraints ``:- a.``, choices ``{a; b} :- c.``, comments ``%`` and
``%* … *%``. Atoms may have arguments. Variables, intervals, comparisons and arithmetic are read too: a program that has
them is to be grounded.

A recursive descent, a function for each phrase; ``_Reader`` holds the tokens and how far they are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from algorithms.long_work import checkpoint
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import listed

MOST_CHARACTERS = 1_000_000
MOST_LITERALS = 200_000
KEY = "rules"  # of a puzzle: there stands its program
MOST_DEPTH = 50  # of terms inside terms
MOST_NUMBER = 2**31 - 1  # clingo goes round from here to the least

_TOKEN = re.compile(r"""
    (?P<space>\s+ | %(?!\*)[^\n]*)
  | (?P<number>0|[1-9][0-9]*)
  | (?P<name>_*[a-z][A-Za-z0-9_']*)
  | (?P<variable>_*[A-Z][A-Za-z0-9_']* | _+)
  | (?P<string>"(?:[^"\\\n]|\\["\\n])*")
  | (?P<directive>\#[a-z]+)
  | (?P<sign>:-|:~|\.\.|!=|<=|>=|\*\*|[-+*/\\(){},;:.|<>=~@&?^\[\]$])
""", re.VERBOSE | re.ASCII)
_COMMENT_EDGE = re.compile(r"%\*|\*%")
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_MEANT = {"←": "write :-", "⊥": "leave the head of a constraint away", "¬": "write not", "#": "write % for a comment",
          "∧": "write a comma", "→": "write the head first, then :-",
          '"': "let a text end with \" in its line, with \\ only before \", \\ or n"}
_CONSTANTS = ("#true", "#false", "#inf", "#sup")
_NOT_HERE = {
    "|": "a disjunction", ":~": "a weak constraint", "-": "classical negation", "@": "a call of a function",
    "&": "a theory atom", "[": "a weight",
}


class Token(NamedTuple):
    """A word of the text: its kind, and where it stands, from 0."""

    kind: str
    text: str
    start: int
    line: int
    column: int


class Literal(NamedTuple):
    """What stands in a body: an atom, or a comparison, as it is written.

    plain: it has nothing to evaluate, and no variable
    """

    text: str
    positive: bool
    is_atom: bool
    plain: bool


class Element(NamedTuple):
    """An atom of a head, and what must hold for it to be one: ``a`` and ``b`` in ``{a : b}``."""

    atom: Literal
    condition: tuple[Literal, ...] = ()


class Statement(NamedTuple):
    """A rule as it is written; a constraint has no head, and a choice may have several atoms in it."""

    head: tuple[Element, ...]
    body: tuple[Literal, ...]
    choice: bool
    text: str
    line: int
    column: int

    @property
    def plain(self) -> bool:
        """Is it a rule, or several, as it stands?"""
        return all(element.atom.plain and not element.condition for element in self.head) and all(
            literal.plain and literal.is_atom for literal in self.body)


class Written(NamedTuple):
    """A program as it is written.

    constants: ``#const n = 4.`` as name and value
    shown:     the name and the number of arguments of what ``#show p/2.`` shows; None where nothing says so
    """

    statements: tuple[Statement, ...]
    constants: tuple[tuple[str, str], ...]
    shown: tuple[tuple[str, int], ...] | None

    @property
    def plain(self) -> bool:
        """Has it nothing to ground?"""
        return not self.constants and all(statement.plain for statement in self.statements)


def read(text: str) -> Written:
    """The program in a text. Raises PuzzleError."""
    if len(text) > MOST_CHARACTERS:
        raise PuzzleError(f"has {len(text):,} characters; a program has at most {MOST_CHARACTERS:,}", key=KEY)
    return _Reader(text).program()


def tokens(text: str) -> Iterator[Token]:
    """The words of a text, and one at its end. Raises PuzzleError for what is no word."""
    at, line, first = 0, 0, 0  # ``first``: where the line begins
    while at < len(text):
        found = _TOKEN.match(text, at)
        end = _comment_end(text, at, line) if text.startswith("%*", at) else found.end() if found else at
        if end == at:
            mend = _MEANT.get(text[at], "remove it")
            raise PuzzleError(f"column {at - first + 1}: {text[at]!r} cannot stand in a program; {mend}"
                              + _in_line(text, at), key=KEY, line=line)
        if found is not None and found.lastgroup == "number" and (len(found[0]) > 10 or int(found[0]) > MOST_NUMBER):
            raise PuzzleError(f"column {at - first + 1}: found {found[0][:30]!r}; a number is at most {MOST_NUMBER:,}"
                              + _in_line(text, at), key=KEY, line=line)
        if found is not None and found.lastgroup not in ("space", None):
            yield Token(str(found.lastgroup), found[0], at, line, at - first)
        passed = text.count("\n", at, end)
        if passed:
            checkpoint()
            line, first = line + passed, text.rindex("\n", at, end) + 1
        at = end
    yield Token("end", "", at, line, at - first)


def _comment_end(text: str, at: int, line: int) -> int:
    """Where a comment ``%* … *%`` ends; there may be others in it."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(text, at):
        depth += 1 if edge[0] == "%*" else -1
        if depth == 0:
            return edge.end()
    raise PuzzleError("a comment that begins with %* never ends; end it with *%", key=KEY, line=line)


def _in_line(text: str, at: int) -> str:
    """The line around that place, for a message."""
    first = text.rfind("\n", 0, at) + 1
    line = text[first:].partition("\n")[0]
    short = line if len(line) <= 60 else "…" + line[max(0, at - first - 28):][:58] + "…"
    return f", in “{short.strip()}”"


class _Reader:
    """The tokens of a text, and how far they are read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(tokens(text))
        self._at = 0
        self._literals = 0
        self._constants = set[str]()

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip(self, *signs: str) -> bool:
        """Goes on behind one of these signs, if it comes next."""
        if self._next.text in signs and self._next.kind in ("sign", "name"):
            self._at += 1
            return True
        return False

    def _expect(self, sign: str, why: str) -> None:
        if not self._skip(sign):
            raise self._wrong(f"{sign!r} was expected {why}")

    def _wrong(self, what: str, token: Token | None = None) -> PuzzleError:
        """An error about a token, the next one unless another is given."""
        token = token or self._next
        found = "the text ends" if token.kind == "end" else f"found {token.text[:30]!r}"
        return PuzzleError(f"column {token.column + 1}: {found}; {what}{_in_line(self._text, token.start)}",
                           key=KEY, line=token.line)

    def _slice(self, start: int, blank: str = " ") -> str:
        """The text from the token of that index up to the last one read, in one line, without comments."""
        found, end = "", self._tokens[start].start
        for token in self._tokens[start:self._at]:
            found += (blank if token.start > end else "") + token.text
            end = token.start + len(token.text)
        return found

    # --- statements ------------------------------------------------------------------------------------------------

    def program(self) -> Written:
        statements, constants, shown = list[Statement](), list[tuple[str, str]](), list[tuple[str, int]]()
        any_shown = False
        while self._next.kind != "end":
            checkpoint()
            if self._next.kind != "directive":
                statements.append(self._statement())
            elif self._next.text == "#const":
                constants.append(self._constant())
            elif self._next.text == "#show":
                any_shown = True
                shown += self._shown()
            else:
                raise self._wrong(f"{self._next.text} is none of what programs have here: rules, #show and #const; "
                                  "remove it")
        if not statements:
            raise PuzzleError("the program is empty; write rules such as a :- b, not c.", key=KEY)
        return Written(tuple(statements), tuple(constants), tuple(shown) if any_shown else None)

    def _statement(self) -> Statement:
        start = self._at
        first = self._next
        choice, head = False, tuple[Element, ...]()
        if self._skip("{"):
            choice, head = True, self._choice()
        elif self._next.text != ":-":
            atom = self._atom("a rule begins with an atom such as a, a choice {a}, or :-")
            head = (Element(atom),)
            self._refuse(":", "a condition")
        self._refuse(";", "a disjunction")
        body = tuple[Literal, ...]()
        if self._skip(":-") and self._next.text != ".":
            body = self._body((".",), "a rule ends with a full stop")
        self._refuse("{", "an aggregate")
        self._expect(".", "at the end of a rule" if body else "at the end of a fact, or ':-' before a body")
        return Statement(head, body, choice, self._slice(start), first.line, first.column)

    def _choice(self) -> tuple[Element, ...]:
        """The atoms between braces, of which the first is read."""
        found = list[Element]()
        while not self._skip("}"):
            if found:
                self._expect(";", "between the atoms of a choice, or '}' at its end")
            atom = self._atom("in a choice stand atoms, as in {a; b}")
            condition = self._body((";", "}"), "") if self._skip(":") else ()
            found.append(Element(atom, condition))
        if self._next.kind in ("number", "variable") or self._next.text in _COMPARISONS:
            raise self._wrong("bounds of a choice are not among what programs have here; write constraints in their "
                              "place")
        return tuple(found)

    def _constant(self) -> tuple[str, str]:
        self._take()
        name = self._take()
        if name.kind != "name":
            raise self._wrong("write #const n = 4.", name)
        if name.text in self._constants:
            raise self._wrong("this constant has a value already; remove one", name)
        self._constants.add(name.text)
        self._expect("=", "in #const n = 4.")
        start = self._at
        self._term()
        value = self._slice(start)
        self._expect(".", "at the end of #const")
        return name.text, value

    def _shown(self) -> list[tuple[str, int]]:
        self._take()
        if self._skip("."):
            return []
        name = self._take()
        if name.kind != "name" or not self._skip("/") or self._next.kind != "number":
            raise self._wrong("write #show p/2. for atoms with that name and so many arguments", name)
        arguments = int(self._take().text[:9])
        self._expect(".", "at the end of #show")
        return [(name.text, arguments)]

    # --- literals --------------------------------------------------------------------------------------------------

    def _body(self, ends: tuple[str, ...], why: str) -> tuple[Literal, ...]:
        """Literals with commas between them, up to one of the ends, which stays."""
        between = (",",) if ";" in ends else (",", ";")
        found = [self._literal()]
        while self._skip(*between):
            found.append(self._literal())
        if self._next.text not in ends:
            self._refuse(":", "a condition")
            self._refuse("{", "an aggregate")
            raise self._wrong(f"{listed(map(repr, (',', *ends)), 'or')} was expected" + (f": {why}" if why else ""))
        return tuple(found)

    def _literal(self) -> Literal:
        self._literals += 1
        if self._literals > MOST_LITERALS:
            raise PuzzleError(f"has more than {MOST_LITERALS:,} literals; take a smaller program", key=KEY,
                              line=self._next.line)
        wanted = "a literal such as b or not c was expected"
        if not self._skip("not"):
            return self._compared(wanted)
        if self._next.text == "not":
            raise self._wrong("double negation is not among what programs have here; write not once")
        return self._compared(wanted)._replace(positive=False)

    def _compared(self, wanted: str) -> Literal:
        """An atom, or two terms and a comparison."""
        start, first = self._at, self._next
        if first.text == "-" and self._tokens[self._at + 1].kind == "name":
            self._refuse("-", "classical negation")
        if first.kind == "directive" or first.text in ("{", "&", "@"):
            what = first.text if first.text in _CONSTANTS else _NOT_HERE.get(first.text, "an aggregate")
            self._refuse(first.text, what)
        if not self._begins_term():
            raise self._wrong(wanted)
        plain = self._term()
        if self._next.text in _COMPARISONS:
            self._take()
            self._term()
            return Literal(self._slice(start), True, False, False)
        self._refuse("{", "an aggregate")
        if first.kind != "name":
            raise self._wrong("an atom has a name that begins with a small letter, as in p(1,a)", first)
        if (sign := self._operator(start)) is not None:
            raise self._wrong("this is no atom but a term; in an atom's name stand letters, digits and _", sign)
        return Literal(self._slice(start, ""), True, True, plain)

    def _operator(self, start: int) -> Token | None:
        """What stands behind a name, and behind its arguments, in the term that begins at the token of that index."""
        depth = 0
        for index, token in enumerate(self._tokens[start + 1:self._at]):
            if depth == 0 and (index or token.text != "("):
                return token
            depth += (token.text == "(") - (token.text == ")")
        return None

    def _atom(self, wanted: str) -> Literal:
        token = self._next
        if token.text == "not":
            raise self._wrong("not cannot stand in a head; write it in a body")
        if token.kind in ("directive", "variable", "number") or token.text in _NOT_HERE:
            what = _NOT_HERE.get(token.text)
            after = self._tokens[self._at + 1:self._at + 3]
            if token.kind == "number" and "{" in [sign.text for sign in after if sign.text not in _COMPARISONS][:1]:
                raise self._wrong("bounds of a choice are not among what programs have here; write constraints in "
                                  "their place")
            raise self._wrong(f"{what} is not among what programs have here; remove it" if what else wanted)
        found = self._compared(wanted)
        self._refuse("|", "a disjunction")
        if not found.is_atom:
            raise self._wrong("an arrow is written :-" if "<-" in found.text else
                              "a comparison cannot stand in a head; write it in a body", token)
        self._literals += 1
        return found

    def _refuse(self, sign: str, what: str) -> None:
        if self._next.text == sign:
            if sign == ":" and self._tokens[self._at + 1].text == "=":
                raise self._wrong("write :- before a body")
            raise self._wrong(f"{what} is not among what programs have here; rewrite the rule without it")

    # --- terms: each function says whether what it has read is plain -------------------------------------------------

    def _begins_term(self) -> bool:
        token = self._next
        word = token.kind in ("number", "name", "variable", "string") and token.text != "not"
        return word or token.text in ("-", "(", "|")

    def _term(self, depth: int = 0) -> bool:
        plain = self._chain(depth, ("+", "-"), lambda: self._chain(depth, ("*", "/", "\\", "**"),
                                                                    lambda: self._operand(depth)))
        if self._skip(".."):
            self._chain(depth, ("+", "-", "*", "/", "\\", "**"), lambda: self._operand(depth))
            return False
        return plain

    def _chain(self, depth: int, signs: tuple[str, ...], part: Callable[[], bool]) -> bool:
        """Parts with operators between them."""
        plain = part()
        while self._skip(*signs):
            part()
            plain = False
        return plain

    def _operand(self, depth: int) -> bool:
        if depth > MOST_DEPTH:
            raise self._wrong(f"terms lie in each other more than {MOST_DEPTH} deep; write smaller ones")
        if not self._begins_term():
            raise self._wrong("a term such as 1, a or X was expected")
        token = self._take()
        if token.text == "-":
            number = self._next.kind == "number"
            return self._operand(depth + 1) and number
        if token.text == "|":
            self._term(depth + 1)
            self._expect("|", "behind an absolute value")
            return False
        if token.text == "(":
            self._arguments(depth)
            return False
        plain = token.kind != "variable"
        return self._arguments(depth) and plain if token.kind == "name" and self._skip("(") else plain

    def _arguments(self, depth: int) -> bool:
        """Terms up to a closing parenthesis."""
        plain = self._term(depth + 1)
        while self._next.text in (",", ";"):
            plain = self._take().text == "," and plain
            plain = self._term(depth + 1) and plain
        self._expect(")", "behind the arguments")
        return plain
