"""Seats in the order of turns."""

from arctic_env.kernels.jit import njit


@njit
def around(seat: int, k: int, players: int) -> int:
    """The k-th seat after this one, k at most `players`; a remainder would take several times as long."""
    other = seat + k
    return other - players if other >= players else other
