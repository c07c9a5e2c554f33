"""Words for what hands do with a mouse or keys, which a prompt leaves out: it holds in the window, in a page and on paper."""

from __future__ import annotations

import re

BY_HAND = re.compile(r"\b(click|press|drag|tap|point at)", re.IGNORECASE)
