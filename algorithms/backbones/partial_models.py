"""Partial models: parts of models that make a literal of each clause true, so that the other variables may be anything.

Source: Simon 2012, section 3.2, expects them of MiniSat. Solvers of today give total models, which are reduced here.

    order   of the literals: those of the fewest clauses first, as they are to leave
    last    of a clause: the last one of its true literals, by this order
"""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.long_work import in_pieces


class ModelReducer:
    """Reduces models of a formula, one after the other: what the one before had in common need not be done again.

    The literals of a model leave one by one, in ``order``, while each of their clauses has another true literal; so
    none of what is left could leave. When it is a literal's turn, a clause has another one if a later one is true, or
    one that has stayed. So it stays if it is the last of a clause in which none has stayed.

    occurrences: by literal: the numbers of its clauses, from 0
    last:        by clause; 0 before the first model
    lasts:       the same by literal: the clauses whose last it is
    """

    def __init__(self, clauses: Sequence[Sequence[int]]) -> None:
        self.clauses = clauses
        self.occurrences: dict[int, set[int]] = {}
        for number, clause in enumerate(in_pieces(clauses)):
            for literal in clause:
                self.occurrences.setdefault(literal, set()).add(number)
        self.order = sorted(self.occurrences, key=lambda literal: (len(self.occurrences[literal]), abs(literal)))
        self.rank = {literal: place for place, literal in enumerate(self.order)} | {0: -1}
        self.true: set[int] = set()
        self.last = [0] * len(clauses)
        self.lasts: dict[int, set[int]] = {literal: set() for literal in self.order} | {0: set(range(len(clauses)))}

    def reduce(self, model: Sequence[int]) -> list[int]:
        """A part of the model that makes a literal of each clause true, in the model's order."""
        self._change_to(set(model))
        satisfied: set[int] = set()
        stays: set[int] = set()
        for literal in in_pieces(self.order):
            if literal in self.true and not self.lasts[literal] <= satisfied:
                stays.add(literal)
                satisfied |= self.occurrences[literal]
        return [literal for literal in model if literal in stays]

    def _change_to(self, true: set[int]) -> None:
        """Brings ``last`` up to date, where the literals of this model differ from those of the one before."""
        rank, last, lasts = self.rank, self.last, self.lasts
        for literal in in_pieces(true - self.true):
            for number in self.occurrences.get(literal, ()):
                if rank[last[number]] < rank[literal]:
                    lasts[last[number]].discard(number)
                    lasts[literal].add(number)
                    last[number] = literal
        for literal in in_pieces(self.true - true):
            for number in lasts.get(literal, ()):
                last[number] = max(true.intersection(self.clauses[number]), key=rank.__getitem__)
                lasts[last[number]].add(number)
            lasts[literal] = set()
        self.true = true
