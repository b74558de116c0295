"""One file a library: which of its games are played, and how. Only its own process imports it."""
