"""What the columns of a table mean: by their names, and where there are no names, by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ankigen.hanzi.fold import fold
from ankigen.parser.lexicon import FALSE_WORDS, KIND_WORD, TRUE_WORDS

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
    "image": ("图片 图片链接 题目图片 题图 图片地址 image images img pic picture imageurl imgurl questionimages photo"),
}
_ROLE_OF = {name: (role, rank) for role, names in reversed(_NAMES.items()) for rank, name in enumerate(names.split())}
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
_NUMBERED = re.compile(
    r"(?:选项|备选项|备选答案|选择肢|肢|options?|choices?|opt|answer|item)([1-9]|1[0-2]|[一二三四五六七八])"
)
_DIGITS = "一二三四五六七八"
_MINE = re.compile(r"我的|你的|您的|学生|考生|user|your|my|mine|community|投票")
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]?")
_KEY = re.compile(r"\s*[(\[]?\s*[A-Ha-h](?:[\s,、;|/]*[A-Ha-h])*\s*[)\]]?\s*[.。]?\s*")
_KIND_CELL = re.compile(rf"[\[(]?\s*(?:{KIND_WORD}|[ABX][1-4]?型)题?\s*[\])]?")
_GAP = re.compile(r"_{2,}|[(\[][ \t]*[)\]]|[?？]\s*$")


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
    image: list[int] = field(default_factory=list)
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
        if option >= 0 and (len(short) > 1 or lettered):
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


def _settle(columns: Columns, found: dict[str, int], header: Sequence[str]) -> None:
    columns.weak = "stem" not in found and not columns.stem
    if "stem" in found or (columns.weak and "weak stem" in found):
        columns.stem.insert(0, found.get("stem", found.get("weak stem", -1)))
    if "answer" in found:
        columns.answer.insert(0, found["answer"])
        columns.rivals.remove(found["answer"])
    columns.sure_number = "number" in found
    columns.number = found.get("number", found.get("weak number", -1))
    for role in ("explanation", "kind", "points", "section", "material"):
        setattr(columns, role, found.get(role, -1))
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


def guessed(rows: Sequence[Sequence[str]]) -> Columns | None:
    """The columns of a table without names, by what stands in them; None when that is not clear."""
    width = max((len(row) for row in rows), default=0)
    sample = [row for row in rows if any(row)][:: max(1, len(rows) // 300)]
    if not 2 <= width <= WIDEST or len(sample) < 3:
        return None
    cells = [[row[i].strip() if i < len(row) else "" for row in sample] for i in range(width)]
    columns = Columns(names=[""] * width)
    free = [i for i in range(width) if any(cells[i])]
    numbers = [i for i in free if rising(cells[i])]
    columns.number, columns.sure_number = (numbers[0], True) if numbers else (-1, False)
    kinds = [i for i in free if _share(cells[i], lambda cell: bool(_KIND_CELL.fullmatch(fold(cell)))) > 0.9]
    columns.kind = kinds[0] if kinds else -1
    free = [i for i in free if i not in (columns.number, columns.kind)]
    keys = [i for i in free if _share(cells[i], _is_key) > 0.9]
    texts = [i for i in free if i not in keys]
    if not texts:
        return None
    if not keys:
        return _two_texts(columns, texts, cells)
    columns.answer = [keys[-1]]
    stem = texts[0]
    columns.stem = [stem]
    last = keys[-1] if keys[-1] > stem else width
    options = [i for i in range(stem + 1, last) if i in free]
    for place, i in enumerate(options):
        columns.options[place] = OptionColumn(i)
    behind = [i for i in texts if i > last]
    columns.explanation = behind[0] if behind else -1
    return columns if len(columns.options) != 1 and _fits(columns, sample) else None


def _two_texts(columns: Columns, texts: list[int], cells: list[list[str]]) -> Columns | None:
    """A question and its answer in words: only one of the two columns has gaps and question marks."""
    if len(texts) != 2:
        return None
    asking = [_share(cells[i], lambda cell: bool(_GAP.search(fold(cell)))) for i in texts]
    stem = 0 if asking[0] > asking[1] else 1
    if asking[stem] < 0.6 or asking[1 - stem] > 0.1:
        return None
    columns.stem, columns.answer = [texts[stem]], [texts[1 - stem]]
    return columns


def _fits(columns: Columns, sample: Sequence[Sequence[str]]) -> bool:
    """Whether the keys name options that there are, and the questions are longer than a word."""
    fit = seen = 0
    for row in sample:
        key = row[columns.answer[0]] if columns.answer[0] < len(row) else ""
        letters = re.findall(r"[A-H]", fold(key).upper())
        if letters and columns.options:
            seen += 1
            fit += ord(max(letters)) - 65 < len(columns.options)
    long = sum(len(row[columns.stem[0]]) for row in sample if columns.stem[0] < len(row)) / len(sample)
    return fit * 100 >= seen * 95 and long >= 6


def _is_key(cell: str) -> bool:
    short = fold(cell).strip().upper()
    return bool(_KEY.fullmatch(short)) or short in TRUE_WORDS or short in FALSE_WORDS


def rising(values: Sequence[str]) -> bool:
    """Whether the cells are numbers that count up, perhaps again from 1 in each part."""
    found = [int(value) for value in values if value.isdecimal() and len(value) < 7]
    if len(found) < 2 or len(found) * 10 < sum(1 for value in values if value) * 9:
        return False
    steps = [after - before for before, after in pairwise(found)]
    up, by_one = sum(1 for step in steps if step > 0), steps.count(1)
    return up * 10 >= len(steps) * 8 and (min(found) <= 1 or (min(found) <= 5 and by_one * 2 > len(steps)))


def _share(cells: Sequence[str], test: Callable[[str], bool]) -> float:
    filled = [cell for cell in cells if cell]
    return sum(map(test, filled)) / len(filled) if len(filled) * 2 >= len(cells) else 0.0
