"""What a backbone algorithm finds out: which candidates are left, and for all others a certificate that can be checked.

Source of Λ and of both rules that make it smaller: Simon 2012, section 3.2, Algorithm 1, after Marques-Silva, Janota
and Lynce 2010.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from algorithms.answers import Answer
from algorithms.backbones.partial_models import ModelReducer
from algorithms.backbones.probes import Probes
from algorithms.core import Choose, Event, Outcome, Steps
from algorithms.events import Dropped, FactsListed, FixedBackbone, Freed, Listed, ModelReduced
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import Domain

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a literal is in the backbone: no model has any of these literals, its complement among them.

    clause:    the unit clause of the formula that says so, where there is one
    conflicts: from how many the solver had learned by then, each a clause
    """

    refuted: Words
    conflicts: int = 0
    clause: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """Why neither literal of a variable is in the backbone: two models, one with each."""

    models: tuple[Words, Words]


Certificate = Refutation | Difference


class OpenDomains(dict[str, Domain]):
    """The values of variables. A variable that the formula does not speak of can have both."""

    def __missing__(self, variable: str) -> Domain:
        return (0, 1)


@dataclass(frozen=True)
class Backbone(Answer):
    """The backbone, of the puzzle's variables in the order of the formula; nothing where the formula has no model.

    variables:    those of the puzzle
    certificates: of each of these that occurs in a clause
    """

    satisfiable: bool
    literals: Words
    variables: Words
    certificates: Mapping[str, Certificate]

    @classmethod
    def of_none(cls, cnf: CNF) -> Backbone:
        """The answer for a formula without a model, as Algorithm 1 returns it: ∅."""
        return cls(False, (), cnf.names[: cnf.visible], {})

    @property
    def outcome(self) -> Outcome:
        return "complete" if self.satisfiable else "unsatisfiable"

    @property
    def consistent(self) -> bool:
        return self.satisfiable

    @cached_property
    def domains(self) -> OpenDomains:
        """For each variable of the puzzle the values that it has in some model, if there is a model."""
        values = self.values
        return OpenDomains((x, (values[x],) if x in values else (0, 1)) for x in self.variables)

    @property
    def values(self) -> dict[str, int]:
        """The backbone as values of variables: 1 for true."""
        return {literal.removeprefix("¬"): int(literal[0] != "¬") for literal in self.literals}

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        return {"satisfiable": self.satisfiable,
                "backbone": {x: value for x, value in self.values.items() if x not in hidden}}

    def proof(self, hidden: frozenset[str]) -> dict[str, object]:
        """The certificates in plain types, without the variables in ``hidden``: ``models``, each a list of literals,
        and ``certificates`` by variable:

            {"clause": 3}                       a backbone: clause 3 of the formula says so
            {"refuted": ["¬p"], "conflicts": 7} a backbone: no model has any of these, learned from so many conflicts
            {"models": [0, 4]}                  none: the models of these numbers (from 0) differ there
            {"model": 4}                        none: this model stays one if the variable's value is changed
        """
        models: dict[Words, int] = {}

        def number(model: Words) -> int:
            return models.setdefault(tuple(word for word in model if word.lstrip("¬") not in hidden), len(models))

        found: dict[str, dict[str, object]] = {}
        for x, certificate in self.certificates.items():
            if x in hidden:
                continue
            if isinstance(certificate, Difference):
                one, other = certificate.models
                found[x] = ({"model": number(one)} if len(set(one) - set(other)) == 1 else
                            {"models": [number(one), number(other)]})
            elif certificate.clause is not None:
                found[x] = {"clause": certificate.clause}
            else:
                found[x] = {"refuted": [*certificate.refuted], "conflicts": certificate.conflicts}
        return {"models": [[*model] for model in models], "certificates": found}


class Findings:
    """Λ and what became of the literals that left it.

    first:        the first model; its literals that are not facts are the candidates, but for those of auxiliary
                  variables: what these are says nothing about the puzzle
    candidates:   those that are left, in the order in which they are tested; an ordered set
    backbone:     literals of the backbone found so far
    certificates: by variable
    """

    def __init__(self, cnf: CNF, sat: Probes) -> None:
        """After ``sat`` has found its first model."""
        self.cnf, self.sat, self.words = cnf, sat, cnf.words()
        self.first = sat.model()
        self.candidates: dict[int, None] = {}
        self.backbone: list[int] = []
        self.certificates: dict[int, Certificate] = {}

    def listed(self, nu: Iterable[int]) -> Steps[None]:
        """Λ ← the literals of a first model, perhaps a partial one, but for the facts."""
        for number, clause in enumerate(self.cnf.clauses, start=1):
            if len(clause) == 1 and self.is_open(abs(clause[0])):
                self.backbone.append(clause[0])
                self.certificates[abs(clause[0])] = Refutation((self.words[-clause[0]],), clause=number)
        self.candidates = dict.fromkeys(literal for literal in nu if self.is_open(abs(literal)))
        yield Listed(self.words.said(self.candidates))
        if self.backbone:
            yield FactsListed(self.words.said(self.backbone))

    @cached_property
    def reducer(self) -> ModelReducer:
        """Makes partial models, where an algorithm wants such."""
        return ModelReducer(self.cnf.clauses)

    def is_open(self, variable: int) -> bool:
        """Is it a variable of the puzzle that nothing is found out about so far?"""
        return variable <= self.cnf.visible and variable not in self.certificates

    def partial(self) -> Steps[list[int]]:
        """The model found last, reduced to a part of it that satisfies the formula."""
        model = self.sat.model()
        nu = self.reducer.reduce(model)
        if len(nu) < len(model):
            left, said = set(nu), self.words.said
            yield ModelReduced(said(nu), said(literal for literal in model if literal not in left))
        return nu

    def chosen(self, choose: Choose) -> int:
        """The candidate to be tested now: the first one, or what ``choose`` prefers to it."""
        candidates = {self.words[literal]: literal for literal in self.candidates}
        words = list(candidates)
        return candidates[choose("candidate", words, words[0])]

    def free_what_is_not_in(self, nu: Sequence[int]) -> Steps[None]:
        """Rule 1: Λ loses the variables that the partial model ``nu`` leaves unassigned."""
        model = self.sat.model()
        if len(nu) == len(model):
            return
        assigned = set(map(abs, nu))
        for literal in self.first:
            variable = abs(literal)
            if variable not in assigned and self.is_open(variable):
                flipped = [-other if abs(other) == variable else other for other in model]
                self.certificates[variable] = Difference((self.words.said(model), self.words.said(flipped)))
                self.candidates.pop(literal, None)
                yield Freed(self.words[literal])

    def drop_what_is_false_in(self, nu: Iterable[int]) -> Steps[list[int]]:
        """Rule 2: Λ loses the literals whose complements are in ``nu``; returns them."""
        true = set(nu)
        gone = [literal for literal in self.candidates if -literal in true]
        if gone:
            difference = Difference((self.words.said(self.first), self.words.said(self.sat.model())))
            for literal in gone:
                yield self.drop(literal, difference)
        return gone

    def drop(self, literal: int, difference: Difference) -> Event:
        """This candidate is in no backbone."""
        del self.candidates[literal]
        self.certificates[abs(literal)] = difference
        return Dropped(self.words[literal])

    def fix(self, literal: int, refuted: Words = ()) -> Event:
        """This candidate is in the backbone: the solver refuted its complement, or all of ``refuted`` at once."""
        del self.candidates[literal]
        self.backbone.append(literal)
        self.certificates[abs(literal)] = Refutation(refuted or (self.words[-literal],), self.sat.conflicts)
        return FixedBackbone(self.words[literal])

    def answer(self) -> Backbone:
        """The backbone, when no candidate is left."""
        names = self.cnf.names
        return Backbone(
            True,
            self.words.said(sorted(self.backbone, key=abs)),
            names[: self.cnf.visible],
            {names[variable - 1]: self.certificates[variable] for variable in sorted(self.certificates)},
        )
