"""The best suggestion in Clue is the best of all, and another player who knows the case file is not left out."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from algorithms.advice.clue import advise, best_suggestion, case_files, entropy
from algorithms.advice.clue_others import could_know, fitting, knows_in, may_know, seen_by
from algorithms.advice.clue_suggestions import Teaching
from algorithms.counting.clue import DealCount
from algorithms.problems.clue.deal import simulate
from algorithms.problems.clue.deals import Settling, deals_of
from algorithms.problems.clue.deck import CASE_FILE, Deck
from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.clue.notepad import RandomGame
from algorithms.problems.clue.puzzle import Clue
from kit.clue_games import deals, possible, small_deck, table_1
from kit.clue_teaching import taught, teaches

SMALL_DECKS = ((3, 2, 3), (3, 3, 3), (2, 3, 4), (1, 3, 4))


def small(seed: int) -> Clue:
    """A game with few deals, seen from any seat; every third one with a wrong accusation."""
    rng = Random(seed)
    found = simulate(3 + seed % 2, rng, rng.randrange(6), small_deck(*SMALL_DECKS[seed % 4]), "any cards")
    if seed % 3 == 0 and found.winner is None:
        cards = tuple(rng.choice(cards) for cards in found.deck.categories.values())
        if cards != found.case_file:
            found.log.append(LogLine(cards, accuse=found.players[0], correct=False))
    return Clue.of(found, rng.choice(found.players))


def whole(seed: int) -> Clue:
    """A game with all cards, after some lines."""
    rng = Random(seed)
    found = simulate(3 + seed % 3, rng, 3 + seed % 9, play="any cards" if seed % 2 else "sensible")
    return Clue.of(found, rng.choice(found.players))


def every(clue: Clue) -> list[tuple[str, ...]]:
    return list(product(*clue.deck.categories.values()))


def teaching(clue: Clue) -> Teaching:
    form = deals_of(clue)
    settling = Settling(form, list(form.allowed))
    list(settling.run())
    return Teaching(clue, DealCount(settling), entropy(case_files(form)))


def compare(clue: Clue, *, brute: bool, most: int | None = None) -> bool:
    """Is each suggestion worth what is said, and the best one the best of all? False where there is nothing to find."""
    best = best_suggestion(clue)
    if best is None:
        return False
    names, taught_by = clue.deck.cards, teaching(clue)
    tried = every(clue)[:most] if most is None else Random(1).sample(every(clue), most)
    values = {cards: (taught if brute else teaches)(clue, cards) for cards in (*tried, best.cards)}
    for cards, bits in values.items():
        assert taught_by.bits([names.index(card) for card in cards]) == pytest.approx(bits, abs=1e-9), cards
    assert best.bits == pytest.approx(max(values.values()), abs=1e-9)
    return True


@pytest.mark.parametrize("seed", range(24))
def test_what_suggestions_teach_is_what_brute_force_says(seed: int) -> None:
    clue = small(seed)
    found = deals(clue)
    names = {tuple(card for card in clue.deck.cards if deal[card] == CASE_FILE) for deal in found}
    assert compare(clue, brute=False) == (len(names) > 1)


@pytest.mark.parametrize("seed", range(6))
def test_in_the_smallest_games_every_deal_is_dealt(seed: int) -> None:
    game = simulate(3, Random(seed), seed % 4, Deck(("mu", "pl", "gr"), ("kn", "ro"), ("ha", "lo", "di")))
    for me in game.players:
        compare(Clue.of(game, me), brute=True)


@pytest.mark.parametrize("seed", range(8))
def test_no_other_suggestion_teaches_more_in_whole_games(seed: int) -> None:
    compare(whole(seed), brute=False, most=12)


def test_all_324_suggestions_of_table_1() -> None:
    assert compare(table_1(), brute=False)
    best = best_suggestion(table_1())
    assert best is not None
    assert best.tried == best.every


@pytest.mark.parametrize(("seed", "cards"), [(4, ("gr", "wr", "bi")), (3, ("pl", "kn", "ba"))])
def test_suggestions_that_a_first_look_passes_over(seed: int, cards: tuple[str, ...]) -> None:
    """Their cards are not those of most doubt."""
    clue = Clue.read(random=RandomGame(6, seed, 8))
    best = best_suggestion(clue)
    assert best is not None
    assert best.bits > teaches(clue, cards) - 1e-9


def test_floats_and_integers_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    clue = Clue.read(random=RandomGame(4, 1, 6))
    floats, names = teaching(clue), clue.deck.cards
    monkeypatch.setattr("algorithms.advice.clue_suggestions._EXACT", 0.0)
    integers = teaching(clue)
    assert (floats.legal.dtype.kind, integers.legal.dtype.kind) == ("f", "i")
    for cards in every(clue)[::20]:
        some = [names.index(card) for card in cards]
        assert floats.bits(some) == pytest.approx(integers.bits(some), abs=1e-12)


def test_with_too_much_work_it_is_said_how_many_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    some = best_suggestion(table_1(), most_work=10_000)
    assert some is not None
    assert some.tried == 13 < some.every  # 768 terms each
    monkeypatch.setattr("algorithms.advice.clue.MOST_WORK", 10_000)
    assert "the most of 13 suggestions tried" in advise(table_1()).sentence


# --- the others ------------------------------------------------------------------------------------------------------


def knowing() -> Clue:
    """White's view of a game in which Plum knows the case file, from the sizes of hands and refutations together."""
    rows = """sc pe kn co pe -   wh wh ca st pe wh   pe pl wr ba sc -   pl pl ca ki sc -   sc pe re bi pe -
              wh pl ca co pl co   pe gr pi li sc -   pl pl ro ki pe -   sc pl pi st wh pi   wh gr wr bi pl bi"""
    words = rows.split()
    lines = [words[i:i + 6] for i in range(0, len(words), 6)]
    log = tuple(LogLine((w[1], w[2], w[3]), suggest=w[0], refute=w[4], shown=None if w[5] == "-" else w[5])
                for w in lines)
    return Clue.read(players=("sc", "wh", "pe", "pl"), me="wh", hand=("mu", "gr", "sc", "pi", "lo"), events=log)


def test_a_player_who_knows_is_not_left_out() -> None:
    clue = knowing()
    assert "pl" not in could_know(clue)  # the bound misses that
    assert "pl" in may_know(clue)


@pytest.mark.parametrize("clue", [table_1(), knowing(), small(0), small(1)], ids=["table 1", "knowing", "0", "1"])
def test_deals_fit_and_players_see_their_own(clue: Clue) -> None:
    rng = Random(2)
    for deal in fitting(clue, 5, rng):
        assert possible(clue, deal)
        for player in clue.players:
            view = seen_by(clue, player, deal, rng)
            assert possible(view, deal)
            assert all(line.shown is None or player == line.suggest for line in view.events)
            assert all(line.shown is not None for line in view.events
                       if line.suggest == player and line.refute != NOBODY)


@pytest.mark.parametrize("seed", range(20))
def test_who_knows_in_a_deal_is_what_brute_force_says(seed: int) -> None:
    clue, rng = small(seed), Random(seed)
    for deal in fitting(clue, 2, rng):
        for player in clue.players:
            view = seen_by(clue, player, deal, rng)
            files = {tuple(card for card in clue.deck.cards if other[card] == CASE_FILE) for other in deals(view)}
            assert knows_in(view, deal) == (len(files) == 1)
