"""League training after AlphaStar: main agents, exploiters, past selves and fixed agents, and who meets whom."""
