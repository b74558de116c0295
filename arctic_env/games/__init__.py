"""The games of this package, a folder each, with the same files; entry points in pyproject.toml name them.

Nothing here imports environments, arena or agents. A change of rules or encoding raises the game's version.
"""
