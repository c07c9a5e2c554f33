"""Memory of a long session: when Python looks for what nobody uses any more."""

from __future__ import annotations

import gc


def collect_when_idle() -> None:
    """What start-up made stays: later collections of garbage need not look at it again. Those of all that there is take
    as long as ten frames once a run has a million events, so they do not come by themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)
