"""A local web page: play, watch, replay and think.

tables.py    one game with people and agents in its seats
lobby.py     all tables of a server, where they are saved, and the files that it shows
state.py     what a seat is sent, made from its view alone
think.py     which agents may be named, and what they say about a decision, from the view of its seat alone
frames.py    pictures and news for a viewer; a recorded game as pictures that share their parts, or as one HTML file
guard.py     which requests are answered at all
app.py       the addresses
server.py    `arctic serve`
pages/       the page itself: HTML, CSS and one module of JavaScript, without a build step
"""
