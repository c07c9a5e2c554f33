"""What may be asked of programs: what holds an atom up, what is unfounded, what a reduct gives."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from algorithms.answer_sets import ANSWER_SETS
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import (
    blocked,
    greatest_unfounded,
    least_model,
    reduct,
    support_said,
    supporting,
)
from algorithms.words import listed
from visualizer.families.answer_sets.state import ProgramState
from visualizer.runs.question import MOST_OPTIONS
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_TESTED = (a.RuleBlocked, a.RuleCircular, a.RuleSupports)


def known(before: Before) -> ProgramState:
    """What is known of the program."""
    return before.of(ProgramState)


def m_of(state: ProgramState) -> frozenset[int]:
    """M as numbers."""
    number = {name: atom for atom, name in enumerate(state.program.names, 1)}
    return frozenset(number[name] * (1 if value else -1) for name, value in state.values.items() if name in number)


def named(program: LogicProgram, atoms: Collection[int]) -> tuple[str, ...]:
    """Atoms by their names, in the order of the program."""
    return tuple(program.names[atom - 1] for atom in sorted(atoms))


def names_of(before: Before) -> Sequence[str]:
    """All atoms."""
    return known(before).program.names


# --- what holds an atom up --------------------------------------------------------------------------------------------


def tests_of(_before: Before) -> Sequence[type[Event]]:
    """What can become of a rule."""
    return _TESTED


def test_hints(_before: Before, event: Event) -> Hints:
    """Where to look for what becomes of a rule."""
    assert isinstance(event, _TESTED)
    return (f"Look at the body of rule {event.rule}.",
            "Is M against a literal of it? If not: does it need an atom of the set itself?")


def standing(before: Before, rule: int) -> tuple[list[str], list[str]]:
    """What of M is against the body of a rule, and what of U it needs."""
    state = known(before)
    tested, m, words = state.program.rules[rule - 1], m_of(state), state.program.words()
    needs = dict.fromkeys(words[atom] for atom in tested.positive)
    return [words[-literal] for literal in tested.body if -literal in m], [x for x in needs if x in (state.u or ())]


def also_so(before: Before, event: Event) -> Sequence[type[Event]]:
    """Of a rule that M blocks, and that needs an atom of U, the other of the two."""
    assert isinstance(event, _TESTED)
    against, needs = standing(before, event.rule)
    both = (a.RuleBlocked, a.RuleCircular) if against and needs else ()
    return [kind for kind in both if not isinstance(event, kind)]


def not_so(before: Before, event: Event, kind: type[Event]) -> str:
    """That M is not against it, that it needs nothing of U, or that it cannot hold its head up."""
    assert isinstance(event, _TESTED)
    against, needs = standing(before, event.rule)
    if kind is a.RuleBlocked:
        return "" if against else f"M has the complement of no literal in the body of rule {event.rule}."
    if kind is a.RuleCircular:
        return "" if needs else f"Rule {event.rule} needs no atom that is in U."
    if against:
        return f"M has {listed(against)}: the body of rule {event.rule} cannot be true."
    return "" if not needs else \
        f"Rule {event.rule} needs {listed(needs)}, in U as well: atoms of U cannot hold each other up."


def loop_supports(_before: Before, event: Event) -> Event | None:
    """Atoms of the set may hold each other up."""
    return a.RuleSupports(event.rule, event.atom) if isinstance(event, a.RuleCircular) else None


def must_be_true(before: Before, event: Event) -> Event | None:
    """A rule holds up its head only if its body is true."""
    if not isinstance(event, a.RuleSupports):
        return None
    program, m = known(before).program, m_of(known(before))
    missing = [literal for literal in program.rules[event.rule - 1].body if literal not in m]
    words = program.words()
    return a.RuleBlocked(event.rule, event.atom, tuple(words[-literal] for literal in missing)) if missing else None


# --- what is unfounded ------------------------------------------------------------------------------------------------


def unfounded_hints(_before: Before, _event: a.UnfoundedFound) -> Hints:
    """Where to look for the greatest unfounded set."""
    return ("Begin with what certainly stands: rules that M does not block, and that need no atom.",
            "Then the rules that need only such atoms. What is never reached is the set.")


def held_up(before: Before, _event: Event, atom: str) -> str:
    """The rule that may hold an atom up."""
    program, m = known(before).program, m_of(known(before))
    return support_said(program, m, greatest_unfounded(program, m), program.names.index(atom) + 1)


def lost_from_below(program: LogicProgram, m: Collection[int]) -> frozenset[int]:
    """The atoms that have no rule left, or only rules that need such atoms: what is unfounded if loops held."""
    lost: frozenset[int] = frozenset()
    while True:
        held = {rule.head for rule in program.rules if not blocked(rule, m) and not lost.intersection(rule.positive)}
        now = frozenset(range(1, len(program.names) + 1)) - held
        if now == lost:
            return lost
        lost = now


def loops_hold(before: Before, event: Event) -> Event | None:
    """Atoms that need each other hold each other up."""
    state = known(before)
    if isinstance(event, a.UnfoundedFound):
        return a.UnfoundedFound(named(state.program, lost_from_below(state.program, m_of(state))))
    return None


def false_is_unfounded(before: Before, event: Event) -> Event | None:
    """Unfounded is what is false."""
    if isinstance(event, a.UnfoundedFound):
        return a.UnfoundedFound(tuple(x for x in names_of(before) if known(before).truth(x) is False))
    return None


# --- a guess and its reduct -------------------------------------------------------------------------------------------


def reduct_hints(_before: Before, event: Event) -> Hints:
    """Where to look for what the reduct does with a rule."""
    assert isinstance(event, a.RuleDropped | a.NegationDropped)
    return f"Look for not in rule {event.rule}.", "Is what stands behind it in X?"


def reduct_kinds(_before: Before) -> Sequence[type[Event]]:
    """What can become of a rule with not."""
    return a.RuleDropped, a.NegationDropped


def few_names(before: Before) -> Sequence[str]:
    """All atoms, where one can choose from them."""
    return names_of(before) if len(names_of(before)) <= MOST_OPTIONS else ()


def behind_hints(_before: Before, event: Event) -> Hints:
    """Where to look for what decides it."""
    assert isinstance(event, a.RuleDropped | a.NegationDropped)
    return f"Look for not in rule {event.rule}.", "Compare what stands behind it with X."


def not_behind(before: Before, event: Event, atom: str) -> str:
    """That an atom is not behind not, or that X does not have it."""
    assert isinstance(event, a.RuleDropped | a.NegationDropped)
    rule = known(before).program.rules[event.rule - 1]
    if atom not in named(known(before).program, rule.negative):
        return f"{atom} does not stand behind not in rule {event.rule}."
    return f"X does not have {atom}." if atom not in (known(before).guess or ()) else ""


def not_turned_round(_before: Before, event: Event) -> Event | None:
    """What X has may stay, what it does not have goes."""
    if isinstance(event, a.RuleDropped) and event.by:
        return a.NegationDropped(event.rule, event.by)
    return a.RuleDropped(event.rule, event.without) if isinstance(event, a.NegationDropped) else None


def least_hints(_before: Before, _event: a.LeastModelFound) -> Hints:
    """Where to look for the least model."""
    return ("Begin with the rules that need nothing.",
            "Then those whose atoms have come. Go on until no rule gives another.")


def other_cut(before: Before, event: Event, kind: type[Event]) -> str:
    """What of X is behind the not of a rule, or that nothing is."""
    assert isinstance(event, a.RuleDropped | a.NegationDropped)
    if kind is a.RuleDropped and isinstance(event, a.NegationDropped):
        return f"X has nothing that stands behind not in rule {event.rule}: {listed(event.without)}."
    return f"X has {listed(event.by)}, which stands behind not in rule {event.rule}." \
        if isinstance(event, a.RuleDropped) and event.by else ""


def never_comes(before: Before, _event: a.LeastModelFound, atom: str) -> str:
    """That no rule for an atom is left, or that each needs what never comes."""
    program, guess = known(before).program, known(before).guess or ()
    number = {name: index for index, name in enumerate(program.names, 1)}
    left = [found for found in reduct(program, {number[x] for x in guess}) if found[1].head == number[atom]]
    if not left:
        return f"The reduct has no rule for {atom}."
    come = {head for head, _ in least_model([rule for _, rule in reduct(program, {number[x] for x in guess})])}
    at, rule = left[0]
    missing = [program.names[needed - 1] for needed in dict.fromkeys(rule.positive) if needed not in come]
    more = "" if len(left) == 1 else f", and no other rule gives {atom}"
    return f"Rule {at} needs {listed(missing)}, which never comes{more}." if missing else ""


def guess_comes_back(before: Before, event: Event) -> Event | None:
    """What was guessed is what comes out."""
    guess = known(before).guess
    return replace(event, atoms=guess) if isinstance(event, a.LeastModelFound) and guess is not None else None


# --- models of the completion -----------------------------------------------------------------------------------------


def true_atoms(before: Before) -> Sequence[str]:
    """The atoms of the model that was listed last."""
    return [x for x in names_of(before) if known(before).truth(x)]


def loop_hints(_before: Before, _event: a.ModelRefused) -> Hints:
    """Where to look for why a model is refused."""
    return "Look at the atoms that are true in it.", "Which of them are true only because of each other?"


def from_outside(before: Before, event: a.ModelRefused, atom: str) -> str:
    """What holds an atom up that is not of the loop."""
    program, m = known(before).program, m_of(known(before))
    number, loop = program.names.index(atom) + 1, {program.names.index(x) + 1 for x in event.loop}
    rule = supporting(program, m, greatest_unfounded(program, m), number)
    if rule is not None:
        return f"Rule {rule} holds {atom} up, with nothing that hangs on a loop."
    leans = any(number in rule.positive for rule in program.rules if rule.head in loop and not blocked(rule, m))
    return "" if leans else f"{atom} hangs on the loop, but no atom of the loop hangs on {atom}."


def all_true(before: Before, event: Event) -> Event | None:
    """The model is wrong as a whole."""
    return replace(event, loop=tuple(true_atoms(before))) if isinstance(event, a.ModelRefused) else None


declare_questions(ANSWER_SETS, [
    Askable(
        event=_TESTED, field="kind", prompt="Rule {rule}, for {atom}: what becomes of it?",
        candidates=tests_of, legal=also_so, hints=test_hints, against=not_so,
        rule="M blocks a rule if it is against its body; a rule that needs an atom of the set cannot hold it up."),
    Askable(
        event=a.UnfoundedFound, field="atoms", prompt="Which atoms are in the greatest set unfounded on M?",
        candidates=names_of, hints=unfounded_hints, against=held_up, after=(a.SetChecked, a.ModelListed),
        spoilers=(a.RoundStarted, a.AtomHeld, *_TESTED),
        rule="A set is unfounded if each rule for an atom of it is blocked by M, or needs an atom of the set."),
    Askable(
        event=(a.RuleDropped, a.NegationDropped), field="kind", prompt="What becomes of rule {rule}?",
        candidates=reduct_kinds, hints=reduct_hints, against=other_cut, why="behind",
        rule="With not before an atom of X a rule goes; of the others only the nots go."),
    Askable(
        event=a.RuleDropped, field="behind", prompt="Rule {rule} goes. Which atoms of X are against it?",
        candidates=few_names, hints=behind_hints, against=not_behind,
        rule="Those that stand behind not in the rule, and are in X."),
    Askable(
        event=a.NegationDropped, field="behind", prompt="Rule {rule} stays. Which atoms must X not have for that?",
        candidates=few_names, hints=behind_hints, against=not_behind,
        rule="Those that stand behind not in the rule: with one of them in X it would go."),
    Askable(
        event=a.LeastModelFound, field="atoms", prompt="Which atoms does the reduct give?",
        candidates=names_of, hints=least_hints, against=never_comes, after=(a.ReductBuilt,), spoilers=(a.AtomReached,),
        rule="An atom comes if a rule for it needs only atoms that have come."),
    Askable(
        event=a.ModelRefused, field="loop", prompt="This model is no answer set: which atoms hold up just each other?",
        candidates=true_atoms, hints=loop_hints, against=from_outside, after=(a.ModelListed,),
        spoilers=(a.UnfoundedFound,),
        rule="Nothing from outside holds up an atom of the loop: each rule that could is blocked."),
], [
    Misconception(
        name="loops hold themselves up", deviate=loop_supports, lesson="what-holds-itself-up",
        text="It needs an atom of the set itself: what hangs on nothing but each other is held up by nothing."),
    Misconception(
        name="only a true body supports", deviate=must_be_true, lesson="what-holds-itself-up",
        text="M is not against the body of rule {rule}; what is open may still hold {atom} up."),
    Misconception(
        name="a loop is no unfounded set", deviate=loops_hold, lesson="what-holds-itself-up",
        text="Lost for certain: {atoms}. But what is held up only by itself is unfounded as well."),
    Misconception(
        name="false means unfounded", deviate=false_is_unfounded, lesson="what-nothing-holds-up",
        text="That is false in M. But what could be held up is not unfounded, and what is true may be."),
    Misconception(
        name="not means it stays", deviate=not_turned_round, lesson="a-guess-and-its-reduct",
        text="The other way round: not x is false if X has x, and then rule {rule} can never act."),
    Misconception(
        name="the guess comes back", deviate=guess_comes_back, lesson="a-guess-and-its-reduct",
        text="That was guessed. Whether the rules give it is another question."),
    Misconception(
        name="a model is wrong as a whole", deviate=all_true, lesson="one-rule-more",
        text="Some of these are held up from outside: there is a rule whose body is true without them."),
])
