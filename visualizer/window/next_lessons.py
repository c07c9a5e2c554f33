"""The lessons that a stage offers: the one after it and, where answers have shown a belief, the one on that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from visualizer.window.gallery import Gallery
from visualizer.window.lesson_cards import Card
from visualizer.window.resume import title_of
from visualizer.window.transport import Following, Transport


def offer_lessons(transport: Transport, path: Path, gallery: Gallery, open_card: Callable[[Card], None]) -> None:
    """Gives the stage of the lesson in that file what it may offer."""
    after = gallery.after(path)
    if after is not None:
        transport.following = Following(partial(title_of, after), partial(open_card, after))

    def named(name: str) -> Following | None:
        card = gallery.named(name)
        if card.path == path:  # it is on show
            return None
        return Following(partial(title_of, card), partial(open_card, card), "The lesson on that")

    transport.named = named
