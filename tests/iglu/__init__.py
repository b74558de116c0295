"""Tests of the rules of IGLU IGLU."""
