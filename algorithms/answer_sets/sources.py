"""Source pointers: of each atom a rule that holds it up, kept from one set M of literals to the next.

Source: Patrik Simons, Ilkka Niemelä and Timo Soininen, *Extending and implementing the stable model semantics*,
Artificial Intelligence 138, 2002 (smodels, "atmost"); the pointers: Gebser, Kaufmann and Schaub, *Conflict-driven
answer set solving: from theory to practice*, Artificial Intelligence 187, 2012.

    source   of an atom a rule that M does not block, whose positive atoms had a source before it: so no circle
    loose    atoms without a source

All atoms but those that are loose when no source is left to be found are held up from outside; the loose ones are the
greatest unfounded set. As M changes little between two questions, few rules have to be looked at again.
"""

from __future__ import annotations

from collections.abc import Callable

from algorithms.problems.forms.program import LogicProgram


class Sources:
    """The sources of a program's atoms. ``is_blocked`` says of a rule, by its number, whether M blocks it now."""

    def __init__(self, program: LogicProgram, is_blocked: Callable[[int], bool]) -> None:
        atoms = range(1, len(program.names) + 1)
        self.positive: list[tuple[int, ...]] = [(), *(tuple(dict.fromkeys(rule.positive)) for rule in program.rules)]
        self.head = [0, *(rule.head for rule in program.rules)]
        self.rules: dict[int, list[int]] = {atom: [] for atom in atoms}
        self.needing: dict[int, list[int]] = {atom: [] for atom in atoms}
        for number, head in enumerate(self.head):
            if head:
                self.rules[head].append(number)
                for atom in self.positive[number]:
                    self.needing[atom].append(number)
        self.is_blocked = is_blocked
        self.source: dict[int, int] = {}
        self.loose = set(atoms)

    def unfounded(self) -> set[int]:
        """The greatest unfounded set on M as it is now; to be read before the next question."""
        self._let_go()
        self._hold_up()
        return self.loose

    def _let_go(self) -> None:
        """Takes their source from atoms whose rule is blocked now, and from those that rest on them."""
        gone = [atom for atom, rule in self.source.items() if self.is_blocked(rule)]
        while gone:
            atom = gone.pop()
            if self.source.pop(atom, 0):
                self.loose.add(atom)
                gone += (self.head[rule] for rule in self.needing[atom] if self.source.get(self.head[rule]) == rule)

    def _hold_up(self) -> None:
        """Gives loose atoms a source wherever there is one."""
        due = sorted(self.loose)
        while due:
            atom = due.pop()
            if atom in self.loose and (rule := next(filter(self._can_act, self.rules[atom]), 0)):
                self.source[atom] = rule
                self.loose.discard(atom)
                due += (self.head[rule] for rule in self.needing[atom])

    def _can_act(self, rule: int) -> bool:
        return not self.is_blocked(rule) and self.loose.isdisjoint(self.positive[rule])
