"""Backbones: the literals that are true in every model of a formula.

Sources: Salomé Simon, *CSP- and SAT-based Inference Techniques Applied to Gnomine*, Bachelor thesis, University of
Basel 2012, chapter 3; João Marques-Silva, Mikoláš Janota and Inês Lynce, *On computing backbones of propositional
theories*, ECAI 2010 (Algorithm 1 of the thesis); Armin Biere, Nils Froleyks and Wenxi Wang, *CadiBack: Extracting
Backbones with CaDiCaL*, SAT 2023.

    φ    the formula, which ``sat`` has            ν      the model found last, as a list of literals
    l    a literal that is tested                  ¬l     its complement, the candidate that the test is about
    Λ    the candidates left: ``found.candidates``. The thesis lists their complements, which are what is tested

The literals of unit clauses are facts: backbones without a test. Variables that occur in no clause are in no backbone.
"""

from __future__ import annotations

from collections.abc import Mapping

from algorithms.backbones import BACKBONES
from algorithms.backbones.answer import Backbone, Difference, Findings
from algorithms.backbones.probes import Choice, probes
from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.events import (
    ClauseAdded,
    Conflicted,
    Dropped,
    FixedBackbone,
    Freed,
    Modelled,
    Probed,
)
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability.dpll import MOST_MODELS, TooLongError

__all__ = ["Backbone", "backbone_core", "backbone_enumerate", "backbone_iterative", "backbone_simple"]

SAT = """
  each clause watches two of its literals            # Attached, =
  visit clauses of each new literal of the trail     # Watched
    a clause is unit: its last literal joins         # Implied
  a clause is false:                                 # Conflicted
    resolve it with reasons, from the last one on    # Resolved
    learn what that leads to                         # Learned, =
    jump back to where it is unit                    # JumpedBack
  many conflicts: restart                            # Restarted, =
  much learned: forget the worst half                # Forgotten, =
  a variable is open: decide it                      # Decided
  none is: ν is a model                              # Modelled
  no way is left: unsatisfiable                      # Refuted, =
  going back, literals leave the trail               # Undone, =
"""

PROBE = """
SAT(φ ∪ {l}), the literals assumed first             # Assumed, =""" + SAT

ENUMERATE = """
(sat, ν) ← SAT(φ); if not sat: return ∅
b ← the literals of ν                                # Listed
  those of unit clauses stay                         # FactsListed
while b has others and there is another model:
  φ ← φ and a clause that blocks ν                   # Blocked
  (sat, ν) ← SAT(φ)
  b ← {l ∈ b | l ∈ ν}                                # Dropped, =
return b                                             # FixedBackbone
SAT(φ):                                               # =""" + SAT

SIMPLE = """
(sat, ν) ← SAT(φ); if not sat: return ∅
the literals of ν: candidates                        # Listed
  those of unit clauses are backbones                # FactsListed
for each variable a of the candidates
  for each literal l of a and ¬a: SAT(φ ∪ {l})       # Probed
  both have a model: neither is a backbone           # Dropped
  only one has: that one is a backbone               # FixedBackbone, =""" + PROBE

ITERATIVE = """
(sat, ν) ← SAT(φ); if not sat: return ∅
  ν ← a part of ν that satisfies φ                   # ModelReduced
Λ ← {l | ¬l ∈ ν}                                     # Listed
ν_R ← the literals of unit clauses                   # FactsListed, =
foreach l ∈ Λ do
  (sat, ν) ← SAT(φ ∪ {l})                            # Probed
  if not sat then
    ν_R ← ν_R ∪ {¬l}                                 # FixedBackbone
    φ ← φ ∪ {¬l}                                     # ClauseAdded, =
  else
    ν ← a part of ν that satisfies φ
    foreach x ∈ X: if x ∉ ν and ¬x ∉ ν               # =
      Λ ← Λ − {x, ¬x}                                # Freed
    foreach l_ν ∈ ν: if l_ν ∈ Λ
      Λ ← Λ − {l_ν}                                  # Dropped
return ν_R""" + PROBE

CORE = """
(sat, ν) ← SAT(φ); if not sat: return ∅
Λ ← the literals of ν                                # Listed
  those of unit clauses are backbones                # FactsListed
from now on, decide their complements                # =
while Λ is not empty:
  T ← {¬l}, with l the first of Λ
  if the last test had no model: T ← {¬l | l ∈ Λ}
    φ ← φ and the clause T                           # ClauseAdded
  (sat, ν) ← SAT(φ and one of T)                     # Probed
  sat: Λ loses what is false in ν                    # Dropped
  not sat: the complements of T are backbones,       # +, =
  and what the solver knows by now                   # FixedBackbone, =""" + PROBE

RUNGS = ("clause", "literal", "decision", "probe")
PROBED = Counter("probes", Probed, "tests of candidates, each a call of the solver", better="fewer")
COUNTERS = (
    Counter("backbones", FixedBackbone, "literals found to be in the backbone, without the formula's facts"),
    Counter("disproved", Dropped, "candidates dropped because a model has their complement"),
    Counter("models", Modelled, "models found, the first one included"),
    Counter("conflicts", Conflicted, "clauses found false", better="fewer"),
)


def quicker(options: Mapping[str, object]) -> str:
    """What finds the same sooner, where a run takes long: fewer tests, and a solver that shows nothing of its work."""
    return f"backbone-core finds the same sooner{'' if _minisat(options) else ', and solver: minisat sooner still'}"


def _quicker_core(options: Mapping[str, object]) -> str:
    return "" if _minisat(options) else "solver: minisat finds the same sooner"


def _minisat(options: Mapping[str, object]) -> bool:
    return options.get("solver") == "minisat"


@algorithm("backbone-enumerate", title="Backbone by enumeration", family=BACKBONES, solves=CNF,
           source="Simon 2012, section 3.2", pseudocode=ENUMERATE, rungs=RUNGS, counters=COUNTERS, quicker=quicker)
def backbone_enumerate(cnf: CNF, *, solver: Choice = "own", choose: Choose = choose) -> Steps[Backbone]:
    """Takes from the literals of a first model those that another model has not, until there is no other.

    An estimate that is empty can shrink no more: what models remain is not asked. It tests no candidate, so that what
    is left to ``choose`` is which model comes next: the literals that the solver decides. Raises TooLongError beyond
    MOST_MODELS.
    """
    sat = probes(cnf, solver, choose)
    if not (yield from sat.solve()):
        return Backbone.of_none(cnf)
    b = Findings(cnf, sat)
    yield from b.listed(sat.model())
    listed = 1
    while b.candidates and (yield from sat.another()):
        yield from b.drop_what_is_false_in(sat.model())
        listed += 1
        if listed > MOST_MODELS:
            raise TooLongError(f"{MOST_MODELS:,} models are listed, and there are more; use backbone-core")
    for literal in list(b.candidates):
        yield b.fix(literal)
    return b.answer()


@algorithm("backbone-simple", title="Backbone by testing both literals", family=BACKBONES, solves=CNF,
           source="Simon 2012, section 3.2", pseudocode=SIMPLE, rungs=RUNGS,
           counters=(PROBED, *COUNTERS), quicker=quicker)
def backbone_simple(cnf: CNF, *, solver: Choice = "own", choose: Choose = choose) -> Steps[Backbone]:
    """Tests both literals of every variable, and does not look at the models that it finds."""
    sat = probes(cnf, solver)
    if not (yield from sat.solve()):
        return Backbone.of_none(cnf)
    found = Findings(cnf, sat)
    yield from found.listed(sat.model())
    while found.candidates:
        candidate = found.chosen(choose)
        a = abs(candidate)
        models = []
        for literal in (a, -a):
            yield Probed((found.words[literal],))
            if (yield from sat.solve([literal])):
                models.append(found.words.said(sat.model()))
        if len(models) == 2:
            yield found.drop(candidate, Difference((models[0], models[1])))
        else:
            yield found.fix(candidate)
    return found.answer()


@algorithm("backbone-iterative", title="Backbone by iteration", family=BACKBONES, solves=CNF,
           source="Simon 2012, Algorithm 1; Marques-Silva, Janota and Lynce 2010", pseudocode=ITERATIVE, rungs=RUNGS,
           counters=(PROBED, *COUNTERS, Counter("freed", Freed, "candidates dropped because a model leaves them open")),
           quicker=quicker)
def backbone_iterative(cnf: CNF, *, solver: Choice = "own", choose: Choose = choose) -> Steps[Backbone]:
    """Tests the complement of each literal of a first model, unless a model found on the way has dropped it.

    Models are reduced to partial ones, so that variables can be found to be left open. The first model, too, leaves
    variables open; they are dropped as by the first rule.
    """
    sat = probes(cnf, solver)
    if not (yield from sat.solve()):
        return Backbone.of_none(cnf)
    found = Findings(cnf, sat)
    nu = yield from found.partial()
    yield from found.listed(nu)
    yield from found.free_what_is_not_in(nu)
    while found.candidates:
        candidate = found.chosen(choose)
        yield Probed((found.words[-candidate],))
        if not (yield from sat.solve([-candidate])):
            yield found.fix(candidate)
            yield ClauseAdded(sat.add([candidate]), (found.words[candidate],))
        else:
            nu = yield from found.partial()
            yield from found.free_what_is_not_in(nu)
            yield from found.drop_what_is_false_in(nu)
    return found.answer()


@algorithm("backbone-core", title="Backbone by refuting what is left at once", family=BACKBONES, solves=CNF,
           source="Biere, Froleyks and Wang 2023 (CadiBack)", pseudocode=CORE, rungs=RUNGS,
           counters=(PROBED, *COUNTERS), quicker=_quicker_core)
def backbone_core(cnf: CNF, *, solver: Choice = "own", choose: Choose = choose) -> Steps[Backbone]:
    """CadiBack: tests one candidate, and after a backbone all that are left at once: are they backbones, too?

    As with ``--set-phase``, the solver decides the complements of candidates, so that a model drops many. The clause of
    all complements may stay: whatever is tested later makes it true, because the candidates only become fewer.
    """
    sat = probes(cnf, solver)
    if not (yield from sat.solve()):
        return Backbone.of_none(cnf)
    found = Findings(cnf, sat)
    yield from found.listed(sat.model())
    sat.prefer([-candidate for candidate in found.candidates])
    satisfiable = True
    while found.candidates:
        tested = [-found.chosen(choose)] if satisfiable else [-candidate for candidate in found.candidates]
        said = found.words.said(tested)
        if satisfiable:
            yield Probed(said)
            satisfiable = yield from sat.solve(tested)
        else:
            yield ClauseAdded(sat.add(tested), said)
            yield Probed(said, chunk=True)
            satisfiable = yield from sat.solve()
        if satisfiable:
            dropped = yield from found.drop_what_is_false_in(sat.model())
            sat.prefer(dropped)  # what they are was seen: now they may help to change the others
        else:
            for literal in tested:
                yield found.fix(-literal, said)
        for candidate in [candidate for candidate in found.candidates if sat.knows(candidate)]:
            yield found.fix(candidate)
    return found.answer()
