"""A card: what a message says and which buttons it bears, before Discord's own objects."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from io import BytesIO
from typing import Any

import discord

from bot.engine.system import Choice, RecordId, Step
from bot.ui import words
from bot.ui.text import bare, caption, clip, safe, whole_lines

TITLE, BODY, FIELD_NAME, FIELD, FOOTER, LABEL = 256, 4096, 256, 1024, 2048, 80
MOST_FIELDS, MOST_BUTTONS, MOST_ROWS, IN_A_ROW, MOST_PICKS, WHOLE = 25, 25, 5, 5, 25, 6000
CONTENT, HINT, PICK = 2000, 150, 100
ALT = 1024
SELECT_MARK = "?"


class Tone(Enum):
    """The colour at a card's edge; what it stands for is always said in words too."""

    PLAIN = 0x5B6B7B
    ASKS = 0xC98A1B
    GOOD = 0x2E8B57
    BAD = 0xB0413E
    QUIET = 0x9AA5B1


@dataclass(frozen=True, slots=True)
class Button:
    """A button that works for years: the name of its handler and the handler's arguments."""

    label: str
    name: str
    args: tuple[str, ...] = ()
    is_main: bool = False

    @property
    def custom_id(self) -> str:
        """What Discord hands back when it is pressed."""
        return "|".join((self.name, *self.args))


@dataclass(frozen=True, slots=True)
class Pick:
    """One line of a select: what is handed back, its name, and what it means."""

    value: str
    label: str
    meaning: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose from that works for years, as a `Button` does: the value comes after the arguments."""

    hint: str
    name: str
    picks: tuple[Pick, ...]
    args: tuple[str, ...] = ()
    most: int = 1

    @property
    def custom_id(self) -> str:
        """What Discord hands back when something is chosen; the mark tells it from a button's."""
        return SELECT_MARK + "|".join((self.name, *self.args))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a card: its file's name, the PNG, and the same in words for who can't see it.

    Where the PNG is still to be drawn, `painted` does that in a thread of its own.
    """

    name: str
    png: bytes | Callable[[], bytes]
    alt: str

    def file(self) -> discord.File:
        """What Discord uploads; a new one for each sending, for it is read once."""
        data = self.png if isinstance(self.png, bytes) else self.png()
        return discord.File(BytesIO(data), filename=self.name, description=clip(self.alt, ALT))


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that comes with a card."""

    name: str
    data: bytes

    def file(self) -> discord.File:
        """What Discord uploads; a new one for each sending."""
        return discord.File(BytesIO(self.data), filename=self.name)


@dataclass(frozen=True, slots=True)
class Card:
    """One message. `asks` are the people it mentions, those who must act; `note` is its last, small line."""

    title: str = ""
    lines: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    tone: Tone = Tone.PLAIN
    buttons: tuple[Button, ...] = ()
    asks: tuple[int, ...] = ()
    note: str = ""
    picture: Picture | None = None
    selects: tuple[Select, ...] = ()
    # Without an embed and a picture: for screen readers, and for who switched embeds off.
    is_plain: bool = False
    file: Attachment | None = None
    # A small picture in the corner: an address, or one that is sent along.
    portrait: str | Picture | None = None
    keeps_up: bool = False

    @property
    def is_live(self) -> bool:
        """Whether its message is redrawn with what it shows: for its buttons, or because it `keeps_up`."""
        return bool(self.buttons) or self.keeps_up

    def add(self, *lines: str, buttons: Iterable[Button] = (), note: str = "") -> Card:
        """The card with more on it."""
        notes = " · ".join(part for part in (self.note, note) if part)
        return replace(self, lines=(*self.lines, *lines), buttons=(*self.buttons, *buttons), note=notes)

    def embed(self) -> discord.Embed:
        """Discord's embed, within Discord's limits."""
        embed = discord.Embed(
            title=clip(self.title, TITLE) or None,
            description=whole_lines("\n".join(self.lines), BODY) or None,
            colour=self.tone.value,
        )
        for name, text in self.fields[:MOST_FIELDS]:
            embed.add_field(name=clip(name, FIELD_NAME), value=clip(text, FIELD), inline=False)
        if self.note:
            embed.set_footer(text=clip(self.note, FOOTER))
        if len(embed) > WHOLE:
            room = BODY - (len(embed) - WHOLE)
            embed.description = whole_lines(embed.description or "", max(room, 1))
        return embed

    def text(self) -> str:
        """All of it as plain text within one message's length; a picture as its description."""
        parts = [f"**{self.title}**" if self.title else "", *self.lines]
        parts += [f"**{name}**\n{text}" for name, text in self.fields]
        parts += [words.picture(safe(self.picture.alt, ALT))] if self.picture is not None else []
        note = f"-# {self.note}" if self.note else ""
        return "\n".join((whole_lines("\n".join(parts).strip(), CONTENT - len(note) - 40), note)).strip()

    def view(self) -> discord.ui.View | None:
        """Discord's lists and buttons, made to outlive the process; None where there are none."""
        if not self.buttons and not self.selects:
            return None
        view = discord.ui.View(timeout=None)
        selects = self.selects[:MOST_ROWS]
        for row, select in enumerate(selects):
            view.add_item(LastingSelect(select, row=row))
        for place, button in enumerate(self.buttons[: (MOST_ROWS - len(selects)) * IN_A_ROW]):
            row = len(selects) + place // IN_A_ROW
            view.add_item(
                LastingButton(button.custom_id, caption(button.label, LABEL), is_main=button.is_main, row=row)
            )
        return view

    def message(self) -> dict[str, Any]:
        """The keyword arguments that send it: it pings the person asked and nobody else."""
        sent: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none()}
        sent |= {"content": self.text()} if self.is_plain else {"embed": self.embed()}
        view = self.view()
        if view is not None:
            sent["view"] = view
        if self.asks:
            mentions = " ".join(f"<@{each}>" for each in self.asks)
            sent["content"] = "\n".join(part for part in (mentions, sent.get("content")) if part)
            sent["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(i) for i in self.asks])
        files = [] if self.is_plain else self._pictures(sent["embed"])
        files += [self.file.file()] if self.file is not None else []
        return sent | ({"files": files} if files else {})

    def _pictures(self, embed: discord.Embed) -> list[discord.File]:
        """The files of what the embed shows, which is told to show them."""
        files = []
        if self.picture is not None:
            files.append(self.picture.file())
            embed.set_image(url=f"attachment://{files[-1].filename}")
        if isinstance(self.portrait, Picture):
            files.append(self.portrait.file())
            embed.set_thumbnail(url=f"attachment://{files[-1].filename}")
        elif self.portrait is not None:
            embed.set_thumbnail(url=self.portrait)
        return files

    def edit(self) -> dict[str, Any]:
        """The keyword arguments that redraw it: an edit pings nobody, and an older picture goes."""
        sent = self.message() | {"allowed_mentions": discord.AllowedMentions.none()}
        files = sent.pop("files", [])
        return {"content": None, "embed": None, "view": None, "attachments": files} | sent


async def painted(card: Card) -> Card:
    """The card with its picture drawn, apart from the event loop."""
    picture = card.picture
    if picture is None or isinstance(picture.png, bytes) or card.is_plain:
        return card
    return replace(card, picture=replace(picture, png=await asyncio.to_thread(picture.png)))


class LastingButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?s:(?P<name>[a-z_]+)(?:\|(?P<args>.*))?)"
):
    """The one button class of the bot: a press is looked up by the name in its custom_id.

    It is a DynamicItem, so a press after a restart needs no message of this process.
    """

    def __init__(
        self, custom_id: str, label: str = "", *, is_main: bool = False, row: int | None = None
    ) -> None:
        style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id, style=style, row=row))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: Any
    ) -> LastingButton:
        """The button as pressed."""
        return cls(match.string)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to whoever answers for its name."""
        await interaction.client.pressed(interaction, *self.custom_id.split("|"))


class LastingSelect(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"(?s:\?(?P<name>[a-z_]+)(?:\|(?P<args>.*))?)"
):
    """The one select class of the bot, found by the name in its custom_id like the button."""

    def __init__(self, select: Select, *, row: int | None = None) -> None:
        options = [
            discord.SelectOption(
                label=caption(pick.label, PICK),
                value=pick.value,
                description=clip(bare(pick.meaning), PICK) or None,
                default=pick.is_chosen,
            )
            for pick in select.picks[:MOST_PICKS]
        ]
        super().__init__(
            discord.ui.Select(
                custom_id=select.custom_id,
                placeholder=clip(select.hint, HINT),
                options=options,
                max_values=min(select.most, len(options)) or 1,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: Any
    ) -> LastingSelect:
        """The select as used."""
        name, *args = match.string.removeprefix(SELECT_MARK).split("|")
        return cls(Select("", name, (), tuple(args)))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand what was chosen to whoever answers for its name."""
        data: Any = interaction.data or {}
        chosen = [str(value) for value in data.get("values", ())]
        parts = self.custom_id.removeprefix(SELECT_MARK).split("|")
        await interaction.client.chosen(interaction, *parts, *chosen)


def step_buttons(
    record: RecordId, steps: Iterable[Step], keys: Iterable[str] | None = None
) -> tuple[Button, ...]:
    """The buttons of a record's open steps; of the named choices only, where names are given."""
    wanted = None if keys is None else set(keys)
    return tuple(
        step_button(record, step, choice)
        for step in steps
        for choice in step.choices
        if wanted is None or choice.key in wanted
    )


def step_button(record: RecordId, step: Step, choice: Choice) -> Button:
    """The button of one choice; a choice that asks for words opens a form first."""
    name = "ask" if choice.asks else "do"
    return Button(choice.label, name, (record, step.name, str(step.revision), choice.key), choice.is_main)
