"""Training policies by self-play: sb3-contrib's MaskablePPO on many games of the compiled engine."""
