"""Small raised and lowered text, as a line of text can show it."""

from __future__ import annotations

from typing import Final

_RAISED: Final = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθ′*°◦○∘",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿ′*°°°°",
        strict=True,
    )
)
_LOWERED: Final = dict(
    zip("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True)
)
_SCRIPTS: Final = {"superscript": ("^", _RAISED), "subscript": ("_", _LOWERED)}


def scripted(text: str, vertical: str) -> str:
    """Text that is printed as a "superscript" or a "subscript".

    Where Unicode has all characters small it is `x²`, else `x^{…}` or `x_{…}`, which is how people type it where
    there is no other way.
    """
    mark, table = _SCRIPTS[vertical]
    small = [table.get(char, char if char.isspace() else "") for char in text]
    return "".join(small) if all(small) else f"{mark}{{{text}}}"
