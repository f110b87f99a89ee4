"""A card's picture reaches Discord whichever way the card is shown, and goes when the card has none."""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncIterator
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from PIL import Image, ImageChops
from simcord import ChannelHandle, Env, MemberActor

from bot.engine.card import Button, Card, Picture
from bot.systems.kingdom.icon_pictures import ICONS
from bot.ui.card import ALT, CONTENT, LastingButton, edit_of, embed_of, file_of, message_of
from bot.ui.charts import odds
from bot.ui.icons import Icons, Shape, read_shape
from bot.ui.lettering import LARGEST, SMALLEST, laid_out
from bot.ui.reply import Reply
from bot.ui.spread import Spread, usual
from bot.ui.thumbnail import SIDE, NoPicture, shrunk

PNG = odds({1: Fraction(1, 2), 2: Fraction(1, 2)}, title="coin")
SHOWN = Card("A coin", picture=Picture("odds.png", PNG, "One in two."), buttons=(Button("Less", "less"),))
Room = tuple[Env, ChannelHandle, MemberActor]
BARE = Card("A coin", buttons=(Button("More", "more"),))


class Renderer(commands.Bot):
    """Shows the card in each way that a reply has."""

    def __init__(self) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents.default())

    async def setup_hook(self) -> None:
        self.add_dynamic_items(LastingButton)
        for way in ("private", "public", "late"):
            self.tree.add_command(app_commands.Command(name=way, description=way, callback=self._show))
        await self.tree.sync()

    async def _show(self, interaction: discord.Interaction[Any]) -> None:
        assert interaction.command is not None
        way = interaction.command.name
        if way == "late":
            await interaction.response.defer(ephemeral=True, thinking=True)
        async with Reply(interaction) as reply:
            await (reply.public(SHOWN) if way == "public" else reply.private(SHOWN))

    async def pressed(self, interaction: discord.Interaction[Any], name: str) -> None:
        """Redraw the message with the picture, or without."""
        async with Reply(interaction) as reply:
            await reply.update(SHOWN if name == "more" else BARE)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    env = Env(Renderer(), check_errors=False)
    await env.start()
    guild = env.create_guild("The Lantern Inn")
    channel = guild.create_text_channel("table")
    yield env, channel, guild.add_member(env.create_user("Wren"))
    await env.shutdown()


def last(channel: ChannelHandle) -> discord.Message:
    """The newest message there."""
    assert channel.last_message is not None
    return channel.last_message


def check(message: Any) -> None:
    """The message shows the picture with its words beside its embed: in one, they would be lost."""
    (file,) = message.attachments
    assert (file.filename, file.description, file.size) == ("odds.png", "One in two.", len(PNG))
    assert message.embeds[0].image.url is None


@pytest.mark.parametrize("way", ["private", "public", "late"])
async def test_a_reply_shows_it(room: Room, way: str) -> None:
    _, channel, wren = room
    result = await wren.slash(channel, way)
    shown = [message for message in (result.response, *result.followups) if message and message.embeds]
    assert len(shown) == 1
    check(shown[0])


async def test_a_press_takes_it_away_and_brings_it_back(room: Room) -> None:
    _, channel, wren = room
    await wren.slash(channel, "public")
    await wren.click(last(channel), label="Less")
    assert not last(channel).attachments
    await wren.click(last(channel), label="More")
    check(last(channel))


async def test_a_post_and_its_redrawing_show_it(room: Room) -> None:
    env, channel, _ = room
    place: Any = env.bot.get_channel(channel.id)
    posted = await place.send(nonce="waypost-1", **message_of(BARE))
    await place.get_partial_message(posted.id).edit(**edit_of(SHOWN))
    check(last(channel))
    await place.get_partial_message(posted.id).edit(**edit_of(BARE))
    assert not last(channel).attachments
    await place.send(nonce="waypost-2", **message_of(SHOWN))
    check(last(channel))


def test_an_edit_names_the_files_that_stay() -> None:
    assert "file" not in edit_of(SHOWN)
    assert [file.filename for file in edit_of(SHOWN)["attachments"]] == ["odds.png"]
    assert edit_of(BARE)["attachments"] == []


def test_words_too_long_for_discord_are_cut() -> None:
    assert SHOWN.picture is not None
    file = file_of(replace(SHOWN.picture, alt="x" * 5000))
    assert file.description is not None
    assert len(file.description) == ALT


def test_a_plain_card_says_the_picture_in_words() -> None:
    sent = message_of(replace(SHOWN, is_plain=True))
    assert "files" not in sent
    assert "One in two." in sent["content"]


def test_a_plain_card_tells_all_of_a_picture_in_a_file_where_a_message_has_no_room() -> None:
    assert SHOWN.picture is not None
    few, many = (tuple(f"{n}: one in {n * 2}" for n in range(1, count)) for count in (20, 500))

    def sent(words: tuple[str, ...]) -> dict[str, Any]:
        assert SHOWN.picture is not None
        picture = replace(SHOWN.picture, words=lambda: words)
        return message_of(replace(SHOWN, picture=picture, is_plain=True))

    assert "files" not in sent(few)
    assert "19: one in 38" in sent(few)["content"]
    assert "One in two." not in sent(few)["content"]
    long = sent(many)
    (file,) = long["files"]
    assert file.filename == "odds.txt"
    assert file.fp.read().decode().splitlines() == list(many)
    assert "One in two." in long["content"]
    assert "The whole text is in odds.txt." in long["content"]
    assert len(long["content"]) <= CONTENT


def test_a_figure_before_and_after_stays_on_one_line_of_a_phone() -> None:
    embed = embed_of(
        Card(lines=("Chance 75 → **80**%, Library → Academy",), fields=(("Tarn", "2 → **−1**"),))
    )
    assert embed.description == "Chance 75\u00a0→\u00a0**80**%, Library → Academy"
    assert embed.fields[0].value == "2\u00a0→\u00a0**−1**"


def test_a_portrait_stays_in_the_corner_of_the_embed() -> None:
    face = Picture("portrait.webp", PNG, "Ada")
    sent = message_of(replace(SHOWN, portrait=face))
    assert [file.filename for file in sent["files"]] == ["odds.png", "portrait.webp"]
    assert sent["embed"].thumbnail.url == "attachment://portrait.webp"


# -- Icons are data: every line of a file is a shape, and each icon is drawn from its lines alone -------


def test_a_line_names_a_shape_its_ink_and_its_points() -> None:
    assert read_shape("box -1,.5 1,1") == Shape("box", "", (), ((-1.0, 0.5), (1.0, 1.0)))
    assert read_shape("cut line .2 0,0 1,1") == Shape("line", "cut", (0.2,), ((0.0, 0.0), (1.0, 1.0)))
    assert read_shape("arc .1 0 90 0,0 1,1").numbers == (0.1, 0.0, 90.0)


@pytest.mark.parametrize("line", ["blob 0,0", "box 0;0", "line wide 0,0 1,1"])
def test_a_line_that_is_no_shape_is_no_icon(line: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        read_shape(line)


def test_one_name_alone_is_another_icon(tmp_path: Path) -> None:
    file = tmp_path / "icons.toml"
    file.write_text('fort = """\nbox -1,-1 1,1"""\ncastle = "fort"\n')
    icons = Icons(file)
    assert icons.shapes["castle"] == icons.shapes["fort"]
    assert ImageChops.difference(icons.mask("castle", 20), icons.mask("fort", 20)).getbbox() is None


def test_what_is_cut_shows_the_ground(tmp_path: Path) -> None:
    file = tmp_path / "icons.toml"
    file.write_text('ring = """\noval -1,-1 1,1\ncut oval -.5,-.5 .5,.5"""\n')
    mask = Icons(file).mask("ring", 40)
    assert mask.getpixel((20, 20)) == 0
    assert mask.getpixel((6, 20)) == 255


def test_every_icon_of_the_kingdom_is_drawn_in_inks_that_its_pictures_have() -> None:
    inks = {"", "cut", "dark", "light", "gold", "river", "wave", "stone", "joint"}
    for name, shapes in ICONS.shapes.items():
        assert shapes, name
        assert {shape.ink for shape in shapes} <= inks, name


# -- How words are laid out in a box of a picture: as large as they fit, never too small ----------------


WIDTH, HEIGHT = 160, 150
HOSTILE = (
    "W" * 100,
    ("the corridor bends left and ends at a door " * 3)[:100],
    "i",
    "\u202eשלום עולם مرحبا بالعالم",
    "🐉👩\u200d👩\u200d👧\u200d👦🏴\u200d☠️",
    "龍の息 ไฟ अग्नि",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_words_are_large_where_they_are_few_and_never_too_small(text: str) -> None:
    size, lines = laid_out(text, WIDTH, HEIGHT)
    assert size >= SMALLEST
    assert len(lines) * size <= HEIGHT


def test_words_are_kept_whole() -> None:
    for text in ("Fog: nobody sees past ten paces", "Thunderstorm", "a " * 50):
        _, lines = laid_out(text, WIDTH, HEIGHT)
        assert " ".join(lines) == text.strip()


def test_a_word_too_long_for_a_line_is_cut_and_nothing_of_it_is_lost() -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän"
    size, lines = laid_out(word, WIDTH, HEIGHT)
    assert "".join(lines) == word
    assert size > SMALLEST


def test_what_fits_in_no_size_ends_with_dots() -> None:
    size, lines = laid_out("W" * 400, WIDTH, HEIGHT)
    assert (size, lines[-1][-1]) == (SMALLEST, "…")
    assert len(lines) * size <= HEIGHT


def test_few_words_are_larger_than_many() -> None:
    sizes = [laid_out("stone " * count, WIDTH, HEIGHT)[0] for count in (1, 8, 16)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[2]


def test_the_largest_letters_are_as_large_as_the_picture_wants_them() -> None:
    assert laid_out("a", WIDTH, HEIGHT)[0] == LARGEST
    assert laid_out("a", WIDTH, HEIGHT, 60)[0] == 60


# -- Exact sums of a distribution, and how far chance strays, against counting by hand ------------------


PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]
TWO_DICE = Spread({total: Fraction(PAIRS.count(total), 36) for total in set(PAIRS)})


@pytest.mark.parametrize(("low", "high"), [(2, 12), (8, 12), (7, 7), (13, 20), (-5, 1), (9, 8)])
def test_a_chance_between_two_totals_is_exact(low: int, high: int) -> None:
    assert TWO_DICE.between(low, high) == Fraction(sum(low <= pair <= high for pair in PAIRS), 36)


def test_mean_and_likeliest() -> None:
    assert TWO_DICE.mean == 7
    assert TWO_DICE.likeliest == (7,)
    assert Spread({1: Fraction(1, 2), 4: Fraction(1, 2)}).likeliest == (1, 4)


@pytest.mark.parametrize("outside", [Fraction(1, 20), Fraction(1, 36), Fraction(1, 4)])
def test_the_middle_leaves_out_no_more_than_asked_on_either_side(outside: Fraction) -> None:
    low, high = TWO_DICE.middle(outside)
    assert TWO_DICE.between(2, low - 1) <= outside < TWO_DICE.between(2, low)
    assert TWO_DICE.between(high + 1, 12) <= outside < TWO_DICE.between(high, 12)


def test_long_ends_are_cut_but_never_the_target() -> None:
    steep = {1: 1 - Fraction(1, 10**6)} | {total: Fraction(1, 10**9) for total in range(2, 1002)}
    spread = Spread(steep)
    assert spread.window(None) == (1, 1)
    assert spread.window(300) == (1, 300)
    assert spread.window(900) == (1, 1001)
    assert TWO_DICE.window(None) == (2, 12)


@pytest.mark.parametrize(("rolls", "sides"), [(1, 20), (12, 20), (40, 6), (300, 100), (60, 1), (200, 2)])
def test_the_usual_spread_holds_95_of_100_cases_and_not_one_more_than_needed(rolls: int, sides: int) -> None:
    def happens(times: int) -> Fraction:
        ways = comb(rolls, times) * Fraction(1, sides) ** times
        return ways * Fraction(sides - 1, sides) ** (rolls - times)

    low, high = usual(rolls, 1 / sides)
    edge = Fraction(25, 1000)
    assert sum(happens(times) for times in range(low)) <= edge
    assert sum(happens(times) for times in range(high + 1, rolls + 1)) <= edge
    assert sum(happens(times) for times in range(low + 1)) > edge
    assert sum(happens(times) for times in range(high, rolls + 1)) > edge


# -- What people upload, made small, or refused before it can do harm -----------------------------------


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


@pytest.mark.parametrize(
    "size", [(4900, 4900), (12_000, 12_000), (60_000, 60_000), (1, 24_000_000), (8_193, 1)]
)
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
