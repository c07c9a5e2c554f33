"""What is emphasised in the words of a lesson: *this*, between stars that stand close to it. Other stars are stars."""

from __future__ import annotations

import re

EMPHASIS = re.compile(r"(?<![\w*])\*(?!\s)([^*\n]*[^*\s])\*(?![\w*])")


def unmarked(text: str) -> str:
    """The text as it is read aloud, or where nothing can be bold."""
    return EMPHASIS.sub(r"\1", text) if "*" in text else text
