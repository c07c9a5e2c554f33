"""Relations as people write them, ``abs(A - B) > 1 and A != C``, made into predicates on tuples of values.

The text is parsed by :mod:`ast` and rebuilt, node by node, as a tree of small functions; only what is listed here is
understood, and nothing is ever evaluated as Python. Whole numbers and texts are never mixed: arithmetic is for numbers,
``<`` and the like need two numbers or two texts, and both are checked when the relation is read, so that a predicate
cannot fail later. ``==`` and ``!=`` compare anything; a number and a text are different.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from algorithms.problems.forms.csp import Domains, Value

Predicate = Callable[[Sequence[Value]], bool]
Kind = Literal["number", "text", "mixed", "truth"]

_LONGEST = 500
_DEEPEST = 40


class RelationError(ValueError):
    """A relation that cannot be understood; the text says why and what to write instead."""


@dataclass(frozen=True)
class Term:
    """A part of a relation: what it is, and how it is worked out from a tuple, or whatever else it speaks of. "mixed"
    may be a number or a text."""

    kind: Kind
    of: Callable[[Any], Any]


_ARITHMETIC: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
}
_COMPARISONS: Mapping[type[ast.AST], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max}


def predicate(text: str, scope: Sequence[str], domains: Domains) -> Predicate:
    """The relation ``text`` over the variables of ``scope``, in their order. Raises RelationError."""
    holds = Relation(tuple(scope), domains).read(text)
    return lambda values: bool(holds(values))


def unnamed(text: str, scope: Sequence[str]) -> Sequence[str]:
    """The variables of the scope that a relation, which can be read, does not speak of."""
    named = {node.id for node in ast.walk(ast.parse(text.strip(), mode="eval")) if isinstance(node, ast.Name)}
    return [x for x in scope if x not in named]


def with_signs(text: str) -> str:
    """A relation as it is read: ``F ≥ H``, ``A + B = C``. What stands in quotes is left as it is."""
    pieces = re.split(r"""('[^']*'|"[^"]*")""", text.strip())
    for index in range(0, len(pieces), 2):
        for sign, shown in (("==", "="), ("!=", "≠"), ("<=", "≤"), (">=", "≥")):
            pieces[index] = pieces[index].replace(sign, shown)
    return "".join(pieces)


class Reader:
    """Rebuilds a syntax tree. What names and functions mean is for those who derive from it; ``example`` is what may be
    written, ``compared`` the shortest of it, ``made_of`` all that is understood."""

    example: ClassVar[str]
    compared: ClassVar[str] = "F >= H"
    made_of: ClassVar[str]

    def read(self, text: str) -> Callable[[Any], Any]:
        """What the text says, to be worked out. Raises RelationError."""
        if len(text) > _LONGEST:
            raise RelationError(f"has more than {_LONGEST} characters; split it into several")
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise RelationError(f"{text!r} cannot be understood; write it like {self.example} "
                                "(== means equal)") from None
        term = self.term(tree, 0)
        if term.kind != "truth":
            raise RelationError(f"{text!r} is neither true nor false; compare something, as in {self.compared}")
        return term.of

    def variable(self, name: str) -> Term:
        """What a name stands for."""
        raise NotImplementedError

    def term(self, node: ast.expr, depth: int) -> Term:
        if depth > _DEEPEST:
            raise RelationError(f"is nested more than {_DEEPEST} deep; split it into several constraints")
        match node:
            case ast.Constant(value=int() | str() as value) if not isinstance(value, bool):
                return Term("text" if isinstance(value, str) else "number", lambda _: value)
            case ast.Name(id=name):
                return self.variable(name)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                truth = self.truth(inner, depth + 1)
                return Term("truth", lambda values: not truth(values))
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                number = self.number(inner, depth + 1)
                return Term("number", lambda values: -number(values))
            case ast.BinOp(op=op) if type(op) in _ARITHMETIC:
                return self.arithmetic(_ARITHMETIC[type(op)], node, depth + 1)
            case ast.BoolOp(op=op, values=parts):
                truths = [self.truth(part, depth + 1) for part in parts]
                every = all if isinstance(op, ast.And) else any
                return Term("truth", lambda values: every(truth(values) for truth in truths))
            case ast.Compare():
                return self.comparison(node, depth + 1)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if self.knows(name):
                return self.call(name, args, depth + 1)
        raise RelationError(f"{ast.unparse(node)!r} is not understood; {self.made_of}")

    def arithmetic(self, operation: Callable[[Any, Any], Any], node: ast.BinOp, depth: int) -> Term:
        left, right = self.number(node.left, depth), self.number(node.right, depth)
        return Term("number", lambda values: operation(left(values), right(values)))

    def comparison(self, node: ast.Compare, depth: int) -> Term:
        terms = [self.term(part, depth) for part in (node.left, *node.comparators)]
        steps = []
        for left, op, right in zip(terms, node.ops, terms[1:], strict=False):
            compare = _COMPARISONS.get(type(op))
            if compare is None or "truth" in (left.kind, right.kind):
                raise RelationError(f"{ast.unparse(node)!r} is not understood; compare with == != < <= > >=")
            if not isinstance(op, ast.Eq | ast.NotEq) and (left.kind != right.kind or left.kind == "mixed"):
                raise RelationError(f"{ast.unparse(node)!r} compares a text with a number; "
                                    "only == and != can do that (a text and a number are never equal)")
            steps.append((left.of, compare, right.of))
        return Term("truth", lambda values: all(compare(a(values), b(values)) for a, compare, b in steps))

    def knows(self, name: str) -> bool:
        """Is there a function of that name?"""
        return name in _FUNCTIONS

    def call(self, name: str, args: list[ast.expr], depth: int) -> Term:
        """What a function says."""
        if not args or (len(args) == 1) != (name == "abs"):
            raise RelationError(f"{name} takes {'one number' if name == 'abs' else 'two numbers or more'}")
        function, numbers = _FUNCTIONS[name], [self.number(arg, depth) for arg in args]
        return Term("number", lambda values: function(*(number(values) for number in numbers)))

    def number(self, node: ast.expr, depth: int) -> Callable[[Sequence[Value]], Any]:
        return self.of_kind("number", node, depth)

    def truth(self, node: ast.expr, depth: int) -> Callable[[Sequence[Value]], Any]:
        return self.of_kind("truth", node, depth)

    def of_kind(self, kind: str, node: ast.expr, depth: int) -> Callable[[Sequence[Value]], Any]:
        term = self.term(node, depth)
        if term.kind != kind:
            what = "a whole number" if kind == "number" else "true or false, such as a comparison"
            raise RelationError(f"{ast.unparse(node)!r} is not {what}; change it")
        return term.of


class Relation(Reader):
    """Of the variables of a scope."""

    example = "F >= H, A + B == C or abs(A - B) > 1"
    made_of = ("a relation is made of variables, whole numbers, quoted texts, + - *, abs min max, == != < <= > >=, "
               "and or not")

    def __init__(self, scope: tuple[str, ...], domains: Domains) -> None:
        self.scope = scope
        self.domains = domains

    def variable(self, name: str) -> Term:
        if name not in self.scope:
            raise RelationError(f"{name!r} is not in the scope ({', '.join(self.scope)}); "
                                "add it there, or put a text in quotes")
        place = self.scope.index(name)
        kinds = {isinstance(value, str) for value in self.domains[name]}
        kind: Kind = "mixed" if len(kinds) == 2 else "text" if True in kinds else "number"
        return Term(kind, lambda values: values[place])
