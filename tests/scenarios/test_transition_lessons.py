"""What lessons 100 to 108, and 119 to 121, say of graphs and programs that no event tells."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise, product

from algorithms.core import run
from algorithms.problems.forms.semantics import is_answer_set, is_unfounded, least_model, reduct
from algorithms.transitions.graph import unfold
from algorithms.transitions.records import FAIL, Record, State, is_consistent, is_record
from algorithms.transitions.rules import System, aset, dp
from algorithms.transitions.strategy import DPLL, SMODELS, strategy_of
from kit.small_systems import record
from scenarios.loader import find, load


def system_of(lesson: str) -> System:
    form = load(find(lesson)).form()
    return aset(form) if hasattr(form, "rules") else dp(form)


def paths(system: System, start: Record, strategy: str) -> list[tuple[State, ...]]:
    """All paths that the strategy allows, from a state to a terminal one."""
    found: list[tuple[State, ...]] = []
    for edge in strategy_of(system, strategy).allowed(system.transitions(start)):
        after = edge.after
        found += [(start, after)] if after == FAIL else [(start, *rest) for rest in paths(system, after, strategy)]
    return found or [(start,)]


def test_lesson_101_eight_paths_of_dpll_decide_p_and_then_q() -> None:
    """Problem 3(a). Four propagate q first, four r; all come through ¬p, as does any path at all that begins with p."""
    system = system_of("the-whole-graph-of-a-formula")
    p, q, not_p = (record(system, text) for text in ("pΔ", "pΔ q", "¬p"))
    first = [path[:path.index(not_p) + 1] for path in paths(system, p, DPLL)]
    then = [path for path in paths(system, not_p, DPLL) if path[1] == record(system, "¬p qΔ")]
    found = {one + other[1:] for one in first for other in then}
    assert len(found) == 8 and len(then) == 1
    assert sum(q in path for path in found) == 4

    @cache
    def avoids(state: State) -> bool:
        """Is there a path from here to a terminal state that never comes to ¬p?"""
        edges = system.transitions(state)
        return state != not_p and (not edges or any(avoids(edge.after) for edge in edges))

    assert not avoids(p) and avoids(())


def test_lesson_102_no_run_of_dpll_takes_path_5() -> None:
    system = system_of("a-path-that-dpll-never-takes")
    states = [record(system, text) for text in ("", "pΔ", "pΔ rΔ", "pΔ rΔ qΔ")]
    assert all(after in [edge.after for edge in system.transitions(before)] for before, after in pairwise(states))
    assert tuple(states) not in paths(system, (), DPLL)
    assert states[-1] in unfold(system).verdict.terminal


def test_lesson_104_three_models_and_why_two_are_no_answer_sets() -> None:
    form = load(find("what-no-clause-says")).form()
    number = {name: atom for atom, name in enumerate(form.names, 1)}
    p, q, r = number["p"], number["q"], number["r"]
    assert is_unfounded(form, {r}, {p, -q, r}) and is_unfounded(form, {q}, {p, q, r})
    models = [m for m in ({p, sign_q * q, sign_r * r} for sign_q in (1, -1) for sign_r in (1, -1))
              if all(any(literal in m for literal in clause) for clause in form.classical().clauses)]
    assert models == [{p, q, r}, {p, -q, r}, {p, -q, -r}]


def test_lesson_105_five_states_and_the_path_that_smodels_takes() -> None:
    system = system_of("two-paths-to-one-answer-set")
    graph = unfold(system)
    end = record(system, "r ¬qΔ p")
    for text in ("", "r", "r pΔ", "r ¬qΔ", "r ¬qΔ p"):
        assert is_record(record(system, text)) and record(system, text) in graph.number
    assert (record(system, ""), record(system, "r"), record(system, "r ¬qΔ"), end) in paths(system, (), SMODELS)
    assert not graph.verdict.fails


def test_lesson_107_each_reduct_is_the_program_itself() -> None:
    program = load(find("what-nothing-holds-up")).form()
    for x in ((), (1,), (1, 2), (1, 2, 3)):
        assert [rule for _, rule in reduct(program, x)] == list(program.rules)
    assert [program.names[atom - 1] for atom, _ in least_model(program.rules)] == ["p"]


def test_lesson_108_classical_models_and_unfounded_sets() -> None:
    """Problem 4(a) to (e)."""
    program = load(find("two-that-exclude-each-other")).form()
    number = {name: atom for atom, name in enumerate(program.names, 1)}
    p, q, r = number["p"], number["q"], number["r"]
    each = [{a * p, b * q, c * r} for a, b, c in product((1, -1), repeat=3)]
    models = [m for m in each if all(m & set(clause) for clause in program.classical().clauses)]
    assert models == [{p, q, r}, {p, -q, r}, {-p, q, r}]
    subsets = [set(u) for size in range(4) for u in combinations((p, q, r), size)]
    found = {m: [u for u in subsets if is_unfounded(program, u, set(m))] for m in ((r, p, q), (r, -p, -q), (r, p, -q))}
    assert found[r, p, q] == [set(), {p}, {q}, {p, q}]
    assert found[r, -p, -q] == [set()] and found[r, p, -q] == [set(), {q}]
    assert [m for m in models if is_answer_set(program, {a for a in m if a > 0})] == models[1:]


def test_lesson_119_no_path_from_the_beginning_leads_to_q() -> None:
    system = system_of("which-edges-leave-a-state")
    assert record(system, "q") not in unfold(system).number
    assert is_consistent(record(system, "q"))


def test_lesson_121_the_answer_counts_four_models() -> None:
    assert run(load(find("one-path-through-all-models")).steps()).count == 4
