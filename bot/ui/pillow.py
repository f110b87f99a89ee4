"""Pillow, loaded when the first picture is drawn: a start needs none of it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["Image", "ImageDraw", "ImageFont", "ImageOps"]


class _Later:
    """A module that is imported when something of it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont, ImageOps
else:
    Image, ImageDraw, ImageFont, ImageOps = map(
        _Later, ("PIL.Image", "PIL.ImageDraw", "PIL.ImageFont", "PIL.ImageOps")
    )
