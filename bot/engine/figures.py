"""Figures of a record and of what it links to: each with its name and unit, shown before and after."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Figure:
    """One of them; text where it is no number."""

    label: str
    value: int | Fraction | str
    unit: str = ""
