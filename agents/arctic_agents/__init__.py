"""The agents of the package; `arctic_env` finds them through the entry points of the group "arctic.agents".

Agents for every game stand here, in `search/` and in `networks/`; what is made for one game alone is in a folder of
its name. A game's folder can be removed or added without touching the others.
"""
