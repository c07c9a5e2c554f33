"""Scripts of lessons: cues, and the director that plays them on one run or on several."""
