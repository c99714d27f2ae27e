"""The boards: geometry and ground, no rules."""
