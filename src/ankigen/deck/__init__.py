"""Makes Anki decks of questions.

`cards_of` turns questions into cards, and `lacking` says of which there can be none. `fields` chooses the note type
and fills its fields, out of `markup` (texts to safe HTML, with `tex` and `rich` for formulas and Markdown), `album`
(pictures), `cloze` (fill-ins), `points` and `shuffle`; `tags` makes the tags. `note_types` holds the frozen schema and
the templates. `package` writes the .apkg; nothing else in the project knows genanki.
"""

from ankigen.deck.album import Album, shown
from ankigen.deck.cards import cards_of, lacking
from ankigen.deck.package import Deck, Media, joined, write_package

__all__ = ["Album", "Deck", "Media", "cards_of", "joined", "lacking", "shown", "write_package"]
