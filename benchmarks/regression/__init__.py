"""Speeds as ratios to fixed reference work, held against stored baselines."""
