"""Tags a question by topic: looks for the taxonomy's terms and weighs them by where they stand.

The question's own words decide; the heading above it is not looked at. What a right option or an answer says counts
for as much of the key as it makes up, so one right option of four does not turn the question into one about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ankigen.model import Kind, Question
from ankigen.normalizer.taxonomy import OTHER, Taxonomy
from ankigen.normalizer.terms import Term, TermFinder

MOST = 3  # topics of one question

# How much a term is worth by where it stands; the key's worth is shared by its parts.
STEM, KEY, MATERIAL, EXPLANATION, WRONG = 1.0, 0.8, 0.5, 0.3, 0.1
HINT = 0.3  # what a hint is worth against a term

LEAST = 0.2  # a score below it says nothing: a hint in an explanation, terms in wrong options alone
BESIDE = 0.4  # what a topic without a term in the stem needs, against the strongest one, to stand beside it


@dataclass(frozen=True, slots=True)
class Hit:
    """A topic of a question, and what spoke for it."""

    slug: str
    score: float  # for comparison within one question; 0 for the topic of last resort
    why: tuple[tuple[str, str], ...]  # (field, term) pairs, the field that counts most first


_NOTHING = (Hit(OTHER, 0.0, ()),)
_Found = tuple[str, dict[str, list[Term]]]  # a field of a question, and the terms of each topic in it


def topics_of(question: Question, taxonomy: Taxonomy) -> tuple[Hit, ...]:
    """The topics of a question, strongest first, at most three; `other` alone where no term fits.

    A topic that stands above another one of the question is left out: its tag is part of the other's.
    """
    found, scores = _scored(question, taxonomy)
    best = _best(scores, taxonomy)
    return tuple(Hit(slug, round(scores[slug], 3), _why(slug, found)) for slug in best) or _NOTHING


def slugs_of(question: Question, taxonomy: Taxonomy) -> tuple[str, ...]:
    """The slugs of `topics_of`, without the reasons."""
    return tuple(_best(_scored(question, taxonomy)[1], taxonomy)) or (OTHER,)


def _scored(question: Question, taxonomy: Taxonomy) -> tuple[list[_Found], dict[str, float]]:
    scores: dict[str, float] = {}
    found: list[_Found] = []
    fields = _fields(question)
    each = _finder(taxonomy).find_each([text for _, _, text in fields])
    for (name, weight, _), terms in zip(fields, each, strict=True):
        if terms:
            topics = _by_topic(terms)
            found.append((name, topics))
            for slug, those in topics.items():
                scores[slug] = scores.get(slug, 0.0) + weight * _worth(those)
    return found, scores


def _best(scores: Mapping[str, float], taxonomy: Taxonomy) -> list[str]:
    if not scores:
        return []
    bar = min(STEM, max(LEAST, BESIDE * max(scores.values())))
    paths = {slug: taxonomy.path(slug) for slug, score in scores.items() if score >= bar}
    above = {slug for path in paths.values() for slug in path[:-1]}
    order = sorted((slug for slug in paths if slug not in above), key=lambda slug: (-scores[slug], -len(paths[slug])))
    return order[:MOST]


def tag_path(slug: str, taxonomy: Taxonomy) -> str:
    """The Anki tag of a topic, such as `topic::compression::quantization`.

    Raises:
        KeyError: the taxonomy has no such topic.
    """
    return "::".join(("topic", *taxonomy.path(slug)))


@lru_cache(maxsize=4)
def _finder(taxonomy: Taxonomy) -> TermFinder:
    return TermFinder(
        Term(term, topic.slug, sure)
        for topic in taxonomy.topics
        for sure, terms in ((True, topic.terms), (False, topic.hints))
        for term in terms
    )


def _fields(question: Question) -> list[tuple[str, float, str]]:
    """The texts of a question with their weights, heaviest first."""
    answer = question.answer
    right, wrong = list(answer), ""
    if question.options:
        right = [option.text for option in question.options if option.label in answer]
        wrong = "\n".join([option.text for option in question.options if option.label not in answer])
    elif question.kind is Kind.TRUEFALSE:
        right = []
    fields = [("stem", STEM, question.stem)]
    fields += [("answer", KEY / len(right), each) for each in right]
    if question.material:
        fields.append(("material", MATERIAL, question.material))
    if question.explanation:
        fields.append(("explanation", EXPLANATION, question.explanation))
    if wrong:
        fields.append(("wrong options", WRONG, wrong))
    return fields


def _by_topic(terms: list[Term]) -> dict[str, list[Term]]:
    """The terms of each topic, each once."""
    found: dict[str, list[Term]] = {}
    for term in dict.fromkeys(terms) if len(terms) > 1 else terms:
        if those := found.get(term.slug):
            those.append(term)
        else:
            found[term.slug] = [term]
    return found


def _worth(terms: list[Term]) -> float:
    """What the terms of one topic in one text are worth: 1 for the first, half as much for each further one."""
    if len(terms) == 1:
        return 1.0 if terms[0].sure else HINT
    sure = sum(term.sure for term in terms)
    return 2.0 - 2.0 ** (1 - sure) if sure else HINT  # many hints say no more than one


def _why(slug: str, found: list[_Found]) -> tuple[tuple[str, str], ...]:
    """What spoke for a topic, each field and term once."""
    return tuple(dict.fromkeys((name, term.text) for name, terms in found for term in terms.get(slug, ())))
