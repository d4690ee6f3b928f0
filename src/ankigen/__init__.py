"""ankigen turns raw exam texts into Anki decks."""

__version__ = "0.1.0"
