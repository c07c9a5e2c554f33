"""What hands do with a mouse or keys. A prompt leaves it out: it holds in the window, on a page, on paper."""

from __future__ import annotations

import re

BY_HAND = re.compile(r"\b(click|press|drag|tap|point at)", re.IGNORECASE)
