"""The experiments on the classic Zebra: what the task counts, and figures that do not depend on who counts."""

from __future__ import annotations

import pytest

from algorithms.core import find_algorithm, trace
from kit.zebras import classic
from scenarios.laboratory.spec import find_experiment, load_experiment
from scenarios.tasks import zebra
from scenarios.tasks.zebra import zebra_order

SEARCHES = ("bm-cbj2", "bm-cbj", "cbj", "fc", "fc-cbj")


def test_the_puzzle_is_the_one_of_the_lessons() -> None:
    ours, lesson = zebra.classic().as_csp(), classic().as_csp()
    assert ours.domains == lesson.domains
    assert [(c.name, c.scope) for c in ours.constraints] == [(c.name, c.scope) for c in lesson.constraints]


@pytest.mark.parametrize("ac3", [False, True])
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_the_task_counts_what_the_counters_on_the_stage_do(algorithm: str, ac3: bool) -> None:
    row = zebra_order({"algorithm": algorithm, "ac3": ac3}, 4)
    known = find_algorithm(algorithm)
    events, answer = trace(known.start(classic().as_csp(), {"order": "random", "ac3": ac3}, 4))
    totals = {counter.name: sum(counter.worth(event) for event in events if isinstance(event, counter.counts))
              for counter in known.counters}
    assert {name: row[name] for name in ("checks", "calls", "nodes", "jumps")} == {
        name: totals[name] for name in ("checks", "calls", "nodes", "jumps")}
    assert row["solved"] is True
    assert row["cut_off"] is False
    assert (answer.solution["Norwegian"], answer.solution["water"]) == (1, 1)
    assert answer.solution["Japanese"] == answer.solution["zebra"] == 5


def test_searches_with_one_seed_have_one_order() -> None:
    """So they visit the same nodes, and differ only in what they check."""
    rows = [zebra_order({"algorithm": name, "ac3": True}, 11) for name in ("cbj", "bm-cbj", "bm-cbj2")]
    assert len({row["nodes"] for row in rows}) == 1
    checks = [int(row["checks"]) for row in rows]
    assert checks == sorted(checks, reverse=True)


def test_a_hopeless_order_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zebra, "MOST_CHECKS", 500)
    row = zebra_order({"algorithm": "bt"}, 4)
    assert row["checks"] == 500
    assert row["cut_off"] is True
    assert row["solved"] is False


@pytest.mark.parametrize(("name", "figures"), [("zebra-orders", 10), ("zebra-chronological", 1)])
def test_the_figures_to_compare_with_are_all_there(name: str, figures: int) -> None:
    assert len(load_experiment(find_experiment(name)).published) == figures
