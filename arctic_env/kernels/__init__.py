"""Compiled code: the JIT and its cache, masks, random streams, batch loops and threads, the same for every game.

Kernels are numba functions of numpy arrays. A change here compiles everything anew, and must also hold with the JIT
off (`make coverage`) and with bounds checked (`make bounds`).
"""
