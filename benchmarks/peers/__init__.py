"""Libraries of board and card games side by side with ours: random legal play in one run, one table."""
