"""Many games: the soak, golden playthroughs, and documents made from the rule books."""
