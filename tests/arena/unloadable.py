"""An agent's module with a mistake in it."""

make = an_undefined_name  # noqa: F821
