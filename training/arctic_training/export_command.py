"""`arctic export`."""

from argparse import ArgumentParser, Namespace

from arctic_env.commands import Command
from arctic_env.commands.options import check_outputs, describe
from arctic_env.files import as_path
from arctic_training.options import add_config

_DESCRIPTION = """\
Make the policy of a run the champion of its game and number of
players: from then on the agent string `champion` plays it. The weights are
written into the package, by default, without the state of the training, and
with the command and settings that trained them."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what `arctic export` takes."""
    describe(
        parser,
        _DESCRIPTION,
        "arctic export runs/arctic_2p --config arctic_2p --overwrite",
        "arctic export runs/quick --config quick --out champions",
    )
    parser.add_argument(
        "source",
        type=as_path,
        metavar="PATH",
        help="a run of arctic train, or a checkpoint",
    )
    add_config(parser, "the file of settings that the run was begun with", required=True)
    parser.add_argument(
        "--out", type=as_path, metavar="DIR", help="folder for champions (default: that of the package)"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace a champion that is there")


def run(arguments: Namespace) -> int:
    """Export, and say where it is."""
    from arctic_training.export import export_policy

    check_outputs(folder=arguments.out)
    place = export_policy(arguments.source, arguments.config, arguments.out, overwrite=arguments.overwrite)
    also = "" if arguments.out else ", and so does champion"
    print(f"exported to {place}; ppo:{place} plays it{also}")
    return 0


command = Command("export", "make a trained policy the champion of its game", add_arguments, run)
