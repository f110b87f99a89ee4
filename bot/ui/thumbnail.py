"""What people upload, made small: a picture of whatever size becomes one that can be kept."""

from __future__ import annotations

import struct
from io import BytesIO

from bot.ui.pillow import Image, ImageOps

# The longer side of what is kept, and the most that is ever unpacked for it.
SIDE, MOST_PIXELS = 256, 24_000_000
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
    """The file is no picture that can be kept."""


def shrunk(data: bytes) -> bytes:
    """The picture as a small WebP, upright, still, and without what its file says about it.

    Takes its time: call it in a thread. Raises NoPicture.
    """
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise NoPicture
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
