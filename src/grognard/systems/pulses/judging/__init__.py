"""What helps bots to weigh a position: its worth."""
