"""The engine: positions, steps, checks, odds, dice, records and views; it knows no rule."""
