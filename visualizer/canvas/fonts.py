"""Where the fonts are. DejaVu has the symbols that logic needs, ∨ ∧ ⇒ ∈ ⊥ among them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Style = Literal["sans", "bold", "mono"]

FONTS = Path(__file__).parents[2] / "assets" / "fonts"
FILES: dict[Style, str] = {"sans": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf", "mono": "DejaVuSansMono.ttf"}
