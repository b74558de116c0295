"""An agent's module that leaves the program."""

raise SystemExit(0)
