"""Many places at once say what each says alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from visualizer.canvas.places import clear, columns, crossed
from visualizer.canvas.primitives import Point, Rect, point_on

WHERE = st.integers(0, 40)
PLACES = st.lists(st.builds(Rect, WHERE, WHERE, st.integers(1, 12), st.integers(1, 12)), max_size=8)
POINTS = st.tuples(WHERE, WHERE)


@given(spots=PLACES, lying=PLACES, above=st.integers(0, 5))
def test_a_place_is_clear_of_those_that_it_does_not_meet(spots: list[Rect], lying: list[Rect], above: int) -> None:
    apart = [not any(spot.meets(other.inset(0, -above)) for other in lying) for spot in spots]
    assert clear(columns(spots), lying, above).tolist() == apart


@given(spots=PLACES, edges=st.lists(st.tuples(POINTS, POINTS).filter(lambda edge: edge[0][1] < edge[1][1])))
def test_an_edge_passes_where_a_point_of_it_lies(spots: list[Rect], edges: list[tuple[Point, Point]]) -> None:
    """Of 2,000 points of an edge. Where it does not pass, none lies; where it does, one lies there or next to there."""
    passed = crossed(columns(spots), edges)
    assert passed.shape == (len(spots), len(edges))
    for spot, row in zip(spots, passed.tolist(), strict=True):
        for (a, b), passes in zip(edges, row, strict=True):
            points = [point_on(a, b, step / 2000) for step in range(2001)]
            inner = any(spot.x < x < spot.right and spot.y < y < spot.bottom for x, y in points)
            close = any(spot.inset(-0.05).contains(*point) for point in points)
            assert inner <= passes <= close
