"""Tasks on genetic algorithms: one run of them, or of what they are held against, on a puzzle of a lesson."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field

from algorithms.core import Event, find_algorithm, run
from algorithms.genetic.chromosome import Chromosome
from algorithms.genetic.events import GenerationEnded
from algorithms.genetic.fitness import Fitness
from algorithms.problems.forms.csp import CSP, csp_of
from algorithms.problems.puzzle import Puzzle, form_of
from scenarios.loader import find, load
from scenarios.runs import AlgorithmRun
from scenarios.script.measures import measure
from scenarios.tasks import Case, Row, Value, experiment_task
from scenarios.trajectories import Begin, trajectory

GENETIC = ("mutate", "xover", "doublex")

_PUZZLES = {"zebra": "who-owns-the-zebra", "sudoku": "stuck-in-a-sudoku", "map": "a-map-repaired"}
"""The lesson that each puzzle is from."""

_MOST_TRIES = 5
"""Min-conflicts gets up to five tries of its 1,000 steps. A step prices as many values as a domain has, so that it
prices about as many as a population of 200 has children in 200 generations."""

_DEFAULTS: dict[str, Value] = {"rows": "none", "population": 200, "mutation": 0.08, "generations": 200}

_Puzzle = Literal["zebra", "sudoku", "map"]
_Algorithm = Literal["mutate", "xover", "doublex", "min-conflicts", "cdcl"]
_Population = Annotated[int, Field(ge=4, le=10_000, multiple_of=4)]
_Generations = Annotated[int, Field(ge=0, le=1_000_000)]
_Share = Annotated[float, Field(ge=0, le=1)]


@experiment_task("evolution", puzzle=_Puzzle, algorithm=_Algorithm, rows=Literal["values", "permutations", "none"],
                 population=_Population, mutation=_Share, generations=_Generations, defaults=_DEFAULTS)
def evolution(case: Case, seed: int) -> Row:
    """One run: was it ``solved`` (or ``unsolved``), with which best ``fitness``, after how many ``generations``. Half
    of the population are children, and four of these have a poor parent. Of others than genetic algorithms ``rows``
    are none, and the fitness is that of the assignment with which they end."""
    case = {**_DEFAULTS, **case}
    puzzle, name = _puzzle(str(case["puzzle"])), str(case["algorithm"])
    known = find_algorithm(name)
    options: dict[str, Any] = {}
    if name in GENETIC:
        half = int(case["population"]) // 2
        options = {"population": int(case["population"]), "children": half, "dying": half, "poor": min(4, half),
                   "mutation": float(case["mutation"]), "generations": int(case["generations"]),
                   "rows": "values" if case["rows"] == "none" else str(case["rows"])}
    elif name == "min-conflicts":
        options = {"max_tries": _MOST_TRIES}
    answer = run(known.start(form_of(puzzle, known.solves), options, seed, drained=True))
    solved = answer.outcome == "solved"
    if name in GENETIC:
        worth, generations = answer.fitness, answer.generations
    else:
        worth, generations = 0 if solved else _fitness(csp_of(puzzle), answer.assignment), 0
    return {"solved": solved, "unsolved": not solved, "fitness": worth, "generations": generations}


@cache
def _puzzle(name: str) -> Puzzle:
    return load(find(_PUZZLES[name])).puzzle


def _fitness(csp: CSP, assignment: dict[str, Any]) -> int:
    priced = Fitness(csp, Chromosome(csp, "values"))
    return sum(cost.cost for cost in priced.costs([assignment[x] for x in priced.genes.names]))


@measure("fitness", GENETIC, object)
def fitness(made: AlgorithmRun) -> float:
    """What is wrong with the best individual when a run ends; 0 if it is a solution."""
    return float(run(made.steps()).fitness)


@trajectory("fitness", "generations", GENETIC, object)
def best(_made: AlgorithmRun) -> Begin:
    """The fitness of the best individual, generation by generation."""

    def read(event: Event) -> tuple[int, float] | None:
        return (event.number, event.best) if isinstance(event, GenerationEnded) else None

    return lambda: read
