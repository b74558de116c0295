"""The agent `search`: flat search over worlds that agree with what its seat knows."""

from arctic_agents.search.flat import SearchAgent
from arctic_agents.search.options import RANGES, Options
from arctic_env.model.game import Game


def make(
    game: Game,
    num_players: int,
    *,
    rollouts: int = Options.rollouts,
    seconds: float = Options.seconds,
    policy: str = "",
    depth: float | str = Options.depth,
    candidates: int = Options.candidates,
    worlds: str = Options.worlds,
    caution: float = Options.caution,
    reward: str = Options.reward,
    threads: int = Options.threads,
) -> SearchAgent:
    """Try the best actions in worlds that agree with what the seat knows, the same worlds for all (flat search).

    Args:
        game: The game.
        num_players: The number of players.
        rollouts: For a decision; 0 for 96, or, with `seconds`, for as many as there is time for.
        seconds: Time for a decision, after which no more rollouts are begun, instead of their number; 0 for none.
            Results then depend on the machine.
        policy: A network whose policy plays on for all seats and whose critic is asked then: a checkpoint, the folder
            of a run, or `champion`; empty for the planner, and the scores that its heuristics expect.
        depth: Rounds that are played on before that: a number, or `end` for the end of the game; empty for what suits
            the game and the number of rollouts.
        candidates: Actions that are tried, at the most: the most probable ones, without a policy those that look best
            at the end of the own turn. What the planner would do is always among them.
        worlds: Whether each world that agrees with the view is as likely as another, `even`, or as what others did
            makes it, `believed`, in a game that has beliefs.
        caution: Standard errors by which an action must do better, in the same worlds, than the one that is played
            without search: the policy's most probable one, or the planner's.
        reward: What is maximised without a policy, see `arctic_env.kernels.rewards`; with one it is what it was paid.
        threads: Threads for rollouts; with a policy those of torch, in the whole process. What comes out does not
            depend on it, but for a network's last digits.

    Raises:
        ValueError: An option is out of range, or has no meaning beside the others.
        AgentError: The network was made for another game or number of players, or there is no belief for the game.
        CheckpointError: There is no sound checkpoint.
    """
    given = locals()
    options = Options(**{name: given[name] for name in Options.__dataclass_fields__})
    if not policy:
        return SearchAgent(game, num_players, options)
    from arctic_agents.networks.evaluator import load_evaluator
    from arctic_agents.ppo import use_threads

    use_threads(threads)
    evaluator = load_evaluator(policy, game, num_players)
    return SearchAgent(game, num_players, options, evaluator, name=f"search:policy={policy}")


make.ranges = RANGES  # type: ignore[attr-defined]
