"""Battles behind the interfaces of learning and game theory: PettingZoo, Gymnasium, OpenSpiel.

They need the extra `grognard[rl]`. See docs/envs.md.
"""
