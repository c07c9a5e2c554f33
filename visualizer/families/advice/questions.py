"""What may be asked of a player of Gnomine: which field comes next, what is done there, at what risk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from algorithms import events as e
from algorithms.advice import ADVICE
from algorithms.advice.gnomine import Advice, Claim, advise, single_number, two_numbers
from algorithms.core import Event, run
from algorithms.counting.mines import mine_probabilities
from algorithms.problems.forms.mine_count import MineCount
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.words import counted
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_FEW = 6  # numbers to choose from, where there are so many
_TOLD = 30  # the denominator of a risk that somebody may tell
_MOST, _FEWEST = 12, 3  # fields to choose from, and those among them that are no answer


@dataclass(frozen=True)
class _Seen:
    """A position, told from others by what is seen."""

    puzzle: Gnomine = field(compare=False)
    key: tuple[object, ...]


@lru_cache(maxsize=8)
def _advice(at: _Seen) -> tuple[Advice, MineCount, Mapping[str, Fraction]]:
    form = at.puzzle.as_mine_count()
    return advise(at.puzzle), form, run(mine_probabilities(form)).probability


def position(before: Before) -> Gnomine:
    """What the player sees."""
    puzzle = before.run.puzzle if before.state.moves is None else before.state.moves.position()
    assert isinstance(puzzle, Gnomine)  # the player plays nothing else
    return puzzle


def seen(before: Before) -> tuple[Advice, MineCount, Mapping[str, Fraction]]:
    """What is advised in the position, its numbers, and the risk of each field."""
    puzzle = position(before)
    return _advice(_Seen(puzzle, (puzzle.columns, puzzle.mines, *puzzle.seen.values())))


# --- which field ----------------------------------------------------------------------------------------------------


def claims(before: Before) -> Sequence[Claim]:
    """What is certain by a reason as simple as that of what is advised, where that is one number, or two."""
    advice, form, _ = seen(before)
    tellers = {"single number": single_number, "two numbers": two_numbers}
    return [*tellers[advice.reason](form)] if advice.reason in tellers else []


def best(before: Before) -> Sequence[str]:
    """All fields that are decided as simply as what is advised, and the same way, or have the same risk."""
    advice, _, _ = seen(before)
    same = (x for claim in claims(before) if claim.mine == (advice.action == "flag") for x in claim.fields)
    return list(dict.fromkeys(x for x in (advice.field, *advice.fields, *same) if x is not None))


def as_good(before: Before, event: e.Advised) -> Sequence[str]:
    """The other fields that are as good: all that are as certain, or have the same risk."""
    return [x for x in best(before) if x != event.field]


def fields_to_choose(before: Before) -> Sequence[str]:
    """Undecided fields: what is advised, and others beside it, those that numbers touch first."""
    advice, form, risk = seen(before)
    if advice.field is None:
        return ()
    touched = list(dict.fromkeys(x for number in form.numbers for x in number.among))
    good = best(before)
    away = () if advice.certain else form.untouched
    worse = [x for x in (*touched, *away) if x in risk and x not in good]
    return [*good, *worse[:max(_FEWEST, _MOST - len(good))]] if worse else ()


def not_told(before: Before, _event: e.Advised, x: str) -> str:
    """Why another field is not taken: no reason so simple decides it, or it is decided the other way; where nothing is
    certain, its risk is higher."""
    advice, form, risk = seen(before)
    if advice.probability is None or x not in risk or x in best(before):
        return ""
    if not advice.certain:
        return f"Its risk is {risk[x]}, and others have less." if risk[x] > advice.probability else ""
    if any(x in claim.fields for claim in claims(before)):
        return f"{x} is a mine. What is safe for an equal reason comes first." if risk[x] == 1 else ""
    beside = [number for number in form.numbers if x in number.among]
    if not beside:
        return f"No number touches {x}."
    if advice.reason == "single number":
        number = beside[0]
        return (f"{number.name} still needs {counted(number.mines, 'mine')}, and has {len(number.among)} fields for "
                f"{'it' if number.mines == 1 else 'them'}. No number decides {x} alone.")
    if advice.reason == "two numbers":
        return f"No two numbers decide {x}."
    return f"With a mine at {x} all can hold, and without one, too." if 0 < risk[x] < 1 else ""


def field_hints(before: Before, event: e.Advised) -> Hints:
    """Where to look for the field."""
    if event.risk in (0, 1):
        return "Something is certain here.", "Find a number, or two, that leave a field no choice."
    return "Nothing is certain: compare risks.", "Which fields have few mines for many places?"


# --- what is done there ---------------------------------------------------------------------------------------------


def actions(_before: Before) -> Sequence[str]:
    """What a player can do with a field."""
    return "uncover", "flag"


def not_done(before: Before, event: e.Advised, action: str) -> str:
    """What the placements say against it."""
    _, _, risk = seen(before)
    found = risk.get(str(event.field))
    if found is None or action == event.action:
        return ""
    if action == "uncover":
        return f"Every placement that fits has a mine at {event.field}." if found == 1 else ""
    every = "No placement that fits" if found == 0 else "Not every placement that fits"
    return f"{every} has a mine at {event.field}." if found < 1 else ""


def action_hints(_before: Before, event: e.Advised) -> Hints:
    """What tells it."""
    return f"Look at the numbers around {event.field}.", "Suppose a mine there: can all of them still hold?"


# --- at what risk ---------------------------------------------------------------------------------------------------


def naive_risks(before: Before) -> Sequence[str]:
    """What each number says of the fields around it if it is asked alone."""
    _, form, _ = seen(before)
    return [str(float(Fraction(number.mines, len(number.among)))) for number in form.numbers if number.among]


def risks(before: Before) -> Sequence[float]:
    """All risks that there are, and those that the numbers seem to say; nothing where the risk can hardly be told."""
    advice, _, _ = seen(before)
    if advice.probability is None or advice.certain or advice.probability.denominator > _TOLD:
        return ()
    return [*dict.fromkeys([float(risk) for risk in seen(before)[2].values()] + list(map(float, naive_risks(before))))]


def risk_of_another(before: Before, event: e.Advised, value: float) -> str:
    """What has such a risk, or which number seems to say so."""
    _, form, risk = seen(before)
    x = next((x for x, found in risk.items() if float(found) == value), None)
    if x is not None and risk[x] != risk.get(str(event.field)):
        return f"That is the risk at {x}."
    number = next((number for number in form.numbers if event.field in number.among
                   and float(Fraction(number.mines, len(number.among))) == value), None)
    return "" if number is None or value == event.risk else \
        f"So says {number.name} alone: {counted(number.mines, 'mine')} in {len(number.among)} fields."


def risk_hints(_before: Before, event: e.Advised) -> Hints:
    """What tells it."""
    return (f"In how many of all placements is there a mine at {event.field}?",
            "Count what the numbers take first; what is left is spread over the other fields.")


# --- which numbers clash --------------------------------------------------------------------------------------------


def numbers_in_view(before: Before) -> Sequence[str]:
    """The numbers beside flags or covered fields, and others if there are few."""
    puzzle = position(before)
    shown = [x for x, number in puzzle.seen.items() if number >= 0]
    near = [x for x in shown if any(puzzle.seen[y] < 0 for y in puzzle.neighbours(x))]
    far = [x for x in shown if x not in near]
    return [f"C{x}" for x in (*near, *far[:max(0, _FEW - len(near))])]


def not_needed(_before: Before, event: e.NoPlacement, name: str) -> str:
    """That the others clash without it."""
    return f"Also without {name} the others cannot all hold." if name not in event.because else ""


def clash_hints(_before: Before, _event: e.NoPlacement) -> Hints:
    """Where to look for them."""
    return "Believe the flags, and see what each number still needs.", "What one number decides, the next must bear."


# --- what is believed -----------------------------------------------------------------------------------------------


def stays_at_the_numbers(before: Before, event: Event) -> Event | None:
    """Away from all numbers it is more dangerous, as nothing is known there."""
    _, form, risk = seen(before)
    if not isinstance(event, e.Advised) or event.field not in form.untouched:
        return None
    touched = [x for number in form.numbers for x in number.among if x in risk]
    best = min(touched, key=risk.__getitem__, default=None)
    if best is None or risk[best] == risk[event.field]:
        return None
    return e.Advised(best, "uncover", float(risk[best]), "")


def one_number_tells(before: Before, event: Event) -> Event | None:
    """The risk of a field is that of the number beside it, asked alone: so many mines in so many fields."""
    _, form, risk = seen(before)
    if not isinstance(event, e.Advised) or event.risk in (0, 1):
        return None
    share: dict[str, Fraction] = {}
    for number in form.numbers:
        for x in number.among:
            share.setdefault(x, Fraction(number.mines, len(number.among)))
    if event.field in share and share[event.field] != risk[event.field]:
        return e.Advised(event.field, event.action, float(share[event.field]), "")
    best = min(share, key=share.__getitem__, default=None)
    return None if best is None or risk[best] == risk[event.field] else e.Advised(best, "uncover", event.risk, "")


def flags_first(before: Before, event: Event) -> Event | None:
    """A certain mine is flagged before anything is uncovered."""
    mines = [x for claim in claims(before) if claim.mine for x in claim.fields]
    if not isinstance(event, e.Advised) or event.action == "flag" or not mines:
        return None
    return e.Advised(mines[0], "flag", 1.0, "")


declare_questions(ADVICE, [
    Askable(
        event=e.Advised, field="field", prompt="Which field does the player take next?",
        candidates=fields_to_choose, legal=as_good, hints=field_hints, against=not_told, why="action",
        rule="The simplest reason comes first: one number, two, then all. Where nothing is certain, the lowest risk."),
    Askable(
        event=e.Advised, field="action", prompt="What does it do with {field}?", answer="choice",
        candidates=actions, hints=action_hints, against=not_done,
        rule="It uncovers what has the lowest risk, and flags only what is a mine in every placement."),
    Askable(
        event=e.Advised, field="risk", prompt="What is the risk of a mine at {field}?", answer="number",
        candidates=risks, hints=risk_hints, against=risk_of_another,
        rule="The risk is the share of all placements that have a mine there: all of them count alike."),
    Askable(
        event=e.NoPlacement, field="because", prompt="Which numbers cannot all hold?",
        candidates=numbers_in_view, hints=clash_hints, against=not_needed,
        rule="None of them can be left out: without it, the others have a placement."),
], [
    Misconception(
        name="stay at the numbers", deviate=stays_at_the_numbers, lesson="away-from-the-numbers",
        text="A number touches {field}, and the risk is higher there than away from all numbers."),
    Misconception(
        name="one number tells the risk", deviate=one_number_tells, lesson="away-from-the-numbers",
        text="That is what one number says alone. The others count, too, and how many placements each way has."),
    Misconception(
        name="flags first", deviate=flags_first, lesson="a-player-that-explains",
        text="{field} is a mine, but a flag opens nothing: what is safe for an equal reason comes first."),
])
