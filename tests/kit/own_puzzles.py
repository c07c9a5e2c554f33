"""A lesson of which each learner has another one."""

OWN = """\
title: A Sudoku of your own
puzzle: {kind: sudoku, boxes: [2, 2], random: {clues: 5}}
algorithm: mrv-plus
seed: name
script:
  - ask:
      prompt: "Which cell gets a value first?"
      about: {event: VariableSelected, field: variable}
    say: "MRV+ takes {variable}: it has {size} left."
  - ask:
      prompt: "Which cell loses a value by that?"
      about: {event: Struck, field: variable}
    say: "{variable} has lost {removed}."
  - run: {to: end}
"""
