"""What people upload, made small: a picture of whatever size becomes one that can be kept."""

from __future__ import annotations

import struct
from io import BytesIO

from bot.ui.pillow import Image, ImageOps

# The longer side of what is kept.
SIDE = 256
# The most that is ever unpacked for it: a long thin picture costs far more than its pixels.
MOST_SIDE, MOST_PIXELS = 8_192, 24_000_000
QUALITY = 80
# What may be read at all; each of Pillow's other readers is one more way in.
FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
# What Pillow says of a file that is damaged, or none of these, or unpacks to something enormous.
UNREADABLE = (
    OSError,
    ValueError,
    SyntaxError,
    IndexError,
    EOFError,
    struct.error,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)


class NoPicture(Exception):
    """Raised for a file that can't be kept as a picture."""


class TooLarge(NoPicture):
    """Raised for a picture of more pixels than the bot unpacks."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.width, self.height = width, height


def shrunk(data: bytes) -> bytes:
    """The picture as a small WebP, upright, still, and without what its file says about it.

    Takes its time and memory: call it in a thread, one at a time. Raises NoPicture.
    """
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            width, height = image.size
            if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
                raise TooLarge(width, height)
            # A JPEG needn't be unpacked whole.
            image.draft("RGB", (SIDE * 2, SIDE * 2))
            upright = ImageOps.exif_transpose(image)
            upright.thumbnail((SIDE, SIDE))
            return _webp(upright)
    except UNREADABLE:
        raise NoPicture from None


def _webp(image: Image.Image) -> bytes:
    small = image.convert("RGBA" if image.has_transparency_data else "RGB")
    file = BytesIO()
    small.save(file, "WEBP", quality=QUALITY)
    return file.getvalue()
