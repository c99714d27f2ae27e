"""Opponents of the past, kept as they were: later ones are measured against them."""
