"""Says when two questions are the same, so that a card keeps its history."""
