"""Trained policies that come with the package, one folder for each game and number of players; README.md tells more."""
