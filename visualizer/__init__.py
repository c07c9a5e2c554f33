"""The stage: timeline, states, boards and the window that shows them."""
