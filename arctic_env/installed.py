"""Whether the package is installed, which a source tree on the path alone is not."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str | None:
    """The version that is installed; None in a source tree that is not."""
    try:
        return version("arctic-env")
    except PackageNotFoundError:
        return None


def hint_to_install() -> str:
    """What messages about agents and commands that are not found add, as those come with an installed package."""
    if installed_version() is not None:
        return ""
    return " (arctic-env is not installed, and its agents and commands come with that: pip install . in its folder)"
