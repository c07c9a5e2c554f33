"""What comes in: what a key is called, on whatever keyboard, and what the mouse does to the widgets of a window."""

from __future__ import annotations

import pygame

from visualizer.widgets.ui import Ui

_SIGNS = "+-?=/0123456789>!:"  # keys by what they write, wherever a keyboard has them
_NAMES = {"keypad enter": "return", "enter": "return", "[+]": "+", "[-]": "-"}
_DIGITS = {code: str(digit) for digit in range(1, 10)
           for code in (getattr(pygame, f"KSCAN_{digit}"), getattr(pygame, f"KSCAN_KP_{digit}"))}


def read_key(event: pygame.event.Event, writes: bool, counts: bool = False) -> tuple[str, bool, bool]:
    """The name of a key that went down, and are Shift and Ctrl held? While somebody ``writes``, what it writes is its
    name. While hands are counted, the keys of the digits are those, with Shift too, whatever they write then."""
    text, ctrl = event.unicode, bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    shift = bool(event.mod & pygame.KMOD_SHIFT)
    digit = _DIGITS.get(getattr(event, "scancode", -1))
    if counts and digit is not None:
        return digit, shift, ctrl
    writes = writes and text.isprintable() and (not ctrl or bool(event.mod & pygame.KMOD_ALT))  # AltGr
    name = text if text and (writes or text in _SIGNS) else pygame.key.name(event.key)
    return _NAMES.get(name, name), shift, ctrl and not (text and writes)


def give_mouse(ui: Ui, event: pygame.event.Event, top: float = 0.0) -> bool:
    """Gives what the mouse did to the widgets of its window, which begin so far below its top. Was it that?"""
    if event.type == pygame.MOUSEMOTION:
        ui.mouse_move(event.pos[0], event.pos[1] - top)
    elif event.type == pygame.MOUSEBUTTONDOWN:
        ui.mouse_down(event.pos[0], event.pos[1] - top, event.button)
    elif event.type == pygame.MOUSEBUTTONUP:
        ui.mouse_up(event.pos[0], event.pos[1] - top, event.button)
    elif event.type == pygame.MOUSEWHEEL:
        x, y = pygame.mouse.get_pos()
        ui.wheel(x, y - top, event.precise_y)
    else:
        return False
    return True
