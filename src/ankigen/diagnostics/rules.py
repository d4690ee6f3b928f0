"""The registry of rules. A test fails when one has no page, or when the code names one that is not here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a diagnostic matters."""

    ERROR = "error"  # nothing was built from this file
    WARNING = "warning"  # a card may be wrong or missing: look at it
    NOTE = "note"  # worth knowing, the cards are right


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of thing that ankigen reports."""

    code: str  # AK + three digits; never reused
    name: str  # kebab-case; what settings and checks call it
    severity: Severity
    sentence: str  # what it means, in one sentence
    page: str  # why it matters and what to do, a short paragraph or two, for `ankigen explain`


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

# Codes: 1xx reading the file, 2xx cleaning, 3xx what the parser found, 4xx what a question's parts say against
# each other, 5xx cards and decks, 9xx faults of ankigen itself.
RULES: tuple[Rule, ...] = (
    Rule(
        "AK101",
        "unreadable-file",
        _E,
        "The file cannot be opened or read.",
        "ankigen needs to read the file and could not: it does not exist, is a folder, or its permissions forbid it. "
        "Nothing was written. Check the path and the permissions (`ls -l`), then run again.",
    ),
    Rule(
        "AK102",
        "unknown-encoding",
        _E,
        "The bytes are not text in any encoding that ankigen knows.",
        "Text files are tried, strictly, as UTF-8 (with or without a byte-order mark), UTF-16, GB18030/GBK and Big5. "
        "None of them fits, so the file is binary, damaged, or written in another encoding. Open it in an editor that "
        "shows it correctly and save it as UTF-8.",
    ),
    Rule(
        "AK103",
        "unsupported-format",
        _E,
        "ankigen has no reader for this kind of file.",
        "The suffix of a file decides which reader takes it. This one has none. Save the bank as text, HTML or "
        "Markdown, or another format that `ankigen build --help` lists.",
    ),
    Rule(
        "AK104",
        "empty-file",
        _E,
        "The file holds no text.",
        "There is nothing to read: the file is empty or holds only white space. A download or an export may have "
        "failed half-way.",
    ),
    Rule(
        "AK105",
        "no-questions",
        _E,
        "No question was found in the file.",
        "The text was read, but nothing in it looks like a question with a number, options or an answer. Is it the "
        "right file? If it is a bank in a layout ankigen does not understand, look at `ankigen check` for the lines "
        "it could not use.",
    ),
    Rule(
        "AK106",
        "bad-settings",
        _E,
        "The settings file has a key or value that ankigen does not know.",
        "`ankigen.toml` is checked strictly, so that a misspelt key is not silently ignored. The message names the "
        "key. Nothing was built. See docs/settings.md for all keys.",
    ),
    Rule(
        "AK107",
        "no-text",
        _E,
        "The pages show words, but the file holds no text.",
        "A scanned or photographed paper is a picture of text, and some PDF files do not say which characters their "
        "fonts show. Have the text recognised first (OCR): `ocrmypdf -l chi_sim in.pdf out.pdf`, WPS, Acrobat or a "
        "phone's scanner app can do it. Then look through the result, because recognised text has faults of its own.",
    ),
    Rule(
        "AK108",
        "page-without-text",
        _W,
        "Some pages hold pictures only or are damaged; what they show is not in the deck.",
        "A page in the middle of a text was put in as a picture, such as a scanned sheet or a screenshot. Questions "
        "on it are missing. Have the text of these pages recognised (OCR), or type what is on them.",
    ),
    Rule(
        "AK201",
        "lost-character",
        _W,
        "A character was lost before the file reached us, and cannot be restored for certain.",
        "Document sites convert pages through encodings that lack some characters: a minus sign becomes `?`, a "
        "superscript two becomes `2`, a rare character becomes `??`. What stood there is gone from the file. ankigen "
        "never guesses silently: the card shows what the file shows. Where a likely reading exists it is suggested; "
        "put the right text into the source.",
    ),
    Rule(
        "AK202",
        "unsure-repair",
        _W,
        "A damaged run has several possible readings, so it was left as it is.",
        "A stretch of text was decoded out of step (`適當(dāng)?shù)募糁…`). ankigen repairs such a run only when "
        "one reading is proven and clearly the best. Here two readings are nearly as likely. Put the right text into "
        "the source.",
    ),
    Rule(
        "AK203",
        "lost-spaces",
        _N,
        "The source has lost its spaces or hyphens, so English words are glued together.",
        "Some sites drop every ASCII space or hyphen: `Mixture of Experts` becomes `MixtureofExperts`, `1e-3` becomes "
        "`1e3`. ankigen cannot know where they stood and leaves the words as they are. Formulas and numbers deserve a "
        "look.",
    ),
    Rule(
        "AK301",
        "answer-not-an-option",
        _W,
        "The key names an option that the question does not have.",
        "Either an option was lost, or the key is wrong or belongs to another question. The card would ask for "
        "something that cannot be chosen. Compare with the original and mend the source.",
    ),
    Rule(
        "AK302",
        "missing-answer",
        _W,
        "The question has no answer in the source.",
        "No key stands at the question, at the end of its section or at the end of the file. No card is made, as "
        "there would be nothing to learn. Add a key to the source. Where no question of a bank has an answer, that is "
        "said once.",
    ),
    Rule(
        "AK303",
        "duplicate-number",
        _W,
        "Two questions in one section have the same number.",
        "Often harmless, but a key block that goes by numbers cannot tell them apart, and a repeated number is a "
        "sign that a line was lost or pasted twice. Where the numbers begin again without a heading, that is said "
        "once.",
    ),
    Rule(
        "AK304",
        "number-gap",
        _W,
        "A number is missing between two questions.",
        "The numbers jump. Perhaps the source left a question out, or ankigen did not recognise one: look at the "
        "text between the two.",
    ),
    Rule(
        "AK305",
        "count-mismatch",
        _W,
        "A heading or key block announces another number of questions than were found.",
        "A heading such as `共15题` or `每题2分，共20分` says how many questions follow. Another number was found: "
        "the source is incomplete, the heading is wrong, or a question was not recognised.",
    ),
    Rule(
        "AK306",
        "truncated",
        _W,
        "The source ends in the middle of a question.",
        "Previews on document sites stop after some pages. The last question is cut off; complete it from the "
        "original, or remove it.",
    ),
    Rule(
        "AK307",
        "unmatched-key",
        _W,
        "A key has no question.",
        "A key block holds an answer for a question that was not found in its section, or a key stands in front of the "
        "first question and belongs to none. A question may be missing or not recognised. No answer was guessed from "
        "it.",
    ),
    Rule(
        "AK308",
        "ambiguous",
        _W,
        "The text can be read in two ways that are nearly equally likely.",
        "Two keys for one question disagree, or the same characters could be two different parts. ankigen does not "
        "guess: the part in doubt is left out of the card. Make the source say it in one way.",
    ),
    Rule(
        "AK309",
        "leftover-text",
        _N,
        "A stretch of text belongs to no question.",
        "Every character of a source is accounted for. This stretch is no heading, question, answer, page number or "
        "other known noise. If it belongs to a question, the layout was not understood there.",
    ),
    Rule(
        "AK310",
        "blank-count-mismatch",
        _W,
        "The question has another number of blanks than answers.",
        "Each blank of a fill-in gets one answer. Here their numbers differ, so it is not certain which answer "
        "belongs to which blank. Write the answers in order, divided by `；`.",
    ),
    Rule(
        "AK311",
        "weak-key",
        _N,
        "The key is stated only in a sentence of the explanation.",
        "The source gives no key of its own; a sentence such as `故选B` in the explanation names it. Such sentences "
        "are usually right, but they can also speak about another option. Compare, or write the key on its own line.",
    ),
    Rule(
        "AK312",
        "left-out",
        _N,
        "Lines were left out as promotion, or as the paper's title printed again.",
        "What a site or a page prints between the questions is no part of them. Page numbers and the headers beside "
        "them are certain; these lines were known by their words or because they repeat the title. Compare, should "
        "one of them belong to a question.",
    ),
    Rule(
        "AK313",
        "odd-options",
        _W,
        "The letters of the options are not A, B, C … in order.",
        "A letter is missing, stands twice or out of order, so an option may have lost its letter, be glued to the one "
        "before, or belong to another question that was not recognised. Put the letters in order in the source.",
    ),
    Rule(
        "AK314",
        "empty-stem",
        _W,
        "The question has no text.",
        "A number, options or an answer were found, but nothing that asks. The text may be a picture that was lost, or "
        "stand where ankigen took it for something else: look at the lines in front.",
    ),
    Rule(
        "AK501",
        "no-card",
        _W,
        "No card was made from this question.",
        "A question becomes a card only when it can be answered. The message says what it lacks.",
    ),
    Rule(
        "AK502",
        "duplicate-question",
        _N,
        "The same question stands twice in what is being built.",
        "Both places have the same text and answer, so one note is made from them, with the tags of both. The message "
        'names the other place. With `duplicates = "apart"` in the settings each has a note of its own.',
    ),
    Rule(
        "AK503",
        "empty-deck",
        _E,
        "No question of the file can become a card.",
        "Questions were found, but each lacks something a card needs, most often its answer. Other diagnostics of the "
        "file say what. No deck was written for it. Perhaps the key stands in another file.",
    ),
    Rule(
        "AK504",
        "bad-ledger",
        _E,
        "The ledger cannot be understood, so nothing was changed.",
        "The ledger says which note belongs to which question. A wrong guess there would hang a learner's history on "
        "another question, so a ledger with conflict markers, a guid on two lines, a line that is cut off or a format "
        "of another version stops the build and leaves every file as it is. `ankigen ledger repair` mends what is "
        "certain; for the rest, take the file from version control, or mend the line that is named.",
    ),
    Rule(
        "AK505",
        "uncertain-match",
        _W,
        "A changed question resembles an earlier one, but not surely enough to take over its history.",
        "The question is not in the ledger as it stands now. It looks like an earlier question that is gone, but it "
        "looks as much like another one, or stands elsewhere. A history on the wrong question is worse than one lost, "
        "so it became a new note and the earlier one is retired. If they are the same, give the question its former "
        "text and place back, build, and make the changes one after the other.",
    ),
    Rule(
        "AK506",
        "image-missing",
        _N,
        "A picture of the question is not on its card.",
        "The card shows the picture's name in brackets instead. The message says why: the file is not there, lies "
        "outside the folder of the bank, stands on the web (nothing is ever fetched), is larger than 10 MB, or is of a "
        "kind that Anki cannot show (a Windows metafile, TIFF) or that can hold a script (SVG). Put the picture beside "
        "the bank as PNG, JPEG, GIF, WebP or BMP, or save the web page together with its pictures.",
    ),
    Rule(
        "AK507",
        "contradiction",
        _W,
        "The same question stands twice in what is being built, with different answers.",
        "One of the two answers is probably wrong, and ankigen cannot know which. So each answer has a note of its "
        "own, with the tag `ankigen::contradicted`. The message names the other place. Correct the wrong key and build "
        "again: one note remains and the other is retired.",
    ),
    Rule(
        "AK901",
        "internal-error",
        _E,
        "ankigen broke one of its own laws while reading this file.",
        "A check that guards every run failed: characters would have been dropped, or repairs could not be undone. "
        "Nothing was built from the file. This is a fault in ankigen; please report it with the file, or the part of "
        "it that the message names.",
    ),
)

_BY_NAME = {each.name: each for each in RULES}


def rule(name: str) -> Rule:
    """The rule with this name.

    Raises:
        KeyError: there is none.
    """
    return _BY_NAME[name]
