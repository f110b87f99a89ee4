"""What people upload, made small, or refused before it can do harm."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.ui.thumbnail import SIDE, NoPicture, shrunk


def picture(width: int, height: int, kind: str = "PNG", mode: str = "RGB", **options: Any) -> bytes:
    """A picture of one colour, the left half of another."""
    image = Image.new(mode, (width, height), "#204080")
    image.paste("#c04020", (0, 0, width // 2, height))
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(shrunk(data)))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_becomes_a_small_webp_of_the_same_shape(kind: str) -> None:
    small = opened(picture(1200, 600, kind))
    assert (small.format, small.size) == ("WEBP", (SIDE, SIDE // 2))


def test_a_small_picture_is_not_made_larger() -> None:
    assert opened(picture(40, 30)).size == (40, 30)


def test_what_is_seen_through_stays_so() -> None:
    file = BytesIO()
    Image.new("RGBA", (40, 30), (255, 0, 0, 0)).save(file, "PNG")
    assert opened(file.getvalue()).convert("RGBA").getpixel((5, 5))[3] == 0  # type: ignore[index]


def test_a_picture_that_was_taken_sideways_stands_upright_and_says_nothing_of_where() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "At home"
    small = opened(picture(600, 300, "JPEG", exif=exif))
    assert small.size == (SIDE // 2, SIDE)
    assert dict(small.getexif()) == {}


def test_of_a_picture_that_moves_the_first_is_kept() -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    assert getattr(opened(file.getvalue()), "n_frames", 1) == 1


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose head promises that many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(4900, 4900), (12_000, 12_000), (60_000, 60_000)])
def test_a_picture_of_too_many_pixels_is_never_unpacked(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Image.Image, "load", lambda _self: pytest.fail("it was unpacked"))
    with pytest.raises(NoPicture):
        shrunk(bomb(*size))


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", picture(40, 30)[:60], picture(300, 300, "JPEG")[:500], picture(40, 30, "BMP"), b"<svg/>"],
    ids=["nothing", "text", "half a PNG", "half a JPEG", "another sort", "a drawing"],
)
def test_what_is_no_picture_that_can_be_kept_is_refused(data: bytes) -> None:
    with pytest.raises(NoPicture):
        shrunk(data)
