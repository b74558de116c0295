"""An independent referee of RACE TO THE NORTH POLE in plain Python, written from the rules alone, and its own tests."""
