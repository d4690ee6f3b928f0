"""Makes Anki decks of questions.

`cards_of` turns questions into cards: `fields` chooses the note type and fills its fields, out of `markup` (texts to
safe HTML, with `tex` and `rich` for formulas and Markdown), `album` (pictures), `cloze` (fill-ins), `points` and
`shuffle`; `tags` makes the tags. `note_types` holds the frozen schema and the templates. `package` writes the .apkg;
nothing else in the project knows genanki.
"""

from ankigen.deck.album import Album
from ankigen.deck.cards import cards_of
from ankigen.deck.package import Deck, Media, write_package

__all__ = ["Album", "Deck", "Media", "cards_of", "write_package"]
