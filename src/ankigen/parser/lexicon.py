"""The words that papers use to structure themselves.

All patterns run on the *folded* text (see `page.fold`): simplified script, half-width ASCII, square brackets for every
kind of boxed bracket. So one pattern covers `【參考答案】：`, `[参考答案]:` and `［参考答案］：`.
"""

from __future__ import annotations

import re

from ankigen.model import Kind
from ankigen.parser.scan import Finder

# What a heading or tag calls a kind of question. None: a choice whose number of right options is not said.
KIND_WORDS: dict[str, Kind | None] = {
    "单项选择": Kind.SINGLE,
    "单选": Kind.SINGLE,
    "单项": Kind.SINGLE,
    "最佳选择": Kind.SINGLE,
    "多项选择": Kind.MULTIPLE,
    "多选": Kind.MULTIPLE,
    "多项": Kind.MULTIPLE,
    "不定项选择": Kind.MULTIPLE,
    "不定项": Kind.MULTIPLE,
    "选择": None,
    "完形填空": None,
    "阅读理解": None,
    "判断改错": Kind.TRUEFALSE,
    "判断对错": Kind.TRUEFALSE,
    "判断正误": Kind.TRUEFALSE,
    "判断说明": Kind.TRUEFALSE,
    "判断": Kind.TRUEFALSE,
    "是非": Kind.TRUEFALSE,
    "正误": Kind.TRUEFALSE,
    "对错": Kind.TRUEFALSE,
    "填空": Kind.FILL,
    "填充": Kind.FILL,
    "名词解释": Kind.SHORT,
    "术语解释": Kind.SHORT,
    "简答": Kind.SHORT,
    "简述": Kind.SHORT,
    "问答": Kind.SHORT,
    "论述": Kind.SHORT,
    "辨析": Kind.SHORT,
    "计算": Kind.SHORT,
    "应用": Kind.SHORT,
    "证明": Kind.SHORT,
    "编程": Kind.SHORT,
    "程序设计": Kind.SHORT,
    "程序阅读": Kind.SHORT,
    "阅读程序": Kind.SHORT,
    "程序填空": Kind.FILL,
    "操作": Kind.SHORT,
    "翻译": Kind.SHORT,
    "主观": Kind.SHORT,
    "实操": Kind.SHORT,
    "综合": Kind.CASE,
    "案例分析": Kind.CASE,
    "案例": Kind.CASE,
    "材料分析": Kind.CASE,
    "材料": Kind.CASE,
    "分析": Kind.CASE,
}
ENGLISH_KIND_WORDS: dict[str, Kind | None] = {
    "single choice": Kind.SINGLE,
    "multiple choice": None,
    "multiple response": Kind.MULTIPLE,
    "true or false": Kind.TRUEFALSE,
    "true/false": Kind.TRUEFALSE,
    "fill in the blank": Kind.FILL,
    "short answer": Kind.SHORT,
    "essay": Kind.SHORT,
    "case study": Kind.CASE,
}
KIND_WORD = "(?:" + "|".join(sorted(KIND_WORDS, key=len, reverse=True)) + ")"

TRUE_WORDS = frozenset(
    ["对", "正确", "可以", "能", "√", "✓", "✔", "☑", "T", "TRUE", "是", "Y", "YES", "真", "RIGHT", "V"]
)
FALSE_WORDS = frozenset(
    [
        "错",
        "错误",
        "不可以",
        "不能",
        "不是",
        "不正确",
        "不对",
        "×",
        "✗",
        "✘",
        "☒",
        "X",
        "╳",
        "F",
        "FALSE",
        "否",
        "N",
        "NO",
        "假",
        "WRONG",
    ]
)
TRUTH = re.compile(
    r"(?P<true>正确|对|是|真|√|✓|✔|☑|(?:TRUE|True|true|YES|Yes|T|Y|V)(?![A-Za-z]))"
    r"|(?P<false>不正确|不对|错误|错|否|假|×|✗|✘|☒|╳|(?:FALSE|False|false|NO|No|F|N|X|x)(?![A-Za-z]))"
)

NUMERALS = "零〇一二三四五六七八九十百"

# Answer markers. Group "strong": enough by itself in the middle of a line; the others only begin a line.
ANSWER = Finder.anywhere(
    re.compile(
        r"""(?:(?P<strong>
        [(\[]?\s*(?:参考|正确|标准|本题|最佳|推荐|试题|题目)*答案(?:要点)?\s*\]\s*
            (?:(?:是|为|选)(?=[ \t]*[:A-Z√×]))?\s*[:,]?
      | (?:参考|正确|标准)*答案(?=[ \t]*\(?\d{1,3}\)?[ \t]*[-~.、)][ \t]*(?:[A-H√×]|\d{1,3}[ \t]*[:]?[ \t]*[A-H√×]))
      | [(\[]?(?:参考|正确|标准|本题|最佳|推荐|试题|题目)*答案(?:要点|提示)?\s*+(?:是|为|应?选择?)?\s*+:
      | \[\s*(?:正解|解答|答)\s*\]\s*:?
      | (?:(?:Suggested|Correct|Right)[ \t]+)?\b(?:ANSWERS?|Answers?|answers?|Ans|ANS)[ \t]*+(?:is|are)?[ \t]*+:(?!\w)
    )
    | (?P<start>
        [(\[]?(?:参考|正确|标准|本题|试题)*答案(?:要点)?(?:是|为|应?选择?)(?=\s*[A-Za-z])
      | (?:参考|正确|标准)*答案(?:要点)?(?=[ \t]*(?:\n|$)|[ \t]+\S|[A-Z]{1,6}\s*(?:\n|$))
      | (?:参考|正确|标准)*答案[ \t]*;(?=[ \t]*(?:[A-H]{1,8}|[√×对错]|正确|错误)[ \t]*(?:\n|$))  # a slip for the colon
      | 正解\s*:
      | (?:ANSWERS?|Answers?|Ans|ANS)\.(?=[ \t]*[A-Z(])
      | 解答\s*:
      | 答\s*[:.、]
      | (?:(?:Suggested|Correct|Right)\s+)?(?:ANSWERS?|Answers?|Ans|ANS)(?=[ \t]*(?:\n|$)|[ \t]*\([a-zA-Z]\))[ \t]*:?
    ))""",
        re.X,
    ),
    r"[(\[参正标本最推试题答解SCRAa](?=[案考确解准题佳荐目答nNuoi\s参正标本最推试]|(?<=答)[:.、\]])",
)
EXPLANATION = Finder.anywhere(
    re.compile(
        r"""(?:(?P<strong>
        \[\s*(?:(?:答案|试题|本题|题目|参考)*(?:解析|详解|解释|分析|讲解|点评|点拨)|解题思路|思路|考点|知识点|说明)\s*\]\s*:?
      | (?:答案|试题|本题|题目|参考)*(?:解析|详解|讲解)\s*[:](?!\s*\n\s*\d+\s*[.、])
      | \b(?:Explanation|EXPLANATION|explanation|Rationale|Reference)s?\s*:
    )
    | (?P<start>
        (?:答案|试题|本题|题目)*(?:解析|详解|讲解|解释|分析|点评|点拨|解题思路|思路|理由|备注|答案说明|说明|出处|依据)\s*:
      | (?:答案|试题|本题)*(?:解析|详解)(?=[ \t]*(?:\n|$))
      | 析[ \t]*:  # 解 is lost
    ))""",
        re.X,
    ),
    r"[\[答试本题参目解详讲分点思理备说出依析EeR](?=[案题目考析释解评拨路由注明处据xXae:\s答试本参详讲分点思知说])",
)
# Markers of the question's own words, for layouts that label every part.
STEM_MARKER = re.compile(
    r"\[?(?:题目|题干|试题|问题|问|Question|QUESTION|Q)\]?[ \t]*(?::[ \t]*|(?<=\])[ \t]*)(?=\S|\n|$)"
)
OPTIONS_MARKER = re.compile(r"\[?(?:选项|备选答案|Options?|Choices?)\]?[ \t]*(?::|(?<=\]))[ \t]*(?=\n|$|[A-Ha-h(\[])")
MINE = re.compile(r"(?:我的|你的|您的|学生|考生)答案\s*(?:是|为)?\s*:")

# The line that opens a block of keys.
KEY_HEADING = Finder.in_lines(
    re.compile(
        r"""^[ \t]*+[\[#*—-]*+[ \t]*+
        (?:第?["""
        + NUMERALS
        + r"""\d]+[章节部分单元篇讲课回]*[ \t]*+)?(?:["""
        + NUMERALS
        + r"""]+[ \t]*[、.][ \t]*+|附[:录]?[ \t]*+)?
        (?:[^\n。？!:.、,;A-Z]{0,12}?)?
        (?:(?:参考|标准|正确|试题|习题)*答案(?:[ \t]*(?:与|及|和|、|及其)[ \t]*)?
             (?:解析|详解|评分标准|分析|提示|要点)?(?:汇总|部分|速查|一览|表|区)?
           | 快速对答案 | Answer[ \t]+Keys? | Answers | ANSWER[ \t]+KEYS? | ANSWERS | Key\s+to\s+[^\n]{0,30})
        [ \t]*[\]#*—-]*[ \t]*:?[ \t]*$""",
        re.X | re.M,
    ),
    "答案|Answer|ANSWER|Key",
)

POINTS_EACH = re.compile(r"(?:每[小]?[题空]|各|每道题?|本题)\s*(?:得|共|计|为)?\s*(\d+(?:\.\d+)?)\s*分")
COUNT = re.compile(
    r"(?:共|计|合计|总共)\s*(?:有|计)?\s*(\d+)\s*(?:道|个)?(?:小|大)?题|^\D{0,3}(\d+)\s*(?:道)?(?:小)?题"
)
TOTAL = re.compile(r"(?:共计?|合计|满分|总分|计)\s*(\d+(?:\.\d+)?)\s*分")
POINTS_TAG = re.compile(r"[(\[]\s*(?:本[小]?题)?\s*(?:满分|共)?\s*(\d+(?:\.\d+)?)\s*(?:分|points?|pts?)\s*[)\]]")
SCORE_TAG = re.compile(r"\s*[(\[]\s*(?:本[小]?题)?\s*(?:满分|共)?\s*(\d+(?:\.\d+)?)\s*(?:分|points?|pts?)\s*[)\]]\s*")
KIND_TAG = re.compile(
    r"\s*[(\[]\s*(?P<word>"
    + KIND_WORD
    + r")题?\s*(?:[,，|/、;·]\s*(?:共|本题)?\s*(?P<points>\d+(?:\.\d+)?)\s*分)?\s*[)\]]\s*[:]?\s*"
)
# A star beside the number, with what it stands for: `第1题 ⭐重点`.
STAR_TAG = re.compile(r"[ \t]*[⭐★☆※]+\ufe0f?[ \t]*[^\s。？?()\[\]]{0,6}[ \t]*\n(?=[ \t\n]*\S)")
GLUED_KIND = re.compile(
    r"(?P<word>单选|多选|判断|填空|简答|单项选择|多项选择|不定项选择|案例分析)题[:：]?\s*(?=[\u4e00-\u9fff(\w])"
)
CHOOSE_MANY = re.compile(
    r"\((?:多选|多项选择|多选题|不定项)\)|\((?:Choose|Select)\s+(?:two|three|four|all|[2-6])[^)]*\)", re.I
)
