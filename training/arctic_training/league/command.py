"""`arctic league`."""

import shlex
import sys
from argparse import ArgumentParser, Namespace

from arctic_env.commands import Command
from arctic_training.options import add_run_arguments, changed, document_of, folder_of

_DESCRIPTION = """\
Train a policy in a league, after AlphaStar.

Main agents learn to beat everybody. Main exploiters learn to beat the main
agents as they stand, league exploiters to beat whatever there is; both begin
anew once they are frozen into the league. Past selves of all of them stay as
opponents, and so do fixed agents, the anchors. Who meets whom follows from a
table of results: those that one loses to are met most.

The learners take turns in one process. At the end the main agents and their
past selves play for the championship, on deals that nobody has seen, and the
best one is written into the folder champion: a checkpoint, the table of the
final, and a picture of the learning curves (with matplotlib). A killed league
goes on from where it was kept last, to the last bit as if it had not been
killed."""

_EPILOG = """\
examples:
  arctic league --config league_arctic_2p \\
    --set from=runs/arctic_2p_third
      begin with the policy of a run of arctic train, which must have the
      network that the file names; the league is in runs/league_arctic_2p.
      from=champions/arctic_2p begins with the champion
  arctic league --resume runs/league_arctic_2p --steps 20000000
      go on with it, for longer
  arctic curves runs/arctic_2p_third runs/league_arctic_2p
      see how it went, or how it is going

settings:
  the files league_* of the package (training/arctic_training/configs) show those that matter;
  training/arctic_training/league/settings.py documents all of them, docs/league.md how a league
  works. What a file does not name has its default, and a name that is not known
  is an error that lists those that are.

Without --config all settings have their defaults. Without `from` all members
begin with random weights, which takes hours; a run of arctic train that has
learnt by imitation and self-play is the better start.
`arctic export` makes the champion the one that the agent string champion plays."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what `arctic league` takes."""
    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    add_run_arguments(parser)


def run(arguments: Namespace) -> int:
    """Run the league, and say who won it."""
    from arctic_training.league.run import begin_league, resume_league
    from arctic_training.league.settings import LeagueSettings, to_document
    from arctic_training.league.store import Store
    from arctic_training.reading import read_settings

    document, folder = document_of(arguments, LeagueSettings), folder_of(arguments, unnamed="league")
    try:
        if arguments.resume:
            begun = to_document(Store(folder).settings()) if document is None else document
            outcome = resume_league(folder, changed(begun, arguments))
        else:
            settings = read_settings(LeagueSettings, changed(document or {}, arguments))
            outcome = begin_league(settings, folder, overwrite=arguments.overwrite)
    except KeyboardInterrupt:
        again = f"arctic league --resume {shlex.quote(str(folder))}"
        print(f"stopped; `{again}` goes on from where it was kept last", file=sys.stderr)
        raise
    print(f"learnt from {outcome.steps:,} decisions; to play with the champion: ppo:{outcome.champion}")
    for standing in outcome.standings:
        print(f"{standing.name}: {standing.deals:.1%} of the deals, mean margin {standing.margin:+.1f}")
    return 0


command = Command("league", "train a policy in a league of learners and exploiters", add_arguments, run)
