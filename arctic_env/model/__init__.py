"""The model of a game in plain Python: rules as a `Game`, positions and views, tables, documents, the registry.

Every game in `arctic_env.games` fills these classes in; environments, arena and agents know games only through them.
"""
