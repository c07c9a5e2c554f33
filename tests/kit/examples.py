"""Which examples property tests try. Imported as a plugin, after conftest.py has said where compiled modules are kept:
pytest compiles hypothesis in its own way, and in each process anew where it may not keep what comes of it."""

from __future__ import annotations

import hypothesis

# Seconds say nothing on a machine that is busy. What fails, fails each time; --hypothesis-profile explore tries others.
hypothesis.settings.register_profile("again", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("explore", deadline=None, print_blob=True)
hypothesis.settings.load_profile("again")
