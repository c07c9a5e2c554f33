"""The maps that come with Unfog: which regions share a border, and where to draw each, in cells.

Borders are of some length: Utah and New Mexico, which meet in a point, are no neighbours. The places are chosen so that
no two lines cross and none runs behind a third region; towards the small states of the north-east there is more room
than on the ground.
"""

from __future__ import annotations

from collections.abc import Mapping

Map = tuple[Mapping[str, tuple[float, float]], tuple[tuple[str, str], ...]]
"""For each region its place, and the borders."""


def _borders(text: str) -> tuple[tuple[str, str], ...]:
    """The borders in lines such as ``WA: NT SA``, each of which is written once."""
    return tuple((x, y) for x, _, others in (line.partition(":") for line in text.split("\n") if line)
                 for y in others.split())


_AUSTRALIA = {
    "WA": (0, 1.3), "NT": (1.75, 0.2), "SA": (2, 1.75), "Q": (3.7, 0.4), "NSW": (4, 1.75), "V": (3, 2.8),
    "T": (4.4, 3.1),
}
_AUSTRALIAN_BORDERS = """
WA: NT SA
NT: SA Q
SA: Q NSW V
Q: NSW
NSW: V
"""

# The 48 states between Canada and Mexico
_USA = {
    "AL": (6.6, 6.6), "AR": (4.7, 5.4), "AZ": (1.5, 4.8), "CA": (0.2, 4), "CO": (2.9, 3.2), "CT": (10.45, 2.5),
    "DE": (9.9, 4.7), "FL": (7.5, 7.2), "GA": (7.5, 5.9), "IA": (5.1, 2.3), "ID": (1.2, 1.6), "IL": (5.8, 3.3),
    "IN": (6.8, 2.8), "KS": (3.9, 3.65), "KY": (6.8, 3.9), "LA": (5, 6.7), "MA": (10.5, 1.45), "MD": (8.9, 4),
    "ME": (11.6, 0.1), "MI": (7, 1.5), "MN": (4.8, 0.5), "MO": (5, 4.3), "MS": (5.8, 5.9), "MT": (2.1, 0.4),
    "NC": (8.7, 5.3), "ND": (3.3, 0), "NE": (4, 2.4), "NH": (10.5, 0.4), "NJ": (10.15, 3.6), "NM": (2.7, 5.1),
    "NV": (0.7, 2.9), "NY": (9.2, 1.7), "OH": (7.9, 2.3), "OK": (3.8, 4.7), "OR": (0, 1.7), "PA": (8.9, 2.8),
    "RI": (11.6, 2.4), "SC": (8.5, 6.5), "SD": (3.8, 1.2), "TN": (6.6, 5.1), "TX": (3.8, 6.2), "UT": (1.8, 3.2),
    "VA": (7.8, 4.6), "VT": (9.4, 0.5), "WA": (0.2, 0.3), "WI": (5.8, 1.4), "WV": (7.9, 3.4), "WY": (2.4, 1.8),
}
_AMERICAN_BORDERS = """
AL: FL GA MS TN
AR: LA MO MS OK TN TX
AZ: CA NM NV UT
CA: NV OR
CO: KS NE NM OK UT WY
CT: MA NY RI
DE: MD NJ PA
FL: GA
GA: NC SC TN
IA: IL MN MO NE SD WI
ID: MT NV OR UT WA WY
IL: IN KY MO WI
IN: KY MI OH
KS: MO NE OK
KY: MO OH TN VA WV
LA: MS TX
MA: NH NY RI VT
MD: PA VA WV
ME: NH
MI: OH WI
MN: ND SD WI
MO: NE OK TN
MS: TN
MT: ND SD WY
NC: SC TN VA
ND: SD
NE: SD WY
NH: VT
NJ: NY PA
NM: OK TX
NV: OR UT
NY: PA VT
OH: PA WV
OK: TX
OR: WA
PA: WV
SD: WY
TN: VA
UT: WY
VA: WV
"""

MAPS: Mapping[str, Map] = {
    "australia": (_AUSTRALIA, _borders(_AUSTRALIAN_BORDERS)),
    "usa": (_USA, _borders(_AMERICAN_BORDERS)),
}
