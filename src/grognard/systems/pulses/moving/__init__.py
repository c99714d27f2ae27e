"""How stands get about on the table: distances, legs, named poses, ways back and away."""
