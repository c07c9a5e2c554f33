"""A line of a log of Clue as one types it during a game, and back.

    mu sc re ba > sc ba        mu suggested sc, re and ba, and sc showed ba
    wh pe ca li > pe           … pe showed a card
    gr gr re ha > none         … nobody could refute (also: nobody, no, -)
    wh accuses sc re ba: wrong (also: !, accused; right, yes, no)

The marks > : , . = may be left out, and names may be written in full, as far as it is clear which they are: must, lead
pipe, Mrs White. Where there is a >, three cards stand before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from algorithms.problems.clue.deck import ROOMS, SUSPECTS, WEAPONS, Deck
from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.puzzle import PuzzleError

EXAMPLE = "wh pe ca li > pe"
_NOBODY = ("none", "nobody", "no", "-")
_ACCUSES = ("!", "accuses", "accused", "accuse")
_VERDICTS = {"right": True, "correct": True, "yes": True, "wrong": False, "no": False, "false": False, "true": True}
_FILLERS = frozenset(("room", "mrs", "mr", "miss", "colonel", "col", "professor", "prof", "reverend", "suggests",
                      "suggested", "suggest", "showed", "shows", "refutes", "refuted", "by", "with", "in", "the",
                      "and"))
_NAMES: Mapping[str, str] = {**SUSPECTS, **WEAPONS, **ROOMS}


def read_line(text: str, players: Sequence[str], deck: Deck) -> LogLine:
    """The line that was typed. Raises PuzzleError, which says what to type instead."""
    found = re.findall(r"!|-(?!>)|>|[^\W\d_]+", text.lower().replace("lead pipe", "lead"))
    words = [word for word in found if word not in _FILLERS]
    before = words.index(">") if ">" in words else None  # so many words stand before the first mark
    words = [word for word in words if word != ">"]
    if not words:
        raise PuzzleError(f"type who suggested what, and who refuted: {EXAMPLE}")
    who, words = _player(words[0], players), words[1:]
    accuses = bool(words) and words[0] in _ACCUSES
    words = words[1:] if accuses else words
    cards = tuple(_card(word, deck) for word in words[:3 if before is None or accuses else before - 1])
    if len(cards) > 3:
        raise PuzzleError(f"{' '.join(cards)} are {len(cards)} cards; before > stand {who}, a suspect, a weapon and a "
                          f"room, as in {EXAMPLE}")
    if len(cards) < 3:
        raise PuzzleError(f"a suspect, a weapon and a room follow {who}, as in {EXAMPLE}; "
                          f"{['all three are', 'two are', 'one is'][len(cards)]} missing")
    rest = words[3:]
    if accuses:
        return _accusation(who, cards, rest)
    if not rest:
        raise PuzzleError(f"who refuted? Add a player or none, as in {EXAMPLE}")
    if len(rest) > 2:
        raise PuzzleError(f"{rest[2]!r} is too much: behind the refuter stands at most the card shown")
    if rest[0] in _NOBODY:
        if len(rest) > 1:
            raise PuzzleError("nobody refuted, so no card was shown; remove it, or name who refuted")
        return LogLine(cards, suggest=who, refute=NOBODY)
    shown = _card(rest[1], deck) if len(rest) > 1 else None
    return LogLine(cards, suggest=who, refute=_player(rest[0], players), shown=shown)


def typed(line: LogLine) -> str:
    """A line as one would type it; :func:`read_line` reads it back."""
    cards = " ".join(line.cards)
    if line.accuse is not None:
        return f"{line.accuse} accuses {cards}: {'right' if line.correct else 'wrong'}"
    return f"{line.suggest} {cards} > {line.refute}" + (f" {line.shown}" if line.shown is not None else "")


def _accusation(who: str, cards: tuple[str, ...], rest: Sequence[str]) -> LogLine:
    if len(rest) != 1 or rest[0] not in _VERDICTS:
        raise PuzzleError(f"was the accusation right? As in {who} accuses {' '.join(cards)}: wrong")
    return LogLine(cards, accuse=who, correct=_VERDICTS[rest[0]])


def _player(word: str, players: Sequence[str]) -> str:
    return _known(word, players, "player")


def _card(word: str, deck: Deck) -> str:
    return _known(word, deck.cards, "card")


def _known(word: str, known: Sequence[str], what: str) -> str:
    """The code that is meant: two letters, or the beginning of a word of the name."""
    if word in known:
        return word
    found = [code for code in known if len(word) > 2
             and any(part.startswith(word) for part in _NAMES[code].lower().split())]
    if len(found) == 1:
        return found[0]
    if found:
        raise PuzzleError(f"{word[:20]!r} may be {' or '.join(found)}; type its two letters")
    raise PuzzleError(f"there is no {what} {word[:20]!r} here; the {what}s are {' '.join(known)}")
