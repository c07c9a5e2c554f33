"""Facts about a log of Clue that somebody keeps during a real game. Lines are numbered from 1."""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.problems.clue.facts import LogLine


@event
class LogOpened(Event):
    """The game begins: nothing is known but the own hand."""

    say: ClassVar[str] = "Before the first turn the log is empty."
    grain: ClassVar[Grain] = Grain.LANDMARK


@event
class LineEntered(Event):
    """A new line, the last one of the log."""

    say: ClassVar[str] = "Line {number}: {text}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    number: int
    line: LogLine

    @property
    def text(self) -> str:
        return self.line.sentence


@event
class LineCorrected(Event):
    """Another line in the place of one."""

    say: ClassVar[str] = "Line {number} is corrected: {text}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    number: int
    line: LogLine

    @property
    def text(self) -> str:
        return self.line.sentence


@event
class LineRemoved(Event):
    """A line is gone; those behind it move up."""

    say: ClassVar[str] = "Line {number} is removed."
    grain: ClassVar[Grain] = Grain.LANDMARK
    number: int
