"""Experiments: what they say, how they are run, judged, reported and plotted."""
