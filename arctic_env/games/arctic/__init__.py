"""ARCTIC, for two to four players."""
