"""The agents' protocol: agents and players, agents as text, and guarded and batched calls.

Below the environments and the arena, which both ask agents. The agents themselves are in the package `arctic_agents`.
"""
