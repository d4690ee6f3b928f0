"""Says when two questions are the same, so that a card keeps its history.

A learner's history hangs on the note's guid. It is made from what makes a question *this* question: the family of
its note type, its material, its stem and its options. The answer, the explanation, the number, the section and the
place in the file take no part, so a corrected key, a better explanation or another order keeps the guid. Options
count as a set, because an edition that prints them in another order asks the same thing.

Texts are compared by `fold`, which forgets what an encoding, a web site or an editor changes: the script
(simplified or traditional), full and half width, spaces, prose punctuation. It does not forget signs that can carry
the meaning (`x+1` and `x-1`, `3.5` and `35`, `C` and `C++`). Two copies of a question so get one guid on purpose,
and two questions that merely resemble each other get two.

A stem that was reworded would get a new guid. Recognising it is the work of `identify`, in this order: `ledger` says
what each note was at the last build, `match` finds for every question its record (by `resemblance` where texts differ),
and `identify` gives guids, times (`places` and `clozes` likewise change as little as possible) and the next ledger.
"""

from ankigen.identity.fingerprint import family, fingerprint, fold, guid

__all__ = ["family", "fingerprint", "fold", "guid"]
