"""Odds of a fight before it is fought, and how good a position is."""
