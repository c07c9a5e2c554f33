"""What the README says that learners can do with each family is so: by its numbers at least."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from kit.family_table import HEAD, table

ROOT = Path(__file__).parents[2]


def cells(lines: list[str]) -> dict[str, list[str]]:
    """The rows of a table by their first cells."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {row[0]: row[1:] for row in rows}


def test_the_table_of_families_is_not_stale() -> None:
    text = (ROOT / "algorithms" / "README.md").read_text(encoding="utf-8")
    written = list(takewhile(lambda line: line.startswith("|"), text[text.index(HEAD):].splitlines()))
    said, found = cells(written), cells(table().splitlines())
    rows = [row for row in table().splitlines()[2:] if row.strip("|").split("|")[0].strip() not in said]
    assert not rows, "write this into the table of algorithms/README.md:\n" + "\n".join(rows)
    assert said.keys() <= found.keys(), f"of no algorithm: {said.keys() - found.keys()}; take it out of the table"
    for family, (*counts, choices, calls) in found.items():
        assert said[family][4:] == [choices, calls], f"{family}: {choices} | {calls}"
        for what, least, number in zip(HEAD.split("|")[2:6], said[family][:4], counts, strict=True):
            assert 0 < int(least) <= int(number), f"{family}, {what.strip()}: {least} are said, {number} there are"
