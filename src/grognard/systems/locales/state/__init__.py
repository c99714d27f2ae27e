"""The battle, its position and everything a position is made of."""
