"""An independent referee in plain Python, written from the rules alone, to compare the kernels with."""
