"""Where the fonts are. DejaVu has the symbols that logic needs, ∨ ∧ ⇒ ∈ ⊥ among them."""

from __future__ import annotations

from pathlib import Path

from visualizer.canvas.primitives import Style

FONTS = Path(__file__).parent.parent / "assets" / "fonts"
FILES: dict[Style, str] = {"sans": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf", "mono": "DejaVuSansMono.ttf"}
