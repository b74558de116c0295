"""Ways of playing that are made for IGLU IGLU alone."""

REGION_BOARD = (
    "island"  # the part of the observation whose connected squares the network `board` takes for regions
)
