"""Questions that no two of resemble each other."""

from desk import Item

QUEUE = Item(
    "先放进去的元素最先取出来的结构是（ ）", "B", ("栈", "队列", "散列表", "二叉堆"), "队列从一头放，从另一头取。"
)
BYTE = Item("一个字节有几个二进制位（ ）", "C", ("4", "7", "8", "16"), "八位为一字节。")
BOIL = Item("标准大气压下水的沸点是多少摄氏度（ ）", "D", ("50", "80", "90", "100"))
RIVER = Item("我国最长的河流叫什么名字（ ）", "A", ("长江", "黄河", "珠江", "淮河"))
SEVERAL = Item("下列属于可再生能源的有（ ）", "AC", ("风能", "煤炭", "太阳能", "石油"), kind="multiple")
TRUE = Item("地球绕着太阳公转。（ ）", "√", kind="truefalse")
FILL = Item("光在真空中的速度约为____千米每秒，声音在空气中约为____米每秒。", "30万；340", kind="fill")
ESSAY = Item("为什么天空看起来是蓝色的？", "因为空气分子把波长较短的光散射得更多。", kind="short")

ALL = (QUEUE, BYTE, BOIL, RIVER, SEVERAL, TRUE, FILL, ESSAY)
