"""Figures from the rows of a case: a statistic of a column, and where it makes sense a confidence interval.

    n      how many values         z   the quantile of the normal distribution that belongs to the confidence
    p      the share of a rate     q   which quantile, 0 to 1

Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 1927, for rates;
Student's t (algorithms/sampling/intervals.py) for means; E. C. Fieller, "Some problems in interval estimation", JRSS
B 1954, for how much one mean is less than another; order statistics (H. A. David, *Order Statistics*, 1981, section
2.5) for medians and other quantiles, whatever the distribution; W. S. Cleveland, "Robust locally weighted regression
and smoothing scatterplots", JASA 1979, for curves through dots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, floor, fsum, inf, lgamma, log, log1p, sqrt

from algorithms.intervals import student, wilson
from scenarios.laboratory.spec import Metric

Numbers = Sequence[float]
Interval = tuple[float | None, float | None]


@dataclass(frozen=True)
class Estimate:
    """A figure. ``value`` is None where there are too few rows; so are ``low`` and ``high``, or if not asked for."""

    value: float | None
    low: float | None
    high: float | None
    n: int

    def said(self, figure: Callable[[float | None], str]) -> str:
        """As figures are written, with its interval, if there is one."""
        if self.low is None and self.high is None:
            return figure(self.value)
        return f"{figure(self.value)} ({figure(self.low)} to {figure(self.high)})"


def estimate(metric: Metric, columns: Mapping[str, Numbers]) -> Estimate:
    """The metric's figure from the columns that it names. ValueError if there are no rows."""
    values = columns[metric.of]
    if metric.against is not None:
        values = [a - b for a, b in zip(values, columns[metric.against], strict=True)]
    if not values:
        raise ValueError("there are no rows")
    low, high = (None, None) if metric.confidence is None else interval(metric, values, metric.confidence)
    return Estimate(statistic(metric, values), low, high, len(values))


def statistic(metric: Metric, values: Numbers) -> float | None:
    """The statistic alone; ``sd`` is that of a sample, with n − 1, and None for one value."""
    match metric.statistic:
        case "mean" | "rate":
            return mean(values)
        case "median":
            return quantile(values, 0.5)
        case "quantile":
            return quantile(values, metric.q or 0)
        case "sd":
            return sd(values)
        case "rmsd":
            return sqrt(mean([value * value for value in values]))
        case "min":
            return float(min(values))
        case "max":
            return float(max(values))


def interval(metric: Metric, values: Numbers, confidence: float) -> Interval:
    """The interval that holds the figure of all possible rows with that probability; None where there are too few."""
    match metric.statistic:
        case "rate":
            return wilson(int(sum(values)), len(values), confidence)
        case "median" | "quantile":
            return of_quantile(values, 0.5 if metric.q is None else metric.q, confidence)
        case "rmsd":
            low, high = of_mean([value * value for value in values], confidence)
            return (None, None) if low is None or high is None else (sqrt(max(0.0, low)), sqrt(high))
        case _:
            low, high = of_mean(values, confidence)
            # What is never below 0, such as a count, has no mean there: Student's interval may reach further.
            return low if low is None or min(values) < 0 else max(0.0, low), high


def mean(values: Numbers) -> float:
    """The mean, its sum exact."""
    return fsum(values) / len(values)


def sd(values: Numbers) -> float | None:
    """The standard deviation of a sample."""
    if len(values) < 2:
        return None
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def quantile(values: Numbers, q: float) -> float:
    """The quantile, between two values in proportion (numpy's default)."""
    ordered = sorted(values)
    place = q * (len(ordered) - 1)
    below = floor(place)
    above = min(below + 1, len(ordered) - 1)
    share = place - below
    return ordered[below] * (1 - share) + ordered[above] * share if share else float(ordered[below])


def of_mean(values: Numbers, confidence: float) -> Interval:
    """Student's interval for a mean."""
    spread = sd(values)
    if spread is None:
        return None, None
    middle, half = mean(values), student(confidence, len(values) - 1) * spread / sqrt(len(values))
    return middle - half, middle + half


def change_of_means(ones: Numbers, others: Numbers, confidence: float) -> Estimate:
    """By which share the mean of ``ones`` differs from that of ``others``, pair by pair: −0.2 is a fifth less.

    Fieller's interval: the shares c for which Student's interval of the mean of a − (1 + c) b holds 0; it holds 0
    itself just where that of the paired differences does. No interval where the mean of ``others`` may be 0.
    """
    n, a, b = len(ones), mean(ones), mean(others)
    if n < 2 or b <= 0:
        return Estimate(a / b - 1 if b > 0 else None, None, None, n)
    t = student(confidence, n - 1)
    of_a, of_b, of_both = (t * t * fsum((x - u) * (y - v) for x, y in zip(xs, ys, strict=True)) / (n - 1) / n
                           for xs, u, ys, v in ((ones, a, ones, a), (others, b, others, b), (ones, a, others, b)))
    square, middle, rest = b * b - of_b, a * b - of_both, a * a - of_a  # square · r² − 2 middle · r + rest ≤ 0
    if square <= 0:
        return Estimate(a / b - 1, None, None, n)
    root = sqrt(max(0.0, middle * middle - square * rest))
    low, high = (middle - root) / square - 1, (middle + root) / square - 1
    return Estimate(a / b - 1, low if min(ones) < 0 else max(-1.0, low), high, n)  # counts are never below 0


def of_quantile(values: Numbers, q: float, confidence: float) -> Interval:
    """The two values between which the quantile lies: so many of n values are below it, by the binomial distribution.

    None where the sample is so small that even its extremes are not sure enough.
    """
    ordered, n, tail = sorted(values), len(values), (1 - confidence) / 2
    low: int | None = None  # the largest rank r, from 1, with P(fewer than r values below) ≤ tail
    high: int | None = None  # the smallest with P(r or more below) ≤ tail
    below = 0.0
    for k in range(n + 1):  # below: P(fewer than k values are below the quantile)
        if k and below <= tail:
            low = k
        if k and high is None and 1 - below <= tail:
            high = k
        below += exp(_log_binomial(n, k, q))
    return None if low is None else ordered[low - 1], None if high is None else ordered[high - 1]


def local_regression(xs: Numbers, ys: Numbers, at: Numbers, span: float = 0.75) -> list[float]:
    """LOESS without robust weights: at each place a weighted least-squares line through the nearest ``span`` of the
    dots, whose weights are tricubes of their distances. 0.75 is what R's ggplot2 takes. Needs two different xs."""
    near = min(len(xs), max(2, round(span * len(xs))))
    found = []
    for place in at:
        away = [abs(x - place) for x in xs]
        reach = max(sorted(away)[near - 1], min(d for d in away if d > 0)) * 1.000_001  # nearest dots weigh something
        weights = [(1 - (d / reach) ** 3) ** 3 if d < reach else 0.0 for d in away]
        total = fsum(weights)
        x0 = fsum(w * x for w, x in zip(weights, xs, strict=True)) / total
        y0 = fsum(w * y for w, y in zip(weights, ys, strict=True)) / total
        spread = fsum(w * (x - x0) ** 2 for w, x in zip(weights, xs, strict=True))
        slope = 0.0 if spread == 0 else fsum(
            w * (x - x0) * (y - y0) for w, x, y in zip(weights, xs, ys, strict=True)) / spread
        found.append(y0 + slope * (place - x0))
    return found


def _log_binomial(n: int, k: int, q: float) -> float:
    """The logarithm of the probability of k successes in n trials of chance q."""
    if not 0 < q < 1:
        return 0.0 if k == n * q else -inf
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(q) + (n - k) * log1p(-q)
