"""IGLU IGLU, for two to four players."""
