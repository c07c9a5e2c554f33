"""Data as bytes, and as text, for a page.

LZMA makes a page a sixth smaller than deflate, which browsers have; so the page brings its own decoder, a page of code.
"""

from __future__ import annotations

import base64
import json
import lzma

_FORM = {"id": lzma.FILTER_LZMA1, "preset": 6 | lzma.PRESET_EXTREME, "dict_size": 1 << 22, "lc": 0, "lp": 0, "pb": 0}
"""What the decoder in ``assets/player-open.js`` reads."""


def packed(data: object) -> bytes:
    """Data as JSON, as small as can be."""
    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    return lzma.compress(text, lzma.FORMAT_RAW, filters=[_FORM])


def printed(data: object) -> str:
    """The same as text, a sixteenth shorter than in base64: Ascii85, with v for its <, which could end a script, and no
    short word for zeros."""
    return base64.a85encode(packed(data)).decode("ascii").replace("z", "!!!!!").replace("<", "v")
