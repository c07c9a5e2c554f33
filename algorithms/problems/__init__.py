"""What is solved: the forms (csp, …) that algorithms take, and the puzzles that can be put in them."""
