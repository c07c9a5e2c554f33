"""Pictures that cues show: PNG or JPEG files beside the lesson."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 1_000_000
MOST_PIXELS = 4000  # wide and high
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))  # parts of a JPEG


class ImageError(Exception):
    """Why a file is no picture that can be shown, and the mend, in one line."""


@dataclass(frozen=True)
class Image:
    """A picture: its bytes as they are in the file, of what kind, and how many pixels it is wide and high."""

    data: bytes
    kind: str
    wide: int
    high: int


_known: dict[str, Image] = {}


def read_image(path: Path) -> Image:
    """The picture in a file. Raises ImageError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ImageError(f"is larger than {MOST_BYTES // 1000:,} kB; make it smaller")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ImageError(f"cannot be read ({getattr(error, 'strerror', None) or error}); check the name") from None
    size, kind = (_png(data), "png") if data.startswith(_PNG) else (_jpeg(data), "jpeg")
    if size is None:
        raise ImageError("is neither PNG nor JPEG, or is cut off; save the picture as one of these")
    wide, high = size
    if not (0 < wide <= MOST_PIXELS and 0 < high <= MOST_PIXELS):
        raise ImageError(f"is {wide} × {high} pixels large; make it at most {MOST_PIXELS} × {MOST_PIXELS}")
    made = _known[str(path)] = Image(data, kind, wide, high)
    return made


def image_at(path: str) -> Image | None:
    """The picture that was read from there last; None where it cannot be read any more."""
    if path in _known:
        return _known[path]
    try:
        return read_image(Path(path))
    except ImageError:
        return None


def _png(data: bytes) -> tuple[int, int] | None:
    if data[12:16] != b"IHDR" or b"IEND" not in data[-64:]:
        return None
    wide, high = struct.unpack(">II", data[16:24])
    return wide, high


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """The size that stands in the frame header, one of the parts that the file is made of."""
    at = 2 if data.startswith(_JPEG) else len(data)
    while at + 9 < len(data) and data[at] == 0xFF:
        if data[at + 1] in _SIZES:
            high, wide = struct.unpack(">HH", data[at + 5:at + 9])
            return wide, high
        at += 2 + int(struct.unpack(">H", data[at + 2:at + 4])[0])
    return None
