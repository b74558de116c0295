"""Programs that measure speed; `make help` names those that have a target."""
