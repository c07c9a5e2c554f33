"""Zebra and its kind: houses in a row, attributes, clues."""
