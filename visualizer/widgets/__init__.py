"""Buttons, fields and lists with one focus ring."""
