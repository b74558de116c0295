"""Agents' parts for RACE TO THE NORTH POLE alone: planner and search heuristics.

Found through the entry point "arctic.game_agents". The planner's choices are held by tests.
"""

NETWORK = "race"  # the name of the network that is made for it
