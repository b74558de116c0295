"""The games of the family. Adding one means adding a folder and a line here."""

from arctic_env.model.registry import register

register("arctic", "arctic_env.games.arctic.game")
register("iglu", "arctic_env.games.iglu.game")
