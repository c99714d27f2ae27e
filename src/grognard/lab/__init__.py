"""Tools for the project: random games, golden playthroughs, documents from the rule books."""
