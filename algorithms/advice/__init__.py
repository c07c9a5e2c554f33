"""Hints with reasons, and players that explain their moves; stands on all families."""

from __future__ import annotations

from algorithms.core import Family

ADVICE = Family("advice", words="bot, hints, how to play, strategy")
