"""What bots steer by, and short odds."""
