"""Tuning the weights of planners by playing: `arctic tune`."""
