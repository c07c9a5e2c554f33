"""Data as bytes, and as text, for a page.

LZMA makes a page a sixth smaller than deflate, which browsers have; so the page brings its own decoder, a page of code.
"""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

_lzma: ModuleType | None
try:
    import lzma as _lzma
except ImportError:  # there are Pythons that were built without it
    _lzma = None

_BYTES, _SIGNS = 9, 11
_DIGITS = "".join(map(chr, range(32, 127))).replace("<", "")
"""As in ``assets/player-open.js``, which also says in which form of LZMA data are."""


class NoPackingError(Exception):
    """Nothing can be packed here; the message says why, and what can be done."""


def can_pack() -> ModuleType:
    """What packs; NoPackingError where there is nothing: this is said before the long work."""
    if _lzma is None:
        raise NoPackingError("a page needs the module lzma, which this Python was built without; take another Python, "
                             "or record to .gif, .png or .svg")
    return _lzma


def packed(data: object) -> bytes:
    """Data as JSON, as small as can be."""
    lzma: Any = can_pack()
    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    form = {"id": lzma.FILTER_LZMA1, "preset": 6 | lzma.PRESET_EXTREME, "dict_size": 1 << 22, "lc": 0, "lp": 0, "pb": 0}
    found: bytes = lzma.compress(text, lzma.FORMAT_RAW, filters=[form])
    return found


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
