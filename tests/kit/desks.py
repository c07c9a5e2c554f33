"""An open window for a test. A module may open it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kit.window_desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """The gallery is on show."""
    from kit.window_desk import window  # pygame, which most tests do without

    with window(tmp_path) as opened:
        yield opened
