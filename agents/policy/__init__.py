"""The agent `ppo:PATH`: a network that was trained by `arctic train`. torch is imported when one is made."""

from agents.policy.agent import PolicyAgent, make

__all__ = ["PolicyAgent", "make"]
