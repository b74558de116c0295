"""The smallest game of the family that has all it takes: hidden cards, chance, several decisions in a turn.

Each of two or three players has one hidden card of a short (8) or long (12) deck. In each of its two turns a
player keeps its card, shows it for good, or draws: then it sees the new card and either swaps, laying its old
card on the open heap, or drops the new one there. A card that is shown can only be kept. The highest card wins.
"""
