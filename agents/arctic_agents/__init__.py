"""Ways of playing. `arctic_env` finds them through the entry points of the group "arctic.agents"."""
