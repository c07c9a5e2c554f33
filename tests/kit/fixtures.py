"""What tests of several modules ask for. A module may have it otherwise."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

if TYPE_CHECKING:
    from kit.window_desk import Desk
    from kit.x_display import Screen


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """The gallery is on show."""
    from kit.window_desk import window  # pygame, which most tests do without

    with window(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def impatient() -> Iterator[None]:
    """CDCL restarts and forgets so early that small formulas see it."""
    from algorithms.satisfiability.cdcl import Solver

    with patch.multiple(Solver, restart_unit=3, least_learned=6):
        yield


@pytest.fixture(scope="module")
def display() -> Iterator[Screen]:
    """A screen that is larger than the window, so that a full screen differs from it."""
    from kit.seen_window import FULL
    from kit.x_display import screen

    for program in ("Xvfb", "xdotool"):
        if subprocess.run(["which", program], capture_output=True, check=False).returncode:
            pytest.skip(f"needs {program}, which is not installed; on Debian: apt-get install {program.lower()}")
    with screen(*FULL) as opened:
        yield opened
