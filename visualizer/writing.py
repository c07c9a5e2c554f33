"""Writing a file so that there is either all of it or nothing: beside its place, and renamed when it is complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any


class OutputError(Exception):
    """A file that cannot be written; its text is one line that names it and the mend."""


@contextmanager
def written(path: Path, mode: str = "w") -> Iterator[IO[Any]]:
    """An open file (``mode`` w or wb) that becomes ``path`` if the block ends well, and leaves no trace if it does not.

    Raises OutputError at once, before any work is done, where nothing can be written.
    """
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: is {'a directory' if path.is_dir() else 'no ordinary file'}; name another file")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    encoding = None if "b" in mode else "utf-8"
    try:
        file = part.open(mode.replace("w", "x"), encoding=encoding)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    try:
        with file:
            yield file
        part.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _unwritable(path: Path, error: Exception) -> OutputError:
    return OutputError(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error}); name another file")
