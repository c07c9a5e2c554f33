"""Strategies that are drawn from again and again within one example: to make one costs more than to draw from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")

DICE = st.integers(0, 2 ** 32).map(Random)
"""For what is thrown many times in an example, as is each row of a table: hypothesis draws the seed alone."""


def several(values: Iterable[T], least: int = 0, most: int | None = None) -> st.SearchStrategy[list[T]]:
    """Some of the values in any order, none of them twice."""
    return _several(tuple(values), least, most)


@cache
def _several(values: tuple[Any, ...], least: int, most: int | None) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(values), min_size=least, max_size=most, unique=True)
