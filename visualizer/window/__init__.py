"""The window: its screens, controls and settings."""
