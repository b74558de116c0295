"""Training by self-play: sb3-contrib's MaskablePPO on batches of the compiled engine.

To follow one update read run.py, self_play.py, self_play_env.py, ppo.py and buffer.py. The same seed and settings give
the same weights, also after a resume.
"""
