"""Does a learner's history stay with its question, however the sources are edited?

usage: python -m benchmarks.identity [--sessions N] [--seed N] [--size N]

Every session makes a few banks of 300 questions in all, most of them sisters of others (the same mould, another term
or figure, some of the same options), builds the ledger, makes 20 random edits, and builds again. The generator knows
which question is which, so it can say whether each kept its guid and whether one got that of another. Then a ledger
of `--size` questions with one in a hundred edited is timed.

An edit changes up to 30 % of a stem. A new question never takes the very spot of one deleted in the same session:
that is what an edit is.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ankigen.bank import without_collector
from ankigen.identity import guid
from ankigen.identity.identify import Identified, identify
from ankigen.identity.ledger import Ledger, ledger_text, parse_ledger
from ankigen.model import Kind, Option, Question
from ankigen.text import Span

MOULDS = """
在{p}训练{t}时，把{q}从{n}调到{m}，最可能的后果是（ ）
关于{t}的{q}，下列说法中正确的是（ ）
某团队在{p}部署{t}，要求{q}不超过{n}，应当首先采取的措施是（ ）
下列做法中，不能改善{t}在{p}上的{q}的是（ ）
{t}的{q}一般取{n}，其主要依据是（ ）
如果{p}的{q}达到{n}而{t}仍不收敛，应先检查（ ）
{t}与{q}的关系可以概括为（ ）
""".strip().splitlines()
TERMS = [
    "卷积网络",
    "循环网络",
    "决策树",
    "支持向量机",
    "扩散模型",
    "语言模型",
    "推荐系统",
    "目标检测",
    "语音识别",
    "图神经网络",
    "强化学习",
]
QUALITIES = [
    "学习率",
    "批大小",
    "权重衰减",
    "丢弃率",
    "召回率",
    "显存占用",
    "响应延迟",
    "训练轮数",
    "量化位宽",
    "上下文长度",
]
PLACES = ["单卡工作站", "多机集群", "手机端", "浏览器", "边缘网关", "云平台", "教学机房"]
CLAIMS = [
    "收敛变慢",
    "损失震荡",
    "精度下降",
    "显存不足",
    "结果不变",
    "过拟合加重",
    "吞吐提高",
    "梯度消失",
    "需要重新标注",
    "先降后升",
]
CHARACTERS = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面"
TRADITIONAL = str.maketrans(
    "训练时从调这应当关于确团队达检查显卷积网络归树习语荐统", "訓練時從調這應當關於確團隊達檢查顯卷積網絡歸樹習語薦統"
)


@dataclass
class Asked:
    """A question that the generator follows through all edits."""

    truth: int
    question: Question
    edited: bool = False


@dataclass
class World:
    """The sources: banks of questions, and the edits that somebody makes to them."""

    choose: random.Random
    banks: dict[str, list[Asked]] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    vacant: set[tuple[int, int]] = field(default_factory=set)  # neighbours between which one was deleted
    count: int = 0
    first: int = 0  # questions that were there before the edits

    def add(self, bank: str, at: int, question: Question) -> bool:
        """Put a new question into a bank; no two have the same text."""
        if not self.fresh(question):
            return False
        self.count += 1
        self.banks[bank].insert(at, Asked(self.count, question))
        return True

    def fresh(self, question: Question) -> bool:
        """Whether no question has or had this text; from now on one has it."""
        key = guid(question)
        known = key in self.texts
        self.texts.add(key)
        return not known

    def spot(self) -> tuple[str, int]:
        """A random question's bank and place."""
        bank = self.choose.choice([name for name, asked in self.banks.items() if asked])
        return bank, self.choose.randrange(len(self.banks[bank]))

    def change(self, edit: Callable[[Question], Question], asked: Asked) -> bool:
        """Edit a question, unless that gives the text of another one."""
        edited = edit(asked.question)
        if edited == asked.question or not self.fresh(edited):
            return False
        asked.question, asked.edited = edited, True
        return True


def question(choose: random.Random) -> Question:
    """A question of its own."""
    kind = choose.choices([Kind.SINGLE, Kind.MULTIPLE, Kind.TRUEFALSE, Kind.SHORT], [6, 2, 2, 1])[0]
    stem = choose.choice(MOULDS).format(
        t=choose.choice(TERMS),
        q=choose.choice(QUALITIES),
        p=choose.choice(PLACES),
        n=choose.choice(["0.1", "0.01", "8", "16", "32", "64%"]),
        m=choose.choice(["1", "0.001", "4", "128"]),
    )
    options: tuple[Option, ...] = ()
    answer: tuple[str, ...] = (choose.choice(CLAIMS),)
    if kind in (Kind.SINGLE, Kind.MULTIPLE):
        options = tuple(map(Option, "ABCD", choose.sample(CLAIMS, 4)))
        answer = tuple(sorted(choose.sample("ABCD", 1 if kind is Kind.SINGLE else 2)))
    elif kind is Kind.TRUEFALSE:
        stem = stem.replace("（ ）", choose.choice(CLAIMS))
        answer = (choose.choice(["true", "false"]),)
    return Question(kind, "", "", None, "", stem, options, answer, "见教材。", False, Span(0, 0), 0)


def sister(choose: random.Random, asked: Question) -> Question:
    """A near-duplicate: another term, quality, place or figure, sometimes another option and key."""
    stem = asked.stem
    for words in choose.sample([TERMS, QUALITIES, PLACES, CLAIMS], 4):
        present = [word for word in words if word in stem]
        if present:
            stem = stem.replace(present[0], choose.choice(words))
            break
    if choose.random() < 0.3:
        stem = stem.replace("0.1", "0.2").replace("8", "24").replace("不能", "能够")
    options = list(asked.options)
    if options and choose.random() < 0.5:
        place = choose.randrange(len(options))
        spare = [claim for claim in CLAIMS if claim not in {option.text for option in options}]
        options[place] = Option(options[place].label, choose.choice(spare))
    answer = (choose.choice("ABCD"),) if asked.kind is Kind.SINGLE else asked.answer
    return replace(asked, stem=stem, options=tuple(options), answer=answer)


def world(choose: random.Random, size: int = 300, banks: int = 3) -> World:
    """Banks of questions, two of three with sisters."""
    made = World(choose, {f"bank{number}": [] for number in range(banks)})
    while made.count < size:
        bank = choose.choice(list(made.banks))
        asked = made.banks[bank]
        if asked and choose.random() < 0.67:
            model = choose.randrange(len(asked))
            at = choose.choice([model + 1, choose.randrange(len(asked) + 1)])
            made.add(bank, at, sister(choose, asked[model].question))
        else:
            made.add(bank, len(asked), question(choose))
    return made


# The edits. Each returns whether it found something to do.


def typo(made: World) -> bool:
    """One character of a stem is another one, one more or one less."""
    bank, at = made.spot()

    def edit(asked: Question) -> Question:
        place = made.choose.randrange(len(asked.stem))
        new = made.choose.choice(["", made.choose.choice(CHARACTERS), asked.stem[place] * 2])
        return replace(asked, stem=asked.stem[:place] + new + asked.stem[place + 1 :])

    return made.change(edit, made.banks[bank][at])


def reword(made: World) -> bool:
    """Up to 30 % of a stem is replaced, in one stretch or here and there."""
    bank, at = made.spot()

    def edit(asked: Question) -> Question:
        stem = list(asked.stem)
        count = made.choose.randint(1, max(1, int(0.3 * len(stem))))
        start = made.choose.randrange(len(stem) - count + 1)
        stretch = range(start, start + count)
        for place in stretch if made.choose.random() < 0.5 else made.choose.sample(range(len(stem)), count):
            stem[place] = made.choose.choice(CHARACTERS)
        return replace(asked, stem="".join(stem))

    return made.change(edit, made.banks[bank][at])


def option(made: World) -> bool:
    """An option is added, or one is reworded."""
    bank, at = made.spot()

    def edit(asked: Question) -> Question:
        spare = [claim for claim in CLAIMS if claim not in {each.text for each in asked.options}]
        if not asked.options or not spare:
            return asked
        if len(asked.options) < 6 and made.choose.random() < 0.5:
            return replace(asked, options=(*asked.options, Option("ABCDEF"[len(asked.options)], spare[0])))
        place = made.choose.randrange(len(asked.options))
        texts = [each.text for each in asked.options]
        texts[place] += made.choose.choice(CHARACTERS)
        return replace(asked, options=tuple(map(Option, "ABCDEF", texts)))

    return made.change(edit, made.banks[bank][at])


def order(made: World) -> bool:
    """The options stand in another order, and the key follows."""
    asked = made.banks[(where := made.spot())[0]][where[1]]
    options = list(asked.question.options)
    made.choose.shuffle(options)
    labels = {each.label: label for each, label in zip(options, "ABCDEF", strict=False)}
    answer = tuple(sorted(labels.get(key, key) for key in asked.question.answer))
    texts = (each.text for each in options)
    asked.question = replace(asked.question, options=tuple(map(Option, "ABCDEF", texts)), answer=answer)
    return bool(options)


def key(made: World) -> bool:
    """The key or the explanation is corrected."""
    asked = made.banks[(where := made.spot())[0]][where[1]]
    answer = (made.choose.choice("ABCD"),) if asked.question.kind is Kind.SINGLE else asked.question.answer
    asked.question = replace(asked.question, answer=answer, explanation="更正：" + asked.question.explanation)
    return True


def insert(made: World) -> bool:
    """A new question, half of the time a sister of one that is there, beside it or anywhere."""
    bank, at = made.spot()
    asked = made.banks[bank]
    new = sister(made.choose, asked[at].question) if made.choose.random() < 0.5 else question(made.choose)
    at = made.choose.choice([at + 1, made.choose.randrange(len(asked) + 1)])
    around = {each.truth for each in asked[max(0, at - 3) : at + 3]}
    if any(around & set(pair) for pair in made.vacant):
        return False
    return made.add(bank, at, new)


def delete(made: World) -> bool:
    """A question is taken out, unless a new one stands beside it."""
    bank, at = made.spot()
    asked = made.banks[bank]
    near = [each.truth for each in asked[max(0, at - 3) : at + 4]]
    if max(near) > made.first:
        return False
    del asked[at]
    made.vacant.update((one, one) for one in near)
    return True


def move(made: World) -> bool:
    """A question goes to another place, half of the time in another bank."""
    bank, at = made.spot()
    asked = made.banks[bank].pop(at)
    target = bank if made.choose.random() < 0.5 else made.choose.choice(list(made.banks))
    made.banks[target].insert(made.choose.randrange(len(made.banks[target]) + 1), asked)
    return True


def swap(made: World) -> bool:
    """Two questions change places."""
    (one, i), (other, j) = made.spot(), made.spot()
    made.banks[one][i], made.banks[other][j] = made.banks[other][j], made.banks[one][i]
    return True


def split(made: World) -> bool:
    """The end of a bank becomes one of its own."""
    bank, at = made.spot()
    made.banks[f"part{len(made.banks)}-{made.count}-{at}"] = made.banks[bank][at:]
    del made.banks[bank][at:]
    return True


def merge(made: World) -> bool:
    """A bank is appended to another."""
    if len(made.banks) < 2:
        return False
    one, other = made.choose.sample(list(made.banks), 2)
    made.banks[one] += made.banks.pop(other)
    return True


def rename(made: World) -> bool:
    """A bank gets another name."""
    bank, at = made.spot()
    made.banks[f"new{at}-{bank}"[:40]] = made.banks.pop(bank)
    return True


def script(made: World) -> bool:
    """A bank is printed in traditional characters."""
    for asked in made.banks[made.spot()[0]]:
        asked.question = replace(asked.question, stem=asked.question.stem.translate(TRADITIONAL))
    return True


EDITS = {typo: 5, reword: 5, option: 3, order: 2, key: 2, insert: 3, delete: 2, move: 2, swap: 1}
RARE = {split: 1, merge: 1, rename: 1, script: 1}


def numbered(made: World) -> dict[str, list[Question]]:
    """The banks as they are read: numbered anew."""
    return {
        bank: [replace(each.question, number=str(number)) for number, each in enumerate(asked, start=1)]
        for bank, asked in made.banks.items()
    }


def contents(bank: str, asked: Question, name: str) -> str:
    """What the note shows, near enough."""
    return repr((bank, asked.number, asked.stem, asked.options, asked.answer, asked.explanation, name))


def built(made: World, ledger: Ledger, now: int) -> tuple[Identified, dict[int, str]]:
    """Identify all banks; the guid of every question the generator follows."""
    found = identify(ledger, numbered(made), now=now, contents=contents)
    truth = {
        each.truth: name
        for bank, asked in made.banks.items()
        for each, name in zip(asked, found.guids[bank], strict=True)
    }
    return found, truth


def session(seed: int, edits: int = 20, size: int = 300) -> Counter[str]:
    """One session's figures."""
    choose = random.Random(seed)
    made = world(choose, size)
    first, before = built(made, Ledger(), 1_000)
    made.first = made.count
    kinds = EDITS | RARE
    done = 0
    while done < edits:
        done += choose.choices(list(kinds), list(kinds.values()))[0](made)
    again, after = built(made, first.ledger, 2_000)
    figures: Counter[str] = Counter(uncertain=len(again.changes.uncertain))
    owner = {name: truth for truth, name in before.items()}
    for asked in (each for bank in made.banks.values() for each in bank):
        name = after[asked.truth]
        sort = "new" if asked.truth not in before else "edited" if asked.edited else "unedited"
        figures[sort] += 1
        figures[f"{sort} kept"] += before.get(asked.truth) == name
        figures["wrong"] += owner.get(name, asked.truth) != asked.truth
    return figures


def timed(size: int) -> float:
    """CPU seconds to identify so many questions, one in a hundred edited, with a ledger of as many."""
    choose = random.Random(1)
    asked = [
        replace(question(choose), stem=f"在第{number}号项目里，{question(choose).stem}", number=str(number))
        for number in range(size)
    ]
    banks = {f"bank{number:02}": asked[number::50] for number in range(50)}
    ledger = identify(Ledger(), banks, now=1, contents=contents).ledger
    assert parse_ledger(ledger_text(ledger), "")[0] == ledger
    edited = {bank: list(each) for bank, each in banks.items()}
    for number in choose.sample(range(size), size // 100):
        bank, at = f"bank{number % 50:02}", number // 50
        stem = edited[bank][at].stem
        edited[bank][at] = replace(edited[bank][at], stem=stem[:12] + choose.choice(CHARACTERS) + stem[13:])
    with without_collector():  # as in a build
        began = time.process_time()
        found = identify(ledger, edited, now=2, contents=lambda *_: "")
        spent = time.process_time() - began
    print(f"{len(found.changes.added)} of {size // 100:,} edited ones not recognised")
    return spent


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures; exit code 1 when they are not good enough."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.identity")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=100_000)
    given = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.sessions):
        total += (figures := session(seed))
        if figures["wrong"] or figures["unedited"] > figures["unedited kept"]:
            print(f"seed {seed}: {dict(figures)}")
    for name in ("edited", "unedited"):
        print(f"{name}: {total[f'{name} kept']:,} of {total[name]:,} kept their guid", end="")
        print(f" ({total[f'{name} kept'] / total[name]:.2%})")
    print(f"wrong carry-over: {total['wrong']}; new questions: {total['new']}; uncertain: {total['uncertain']}")
    good = not total["wrong"] and total["unedited"] == total["unedited kept"]
    good = good and total["edited kept"] >= 0.995 * total["edited"]
    if given.size:
        print(f"{given.size:,} questions identified in {timed(given.size):.2f} s of CPU time")
    sys.exit(not good)


if __name__ == "__main__":
    main()
