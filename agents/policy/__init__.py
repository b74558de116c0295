"""The agents `ppo:PATH`, a network of `arctic train`, and `champion`. torch is imported when one is made."""

from agents.policy.agent import PolicyAgent, make

__all__ = ["PolicyAgent", "make"]
