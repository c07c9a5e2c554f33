"""What dancing links refuses: items and options, held against all models, and against what the options that are taken
leave of each item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import pytest

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.cover import Item, items_of
from kit.at_least_runs import models_of
from kit.refusals import text, told
from scenarios.loader import Scenario
from visualizer.families.covering.state import CoverState


def covers(seed: int) -> Scenario:
    """A random exact cover that has a solution, with a secondary item."""
    rng = Random(seed)
    items = rng.sample("abcdefg", 7)
    parts = [items[:2], items[2:5], items[5:], *(rng.sample("abcdefgh", rng.randint(1, 3)) for _ in range(9))]
    options = ", ".join(f"{number}: [{', '.join(sorted(part))}]" for number, part in enumerate(parts, 1))
    return text("dancing-links", f"puzzle: {{kind: exact-cover, items: [a, b, c, d, e, f, g], secondary: [h], "
                                 f"options: {{{options}}}}}\n", "options: {all: true}\n")


def formula(seed: int) -> Scenario:
    """A random formula: items that need one of their literals and may have all."""
    rng = Random(seed)
    clauses = [" | ".join(rng.choice(("", "~")) + name for name in rng.sample("pqrstuv", rng.randint(2, 3)))
               for _ in range(10)]
    return text("dancing-links", f'puzzle: {{kind: cnf, formula: "{", ".join(clauses)}"}}\n', "options: {all: true}\n")


def mines(seed: int) -> Scenario:
    """A Gnomine board: items that need several of their options."""
    rows = ". . . ., . 3 2 ., . 2 1 .", ". . . . ., 1 2 3 2 1, 0 0 0 0 0", ". 2 ., 2 . 2, . 2 .", ". . ., . 5 ., . . 2"
    board = rows[seed % len(rows)].replace(", ", "\\n")
    return text("dancing-links", f'puzzle: {{kind: gnomine, board: "{board}"}}\n', "options: {all: true}\n")


SCENARIOS = [pytest.param(make(seed), id=f"{make.__name__}{seed}") for make in (covers, formula, mines)
             for seed in range(4)]


class Branch:
    """Where a search is, by what it says of its options alone: those it has taken, and left out, and the models found
    so far; and what follows, as an item that has all it may have takes no more."""

    def __init__(self, form: AtLeastForm, events: Sequence[Event]) -> None:
        self.form, self.words = form, form.words()
        self.items = {item.name: item for item in items_of(form)}
        self.taken, self.out, self.found = list[str](), list[str](), list[frozenset[str]]()
        tried: list[set[str]] = [set()]  # of each level, what was put back there
        for event in events:
            match event:
                case e.OptionTaken():
                    self.taken.append(event.option)
                    tried.append(set())
                case e.OptionReturned():
                    assert self.taken.pop() == event.option
                    tried.pop()
                    tried[-1].add(event.option)
                case e.OptionExcluded():
                    self.out.append(event.option)
                case e.OptionReadmitted():
                    self.out.remove(event.option)
                case e.CoverFound():
                    self.found.append(frozenset(event.options))
        self.put_back, self.true = tried[-1], self._closed()

    def _closed(self) -> set[str]:
        true, before = {*self.taken, *map(negation, self.out)}, set[str]()
        while true != before:
            before = set(true)
            for item in self.items.values():
                if self.has(item, before) >= item.most:
                    true |= {negation(word) for word in self.literals(item) if word not in before}
        return true

    def literals(self, item: Item) -> list[str]:
        return [self.words[literal] for literal in item.literals]

    def has(self, item: Item, true: set[str]) -> int:
        return sum(word in true for word in self.literals(item))

    def left(self, models: Iterable[frozenset[str]], *more: str) -> list[frozenset[str]]:
        """The models with what is taken here, without what is left out, that were not found yet."""
        here = [*self.taken, *map(negation, self.out), *more]
        return [model for model in models if model not in self.found
                and all((negation(word) not in model) if word.startswith("¬") else word in model for word in here)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_items_that_are_refused_need_nothing_more(scenario: Scenario) -> None:
    for events, before, offer, refused in told(scenario, "item"):
        here = Branch(before.form, events)
        assert all(here.has(here.items[name], here.true) < here.items[name].least for name in offer.names)
        for name, why in refused:
            item = here.items[name]
            assert here.has(item, here.true) >= (item.most if "all that it may have" in why else item.least)
            assert item.least == 0 or "needs no option" not in why
        assert {name for name, _ in refused} == here.items.keys() - set(offer.names)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_options_that_are_refused_lead_to_nothing_new_and_all_others_are_offered(scenario: Scenario) -> None:
    models = models_of(scenario.runs[0].form())
    for events, before, offer, refused in told(scenario, "option"):
        here = Branch(before.form, events)
        for name, why in refused:
            if name not in here.true:
                assert not here.left(models, name)
            check_reason(here, name, why)
        item = here.items.get(str(before.of(CoverState).choice))
        every = set(before.form.names if item is None else here.literals(item))
        assert set(offer.names) <= every and not set(offer.names) & (here.true | set(map(negation, here.true)))
        for model in here.left(models):
            true = every & {*model, *(f"¬{name}" for name in before.form.names if name not in model)}
            assert true & set(offer.names) or (item is None and not here.left([model], *offer.names))


def check_reason(here: Branch, name: str, why: str) -> None:
    """By the words of the reason."""
    reason = why.removeprefix(f"{name} ")
    if reason == "is taken already.":
        assert name in here.taken
    elif reason == "was tried already, and put back.":
        assert name in here.put_back
    elif reason == "was tried, and is left out now.":
        assert name in here.out
    elif reason.endswith("is taken."):
        assert reason == f"is out: {negation(name)} is taken." and negation(name) in here.taken
    elif reason.endswith("is left out."):
        assert reason == f"is true already: {negation(name)} is left out." and negation(name) in here.out
    else:
        what, _, full = reason.removesuffix(" has all that it may have.").partition(": ")
        item = here.items[full]
        false = name if what == "is out" else negation(name)
        assert what in ("is out", "is true already") and false in here.literals(item)
        assert here.has(item, here.true) == item.most and negation(false) in here.true
