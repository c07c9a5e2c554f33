"""Writing files as a good Unix program does.

A file appears, or changes, when all of it is there: it is written beside its place and renamed. Links are written
through, and a file that is replaced keeps its mode and its owner. Where it has to stay the same file (it has other
names, or its folder or its owner is somebody else's), it is filled anew at the end. Pipes and devices are written to
as they are. What is read-only is refused, for root too, and so is what the command reads.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from scenarios.loader import user_folder
from scenarios.reading import one_line


class OutputError(Exception):
    """A file that cannot be written; its text is one line that names it and the mend."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(one_line(f"{path}: {message}"))


@contextmanager
def written(path: Path, mode: str = "w", inputs: Iterable[Path] = ()) -> Iterator[IO[Any]]:
    """An open file (``mode`` w or wb) that becomes ``path`` if the block ends well, and leaves no trace if it does not.

    Raises OutputError at once, before any work is done, where nothing can be written, or where ``path`` is one of the
    ``inputs``; and BrokenPipeError where the reader of a pipe has gone.
    """
    try:
        with _place(path, mode, tuple(inputs)) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(path, f"cannot be written ({error.strerror or error}); name another file") from None


def _place(path: Path, mode: str, inputs: Iterable[Path]) -> AbstractContextManager[IO[Any]]:
    """What opens the file, if it may be written."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        target = Path(os.path.realpath(path))  # a link may name a file that is not there yet
        if not target.parent.is_dir():
            raise OutputError(path, f"there is no folder {target.parent}; create it first") from None
        return _replaced(target, None, mode)
    except ValueError as error:  # a null character in the name
        raise OutputError(path, f"cannot be written ({error}); name another file") from None
    if stat.S_ISDIR(found.st_mode):
        raise OutputError(path, "is a directory; name a file in it")
    if any(_is_file(found, source) for source in inputs):
        raise OutputError(path, "is what is read here; name another file")
    if not (found.st_mode & 0o222 and os.access(path, os.W_OK)):  # root has access to all
        raise OutputError(path, "is read-only; name another file")
    for stream in (1, 2):  # such as /dev/stdout: what follows there must not overwrite it
        with suppress(OSError):
            if os.path.samestat(found, os.fstat(stream)):
                return os.fdopen(os.dup(stream), mode, encoding=_encoding(mode))
    if stat.S_ISREG(found.st_mode):
        target = Path(os.path.realpath(path))
        return _replaced(target, found, mode) if _can_be_replaced(target, found) else _refilled(target, mode)
    if not (stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode)):
        raise OutputError(path, "is no ordinary file; name another file")
    return path.open(mode, encoding=_encoding(mode))


def _is_file(found: os.stat_result, path: Path) -> bool:
    """Is it the file at that path, by whatever name?"""
    try:
        return os.path.samestat(found, path.stat())
    except OSError:
        return False


def _encoding(mode: str) -> str | None:
    return None if "b" in mode else "utf-8"


@contextmanager
def _replaced(target: Path, old: os.stat_result | None, mode: str) -> Iterator[IO[Any]]:
    """A file beside ``target``, which takes its place at the end; ``old`` is what is known of the one there."""
    part = _beside(target)
    try:
        with part.open(mode.replace("w", "x"), encoding=_encoding(mode)) as file:
            if old is not None:
                _make_alike(part, target, old)
            yield file
        part.replace(target)
    finally:
        _remove(part)


def _beside(target: Path) -> Path:
    """A short name in the same folder: the target's own may be as long as names can be. It is gone at the end of the
    program at the latest, should a signal come while it is removed."""
    part = target.with_name(f".{secrets.token_hex(6)}.part")
    atexit.register(_remove, part)
    return part


def _remove(part: Path) -> None:
    with suppress(OSError):
        part.unlink(missing_ok=True)


def _make_alike(part: Path, target: Path, old: os.stat_result) -> None:
    """Gives the new file the owner and the mode of the old one. Raises OSError."""
    new = part.stat()
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        os.chown(part, old.st_uid, old.st_gid)
    shutil.copystat(target, part)
    os.utime(part)


def _can_be_replaced(target: Path, old: os.stat_result) -> bool:
    """Would a new file in the place of ``target`` be the same to everybody? Tried, as permissions do not tell all."""
    part = _beside(target)
    try:
        part.touch(exist_ok=False)
        _make_alike(part, target, old)
    except OSError:
        return False
    finally:
        _remove(part)
    return old.st_nlink == 1


@contextmanager
def _refilled(target: Path, mode: str) -> Iterator[IO[Any]]:
    """A file without a name; what is in it is in ``target`` at the end."""
    with target.open("r+b") as out, tempfile.TemporaryFile() as kept:
        file: IO[Any] = kept if "b" in mode else io.TextIOWrapper(kept, _encoding(mode), write_through=True)
        yield file
        kept.seek(0)
        out.truncate()
        shutil.copyfileobj(kept, out)


def keep(name: str, text: str) -> None:
    """Writes a file in the user's folder, if that can be written; a kiosk without one works all the same."""
    with suppress(OSError, RuntimeError, OutputError):
        file = user_folder() / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with written(file) as out:
            out.write(text)


def kept_in(name: str) -> dict[str, Any]:
    """What :func:`keep` has written there, an object in JSON; empty where there is none, or it makes no sense."""
    try:
        found: Any = json.loads((user_folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    return found if isinstance(found, dict) else {}
