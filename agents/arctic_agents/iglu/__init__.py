"""Agents' parts for IGLU IGLU alone: planner and search heuristics.

Found through the entry point "arctic.game_agents". The planner's choices are held by tests.
"""

REGION_BOARD = "island"  # the part of the observation whose connected squares the network `board` takes for regions
