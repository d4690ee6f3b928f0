"""What the columns of a table mean, by their names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ankigen.hanzi.fold import fold

WIDEST = 400  # more columns than this has no bank
# Names by role, the surest first: where two columns could be the question, the one named earlier here is.
_NAMES: dict[str, str] = {
    "stem": (
        "题干 题目内容 试题内容 题干内容 试题题干 题目题干 问题内容 题目描述 问题描述 试题描述 题面 "
        "试题正文 题文 questiontext questioncontent questionstem questionbody questiontitle questionname "
        "questiondesc question ques stem tigan timu 题目 试题 问题 问题文 problem prompt 题目名称 试题名称 "
        "试题题目 考题 q"
    ),
    "weak stem": "内容 正文 content title text body 名称 标题 name subject topic 提问",
    "answer": (
        "正确答案 标准答案 参考答案 答案 正答 正解 试题答案 题目答案 答案选项 correctanswer rightanswer "
        "correctanswers answer answers questionanswer answerkey key correctoption correct rightoption "
        "trueanswer ans suggestedanswer solution 解答 correctkey correctchoice correctindex answerindex "
        "daan"
    ),
    "explanation": (
        "解析 答案解析 试题解析 题目解析 详解 答案详解 试题分析 分析 解释 答案说明 答案分析 解说 解释说明 "
        "explanation explain explanations analysis questionanalysis answeranalysis analyze analyse "
        "answerexplanation answerdescription rationale 解题思路 点评 说明 feedback reason comment jiexi "
        "备考"
    ),
    "kind": (
        "题型 题目类型 试题类型 题目题型 类型 题类 type questiontype qtype kind questionkind "
        "questiontypename typename 题型名称"
    ),
    "points": "分值 分数 题目分值 试题分数 每题分数 得分 score points point 分",
    "number": "题号 序号 编号 题目编号 试题编号 题目序号 no number num qnum questionnumber questionno qno 项次",
    "weak number": "id index qid seq questionid tid",
    "section": (
        "章节 章节名称 所属章节 chapter 章 单元 unit 专题 section category categoryname 分类 题目分类 "
        "试题分类 科目 大类 模块 子类 subject topic parent.title parent.name parent.chapter parent.section "
        "parent.type parent.category parent.key"
    ),
    "material": (
        "材料 背景材料 案例 案例材料 共用题干 材料题干 材料内容 背景 material passage context case "
        "background parent.material parent.stem parent.content parent.passage parent.question 公共题干 "
        "共同题干"
    ),
    "chapter": "yearlabel 年份 年度 年次 papername examname 试卷 试卷名称 year",
    "note": "note notes 注 注释 題注 题注",
    "image": ("图片 图片链接 题目图片 题图 图片地址 image images img pic picture imageurl imgurl questionimages photo"),
}
_ROLE_OF = {name: (role, rank) for role, names in reversed(_NAMES.items()) for rank, name in enumerate(names.split())}
_SECTIONS = frozenset(_NAMES["section"].split())
_OPTIONS = frozenset(
    [
        "选项",
        "答案选项",
        "备选答案",
        "备选项",
        "选项内容",
        "选项列表",
        "候选项",
        "options",
        "option",
        "optioncontent",
        "optionlist",
        "optionslist",
        "choices",
        "choice",
        "choicelist",
        "ansitem",
        "answeritems",
        "answeroptions",
        "items",
        "candidates",
        "optionjson",
        "肢",
        "选择肢",
    ]
)
_LETTERED = re.compile(
    r"(?:选项|备选项|备选答案|答案选项|答案|选择|选择肢|肢|options?|choices?|opt|answer|item|xuanxiang)?([a-l])(?:选项|项|答案)?"
)
_GAP_ANSWER = re.compile(r"(?:答案|answer|第?空|填空)[1-9]")  # an option only where another column has the answer
_NUMBERED = re.compile(
    r"(?:选项|备选项|备选答案|选择肢|肢|options?|choices?|opt|answer|item)([1-9]|1[0-2]|[一二三四五六七八])"
)
_ANSWER_IMAGE = re.compile(r"(?:correct|solution)?answer(?:image|img|pic(?:ture)?)s?|(?:正确)?答案图片")
_DIGITS = "一二三四五六七八"
_MINE = re.compile(r"我的|你的|您的|学生|考生|user|your|my|mine|community|投票")
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]?")


@dataclass(slots=True)
class OptionColumn:
    """Where one option stands: its text, its own label, and a sign that it is right."""

    text: int = -1
    key: int = -1
    flag: int = -1


@dataclass(slots=True)
class Columns:
    """The columns by what they hold; -1 and empty where a table has none."""

    stem: list[int] = field(default_factory=list)  # several where blanks divide the question
    answer: list[int] = field(default_factory=list)
    rivals: list[int] = field(default_factory=list)  # further columns that are called answers
    keyed: dict[str, int] = field(default_factory=dict)  # answers that have names of their own
    options: dict[int, OptionColumn] = field(default_factory=dict)
    packed: int = -1  # all options in one cell
    separator: str = ""  # what divides them where they have no letters
    pairs: dict[int, list[int]] = field(default_factory=dict)  # what is to be matched with what
    explanation: int = -1
    kind: int = -1
    points: int = -1
    number: int = -1
    sure_number: bool = False  # its name leaves no doubt; an `id` counts only where it counts up
    section: int = -1
    chapter: int = -1
    material: int = -1
    note: int = -1
    image: list[int] = field(default_factory=list)
    answer_image: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    weak: bool = False  # the question's column has a name that other tables use, too

    @property
    def bank(self) -> bool:
        """Whether these are the columns of a bank."""
        return bool(self.stem) and bool(
            self.answer or self.keyed or self.pairs or self.packed >= 0 or len(self.options) > 1
        )


def normal(name: str) -> str:
    """A column's name without what people add to it: `*正确答案（只填字母）：` is `正确答案`."""
    short = _BRACKETED.sub("", fold(name)).lower()
    return re.sub(r"[\s_\-*:#.·、/\"']+", "", short)


def named(header: Sequence[str], *, paths: bool = False) -> Columns:
    """The columns by their names; `paths` where names are paths into a JSON object."""
    columns = Columns(names=list(header))
    best: dict[str, tuple[int, int]] = {}
    lettered = _has_a(header)
    plain = {_ROLE_OF.get(normal(name), ("",))[0] for name in header}
    for index, name in enumerate(header):
        if paths and _path(columns, index, name.split("."), "answer" in plain):
            continue
        short = name.lower() if paths and name.startswith("parent.") else normal(name)
        if not short or _MINE.search(short):
            continue
        option = _option(short)
        if _ANSWER_IMAGE.fullmatch(short):
            columns.answer_image.append(index)
        elif _GAP_ANSWER.fullmatch(short) and "answer" not in plain:
            columns.answer.append(index)
        elif option >= 0 and (len(short) > 1 or lettered):
            columns.options.setdefault(option, OptionColumn()).text = index
        elif short in _OPTIONS:
            columns.packed = index
        elif short in _ROLE_OF:
            role, rank = _ROLE_OF[short]
            if role == "answer":
                columns.rivals.append(index)
            if role not in best or rank < best[role][0]:
                best[role] = rank, index
            if role == "image":
                columns.image.append(index)
    _settle(columns, {role: index for role, (_, index) in best.items()}, header)
    return columns


def spread(columns: Columns, rows: Sequence[Sequence[str]]) -> None:
    """One name may stand over the columns of all options: take in the unnamed ones behind it that are filled."""
    place = columns.packed
    while 0 <= place < len(columns.names) - 1 and not columns.names[place + 1]:
        filled = sum(1 for row in rows if place + 1 < len(row) and row[place + 1])
        if filled * 5 < len(rows) or not filled:
            break
        place += 1
    if place > columns.packed:
        columns.options = {i: OptionColumn(columns.packed + i) for i in range(place - columns.packed + 1)}
        columns.packed = -1


def _settle(columns: Columns, found: dict[str, int], header: Sequence[str]) -> None:
    columns.weak = "stem" not in found and not columns.stem
    if "stem" in found or (columns.weak and "weak stem" in found):
        columns.stem.insert(0, found.get("stem", found.get("weak stem", -1)))
    if "answer" in found:
        columns.answer.insert(0, found["answer"])
        columns.rivals.remove(found["answer"])
    columns.sure_number = "number" in found
    columns.number = found.get("number", found.get("weak number", -1))
    for role in ("explanation", "kind", "points", "section", "chapter", "material", "note"):
        setattr(columns, role, found.get(role, -1))
    spare = found.get("weak stem", -1)  # `subject` is the question in some banks, in others what it is about
    if columns.section < 0 <= spare and spare not in columns.stem and normal(header[spare]) in _SECTIONS:
        columns.section = spare
    if columns.section >= 0:
        chapters = [i for i, name in enumerate(header) if normal(name) in ("章节", "章", "chapter", "章节名称")]
        if chapters and chapters[0] != columns.section:
            columns.chapter = chapters[0]


def _has_a(header: Sequence[str]) -> bool:
    names = {normal(name) for name in header}
    return {"a", "b"} <= names


def _option(short: str) -> int:
    """Which option a column holds; -1 for none."""
    lettered = _LETTERED.fullmatch(short)
    if lettered:
        return ord(lettered[1]) - 97
    numbered = _NUMBERED.fullmatch(short)
    if not numbered:
        return -1
    return _DIGITS.index(numbered[1]) if numbered[1] in _DIGITS else int(numbered[1]) - 1


_KEY_NAMES = frozenset(
    [
        "key",
        "label",
        "ans",
        "letter",
        "index",
        "id",
        "no",
        "num",
        "code",
        "optionkey",
        "optionlabel",
        "value",
        "name",
        "标号",
        "选项",
        "tag",
        "seq",
        "order",
    ]
)
_TEXT_NAMES = frozenset(
    [
        "text",
        "item",
        "content",
        "optioncontent",
        "title",
        "desc",
        "description",
        "optiontext",
        "answertext",
        "body",
        "label",
        "value",
        "option",
        "name",
        "内容",
        "选项内容",
        "文本",
    ]
)
_FLAG_NAMES = frozenset(
    [
        "correct",
        "iscorrect",
        "right",
        "isright",
        "isanswer",
        "istrue",
        "answer",
        "fraction",
        "weight",
        "score",
        "正确",
        "是否正确",
        "isok",
        "checked",
        "truth",
        "correctness",
    ]
)


def _path(columns: Columns, index: int, steps: list[str], answered: bool) -> bool:
    """Take up a column of a JSON bank that lies inside a list or an object; false when it is not one.

    Where the answer stands elsewhere (`answered`), a list called `answers` holds the options.
    """
    base = normal(steps[0])
    if len(steps) == 1 or base == "parent":
        return False
    if base == "question" and len(steps) == 2 and steps[1].isdecimal():
        columns.stem.append(index)
        return True
    if base == "pairs" and len(steps) == 3:
        columns.pairs.setdefault(int(steps[1]), []).append(index)
        return True
    place = _place(steps[1])
    if place is not None and (base in _OPTIONS or (base == "answers" and (answered or len(steps) > 2))):
        option = columns.options.setdefault(place, OptionColumn())
        if len(steps) == 2:
            option.text = index
        else:
            _part(option, index, normal(steps[2]))
        return True
    if _ROLE_OF.get(base, ("",))[0] == "answer" and len(steps) == 2:
        if steps[1].isdecimal():
            columns.answer.append(index)
        else:
            columns.keyed[steps[1]] = index
        return True
    if _ANSWER_IMAGE.fullmatch(base) and steps[1].isdecimal():
        columns.answer_image.append(index)
    if base in ("images", "image", "imgs", "questionimages", "pics") and steps[1].isdecimal():
        columns.image.append(index)
    return True


def _place(step: str) -> int | None:
    if step.isdecimal() and len(step) < 3:
        return int(step)
    option = _option(normal(step))
    return option if option >= 0 else None


def _part(option: OptionColumn, index: int, name: str) -> None:
    """One field of an option that is an object; names such as `value` are a text only where nothing else is."""
    if name in _FLAG_NAMES:
        option.flag = index
    elif name in _TEXT_NAMES and (option.text < 0 or name not in _KEY_NAMES):
        if option.text >= 0 and option.key < 0:
            option.key = option.text
        option.text = index
    elif name in _KEY_NAMES and option.key < 0:
        option.key = index
