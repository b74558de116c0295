"""The tests: importable, so that they can share helpers."""
