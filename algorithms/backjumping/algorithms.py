"""The searches under the names that lessons use, each with the pseudocode of its source, mended.

Sources: Prosser 1993; BM-CBJ2: *Algorithms for Solving Zebra and Sherlock*, after Kondrak 1994. What is mended, and
why stands in :mod:`algorithms.backjumping.look_back` and :mod:`algorithms.backjumping.backmarking`.
"""

from __future__ import annotations

from random import Random

from algorithms.backjumping import BACKJUMPING
from algorithms.backjumping.backmarking import BM, BMCBJ, BMCBJ2, BMJ, Printed
from algorithms.backjumping.events import Checked, DeadEnd, Instantiated, Judged, Saved
from algorithms.backjumping.forward import FC, FCCBJ
from algorithms.backjumping.look_back import BJ, BT, CBJ
from algorithms.backjumping.orders import DYNAMIC, Order
from algorithms.backjumping.problem import prepared, problem_of
from algorithms.backjumping.search import Begun, Search, bcssp
from algorithms.backtracking.backtracking import Solutions
from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.events import JumpedBack, Solved
from algorithms.problems.forms.csp import CSP

RUNGS = ("check", "value", "label", "solution")
PROSSER = "Prosser 1993"

BCSSP = """
bcssp(n, status)                                   # =
  i ← 1, consistent ← true                         # OrderFixed
  while status = unknown
    i ← label(i) if consistent, else unlabel(i)
    if i > n: a solution                           # Solved
    if i = 0: impossible                           # SearchEnded, =
"""
_LABEL = """
label(i)                                           # =
  for k ∈ current-domain[i] while not consistent
    v[i] ← k                                       # Instantiated{marks}
    for h ← {start} to i − 1 while consistent
      consistent ← check(i, h){mcl}                  # Checked
    if not consistent:{blame}                        # Judged
      current-domain[i] ← remove(k, current-domain[i])
  return i + 1 if consistent, else i               # Decided
unlabel(i)                                         # DeadEnd, ={target}
  for j ← h + 1 to i:{reset} current-domain[j] ← domain[j] # =
  current-domain[h] ← remove(v[h], current-domain[h])
  return h                                         # SteppedBack{jumped}
"""


def _code(start: str = "1", marks: str = "", mcl: str = "", blame: str = "", target: str = "", reset: str = "",
          jumped: str = ", JumpedBack") -> str:
    """bcssp with a label and an unlabel."""
    text = _LABEL.format(start=start, marks=marks, mcl=mcl, blame=blame, target=target, reset=reset, jumped=jumped)
    return BCSSP + text


_STEP = "\n  h ← i − 1"
_DEEPEST = "\n  h ← max-check[i]"
_JOIN = """
  h ← max-list(conf-set[i])
  conf-set[h] ← (conf-set[h] ∪ conf-set[i]) \\ {h}  # ConfSetJoined"""
_RECALL = "\n    consistent ← mcl[i,k] ≥ mbl[i]                  # Saved, ="
_RECALL_2 = "\n    consistent ← mcl[i,k] ≥ mbl[i,k]                # Saved, ="
_LOWER = """
  mbl[i] ← h                                       # =
  for j ← h + 1 to n: mbl[j] ← min(mbl[j], h)      # MarksLowered, ="""
_LOWER_2 = """
  for j ← h + 1 to n, all k: mbl[j,k] ← min(…, h)  # MarksLowered, ="""
_MCL = ", mcl[i,k] ← h"

FORWARD = BCSSP + """
label(i)                                           # VariableSelected, =
  for k ∈ current-domain[i] while not consistent
    v[i] ← k                                       # Instantiated
    for j ← i + 1 to n while consistent
      for each value of current-domain[j]: check(i, j) # Checked
      take from it what is not consistent: reductions[j] # Struck
      is anything left of it?                      # Emptied
    if not consistent: undo-reductions(i)          # Judged{blame}
      current-domain[i] ← remove(k, current-domain[i])
  return i + 1 if consistent, else i               # Decided
unlabel(i)                                         # DeadEnd, ={target}
{undo}
  current-domain[h] ← remove(v[h], current-domain[h])
  return h                                         # SteppedBack{jumped}
"""
_UNDO = "  undo-reductions(h), update-current-domain(i)    # ="
_UNDO_ALL = """  for j ← i down to h + 1: conf-set[j] ← {0}       # =
    undo-reductions(j), update-current-domain(j)   # =
  undo-reductions(h)                               # ="""
_JOIN_FORWARD = """
  h ← max(max-list(conf-set[i]), max-list(past-fc[i]))
  conf-set[h] ← (conf-set[h] ∪ conf-set[i] ∪ past-fc[i]) \\ {h} # ConfSetJoined"""

_NODES = Counter("nodes", Instantiated, "nodes visited: values that a variable took to be checked", better="fewer")
_CHECKS = Counter("checks", Checked, "consistency checks: calls of check on two variables with a constraint",
                  better="fewer")
_CALLS = Counter("calls", Judged, "calls of check, those on two variables without a constraint too",
                 lambda event: event.calls, better="fewer")
_ENDS = Counter("dead ends", DeadEnd, "times that a variable had no value left", better="fewer")
_JUMPS = Counter("jumps", JumpedBack, "returns over at least one variable")
_SOLUTIONS = Counter("solutions", Solved, "solutions found")
_SAVED = Counter("saved", Saved, "checks that the memory of earlier ones made needless", lambda event: event.checks)

PLAIN = (_NODES, _CHECKS, _CALLS, _ENDS, _JUMPS, _SOLUTIONS)
MARKED = (_NODES, _CHECKS, _SAVED, _CALLS, _ENDS, _JUMPS, _SOLUTIONS)


def _start(csp: CSP, kind: type[Search], order: Order, ac3: bool, all_: bool, rng: Random | None,
           choose: Choose) -> Steps[Solutions]:
    """A search that looks back, on the network in that order."""
    def begin() -> Begun:
        binary, domains, pruned, consistent = prepared(csp, ac3)
        return kind(problem_of(binary, domains, order, rng), choose), pruned, consistent

    return bcssp(begin, all_)


def _start_forward(csp: CSP, kind: type[FC], order: Order, ac3: bool, all_: bool, rng: Random | None,
                   choose: Choose) -> Steps[Solutions]:
    """A search that looks forward. Where its order may change, variables are numbered as they are given."""
    def begin() -> Begun:
        binary, domains, pruned, consistent = prepared(csp, ac3)
        problem = problem_of(binary, domains, "given" if order in DYNAMIC else order, rng)
        return kind(problem, order, choose), pruned, consistent

    return bcssp(begin, all_)


@algorithm("bt", title="Chronological backtracking (BT)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=_code(target=_STEP, jumped=""), rungs=RUNGS, counters=PLAIN)
def bt(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002  the option's name in YAML
       rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """From a dead end goes back to the variable before. ``order`` of the variables; ``ac3``: AC-3 runs before, and
    is not shown; ``all``: counts all solutions."""
    return _start(csp, BT, order, ac3, all, rng, choose)


@algorithm("bm", title="Backmarking (BM)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=_code("mbl[i]", _RECALL, _MCL, target=_STEP + _LOWER, jumped=""), rungs=RUNGS, counters=MARKED)
def bm(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002
       rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """As ``bt``, and makes no check anew whose variables have not changed."""
    return _start(csp, BM, order, ac3, all, rng, choose)


@algorithm("bj", title="Backjumping (BJ)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=_code(mcl=", max-check[i] ← max(…, h)", target=_DEEPEST, reset=" max-check[j] ← 0,"),
           rungs=RUNGS, counters=PLAIN)
def bj(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002
       rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """From a dead end jumps to the deepest variable that was asked. Options as in ``bt``."""
    return _start(csp, BJ, order, ac3, all, rng, choose)


@algorithm("cbj", title="Conflict-directed backjumping (CBJ)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=_code(blame=" add h to conf-set[i]", target=_JOIN, reset=" conf-set[j] ← {0},"),
           rungs=RUNGS, counters=PLAIN)
def cbj(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002
        rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """From a dead end jumps to the deepest variable that is to blame for it. Options as in ``bt``."""
    return _start(csp, CBJ, order, ac3, all, rng, choose)


@algorithm("bmj", title="Backmarking with backjumping (BMJ)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=_code("mbl[i]", _RECALL, ", mcl[i,k], max-check[i]", target=_DEEPEST + _LOWER,
                            reset=" max-check[j] ← 0,"),
           rungs=RUNGS, counters=MARKED)
def bmj(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002
        rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """``bj`` with the memory of ``bm``. Options as in ``bt``."""
    return _start(csp, BMJ, order, ac3, all, rng, choose)


@algorithm("bm-cbj", title="Backmarking with CBJ (BM-CBJ)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=_code("mbl[i]", _RECALL, _MCL, " add mcl[i,k] to conf-set[i]", _JOIN + _LOWER,
                            " conf-set[j] ← {0},"),
           rungs=RUNGS, counters=MARKED)
def bm_cbj(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002
           rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """``cbj`` with the memory of ``bm``. Options as in ``bt``."""
    return _start(csp, BMCBJ, order, ac3, all, rng, choose)


@algorithm("bm-cbj2", title="BM-CBJ2", family=BACKJUMPING, solves=CSP,
           source="Algorithms for Solving Zebra and Sherlock, after Kondrak 1994",
           pseudocode=_code("mbl[i,k]", _RECALL_2, _MCL, " add mcl[i,k] to conf-set[i]", _JOIN + _LOWER_2,
                            " conf-set[j] ← {0},"),
           rungs=RUNGS, counters=MARKED)
def bm_cbj2(csp: CSP, *, order: Order = "given", ac3: bool = False, printed: bool = False,
            all: bool = False,  # noqa: A002
            rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """``bm-cbj`` that remembers for each value how far it holds. ``printed`` keeps an error of the text, mbl[i,k] ← i
    before the loop over h: it takes values that nobody has checked. Other options as in ``bt``."""
    return _start(csp, Printed if printed else BMCBJ2, order, ac3, all, rng, choose)


@algorithm("fc", title="Forward checking (FC)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=FORWARD.format(blame="", target=_STEP, undo=_UNDO, jumped=""), rungs=RUNGS, counters=PLAIN)
def fc(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002
       rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """Checks what a value leaves to the open variables. Options as in ``bt``; the order follows what is left."""
    return _start_forward(csp, FC, order, ac3, all, rng, choose)


@algorithm("fc-cbj", title="Forward checking with CBJ (FC-CBJ)", family=BACKJUMPING, solves=CSP, source=PROSSER,
           pseudocode=FORWARD.format(blame="\n      conf-set[i] ← conf-set[i] ∪ past-fc[j] # =", target=_JOIN_FORWARD,
                                     undo=_UNDO_ALL, jumped=", JumpedBack"),
           rungs=RUNGS, counters=PLAIN)
def fc_cbj(csp: CSP, *, order: Order = "given", ac3: bool = False, all: bool = False,  # noqa: A002
           rng: Random | None = None, choose: Choose = choose) -> Steps[Solutions]:
    """``fc`` that jumps to the deepest variable to blame. Options as in ``fc``."""
    return _start_forward(csp, FCCBJ, order, ac3, all, rng, choose)
