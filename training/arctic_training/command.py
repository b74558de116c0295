"""`arctic train`."""

import sys
from argparse import ArgumentParser, Namespace

from arctic_env.commands import Command
from arctic_training.options import add_run_arguments, changed, document_of, folder_of, how_to_go_on

_DESCRIPTION = """\
Train a policy by self-play with PPO.

Many games are played at once. In each, the learner has one seat, which goes
round from game to game, and the other seats have opponents: the policy as it
stands, its past selves, or any agents, mixed as the settings say. It learns
from the decisions of all seats that the policy as it stands plays. A run is a
folder with checkpoints and a journal, one JSON line an update. A killed run
goes on from its last checkpoint."""

_EPILOG = """\
examples:
  arctic train --config quick
      about two minutes on two cores; the run is in runs/quick
  arctic tournament --players random,greedy,ppo:runs/quick
      see how good it is
  arctic train --config arctic_3p --set seed=7 --out runs/three
      a setting changed for once; values are YAML, as in
      --set 'opponents={latest: 0.8, greedy: 0.2}'
  arctic train --resume runs/three --steps 20000000
      go on with it, for longer
  arctic train --config quick --set from=runs/quick --out runs/next
      a new run that begins with the weights of another

settings:
  the files of the package (training/arctic_training/configs) show those that matter;
  training/arctic_training/settings.py documents all of them. What a file does not name has its
  default, and a name that is not known is an error that lists those that are.

entropy (ppo.entropy) keeps the policy from settling on one action. In games
with hidden information it must not be 0, SB3's default: good play mixes there,
and what can be foreseen can be exploited. 0.05 to 0.2 is usual."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what `arctic train` takes."""
    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    add_run_arguments(parser)


def run(arguments: Namespace) -> int:
    """Train, and say where the result is."""
    from arctic_training.reading import make_settings
    from arctic_training.resume_state import settings_of
    from arctic_training.run import newest_of, resume, train

    document, folder = document_of(arguments), folder_of(arguments, unnamed="train")
    try:
        if arguments.resume:
            begun = settings_of(newest_of(folder)) if document is None else document
            outcome = resume(folder, changed(begun, arguments))
        else:
            settings = make_settings(changed(document or {}, arguments))
            outcome = train(settings, folder, overwrite=arguments.overwrite)
    except KeyboardInterrupt:
        print(how_to_go_on("train", folder), file=sys.stderr)
        raise
    print(f"trained on {outcome.steps:,} decisions; to play with it: ppo:{outcome.run}")
    for measured in outcome.measured:
        print(f"against {measured}")
    return 0


command = Command("train", "train a policy by self-play", add_arguments, run)
