"""The search tree: its state, layout, controls and drawing."""
