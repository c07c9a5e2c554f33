"""Graphs in the DIMACS format for colouring, ``.col``, as the tools of that world read them.

Source: DIMACS, *Clique and Coloring Problems Graph Format*, 1993. The nodes are the numbers from 1 on.

    c a comment
    p edge 3 2        3 nodes, 2 edges; some files say p col
    e 1 2             an edge; some files list each edge both ways, and some have edges from a node to itself
    n 1 4             of a node, d, v, x: of other problems; they are left out
"""

from __future__ import annotations

import re
from io import StringIO

from algorithms.problems.colouring.graph import Edge, check_size, repeated
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import counted, quoted, verb

MOST_CHARACTERS = 10_000_000

_P_LINE = re.compile(r"p (edges?|col) ([0-9]{1,18}) ([0-9]{1,18})")
_EDGE = re.compile(r"e ([0-9]{1,18}) ([0-9]{1,18})")


def read_dimacs(text: str) -> tuple[tuple[str, ...], tuple[Edge, ...], tuple[str, ...]]:
    """The nodes, the edges and the warnings of a text in DIMACS. Raises PuzzleError with the line."""
    if len(text) > MOST_CHARACTERS:
        raise PuzzleError(f"has {len(text):,} characters; a graph has at most {MOST_CHARACTERS:,}: take a smaller one",
                          key="dimacs")
    size: tuple[int, int] | None = None
    found: dict[tuple[int, int], None] = {}  # the smaller number first
    lines_of_edges = left_out = loops = 0
    for line, written in enumerate(StringIO(text, newline=None)):
        content = " ".join(written[:200].split())
        kind = content[:2].strip()
        if kind in ("", "c") or content[0] == "c":
            continue
        if kind == "p":
            if size is not None:
                raise PuzzleError("a second p-line; keep only the first, before all edges", key="dimacs", line=line)
            size = _p_line(content, line)
        elif kind in ("n", "d", "v", "x"):
            left_out += 1
        else:
            if size is None:
                raise PuzzleError("the p-line is missing; before the edges write p edge, the number of nodes and the "
                                  "number of edges", key="dimacs", line=line)
            i, j = _edge(content, size[0], line)
            lines_of_edges += 1
            if i == j:
                loops += 1
            else:
                found[i, j] = None
            check_size(size[0], len(found), "dimacs", line)
    if size is None:
        raise PuzzleError("there is no graph; begin with a line such as p edge 3 2", key="dimacs")
    warnings = []
    if left_out:
        warnings.append(f"{counted(left_out, 'line')} with n, d, v or x {verb(left_out, 'are')} "
                        "left out: colours have no use for them")
    if loops:
        which = "edges lead from a node to itself and are" if loops > 1 else "edge leads from a node to itself and is"
        warnings.append(f"{loops:,} {which} left out: no colouring could satisfy that")
    if lines_of_edges - loops > len(found):
        warnings.append(repeated(lines_of_edges - loops - len(found)))
    if size[1] != lines_of_edges:
        warnings.append(f"the p-line speaks of {counted(size[1], 'edge')}, but {lines_of_edges:,} "
                        f"{verb(lines_of_edges, 'are')} listed")
    return tuple(map(str, range(1, size[0] + 1))), tuple((str(i), str(j)) for i, j in found), tuple(warnings)


def _p_line(content: str, line: int) -> tuple[int, int]:
    """The numbers of nodes and edges in ``p edge 3 2``."""
    found = _P_LINE.fullmatch(content)
    if found is None:
        raise PuzzleError(f"{quoted(content)} is no p-line; write p edge, the number of nodes and the number of edges",
                          key="dimacs", line=line)
    nodes, edges = int(found[2]), int(found[3])
    check_size(nodes, 0, "dimacs", line)
    return nodes, edges


def _edge(content: str, nodes: int, line: int) -> tuple[int, int]:
    """The ends of the edge in ``e 1 2``, the smaller number first."""
    found = _EDGE.fullmatch(content)
    if found is None:
        raise PuzzleError(f"{quoted(content)} is no edge; write e and the numbers of two nodes, such as e 1 2",
                          key="dimacs", line=line)
    i, j = sorted((int(found[1]), int(found[2])))
    for node in (i, j):
        if not 1 <= node <= nodes:
            raise PuzzleError(f"node {node} is not among the {nodes:,} of the p-line; raise the number there, or mend "
                              "the edge", key="dimacs", line=line)
    return i, j
