"""`arctic curves`."""

from argparse import ArgumentParser, Namespace

from arctic_env.commands import Command
from arctic_env.commands.options import check_outputs, describe
from arctic_env.files import as_path, write_whole
from arctic_training.options import PICTURE

_DESCRIPTION = """\
Draw how runs of arctic train went, or are going: margins against the agents
that they are evaluated against, with 95 % intervals, the share of duplicate
deals won, and the entropy of the policy, over the decisions learnt from.
Several runs share one picture. It needs matplotlib."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what `arctic curves` takes."""
    describe(
        parser,
        _DESCRIPTION,
        "arctic curves runs/arctic_2p",
        "arctic curves runs/arctic_2p runs/arctic_2p_further \\\n    --out compared.png",
    )
    parser.add_argument("runs", nargs="+", type=as_path, metavar="RUN", help="folder of a run")
    parser.add_argument(
        "--out",
        type=as_path,
        metavar="FILE",
        help="the picture, .png, .svg or .pdf; one that is there is replaced; "
        f"default: {PICTURE} in the folder of the last RUN",
    )


def run(arguments: Namespace) -> int:
    """Draw, and say where the picture is."""
    from arctic_env.arena.analysis.summary import check_picture
    from arctic_training.curves import draw_curves

    out = arguments.out or arguments.runs[-1] / PICTURE
    if arguments.out or arguments.runs[-1].is_dir():  # otherwise it is the run that is not there
        check_outputs(out)
    check_picture(out)
    write_whole(out, draw_curves(arguments.runs, out.suffix))
    print(f"drawn into {out}")
    return 0


command = Command("curves", "draw the learning curves of runs", add_arguments, run)
