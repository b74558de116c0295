"""Ways of playing that are made for IGLU IGLU alone."""
