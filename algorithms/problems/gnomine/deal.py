"""Laying the mines of a Gnomine board: before a game, for a random position, or to agree with the numbers seen.

The last is a question for a SAT solver (section 3.1.1 of Simon 2012). Only fields next to a number need it, and those
that no number ties together are asked apart, as *parts*. The total is no clause: it would cost seconds on large fields.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, TypeVar

from algorithms.long_work import solve
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, Position, RandomPosition, geometry, place

P = TypeVar("P", bound=Position)

DENSITY = 0.2  # mines for each field, where no total is given: about that of an expert's game


def lay(rows: int, columns: int, mines: int, safe: Collection[str], rng: Random) -> frozenset[str]:
    """Mines on a field of that size, every placement as likely as the others; ``safe`` fields stay free.

    ValueError if the rest is too small for them.
    """
    room = [field for field in geometry(rows, columns).fields if field not in safe]
    return frozenset(rng.sample(room, mines))


def flood(puzzle: Position, field: str) -> dict[str, int]:
    """What a click on a covered field uncovers, in waves from there: its number, and around each 0 all that is covered.

    Flags stay. A mine shows MINE. ValueError if nobody knows where the mines lie.
    """
    laid = puzzle.laid
    if laid is None:
        raise ValueError("the mines are not laid yet: call first_click before")
    opened: dict[str, int] = {}
    reached, waiting = {field}, deque([field])
    while waiting:
        x = waiting.popleft()
        around = puzzle.neighbours(x)
        opened[x] = MINE if x in laid else sum(y in laid for y in around)
        if opened[x] == 0:
            fresh = [y for y in around if puzzle.seen[y] == COVERED and y not in reached]
            reached.update(fresh)
            waiting.extend(fresh)
    return opened


def deal(puzzle: P, wanted: RandomPosition) -> P:
    """The random position, from a field of that size that is all covered; the same seed gives the same one. The numbers
    that are asked for must have been checked."""
    rng = Random(wanted.seed)
    fields = geometry(wanted.rows, wanted.columns).fields
    if wanted.reveal == 0:
        return puzzle
    click = rng.choice(fields)
    puzzle = replace(puzzle, laid=lay(wanted.rows, wanted.columns, wanted.mines, {click}, rng))
    for _ in range(wanted.reveal):
        puzzle = puzzle.with_seen({**puzzle.seen, **flood(puzzle, click)})
        safe = [x for x in fields if puzzle.seen[x] == COVERED and x not in (puzzle.laid or ())]
        if not safe:
            break
        click = rng.choice(safe)
    return puzzle


# --- mines that agree with the numbers ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Demand:
    """A number seen at ``field``: so many of ``among``, its covered and flagged neighbours, are mines."""

    field: str
    mines: int
    among: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """Fields that numbers tie together, and these numbers; no number reaches out of it."""

    fields: tuple[str, ...]
    demands: tuple[Demand, ...]


def consistent_mines(puzzle: Position, rng: Random) -> frozenset[str] | None:
    """A random placement of mines that agrees with all numbers seen and with the total, or None if there is none.

    Flags are mines if they can all be, else they count for nothing. Without a total, fields that touch no number get
    mines at DENSITY. Every agreeing placement can come, but not all are equally likely.
    """
    placed = _place(puzzle, frozenset(x for x, seen in puzzle.seen.items() if seen == FLAG), rng)
    return _place(puzzle, frozenset(), rng) if placed is None else placed


def find_clash(puzzle: Position) -> tuple[str, ...]:
    """The fields of a minimal set of numbers that no placement of mines fits, row by row; empty if all fit together.

    Minimal: without any one of them, a placement fits the others. Flags and the total count for nothing.
    """
    return next(filter(None, map(_core, _parts(_demands(puzzle)))), ())


def mine_range(puzzle: Position) -> tuple[int, int]:
    """The smallest and the largest total that fit the numbers, which must not clash. Flags count for nothing."""
    parts = _parts(_demands(puzzle))
    seen = list(puzzle.seen.values())
    unknown = seen.count(COVERED) + seen.count(FLAG) - sum(len(part.fields) for part in parts)
    least, most = (sum(len(_extreme(part, frozenset(), few)) for part in parts) for few in (True, False))
    return seen.count(MINE) + least, seen.count(MINE) + most + unknown


def _demands(puzzle: Position) -> list[Demand]:
    """The numbers seen that say something, row by row."""
    found = []
    for field, number in puzzle.seen.items():
        if number >= 0:
            around = puzzle.neighbours(field)
            among = tuple(x for x in around if puzzle.seen[x] in (COVERED, FLAG))
            mines = number - sum(puzzle.seen[x] == MINE for x in around)
            if among or mines:
                found.append(Demand(field, mines, among))
    return found


def _parts(demands: Iterable[Demand]) -> list[Part]:
    """The demands, split where no field ties them together, each part in the order in which it is reached."""
    touching: dict[str, list[Demand]] = {}
    left = {demand.field: demand for demand in demands}
    for demand in left.values():
        for x in demand.among:
            touching.setdefault(x, []).append(demand)
    parts = []
    while left:
        start = left.pop(next(iter(left)))
        fields: dict[str, None] = {}  # an ordered set
        reached = [start]
        for demand in reached:  # grows as it goes
            for x in demand.among:
                if x not in fields:
                    fields[x] = None
                    reached.extend(left.pop(other.field) for other in touching[x] if other.field in left)
        parts.append(Part(tuple(fields), tuple(reached)))
    return parts


def _place(puzzle: Position, sure: frozenset[str], rng: Random) -> frozenset[str] | None:
    """A random placement with the ``sure`` fields among the mines, or None."""
    parts = _parts(_demands(puzzle))
    inside = {x for part in parts for x in part.fields}
    outside = [x for x, seen in puzzle.seen.items() if seen in (COVERED, FLAG) and x not in inside]
    rest = [x for x in outside if x not in sure]
    fixed = [x for x in outside if x in sure] + [x for x, seen in puzzle.seen.items() if seen == MINE]
    left = None if puzzle.mines is None else puzzle.mines - len(fixed)
    density = DENSITY if left is None else left / max(1, len(inside) + len(rest))
    chosen: list[str] = []
    for part in parts:
        model = _model(part, sure, density, rng)
        if model is None:
            return None
        chosen += model
    if left is None:
        return frozenset([*fixed, *chosen, *(x for x in rest if rng.random() < DENSITY)])
    if not 0 <= left - len(chosen) <= len(rest):
        steered = _steered(parts, sure, chosen, (left - len(rest), left), rng)
        if steered is None:
            return None
        chosen = steered
    return frozenset([*fixed, *chosen, *rng.sample(rest, left - len(chosen))])


def _steered(
    parts: Sequence[Part], sure: frozenset[str], chosen: Sequence[str], window: tuple[int, int], rng: Random
) -> list[str] | None:
    """``chosen``, changed so that there are window[0] to window[1] mines; None if that cannot be.

    Where the parts' fewest (or most) mines differ from those chosen, the fields that differ fall into pieces that no
    number ties together. Each can be swapped alone, so we swap some at random until the total is right.
    """
    least, most = window
    few = len(chosen) > most
    extreme = [x for part in parts for x in _extreme(part, sure, few)]
    if len(extreme) > most if few else len(extreme) < least:
        return None
    differing = frozenset(chosen) ^ frozenset(extreme)
    ties = (Demand(demand.field, 0, tuple(x for x in demand.among if x in differing))
            for part in parts for demand in part.demands)
    pieces = _parts(tie for tie in ties if tie.among)
    mines = dict.fromkeys(chosen)
    for piece in rng.sample(pieces, len(pieces)):
        swapped = {x: None for x in (*mines, *piece.fields) if not (x in mines and x in piece.fields)}
        if len(swapped) >= least if few else len(swapped) <= most:
            mines = swapped
    return list(mines) if least <= len(mines) <= most else _with_sum(parts, sure, least, most, rng)


def _with_sum(
    parts: Sequence[Part], sure: frozenset[str], least: int, most: int, rng: Random
) -> list[str] | None:
    """Mines for all parts, ``least`` to ``most`` together, by trying each sum of each part; None if that cannot be."""
    options = [_by_sum(part, sure, rng) for part in parts]
    reach = _reach(options)
    chosen: list[str] = []
    for option, beyond in zip(options, reach[1:], strict=True):
        free = [k for k in option if beyond & _window(least - len(chosen) - k, most - len(chosen) - k)]
        if not free:
            return None
        chosen += option[rng.choice(free)]
    return chosen


def _reach(options: Sequence[Collection[int]]) -> list[int]:
    """For each place in ``options`` and for its end: the sums that the sets from there on can have, as bits."""
    reach = [1]
    for option in reversed(options):
        sums = 0
        for k in option:
            sums |= reach[-1] << k
        reach.append(sums)
    return reach[::-1]


def _window(least: int, most: int) -> int:
    """The bits ``least`` to ``most``."""
    return (1 << max(0, most + 1)) - (1 << max(0, least)) if least <= most else 0


def _minimal(demands: Sequence[Demand], clashes: Callable[[Sequence[Demand]], bool]) -> list[Demand]:
    """A minimal subset that clashes, by halving (QuickXplain, Junker 2004). All ``demands`` together must clash."""

    def needed(given: Sequence[Demand], grown: bool, candidates: Sequence[Demand]) -> list[Demand]:
        if grown and clashes(given):
            return []
        if len(candidates) == 1:
            return list(candidates)
        half = len(candidates) // 2
        right = needed([*given, *candidates[:half]], True, candidates[half:])
        left = needed([*given, *right], bool(right), candidates[:half])
        return left + right

    return needed([], False, demands)


# --- the SAT solver ----------------------------------------------------------------------------------------------


def _clauses(demand: Demand, ids: Mapping[str, int]) -> Iterator[list[int]]:
    """A number as clauses: its truth table, without the rows that others imply.

    Of any n + 1 of its m fields one is free, of any m − n + 1 one is a mine. ``ids`` are the fields' variables, from 1.
    """
    fields = [ids[x] for x in demand.among]
    if not 0 <= demand.mines <= len(fields):
        yield []
        return
    yield from ([-x for x in some] for some in combinations(fields, demand.mines + 1))
    yield from (list(some) for some in combinations(fields, len(fields) - demand.mines + 1))


@contextmanager
def _solver(part: Part, ids: Mapping[str, int]) -> Iterator[tuple[Any, list[int]]]:
    """MiniSat with a part's numbers, and for each number the literal that switches it on."""
    from pysat.solvers import Minisat22  # type: ignore[import-untyped]  # slow to import, and seldom needed

    switches = [len(ids) + 1 + index for index in range(len(part.demands))]
    with Minisat22() as solver:
        for demand, switch in zip(part.demands, switches, strict=True):
            for clause in _clauses(demand, ids):
                solver.add_clause([-switch, *clause])
        yield solver, switches


def _extreme(part: Part, sure: frozenset[str], few: bool) -> list[str]:
    """The fewest or the most mines that fit a part, by MaxSAT. Some must fit."""
    from pysat.examples.rc2 import RC2  # type: ignore[import-untyped]  # slow to import, and seldom needed
    from pysat.formula import WCNF  # type: ignore[import-untyped]

    ids = {x: index for index, x in enumerate(part.fields, 1)}
    wanted = WCNF()
    for demand in part.demands:
        wanted.extend(list(_clauses(demand, ids)))
    for x, variable in ids.items():
        if x in sure:
            wanted.append([variable])
        wanted.append([-variable if few else variable], weight=1)
    with RC2(wanted, solver="m22") as maxsat:
        model = maxsat.compute()
    return [x for x, variable in ids.items() if model[variable - 1] > 0]


def _shuffled(part: Part, density: float, rng: Random) -> tuple[dict[str, int], list[int]]:
    """Variables in random order, and the value that the solver tries first for each: chance picks the model."""
    order = rng.sample(part.fields, len(part.fields))
    ids = {x: index for index, x in enumerate(order, 1)}
    return ids, [x if rng.random() < density else -x for x in ids.values()]


def _mines(solver: Any, ids: Mapping[str, int]) -> list[str]:
    model = solver.get_model()
    return [x for x, variable in ids.items() if model[variable - 1] > 0]


def _model(part: Part, sure: frozenset[str], density: float, rng: Random) -> list[str] | None:
    """Mines in a part that fit its numbers, or None."""
    ids, phases = _shuffled(part, density, rng)
    with _solver(part, ids) as (solver, switches):
        solver.set_phases(phases)
        found = solve(solver, [*switches, *(ids[x] for x in part.fields if x in sure)])
        return _mines(solver, ids) if found else None


def _by_sum(part: Part, sure: frozenset[str], rng: Random) -> dict[int, list[str]]:
    """For each number of mines that a part can have: such mines."""
    from pysat.card import ITotalizer  # type: ignore[import-untyped]  # slow to import, and seldom needed

    ids, phases = _shuffled(part, 0.5, rng)
    size = len(ids)
    with _solver(part, ids) as (solver, switches):
        mines = ITotalizer(list(ids.values()), ubound=size, top_id=size + len(switches))
        free = ITotalizer([-x for x in ids.values()], ubound=size, top_id=mines.top_id)
        solver.append_formula(mines.cnf.clauses + free.cnf.clauses)
        solver.set_phases(phases)
        switches += [ids[x] for x in part.fields if x in sure]
        found = {}
        for k in range(len(_extreme(part, sure, True)), len(_extreme(part, sure, False)) + 1):
            # at most k mines, at most size − k free fields
            bounds = [-count.rhs[bound] for count, bound in ((mines, k), (free, size - k)) if bound < size]
            if solve(solver, switches + bounds):
                found[k] = _mines(solver, ids)
        mines.delete()
        free.delete()
        return found


def _core(part: Part) -> tuple[str, ...]:
    """A minimal set of a part's numbers that clash, row by row; empty if none do."""
    ids = {x: index for index, x in enumerate(part.fields, 1)}
    with _solver(part, ids) as (solver, switches):
        if solve(solver, switches):
            return ()
        core = frozenset(solver.get_core())
        by_switch = dict(zip(part.demands, switches, strict=True))

        def clashes(subset: Sequence[Demand]) -> bool:
            return not solve(solver, [by_switch[demand] for demand in subset])

        suspects = [demand for demand, switch in by_switch.items() if switch in core]
        return tuple(sorted((demand.field for demand in _minimal(suspects, clashes)), key=place))
