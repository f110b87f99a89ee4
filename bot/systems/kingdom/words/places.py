"""Hexes as people name them."""

from __future__ import annotations

from collections.abc import Sequence

NO_HEX_NAMED = "Name at least one hex: labels or coordinates with spaces between, such as A1 B2 3,-1."


def no_such_hex(name: str, near: Sequence[str]) -> str:
    """None of that label, and no coordinates of the map."""
    hint = f" Did you mean {', '.join(near)}?" if near else " Give its label, or coordinates such as 2,-1."
    return f"The map has no hex “{name}”.{hint}"


def long_label(label: str, most: int) -> str:
    """Too long for the map."""
    return f"A hex's label has at most {most} characters, “{label}” has more."


def label_is_coordinates(label: str) -> str:
    """It would name another hex."""
    return f"“{label}” reads as coordinates; give a label with a letter in it."


def label_is_taken(label: str) -> str:
    """It would be read as a direction, or as two."""
    return (
        f"“{label}” can't be a label: directions such as SE and semicolons mean something in lists of hexes."
    )


def label_used(label: str, where: str) -> str:
    """Another hex has it."""
    return f"“{label}” is the label of hex {where} already; each label stands for one hex."
