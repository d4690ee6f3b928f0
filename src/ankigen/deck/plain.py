"""Turns the HTML of a field back into text: the way back from `markup`, and good enough for what others wrote."""

from __future__ import annotations

import html
import re

_CODE = re.compile(r'<pre[^<>]*><code(?: class="language-([^"<>]*)")?[^<>]*>')
_CODE_END = re.compile(r"</code></pre>")
_PICTURE = re.compile(r'<img\b(?:[^<>]*?\balt="([^"<>]*)")?[^<>]*>', re.IGNORECASE)
_BREAK = re.compile(r"(?:<br\b[^<>]*>|</(?:p|div|li|ul|ol|tr|table|blockquote|h[1-6])>)\n?", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--(?:(?!-->)[^<])*+-->")


def plain(markup: str) -> str:
    """The text that somebody reads, with fences around code and a placeholder for each picture."""
    if "<" not in markup and "&" not in markup:
        return markup.strip()
    text = _CODE.sub(lambda code: f"```{code[1] or ''}\n", markup)
    text = _CODE_END.sub("\n```", text)
    text = _PICTURE.sub(_placeholder, text)
    text = _TAG.sub("", _BREAK.sub("\n", text))
    return html.unescape(text).strip()


def _placeholder(picture: re.Match[str]) -> str:
    name = picture[1] or ""
    return f"[图片: {name}]" if name not in ("", "图片") else "[图片]"
