"""Families of algorithms, a folder each: state, panels, tabs, reasons."""
