"""Word files: what Word shows is what is read, with marks, tables, anchors, and clear words on files that are none."""

from __future__ import annotations

import io
import time
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from word_files import cell, docx, level, numbered, numbering, paragraph, run, table, zipped

from ankigen.readers import word
from ankigen.readers.tags import words
from ankigen.readers.word.numerals import numeral
from ankigen.text import Source


def source_of(data: bytes) -> Source:
    reading = word.read("a.docx", data)
    assert reading.text is not None, reading.diagnostics
    return reading.text.source


def text_of(*body: str, **parts: object) -> str:
    return source_of(docx(*body, **parts)).text  # type: ignore[arg-type]


def marks_of(source: Source) -> list[tuple[str, str, str]]:
    return [(mark.kind, mark.value, source.text[slice(*mark.span)]) for mark in source.marks]


def failure(data: bytes) -> tuple[str, str]:
    reading = word.read("a.docx", data)
    assert reading.text is None
    (said,) = reading.diagnostics
    return said.rule.name, said.message


# Numbers


QUESTIONS = level(0, "decimal", "%1.") + level(1, "upperLetter", "%2.")


def test_numbers_count_by_level_and_lower_levels_begin_again() -> None:
    body = [numbered("甲问", 1), numbered("红", 1, 1), numbered("蓝", 1, 1), numbered("乙问", 1), numbered("绿", 1, 1)]
    text = text_of(*body, numbering=numbering({0: QUESTIONS}, {1: (0, "")}))
    assert text == "1. 甲问\nA. 红\nB. 蓝\n2. 乙问\nA. 绿\n"


def test_lists_with_one_definition_go_on_and_an_override_begins_again() -> None:
    again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    known = numbering({0: QUESTIONS}, {1: (0, ""), 2: (0, ""), 3: (0, again)})
    text = text_of(*(numbered("问", num) for num in (1, 2, 3, 3)), numbering=known)
    assert [line.split()[0] for line in text.splitlines()] == ["1.", "2.", "1.", "2."]


def test_an_override_may_bring_its_own_level() -> None:
    own = f'<w:lvlOverride w:ilvl="0">{level(0, "lowerLetter", "(%1)", start=3)}</w:lvlOverride>'
    assert text_of(numbered("丙", 1), numbering=numbering({0: QUESTIONS}, {1: (0, own)})) == "(c) 丙\n"


def test_labels_of_several_levels_and_in_plain_figures() -> None:
    levels = level(0, "chineseCounting", "第%1章") + level(1, "decimal", "%1.%2", extra="<w:isLgl/>")
    text = text_of(numbered("总论", 1), numbered("起源", 1, 1), numbering=numbering({0: levels}, {1: (0, "")}))
    assert text == "第一章 总论\n1.1\t起源\n"


def test_what_follows_a_label() -> None:
    levels = "".join(
        level(at, "chineseCounting", f"%{at + 1}、", extra=f'<w:suff w:val="{gap}"/>')
        for at, gap in enumerate(("tab", "space", "nothing"))
    )
    text = text_of(*(numbered("题", 1, at) for at in range(3)), numbering=numbering({0: levels}, {1: (0, "")}))
    assert text == "一、 题\n一、 题\n一、题\n"


def test_numbers_through_styles() -> None:
    style = (
        '<w:style w:type="paragraph" w:styleId="Stem"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Choice"><w:basedOn w:val="Stem"/>'
        '<w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Plain"><w:basedOn w:val="Stem"/>'
        '<w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style>'
    )
    levels = level(0, "decimal", "%1．", extra='<w:pStyle w:val="Stem"/>') + level(
        1, "upperLetter", "%2．", extra='<w:pStyle w:val="Choice"/>'
    )
    body = [
        paragraph(words, properties=f'<w:pStyle w:val="{name}"/>')
        for words, name in (("问", "Stem"), ("甲", "Choice"), ("乙", "Choice"), ("注", "Plain"), ("问", "Stem"))
    ]
    off = paragraph("无号", properties='<w:pStyle w:val="Stem"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    text = text_of(*body, off, styles=style, numbering=numbering({0: levels}, {1: (0, "")}))
    assert text.splitlines() == ["1． 问", "A． 甲", "B． 乙", "注", "2． 问", "无号"]


def test_bullets_are_decoration_unless_they_tick() -> None:
    dressed = '<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>'
    levels = (
        '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf06c"/>' + dressed + "</w:lvl>"
        '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0fc"/>' + dressed + "</w:lvl>"
    )
    text = text_of(numbered("点", 1), numbered("对", 1, 1), numbering=numbering({0: levels}, {1: (0, "")}))
    assert text == "点\n√ 对\n"


@pytest.mark.parametrize(
    ("form", "count", "shown"),
    [
        ("chineseCounting", 10, "十"),
        ("chineseCounting", 12, "十二"),
        ("chineseCountingThousand", 20, "二十"),
        ("chineseCountingThousand", 105, "一百零五"),
        ("chineseCountingThousand", 1010, "一千零一十"),
        ("chineseLegalSimplified", 11, "壹拾壹"),
        ("ideographDigital", 20, "二〇"),
        ("decimalEnclosedCircle", 20, "⑳"),
        ("decimalEnclosedCircle", 21, "21"),
        ("decimalEnclosedParen", 3, "⑶"),
        ("ideographTraditional", 3, "丙"),
        ("decimalZero", 7, "07"),
        ("decimalFullWidth", 12, "１２"),
        ("lowerRoman", 4, "iv"),
        ("none", 4, ""),
        ("unheard-of", 4, "4"),
    ],
)
def test_numerals(form: str, count: int, shown: str) -> None:
    assert numeral(form, count) == shown


# Text


def test_white_space_breaks_and_hyphens() -> None:
    inner = (
        "<w:t> 甲 </w:t><w:tab/><w:t>乙\xa0</w:t><w:br/><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t><w:softHyphen/>"
    )
    assert text_of(paragraph(f"<w:r>{inner}</w:r>")) == "甲\t乙\xa0\ne-mail\n"


def test_deleted_text_is_gone_and_inserted_text_stays() -> None:
    text = text_of(
        paragraph(
            "留",
            f"<w:ins>{run('增')}</w:ins>",
            "<w:del><w:r><w:delText>删</w:delText></w:r></w:del>",
            f"<w:moveFrom>{run('旧')}</w:moveFrom>",
            f"<w:moveTo>{run('新')}</w:moveTo>",
        ),
        paragraph("前", properties="<w:rPr><w:del/></w:rPr>"),
        paragraph("后"),
    )
    assert text == "留增新\n前后\n"


def test_readings_footnotes_and_comments_are_left_out() -> None:
    ruby = f"<w:r><w:ruby><w:rt>{run('zhòng')}</w:rt><w:rubyBase>{run('重')}</w:rubyBase></w:ruby></w:r>"
    note = '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="1"/></w:r>'
    assert text_of(paragraph(ruby, "量", note)) == "重量\n"


def test_raised_and_lowered_text() -> None:
    up, down = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
    text = text_of(
        paragraph("x", run("2", up), "+y", run("1", down), run("0", down)),
        paragraph("A", run("甲", up), "H", run("2", down), "O", run(" ", up)),
    )
    assert text == "x²+y₁₀\nA^{甲}H₂O \n"


def test_underlined_space_is_a_blank_and_underlined_words_are_marked() -> None:
    under = '<w:u w:val="single"/>'
    source = source_of(
        docx(paragraph("首都是", run("   ", under), run("\xa0\t", under), "，简称", run(" 京 ", under), "。"))
    )
    assert source.text == "首都是____，简称 京 。\n"
    assert marks_of(source) == [("underline", "", " 京 ")]


def test_symbols_of_dressed_fonts() -> None:
    sym = '<w:r><w:sym w:font="{}" w:char="{}"/></w:r>'
    ticks = [sym.format("Wingdings", code) for code in ("F0FC", "F0FB", "F0FE", "00A8")]
    greek = [sym.format("Symbol", "F061"), run("Dx", '<w:rFonts w:ascii="Symbol"/>'), sym.format("Nowhere", "41")]
    broken = [sym.format("Symbol", "ZZ"), sym.format("Symbol", "FFFFFFFFFF")]
    assert text_of(paragraph(*ticks, *greek, *broken)) == "√×☑□αΔξA\n"


def test_boxes_to_tick_mark_what_they_stand_before() -> None:
    control = (
        '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="{}"/></w14:checkbox></w:sdtPr>'
        "<w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt>"
    )
    form = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar>'
        "</w:r>"
        "<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    source = source_of(
        docx(
            paragraph(control.format(0), "A. 红", control.format(1), "B. 蓝"),
            paragraph("C. 绿", control.format(1)),
            paragraph(form, "D. 白"),
        )
    )
    assert source.text == "□A. 红☑B. 蓝\nC. 绿☑\n☑D. 白\n"
    assert marks_of(source) == [("checked", "", each) for each in ("B. 蓝", "C. 绿", "D. 白")]


def test_hints_of_empty_controls_are_no_text() -> None:
    hint = f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('点击输入')}</w:sdtContent></w:sdt>"
    full = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('已填')}</w:sdtContent></w:sdt>"
    assert text_of(paragraph("甲", hint, full)) == "甲已填\n"


FIELD = (
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">{}</w:instrText></w:r>{}'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
SEPARATE = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'


@pytest.mark.parametrize(
    ("instruction", "shown"),
    [
        (r" EQ \f(1,2) ", r"\(\frac{1}{2}\)"),
        (r"eq \r(3,x+1)", r"\(\sqrt[3]{x+1}\)"),
        (r"EQ \f(\r(2),a)", r"\(\frac{\sqrt{2}}{a}\)"),
        (r"EQ \o\ac(○,3)", "③"),
        (r'EQ \* jc2 \* "Font:宋体" \* hps10 \o\ad(\s\up 9(lè),乐)', "乐"),
        (r"EQ \f(", r"\(\frac{}{}\)"),
        ("EQ", ""),
    ],
)
def test_equation_fields(instruction: str, shown: str) -> None:
    assert text_of(paragraph("甲", FIELD.format(instruction, ""), "乙")) == f"甲{shown}乙\n"


def test_a_field_shows_its_result_and_an_unended_one_loses_nothing() -> None:
    link = FIELD.format(' HYPERLINK "x" ', SEPARATE + run("链接"))
    unended = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    assert text_of(paragraph(link), paragraph(unended, "仍在"), paragraph("后文")) == "链接\n仍在\n后文\n"


def test_a_table_of_contents_is_taken_out_as_an_edit() -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r>' + SEPARATE
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    data = docx(
        paragraph("卷首"), paragraph(begin, "第一章……1"), paragraph("第二章……9"), paragraph(end), paragraph("第一章")
    )
    reading = word.read("a.docx", data)
    assert reading.text is not None
    assert reading.text.text == "卷首\n\n第一章\n"
    assert [edit.rule for edit in reading.text.edits] == ["table-of-contents"]
    assert "第二章……9" in reading.text.undo()


# Equations


def formula(inner: str) -> str:
    return text_of(paragraph(f"<m:oMath>{inner}</m:oMath>")).strip()


def letter(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("inner", "shown"),
    [
        (f"<m:f><m:num>{letter('a')}</m:num><m:den>{letter('b')}</m:den></m:f>", r"\frac{a}{b}"),
        (f"<m:sSup><m:e>{letter('x')}</m:e><m:sup>{letter('2')}</m:sup></m:sSup>", "{x}^{2}"),
        (f"<m:sSub><m:e>{letter('x')}</m:e><m:sub>{letter('i')}</m:sub></m:sSub>", "{x}_{i}"),
        (f"<m:rad><m:deg/><m:e>{letter('2')}</m:e></m:rad>", r"\sqrt{2}"),
        (f"<m:rad><m:deg>{letter('3')}</m:deg><m:e>{letter('2')}</m:e></m:rad>", r"\sqrt[3]{2}"),
        (
            '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>'
            f"<m:sub>{letter('i=1')}</m:sub><m:sup>{letter('n')}</m:sup><m:e>{letter('i')}</m:e></m:nary>",
            r"\sum_{i=1}^{n} i",
        ),
        (f"<m:d><m:e>{letter('x')}</m:e></m:d>", r"\left(x\right)"),
        (
            '<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:eqArr>'
            f"<m:e>{letter('x')}</m:e><m:e>{letter('y')}</m:e></m:eqArr></m:e></m:d>",
            r"\left\{\begin{array}{l}x \\ y\end{array}\right.",
        ),
        (
            f"<m:m><m:mr><m:e>{letter('1')}</m:e><m:e>{letter('0')}</m:e></m:mr>"
            f"<m:mr><m:e>{letter('0')}</m:e><m:e>{letter('1')}</m:e></m:mr></m:m>",
            r"\begin{matrix}1 & 0 \\ 0 & 1\end{matrix}",
        ),
        (
            f"<m:func><m:fName>{letter('sin')}</m:fName><m:e>{letter('x')}</m:e></m:func>",
            r"\sin {x}",
        ),
        (
            f"<m:limLow><m:e>{letter('lim')}</m:e><m:lim>{letter('x→0')}</m:lim></m:limLow>",
            r"\lim_{x→0}",
        ),
        ('<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr><m:e>' + letter("v") + "</m:e></m:acc>", r"\vec{v}"),
        (letter("速度=50%"), r"\text{速度}=50\%"),
        (f"<m:unknown>{letter('z')}</m:unknown>", "z"),
    ],
)
def test_equations(inner: str, shown: str) -> None:
    assert formula(inner) == rf"\({shown}\)"


# Marks, tables, pictures, places


def test_emphasis_is_marked_and_neighbours_are_one_mark() -> None:
    red, style = '<w:color w:val="FF0000"/>', '<w:style w:styleId="Key"><w:rPr><w:b/></w:rPr></w:style>'
    source = source_of(
        docx(
            paragraph("A. 红", properties='<w:pStyle w:val="None"/>'),
            paragraph(run("B. ", red), run("蓝", red)),
            paragraph(
                run("C. 绿", '<w:rStyle w:val="Key"/>'), run("D. 白", '<w:b w:val="0"/><w:color w:val="222222"/>')
            ),
            paragraph(run("E. 黑", '<w:highlight w:val="yellow"/>'), run("F", '<w:shd w:fill="00FF00"/>')),
            styles=style,
        )
    )
    assert marks_of(source) == [
        ("color", "FF0000", "B. 蓝"),
        ("bold", "", "C. 绿"),
        ("highlight", "yellow", "E. 黑"),
        ("highlight", "00FF00", "F"),
    ]


def test_a_look_of_the_whole_document_marks_nothing() -> None:
    body = [paragraph(run(f"第{index}行都是粗体", "<w:b/>")) for index in range(9)]
    assert marks_of(source_of(docx(*body, paragraph("细")))) == []


def test_headings_are_marked() -> None:
    style = '<w:style w:styleId="H"><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>'
    source = source_of(
        docx(
            paragraph("第一章", properties='<w:pStyle w:val="H"/>'),
            paragraph("一、单选", properties='<w:outlineLvl w:val="1"/>'),
            paragraph("正文", properties='<w:pStyle w:val="H"/><w:outlineLvl w:val="9"/>'),
            styles=style,
        )
    )
    assert marks_of(source) == [("heading", "1", "第一章"), ("heading", "2", "一、单选")]


def test_a_table_is_lines_with_tabs_and_a_grid() -> None:
    source = source_of(
        docx(
            paragraph("表"),
            table(("题号", "1", "2"), (cell(paragraph("答案"), width=2), cell(paragraph("A"), paragraph("B")))),
            paragraph("后"),
        )
    )
    assert source.text == "表\n题号\t1\t2\n答案\tA\nB\n后\n"
    (grid,) = source.tables
    assert [[source.text[slice(*span)] for span in row] for row in grid.rows] == [
        ["题号", "1", "2"],
        ["答案", "", "A\nB"],
    ]
    assert source.text[slice(*grid.span)] == "题号\t1\t2\n答案\tA\nB"


def test_covered_and_empty_cells_keep_their_columns() -> None:
    source = source_of(docx(table(("甲", "", "丙"), (cell(paragraph("隐"), covered=True), "乙", "丁"))))
    assert source.text == "甲\t\t丙\n\t乙\t丁\n"
    assert [len(row) for row in source.tables[0].rows] == [3, 3]


def test_tables_that_only_lay_out_the_page_are_lines() -> None:
    inner = table(("一", "二"))
    long = cell(*(paragraph(f"第{index}段") for index in range(11)))
    boxed = table(("得分", "评卷人", "一、单选题"))
    source = source_of(docx(table((cell(paragraph("外"), inner), "旁")), table((long, "右")), table(("独",)), boxed))
    lines = source.text.splitlines()
    assert lines[:2] == ["外", "一\t二"]
    assert lines[-4:] == ["独", "得分", "评卷人", "一、单选题"]
    assert [source.text[slice(*grid.span)] for grid in source.tables] == ["一\t二"]


PICTURE = '<w:r><w:drawing><wp:{0}><a:graphic><a:blip r:embed="{1}"/></a:graphic></wp:{0}></w:drawing></w:r>'


def test_pictures_are_named_and_lead_to_their_file() -> None:
    old = '<w:r><w:object><v:shape><v:imagedata r:id="r2"/></v:shape></w:object></w:r>'
    empty = "<w:r><w:pict><v:shape><v:imagedata/></v:shape></w:pict></w:r>"
    source = source_of(
        docx(
            paragraph("图", PICTURE.format("inline", "r1"), "中", old, empty),
            paragraph(PICTURE.format("anchor", "r9"), "浮"),
            pictures={"r1": "image1.png", "r2": "image2.wmf"},
        )
    )
    assert source.text == "图[图片: image1.png]中[图片: image2.wmf]\n浮[图片]\n"
    assert marks_of(source) == [
        ("image", "word/media/image1.png", "[图片: image1.png]"),
        ("image", "word/media/image2.wmf", "[图片: image2.wmf]"),
    ]


def test_text_boxes_follow_their_paragraph_and_are_read_once() -> None:
    def box(words: str) -> str:
        inner = f"<w:txbxContent>{paragraph(words)}</w:txbxContent>"
        choice = f"<mc:Choice><w:drawing><wp:anchor>{inner}</wp:anchor></w:drawing></mc:Choice>"
        fallback = f"<mc:Fallback><w:pict><v:shape>{inner}</v:shape></w:pict></mc:Fallback>"
        return f"<w:r><mc:AlternateContent>{choice}{fallback}</mc:AlternateContent></w:r>"

    text = text_of(paragraph(box("二、多选题"), "1. 问", box("旁注")), paragraph("A. 甲"))
    assert text == "二、多选题\n1. 问\n旁注\nA. 甲\n"


def test_every_character_leads_to_its_paragraph() -> None:
    source = source_of(
        docx(paragraph("首"), paragraph("次", "<w:r><w:br/></w:r>", "行"), table(("格一", "格二")), paragraph("末"))
    )
    found = {char: source.locate(source.text.index(char)).label for char in "首次行一二末"}
    assert found == {"首": "¶1", "次": "¶2", "行": "¶2", "一": "¶3", "二": "¶4", "末": "¶5"}
    assert str(source.locate(source.text.index("行"))) == "a.docx:¶2:3:1"


def test_files_of_the_strict_kind() -> None:
    strict = {
        "word/document.xml": '<d:document xmlns:d="http://purl.oclc.org/ooxml/wordprocessingml/main"><d:body><d:p><d:r>'
        "<d:t>严格</d:t></d:r></d:p></d:body></d:document>"
    }
    assert source_of(zipped(strict)).text == "严格\n"


# Files that cannot be read


def test_damaged_and_foreign_files() -> None:
    good = docx(paragraph("题"))
    assert failure(good[: len(good) // 2])[0] == "unreadable-file"
    assert failure(b"plain text")[0] == "unsupported-format"
    assert "missing" in failure(zipped({"hello.txt": "x"}))[1]
    assert "no valid XML" in failure(zipped({"word/document.xml": "<w:document"}))[1]
    workbook = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" '
        'Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    )
    assert "workbook" in failure(zipped({"_rels/.rels": workbook, "xl/workbook.xml": "<x/>"}))[1]
    assert failure(docx(paragraph(" "), paragraph()))[0] == "empty-file"


def test_protected_files() -> None:
    sealed = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 64 + "EncryptedPackage".encode("utf-16-le")
    name, message = failure(sealed)
    assert name == "unreadable-file"
    assert "password" in message


def test_bombs_are_not_unpacked() -> None:
    name, message = failure(docx("<w:p/>" * 4_000_000))
    assert name == "unreadable-file"
    assert "too large" in message


def test_entities_are_refused() -> None:
    document = (
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><w:document '
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&e;</w:t></w:r>'
        "</w:p></w:body></w:document>"
    )
    assert "entities" in failure(zipped({"word/document.xml": document}))[1]


def test_damaged_parts_beside_the_text_do_no_harm() -> None:
    data = docx(numbered("题", 1), parts={"word/numbering.xml": "<broken", "word/styles.xml": ""})
    assert source_of(data).text == "题\n"


GOOD = docx(
    numbered("题", 1),
    table(("甲", "乙")),
    paragraph(run("x", '<w:vertAlign w:val="superscript"/>')),
    numbering=numbering({0: QUESTIONS}, {1: (0, "")}),
)


@given(place=st.integers(0, len(GOOD) - 1), junk=st.binary(max_size=12), cut=st.integers(0, 40))
def test_damage_is_never_an_exception(place: int, junk: bytes, cut: int) -> None:
    reading = word.read("a.docx", GOOD[:place] + junk + GOOD[place + cut :])
    assert reading.text is not None or reading.diagnostics


ELEMENTS = words(
    "w:p w:r w:t w:tbl w:tr w:tc w:tcPr w:pPr w:rPr w:numPr w:ilvl w:numId w:ins w:del w:sdt w:sdtPr w:sdtContent"
    " w:ruby w:rubyBase w:fldChar w:instrText w:sym w:drawing w:txbxContent w:gridSpan w:vertAlign w:u w:br m:oMath m:f"
    " m:num m:d m:nary m:rad m:m m:mr m:e a:blip v:imagedata mc:AlternateContent mc:Choice w:outlineLvl"
)
VALUES = ('w:val="1"', 'w:val="-5"', 'w:val="99999999999"', 'w:fldCharType="begin"', 'w:fldCharType="end"')
trees = st.recursive(
    st.sampled_from(["字", "1. ", " "]),
    lambda inner: st.builds(
        lambda name, attribute, parts: f"<{name} {attribute}>{''.join(parts)}</{name}>",
        st.sampled_from(sorted(ELEMENTS)),
        st.sampled_from(("", *VALUES)),
        st.lists(inner, max_size=4),
    ),
    max_leaves=30,
)


@given(tree=trees)
@example(tree="<w:tbl><w:tr/></w:tbl>")
@example(tree="<w:tbl/>")
@example(tree='<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="99999999999"/></w:tcPr></w:tc><w:tc/></w:tr></w:tbl>')
def test_any_nesting_of_elements_is_read(tree: str) -> None:
    reading = word.read("a.docx", docx(tree, numbering=numbering({0: QUESTIONS}, {1: (0, "")})))
    if reading.text is None:
        assert reading.diagnostics[0].rule.name == "empty-file"
        return
    source = reading.text.source
    for mark in source.marks:
        assert 0 <= mark.span.start < mark.span.end <= len(source.text)
    for grid in source.tables:
        assert all(span.start <= span.end <= len(source.text) for row in grid.rows for span in row)
    offsets = [anchor.offset for anchor in source.anchors]
    assert offsets == sorted(offsets)


def test_deep_nesting_is_refused_or_read() -> None:
    for depth in (60, 200, 5000):
        tree = "<w:tbl><w:tr><w:tc>" * depth + paragraph("底") + "</w:tc></w:tr></w:tbl>" * depth
        reading = word.read("a.docx", docx(tree))
        assert reading.text is not None or reading.diagnostics[0].rule.name == "unreadable-file"


HOSTILE = {
    "brackets": paragraph("(" * 1_000_000),
    "fields": paragraph(*["<w:r><w:fldChar w:fldCharType='begin'/></w:r>x"] * 20_000),
    "equation": paragraph(FIELD.format("EQ " + "\\f(" * 100_000, "")),
    "bracketed equation": paragraph(FIELD.format("EQ " + "(" * 100_000 + ",", "")),
    "table": table(("甲",) * 3000, *(("乙",),) * 3000),
    "looks": paragraph(*(run("字", f'<w:color w:val="{index % 4096:06X}"/>') for index in range(20_000))),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_documents_take_no_time(name: str) -> None:
    data = docx(HOSTILE[name])
    start = time.process_time()
    word.read("a.docx", data)
    assert time.process_time() - start < 5


def test_reading_is_linear() -> None:
    def seconds(count: int) -> float:
        data = docx(*(paragraph(run(f"{index}. 下列", "<w:b/>"), "正确的是（ ）") for index in range(count)))
        start = time.process_time()
        assert source_of(data).anchors[-1].label == f"¶{count}"
        return time.process_time() - start

    seconds(100)  # imports
    assert seconds(8000) < 16 * max(seconds(1000), 0.01)


def test_zips_that_lie_about_their_sizes() -> None:
    data = bytearray(docx(paragraph("题" * 50)))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        place = data.rindex(b"PK\x01\x02", 0, archive.start_dir + 4)
    data[place + 24 : place + 28] = (7).to_bytes(4, "little")  # uncompressed size in the directory
    assert failure(bytes(data))[0] == "unreadable-file"


def test_a_list_that_is_kept_in_a_numbering_style() -> None:
    style = '<w:style w:type="numbering" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>'
    known = numbering({0: '<w:numStyleLink w:val="L"/>', 1: QUESTIONS}, {1: (0, ""), 2: (1, "")})
    assert text_of(numbered("甲", 1), numbered("乙", 2), styles=style, numbering=known) == "1. 甲\n2. 乙\n"
