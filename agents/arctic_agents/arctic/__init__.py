"""Ways of playing that are made for ARCTIC alone."""

NETWORK = "cards"  # the kind of network in network.py
