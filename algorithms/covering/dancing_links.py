"""Dancing links, for exact covers and for any at-least constraints.

Sources: Knuth, *Dancing links*, 2000, Algorithm X and its links; *The Art of Computer Programming*, volume 4B, section
7.2.2.1, Algorithm M, for items that need several options. Neller and Luo, section 3, for at-least constraints; how they
do it they do not say.

    item     a constraint: from ``least`` to ``most`` of its literals are true (:mod:`algorithms.problems.forms.cover`)
    option   a variable, with a node in each item that has it or its complement
    need     how many literals of an item must still become true        room   how many may
    size     how many nodes are linked below an item: its open options
    cover    an item leaves the list of items, and its options leave the lists of all other items

An exact cover has items that need exactly one option, with need = room = 1; there this is Knuth's algorithm, which
stands in :mod:`algorithms.covering.algorithm_x`: cover the item with the fewest options, for each of its options cover
the other items of it, go on, and undo all in reverse order. In general:

- An option that is taken lowers need and room of its items by 1. With need 0 an item asks for nothing more, and leaves
  the list of items; with room 0 it is covered, and the options left to it are out.
- A variable that is false makes its complement true. So an option that is out lowers need and room of the items that
  have ¬option, which may cover these in turn: that is how clauses with negative literals propagate.
- An item with room for more than one stays: of its options one is taken, then left out (Knuth's *tweak*) while the next
  one is tried, as long as there are as many as it needs. So no solution comes twice.
- MRV: an item with s options that needs k can begin with s − k + 1 of them; the item with the fewest ways is next.
- Once no item needs anything, the options that are left can be taken or not, as far as there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.core import choose as first
from algorithms.covering import COVERING
from algorithms.covering.algorithm_x import AlgorithmX, is_exact_cover
from algorithms.covering.answer import Cover, Results
from algorithms.covering.linked_matrix import LinkedMatrix
from algorithms.events import (
    CoverEnded,
    CoverFound,
    ItemCovered,
    ItemSelected,
    ItemStarved,
    ItemUncovered,
    OptionExcluded,
    OptionReadmitted,
    OptionReturned,
    OptionTaken,
)
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cover import Item, items_of
from algorithms.satisfiability.dpll import TooDeepError

PSEUDOCODE = """
COVER each item that may have no option
SEARCH:                                          # =
  if no item needs more, and no option is open:
    the options taken are a solution; return     # CoverFound
  i ← an item with the fewest ways to go on      # ItemSelected
  if i cannot have what it needs: return         # ItemStarved
  if i may have only one: COVER(i)
  for each option o of i
    take o                                       # OptionTaken
    COVER each item that has all it may have
    SEARCH, unless an item has too many
    UNCOVER these items in reverse order
    put o back                                   # OptionReturned
    if i may have more: leave o out              # OptionExcluded
  open again what was left out                   # OptionReadmitted
COVER(i): i leaves, its options leave all others # ItemCovered, =
UNCOVER(i): all come back, in reverse order      # ItemUncovered, =
all branches are tried                           # CoverEnded, =
"""


class CoverSearch:
    """The search for any items: its matrix, the items covered because they were full (each with the length of the trail
    before), and what was found."""

    def __init__(self, form: AtLeastForm, items: Sequence[Item], every: bool, pick: Choose | None = None) -> None:
        self.pick = pick  # as in Algorithm X
        self.m, self.words, self.results = LinkedMatrix(form, items), form.words(), Results(every)
        self.covered: list[tuple[int, int]] = []

    def search(self) -> Steps[bool]:
        """From the full matrix to the last branch, or (True) to a solution that is enough."""
        m = self.m
        empty = [i for i in range(1, len(m.names)) if m.room[i] == 0 == m.need[i]]
        yield from self.settle((), empty)
        if m.broken:
            yield self.too_many()
        elif (yield from self.branch(0)):
            return True
        yield from self.unsettle(0, 0)
        return False

    def branch(self, level: int) -> Steps[bool]:
        """All solutions with what is taken so far. True: one was found, and is enough."""
        m = self.m
        i, ways = m.select()
        if i and self.pick is not None:
            i = m.names.index(self.pick("item", [m.names[j] for j in m.needing()], m.names[i]), 1)
            ways = m.size[i] - m.need[i] + 1
        if not i and not m.open:
            return (yield from self.found())
        yield ItemSelected(m.names[i] or None, m.need[i], m.size[i] if i else m.open, ways if i else 2)
        if ways <= 0:
            yield self.starved(i)
            return False
        return (yield from self.one_of(i, level + 1) if m.room[i] == 1 else self.some_of(i, level + 1))

    def found(self) -> Steps[bool]:
        """A solution: the options taken."""
        yield self.results.solution(self.words.said(literal for literal in self.m.trail if literal > 0))
        return not self.results.every

    def one_of(self, i: int, level: int) -> Steps[bool]:
        """Item i gets just one of its options: it is covered while each of them is tried."""
        m, words = self.m, self.words
        literals = m.cover(i)
        m.leave(i)
        m.need[i], m.room[i] = 2, 2  # so that the option taken for it does not make it leave once more
        yield ItemCovered(m.names[i], words.said(literals), choosing=True)
        for taken in self.in_turn(literals):
            others = [-literal for literal in literals if literal != taken]
            yield OptionTaken(words[taken], m.names[i], level)
            if (yield from self.go_on((taken, *others), level)):
                return True
            yield OptionReturned(words[taken])
        m.need[i], m.room[i] = 1, 1
        m.join(i)
        m.uncover(i)
        yield ItemUncovered(m.names[i])
        return False

    def in_turn(self, literals: Sequence[int]) -> Iterator[int]:
        """The options of an item, in the order in which they are taken."""
        if self.pick is None:
            yield from literals
            return
        left = {self.words[literal]: literal for literal in literals}
        while left:
            yield left.pop(self.pick("option", tuple(left), next(iter(left))))

    def first_of(self, i: int) -> int:
        """The option that is taken next of several of item i, or (0) of all that are open."""
        m, words = self.m, self.words
        if self.pick is None:
            return m.literal[m.down[i]] if i else next(option for option in m.options if not m.value[option])
        left = {words[literal]: literal for literal in m.open_in(i)}
        return left[self.pick("option", tuple(left), next(iter(left)))]

    def some_of(self, i: int, level: int) -> Steps[bool]:
        """Item i may have several options, or (0) no item needs more: each is taken, and then left out."""
        m, words = self.m, self.words
        name, out = m.names[i] or None, list[tuple[int, int, int]]()
        while not m.broken and (m.size[i] >= m.need[i] if i else m.open):
            literal = self.first_of(i)
            m.hide(abs(literal))
            yield OptionTaken(words[literal], name, level)
            if (yield from self.go_on((literal,), level)):
                return True
            m.unhide(abs(literal))
            yield OptionReturned(words[literal])
            out.append((literal, len(m.trail), len(self.covered)))
            m.hide(abs(literal))
            yield OptionExcluded(words[literal], level)
            yield from self.settle((-literal,))
            if i and not m.broken and m.need[i] <= 0:  # what follows has given it what it needs
                if (yield from self.branch(level - 1)):
                    return True
                break
        if m.broken:
            yield self.too_many()
        if not i and not m.broken and (yield from self.found()):
            return True
        for literal, length, covered in reversed(out):
            yield from self.unsettle(length, covered)
            m.unhide(abs(literal))
            yield OptionReadmitted(words[literal])
        return False

    def go_on(self, literals: Iterable[int], level: int) -> Steps[bool]:
        """The search with these literals of hidden options, and what follows, true; and back."""
        m, length, covered = self.m, len(self.m.trail), len(self.covered)
        yield from self.settle(literals)
        if m.broken:
            yield self.too_many()
        elif (yield from self.branch(level)):
            return True
        yield from self.unsettle(length, covered)
        return False

    def settle(self, literals: Iterable[int], full: Iterable[int] = ()) -> Steps[None]:
        """Counts these literals of hidden options, and covers the items that are full, one after the other."""
        m, words, queue = self.m, self.words, list(full)
        for literal in literals:
            m.count(literal, queue)
        for i in queue:
            if m.broken:
                return
            hidden = m.cover(i)
            self.covered.append((i, len(m.trail)))
            yield ItemCovered(m.names[i], words.said(hidden), choosing=False)
            for literal in hidden:
                m.count(-literal, queue)

    def unsettle(self, length: int, covered: int) -> Steps[None]:
        """What was settled since the trail and the covered items had these lengths, in reverse."""
        m = self.m
        while len(self.covered) > covered:
            i, before = self.covered.pop()
            m.uncount(before)
            m.uncover(i)
            yield ItemUncovered(m.names[i])
        m.uncount(length)

    def too_many(self) -> ItemStarved:
        """The first item that has more than it may have, or needs more."""
        m = self.m
        return self.starved(next(i for i in range(1, len(m.names)) if m.room[i] < max(0, m.need[i])))

    def starved(self, i: int) -> ItemStarved:
        """Item i cannot have what it needs."""
        m = self.m
        return self.results.dead_end(m.names[i], m.need[i], m.size[i], m.room[i])


@algorithm(
    "dancing-links",
    title="Dancing links",
    family=COVERING, solves=AtLeastForm,
    source="Knuth 2000, Algorithm X; Knuth 2022, section 7.2.2.1, Algorithm M; Neller and Luo, section 3",
    pseudocode=PSEUDOCODE,
    rungs=("link", "item", "option", "solution"),
    counters=(
        Counter("options taken", OptionTaken, "options taken for an item, or because they were open", better="fewer"),
        Counter("covered", ItemCovered, "items that left the matrix"),
        Counter("dead ends", ItemStarved, "branches that ended because an item could not have what it needs",
                better="fewer"),
        Counter("solutions", CoverFound, "solutions found"),
    ),
)
def dancing_links(
    form: AtLeastForm,
    *,
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[Cover]:
    """All solutions with ``all``, otherwise the first one. Raises TooDeepError where more options are taken one inside
    the other than Python can nest calls, and TooLongError.

    An exact cover is searched by :mod:`algorithms.covering.algorithm_x`, which is Knuth's algorithm and no more; all
    else by the general one above, which takes the same steps there."""
    items = items_of(form)
    pick = None if choose is first else choose
    way = (AlgorithmX if is_exact_cover(form, items) else CoverSearch)(form, items, all, pick)
    try:
        enough = yield from way.search()
    except RecursionError:
        raise TooDeepError("this takes more options one inside the other than Python can nest calls; "
                           "use cdcl, which has no such limit") from None
    if not enough:
        yield CoverEnded(way.results.count)
    options = sorted({abs(literal) for literals, _ in form.constraints for literal in literals})
    return way.results.answer([way.words[option] for option in options])
