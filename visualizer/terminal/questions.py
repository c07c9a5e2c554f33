"""The questions of a lesson that is told as text: read out, and answered by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from algorithms.pseudocode import Part
from algorithms.words import counted
from scenarios.emphasis import unmarked
from visualizer.runs.asking import Asking
from visualizer.runs.quiz import NOTHING, Quiz

KEYS = """While a question is open: 1 to 9 choose an answer, A takes it by its name; digits write a number
Return: this is my answer; I: a hint; C: the question again; Escape: on without an answer"""
_KINDS = {"number": "Write a number, then Return.", "several": "Choose all that belong, then Return.",
          "order": "Choose them in their order, then Return."}
_ALWAYS = ("f1", "?", "ctrl+c", "q", "left", "shift+left", "page up", "home", "r", "b", "t", "w")  # also meanwhile


def _read_line(text: str) -> str:
    """A line of code, with how far it stands in: nobody hears spaces."""
    left = len(text) - len(text.lstrip())
    return f"{counted(left, 'column')} in: {text.lstrip()}" if left else text


def _read_code(part: Part) -> Iterator[str]:
    """The code with its gaps."""
    gaps = count(1)
    for given in part.whole:
        yield from [f"Place {next(gaps)}: empty"] if given is None else map(_read_line, given)


class SpokenQuestions:
    """Reads out what a quiz asks, and takes the keys for it. ``line`` reads what is typed after a prompt, ``tell`` says
    a line, ``go`` makes a move and says where it has led."""

    def __init__(self, quiz: Quiz, line: Callable[[str], str], tell: Callable[[str], None],
                 go: Callable[[Callable[[], None]], None]) -> None:
        self.quiz, self._line, self._tell, self._go = quiz, line, tell, go
        self._read: object = None  # the question that was read out last, and its tier
        quiz.on = True

    def read(self, *, again: bool = False) -> None:
        """Reads out the question that is open, where that is another one."""
        asking = self.quiz.open
        if asking is None or (self._read == (id(asking), id(asking.question)) and not again):
            return
        self._read = id(asking), id(asking.question)
        of = "" if asking.of is None else f" about {asking.of.name}"
        self._tell(f"Question{of}: {unmarked(asking.question.prompt)}")
        for row in () if asking.question.lines is None else _read_code(asking.question.lines):
            self._tell(row)
        for number, option in enumerate(asking.options, 1):
            self._tell(f"{number}: {option.label if asking.question.lines is None else _read_line(option.text)}")
        self._tell(f"{self._how(asking)} I for a hint, Escape to go on without an answer.")

    @staticmethod
    def _how(asking: Asking) -> str:
        if asking.question.lines is not None:
            return "Choose all of them in their order; a line that is chosen again leaves its place. Then Return."
        return _KINDS.get(asking.question.answer, "Choose one.")

    def press(self, name: str) -> bool:
        """A key while a question is open. Was it for that? Whatever would move the run waits for the answer."""
        asking = self.quiz.open
        if asking is None or name in _ALWAYS:
            return False
        if name == "c":
            self.read(again=True)
        elif name == "escape" or (asking.over and name in ("return", "space", "page down", "right")):
            self._close()
        elif name == "i":
            asking.hint()
            self._answered(asking)
        elif name == "return":
            if asking.submits and asking.ready:
                asking.submit()
                self._answered(asking)
            else:
                self._tell(self._how(asking))
        elif name == "a":
            self._named(asking, self._line("Answer: "))
        elif name == "backspace" or name.replace("/", "").replace(".", "").lstrip("-").isdecimal():
            self._digits(asking, name)
        else:
            self._tell("A question is open: answer it, I for a hint, or Escape to go on without an answer.")
        return True

    def _digits(self, asking: Asking, name: str) -> None:
        if asking.typing:
            for character in [name] if name == "backspace" else name:
                asking.type(character)
            self._tell(f"Written: {asking.typed or 'nothing'}")
        elif name.isdecimal():
            self._take(asking, lambda: asking.number(int(name)))

    def _named(self, asking: Asking, text: str) -> None:
        wanted = text.lower()
        found = next((one.text for one in asking.options if wanted in (one.text.lower(), one.label.lower())), None)
        if found is None:
            self._tell(f"{text!r} is none of the answers; C reads them again.")
        else:
            self._take(asking, lambda: asking.choose(found))

    def _take(self, asking: Asking, choose: Callable[[], None]) -> None:
        before = list(asking.chosen)
        choose()
        if asking.question.many and asking.chosen != before:
            labels = {option.text: option.label for option in asking.options}
            self._tell(f"Chosen: {', '.join(labels[text] for text in asking.chosen if text) or 'nothing'}")
        self._answered(asking)

    def _answered(self, asking: Asking) -> None:
        """What speaks against an answer, or a hint; a right answer leads on."""
        if asking.over and asking.hints <= 2:
            self._close()
            return
        if asking.said:
            sign = {"bad": "No. ", "hint": "Hint. " if not asking.over else ""}.get(asking.tone, "")
            self._tell(f"{sign}{asking.said}{' Return goes on.' if asking.over else ''}")
        self.read()

    def _close(self) -> None:
        asking, self._read = self.quiz.open, None
        self._go(self.quiz.close)
        if asking is not None and not asking.over and self.quiz.told() == NOTHING:
            self._tell("Skipped.")
