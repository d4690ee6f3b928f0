"""Clean sentences without end, made from word lists of our own by a seeded generator."""

from __future__ import annotations

import random

WORDS = """
n: 模型 数据 网络 参数 梯度 样本 标签 算法 任务 系统 用户 服务 接口 内存 显卡 集群 节点 任务队列 缓存 日志 数据库
n: 索引 事务 线程 进程 文件 目录 协议 路由器 交换机 防火墙 证书 密钥 权限 漏洞 工程师 项目经理 客户 供应商 合同 预算
n: 进度 质量 风险 需求 文档 会议 团队 部门 企业 市场 价格 成本 利润 税收 银行 利率 贷款 股票 保险 法律 条例 法院
n: 当事人 证据 责任 义务 权利 公民 选举 政府 机关 制度 改革 经济 社会 文化 教育 历史 革命 战争 条约 王朝 皇帝 诗人
n: 小说 语言 文字 书法 绘画 音乐 戏剧 河流 山脉 平原 高原 气候 季风 降水 土壤 森林 草原 沙漠 海洋 岛屿 城市 乡村
n: 铁路 公路 桥梁 隧道 机场 港口 细胞 基因 蛋白质 病毒 细菌 疫苗 血液 心脏 肺部 神经 骨骼 肌肉 药物 剂量 症状 诊断
n: 护士 医生 病人 手术 温度 压力 电流 电压 电阻 磁场 光线 声波 速度 力 能量 反应 溶液 金属 气体 元素 化合物 实验室
n: 仪器 灭火器 安全帽 设备 电梯 锅炉 管道 阀门 仓库 车间 工人 操作规程 应急预案 训练集 学习率 损失函数
v: 提高 降低 影响 决定 反映 促进 限制 保护 检查 记录 更新 替换 删除 创建 管理 控制 优化 评估 验证 测试 训练 部署
v: 监控 分析 处理 传输 存储 压缩 加密 识别 分类 预测 生成 描述 解释 说明 证明 支持 反对 修改 制定 执行 遵守 违反
v: 承担 享有 建立 取消 推动 阻碍 改变 维护 调整 补充 连接 断开 启动 关闭 覆盖
q: 准确率 稳定性 安全性 可靠性 效率 速度 规模 结构 性能 质量 范围 数量 成本 温度 浓度 强度 寿命 完整性 一致性 复杂度
q: 开销 延迟 精度 收益 覆盖面 影响力
adj: 主要 重要 基本 常见 有效 合理 关键 直接 间接 明显 长期 短期 严格 简单 复杂 传统 现代 适当 必要 充分 相对 独立
adj: 统一 完整 正常
adv: 通常 一般 必须 应当 可以 不得 往往 能够 需要 首先 同时 逐步 及时 显著 直接 不断 尽量 仍然 已经 将会
latin: CPU GPU HTTP TCP SQL API BERT Adam LoRA Transformer Python Linux Docker DNA ATP GDP WTO ISO pH LED
unit: 米 千克 小时 分钟 年 次 个 人 元 摄氏度 层 台 天 GB ms % kW mm
"""


def _by_slot() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in WORDS.split("\n"):
        slot, _, words = line.partition(":")
        if words:
            found.setdefault(slot, []).extend(words.split())
    return found


BY_SLOT = _by_slot()

TEMPLATES = (
    "{n}的{q}{adv}{v}{n}的{q}，{adv}{v}{n}。",
    "在{n}中，{adv}{v}{n}的{adj}{n}，可以{v}{q}。",
    "{v}{n}时，{adv}{v}{adj}的{n}，并{v}{n}和{n}。",
    "以下关于{n}的说法，{adj}的是{v}{n}、{v}{n}以及{n}。",
    "由于{n}的{q}较高，{n}{adv}{v}{n}；当{n}的{q}下降时，{adv}{v}{n}。",
    "使用{latin}{v}{n}时，{n}的{q}{adv}达到{num}{unit}。",
    "{latin}是一种{adj}的{n}，{adv}用于{v}{n}，其{q}约为{num}{unit}。",
    "{n}（{latin}）{adv}{v}{n}，因为{n}与{n}之间的{q}不同。",
    "第{num}条规定，{n}{adv}{v}{n}，不得{v}{n}的{q}。",
    "根据{n}的{adj}{q}，{n}分为{num}类，每类的{n}{adv}{v}{n}。",
    "当{n}的{q}超过{num}{unit}时，{adv}{v}{n}，适当地{v}{n}。",
    "{n}与{n}的区别在于：前者{adv}{v}{n}，后者{v}{adj}{n}。",
    "为了{v}{n}的{q}，{n}{adv}{v}{n}，从而{v}{adj}的{n}，这是{n}{v}{n}的{adj}原因。",
    "从而{v}{n}对{n}的{q}，应对{n}进行{adj}的{v}，点名{v}{n}。",
)


def sentence(choose: random.Random) -> str:
    """One sentence."""
    number = choose.choice([str(choose.randint(1, 999)), f"{choose.randint(1, 99)}.{choose.randint(1, 9)}"])
    made = choose.choice(TEMPLATES)
    for slot, known in {"num": [number], **BY_SLOT}.items():
        while f"{{{slot}}}" in made:
            made = made.replace(f"{{{slot}}}", choose.choice(known), 1)
    return made


def sentences(seed: int, count: int) -> list[str]:
    """As many sentences; the same for the same seed."""
    choose = random.Random(seed)
    return [sentence(choose) for _ in range(count)]
