"""Papers without end: known questions, printed in any of many layouts, and what must be read off them.

`bank(seed)` invents questions, `paper(bank, layout)` prints them, `layouts()` lists the layouts, and `wanted` says what
a reader must find. Everything comes from a seeded generator, so that a failing paper can be made again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise

from ankigen.model import Kind
from sentences import BY_SLOT, sentence

LETTERS = "ABCDEFGH"
NUMERALS = "一二三四五六七八九十"
TITLES = {
    Kind.SINGLE: "单项选择题",
    Kind.MULTIPLE: "多项选择题",
    Kind.TRUEFALSE: "判断题",
    Kind.FILL: "填空题",
    Kind.SHORT: "简答题",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its author means it; a stem waits for its key in `（）`, a blank is `____`."""

    kind: Kind
    stem: str
    answer: tuple[str, ...]
    options: tuple[str, ...] = ()
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a paper is printed. Each field names an entry of the table below it."""

    number: str = "1. "
    label: str = "A. "
    options: str = "lines"
    key: str = "after"
    marker: str = "答案："
    why: str = "解析："
    separator: str = "\n"  # between questions
    headings: bool = True
    restart: bool = True  # numbers begin at 1 in every section
    width: int = 0  # lines are wrapped there; 0: they are not
    kinds: tuple[Kind, ...] = field(default=tuple(TITLES))

    def __str__(self) -> str:
        usual = Layout()
        rows = [(each.name, getattr(self, each.name), getattr(usual, each.name)) for each in fields(self)]
        odd = [f"{name} {str(value)!r}" for name, value, other in rows if value != other and name != "kinds"]
        odd += [f"only {' '.join(self.kinds)}"] if self.kinds != usual.kinds else []
        return ", ".join(odd) or "usual"


NUMBERS: dict[str, Callable[[int], str]] = {
    "1. ": lambda n: f"{n}. ",
    "1.": lambda n: f"{n}.",
    "1、": lambda n: f"{n}、",
    "1．": lambda n: f"{n}．",
    "（1）": lambda n: f"（{n}）",
    "1) ": lambda n: f"{n}) ",
    "第1题 ": lambda n: f"第{n}题 ",
    "01. ": lambda n: f"{n:02d}. ",
    "Q1. ": lambda n: f"Q{n}. ",
    "1\t": lambda n: f"{n}\t",
    "【1】": lambda n: f"【{n}】",
    "1\n": lambda n: f"{n}\n",
}
LABELS: dict[str, Callable[[str], str]] = {
    "A. ": lambda a: f"{a}. ",
    "A.": lambda a: f"{a}.",
    "A、": lambda a: f"{a}、",
    "A．": lambda a: f"{a}．",
    "（A）": lambda a: f"（{a}）",
    "(A) ": lambda a: f"({a}) ",
    "A) ": lambda a: f"{a}) ",
    "A：": lambda a: f"{a}：",
    "A ": lambda a: f"{a} ",
    "[A] ": lambda a: f"[{a}] ",
    "a. ": lambda a: f"{a.lower()}. ",
    "a) ": lambda a: f"{a.lower()}) ",
}
# How the options follow the stem and each other.
OPTIONS: dict[str, tuple[str, str]] = {
    "lines": ("\n", "\n"),
    "spaced lines": ("\n\n", "\n\n"),
    "row": ("\n", "  "),
    "tabs": ("\n", "\t"),
    "wide": ("\n", "　　"),
    "glued": ("\n", ""),
    "same line": (" ", " "),
    "run-on": ("", ""),
}
# Where the key stands: at the question, or all keys of a section behind it, or all keys of the paper at its end.
AT_QUESTION = ("after", "stem", "bare", "last option", "between", "before")
AT_END = ("ranges", "dotted", "one per line", "brackets", "glued", "table", "explained")


def bank(seed: int, each: int = 5) -> dict[Kind, list[Asked]]:
    """So many questions of every kind."""
    choose = random.Random(seed)
    return {kind: [_MAKE[kind](choose) for _ in range(each)] for kind in TITLES}


def paper(asked: dict[Kind, list[Asked]], layout: Layout) -> str:
    """The questions, printed."""
    blocks, keys = [], []
    for section, (kind, start, questions) in enumerate(_sections(asked, layout)):
        heading = _heading(section, kind, len(questions))
        blocks += [heading] if layout.headings else []
        blocks += [_question(each, start + place, layout) for place, each in enumerate(questions)]
        if layout.key in AT_END:
            keys += [heading.partition("（")[0]] if layout.headings else []
            keys.append(_keys(questions, start, layout))
    blocks += ["参考答案", *keys] if keys else []
    return _wrapped(_joined(blocks, layout), layout.width)


def wanted(asked: dict[Kind, list[Asked]], layout: Layout) -> list[tuple[object, ...]]:
    """What must be read off the paper, question by question, in the form of `found`."""
    rows: list[tuple[object, ...]] = []
    for section, (kind, start, questions) in enumerate(_sections(asked, layout)):
        heading = _heading(section, kind, len(questions)) if layout.headings else ""
        for place, each in enumerate(questions):
            number = NUMBERS[layout.number](start + place).strip("第题【】（）()Q.、．\t\n ")
            why = each.explanation if layout.why and layout.key in ("after", "explained") else ""
            rows.append((kind, number, heading, each.stem, each.options, each.answer, why))
    return rows


def found(question: object) -> tuple[object, ...]:
    """A parsed question in the same form."""
    names = ("kind", "number", "section", "stem", "options", "answer", "explanation")
    row = {name: getattr(question, name) for name in names}
    row["options"] = tuple(option.text for option in row["options"])
    return tuple(row.values())


CHOICES = (Kind.SINGLE, Kind.MULTIPLE)
CLOSED = (*CHOICES, Kind.TRUEFALSE)
# Keys of which kinds a place can hold; CLOSED where nothing is said.
HELD = {
    "after": tuple(TITLES),
    "one per line": tuple(TITLES),
    "explained": tuple(TITLES),
    "last option": CHOICES,
    "between": CHOICES,
    "before": CHOICES,
}


def layouts() -> list[Layout]:
    """Layouts that a careful reader understands without a doubt, each unlike the usual one in a few ways."""
    usual = Layout()
    many = [usual, *_forms(usual), *_keys_at_question(usual), *_keys_at_end(usual), *_run_on(usual), *_pages(usual)]
    return list(dict.fromkeys(many))


def any_layout(seed: int) -> Layout:
    """A layout with every choice made by chance; kinds that it cannot print without a doubt are left out."""
    choose = random.Random(seed)
    key = choose.choice(AT_QUESTION + AT_END)
    headings = choose.random() < 0.7
    kinds = HELD.get(key, CLOSED)
    return Layout(
        number=choose.choice(list(NUMBERS)),
        label=choose.choice(list(LABELS)),
        options=choose.choice(["lines", "spaced lines", "row", "tabs", "wide"]),
        key=key,
        marker=choose.choice(["答案：", "【答案】", "参考答案：", "正确答案："]),
        why=choose.choice(["解析：", "【解析】"]),
        separator=choose.choice(["\n", "\n\n"]),
        headings=headings,
        restart=choose.random() < 0.5,
        kinds=kinds if headings else tuple(kind for kind in kinds if kind in CHOICES),
    )


def _forms(usual: Layout) -> Iterator[Layout]:
    yield from (replace(usual, number=number) for number in NUMBERS)
    yield from (replace(usual, label=label) for label in LABELS)
    for options in OPTIONS:
        kinds = CLOSED if options in ("glued", "run-on") else usual.kinds
        yield from (
            replace(usual, options=options, label=label, kinds=kinds)
            for label in ("A. ", "A.", "A、", "（A）", "A．", "A) ")
        )


def _keys_at_question(usual: Layout) -> Iterator[Layout]:
    markers = "【答案】 参考答案： 正确答案： 答案: 答： [答案] 标准答案： 正确答案是： 【正确答案】："
    for marker in markers.split():
        yield from (replace(usual, marker=marker, why=why) for why in ("【解析】", "解析：", "答案解析：", ""))
    for key in AT_QUESTION[1:]:
        for number in ("1. ", "1、", "（1）"):
            layout = replace(usual, key=key, kinds=HELD.get(key, CLOSED), number=number)
            yield from (layout, replace(layout, options="row"), replace(layout, options="wide", label="a) "))


def _keys_at_end(usual: Layout) -> Iterator[Layout]:
    for key in AT_END:
        for number in ("1. ", "1、", "1．"):
            layout = replace(usual, key=key, kinds=HELD.get(key, CLOSED), number=number)
            yield from (layout, replace(layout, restart=False))
        yield replace(usual, key=key, kinds=(Kind.SINGLE,), headings=False)
        yield replace(usual, key=key, kinds=CHOICES, options="row", separator="\n\n")


def _run_on(usual: Layout) -> Iterator[Layout]:
    line = replace(usual, options="run-on", separator="")
    for number in ("1.", "1、"):
        for label in ("A.", "A、", "A．"):
            yield replace(line, number=number, label=label, kinds=CLOSED)
            yield replace(line, number=number, label=label, kinds=CHOICES, headings=False)


def _pages(usual: Layout) -> Iterator[Layout]:
    yield replace(usual, options="same line", headings=False, kinds=CHOICES)
    yield replace(usual, separator="\n\n")
    yield replace(usual, separator="\n\n", options="spaced lines")
    yield replace(usual, headings=False, kinds=CHOICES)
    for width in (30, 40):
        yield from (replace(usual, width=width), replace(usual, width=width, key="one per line", kinds=CLOSED))


def _sections(asked: dict[Kind, list[Asked]], layout: Layout) -> Iterator[tuple[Kind, int, list[Asked]]]:
    start = 1
    for kind in layout.kinds:
        yield kind, start, asked[kind]
        start = 1 if layout.restart and layout.headings else start + len(asked[kind])


def _heading(section: int, kind: Kind, count: int) -> str:
    return f"{NUMERALS[section]}、{TITLES[kind]}（每题2分，共{count * 2}分）"


def _question(asked: Asked, number: int, layout: Layout) -> str:
    first, between = OPTIONS[layout.options]
    labels = [LABELS[layout.label](letter) for letter in LETTERS]
    options = between.join(label + text for label, text in zip(labels, asked.options, strict=False))
    key, stem = _key(asked), asked.stem
    line = "" if first == "" and layout.separator == "" else "\n"
    marked = f"{layout.marker}{key}"
    if layout.key == "stem" or (layout.key == "bare" and not stem.endswith("（）")):
        stem = stem.replace("（）", f"（{key}）") if "（）" in stem else f"{stem}（{key}）"
    elif layout.key == "bare":
        stem = f"{stem} {key}"
    elif layout.key == "last option":
        options = f"{options} {marked}"
    elif layout.key == "between":
        stem = f"{stem}\n{marked}"
    text = NUMBERS[layout.number](number) + stem + (first + options if options else "")
    if layout.key == "before":
        return f"{marked}\n{text}"
    if layout.key == "after":
        text += line + marked + (line + layout.why + asked.explanation if layout.why and asked.explanation else "")
    return text


def _keys(questions: Sequence[Asked], start: int, layout: Layout) -> str:
    keys = [_key(each) for each in questions]
    numbered = list(enumerate(keys, start))
    if layout.key == "ranges":
        apart = " " if any(len(key) > 1 for key in keys) else ""
        return f"{start}-{start + len(keys) - 1} {apart.join(keys)}"
    if layout.key == "table":
        return "\t".join(["题号", *(str(n) for n, _ in numbered)]) + "\n" + "\t".join(["答案", *keys])
    if layout.key == "explained":
        whys = [f"\n{layout.why}{each.explanation}" if each.explanation else "" for each in questions]
        return "\n".join(f"{n}. 【答案】{key}{why}" for (n, key), why in zip(numbered, whys, strict=True))
    form, between = {
        "dotted": ("{}.{}", " "),
        "one per line": ("{}. {}", "\n"),
        "brackets": ("（{}）{}", " "),
        "glued": ("{}.{}", ""),
    }[layout.key]
    return between.join(form.format(n, key) for n, key in numbered)


def _key(asked: Asked) -> str:
    if asked.kind is Kind.TRUEFALSE:
        return "√" if asked.answer == ("true",) else "×"
    return ("；" if asked.kind is Kind.FILL else "").join(asked.answer)


def _joined(blocks: Sequence[str], layout: Layout) -> str:
    return layout.separator.join(blocks) + "\n"


def _wrapped(text: str, width: int) -> str:
    """The lines cut after so many characters, but never inside a number or word of Latin letters."""
    if not width:
        return text
    lines = []
    for line in text.split("\n"):
        cuts, at = [0], 0
        while len(line) - at > width:
            at += width
            while at < len(line) and all(_latin(each) for each in line[at - 1 : at + 1]):
                at += 1
            cuts.append(at)
        lines += [line[start:end] for start, end in pairwise([*cuts, len(line)])]
    return "\n".join(lines)


def _latin(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character in " .%")


# --- Inventing questions. Their texts hold what invites misreading: decimals, years, lone letters, numbered lists.


def _words(choose: random.Random, slot: str, count: int) -> list[str]:
    return choose.sample(BY_SLOT[slot], count)


def _choice(choose: random.Random, kind: Kind) -> Asked:
    n = _words(choose, "n", 3)
    stem = choose.choice(
        [
            f"关于{n[0]}与{n[1]}的关系，下列说法{'' if kind is Kind.SINGLE else '全部'}正确的是（）。",
            f"在{choose.randint(1990, 2024)}年的规程里，{n[0]}的{choose.choice(BY_SLOT['q'])}由（）决定。",
            f"{choose.choice(BY_SLOT['latin'])}在{n[0]}中用来（）{n[1]}",
            f"当{n[0]}超过{choose.randint(1, 9)}.{choose.randint(1, 9)}%时，应当优先检查（）",
            f"下列各项中，能够{choose.choice(BY_SLOT['v'])}{n[2]}的是（）。",
        ]
    )
    count = choose.choice([3, 4, 4, 4, 5])
    options = choose.choice(
        [
            _words(choose, "n", count),
            [
                f"{verb}{noun}"
                for verb, noun in zip(_words(choose, "v", count), _words(choose, "n", count), strict=True)
            ],
            [f"{choose.randint(0, 9)}.{place}{choose.randint(1, 9)}" for place in range(count)],
            [f"nn.{word}" for word in ("Linear", "Conv2d", "ReLU", "Dropout", "Embedding")[:count]],
            [f"{noun}的{q}" for noun, q in zip(_words(choose, "n", count), _words(choose, "q", count), strict=True)],
        ]
    )
    right = 1 if kind is Kind.SINGLE else choose.randint(2, count)
    return Asked(kind, stem, tuple(sorted(choose.sample(LETTERS[:count], right))), tuple(options), _why(choose))


def _why(choose: random.Random) -> str:
    n = _words(choose, "n", 3)
    return choose.choice(
        [
            "",
            sentence(choose),
            f"{n[0]}与{n[1]}无关，所以B不成立；C把{n[2]}的作用说反了。",
            f"见{choose.randint(1990, 2024)}年版第{choose.randint(1, 30)}章，误差约为{choose.randint(10, 99) / 10}。",
            f"A、D两项说的是{n[0]}，与题意不符。",
            f"先看{n[0]}，再看{n[1]}（1小时内完成），最后看{n[2]}。",
        ]
    )


def _statement(choose: random.Random) -> Asked:
    n = _words(choose, "n", 2)
    text = f"{n[0]}{choose.choice(BY_SLOT['adv'])}{choose.choice(BY_SLOT['v'])}{n[1]}的{choose.choice(BY_SLOT['q'])}"
    return Asked(Kind.TRUEFALSE, f"{text}。（）", (choose.choice(["true", "false"]),), (), _why(choose))


def _fill(choose: random.Random) -> Asked:
    n = _words(choose, "n", 5)
    if choose.random() < 0.5:
        return Asked(Kind.FILL, f"{n[0]}的{choose.choice(BY_SLOT['q'])}取决于____。", (n[1],), (), _why(choose))
    return Asked(Kind.FILL, f"{n[0]}由____和____组成，{n[1]}也在其中。", (n[2], n[3]), (), _why(choose))


def _short(choose: random.Random) -> Asked:
    n = _words(choose, "n", 2)
    answer = f"{sentence(choose).rstrip('。')}；{sentence(choose)}"
    return Asked(Kind.SHORT, f"请说明{n[0]}怎样影响{n[1]}。", (answer,), (), _why(choose))


_MAKE: dict[Kind, Callable[[random.Random], Asked]] = {
    Kind.SINGLE: lambda choose: _choice(choose, Kind.SINGLE),
    Kind.MULTIPLE: lambda choose: _choice(choose, Kind.MULTIPLE),
    Kind.TRUEFALSE: _statement,
    Kind.FILL: _fill,
    Kind.SHORT: _short,
}
