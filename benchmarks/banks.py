"""Question banks of any size, made up by a seeded generator and printed in five layouts.

A question takes about 300 bytes, as in real banks. Every hundred of them make a chapter with four sections, in which
the numbers start anew: that is what makes long banks hard to read.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

CHAPTER = 100  # questions

WORDS = """
things: 量化 剪枝 知识蒸馏 数据并行 流水线并行 混合精度训练 梯度累积 学习率预热 注意力机制 位置编码 词嵌入 批归一化
things: 残差连接 检查点 缓存 负载均衡 联邦学习 数据清洗 标注规范 交叉验证 过拟合 提示词
things: 检索增强 向量数据库 推理引擎 服务网格 日志审计
qualities: 吞吐量 延迟 显存占用 准确率 召回率 稳定性 可解释性 带宽 功耗 训练时间 泛化能力 覆盖面
places: 边缘设备 数据中心 移动终端 多机集群 离线批处理 在线服务 医院影像科 工厂质检线 客服系统 搜索平台
changes: 明显提高 略有下降 保持不变 先升后降 成倍增加 随规模线性增长 减少约一半 难以预测
"""


def _words(name: str) -> list[str]:
    """All words of that name."""
    lines = (line.partition(": ") for line in WORDS.splitlines())
    return [word for label, _, words in lines if label == name for word in words.split()]


THINGS, QUALITIES, PLACES, CHANGES = map(_words, ("things", "qualities", "places", "changes"))


class Asked(NamedTuple):
    """A question as its author means it."""

    stem: str
    options: tuple[str, ...]
    key: str
    why: str


def questions(count: int, seed: int = 1) -> list[Asked]:
    """So many questions, no two alike; the same for the same seed."""
    choose = random.Random(seed)
    return [_SECTIONS[_section(number)].make(choose, number) for number in range(count)]


def _choice(choose: random.Random, number: int, right: int = 1) -> Asked:
    thing, other = choose.sample(THINGS, 2)
    stem = (
        f"方案{number}在{choose.choice(PLACES)}中采用{thing}并关闭{other}后，其{choose.choice(QUALITIES)}的变化是（ ）"
    )
    options = tuple(f"{quality}{choose.choice(CHANGES)}" for quality in choose.sample(QUALITIES, 4))
    key = "".join(sorted(choose.sample("ABCD", right)))
    return Asked(
        stem, options, key, f"{thing}会改变{choose.choice(QUALITIES)}，而{other}只影响第{number}组实验的记录。"
    )


def _several(choose: random.Random, number: int) -> Asked:
    return _choice(choose, number, choose.randint(2, 4))


def _statement(choose: random.Random, number: int) -> Asked:
    thing, other = choose.sample(THINGS, 2)
    stem = (
        f"在{choose.choice(PLACES)}的第{number}次评测里，先使用{thing}、再使用{other}，"
        f"可以让{choose.choice(QUALITIES)}{choose.choice(CHANGES)}，而且不需要重新采集任何数据。（ ）"
    )
    return Asked(stem, (), choose.choice("√×"), f"评测{number}同时改变了{thing}和{other}，两者的作用没有分开测量。")


def _blank(choose: random.Random, number: int) -> Asked:
    thing, other = choose.sample(THINGS, 2)
    place, quality = choose.choice(PLACES), choose.choice(QUALITIES)
    stem = f"第{number}号任务部署在{place}，它用____代替{other}，目的是使{quality}达到要求。"
    return Asked(
        stem, (), thing, f"{thing}与{other}的区别在于处理{choose.choice(QUALITIES)}的方式，见任务{number}的说明。"
    )


class _Section(NamedTuple):
    title: str
    share: int  # of a chapter's questions
    make: Callable[[random.Random, int], Asked]


_SECTIONS = (
    _Section("一、单选题", 60, _choice),
    _Section("二、多选题", 15, _several),
    _Section("三、判断题", 15, _statement),
    _Section("四、填空题", 10, _blank),
)
_ENDS = [sum(each.share for each in _SECTIONS[: place + 1]) for place in range(len(_SECTIONS))]


def _section(number: int) -> int:
    """Which section of its chapter a question stands in."""
    return next(place for place, end in enumerate(_ENDS) if number % CHAPTER < end)


class _Run(NamedTuple):
    """The questions of one section of one chapter."""

    chapter: int
    title: str
    asked: Sequence[Asked]


def _runs(asked: Sequence[Asked]) -> Iterator[_Run]:
    for start in range(0, len(asked), CHAPTER):
        begin = start
        for section, end in zip(_SECTIONS, _ENDS, strict=True):
            if part := asked[begin : start + end]:
                yield _Run(start // CHAPTER + 1, section.title, part)
            begin = start + end


def _headings(run: _Run) -> list[str]:
    chapter = [f"第{run.chapter}章 练习"] if run.title == _SECTIONS[0].title else []
    return [*chapter, f"{run.title}（每题1分，共{len(run.asked)}分）"]


def _lettered(options: Sequence[str], label: str, between: str) -> str:
    return between.join(label.format(letter) + option for letter, option in zip("ABCD", options, strict=False))


def inline_keys(asked: Sequence[Asked]) -> str:
    """Everything on lines of its own, the key behind its question."""
    lines: list[str] = []
    for run in _runs(asked):
        lines += _headings(run)
        for number, each in enumerate(run.asked, 1):
            options = [_lettered(each.options, "{}. ", "\n")] if each.options else []
            lines += [f"{number}. {each.stem}", *options, f"答案：{each.key}", f"解析：{each.why}"]
    return "\n".join(lines) + "\n"


def end_keys(asked: Sequence[Asked]) -> str:
    """The keys of a section behind its last question, with the explanations."""
    lines: list[str] = []
    for run in _runs(asked):
        lines += _headings(run)
        for number, each in enumerate(run.asked, 1):
            options = [_lettered(each.options, "{}．", "\n")] if each.options else []
            lines += [f"{number}．{each.stem}", *options]
        lines.append("参考答案")
        lines += [f"{number}．{each.key} 解析：{each.why}" for number, each in enumerate(run.asked, 1)]
    return "\n".join(lines) + "\n"


def run_on(asked: Sequence[Asked]) -> str:
    """A section is a single line, as in texts that lost their line breaks."""
    lines: list[str] = []
    for run in _runs(asked):
        parts = [
            f"{number}.{each.stem}{_lettered(each.options, '{}.', '')}答案：{each.key}解析：{each.why}"
            for number, each in enumerate(run.asked, 1)
        ]
        lines += [*_headings(run)[:-1], _headings(run)[-1] + "".join(parts)]
    return "\n".join(lines) + "\n"


def boxed(asked: Sequence[Asked]) -> str:
    """Two options on a line, markers in 【 】, blank lines between the questions."""
    blocks: list[str] = []
    for run in _runs(asked):
        blocks += _headings(run)
        for number, each in enumerate(run.asked, 1):
            rows = [_lettered(each.options, "{}、", "\t").replace("\tC、", "\nC、")] if each.options else []
            blocks.append("\n".join([f"{number}、{each.stem}", *rows, f"【答案】{each.key}", f"【解析】{each.why}"]))
    return "\n\n".join(blocks) + "\n"


def table(asked: Sequence[Asked]) -> str:
    """A CSV file with one row for a question."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["题型", "题目", "A", "B", "C", "D", "答案", "解析"])
    for run in _runs(asked):
        kind = run.title.partition("、")[2]
        for each in run.asked:
            writer.writerow([kind, each.stem, *(each.options or [""] * 4), each.key, each.why])
    return out.getvalue()


class Layout(NamedTuple):
    """A way to print a bank, and the suffix of the file it is printed to."""

    printed: Callable[[Sequence[Asked]], str]
    suffix: str = ".txt"


LAYOUTS: dict[str, Layout] = {
    "inline keys": Layout(inline_keys),
    "end keys": Layout(end_keys),
    "run-on lines": Layout(run_on),
    "boxed markers": Layout(boxed),
    "csv": Layout(table, ".csv"),
}
