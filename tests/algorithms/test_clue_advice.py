"""Advice in Clue is what brute force over all deals says, and reasons say only what is so."""

from __future__ import annotations

from collections import Counter

import pytest

from algorithms.advice.clue import advise, best_suggestion, case_files, entropy
from algorithms.advice.clue_others import could_know
from algorithms.advice.clue_why import derive, lines_behind, why
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.facts import NOBODY, CardLiteral, LogLine
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.puzzle import PuzzleError
from kit.clue_play import EMPTY, SMALL, deals, game
from kit.clue_teaching import entropy_of, file_of, taught, teaches


def at(cell: str, there: bool = True) -> CardLiteral:
    """The literal of a cell."""
    card, _, place = cell.partition("=")
    return CardLiteral(card, place, there)


def small_games() -> list[Clue]:
    """The small game after each of its lines, and after some others."""
    clue = game(SMALL)
    more = [LogLine(("gr", "ro", "lo"), suggest="gr", refute=NOBODY),
            LogLine(("mu", "kn", "lo"), suggest="mu", refute="pl", shown="mu"),
            LogLine(("pl", "ro", "ha"), accuse="gr", correct=False)]
    found = [clue.with_log(()), clue]
    for line in more:
        try:
            found.append(clue.after(line))
        except PuzzleError:
            continue
    return found


SMALL_GAMES = small_games()


def test_there_are_several_small_games() -> None:
    assert len(SMALL_GAMES) >= 4


@pytest.mark.parametrize("clue", SMALL_GAMES, ids=lambda clue: str(len(clue.events)))
def test_case_files_are_those_of_all_deals(clue: Clue) -> None:
    wanted = Counter(file_of(clue, deal) for deal in deals(clue))
    form = deals_of(clue)
    assert {tuple(form.cards[card] for card in file): n for file, n in case_files(form).items()} == wanted
    assert entropy(case_files(form)) == pytest.approx(entropy_of(wanted))


@pytest.mark.parametrize("clue", SMALL_GAMES, ids=lambda clue: str(len(clue.events)))
@pytest.mark.parametrize("cards", [("pl", "ro", "ha"), ("mu", "kn", "lo"), ("gr", "kn", "di"), ("gr", "ro", "lo")])
def test_what_a_suggestion_teaches_is_what_brute_force_says(clue: Clue, cards: tuple[str, ...]) -> None:
    assert teaches(clue, cards) == pytest.approx(taught(clue, cards), abs=1e-9)


# --- who could know, and accusing -----------------------------------------------------------------------------------


def test_at_the_start_nobody_can_know() -> None:
    assert could_know(game(EMPTY)) == {}
    advice = advise(game(EMPTY))
    assert not advice.accuse
    assert "deals tried nobody else knows the case file" in advice.sentence


def test_who_sees_enough_may_know_and_who_accused_wrongly_is_out() -> None:
    """Five cards are to be excluded: Plum holds two, and each suggestion that somebody else refutes shows one more."""
    clue = game(SMALL).after(LogLine(("gr", "kn", "lo"), suggest="pl", refute="mu", shown="kn"))
    assert could_know(clue) == {}
    clue = clue.after(LogLine(("gr", "kn", "di"), suggest="pl", refute="mu", shown="di"))
    assert could_know(clue) == {"pl": 5}
    assert could_know(clue.after(LogLine(("mu", "ro", "lo"), accuse="pl", correct=False))) == {}


def test_who_is_alone_with_a_card_that_nobody_else_has_may_know_it() -> None:
    """Nobody could show Plum any of three cards: whether they are in the case file is for Plum to know."""
    clue = game(EMPTY)
    silent = LogLine(("gr", "kn", "ki"), suggest="pl", refute=NOBODY)
    assert could_know(clue.after(silent)) == {"pl": 3}
    assert could_know(clue.after(LogLine(("gr", "kn", "ki"), suggest="pl", refute="pe"))) == {}


def test_a_certain_case_file_is_to_be_accused() -> None:
    clue = game(SMALL).with_log((LogLine(("gr", "ro", "lo"), suggest="mu", refute=NOBODY),))
    assert {file_of(clue, deal) for deal in deals(clue)} == {("gr", "ro", "lo")}
    advice = advise(clue)
    assert advice.accuse
    assert advice.cards == ("gr", "ro", "lo")


def test_the_advice_on_table_1() -> None:
    advice = advise(game())
    assert advice.cards == best_suggestion(game()).cards  # type: ignore[union-attr]
    assert 0 < advice.bits < 2.14
    assert "29.1% of the deals" in advice.sentence  # the billiard room, the likeliest of Table 1(b)


# --- when there is nothing to do -------------------------------------------------------------------------------------


WRONG = [LogLine(("pl", "ro", "ha"), accuse="mu", correct=False),
         LogLine(("pl", "ro", "lo"), accuse="pl", correct=False),
         LogLine(("mu", "ro", "lo"), accuse="gr", correct=False)]


def test_who_accused_wrongly_only_shows_cards() -> None:
    advice = advise(game(SMALL).after(WRONG[0]))
    assert not advice.accuse
    assert advice.sentence.startswith("You accused, and were wrong: you are out, and only show cards now. The likelie")
    assert "Suggest" not in advice.sentence
    assert advice.bits == 0


def test_who_is_out_is_told_the_case_file_all_the_same() -> None:
    clue = game(SMALL).with_log((LogLine(("gr", "ro", "lo"), suggest="mu", refute=NOBODY), WRONG[0]))
    assert advise(clue).sentence.endswith("only show cards now. The case file has Green, rope and lounge.")


@pytest.mark.parametrize(("who", "said"), [("pl", "Plum accused, and was right"),
                                           ("mu", "you accused, and were right")])
def test_a_right_accusation_ends_the_game(who: str, said: str) -> None:
    advice = advise(game(SMALL).after(LogLine(("gr", "ro", "lo"), accuse=who, correct=True)))
    assert advice.sentence == f"The game is over: {said}. The case file has Green, rope and lounge."
    assert not advice.accuse
    assert advice.cards == ("gr", "ro", "lo")


def test_when_all_others_are_out_there_is_no_hurry() -> None:
    advice = advise(game(SMALL).with_log(WRONG[1:]))
    assert advice.sentence.startswith("Suggest")
    assert "all others are out after wrong accusations, and nobody can be faster" in advice.sentence


def test_of_those_who_are_out_nothing_is_said() -> None:
    assert "nobody else still in the game knows" in advise(game(EMPTY).with_log(WRONG[1:2])).sentence


def test_when_all_are_out_the_game_is_over() -> None:
    sentence = advise(game(SMALL).with_log(WRONG)).sentence
    assert sentence.startswith("The game is over: everybody accused, and nobody was right.")


# --- reasons ---------------------------------------------------------------------------------------------------------


def certain(clue: Clue) -> dict[str, bool]:
    every = list(deals(clue))
    cells = {f"{card}={place}": {deal[card] == place for deal in every}
             for card in clue.deck.cards for place in clue.places}
    return {name: values.pop() for name, values in cells.items() if len(values) == 1}


@pytest.mark.parametrize("clue", SMALL_GAMES, ids=lambda clue: str(len(clue.events)))
def test_there_is_a_reason_for_all_that_is_certain_and_for_nothing_else(clue: Clue) -> None:
    known = certain(clue)
    for card in clue.deck.cards:
        for place in clue.places:
            for there in (True, False):
                reason = why(clue, CardLiteral(card, place, there))
                assert (reason is not None) == (known.get(f"{card}={place}") is there), (card, place, there)
    assert all(known[literal.name] is literal.there for literal in derive(clue))


@pytest.mark.parametrize("cell", ["ha=pe", "st=pl", "sc=cf", "re=cf", "pe=sc"])
def test_the_lines_of_a_reason_are_enough(cell: str) -> None:
    """Without the other lines it is certain all the same: with its complement the solver finds a clash."""
    clue = game()
    literal = at(cell)
    reason = why(clue, literal)
    assert reason is not None
    steps = derive(clue)
    assert reason.lines == lines_behind(steps, literal)
    fewer = clue.with_log([clue.events[line] for line in reason.lines])
    assert why(fewer, literal) is not None


def test_reasons_are_told_as_a_player_would() -> None:
    clue = game()

    def said(cell: str, there: bool = True) -> str:
        reason = why(clue, at(cell, there))
        assert reason is not None
        return reason.sentence

    assert said("gr=gr") == "The card Green is with Green: Green showed it (line 9)."
    assert said("bi=wh", False) == "The billiard room is not with White: White could not refute line 9."
    assert said("st=pl").startswith("Plum showed Peacock, the revolver or the study (line 8); Peacock is not with Plum "
                                    "(line 6), the revolver is not with Plum (line 1); so it was the study.")


def test_what_no_single_fact_says_names_a_minimal_set_of_lines() -> None:
    """gr showed one of two cards twice, of three in all; with one card in the hand it is the common one by counting."""
    clue = game(SMALL).with_log((LogLine(("pl", "ro", "ha"), suggest="pl", refute="gr"),
                                 LogLine(("gr", "ro", "ha"), suggest="pl", refute="gr")))
    known = certain(clue)
    found = [name for name, there in known.items() if at(name, there) not in derive(clue)]
    for name in found:
        reason = why(clue, at(name, known[name]))
        assert reason is not None
        assert "every deal that fits" in reason.sentence
        for line in reason.lines:
            fewer = clue.with_log([clue.events[other] for other in reason.lines if other != line])
            assert certain(fewer).get(name) is not known[name]
    assert found, "this game was to have such a cell"
