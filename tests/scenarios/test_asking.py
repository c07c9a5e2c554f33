"""Questions in a script: what the loader refuses, what a check finds, and where the run stops."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kit.lesson_files import BOARD, directed, error_of, scripted
from kit.states import before
from scenarios.reading import ScenarioError
from visualizer.runs.posing import Posed, _of_it, pose_cue
from visualizer.runs.question_faults import check_questions

FIRST = """\
  - when: {event: ConstraintTaken}
    say: "A number is taken."
  - ask:
      prompt: "What is left?"
      about: {event: Pruned, field: left}
      wrong: {"1": "The flag is one mine already."}
      hints: [Look at the flag., Count the mines.]
"""


def asking(old: str = "", new: str = "") -> str:
    """The script, changed."""
    assert old in FIRST
    return FIRST.replace(old, new)


def error_in(folder: Path, script: str) -> ScenarioError:
    """What checking such a script says."""
    scenario = scripted(folder, script)
    director = directed(scenario)
    with pytest.raises(ScenarioError) as caught:
        director.play()
        check_questions(scenario, director)
    return caught.value


@pytest.mark.parametrize(("old", "new", "key", "said"), [
    ("event: Pruned", "event: Prunde", "about.event", "did you mean 'Pruned'?"),
    ("field: left", "field: lefty", "about.field", "did you mean 'left'?"),
    ("event: Pruned", "event: Learned-1", "about.event", "known: Consistent, ConstraintTaken, NoSupport"),
    (", field: left", "", "about", "without field; add it"),
    ("{event: Pruned, field: left}", "{counter: pruned, field: left, at: end}", "about.field", "no use beside counter"),
    ("{event: Pruned, field: left}", "{counter: prune, at: end}", "about.counter", "there is no counter 'prune'"),
    ("{event: Pruned, field: left}", '{domain: "(9,9)", at: end}', "about.domain", "there is no such variable"),
    ("{event: Pruned, field: left}", '{truth: ["(9,9)"], value: 1}', "about.truth.0", "there is no such variable"),
    ("{event: Pruned, field: left}", "{event: [Pruned], field: kind}", "about", "which one comes first"),
    ("{event: Pruned, field: left}", "{counter: pruned, at: ende}", "about.at", "there is no event 'ende'; write end"),
    ("{event: Pruned, field: left}", "{lines: [Prunde, Consistent]}", "about.lines.0", "did you mean 'Pruned'?"),
    ("{event: Pruned, field: left}", "{lines: [Pruned, Consistent]}", "wrong",
     "has no use where lines are put in order"),
    ("{event: Pruned, field: left}", "{lines: [Pruned, WipedOut]}", "about.lines",
     "2 lines to put in order, not 3 to 9"),
    ("{event: Pruned, field: left}", "{lines: [Decided, Consistent]}", "about.lines",
     "no line of the pseudocode belongs to Decided"),
    ("{event: Pruned, field: left}", "{lines: [Pruned]}", "about.lines.1", "is missing; add it"),
    ("{event: Pruned, field: left}", "{lines: [Pruned, Consistent], count: 2}", "about.count",
     "has no use beside lines"),
    ("{event: Pruned, field: left}", "{}", "about", "names nothing"),
    ('"What is left?"', '" "', "prompt", "is empty"),
    ("hints:", "missing: x\n      hints:", "missing", "is for several"),
    ("hints:", "why: becaus\n      hints:", "why", "did you mean 'because'?"),
    ("hints:", "reveal: never\n      hints:", "reveal", "'now' or 'later'"),
    ("Count the mines.]", "Count the mines., Third.]", "hints", "at most 2"),
    ("ask:", "step: {grain: step}\n    ask:", "ask", "moves once"),
])
def test_what_cannot_be_asked_is_refused_at_its_key(tmp_path: Path, old: str, new: str, key: str, said: str) -> None:
    error = error_of(tmp_path, f"{BOARD}script:\n{asking(old, new)}")
    assert said in error.message or key == "hints", error.message
    assert error.key.startswith(f"script.1.ask.{key}" if key != "ask" else "script.1.ask"), error.key
    assert error.line


@pytest.mark.parametrize(("old", "new", "said"), [
    ("event: Pruned, field: left", "event: WipedOut, field: reason", "never comes"),
    ('{"1": "The flag is one mine already."}', '{"0": "That is it."}', "is right"),
    ('{"1": "The flag is one mine already."}', '{"7": "No."}', "cannot be taken for the answer"),
    ("Look at the flag.", "It is 0.", "which is right, and no other answer"),
    ('"What is left?"', '"Is 0 left?"', "which is right, and no other answer"),
    ("A number is taken.", "Only 0 will be left.", "the caption above it names 0"),
    ("event: Pruned, field: left", 'truth: ["(0,2)", "(2,0)"], value: 1', "none of these has that value in all"),
    ('{"1": "The flag is one mine already."}\n', '{}\n      answer: number\n', ""),
])
def test_a_check_finds_what_the_run_does_not_bear_out(tmp_path: Path, old: str, new: str, said: str) -> None:
    if said:
        assert said in error_in(tmp_path, asking(old, new)).message
        return
    scenario = scripted(tmp_path, asking(old, new))
    check_questions(scenario, directed(scenario))


@pytest.mark.parametrize(("own", "said"), [
    ('mark: ["(0,2)", "(1,2)"]', "what is marked here is right, and nothing else"),
    ('say: "Think of (0,2)."', "the caption above it names (0,2)"),
    ('mark: ["(0,2)", "(2,0)"]', "")])
def test_of_a_question_that_stays_its_own_cue_is_on_show(tmp_path: Path, own: str, said: str) -> None:
    """Its caption and marks are seen above it, on paper and pages as in the window."""
    looked_at(tmp_path, own, said)


@pytest.mark.parametrize(("own", "said"), [
    ('mark: {soft: ["(0,2)"]}', "what is marked softly here is right"),
    ('labels: {"(0,2)": this one}', "what is labelled here is right"),
    ('regions: {safe: ["(0,2)"]}', "what is in a region here is right"),
    ('arrows: [["(0,1)", "(0,2)"]]', "what is joined by arrows here is right"),
    ('labels: {"(0,1)": "it clears (0,2)"}', "what is written on the board names (0,2)"),
    ('arrows: [["(0,1)", "(1,2)", "so (0,2)"]]', "what is written on the board names (0,2)"),
    ('say: Look.\n    more: "Then see (0,2)."', "what the caption adds under more names (0,2)"),
    ('regions: {open: ["(0,2)", "(2,0)"]}', ""), ('labels: {"(0,1)": "one mine"}', "")])
def test_nothing_that_is_drawn_or_said_to_some_gives_the_answer_away(tmp_path: Path, own: str, said: str) -> None:
    looked_at(tmp_path, own, said)


def posed_in(folder: Path, script: str, cue: int) -> Posed:
    """What a cue of a script asks, once that is played."""
    scenario = scripted(folder, script)
    director = directed(scenario)
    director.play()
    posed = pose_cue(scenario, director, cue)
    assert posed is not None
    return posed


def looked_at(folder: Path, own: str, said: str) -> None:
    """A question whose cue has keys of its own is refused so, or, where nothing is said, taken."""
    script = ("  - ask:\n      prompt: Which is it?\n"
              '      about: {truth: ["(0,2)", "(2,0)", "(2,1)"], value: none}\n'
              f"      hints: [Look., See.]\n    {own}\n")
    if said:
        assert said in error_in(folder, script).message
    else:
        scenario = scripted(folder, script)
        check_questions(scenario, directed(scenario))


def test_a_formula_beside_the_question_does_not_give_it_away(tmp_path: Path) -> None:
    script = FIRST.replace('"A number is taken."', "Look.\n    formula: x = 0")
    assert "the formula beside it names 0" in error_in(tmp_path, script).message


def test_where_there_is_one_candidate_nothing_is_asked(tmp_path: Path) -> None:
    script = FIRST.replace("left}", "variable}").replace('{"1": "The flag is one mine already."}', "{}")
    assert "only one candidate" in error_in(tmp_path, script).message


def test_of_two_answers_half_is_guessed_without_a_reason_or_a_bet(tmp_path: Path) -> None:
    script = FIRST.replace("Pruned, field: left", "VariableTaken, field: variable").replace(
        '"1": "The flag is one mine already."', '"(2,0)": "It lies below."')
    error = error_in(tmp_path, script)
    assert error.key == "script.1.ask.about" and "of which half is guessed" in error.message
    for mended in ("      why: assignments\n", "      score: false\n"):
        scenario = scripted(tmp_path, script + mended)
        check_questions(scenario, directed(scenario))


def test_an_answer_that_nothing_is_said_against_is_named(tmp_path: Path) -> None:
    script = FIRST.replace('"The flag is one mine already."', '"The flag is one mine already.", "0, 1": ""')
    scenario = scripted(tmp_path, script)
    doubts = check_questions(scenario, directed(scenario))
    assert [doubt.key for doubt in doubts] == ["script.1.ask.wrong"]
    assert doubts[0].message.startswith("nothing is said against 0, 1, or declared of Pruned.left")
    scenario = scripted(tmp_path, script.replace('1": ""', '1": "Then nothing is lost."'))
    assert not check_questions(scenario, directed(scenario))


@pytest.mark.parametrize(("count", "believed"), [(1, {"4"}), (2, set())])
def test_beliefs_are_held_against_what_comes_next_not_against_what_comes_later(tmp_path: Path, count: int,
                                                                               believed: set[str]) -> None:
    """The state where it is asked is that of the next such event: of a later one it would tell what is not so."""
    script = ("  - when: {event: ConstraintTaken, count: 2}\n  - ask:\n      prompt: How many?\n"
              f"      about: {{event: VariableTaken, field: assignments, count: {count}}}\n"
              "      reveal: later\n      hints: [Look., Count.]\n")
    posed = posed_in(tmp_path, script, 1)
    assert {option.text for option in posed.question.options if option.belief} == believed


def test_marks_must_not_point_at_the_answer(tmp_path: Path) -> None:
    script = FIRST.replace("event: Pruned, field: left", 'truth: ["(0,2)", "(2,0)"], value: 0').replace(
        '"1": "The', '"(2,0)": "The').replace('say: "A number is taken."', 'mark: ["(0,2)"]')
    assert "what is marked here is right" in error_in(tmp_path, script).message


def test_without_a_window_the_cue_is_the_jump_to_the_event(tmp_path: Path) -> None:
    scenario = scripted(tmp_path, FIRST + '    say: "{left} is left of {variable}."\n')
    director = directed(scenario)
    director.play()
    assert director.text == "0 is left of (0,2)."
    posed = pose_cue(scenario, director, 1)
    assert posed is not None
    question = posed.question
    assert question.shown == director.timeline.position == 8
    kinds = [type(event).__name__ for event in director.timeline.events[:question.stop]]
    assert kinds == ["PassStarted", "ConstraintTaken", "VariableTaken"]  # what is tried next gives it away
    assert before(scenario.puzzle).domains == director.timeline.at(0).domains


@pytest.mark.parametrize(("old", "new", "said"), [
    ("Which field?", "Which field, by C(0,1)?", "it names C(0,1), which is right as the reason"),
    ("Look at them.", "Look at C(0,1).", "it names C(0,1), which is right as the reason"),
    ("Look at them.", "Look at C(0,1) and C(1,0).", "")])
def test_the_reason_that_is_asked_for_is_not_given_away(tmp_path: Path, old: str, new: str, said: str) -> None:
    script = ('  - ask:\n      prompt: "Which field?"\n      about: {event: Pruned, field: variable}\n'
              '      why: because\n      hints: ["Look at them.", "Count."]\n      reveal: later\n'
              '      wrong: {"(2,0)": It may be either.}\n')
    if said:
        assert said in error_in(tmp_path, script.replace(old, new)).message
    else:
        scenario = scripted(tmp_path, script.replace(old, new))
        check_questions(scenario, directed(scenario))


@pytest.mark.parametrize("reveal", ["now", "later"])
def test_the_second_tier_does_not_tell_an_answer_that_is_judged_later(tmp_path: Path, reveal: str) -> None:
    script = ('  - ask:\n      prompt: "Which field?"\n      about: {event: Pruned, field: variable}\n'
              f'      why: because\n      hints: ["Look at them.", "Count."]\n      reveal: {reveal}\n'
              '      wrong: {"(2,0)": It may be either.}\n')
    posed = posed_in(tmp_path, script, 0)
    why = posed.question.why
    assert why is not None
    assert [posed.question.value in text for text in (why.prompt, why.hints[0])] == [reveal == "now"] * 2
    assert "it" in why.prompt.rstrip("?").split() or reveal == "now"
    asked = replace(why, prompt="Which clause forces c?", hints=("Look for ¬c.", "Not c2: (c) alone.", "c"))
    hidden = _of_it(asked, "c")
    assert (hidden.prompt, *hidden.hints) == ("Which clause forces it?", "Look for ¬c.", "Not c2: (it) alone.", "c")


def test_a_second_tier_with_one_candidate_is_refused(tmp_path: Path) -> None:
    """What is left of a field leaves open what was taken from it: of that there is only one."""
    error = error_in(tmp_path, FIRST.replace("field: left}", "field: left}\n      why: removed"))
    assert error.key == "script.1.ask.why" and "only one candidate" in error.message, (error.key, error.message)
