"""Labels, forward checking and their undoing: what every backtracking search of this package stands on.

Source: Abuluaih, Mohamed, Annamalai and Iida, *Fog of Search Resolver for Minimum Remaining Values Strategic Colouring
of Graph*, SCDS 2018, sections 2.3 and 6.1; forward checking after Haralick and Elliott 1980.

    x, y    variables, as numbers in the order of the network     bit    a value, as one bit of a mask
    left    of each variable the mask of the values that it has left; of a labelled one its label
    open_   the same of an unassigned variable; 0 of an assigned one

The paper colours graphs: all its constraints are ≠. Here a constraint with other relations is checked, too: one of
two variables with each label, a wider one as soon as all its variables but one are assigned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from algorithms.core import Steps
from algorithms.events import BackedUp, Emptied, Homeless, Labelled, SingleFound, Struck
from algorithms.problems.forms.csp import CSP, Constraint, Domains, Value, unequal


class Labelling:
    """A network with the labels given so far.

    names:     of the variables; ``number`` is the inverse
    values:    of each bit of a mask: ``values[i]`` stands for ``1 << i``
    different: for each variable those that must differ from it; ``between`` has the constraints that say so
    tables:    for each variable its other constraints of two variables: (y, for each bit the mask that y may have)
    wide:      for each variable its constraints of more than two variables
    peers:     for each variable all that share a constraint with it
    units:     each with its name and its variables; ``units_of`` the numbers of those of each variable
    naked:     variables that may have become naked singles; ``dirty`` units that may have got a hidden one
    every:     the mask of all values
    emptied_by: the constraint that left a variable without a value after the last label; None if none did
    """

    def __init__(self, csp: CSP, singles: bool = False) -> None:
        self.names = tuple(csp.domains)
        self.number = {name: x for x, name in enumerate(self.names)}
        self.values = universe(csp.domains)
        self._bit: Mapping[Value, int] = {value: 1 << index for index, value in enumerate(self.values)}
        self.every = (1 << len(self.values)) - 1
        self._written: dict[int, tuple[Value, ...]] = {}
        self.left = [sum(map(self._bit.__getitem__, domain)) for domain in csp.domains.values()]
        self.open_ = list(self.left)
        self._order = tuple(csp.domains.values())
        self.singles = singles
        self.trail: list[tuple[int, int, int]] = []
        self.emptied_by: Constraint | None = None
        self.naked: list[int] = list(range(len(self.names)))
        self.dirty: dict[int, None] = dict.fromkeys(range(len(csp.units)))
        self._link(csp)

    def _link(self, csp: CSP) -> None:
        """Who constrains whom."""
        size, number = len(self.names), self.number
        self.between: list[dict[int, Constraint]] = [{} for _ in range(size)]
        self.tables: list[list[tuple[int, dict[int, int], Constraint]]] = [[] for _ in range(size)]
        self.wide: list[list[Constraint]] = [[] for _ in range(size)]
        others: list[dict[int, None]] = [{} for _ in range(size)]
        for c in csp.constraints:
            if c.allows is unequal:
                x, y = number[c.scope[0]], number[c.scope[1]]
                self.between[x][y] = self.between[y][x] = c
                continue
            scope = [number[name] for name in c.scope]
            for x in scope:
                others[x].update((y, None) for y in scope if y != x)
            if len(scope) == 2:
                self._tabulate(c, scope[0], scope[1])
            else:
                for x in scope:
                    self.wide[x].append(c)
        self.different = [tuple(found) for found in self.between]
        self.peers = [tuple(dict.fromkeys((*found, *more))) if more else tuple(found)
                      for found, more in zip(self.between, others, strict=True)]
        self.units = [(name, tuple(map(self.number.__getitem__, unit))) for name, unit in csp.units.items()]
        self.units_of: list[list[int]] = [[] for _ in range(size)]
        for index, (_, unit) in enumerate(self.units):
            for x in unit:
                self.units_of[x].append(index)

    def _tabulate(self, c: Constraint, x: int, y: int) -> None:
        """The relation of two variables as masks, both ways."""
        forward = {a: sum(b for b in each_bit(self.left[y]) if c.allows((self.value(a), self.value(b))))
                   for a in each_bit(self.left[x])}
        backward = {b: sum(a for a in each_bit(self.left[x]) if c.allows((self.value(a), self.value(b))))
                    for b in each_bit(self.left[y])}
        self.tables[x].append((y, forward, c))
        self.tables[y].append((x, backward, c))

    def value(self, bit: int) -> Value:
        """The value that a bit stands for."""
        return self.values[bit.bit_length() - 1]

    def bit(self, value: Value) -> int:
        """The bit that stands for a value."""
        return self._bit[value]

    def remaining(self, x: int) -> list[int]:
        """The values that an unassigned variable has left, as bits, in the order of its domain."""
        return [bit for bit in map(self._bit.__getitem__, self._order[x]) if bit & self.open_[x]]

    def domain(self, mask: int) -> tuple[Value, ...]:
        """The values of a mask; the same tuple each time, as many events share it."""
        found = self._written.get(mask)
        if found is None:
            found = self._written[mask] = tuple(map(self.value, each_bit(mask)))
        return found

    def unassigned(self) -> Iterator[int]:
        """The unassigned variables, in order."""
        return (x for x, mask in enumerate(self.open_) if mask)

    # --- labels ----------------------------------------------------------------------------------------------------

    def label(self, x: int, bit: int, size: int) -> Steps[bool]:
        """Gives x the value and checks forward. Does the label stand?"""
        name = self.names[x]
        yield Labelled(name, self.value(bit), size)
        self._assign(x, bit)
        return (yield from self.settle(x))

    def settle(self, x: int) -> Steps[bool]:
        """Forward checking from x, which was assigned; with ``singles`` until no single is left. No conflict?"""
        self.emptied_by = None  # a value without a place is a conflict, too, and no constraint's
        stands = (yield from self.check_forward(x)) and (not self.singles or (yield from self.fill_singles()))
        if not stands:
            self.naked.clear()
            self.dirty.clear()
        return stands

    def unlabel(self, x: int, bit: int, size: int, mark: int) -> Steps[None]:
        """Takes back the label of x and everything since ``mark``, the length of the trail before it."""
        trail, left, open_ = self.trail, self.left, self.open_
        while len(trail) > mark:
            y, left[y], open_[y] = trail.pop()
        yield BackedUp(self.names[x], self.value(bit), size)

    def _assign(self, x: int, bit: int) -> None:
        self.trail.append((x, self.left[x], self.open_[x]))
        self.left[x], self.open_[x] = bit, 0
        if self.singles:
            self.dirty.update(dict.fromkeys(self.units_of[x]))

    def _strike(self, y: int, gone: int, because: str) -> Struck:
        """Takes values from an unassigned variable."""
        mask = self.open_[y]
        self.trail.append((y, mask, mask))
        mask ^= gone
        self.left[y] = self.open_[y] = mask
        if self.singles:
            self.dirty.update(dict.fromkeys(self.units_of[y]))
            if not mask & (mask - 1):
                self.naked.append(y)
        return Struck(self.names[y], self.domain(gone), self.domain(mask), because)

    # --- forward checking --------------------------------------------------------------------------------------------

    def check_forward(self, x: int) -> Steps[bool]:
        """Strikes from the peers of x what its label excludes; False as soon as one has nothing left."""
        open_, bit, name = self.open_, self.left[x], self.names[x]
        for y in self.different[x]:
            mask = open_[y]
            if mask & bit:
                if mask == bit:
                    return (yield from self._conflict(y, name, self.between[x][y]))
                yield self._strike(y, bit, name)
        for y, table, c in self.tables[x]:
            gone = open_[y] & ~table.get(bit, 0)
            if gone:
                if gone == open_[y]:
                    return (yield from self._conflict(y, name, c))
                yield self._strike(y, gone, name)
        for c in self.wide[x]:
            if not (yield from self._check_wide(c)):
                return False
        return True

    def _conflict(self, y: int | None, because: str, c: Constraint) -> Steps[bool]:
        self.emptied_by = c
        yield Emptied(None if y is None else self.names[y], because)
        return False

    def _check_wide(self, c: Constraint) -> Steps[bool]:
        """Checks a constraint of any number of variables, if at most one of them is unassigned."""
        scope = [self.number[name] for name in c.scope]
        unknown = [x for x in scope if self.open_[x]]
        if len(unknown) > 1:
            return True
        values = [self.value(self.left[x]) for x in scope]
        if not unknown:
            return c.allows(values) or (yield from self._conflict(None, c.name, c))
        y = unknown[0]
        place, gone = scope.index(y), 0
        for bit in each_bit(self.open_[y]):
            values[place] = self.value(bit)
            if not c.allows(values):
                gone |= bit
        if gone and gone == self.open_[y]:
            return (yield from self._conflict(y, c.name, c))
        if gone:
            yield self._strike(y, gone, c.name)
        return True

    def check_given(self, given: Sequence[int], constraints: Sequence[Constraint]) -> Steps[bool]:
        """Assigns what the puzzle states and checks forward from it, at the start. No conflict?"""
        for x in given:  # a given value that an earlier one excludes is struck, and that is a conflict
            self._assign(x, self.left[x])
            if not (yield from self.check_forward(x)):
                return False
        for c in constraints:
            if len(c.scope) < 2 and not (yield from self._check_wide(c)):
                return False
        return not self.singles or (yield from self.fill_singles())

    def consistent(self) -> bool:
        """Where each variable has one value: do these satisfy every constraint that has an unassigned variable?"""
        value = {x: self.left[x] for x in range(len(self.names))}
        for x in self.unassigned():
            if any(value[x] == value[y] for y in self.different[x]):
                return False
            if any(not table.get(value[x], 0) & value[y] for y, table, _ in self.tables[x]):
                return False
            if any(not c.allows([self.value(self.left[self.number[name]]) for name in c.scope])
                   for c in self.wide[x]):
                return False
        return True

    # --- naked and hidden singles ------------------------------------------------------------------------------------

    def fill_singles(self) -> Steps[bool]:
        """Assigns naked and hidden singles, each with forward checking, until there are none. No conflict?"""
        while True:
            found = self._naked()
            unit: str | None = None
            if found is None:
                hidden = self._hidden()
                if hidden is None:
                    return True
                x, bit, unit = hidden
                if x < 0:
                    yield Homeless(self.value(bit), unit)
                    return False
            else:
                x, bit = found
            yield SingleFound(self.names[x], self.value(bit), unit)
            self._assign(x, bit)
            if not (yield from self.check_forward(x)):
                return False

    def _naked(self) -> tuple[int, int] | None:
        while self.naked:
            x = self.naked.pop()
            mask = self.open_[x]
            if mask and not mask & (mask - 1):
                return x, mask
        return None

    def _hidden(self) -> tuple[int, int, str] | None:
        """A variable that is the only place of a value in a unit; variable −1 if a value has no place at all."""
        left, open_ = self.left, self.open_
        while self.dirty:
            index = next(iter(self.dirty))
            name, unit = self.units[index]
            once = twice = done = 0
            for x in unit:
                mask = left[x]
                twice |= once & mask
                once |= mask
                if not open_[x]:
                    done |= mask
            if once != self.every:
                return -1, lowest(self.every & ~once), name
            if single := once & ~twice & ~done:
                bit = lowest(single)
                return next(x for x in unit if left[x] & bit), bit, name
            del self.dirty[index]
        return None


def universe(domains: Domains) -> tuple[Value, ...]:
    """All values: numbers ascending, others in the order in which they first come."""
    found = dict.fromkeys(value for domain in domains.values() for value in domain)
    numbers = sorted(value for value in found if isinstance(value, int))
    return (*numbers, *(value for value in found if not isinstance(value, int)))


def lowest(mask: int) -> int:
    """The lowest bit of a mask."""
    return mask & -mask


def each_bit(mask: int) -> Iterator[int]:
    """The bits of a mask, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
