"""A lesson as text on standard output, moved by the keys of the window: for screen readers, and where no window is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from algorithms.core import Grain
from algorithms.problems.rows import value_rows
from algorithms.words import counted
from scenarios.emphasis import unmarked
from scenarios.loader import Scenario
from scenarios.reading import one_line
from scenarios.script.telling import Telling
from scenarios.timeline import Timeline
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.boards import Board
from visualizer.runs.pointed import Pointed
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.stage.beside_words import in_words
from visualizer.stage.thought import read_out
from visualizer.terminal.keys import Keys
from visualizer.terminal.questions import KEYS, SpokenQuestions
from visualizer.terminal.tables import table

_KEYS = """Right, Left: a step forward, back; with Shift, on the next larger rung
Space or Page Down: to the next cue; Page Up: to the one before
1 2 3 4: choose the rung of the steps; Home, End: to the start, to the end
W: what is known of a place, and why; H: a hint; B: the board; T: the counters
G: the cues; C: this cue again; R: starts again; Ctrl+Z: takes back
P: predict: any run asks what comes next; K: which kinds of questions; O: lines of the pseudocode, to put in order
F1 or question mark: these keys; Escape or Q: leaves
"""
_NO_PREDICTION = "Nothing is declared that could be predicted of this algorithm."
_MOST = 12  # places whose change is told one by one


def narrate(scenario: Scenario, keys: Keys, telling: Telling | None = None) -> int:
    """Tells a lesson until Escape, or until there are no more keys."""
    narrator = Narrator(scenario, keys, telling)
    narrator.begin()
    while True:
        try:
            if not narrator.press(keys.key()):
                return 0
        except EOFError:
            return 0


def tell(text: str) -> None:
    """A line; what would be none in a terminal is made visible."""
    for line in text.splitlines():
        print(one_line(line), flush=True)


class Narrator:
    """A lesson that is told. Each press of a key is answered by what is different now."""

    def __init__(self, scenario: Scenario, keys: Keys, telling: Telling | None = None) -> None:
        self.scenario = scenario
        self.keys = keys
        self.session: AskedComparison | Session = (AskedComparison if scenario.compares else Session)(scenario)
        self.session.director.tell(telling or Telling())
        runs: Sequence[Pointed] = self.session.sides if isinstance(self.session, AskedComparison) else [self.session]
        for one in runs:
            one.proves = False
        self._cue = -1
        self._verdict = self._words = ""
        self.questions = SpokenQuestions(self.session.quiz, keys.line, tell, self._move)
        asked: dict[str, Callable[[], None]] = {
            "w": self._why, "h": self._hint, "b": self._board, "t": self._totals, "g": self._cues,
            "c": partial(self._say, again=True), "p": self._predict,
            "k": self._kinds}
        asked |= dict.fromkeys(("f1", "?"), partial(tell, _KEYS + KEYS))
        session = self.session
        moves: dict[str, Callable[[], None]] = {
            "right": lambda: session.forward(session.grain), "left": lambda: session.back(session.grain),
            "shift+right": lambda: session.forward(self._larger), "shift+left": lambda: session.back(self._larger),
            "space": lambda: session.forward("cue"), "page down": lambda: session.forward("cue"),
            "page up": session.cue_back, "home": session.back_to_start, "end": lambda: session.forward("end"),
            "r": session.restart, "o": session.quiz.put_in_order, "ctrl+z": self._undo}
        self._asked, self._moves = asked, moves

    @property
    def _larger(self) -> Grain:
        return Grain(min(Grain.PHASE, self.session.grain + 1))

    @property
    def parts(self) -> Sequence[tuple[str, Timeline[State], Board]]:
        """The runs: how each is called (of one alone: not at all), its timeline, its board."""
        session = self.session
        if isinstance(session, AskedComparison):
            names = [f"{run.label}: " for run in self.scenario.runs]
            return list(zip(names, session.timelines, session.boards, strict=True))
        assert isinstance(session, Session)
        return [("", session.timeline, session.board)]

    def begin(self) -> None:
        """What the lesson is, and which keys there are."""
        tell(f"{self.scenario.title}\n{self.scenario.about}\nF1 tells the keys.")

    def press(self, key: str) -> bool:
        """Does what a key is for, and says what is different. False: it is over."""
        name = key.lower()
        if self.questions.press(name):
            return True
        if name in ("escape", "q", "ctrl+c"):
            return False
        if name in self._asked:
            self._asked[name]()
        elif name in self._moves:
            self._move(self._moves[name])
        elif name in ("1", "2", "3", "4"):
            self.session.grain = Grain(int(name) - 1)
            tell(f"Steps are now: {self.session.rungs[self.session.grain]}.")
        elif name:
            tell("This key does nothing here; F1 tells the keys.")
        return True

    # --- moving ----------------------------------------------------------------------------------------------------

    def _move(self, move: Callable[[], None]) -> None:
        """Moves, to the end of the way, and says where that has led."""
        before = [(timeline.position, timeline.state.copy()) for _, timeline, _ in self.parts]
        session = self.session
        move()
        session.complete()
        while session.quiz.open is None and (session.goal is not None or session.run_to is not None):
            session.work(1.0)
            if session.run_to is not None and session.quiz.open is None:  # where a cue ends is told, not what it runs
                session.forward("cue")
        for (name, timeline, board), (position, state) in zip(self.parts, before, strict=True):
            if timeline.position != position or timeline.state is not state:
                self._tell_way(name, timeline, board, position, state)
        now = session.director.now
        if now.there and now.index != self._cue:
            self._say()
        self._cue = now.index
        session.quiz.judge()
        if session.notice:
            tell(session.notice)
        if (verdict := session.quiz.told()).heading and verdict.signed != self._verdict:
            tell(" ".join(filter(None, (f"{verdict.heading}.", verdict.why))))
        self._verdict = verdict.signed
        self.questions.read()

    def _predict(self) -> None:
        predicting = self.session.quiz.predicting
        if not predicting.possible:
            tell(_NO_PREDICTION)
            return
        predicting.toggle()
        tell("Predict: the run stops now and then and asks what comes next. P ends it." if predicting.on
             else f"Predict is off. {predicting.summary}".rstrip())

    def _kinds(self) -> None:
        """Which kinds of questions predict mode asks for: the one that is named is asked for, or no more."""
        predicting = self.session.quiz.predicting
        names = list(predicting.kinds)
        if not predicting.on or len(names) < 2:
            tell("P begins to predict; then K chooses which kinds of questions are asked." if names else _NO_PREDICTION)
            return
        for number, name in enumerate(names, 1):
            left_out = ", left out" if predicting.kinds[name] in predicting.aside else ""
            tell(f"{number}: {name}{left_out}. {predicting.prompt(predicting.kinds[name])}")
        said = self.keys.line("Ask for this one or not, by its number; 0 for all: ").strip()
        if not said.isdecimal() or int(said) > len(names):
            tell("None of these.")
            return
        predicting.choose(names[int(said) - 1] if int(said) else None)
        asked = [name for name in names if predicting.kinds[name] not in predicting.aside]
        tell(f"Asked for: {', '.join(asked)}.")

    def _tell_way(self, name: str, timeline: Timeline[State], board: Board, position: int, before: State) -> None:
        """From ``position``, where the state was ``before``, to where the timeline is."""
        here = timeline.position
        if here == position:
            return
        whole = f" of {len(timeline.events):,}" if timeline.done else ""
        way = here - position
        by = f", {counted(abs(way), 'event')} {'on' if way > 0 else 'back'}" if abs(way) > 1 else ""
        said = timeline.events[here - 1].sentence() if here else "The start."
        tell(f"{name}Event {here:,}{whole}{by}. {said}")
        changed = [x for x, left in timeline.state.domains.items() if before.domains.get(x) != left
                   and x in board.layout.places]
        if len(changed) > _MOST:
            tell(f"{len(changed):,} places changed; B tells the board.")
        else:
            for x in changed:
                tell(f"  {_values(board, x, timeline.state)}")

    def _undo(self) -> None:
        if isinstance(self.session, Session):
            self.session.undo()
        else:
            self.session.notice = "Nothing is taken back where runs are compared."

    # --- telling ---------------------------------------------------------------------------------------------------

    def _say(self, *, again: bool = False) -> None:
        """What the lesson says here; what it has just said, only ``again`` where that is asked for."""
        director = self.session.director
        number = director.seen.index(director.index) + 1 if director.index in director.seen else 0
        head = f"Cue {number} of {len(director.seen)}: " if number else ""
        words = f"{unmarked(self.session.say)} {in_words(self.session.director.now.drawn)}".rstrip()
        tell(head + words if again or words != self._words else f"Cue {number}.")
        self._words = words
        if isinstance(self.session, Session) and (thought := self.session.thought) is not None:
            for line in read_out(self.session.board, self.session.state, thought):
                tell(line)

    def _cues(self) -> None:
        """What the lesson says, cue by cue, as far as it has come."""
        director = self.session.director
        tell(f"{counted(len(director.seen), 'cue')}; this is "
             f"{'before the first' if director.index < 0 else director.seen.index(director.index) + 1}.")

    def _why(self) -> None:
        """Asks for a place, and says what is known of it."""
        place = self.keys.line("Place: ")
        known = self.parts[0][2].layout.places
        if place not in known:
            tell(f"There is no place {place!r}; the first is {next(iter(known), 'none')}.")
            return
        for _, _, board in self.parts:
            board.asked = self.session.asks
        if isinstance(self.session, Session):
            self.session.explain(place)
            tell(self.session.notice)
            return
        assert isinstance(self.session, AskedComparison)
        for index, (name, _, _) in enumerate(self.parts):
            self.session.explain(index, place)
            tell(f"{name}{self.session.notice}")

    def _hint(self) -> None:
        if isinstance(self.session, Session):
            self.session.hint()
            tell(self.session.notice)
        else:
            tell("Hints are for lessons with one run.")

    def _board(self) -> None:
        """What is left of each place, in rows as a run without a window prints them, then what is supposed."""
        for name, timeline, board in self.parts:
            state = timeline.state
            shown = {x: left for x, left in state.domains.items() if x in board.layout.places}
            supposed = [x for x in {**state.family.supposed.how, **state.family.tentative} if x in shown]
            tell("\n".join(filter(None, (name, *table(value_rows(self.scenario.puzzle, shown))))))
            if supposed:
                tell(f"Only supposed: {', '.join(supposed)}.")

    def _totals(self) -> None:
        for run, (name, timeline, _) in zip(self.scenario.runs, self.parts, strict=True):
            for counter in run.algorithm.counters:
                tell(f"{name}{counter.name}: {timeline.total(counter):,} ({counter.definition})")


def _values(board: Board, name: str, state: State) -> str:
    """What is known of a place now, and whether it is only supposed."""
    left = state.domains[name]
    if len(left) != 1:
        return f"{name}: {' or '.join(map(str, left)) or 'no value is left'}"
    supposed = " (supposed)" if name in state.family.supposed.how else ""
    return board.says(name, left[0]) + supposed
