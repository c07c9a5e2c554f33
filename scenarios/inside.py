"""The files that a lesson or an experiment names: they lie in its own folder."""

from __future__ import annotations

from pathlib import Path

from scenarios.reading import Document, Loc


def inside(document: Document, loc: Loc, name: object) -> Path:
    """The file ``name``, written at ``loc``, in the folder of the scenario or below it; nothing leads out of there."""
    if not isinstance(name, str) or not name.strip():
        raise document.error(loc, "must be the name of a file; change it")
    folder = document.path.parent.resolve()
    try:
        path = (folder / name).resolve()
        exists = path.is_file()
    except (OSError, ValueError, RuntimeError):  # too long a name, a null character, links in a circle
        raise document.error(loc, f"{name[:60]!r} cannot be a file; change the name") from None
    if Path(name).is_absolute() or not path.is_relative_to(folder):
        raise document.error(loc, f"{name!r} lies outside the folder of the lesson; copy the file there")
    if not exists:
        what = "is a directory; name a file in it" if path.is_dir() else "is not there; check the name"
        raise document.error(loc, f"{name!r} {what}")
    document.files.add(path)
    return path
