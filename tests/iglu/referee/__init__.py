"""An independent referee of IGLU IGLU in plain Python, written from the rules alone, and its own tests."""
