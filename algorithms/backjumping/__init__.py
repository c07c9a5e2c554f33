"""Backtracking that looks back: it jumps over innocent variables, and remembers its checks. Forward checking, too."""

from __future__ import annotations

from algorithms.core import Family

BACKJUMPING = Family("backjumping", panels=("jumps", "marks", "tree"),
                     words="intelligent backtracking, conflict-directed, nogoods, CSP, constraint satisfaction")
