"""What is wrong with a value that pydantic has refused, in the words of somebody who writes lessons."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_EXPECTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys to values",
    "dataclass_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "none_required": "empty",
}


def wrong(errors: list[Any]) -> str:
    """What a value must be, and what it is, from all that pydantic says of one place."""
    given = errors[0]["input"]
    expected = []
    for error in errors:
        kind, context = error["type"], error.get("ctx", {})
        if kind == "literal_error":
            expected.append(f"{context['expected']}")
        elif kind in _EXPECTED:
            expected.append(_EXPECTED[kind])
        elif kind in ("greater_than_equal", "greater_than", "less_than_equal", "less_than"):
            words = {"greater_than_equal": "at least", "greater_than": "more than",
                     "less_than_equal": "at most", "less_than": "less than"}
            expected.append(f"{words[kind]} {next(iter(context.values()))}")
        elif kind in ("too_long", "too_short"):
            size = context["max_length" if kind == "too_long" else "min_length"]
            return f"must be a list of {size}, not of {len(given)}; change it"
        elif kind == "string_too_long":
            return f"has {len(given):,} letters; write at most {context['max_length']}"
        elif kind == "value_error":
            return str(context["error"])
    choice = " or ".join(dict.fromkeys(expected)) or "something else"
    text_wanted = any(error["type"] == "string_type" for error in errors)
    mend = "; put it in quotes" if text_wanted and isinstance(given, int | float) else "; change it"
    if isinstance(given, dict) and any(re.match(r"-\w", key) for key in given):
        mend = "; write a space behind each -"
    return f"must be {choice}, not {_described(given)}{mend}"


def _described(value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text {value if len(value) <= 40 else value[:37] + '…'!r}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "a mapping"


def known_keys(schema: Mapping[str, Any], loc: Sequence[str | int]) -> list[str]:
    """The keys that a JSON schema knows at ``loc``."""
    nodes = [schema]
    for part in (*loc, None):
        nodes = [branch for node in nodes for branch in _branches(node, schema)]
        if part is not None:
            of_all = "items" if isinstance(part, int) else "additionalProperties"
            inside = (node.get("properties", {}).get(part) or node.get(of_all) for node in nodes)
            # A part that leads nowhere is pydantic's name for a branch of a union: stay.
            nodes = [node for node in inside if isinstance(node, dict)] or nodes
    return [key for node in nodes for key in node.get("properties", {})]


def takes_text(schema: Mapping[str, Any], loc: Sequence[str | int]) -> bool:
    """Is any text right at ``loc``?"""
    nodes = [schema]
    for part in loc:
        nodes = [branch for node in nodes for branch in _branches(node, schema)]
        of_all = "items" if isinstance(part, int) else "additionalProperties"
        inside = [node.get("properties", {}).get(part, node.get(of_all)) for node in nodes]
        nodes = [node for node in inside if isinstance(node, dict)]
    nodes = [branch for node in nodes for branch in _branches(node, schema)]
    return any(node.get("type") == "string" and not {"enum", "const"} & node.keys() for node in nodes)


def _branches(node: Mapping[str, Any], schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if "$ref" in node:
        return _branches(schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in node:
        return [branch for option in node["anyOf"] for branch in _branches(option, schema)]
    return [node]
