"""Ways of playing that are made for ARCTIC alone."""
