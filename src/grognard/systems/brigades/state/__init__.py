"""What a battle of this system is made of: rosters, positions, the ground as it is now."""
