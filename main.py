"""Unfog's command line: `python3 main.py` opens the gallery of lessons, `python3 main.py --help` lists the rest.

Until the packages of requirements.txt are there, this file uses the standard library only, and syntax that an old
Python can read, so that every machine says in one line what is missing. Where packages are missing, it makes a
virtual environment in .venv beside itself, installs them there, and starts again in it.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
HEADLESS = ("yaml", "pydantic", "pysat", "platformdirs")
STAGE = (*HEADLESS, "pygame", "greenlet", "numpy", "PIL", "fontTools")
EXPERIMENT = (*HEADLESS, "joblib", "matplotlib")
TESTS = (*STAGE, *EXPERIMENT, "pytest", "pytest_benchmark", "xdist", "hypothesis", "jsonschema", "distributed")
SET_UP = "UNFOG_SET_UP"  # in the environment: the set-up has just been done, do not do it again
PIPE_CLOSED = 141  # the exit code of a command that the signal SIGPIPE has ended
UNWRITTEN = ("ENOSPC", "EDQUOT", "EFBIG", "EIO")  # errors of writing, which name no file


class Trouble(Exception):  # noqa: N818 - it is told to the user, in one line
    """What stops a command; its text is one line."""


# --- packages ----------------------------------------------------------------------------------------------------


def set_up(modules: tuple[str, ...], just_done: bool) -> None:
    """Goes on if the modules can be imported; else installs what is needed in .venv and starts again in it."""
    lacking = [module for module in modules if importlib.util.find_spec(module) is None]
    if not lacking:
        return
    if just_done:
        raise Trouble(f"{', '.join(lacking)} still missing after the set-up; remove {VENV} and start again")
    names = ["requirements.txt", "requirements-dev.txt"][: 2 if modules == TESTS else 1]
    if not installed(names):
        install(names)
    os.environ[SET_UP] = "1"
    command = [str(PYTHON), str(ROOT / "main.py"), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(waited(command))  # execv there would give the shell back at once
    os.execv(command[0], command)


def waited(command: list[str]) -> int:
    """The exit code of a command. Ctrl+C reaches all processes of a terminal: the command says what is to be said."""
    with subprocess.Popen(command) as running:
        while True:
            with suppress(KeyboardInterrupt):
                return running.wait()


def installed(names: list[str]) -> bool:
    """Has .venv what these files ask for today? A set-up that was interrupted has left no mark."""
    try:
        return PYTHON.exists() and all(mark(name).read_text(encoding="utf-8") == digest(name) for name in names)
    except (OSError, ValueError):
        return False


def mark(name: str) -> Path:
    """Where .venv remembers which version of a requirements file is installed."""
    return VENV / f"unfog-{name}"


def digest(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()


def install(names: list[str]) -> None:
    """Makes .venv and installs the packages of these files there; marks it only when all is done."""
    unfinished = VENV / "unfog-unfinished"  # an interrupted set-up left this: what is here is ours, and may be broken
    if not PYTHON.exists() or unfinished.exists():
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir(exist_ok=True)
        unfinished.touch()
        make_environment()
    elif quietly([str(PYTHON), "-m", "pip", "--version"]).returncode:  # made by somebody else's tool, without pip
        make_environment()
    say(f"installing the packages of {names[-1]}, this once (it may take a minute)")
    done = quietly([str(PYTHON), "-m", "pip", "install", "--quiet", "--requirement", str(ROOT / names[-1])])
    if done.returncode:
        raise Trouble(f"the packages cannot be installed: {last_line(done.stdout)}; check the network and start again, "
                      f"or install the packages of {names[-1]} yourself")
    for name in names:
        mark(name).write_text(digest(name), encoding="utf-8")
    unfinished.unlink(missing_ok=True)


def make_environment() -> None:
    say(f"making an environment for the packages in {VENV}")
    made = quietly([sys.executable, "-m", "venv", str(VENV)])
    if made.returncode:
        if importlib.util.find_spec("ensurepip") is None or "ensurepip" in made.stdout:
            raise Trouble("this Python cannot make virtual environments; install that (on Debian and Ubuntu: "
                          "sudo apt install python3-venv) and start again")
        raise Trouble(f"{VENV} cannot be made: {last_line(made.stdout)}; mend that and start again")


def quietly(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              errors="replace", stdin=subprocess.DEVNULL)
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, stdout=str(error))


def last_line(output: str) -> str:
    """The line of a tool's output that says what went wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip() and not line.startswith("[notice]")]
    errors = [line[len("ERROR: "):] for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or ["no reason given"])[-1].rstrip(".")


def say(line: str) -> None:
    shown = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(line.split()))  # names of files may have any
    print(f"unfog: {shown}", file=sys.stderr, flush=True)


# --- commands ----------------------------------------------------------------------------------------------------


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with the command line in one line."""

    def error(self, message: str) -> NoReturn:
        raise Trouble(f"{message}; see {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    from scenarios.version import VERSION  # which needs no package

    top = OneLineParser(prog="main.py", description="Watch inference algorithms think. No command: the gallery.")
    top.add_argument("--version", action="version", version=f"Unfog {VERSION}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    play = commands.add_parser("play", help="one lesson in the window")
    how = play.add_mutually_exclusive_group()
    play.add_argument("--watch", action="store_true", help="shown anew, at the same cue, when the file is saved")
    how.add_argument("--projector", action="store_true", help="for the back row: board and words fill the screen")
    play.add_argument("--presenter", action="store_true", help="with a second window: notes, what comes next, answers")
    how.add_argument("--narrate", action="store_true", help="as text, by the same keys: no window, for screen readers")
    run = commands.add_parser("run", help="no window: the answer and the counters")
    run.add_argument("--json", action="store_true", help="as one JSON object")
    run.add_argument("--events", metavar="FILE", type=Path, help="write all events there: .jsonl, or a table, .csv")
    check = commands.add_parser("check", help="play scripts without a window and verify what they expect")
    check.add_argument("lessons", nargs="*", metavar="LESSON", help="names, files or folders; default: all lessons")
    check.add_argument("--names", metavar="FILE", type=Path,
                       help="of learners, one a line: for each of them, lessons with seed: name")
    record = commands.add_parser("record", help="a lesson as a file: .html .pdf .svg .png .gif or .mp4")
    record.add_argument("--cue", metavar="N,…", type=cue_numbers, default=(), help="pictures: where these cues end")
    record.add_argument("--all", action="store_true", help="all lessons, as a site in the folder X")
    record.add_argument("--names", metavar="FILE", type=Path, help="of learners, one a line: a page for each, in the "
                                                                   "folder X, of a lesson with seed: name")
    record.add_argument("-o", "--output", metavar="X", type=Path, required=True, help="the file to write")
    add_experiment(commands.add_parser("experiment", help="a paper's figures beside ours; without a name, a list"))
    show = commands.add_parser("list", help="what there is")
    show.add_argument("what", nargs="?", metavar="WHAT",
                      choices=["algorithms", "puzzles", "lessons", "experiments", "events", "schema"],
                      help="algorithms, puzzles, lessons or experiments; default: all four; or events, or the JSON "
                           "schema of lessons")
    show.add_argument("algorithm", nargs="?", metavar="ALGORITHM", help="events of this algorithm or family")
    for one in (play, record):
        one.add_argument("--for", dest="audience", choices=["any", "lecture", "self-study", "homework"],
                         help="who hears it: cues for others are passed over; any: all but homework")
        one.add_argument("--depth", choices=["say", "more"], help="more: with what cues have more to say")
    for one in (play, run, record):
        one.add_argument("--name", metavar="NAME", help="the puzzle of that learner, of a lesson with seed: name")
        one.add_argument("lesson", metavar="LESSON", nargs="?" if one is record else None,
                         help="the name of a lesson, or the path of a YAML file")
    grade = commands.add_parser("grade", help="marks results of homework, by replaying its lessons")
    grade.add_argument("folder", metavar="FOLDER", type=Path, help="with the texts that were handed in, or one of them")
    grade.add_argument("-o", "--output", metavar="FILE", type=Path, help="a .csv: each answer, its points and its time")
    commands.add_parser("test", help="the tests; arguments go to pytest as they are", add_help=False)
    return top


def add_experiment(command: argparse.ArgumentParser) -> None:
    """The arguments of `experiment`."""
    command.add_argument("name", nargs="?", metavar="NAME", help="the experiment: a name, or the path of a YAML file")
    many = command.add_mutually_exclusive_group()
    many.add_argument("--full", action="store_true", help="as many repetitions as it takes for sharp figures")
    many.add_argument("--repetitions", type=positive, metavar="N", help="so many repetitions of each case")
    command.add_argument("--seed", type=int, metavar="N", help="another seed than the experiment's own")
    command.add_argument("--out", type=Path, metavar="DIR", help="the folder for all files; default: experiments/NAME")
    command.add_argument("--fresh", action="store_true", help="start over: throw away the rows that are there")
    command.add_argument("--jobs", type=positive, metavar="N", help="on so many cores; default: all")
    command.add_argument("--backend", choices=["loky", "dask"], default="loky",
                         help="this machine (loky), or a cluster")
    command.add_argument("--scheduler", metavar="ADDRESS", help="dask: the cluster, such as tcp://127.0.0.1:8786")


def positive(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more, not {text!r}")
    return int(text)


def cue_numbers(text: str) -> tuple[int, ...]:
    """Numbers of cues, with commas between them."""
    return tuple(dict.fromkeys(positive(part.strip()) for part in text.split(",")))


def dispatch(arguments: list[str], just_done: bool) -> int:
    if arguments[:1] == ["test"]:  # argparse would take pytest's options for its own
        set_up(TESTS, just_done)
        import pytest

        os.chdir(ROOT)
        return int(pytest.main(arguments[1:] or ["-n", "auto", "--dist", "worksteal"]))  # all tests: on all cores
    given = parser().parse_args(arguments)
    needed = EXPERIMENT if given.command == "experiment" else STAGE
    set_up(HEADLESS if given.command in ("run", "check", "list") else needed, just_done)
    from scenarios.reading import ScenarioError
    from scenarios.writing import OutputError

    try:
        return perform(given)
    except (ScenarioError, OutputError) as error:
        print(error, file=sys.stderr)
        return 2


def perform(given: argparse.Namespace) -> int:
    """The command, now that the packages are there."""
    from scenarios.loader import find
    from visualizer.terminal import commands

    if given.command == "run":
        return commands.run(given.lesson, given.json, given.events, given.name)
    if given.command == "check":
        return commands.check(given.lessons, learners_in(given.names))
    if given.command == "list":
        return list_what_there_is(given)
    if given.command == "experiment":
        return run_experiment(given)
    if given.command == "grade":
        from visualizer.terminal.grading import grade

        return grade(given.folder, given.output)
    from visualizer.terminal import showing

    if given.command == "record":
        refuse_together(given)
    if given.command in ("record", "play"):
        asked = showing.Asked(given.depth, given.audience, getattr(given, "projector", False),
                              getattr(given, "watch", False), getattr(given, "presenter", False), given.name)
    try:
        if given.command == "record" and given.all:
            return showing.record_all(given.output, asked)
        if given.command == "record" and given.names is not None:
            return showing.record_for(find(given.lesson), given.output, given.names, asked)
        if given.command == "record":
            return showing.record_to(find(given.lesson), given.output, asked, given.cue)
        if given.command == "play" and given.narrate and (given.watch or given.presenter):
            raise Trouble("--narrate has no window, which --watch and --presenter need; leave them out")
        if given.command == "play" and given.narrate:
            return showing.narrate(find(given.lesson), asked)
        if given.command == "play":
            return showing.open_window(find(given.lesson), asked, ROOT / "recordings")
        return showing.open_window(None, showing.Asked(), ROOT / "recordings")
    except showing.ExportError as error:
        raise Trouble(str(error)) from None


def refuse_together(given: argparse.Namespace) -> None:
    """What `record` cannot do at once."""
    if given.all != (given.lesson is None):
        raise Trouble("record takes one lesson, or --all; give one of the two")
    if given.all and given.cue:
        raise Trouble("--cue is for pictures of one lesson; leave it out, or --all")
    if given.names is not None and (given.all or given.name is not None or given.cue):
        raise Trouble("--names makes a page of one lesson for each name; leave --all, --name and --cue out")
    if given.all and given.name is not None:
        raise Trouble("--name is for one lesson, and --all records each for nobody; leave one of them out")


def learners_in(names: Path | None) -> tuple[str, ...]:
    """The names in a file, if there is one."""
    from scenarios.learners import names_in

    return () if names is None else names_in(names)


def list_what_there_is(given: argparse.Namespace) -> int:
    """Algorithms, puzzles, lessons, experiments, events."""
    from visualizer.terminal.listing import listing

    if given.algorithm is not None and given.what != "events":
        raise Trouble(f"only events are of an algorithm; write list events {given.algorithm}")
    try:
        return listing(given.what, given.algorithm)
    except KeyError as error:
        raise Trouble(str(error.args[0])) from None


def run_experiment(given: argparse.Namespace) -> int:
    """An experiment, on this machine or on a cluster."""
    if given.backend == "loky" and given.scheduler is not None:
        raise Trouble("--scheduler is for --backend dask; add that, or leave the scheduler out")
    if given.backend == "dask" and given.jobs is not None:
        raise Trouble("--jobs is for this machine; a cluster has as many as it has workers: leave it out")
    from scenarios.laboratory.run import Engine
    from scenarios.laboratory.spec import MOST_REPETITIONS
    from visualizer.terminal.experiments import experiment

    if given.repetitions is not None and given.repetitions > MOST_REPETITIONS:
        raise Trouble(f"--repetitions can be at most {MOST_REPETITIONS:,}; give fewer")
    return experiment(given.name, Engine(given.backend, given.jobs, given.scheduler), full=given.full,
                      repetitions=given.repetitions, seed=given.seed, out=given.out, fresh=given.fresh)


def main(arguments: list[str]) -> int:
    """Runs a command and returns its exit code: 2 for an error that the user can mend."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # the greeting would stand in the output
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small; on a busy machine threads wait for seconds
    try:
        try:
            if sys.version_info < (3, 11):  # noqa: UP036 - this is where an old Python is told
                raise Trouble("this is Python {}.{}; start Unfog with 3.11 or newer".format(*sys.version_info))
            code = dispatch(arguments, just_done=os.environ.pop(SET_UP, None) is not None)
            sys.stdout.flush()
            return code
        except KeyboardInterrupt:
            say("stopped")
            return 130
        except Trouble as error:
            say(str(error))
        except SystemExit:  # argparse has printed its help
            sys.stdout.flush()
            raise
        except MemoryError:
            say("there is not enough memory for this; close other programs, or take something smaller")
        return 2
    except OSError as error:
        return refused(error)


def refused(error: OSError) -> int:
    """Says what the system would not do. A reader of the output that has seen enough, such as head, is told nothing."""
    broken = [stream for stream in (sys.stdout, sys.stderr) if not flushed(stream)]
    for stream in broken:  # what is left in it must not be written at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if isinstance(error, BrokenPipeError) or (os.name == "nt" and broken and error.errno == errno.EINVAL):
        return PIPE_CLOSED
    place = "the output" if errno.errorcode.get(error.errno or 0) in UNWRITTEN else "the system"
    say(f"{error.filename or place}: {error.strerror or error}; check it and start again")
    return 2


def flushed(stream: TextIO) -> bool:
    """Could all be written that was printed?"""
    try:
        stream.flush()
    except OSError:
        return False
    return True


# --- the process -------------------------------------------------------------------------------------------------


def start() -> int:
    """The command line of this process, whose streams and signals may be anything."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it is closed, as by >&-; the next file that is opened must not be taken for it
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # what its encoding lacks is shown as ?
    if sys.argv[1:2] != ["test"]:  # pytest would take that for a test that fails
        for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # not where nohup ignores it
                signal.signal(number, end)
    return main(sys.argv[1:])


def end(number: int, _frame: object) -> NoReturn:
    """Ends the process as the signal would, but removes first what is half done."""
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(start())
