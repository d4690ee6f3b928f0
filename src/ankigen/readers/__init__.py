"""Turns the bytes of a file into text with addresses; one file per format."""
