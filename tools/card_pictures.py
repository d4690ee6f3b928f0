"""Takes the pictures of cards that the documentation shows.

A sample deck is built, imported into a new collection by Anki itself, and what Anki renders is photographed by a
headless Chromium, each side as on a phone.

    .venv/bin/python tools/card_pictures.py docs/pictures            # the pictures of the README
    .venv/bin/python tools/card_pictures.py /tmp/cards --every       # every kind, light and dark, to look at

Needs the development dependencies and `chromium` on the path.
"""

from __future__ import annotations

import argparse
import html
import shutil
import subprocess
import tempfile
from pathlib import Path

from anki.collection import Collection, ImportAnkiPackageRequest

from ankigen.deck import Deck, cards_of, write_package
from ankigen.identity import guid
from ankigen.model import Kind, Option, Question
from ankigen.text import Span

WIDTH, HEIGHT, GAP = 390, 844, 24
BROWSER = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--no-first-run",
)


def sample(
    kind: Kind, number: int, stem: str, answer: tuple[str, ...], options: tuple[str, ...] = (), **rest: str
) -> Question:
    """A question of the sample deck."""
    return Question(
        kind=kind,
        number=str(number),
        section="练习",
        points=None,
        material=rest.get("material", ""),
        stem=stem,
        options=tuple(Option(label, text) for label, text in zip("ABCDEF", options, strict=False)),
        answer=answer,
        explanation=rest.get("explanation", ""),
        truncated=False,
        span=Span(number, number + 1),
        at=number,
        topics=(rest.get("topic", "optimizers"),),
    )


SAMPLES = (
    sample(
        Kind.SINGLE,
        1,
        "训练损失持续下降，验证损失却从第 5 轮起回升，最先该怀疑什么？",
        ("B",),
        ("学习率太小", "模型过拟合", "批量太大", "标签全部错误"),
        explanation="训练集上越来越好、验证集上越来越差（B），说明模型开始记住训练样本。\n可以提前停止、加正则或补充数据。",
        topic="training::overfitting",
    ),
    sample(
        Kind.MULTIPLE,
        2,
        "下列哪些做法能缓解类别不平衡？",
        ("A", "C", "D"),
        ("对少数类重采样", "删去验证集", "按类别加权损失", "改用 F1 而不是准确率来选模型"),
        explanation="A、C 改变训练，D 改变评价；B 只会让人看不见问题。",
        topic="data::imbalance",
    ),
    sample(
        Kind.TRUEFALSE,
        3,
        "Dropout 在推理时也应随机丢弃神经元。",
        ("false",),
        explanation="推理时关闭 Dropout，输出才稳定。",
        topic="training::regularization",
    ),
    sample(
        Kind.FILL,
        4,
        "将 FP32 权重换成 INT8，体积约为原来的____；误差由____校准来减小。",
        ("1/4", "校准集或训练集"),
        explanation="32 位变 8 位：8 ÷ 32 = 1/4。",
        topic="compression::quantization",
    ),
    sample(
        Kind.SHORT,
        5,
        "简述梯度裁剪的作用与做法。",
        (
            "要点：\n1. 作用：防止梯度爆炸，使训练稳定；\n2. 做法：梯度范数超过阈值时按比例缩小；\n"
            "3. 注意：阈值过小会拖慢收敛。",
        ),
        topic="training::optimizers",
    ),
    sample(
        Kind.CASE,
        6,
        "指出上线流程中的两处问题，并给出改法。",
        (
            "问题：\n- 没有灰度，一次全量\n- 没有回退方案\n改法：\n"
            "```python\nif error_rate > 0.01:\n    rollback()\n```\n先放 5% 流量，观察一天。",
        ),
        material="某团队把新的推荐模型在周五傍晚一次推给全部用户，半小时后点击率下跌 12%，却找不到旧模型的权重。",
        topic="mlops::deployment",
    ),
)


def rendered(package: Path) -> list[tuple[str, str, str, str]]:
    """Each card as Anki renders it: (kind, front, back, style sheet)."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(str(Path(folder) / "collection.anki2"))
        try:
            collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(package)))
            found = []
            for card_id in collection.find_cards("", order="c.due asc"):
                card = collection.get_card(card_id)
                output = card.render_output()
                kind = next(tag for tag in card.note().tags if tag.startswith("kind::")).removeprefix("kind::")
                found.append((kind, output.question_text, output.answer_text, output.css))
            return found
        finally:
            collection.close()


def photograph(sides: list[tuple[str, str]], target: Path, *, dark: bool, height: int = HEIGHT) -> None:
    """One picture of (side, style sheet) after (side, style sheet), each in a frame as large as a phone."""
    night = " nightMode night_mode" if dark else ""
    frames = "".join(
        '<iframe srcdoc="{}"></iframe>'.format(
            html.escape(f'<!doctype html><style>{css}</style><body class="card{night}">{side}</body>')
        )
        for side, css in sides
    )
    look = f"body{{margin:{GAP}px;display:flex;gap:{GAP}px;background:#8a8f98}}"
    look += f"iframe{{border:0;border-radius:28px;width:{WIDTH}px;height:{height}px;flex:none}}"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(f"<!doctype html><meta charset=utf-8><style>{look}</style>{frames}", encoding="utf-8")
        size = f"{GAP + len(sides) * (WIDTH + GAP)},{height + 2 * GAP}"
        browser = shutil.which("chromium") or shutil.which("chromium-browser") or "google-chrome"
        own = [f"--user-data-dir={folder}/profile", f"--window-size={size}", f"--screenshot={target}"]
        subprocess.run([browser, *BROWSER, *own, page.as_uri()], check=True, capture_output=True, timeout=120)


def main() -> None:
    """Build the sample deck and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path, help="folder for the pictures")
    parser.add_argument("--every", action="store_true", help="every kind, light and dark")
    arguments = parser.parse_args()
    arguments.target.mkdir(parents=True, exist_ok=True)
    guids = [guid(each) for each in SAMPLES]
    cards = cards_of(SAMPLES, guids, bank="示例题库", taxonomy_path="topic::{}".format, source="sample")
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "sample.apkg"
        write_package([Deck("sample", cards, "")], package)
        found = rendered(package)
    if not arguments.every:
        _, front, back, css = found[0]
        photograph([(front, css), (back, css)], arguments.target / "card.png", dark=False, height=660)
        photograph([(front, css), (back, css)], arguments.target / "card-dark.png", dark=True, height=660)
        return
    for kind, front, back, css in {each[0]: each for each in found}.values():
        for dark in (False, True):
            name = f"{kind}-{'dark' if dark else 'light'}.png"
            photograph([(front, css), (back, css)], arguments.target / name, dark=dark)


if __name__ == "__main__":
    main()
