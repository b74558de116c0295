"""Tests of the rules of ARCTIC."""
