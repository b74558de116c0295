"""The agents' protocol: what an agent is, its name as text, how it is asked, and where its randomness comes from.

Below the environments and the arena, which both ask agents. The agents themselves are in the package `arctic_agents`.
"""
