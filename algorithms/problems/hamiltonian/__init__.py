"""Round trips on maps and other graphs, through each node once."""
