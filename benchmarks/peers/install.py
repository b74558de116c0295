"""A virtual environment for the other libraries, apart from this project's."""

import subprocess
import sys
from pathlib import Path

# What pip installs for each library; versions stand in the constraints.
PEERS = {
    "pettingzoo": ("pettingzoo[classic]",),
    "open_spiel": ("open_spiel",),
    "rlcard": ("rlcard",),
    "pgx": ("pgx", "jax[cpu]"),
    "envpool": ("envpool",),
    "catanatron": ("catanatron",),
}
_COMMON = ("numpy", "numba")  # the kernel that chooses actions
_CONSTRAINTS = Path(__file__).parents[1] / "requirements-peers.txt"


def make_venv(folder: Path) -> Path:
    """Make the environment unless it is there; its Python."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return python


def install(python: Path, library: str) -> str | None:
    """Install a library; why it cannot be, None if it is there."""
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    command = [*pip, "--constraint", _CONSTRAINTS, *_COMMON, *PEERS[library]]
    done = subprocess.run(command, capture_output=True, text=True)
    return None if done.returncode == 0 else last_error(done.stderr)


def last_error(text: str) -> str:
    """The last line of pip's that says ERROR, else its last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["pip failed without a word"]
    errors = [line.partition("ERROR:")[2].strip() for line in lines if "ERROR:" in line]
    return errors[-1] if errors else lines[-1]
