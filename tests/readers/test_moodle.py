"""Moodle XML as a table."""

from ankigen.normalizer.clean import clean
from ankigen.parser import parse
from ankigen.pipeline import broken_law
from ankigen.readers import moodle

BANK = """<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="category"><category><text>$course$/甲</text></category></question>
<question type="multichoice">
  <name><text>第一题</text></name>
  <questiontext format="html"><text><![CDATA[<p>首都是？</p>]]></text></questiontext>
  <generalfeedback format="html"><text>北方的城市</text></generalfeedback>
  <single>true</single>
  <answer fraction="0" format="html"><text>上海</text><feedback><text>不对</text></feedback></answer>
  <answer fraction="100" format="html"><text><![CDATA[<b>北京</b>]]></text></answer>
</question>
<question type="multichoice">
  <questiontext><text>选出偶数</text></questiontext>
  <answer fraction="50"><text>二</text></answer>
  <answer fraction="-100"><text>三</text></answer>
  <answer fraction="50"><text>四</text></answer>
</question>
<question type="truefalse">
  <questiontext><text>水是液体</text></questiontext>
  <answer fraction="100"><text>true</text></answer>
  <answer fraction="0"><text>false</text></answer>
</question>
<question type="shortanswer">
  <questiontext><text>一加一是多少</text></questiontext>
  <answer fraction="100"><text>二</text></answer>
</question>
<question type="matching">
  <questiontext><text>配对</text></questiontext>
  <subquestion><text>猫</text><answer><text>动物</text></answer></subquestion>
  <subquestion><text>松</text><answer><text>植物</text></answer></subquestion>
</question>
<question type="description"><questiontext><text>说明</text></questiontext></question>
</quiz>
"""


def test_every_kind_of_question():
    reading = moodle.read("a.xml", BANK.encode())
    paper, _ = parse(clean(reading.text, script="keep")[0])
    assert broken_law(paper) is None
    assert [(str(each.kind), each.stem.split("\n")[0], each.answer) for each in paper.questions] == [
        ("single", "首都是？", ("B",)),
        ("multiple", "选出偶数", ("A", "C")),
        ("truefalse", "水是液体", ("true",)),
        ("short", "一加一是多少", ("二",)),
        ("short", "配对", ("猫 → 动物\n松 → 植物",)),
    ]
    assert [each.text for each in paper.questions[0].options] == ["上海", "北京"]
    assert paper.questions[0].explanation == "北方的城市"


def test_a_description_is_material_and_underlined_words_are_seen():
    xml = (
        '<quiz><question type="description"><questiontext><text>Which is the underlined word?</text></questiontext>'
        '</question><question type="shortanswer"><questiontext><text><![CDATA[A <u>hot</u> <b>pan</b>]]></text>'
        '</questiontext><answer fraction="100"><text>hot</text></answer></question>'
        '<question type="category"><category><text>b</text></category></question>'
        '<question type="truefalse"><questiontext><text>Ice is hot</text></questiontext>'
        '<answer fraction="100"><text>false</text></answer></question></quiz>'
    )
    paper, said = parse(clean(moodle.read("a.xml", xml.encode()).text, script="keep")[0])
    assert broken_law(paper) is None and not said
    assert [(each.material, each.stem) for each in paper.questions] == [
        ("Which is the underlined word?", "A _hot_ pan"),
        ("", "Ice is hot"),
    ]


def test_other_xml_is_refused():
    reading = moodle.read("a.xml", b"<feed><entry/></feed>")
    assert reading.text is None and reading.diagnostics[0].rule.name == "unsupported-format"
