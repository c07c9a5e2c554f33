"""Keys of a terminal by the names that the window gives them; from a pipe, names between spaces."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

_ESCAPE = "\x1b"
_SEQUENCES = {"[C": "right", "[D": "left", "OC": "right", "OD": "left", "[1;2C": "shift+right", "[1;2D": "shift+left",
              "[H": "home", "OH": "home", "[1~": "home", "[7~": "home", "[F": "end", "OF": "end", "[4~": "end",
              "[8~": "end", "[5~": "page up", "[6~": "page down", "OP": "f1", "[11~": "f1"}
_CHARACTERS = {" ": "space", "\x1a": "ctrl+z", "\x03": "ctrl+c", "\x04": "escape", "\x7f": "backspace",
               "\x08": "backspace", "\r": "return", "\n": "return", "\t": "tab"}
_WINDOWS = {"M": "right", "K": "left", "G": "home", "O": "end", "I": "page up", "Q": "page down", ";": "f1"}
_WORDS = {"pagedown": "page down", "pageup": "page up", "esc": "escape", "enter": "return"}
_LONGEST = 8  # characters of a sequence: what is longer is none that is known


class Keys:
    """What is pressed, key by key, and lines that are typed. ``typed``: somebody sits there, who sees no prompt
    otherwise. EOFError where no more will come."""

    def __init__(self, source: TextIO) -> None:
        self.typed = source.isatty()
        self._source = source
        self._words: Iterator[str] = iter(())
        self._next: Callable[[], str] = self._key if self.typed else self._word

    def key(self) -> str:
        """The next key."""
        return self._next()

    def line(self, prompt: str) -> str:
        """A line that is typed in, without the key Return; from a pipe, the next word."""
        if not self.typed:
            return self._word()
        print(prompt, end="", flush=True)
        with _pressed(self._source, False):
            line = self._source.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _word(self) -> str:
        for word in self._words:
            return _WORDS.get(word.lower(), word)
        line = self._source.readline()
        if not line:
            raise EOFError
        self._words = iter(line.split())
        return self._word()

    def _key(self) -> str:
        with _pressed(self._source, True):
            return _pressed_key()


def _pressed_key() -> str:
    """Waits for a key of the terminal."""
    if sys.platform == "win32":
        import msvcrt

        character = msvcrt.getwch()
        if character in "\x00\xe0":
            return _WINDOWS.get(msvcrt.getwch(), "")
        return "escape" if character == _ESCAPE else _named(character)
    import os
    import select

    where = sys.stdin.fileno()
    read = os.read(where, 1)
    if not read:
        raise EOFError
    if read != _ESCAPE.encode():
        more = {0xC: 1, 0xD: 1, 0xE: 2, 0xF: 3}.get(read[0] >> 4, 0)  # bytes of a letter that is not in ASCII
        return _named((read + (os.read(where, more) if more else b"")).decode(errors="replace"))
    sequence = ""
    while sequence not in _SEQUENCES and len(sequence) < _LONGEST and select.select([where], [], [], 0.05)[0]:
        sequence += os.read(where, 1).decode(errors="replace")
    return _SEQUENCES.get(sequence, "") if sequence else "escape"


def _named(character: str) -> str:
    return _CHARACTERS.get(character, character)


@contextmanager
def _pressed(source: TextIO, single: bool) -> Iterator[None]:
    """In here keys come as they are pressed (``single``), or in lines, and the terminal shows them; afterwards it is
    as it was."""
    if sys.platform == "win32" or not single:
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source, termios.TCSANOW)
        yield
    finally:
        termios.tcsetattr(source, termios.TCSANOW, before)
