"""Truth sets: decisions whose candidates were valued in many worlds, and how far agents fall short of the best."""
