"""Recordings: pages, pictures and films."""
