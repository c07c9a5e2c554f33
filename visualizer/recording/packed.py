"""Data as bytes, and as text, for a page.

LZMA makes a page a sixth smaller than deflate, which browsers have; so the page brings its own decoder, a page of code.
"""

from __future__ import annotations

import json
import lzma

_FORM = {"id": lzma.FILTER_LZMA1, "preset": 6 | lzma.PRESET_EXTREME, "dict_size": 1 << 22, "lc": 0, "lp": 0, "pb": 0}
"""What the decoder in ``assets/player-open.js`` reads."""


_BYTES, _SIGNS = 9, 11
_DIGITS = "".join(map(chr, range(32, 127))).replace("<", "")
"""The same as in ``assets/player-open.js``."""


def packed(data: object) -> bytes:
    """Data as JSON, as small as can be."""
    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    return lzma.compress(text, lzma.FORMAT_RAW, filters=[_FORM])


def printed(data: object) -> str:
    """The same as text, 8 % shorter than in base64: nine bytes in eleven signs, of all that ASCII prints but <, which
    could end a script."""
    found = packed(data)
    return "".join(map(_signs, (found[at:at + _BYTES].ljust(_BYTES, b"\0") for at in range(0, len(found), _BYTES))))


def _signs(group: bytes) -> str:
    number, found = int.from_bytes(group, "big"), ""
    while len(found) < _SIGNS:
        number, digit = divmod(number, len(_DIGITS))
        found = _DIGITS[digit] + found
    return found
