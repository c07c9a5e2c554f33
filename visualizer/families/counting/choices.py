"""Counting chooses nothing."""

from __future__ import annotations

from algorithms.counting import DEALS, PLACEMENTS
from visualizer.runs.choosing import declare_choices

declare_choices(DEALS, {}, none="All deals are counted, in any order: there is no choice to be made.")
declare_choices(PLACEMENTS, {}, none="All placements are counted, in any order: there is no choice to be made.")
