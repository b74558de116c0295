"""Agents' parts for ARCTIC alone: planner, beliefs, search heuristics, network, tuned weights, champions.

Found through the entry point "arctic.game_agents". Choices of shipped agents are held by tests, so a change of weights
or of the network makes tuning and training necessary again.
"""

NETWORK = "cards"  # the kind of network in network.py
