"""How moves are worked out: legs, named poses, rates, retreats."""
