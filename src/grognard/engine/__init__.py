"""The engine: positions, steps, checks, odds, dice, records and views, without any rules."""
