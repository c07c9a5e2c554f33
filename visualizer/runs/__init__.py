"""A run that is being looked at: states, playback, what-if branches; what a board is."""
