"""The version of Unfog, as in CHANGELOG.md."""

VERSION = "0.9.0"
