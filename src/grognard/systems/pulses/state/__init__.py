"""What a battle is made of: its file, its units, the position and the steps on its stack."""
