"""Gnomine (Minesweeper): a field, what is seen of it, and the constraint network behind it.

Source: Salomé Simon, *CSP- and SAT-based Inference Techniques Applied to Gnomine*, Bachelor thesis, University of
Basel 2012, sections 1.2 and 2.1. Fields are named ``(i,j)``, row and column from 0, as there.

    x(i,j)   the value of a field: 0 no mine, 1 mine       n   the number written in an uncovered field
    C(i,j)   the constraint of that field's number         padding   the fields around the field, never a mine
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cardinality import Encoding
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP, Constraint, Domains, Sum, Value
from algorithms.problems.forms.mine_count import MineCount, Number
from algorithms.problems.forms.theory import Theory, of_network
from algorithms.problems.gnomine.cnf import at_least_form, formula
from algorithms.problems.gnomine.deal import consistent_mines, deal, find_clash, mine_range
from algorithms.problems.gnomine.position import (
    A_MINE,
    COVERED,
    FLAG,
    LARGEST,
    MINE,
    UNKNOWN,
    Position,
    RandomPosition,
    geometry,
    name,
    place,
)
from algorithms.problems.puzzle import PuzzleError, puzzle
from algorithms.words import counted, listed

_LETTERS = {".": COVERED, "F": FLAG, **{str(number): number for number in range(9)}}
@puzzle("gnomine", title="Gnomine (Minesweeper)", words="mines, bombs, Mine Sweeper")
@dataclass(frozen=True)
class Gnomine(Position):
    """A position of the game, as a puzzle."""

    text_key: ClassVar[str] = "board"  # what ``file:`` in a lesson gives
    method: ClassVar[str] = "as_game"  # a position is a form too, for those who play
    hidden: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def read(
        cls, *, board: str | None = None, mines: int | None = None, random: RandomPosition | None = None
    ) -> Gnomine:
        """A position from its text (0–8 uncovered, ``.`` covered, ``F`` flagged, spaces optional), or a random one.

        Raises PuzzleError for a text or numbers that cannot be, among them a position that no placement of mines
        explains even without its flags. A wrong flag alone is no error: a player can set one.
        """
        if random is not None:
            if board is not None:
                raise PuzzleError("there is a board and a random position; give only one of them", key="random")
            if mines is not None:
                raise PuzzleError("mines is given beside random; write it inside random", key="mines")
            return _random(random)
        if board is None:
            raise PuzzleError("the board is missing; give a board, or random with rows, columns and mines", key="board")
        return _read_board(board, mines)

    def spelled(self) -> Mapping[str, object]:
        """The board, and the total where it is known. A field that exploded is covered again."""
        letters = {number: letter for letter, number in _LETTERS.items()}
        board = "\n".join(" ".join(letters.get(self.seen[name(i, j)], ".") for j in range(self.columns))
                          for i in range(self.rows))
        return {"board": board, **({} if self.mines is None else {"mines": self.mines})}

    @property
    def value_words(self) -> Mapping[str, int]:
        """What lessons may write for a value."""
        return {"mine": 1, "none": 0}

    def as_csp(self, *, mine_total: bool = False) -> CSP:
        """The network of section 2.1.1: each number is the sum of its eight neighbours.

        With ``mine_total`` a constraint ``total`` comes last: section 2.5.2, formula (2.2), over the fields that are
        not uncovered. It is a :class:`Sum`, so that nobody tries its up to 2ⁿ tuples one by one.
        A constraint whose variables are all defined carries no information and is left out, unless it is violated.
        """
        shape = geometry(self.rows, self.columns)
        domains = self.domains()
        constraints = tuple(
            sum_of_mines(field, scope, self.seen[field], shape.padding)
            for field, scope in shape.scopes.items()
            if self.seen[field] >= 0 and _informs(scope, self.seen[field], domains)
        )
        if mine_total:
            fields, mines = self.total()
            if _informs(fields, mines, domains):
                constraints += (total_of_mines(fields, mines),)
        return CSP(domains, constraints, shape.padding, frozenset(x for x, left in domains.items() if len(left) == 1))

    def as_whole_csp(self) -> CSP:
        """The numbers, and the total where it is known."""
        return self.as_csp(mine_total=self.mines is not None)

    def as_theory(self, *, network: CSP | None = None) -> Theory:
        """The network that a run works on; else all that is known."""
        made = self.as_whole_csp() if network is None else network
        return of_network(replace(made, constraints=tuple(map(self._counted, made.constraints))))

    def _counted(self, c: Constraint) -> Constraint:
        """A number as the sum that it is: whoever counts is quicker than by its tuples."""
        number = self.seen.get(c.name[1:], -1)
        return c if isinstance(c, Sum) or number < 0 else Sum(c.name, c.scope, c.allows, c.text, c.explain, number)

    def as_game(self) -> Gnomine:
        """Itself."""
        return self

    def as_mine_count(self, *, mine_total: bool | None = None) -> MineCount:
        """The numbers with what they still need; flags and exploded fields are mines.

        ``mine_total``: whether the total counts, too; None: where it is known. PuzzleError if it is asked for and not
        known.
        """
        counts = self.mines is not None if mine_total is None else mine_total
        numbers = []
        for field, number in self.seen.items():
            if number < 0:
                continue
            around = self.neighbours(field)
            among = tuple(x for x in around if self.seen[x] == COVERED)
            need = number - sum(self.seen[x] in (FLAG, MINE) for x in around)
            if among or need:
                numbers.append(Number(f"C{field}", need, among))
        touched = {x for number in numbers for x in number.among}
        untouched = tuple(x for x, seen in self.seen.items() if seen == COVERED and x not in touched)
        known = sum(seen in (FLAG, MINE) for seen in self.seen.values())
        return MineCount(tuple(numbers), untouched, self.total()[1] - known if counts else None)

    def as_cnf(
        self, *, encoding: Encoding = "truth-table", mine_total: bool = False, total_encoding: Encoding = "totalizer"
    ) -> CNF:
        """The formula of section 3.1.1: a unit clause for each known field, then each number, row by row.

        The variables are the fields next to a number; with ``mine_total``, also all others that are not uncovered, and
        the total comes last, by ``total_encoding``. ``origins`` are ``C(i,j)`` for a number, ``total``, and for a unit
        clause its field ``(i,j)``. Raises PuzzleError where there is no total, or the encoding is too large.
        """
        return formula(self, encoding, mine_total, total_encoding)

    def as_at_least(self, *, mine_total: bool = False) -> AtLeastForm:
        """The same with each number's sum, and with ``mine_total`` the total's, as two at-least constraints over its
        undefined fields; variables and origins are those of :meth:`as_cnf`. PuzzleError if there is no total."""
        return at_least_form(self, mine_total)


def _informs(scope: tuple[str, ...], number: int, domains: Domains) -> bool:
    known = [domains[x] for x in scope]
    return UNKNOWN in known or known.count(A_MINE) != number


def sum_of_mines(field: str, scope: tuple[str, ...], number: int,
                 padding: frozenset[str] = frozenset()) -> Constraint:
    """The constraint C(i,j): as many of ``scope`` are mines as the number says. Its text leaves the padding out, which
    the thesis writes, too: a reader would look for these fields on the board."""

    def allows(values: Sequence[Value]) -> bool:
        return values.count(1) == number

    text = " + ".join(f"x{x}" for x in scope if x not in padding) or "0"
    return Constraint(f"C{field}", scope, allows, f"{text} = {number}", _explain(scope, number, "neighbour"))


def total_of_mines(fields: tuple[str, ...], mines: int) -> Sum:
    """The constraint of section 2.5.2: so many of ``fields`` are mines."""

    def allows(values: Sequence[Value]) -> bool:
        return values.count(1) == mines

    return Sum("total", fields, allows, f"sum of all covered fields = {mines}",
               _explain(fields, mines, "covered field"), mines)


def _explain(scope: tuple[str, ...], number: int, what: str) -> Callable[[Domains], str]:
    def explain(domains: Domains) -> str:
        needed = f"{counted(number, 'mine') if number else 'no mine'} needed"
        surely = sum(domains[x] == A_MINE for x in scope)
        perhaps = sum(1 in domains[x] for x in scope)
        if surely > number:
            return f"{needed}, but {counted(surely, what)} " + (
                "is flagged or must be a mine" if surely == 1 else "are flagged or must be mines")
        if perhaps == 0:
            return f"{needed}, but none of the {what}s can be a mine"
        return f"{needed}, but at most {perhaps} of the {what}s can be {'a mine' if perhaps == 1 else 'mines'}"

    return explain


# --- reading -----------------------------------------------------------------------------------------------------


def _check_size(rows: int, columns: int, key_rows: str, key_columns: str) -> None:
    for size, what, key in ((rows, "rows", key_rows), (columns, "columns", key_columns)):
        if size < 1:
            raise PuzzleError(f"a board cannot have {size} {what}; give 1 or more", key=key)
        if size > LARGEST:
            raise PuzzleError(f"{size:,} {what} are too many; a board has at most {LARGEST} rows and columns", key=key)


def _random(random: RandomPosition) -> Gnomine:
    _check_size(random.rows, random.columns, "random.rows", "random.columns")
    fields = random.rows * random.columns
    if not 0 <= random.mines < fields:
        raise PuzzleError(f"{counted(random.mines, 'mine')} cannot lie in {counted(fields, 'field')}; "
                          f"give 0 to {fields - 1}: the first click is never a mine", key="random.mines")
    safe = fields - random.mines
    if not 0 <= random.reveal <= safe:
        raise PuzzleError(f"{random.reveal} safe fields cannot be revealed: there are {safe}; give 0 to {safe}",
                          key="random.reveal")
    covered = dict.fromkeys(geometry(random.rows, random.columns).fields, COVERED)
    return deal(Gnomine(random.rows, random.columns, covered, random.mines), random)


def _read_board(board: str, mines: int | None) -> Gnomine:
    lines = board.splitlines()
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    if first is None:
        raise PuzzleError("the board is empty; write a line of fields for each row, such as 1 . F", key="board")
    while not lines[-1].strip():
        del lines[-1]
    rows = [line.replace(" ", "").replace("\t", "") for line in lines[first : first + LARGEST]]
    _check_size(len(lines) - first, len(rows[0]), "board", "board")
    width = len(rows[0])
    for i, row in enumerate(rows):
        if len(row) != width:
            raise PuzzleError(f"row {i} has {counted(len(row), 'field')}, but row 0 has {width}; "
                              "make all rows equally long", key="board", line=first + i)
    seen: dict[str, int] = {}
    for i, row in enumerate(rows):
        for j, letter in enumerate(row):
            if letter not in _LETTERS:
                raise PuzzleError(f"row {i}, column {j}: {letter!r} is no field; write 0-8 for an uncovered field, "
                                  ". for a covered one or F for a flag", key="board", line=first + i)
            seen[name(i, j)] = _LETTERS[letter]
    position = Gnomine(len(rows), width, seen, mines)
    _check_numbers(position, first)
    _check_total(position)
    _check_clash(position, first)
    return position


def _check_numbers(position: Gnomine, first: int) -> None:
    """Is there room for each number's mines? ``first`` is the line of row 0."""
    for field, number in position.seen.items():
        room = sum(position.seen[x] < 0 for x in position.neighbours(field))
        if number > room:
            raise PuzzleError(f"the number {number} at {field} has only "
                              f"{counted(room, 'covered or flagged neighbour')}; "
                              f"write at most {room}, or cover more fields around it",
                              key="board", line=first + place(field)[0])


def _check_total(position: Gnomine) -> None:
    if position.mines is None:
        return
    values = list(position.seen.values())
    flags, room = values.count(FLAG), values.count(FLAG) + values.count(COVERED)
    if position.mines < 0:
        raise PuzzleError(f"there cannot be {counted(position.mines, 'mine')}; give 0 or more", key="mines")
    if position.mines > room:
        raise PuzzleError(f"{counted(position.mines, 'mine')} cannot lie in "
                          f"{counted(room, 'covered or flagged field')}; give at most {room}, or cover more fields",
                          key="mines")
    if flags > position.mines:
        raise PuzzleError(f"more flags than mines: {flags} against {position.mines}; "
                          "take flags away or raise mines", key="mines")


def _check_clash(position: Gnomine, first: int) -> None:
    """Is there a placement of mines that fits, were the flags mere covered fields? ``first`` is the line of row 0."""
    clash = find_clash(position)
    if clash:
        which = "both" if len(clash) == 2 else "all of them"
        raise PuzzleError(f"the numbers at {listed(clash)} clash: no placement of mines fits {which}; "
                          "change one of them",
                          key="board", line=first + place(clash[0])[0])
    if position.mines is None or consistent_mines(position, Random(0)) is not None:
        return
    least, most = mine_range(position)
    if position.mines < least:
        reason, mend = f"the numbers need at least {counted(least, 'mine')}", f"raise mines to {least} or more"
    elif position.mines > most:
        reason, mend = f"the numbers leave room for at most {counted(most, 'mine')}", f"lower mines to {most} or less"
    else:
        fits = next(n for n in range(position.mines + 1, most + 1)
                    if consistent_mines(replace(position, mines=n), Random(0)) is not None)
        reason, mend = "no placement of so many mines fits the numbers", f"raise mines to {fits}"
    raise PuzzleError(f"{reason}, but the total is {position.mines}; {mend}, or change a number", key="mines")
