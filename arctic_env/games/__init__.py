"""The games of this package, a folder each; the entry points in pyproject.toml name them."""
