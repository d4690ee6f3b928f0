"""Anki itself, to import packages into."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ankigen.deck import Deck, write_package


class Anki:
    """A new collection of the real Anki."""

    def __init__(self, folder: Path) -> None:
        from anki.collection import Collection

        self.folder = folder
        self.col = Collection(str(folder / "collection.anki2"))

    def take(self, *decks: Deck) -> Any:
        """Import the decks as one package with the dialog's defaults; what Anki says it did."""
        target = self.folder / "deck.apkg"
        write_package(decks, target)
        return self.take_file(target)

    def take_file(self, target: Path) -> Any:
        from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

        options = ImportAnkiPackageOptions(merge_notetypes=False, with_scheduling=False, with_deck_configs=False)
        return self.col.import_anki_package(ImportAnkiPackageRequest(package_path=str(target), options=options)).log

    def sides(self, query: str = "") -> list[tuple[str, str]]:
        """Front and back of every card found, as Anki renders them, in the bank's order."""
        found = []
        for card_id in self.col.find_cards(query, order="c.due asc, c.ord asc"):
            output = self.col.get_card(card_id).render_output()
            assert not output.question_av_tags and not output.answer_av_tags
            found.append((output.question_text, output.answer_text))
        return found
