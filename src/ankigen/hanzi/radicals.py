"""Radicals that look like characters and are others: PDFs made by browsers are full of them (⽤ for 用, ⻚ for 页).

Kangxi radicals have a compatibility decomposition. The radicals supplement has almost none, so it is written out here;
forms that are only ever parts of characters (⺁ ⺄ ⺍ …) are left out.
"""

from __future__ import annotations

import unicodedata
from functools import cache

PATTERN = "[\u2e80-\u2fd5]"

_SUPPLEMENT = (
    "⺅亻⺉刂⺊卜⺏尢⺐尢⺑尢⺒巳⺓幺⺕彐⺖忄⺘扌⺙攵⺛旡⺝月⺞歹⺟母⺠民⺡氵⺣灬⺤爫⺦丬⺧牛⺨犭⺪疋⺫罒⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺵网⺶羊⺷羊⺹耂⺺肀⺻聿⺼肉⺽臼"
    "⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼"
    "⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟"
)


@cache
def to_character() -> dict[int, str]:
    """Every radical with the character it looks like, for `str.translate`."""
    kangxi = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)}
    supplement = {ord(radical): char for radical, char in zip(_SUPPLEMENT[::2], _SUPPLEMENT[1::2], strict=True)}
    return kangxi | supplement
