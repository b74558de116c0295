"""Names that a little language of somebody else would read as more than a name."""

NAMES = (
    "study[1]",  # a pattern of files
    "a*b",
    "a?",
    "~",  # the home folder
    "~root",
    "file:",  # the beginning of a URL
    "a=b",  # a column and its value
    "[v1]",  # markup on a terminal
    "[/v3]",
    ":smile:",
    "$x$ and $y$",  # a formula in a picture
    "$x_$",
    "_hidden",  # what is in no legend
    "{x}",  # templates
    "%s 95 %",
    "<b>&",  # XML
)

FOLDERS = tuple(name for name in NAMES if "/" not in name)
