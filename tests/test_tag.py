"""Topics: what counts as a word, what counts how much, and how well the built-in taxonomy does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.hanzi.fold import fold
from ankigen.model import Kind, Option, Question
from ankigen.normalizer.tag import MOST, topics_of
from ankigen.normalizer.tag import tag_path as tag_of
from ankigen.normalizer.taxonomy import OTHER, Taxonomy, TaxonomyError, Topic, load_taxonomy
from ankigen.normalizer.terms import Term, TermFinder
from ankigen.text import Span

HERE = Path(__file__).resolve().parent
GOLD = HERE.parent.parent / "shared" / "gold"


def ask(
    stem: str,
    right: tuple[str, ...] = (),
    wrong: tuple[str, ...] = (),
    *,
    kind: Kind = Kind.SHORT,
    section: str = "",
    material: str = "",
    explanation: str = "",
) -> Question:
    """A question; with wrong options the right answers are options as well."""
    options = tuple(Option(chr(65 + at), text) for at, text in enumerate((*right, *wrong))) if wrong else ()
    answer = tuple(option.label for option in options[: len(right)]) if wrong else right
    if wrong:
        kind = Kind.MULTIPLE if len(right) > 1 else Kind.SINGLE
    return Question(kind, "", section, None, material, stem, options, answer, explanation, False, Span(0, 0), 0)


def found(terms: list[str], text: str) -> list[str]:
    return [term.text for term in TermFinder(Term(each, "x", True) for each in terms).find(text)]


def slugs(question: Question, taxonomy: Taxonomy) -> list[str]:
    return [hit.slug for hit in topics_of(question, taxonomy)]


@pytest.fixture(scope="module")
def built_in() -> Taxonomy:
    return load_taxonomy()


@pytest.fixture(scope="module")
def garden() -> Taxonomy:
    """A small taxonomy that has nothing to do with the built-in one."""
    return Taxonomy(
        (
            Topic("plants", None, "植物", "Plants", ("植物",), ("花园",)),
            Topic("roses", "plants", "玫瑰", "Roses", ("玫瑰", "月季")),
            Topic("ferns", "plants", "蕨类", "Ferns", ("蕨",)),
            Topic("soil", None, "土壤", "Soil", ("土壤", "腐殖质", "compost")),
            Topic("water", None, "水", "Water", ("灌溉", "降雨"), ("水",)),
            Topic(OTHER, None, "其他", "Other"),
        )
    )


# Words ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("diffusion model", "在DiffusionModel里"),
        ("diffusion model", "a diffusion-model"),
        ("mixture of experts", "MoE（MixtureofExperts）"),
        ("int8", "用TensorRTINT8部署"),
        ("MoE", "DeepspeedMoE"),
        ("GPT", "GPT3175B"),
        ("NAS", "AutoMLNAS"),
        ("GPT", "GPTModel"),
        ("PPO", "PPOclip"),
        ("adapter", "two Adapters here"),
        ("INT8量化", "INT8 量化后"),
        ("k means", "KMeans聚类"),
        ("LoRA", "ＬｏＲＡ微调"),
        ("训练", "訓練"),
        ("訓練", "训练"),
        ("税", "个税"),
        ("=ZeRO", "FP16+ZeRO2"),
    ],
)
def test_a_term_is_found(term: str, text: str) -> None:
    assert found([term, "TensorRT", "AutoML"], text)[-1:] == [term]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("RAG", "storage and fragments"),
        ("RAG", "STORAGE"),
        ("LoRA", "exploration"),
        ("NAS", "NASA"),
        ("CLIP", "the clip range"),
        ("=ZeRO", "starts at zero"),
        ("int8", "int80"),
        ("diffusion model", "diffusion  in a model"),
        ("tensor", "tensorial"),
    ],
)
def test_a_part_of_another_word_is_not_found(term: str, text: str) -> None:
    assert found([term], text) == []


def test_the_longest_of_nested_terms_wins_and_overlapping_ones_both_count() -> None:
    assert found(["量化", "模型量化", "量化感知训练"], "量化感知训练") == ["量化感知训练"]
    assert found(["训练数据", "数据扩充", "数据"], "训练数据扩充") == ["训练数据", "数据扩充"]


def test_when_the_longest_is_no_word_the_shorter_one_counts() -> None:
    assert found(["learning", "learning rate"], "learning rated") == ["learning"]


def test_no_terms_find_nothing() -> None:
    assert found([], "任何文本") == []


def test_a_gap_stands_only_between_words_and_only_once() -> None:
    terms = ["learning rate", "INT8量化", "adapter"]
    assert found(terms, "learning–rate，INT8_量化, adapter") == terms
    assert found(terms, "learning - rate，INT8--量化, adap ter") == []


def test_half_a_character_is_no_obstacle() -> None:
    assert found(["量化"], "\ud83d模型量化\udc00") == ["量化"]


@given(st.lists(st.text("量化aRAG g-\n１Ａ訓练", max_size=12), max_size=5))
def test_several_texts_at_once_give_what_each_gives(texts: list[str]) -> None:
    finder = TermFinder(Term(each, "x", True) for each in ("量化", "RAG", "a g", "训练", "1a", "化a"))
    assert finder.find_each(texts) == [finder.find(text) for text in texts]


@given(st.lists(st.text(min_size=1, max_size=6), max_size=8), st.text(max_size=60))
def test_whatever_is_looked_for_stands_in_the_text(terms: list[str], text: str) -> None:
    terms = [term for term in terms if any(character.isalnum() for character in term)]
    low = fold(text).lower()
    for term in found(terms, text):
        letters = [character for character in fold(term).lower() if character.isalnum()]
        assert all(character in low for character in letters)


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text) == len(fold(text).lower())


@pytest.mark.parametrize(
    "text", ["(" * 10**5, "int8" * 25_000, "预训练预" * 25_000, "mixture of " * 10_000, "A" * 10**5]
)
def test_a_hostile_text_takes_time_in_proportion(built_in: Taxonomy, text: str) -> None:
    import time

    started = time.process_time()
    topics_of(ask(text), built_in)
    assert time.process_time() - started < 3


# Weights -------------------------------------------------------------------------------------------------------------


def test_the_stem_counts_more_than_options_and_explanation(garden: Taxonomy) -> None:
    question = ask("玫瑰怕什么？", ("旱",), ("灌溉", "蕨"), explanation="土壤太干。")
    assert slugs(question, garden) == ["roses"]


def test_a_right_option_counts_and_one_of_many_does_not(garden: Taxonomy) -> None:
    assert slugs(ask("玫瑰要什么？", ("腐殖质",), ("沙", "石")), garden) == ["roses", "soil"]
    assert slugs(ask("玫瑰要什么？", ("腐殖质", "光", "肥", "风"), ("石",)), garden) == ["roses"]


def test_wrong_options_alone_say_nothing(garden: Taxonomy) -> None:
    assert slugs(ask("下列哪个是花？", ("牡丹",), ("蕨", "土壤")), garden) == [OTHER]


def test_an_explanation_decides_where_nothing_else_does(garden: Taxonomy) -> None:
    assert slugs(ask("这种做法对吗？", ("对",), explanation="腐殖质会流失。"), garden) == ["soil"]


def test_the_section_heading_is_not_looked_at(garden: Taxonomy) -> None:
    assert slugs(ask("下列哪个是花？", section="第三章 土壤"), garden) == [OTHER]


def test_shared_material_counts_less_than_the_stem(garden: Taxonomy) -> None:
    assert slugs(ask("灌溉的次数？", material="一片玫瑰。"), garden) == ["water", "roses"]


def test_a_hint_counts_alone_and_not_beside_a_term(garden: Taxonomy) -> None:
    assert slugs(ask("花园在哪里？"), garden) == ["plants"]
    assert slugs(ask("玫瑰要多少水？"), garden) == ["roses"]


def test_a_topic_above_another_one_is_left_out(garden: Taxonomy) -> None:
    assert slugs(ask("玫瑰是哪一类植物？"), garden) == ["roses"]
    assert slugs(ask("植物是什么？"), garden) == ["plants"]


def test_every_topic_named_in_the_stem_counts_but_three_at_most(garden: Taxonomy) -> None:
    many = ask("月季、玫瑰与蕨的灌溉和土壤、腐殖质", ("腐殖质",))
    assert slugs(many, garden)[0] == "soil"
    assert len(slugs(many, garden)) == MOST


def test_a_hit_says_why(garden: Taxonomy) -> None:
    (hit,) = topics_of(ask("玫瑰怕什么？", ("月季病",), ("雨",)), garden)
    assert hit.why == (("stem", "玫瑰"), ("answer", "月季"))
    assert hit.score > 1


def test_an_empty_question_is_other(garden: Taxonomy) -> None:
    assert slugs(ask(""), garden) == [OTHER]


def test_tags_are_paths(garden: Taxonomy, built_in: Taxonomy) -> None:
    assert tag_of("roses", garden) == "topic::plants::roses"
    assert tag_of("quantization", built_in) == "topic::compression::quantization"
    assert tag_of(OTHER, built_in) == "topic::other"
    with pytest.raises(KeyError):
        tag_of("no-such-topic", garden)


# Files ---------------------------------------------------------------------------------------------------------------


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_replaces_the_taxonomy(tmp_path: Path) -> None:
    mine = load_taxonomy(write(tmp_path, '[law]\nzh = "法"\nterms = ["合同"]\n[law-civil]\nparent = "law"\n'))
    assert [topic.slug for topic in mine.topics] == ["law", "law-civil", OTHER]
    assert mine.path("law-civil") == ("law", "law-civil")
    assert slugs(ask("合同何时成立？"), mine) == ["law"]
    assert mine["law"].en == "法"


def test_a_file_extends_the_taxonomy(tmp_path: Path, built_in: Taxonomy) -> None:
    text = '[quantization]\nterms = ["瘦身术"]\n[tea]\nparent = "applications"\nterms = ["龙井"]\n'
    text += '[pruning]\nparent = "data"\n'
    mine = load_taxonomy(extend=write(tmp_path, text))
    assert set(built_in["quantization"].terms) < set(mine["quantization"].terms)
    assert mine["quantization"].zh == built_in["quantization"].zh
    assert slugs(ask("瘦身术与龙井"), mine) == ["quantization", "tea"]
    assert mine.path("pruning") == ("data", "pruning")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[a", "not TOML"),
        ('a = "x"', "a: expected a table"),
        ('[a]\nterm = ["xx"]', "a.term: unknown key (did you mean terms?)"),
        ('[a]\nterms = "xx"', "a.terms: expected a list"),
        ('[a]\nterms = ["xx", 3]', "a.terms: entry 2"),
        ('[a]\nterms = ["x"]', "a.terms: entry 1"),
        ('[a]\nhints = ["--"]', "a.hints: entry 1"),
        ("[a]\nzh = 3", "a.zh: expected a text"),
        ('[a]\nparent = "b"', "a.parent: there is no topic 'b'"),
        ('[a]\nparent = "b"\n[b]\nparent = "a"', "a.parent: the topic stands above itself (a → b → a)"),
        ('["a b"]\n', '"a b": a slug holds no white space'),
        ('["a::b"]\n', '"a::b": a slug'),
    ],
)
def test_a_bad_file_is_named_with_its_key(tmp_path: Path, text: str, says: str) -> None:
    path = write(tmp_path, text)
    for load in (lambda: load_taxonomy(path), lambda: load_taxonomy(extend=path)):
        with pytest.raises(TaxonomyError) as error:
            load()
        assert str(error.value).startswith(f"{path}: ")
        assert says in str(error.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(TaxonomyError, match=r"none\.toml: No such file"):
        load_taxonomy(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(TaxonomyError, match=r"bytes\.toml: not UTF-8"):
        load_taxonomy(tmp_path / "bytes.toml")


def test_the_built_in_taxonomy_is_complete(built_in: Taxonomy) -> None:
    for topic in built_in.topics:
        if topic.slug == OTHER:
            continue
        has_children = any(each.parent == topic.slug for each in built_in.topics)
        assert topic.terms or topic.hints or has_children, topic.slug
        assert topic.zh != topic.en
        assert not set(topic.terms) & set(topic.hints), topic.slug


def test_every_built_in_term_is_found_as_it_is_written(built_in: Taxonomy) -> None:
    for topic in built_in.topics:
        for term in topic.terms:
            hits = topics_of(ask(term.removeprefix("=")), built_in)
            above = {slug for hit in hits for slug in built_in.path(hit.slug)}
            assert topic.slug in above, term


# How well it does ----------------------------------------------------------------------------------------------------


def cases() -> list[tuple[set[str], Question]]:
    rows = (HERE / "tag_cases.tsv").read_text(encoding="utf-8").splitlines()
    made = []
    for row in rows:
        if row and not row.startswith("#"):
            expected, stem, right, wrong, explanation = (row.split("\t") + [""] * 5)[:5]
            parts = [tuple(each for each in field.split(";") if each) for field in (right, wrong)]
            made.append((set(expected.split(",")), ask(stem, *parts, explanation=explanation)))
    return made


def f1(pairs: list[tuple[set[str], set[str], set[str]]]) -> float:
    """Of (required, allowed, got): a required topic must be there, one that is not allowed is wrong."""
    hit = sum(len(required & got) for required, _, got in pairs)
    missed = sum(len(required - got) for required, _, got in pairs)
    false = sum(len(got - allowed) for _, allowed, got in pairs)
    return 2 * hit / (2 * hit + missed + false)


def test_questions_of_every_topic_get_their_topics(built_in: Taxonomy) -> None:
    pairs = [(expected, expected, set(slugs(question, built_in))) for expected, question in cases()]
    asked = set().union(*(expected for expected, _, _ in pairs))
    leaves = {topic.slug for topic in built_in.topics} - {topic.parent for topic in built_in.topics}
    assert leaves <= asked, f"no question about {sorted(leaves - asked)}"
    assert f1(pairs) >= 0.95


@pytest.mark.skipif(not GOLD.is_dir(), reason="needs ../shared/gold beside the checkout")
def test_the_exam_texts_get_the_topics_that_people_gave_them(built_in: Taxonomy) -> None:
    pairs = []
    for path in sorted(GOLD.glob("*.json")):
        for row in json.loads(path.read_text(encoding="utf-8")):
            question = Question(
                Kind(row["kind"]),
                row["number"],
                row["section"],
                row["points"],
                row.get("material", ""),
                row["stem"],
                tuple(Option(each["label"], each["text"]) for each in row["options"]),
                tuple(row["answer"]),
                row["explanation"],
                row["truncated"],
                Span(0, 0),
                0,
            )
            pairs.append((set(row["topics"]), set(row["topics_allowed"]), set(slugs(question, built_in))))
    assert len(pairs) > 100
    assert f1(pairs) >= 0.95
