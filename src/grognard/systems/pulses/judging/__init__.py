"""What helps people and bots to weigh a position: its worth, and odds in short form."""
