"""Clue: the game, what its log tells, the forms of that, what cannot be, and simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver  # type: ignore[import-untyped]

from algorithms.counting.clue_states import later_states, needed_to_win
from algorithms.problems.clue.check import HAND, clashing, contradiction
from algorithms.problems.clue.deal import case_files, simulate
from algorithms.problems.clue.deck import CASE_FILE, Deck
from algorithms.problems.clue.facts import LogLine
from algorithms.problems.clue.notepad import RandomGame
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.puzzle import PuzzleError, puzzles
from kit.clue_games import all_deals, deals, possible, small_deck, small_games, table_1
from kit.work import calls_at_most

PLAYERS = ("sc", "mu", "wh", "gr", "pe", "pl")


def line(text: str) -> LogLine:
    """``mu sc sc re ba ba``: who, the refuter, the cards, and what was shown."""
    who, refuter, suspect, weapon, room, *shown = text.split()
    return LogLine((suspect, weapon, room), suggest=who, refute=refuter, shown=shown[0] if shown else None)


def clue(*lines: str, **keys: Any) -> Clue:
    given: dict[str, Any] = {"players": PLAYERS, "me": "mu", "hand": ("pl", "ro", "li"), **keys}
    return Clue.read(events=tuple(map(line, lines)), **given)


# --- knowledge and forms ---------------------------------------------------------------------------------------------


def test_what_a_line_tells() -> None:
    facts = clue("mu sc sc re ba ba", "wh pe wh ca lo", "gr none gr re ha").played
    told = [(fact.sentence, fact.source, fact.line) for fact in facts]
    assert told[:3] == [("wh does not have sc", "line 1", 0), ("wh does not have re", "line 1", 0),
                        ("wh does not have ba", "line 1", 0)]
    assert ("sc showed ba", "line 1", 0) in told
    assert [said for said, _, number in told if number == 1] == [
        "gr does not have wh", "gr does not have ca", "gr does not have lo", "pe showed one of wh, ca, lo"]
    assert len([said for said, _, number in told if number == 2]) == 15
    wrong = LogLine(("sc", "re", "ba"), accuse="wh", correct=False)
    assert [fact.sentence for fact in clue().after(wrong).played] == ["the case file is not sc, re, ba"]
    right = LogLine(("sc", "re", "ba"), accuse="wh", correct=True)
    assert [fact.sentence for fact in clue().after(right).played] == [
        "sc is in the case file", "re is in the case file", "ba is in the case file"]


def test_initial_knowledge_is_the_papers_four_kinds() -> None:
    game = clue()
    by_kind = {kind: [fact for fact in game.initial if fact.kind == kind]
               for kind in ("one place", "case file", "hand size", "own hand")}
    assert sum(map(len, by_kind.values())) == len(game.initial)
    assert {kind: len(facts) for kind, facts in by_kind.items()} == {
        "one place": 42, "case file": 6, "hand size": 12, "own hand": 3}
    assert all(fact.line is None for fact in game.initial)
    assert [fact.sentence for fact in by_kind["hand size"][:2]] == ["sc has at least 3 cards", "sc has at most 3 cards"]


def test_the_papers_counts() -> None:
    """Section 3: 12 at-least constraints for six hands, or 35,910 + 1,260 clauses."""
    game = table_1()
    form, cnf = game.as_at_least(), game.as_cnf()
    hands = [at_least for at_least, origin in zip(form.constraints, form.origins, strict=True)
             if origin.startswith("hand of")]
    assert len(hands) == 12
    assert sorted({minimum for _, minimum in hands}) == [3, 18]
    expanded = [clause for clause, origin in zip(cnf.clauses, cnf.origins, strict=True) if origin.startswith("hand of")]
    assert sum(clause[0] < 0 for clause in expanded) == 35_910
    assert sum(clause[0] > 0 for clause in expanded) == 1_260
    assert len(form.names) == len(cnf.names) == cnf.visible == form.visible == 21 * 7
    assert form.text(1) == "{mu=sc, mu=mu, mu=wh, mu=gr, mu=pe, mu=pl, mu=cf}₁"


@settings(max_examples=40, deadline=None)
@given(small_games())
def test_all_forms_have_the_same_models(game: Clue) -> None:
    """At-least constraints, clauses, network: each holds in exactly the deals that the rules of the game allow."""
    form, cnf, csp = game.as_at_least(), game.as_cnf(), game.as_csp()
    every = list(all_deals(game))
    fitting = [holder for holder in every if possible(game, holder)]
    for holder in (*every[::len(every) // 40 + 1], *fitting[::len(fitting) // 40 + 1]):
        true = {f"{card}={place}" for card, place in holder.items()}
        values = [0, *((1 if name in true else -1) for name in form.names)]
        fits = possible(game, holder)
        assert all(sum(values[abs(x)] * x > 0 for x in literals) >= minimum
                   for literals, minimum in form.constraints) == fits
        assert all(any(values[abs(x)] * x > 0 for x in clause) for clause in cnf.clauses) == fits
        inside = all(holder[card] in domain for card, domain in csp.domains.items())
        assert (inside and all(c.allows([holder[card] for card in c.scope]) for c in csp.constraints)) == fits


@settings(max_examples=25, deadline=None)
@given(small_games())
def test_clauses_have_no_other_models(game: Clue) -> None:
    solver: Any = Solver("cadical153", bootstrap_with=game.as_cnf().clauses)
    models = list(solver.enum_models())
    solver.delete()
    assert len(models) == len(deals(game))


def test_the_notepad() -> None:
    layout = table_1().layout()
    assert [layout.columns, layout.rows] == [9, 22]
    assert layout.places["mu"] == (0.0, 1.0)
    assert layout.places["mu=sc"] == (1.0, 1.0)
    assert layout.places["st=cf"] == (7.0, 21.0)
    assert layout.places["line 10"] == (8.0, 10.0)
    assert len(layout.places) == 21 * 8 + 10


def test_domains_hold_what_single_facts_say() -> None:
    csp = table_1().as_csp()
    assert csp.domains["ba"] == ("sc",)
    assert csp.domains["re"] == (CASE_FILE,)
    assert csp.domains["bi"] == ("sc", "gr", "pe", "pl", "cf")
    assert csp.given == {"pl", "ro", "li"}
    hand = next(c for c in csp.constraints if c.name == "hand of sc")
    assert "not 3" in hand.explain(dict.fromkeys(csp.domains, ("mu",)))


# --- the log ---------------------------------------------------------------------------------------------------------


def test_lines_are_added_corrected_and_taken_back() -> None:
    start = clue("mu sc sc re ba ba")
    longer = start.after(line("wh pe wh ca li"))
    assert [entry.refute for entry in longer.events] == ["sc", "pe"]
    assert longer.with_log(longer.events[:1]) == start
    with pytest.raises(PuzzleError):
        longer.after(line("gr mu gr ca ha"))  # mu has none of them
    assert len(longer.events) == 2


def test_hands_by_default_are_dealt_clockwise() -> None:
    game = Clue.read(players=("sc", "mu", "wh", "gr"), me="gr", hand=("pl", "ro", "li", "ha"))
    assert game.hand_sizes == {"sc": 5, "mu": 5, "wh": 4, "gr": 4}


@pytest.mark.parametrize(("keys", "key", "said"), [
    ({"players": ("sc", "mu")}, "players", "a game has 3 to 6"),
    ({"players": ("sc", "mu", "xx")}, "players.2", "no player 'xx'"),
    ({"players": ("sc", "mu", "sc")}, "players.2", "sits there twice"),
    ({"me": "xx"}, "me", "there is no player 'xx'"),
    ({"me": "cf"}, "me", "the case file is none"),
    ({"hand": ("pl", "ro")}, "hand", "has 2 cards, but mu was dealt 3 cards"),
    ({"hand": ("pl", "ro", "li", "ha")}, "hand", "has 4 cards, but mu was dealt 3 cards"),
    ({"hand": ("pl", "ro", "ro")}, "hand.2", "stands there twice"),
    ({"hand": ("pl", "ro", "xx")}, "hand.2", "there is no card 'xx'"),
    ({"hand_sizes": {"sc": 3}}, "hand_sizes", "the size of mu's hand is missing"),
    ({"hand_sizes": dict.fromkeys(PLAYERS, 3) | {"xx": 1}}, "hand_sizes.xx", "there is no player 'xx'"),
    ({"hand_sizes": dict.fromkeys(PLAYERS, 3) | {"sc": 4}}, "hand_sizes", "19 cards together, but 18 are dealt"),
    ({"hand_sizes": dict.fromkeys(PLAYERS, 3) | {"sc": 0, "wh": 6}}, "hand_sizes.sc", "gets no card"),
    ({"suspects": ("mu", "kn")}, "suspects.1", "'kn' is none of the suspects"),
    ({"rooms": ()}, "rooms", "has no card"),
    ({"weapons": ("kn", "kn")}, "weapons.1", "stands there twice"),
    ({"hand": None}, "hand", "is missing"),
    ({"random": None, "players": None}, "players", "is missing"),
])
def test_what_cannot_be_said_of_the_table(keys: dict[str, Any], key: str, said: str) -> None:
    with pytest.raises(PuzzleError, match=said) as caught:
        clue(**keys)
    assert caught.value.key == key
    assert "\n" not in str(caught.value)


SUGGESTION: dict[str, Any] = {"cards": ("sc", "re", "ba"), "suggest": "mu", "refute": "sc"}
ACCUSATION: dict[str, Any] = {"cards": ("sc", "re", "ba"), "accuse": "mu", "correct": False}


@pytest.mark.parametrize(("given", "key", "said"), [
    (SUGGESTION | {"suggest": None}, "", "either a suggestion or an accusation"),
    (SUGGESTION | {"accuse": "mu"}, "", "either a suggestion or an accusation"),
    (SUGGESTION | {"suggest": "xx"}, ".suggest", "there is no player 'xx'"),
    (SUGGESTION | {"refute": "xx"}, ".refute", "there is no player 'xx'"),
    (SUGGESTION | {"refute": None}, "", "Add refute"),
    (SUGGESTION | {"refute": "mu"}, ".refute", "does not refute it"),
    (SUGGESTION | {"cards": ("sc", "re", "kn")}, ".cards", "re and kn, 2 of the weapons"),
    (SUGGESTION | {"cards": ("sc", "re")}, ".cards", "none of the rooms"),
    (SUGGESTION | {"cards": ("sc", "re", "xx")}, ".cards.2", "there is no card 'xx'"),
    (SUGGESTION | {"shown": "kn"}, ".shown", "'kn' was not suggested"),
    (SUGGESTION | {"refute": "none", "shown": "ba"}, ".shown", "nobody refuted"),
    (SUGGESTION | {"suggest": "pl", "shown": "ba"}, ".shown", "mu does not see"),
    (SUGGESTION | {"suggest": "sc", "refute": "mu", "shown": "ba"}, ".shown", "mu does not have ba to show"),
    (SUGGESTION | {"correct": True}, ".correct", "belongs to an accusation"),
    (ACCUSATION | {"correct": None}, "", "Add correct: true"),
    (ACCUSATION | {"refute": "sc"}, ".refute", "belongs to a suggestion"),
    (ACCUSATION | {"shown": "ba"}, ".shown", "belongs to a suggestion"),
    (ACCUSATION | {"accuse": "xx"}, ".accuse", "there is no player 'xx'"),
])
def test_what_cannot_be_said_in_a_line(given: dict[str, Any], key: str, said: str) -> None:
    with pytest.raises(PuzzleError, match=said) as caught:
        table_1(2).after(LogLine(**given))
    assert caught.value.key == f"events.2{key}"


def test_after_an_accusation() -> None:
    wrong = LogLine(("sc", "re", "ba"), accuse="wh", correct=False)
    with pytest.raises(PuzzleError, match="wh has accused already, in line 1"):
        clue().after(wrong).after(LogLine(("sc", "re", "ha"), accuse="wh", correct=False))
    over = clue().after(LogLine(("sc", "re", "ba"), accuse="wh", correct=True))
    with pytest.raises(PuzzleError, match="the game ended with the accusation of line 1") as caught:
        over.after(line("mu sc sc re ba"))
    assert caught.value.key == "events.1"


@pytest.mark.parametrize(("lines", "key", "said"), [
    (["wh pe pl ro li"], "events.0", "pe cannot have any of pl, ro, li: line 1 clashes with the hand of mu"),
    (["mu sc sc re ba ba", "mu wh gr ca ba ba"], "events.1",
     "wh cannot have ba: line [0-9] clashes with line 1 .mu suggested sc, re, ba: sc showed ba."),
    (["sc none pl re ba"], "events.0", "mu has pl, and could have refuted: line 1 clashes with the hand of mu"),
    (["mu none sc re ba", "sc wh sc re ha", "pl none wh kn ha"], "events.2",
     "wh has ha, and could have refuted: line [0-9] clashes with line 1 .* and line 2"),
    (["mu wh mu kn ha ha", "mu wh gr ca lo lo", "mu wh pe re di di", "mu wh sc pi ki ki"], "events.3",
     "wh cannot have ki: line [0-9] clashes with line 1 .*, line 2 .* and line 3"),
])
def test_the_first_line_that_contradicts_the_others(lines: Sequence[str], key: str, said: str) -> None:
    with pytest.raises(PuzzleError, match=said) as caught:
        clue(*lines)
    assert caught.value.key == key
    assert "\n" not in str(caught.value)


@settings(max_examples=60, deadline=None)
@given(small_games(), st.randoms(use_true_random=False))
def test_what_clashes_is_minimal_and_the_first_line_is_the_first(game: Clue, rng: Random) -> None:
    """A line of the log is spoilt; brute force says from which line on no deal fits, and that no less clashes."""
    suggested = [number for number, line in enumerate(game.events) if line.accuse is None]
    assume(suggested)
    number = rng.choice(suggested)
    old = game.events[number]
    other = rng.choice([player for player in game.players if player != old.suggest])
    spoilt = LogLine(old.cards, suggest=old.suggest, refute=rng.choice([other, "none"]))
    broken = Clue(game.players, game.me, game.hand, game.hand_sizes,
                  (*game.events[:number], spoilt, *game.events[number + 1:]), game.deck)
    every = list(all_deals(broken))

    def fits(lines: Sequence[int], hand: bool = True) -> bool:
        some = Clue(broken.players, broken.me, broken.hand, broken.hand_sizes,
                    tuple(broken.events[i] for i in lines), broken.deck)
        return any(possible(some, holder) for holder in every) if hand else any(
            possible(Clue(some.players, some.me, tuple(c for c in some.deck.cards if holder[c] == some.me),
                          some.hand_sizes, some.events, some.deck), holder) for holder in every)

    found = contradiction(broken)
    first = next((i for i in range(len(broken.events)) if not fits(range(i + 1))), None)
    assert (None if found is None else found[0]) == first
    if first is not None:
        clash = clashing(broken)
        lines = [i for i in clash if i != HAND]
        assert not fits(lines, HAND in clash)
        for left_out in clash:
            assert fits([i for i in lines if i != left_out], HAND in clash and left_out != HAND)


def test_a_check_takes_little_work() -> None:
    game = simulate(6, Random(3), play="any cards")
    full = Clue.of(game, game.players[1])
    with calls_at_most(500_000):
        assert contradiction(full) is None
    last = full.events[-2]
    twisted = LogLine(last.cards, suggest=last.suggest, refute="none")
    with calls_at_most(500_000), pytest.raises(PuzzleError, match="clashes with"):
        full.with_log((*full.events[:-2], twisted))


# --- random games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("play", ["sensible", "any cards"])
def test_simulated_games_follow_the_rules(players: int, play: Any) -> None:
    for seed in range(3):
        game = simulate(players, Random(seed), play=play)
        holder = {card: player for player, hand in game.hands.items() for card in hand}
        holder |= dict.fromkeys(game.case_file, CASE_FILE)
        assert len(holder) == 21
        assert game.winner is not None
        assert game.log[-1].correct
        for me in game.players:
            seen = Clue.of(game, me)
            assert possible(seen, holder)
            assert seen == Clue.read(players=seen.players, me=me, hand=seen.hand, hand_sizes=dict(seen.hand_sizes),
                                     events=seen.events)
        assert game == simulate(players, Random(seed), play=play)


def test_twenty_games_take_little_work() -> None:
    with calls_at_most(3_000_000):
        games = [simulate(6, Random(seed)) for seed in range(20)]
    assert 10 < sum(len(game.log) for game in games) / len(games) < 40


def test_what_the_winner_needed_is_minimal() -> None:
    for seed in range(6):
        game = simulate(6, Random(seed), play="any cards")
        clue_ = needed_to_win(game)
        assert [len(cards) for cards in case_files(clue_)] == [1, 1, 1]
        for number in range(len(clue_.events)):
            less = clue_.with_log([entry for i, entry in enumerate(clue_.events) if i != number])
            assert max(len(cards) for cards in case_files(less)) > 1
        states = later_states(game)
        assert [len(state.events) for state, _ in states] == [len(clue_.events) - i for i in range(len(states))]
        models = [count for _, count in states]
        assert models == sorted(models)
        assert all(count <= 10_000_000 for count in models)


def test_random_positions() -> None:
    kind = puzzles()["clue"]
    read: Any = kind.read
    game = read(random=RandomGame(players=4, seed=7, events=5))
    assert (len(game.players), len(game.events), game.me) == (4, 5, game.players[0])
    assert game == read(random=RandomGame(players=4, seed=7, events=5))
    assert game != read(random=RandomGame(players=4, seed=8, events=5))
    small = read(random=RandomGame(players=3, events=2), suspects=("mu", "pl"), weapons=("kn", "ca"),
                 rooms=("ha", "lo", "di"))
    assert small.deck == small_deck(2, 2, 3)
    for wanted, key in ((RandomGame(players=7), "random.players"), (RandomGame(events=-1), "random.events")):
        with pytest.raises(PuzzleError) as caught:
            read(random=wanted)
        assert caught.value.key == key
    with pytest.raises(PuzzleError) as caught:
        read(random=RandomGame(players=6), suspects=("mu",), weapons=("kn",), rooms=("ha", "lo"))
    assert caught.value.key == "random.players"
    with pytest.raises(PuzzleError) as caught:
        read(random=RandomGame(), me="mu")
    assert caught.value.key == "me"


def test_the_deck() -> None:
    deck = Deck()
    assert len(deck.cards) == 21
    assert len(set(deck.cards)) == 21
    assert deck.category["re"] == "weapons"
