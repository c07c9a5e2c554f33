"""Student's t, for the confidence interval that a few independent estimates give, and Wilson's interval for a rate.

Sources: Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.3 to 26.7.5; Wilson, JASA 1927.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist


@lru_cache(maxsize=256)
def student(confidence: float, freedom: int) -> float:
    """The quantile of Student's t: 0.95 and 10 degrees of freedom give 2.228."""
    z, v = NormalDist().inv_cdf((1 + confidence) / 2), freedom
    if v > 100:
        return z + (z**3 + z) / (4 * v) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    low, high = 0.0, pi / 2
    for _ in range(60):
        angle = (low + high) / 2
        low, high = (angle, high) if _within(angle, v) < confidence else (low, angle)
    return sqrt(v) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """The probability that |t| is below √freedom · tan(angle): formulas 26.7.3 and 26.7.4."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(odd + 2, freedom + 1, 2):  # the powers of the cosine are k − 2
        total += term
        term *= cos(angle) ** 2 * (k - 1) / k
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total


def wilson(successes: int, n: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a rate, without correction for continuity."""
    z, p = NormalDist().inv_cdf((1 + confidence) / 2), successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return (max(0.0, centre - half) if successes else 0.0), (min(1.0, centre + half) if successes < n else 1.0)
