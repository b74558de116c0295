from importlib.metadata import EntryPoint

from arctic_env.model.registry import GAMES

TOY_POINT = EntryPoint("toy", "tests.conformance.toy.game:GAME", GAMES)  # as an installed package would have it
