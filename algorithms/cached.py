"""Properties that are computed once for each object, when somebody asks."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801 - it stands for the one of that name
        """That of functools without its lock, which Python 3.12 gave up: one for the property of all objects, so that
        work which pauses at a checkpoint in one of them would hold up who asks another."""

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values[self.attrname] = self.func(instance)
            return values[self.attrname]


__all__ = ["cached_property"]
