"""What all games share: kernels, tables, positions and the registry."""
