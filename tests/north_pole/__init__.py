"""Tests of RACE TO THE NORTH POLE."""
