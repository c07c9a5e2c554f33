"""Settings that last: theme, scale and speed, kept as JSON in the user's configuration folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from scenarios.loader import user_folder
from scenarios.writing import keep
from visualizer.canvas.theme import NAMES

LEAST_SCALE, MOST_SCALE = 0.6, 2.4
LEAST_SPEED, MOST_SPEED = 0.5, 500.0
_FILE = "settings.json"


@dataclass
class Settings:
    """theme: one of the theme names; scale: of all that is drawn; speed: steps a second, with which a lesson starts."""

    theme: str = "dark"
    scale: float = 1.0
    speed: float = 4.0

    def rescale(self, factor: float) -> None:
        """Larger or smaller, within bounds."""
        self.scale = round(min(MOST_SCALE, max(LEAST_SCALE, self.scale * factor)), 2)

    def next_theme(self) -> None:
        """Dark, light, projector, dark again."""
        self.theme = NAMES[(NAMES.index(self.theme) + 1) % len(NAMES)]


def load_settings() -> Settings:
    """The settings as they were kept; the default for each that is missing or makes no sense."""
    settings = Settings()
    try:
        kept: Any = json.loads((user_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return settings
    if not isinstance(kept, dict):
        return settings
    if kept.get("theme") in NAMES:
        settings.theme = kept["theme"]
    for name, low, high in (("scale", LEAST_SCALE, MOST_SCALE), ("speed", LEAST_SPEED, MOST_SPEED)):
        value = kept.get(name)
        if isinstance(value, int | float) and low <= value <= high:
            setattr(settings, name, float(value))
    return settings


def save_settings(settings: Settings) -> None:
    """Keeps them."""
    keep(_FILE, json.dumps(asdict(settings)))
