"""The agents `ppo:PATH`, a network of `arctic train`, and `champion`. torch is imported when one is made."""

from arctic_agents.policy.agent import PolicyAgent, make

__all__ = ["PolicyAgent", "make"]
