"""Environments of the games: PettingZoo, Gymnasium, and what they share."""
