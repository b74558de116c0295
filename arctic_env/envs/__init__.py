"""Environments over any game: PettingZoo AEC, Gymnasium with one seat, batches with all seats or one.

They hold the full states and show views only. What is observed and paid is counted in the version of a game.
"""
