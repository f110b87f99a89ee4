"""Cards drawn as Discord's own objects, with buttons and lists that outlive the process."""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any, Final

import discord

from bot.engine.card import MENU, SELECT_MARK, Attachment, Button, Card, Picture, Select
from bot.engine.system import RecordId
from bot.engine.text import T, as_typed
from bot.engine.views import RecordView
from bot.ui.drawings import Drawings
from bot.ui.text import NAMES, bare, caption, clip, divided, heading, safe, whole_lines

TITLE, BODY, FIELD_NAME, FIELD, FOOTER, LABEL = 256, 4096, 256, 1024, 2048, 80
MOST_FIELDS, MOST_BUTTONS, MOST_ROWS, IN_A_ROW, MOST_PICKS, WHOLE = 25, 25, 5, 5, 25, 6000
CONTENT, HINT, PICK = 2000, 150, 100
ALT = 1024
# The name of a field that goes on with what stands above it, and the room of that and of marks begun anew.
NAMELESS, GOES_ON = "\u200b", 12


# The arrow between a figure before and after.
_ARROW = re.compile(r"(?<=[\d%*]) → (?=\**−?\d)")


def file_of(file: Picture | Attachment) -> discord.File:
    """What Discord uploads; a new one for each sending, for it is read once."""
    if isinstance(file, Attachment):
        return discord.File(BytesIO(file.data), filename=file.name)
    data = file.png if isinstance(file.png, bytes) else file.png()
    return discord.File(BytesIO(data), filename=file.name, description=clip(NAMES.instead(file.alt), ALT))


def unbroken(text: str) -> str:
    """The text with figures before and after on one line of a phone, however narrow."""
    return _ARROW.sub("\u00a0→\u00a0", text)


def embed_of(card: Card) -> discord.Embed:
    """Discord's embed, within its limits: what is longer than a part of it goes on in nameless fields."""
    title, note = heading(card.title, TITLE), clip(NAMES.instead(card.note), FOOTER)
    names = [heading(name, FIELD_NAME) for name, _ in card.fields[:MOST_FIELDS]]
    texts = [unbroken(text) for text in (*card.lines, *(text for _, text in card.fields[: len(names)]))]
    texts = _within(texts, WHOLE - len(title) - len(note) - sum(map(len, names)))
    values = texts[len(card.lines) :]
    room = WHOLE - len(title) - len(note) - sum(map(_size, (*names, *values)))
    body = whole_lines("\n".join(texts[: len(card.lines)]), max(room, 1))
    first, *more = divided(body, BODY, FIELD) or [""]
    embed = discord.Embed(title=title or None, description=first or None, colour=card.tone.value)
    shown = [(NAMELESS, text) for text in more]
    for name, value in zip(names, values, strict=True):
        begin, *others = divided(value, FIELD, FIELD) or [""]
        shown += [(name, begin), *((NAMELESS, text) for text in others)]
    for name, text in shown[:MOST_FIELDS]:
        embed.add_field(name=name, value=text, inline=False)
    if note:
        embed.set_footer(text=note)
    return embed


def _within(texts: Sequence[str], room: int) -> list[str]:
    """What a card says, where that is too much with less of the longest that somebody wrote."""
    cut = list(texts)
    while (over := sum(map(_size, cut)) - room) > 0:
        place = max(range(len(cut)), key=lambda each: len(cut[each]))
        if len(cut[place]) <= FIELD:
            break
        cut[place] = whole_lines(cut[place], max(len(cut[place]) - over, FIELD))
    return cut


def _size(text: str) -> int:
    """How much room it takes, with a line's end, and what it takes to go on in another field."""
    return len(text) + 1 + len(text) // FIELD * GOES_ON


def text_of(card: Card) -> str:
    """All of it as plain text within one message's length; a picture in words."""
    return _in_words(card)[0]


def _in_words(card: Card) -> tuple[str, list[discord.File]]:
    """The card as plain text, with a file of what its picture shows where that is longer than a message."""
    parts = [f"**{card.title}**" if card.title else "", *card.lines]
    parts += [f"**{name}**\n{text}" for name, text in card.fields]
    note = f"-# {card.note}" if card.note else ""
    room = CONTENT - len(note) - max(40, len(mentions_of(card)) + 2)
    picture, files = card.picture, list[discord.File]()
    told = list(picture.words()) if picture is not None and picture.words is not None else []
    shown = [safe(line, CONTENT) for line in told]
    is_long = len("\n".join((*parts, *shown))) > room
    if picture is not None and (is_long or not told):
        parts.append(T("Picture: {alt}")(alt=safe(picture.alt, ALT)))
    else:
        parts += shown
    text = unbroken("\n".join(parts).strip())
    if is_long:
        # Of the card itself only where it is cut, for there it stands as it is read.
        whole = [*([as_typed(text)] if len(text) > room else []), *told]
        name = picture.name.partition(".")[0] if picture is not None else "message"
        file = Attachment(f"{name}.txt", NAMES.instead("\n".join(whole)).encode())
        files.append(file_of(file))
        last = T("The whole text is in {file}.")(file=file.name)
        text = f"{whole_lines(text, room - len(last) - 1)}\n{last}"
    return "\n".join((text, note)).strip(), files


def mentions_of(card: Card) -> str:
    """Whom it mentions, as Discord writes it."""
    return " ".join([*(f"<@{each}>" for each in card.asks), *(f"<@&{each}>" for each in card.roles)])


def view_of(card: Card) -> discord.ui.View | None:
    """Discord's lists and buttons, made to outlive the process; None where there are none."""
    # Discord refuses a whole message for a list of nothing.
    selects = [each for each in card.selects if each.picks][:MOST_ROWS]
    if not card.buttons and not selects:
        return None
    view = discord.ui.View(timeout=None)
    for row, select in enumerate(selects):
        view.add_item(LastingSelect(select, row=row))
    buttons = card.buttons[: (MOST_ROWS - len(selects)) * IN_A_ROW]
    labels = told_apart([caption(each.label, LABEL) for each in buttons], LABEL)
    for place, (button, label) in enumerate(zip(buttons, labels, strict=True)):
        row = len(selects) + place // IN_A_ROW
        view.add_item(LastingButton(button.custom_id, label, _style(button), row))
    # What is pressed is known by its custom_id: discord.py needn't keep what was sent.
    view.stop()
    return view


def told_apart(labels: Sequence[str], limit: int, more: Iterable[Hashable] | None = None) -> list[str]:
    """The labels, numbered where several read the same, with what else is read beside each of them."""
    read = list(zip(labels, more, strict=True)) if more is not None else list(labels)
    many = {each for each, count in Counter(read).items() if count > 1}
    places, told = Counter[Hashable](), list[str]()
    for label, each in zip(labels, read, strict=True):
        places[each] += 1
        number = f" ({places[each]})"
        told.append(f"{clip(label, limit - len(number))}{number}" if each in many else label)
    return told


def _style(button: Button) -> discord.ButtonStyle:
    """Its colour; what that says stands in the label too."""
    if button.is_dangerous:
        return discord.ButtonStyle.danger
    return discord.ButtonStyle.primary if button.is_main else discord.ButtonStyle.secondary


def message_of(card: Card) -> dict[str, Any]:
    """The keyword arguments that send it: it pings who is asked and nobody else."""
    sent: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none()}
    if card.is_plain:
        sent["content"], files = _in_words(card)
    else:
        sent["embed"] = embed_of(card)
        files = _pictures(card, sent["embed"])
    view = view_of(card)
    if view is not None:
        sent["view"] = view
    if mentions := " · ".join(part for part in (mentions_of(card), card.opening) if part):
        sent["content"] = "\n".join(part for part in (mentions, sent.get("content")) if part)
        sent["allowed_mentions"] = discord.AllowedMentions(
            users=[discord.Object(i) for i in card.asks],
            roles=[discord.Object(i) for i in card.roles] or False,
        )
    files += [file_of(card.file)] if card.file is not None else []
    return sent | ({"files": files} if files else {})


def _pictures(card: Card, embed: discord.Embed) -> list[discord.File]:
    """The files of a card's pictures.

    Its picture stands beside the embed: within one, Discord's clients tell nobody its description. A portrait
    stands within, small: it adds nothing to the name beside it.
    """
    files = [file_of(card.picture)] if card.picture is not None else []
    if isinstance(card.portrait, Picture):
        files.append(file_of(card.portrait))
        embed.set_thumbnail(url=f"attachment://{files[-1].filename}")
    elif card.portrait is not None:
        embed.set_thumbnail(url=card.portrait)
    return files


def edit_of(card: Card) -> dict[str, Any]:
    """The keyword arguments that redraw it: an edit pings nobody, and an older picture goes."""
    sent = message_of(card) | {"allowed_mentions": discord.AllowedMentions.none()}
    files = sent.pop("files", [])
    return {"content": None, "embed": None, "view": None, "attachments": files} | sent


DRAWINGS: Final = Drawings()


async def painted(card: Card) -> Card:
    """The card with its picture drawn, apart from the event loop."""
    picture = card.picture
    if picture is None or isinstance(picture.png, bytes) or card.is_plain:
        return card
    return replace(card, picture=replace(picture, png=await DRAWINGS.drawn(picture.png)))


class LastingButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?s:(?P<name>[a-z_]+)(?:\|(?P<args>.*))?)"
):
    """The one button class of the bot: a press is looked up by the name in its custom_id.

    It is a DynamicItem, so a press after a restart needs no message of this process.
    """

    def __init__(
        self,
        custom_id: str,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        row: int | None = None,
    ) -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id, style=style, row=row))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: Any
    ) -> LastingButton:
        """Make the button that was pressed from its custom id."""
        return cls(match.string)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Pass the press on to the handler of the button's name."""
        await interaction.client.pressed(interaction, *self.custom_id.split("|"))


class LastingSelect(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"(?s:\?(?P<name>[a-z_]+)(?:\|(?P<args>.*))?)"
):
    """The one select class of the bot, found by the name in its custom_id like the button."""

    def __init__(self, select: Select, *, row: int | None = None) -> None:
        picks = select.picks[:MOST_PICKS]
        labels = told_apart(
            [caption(each.label, PICK) for each in picks], PICK, (each.meaning for each in picks)
        )
        options = [
            discord.SelectOption(
                label=label,
                value=pick.value,
                description=clip(bare(NAMES.instead(pick.meaning)), PICK) or None,
                default=pick.is_chosen,
            )
            for pick, label in zip(picks, labels, strict=True)
        ]
        super().__init__(
            discord.ui.Select(
                custom_id=select.custom_id,
                placeholder=clip(NAMES.instead(select.hint), HINT),
                options=options,
                max_values=min(select.most, len(options)) or 1,
                row=row,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: Any
    ) -> LastingSelect:
        """Make the list that was used from its custom id."""
        name, *args = match.string.removeprefix(SELECT_MARK).split("|")
        return cls(Select("", name, (), tuple(args)))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand what was chosen to whoever answers for its name; of a menu the button that was chosen."""
        if (button := chosen_button(interaction.data)) is not None:
            await interaction.client.pressed(interaction, *button.split("|"))
            return
        data: Any = interaction.data or {}
        chosen = [str(value) for value in data.get("values", ())]
        parts = self.custom_id.removeprefix(SELECT_MARK).split("|")
        await interaction.client.chosen(interaction, *parts, *chosen)


def chosen_button(data: Any) -> str | None:
    """The custom_id of the button that was chosen from a menu; None where none was."""
    name = str((data or {}).get("custom_id", "")).split("|")[0]
    values = (data or {}).get("values") or ()
    return str(values[0]) if name == SELECT_MARK + MENU and values else None


# -- portraits -----------------------------------------------------------------------------------

FILE_NAME = "portrait.webp"


def portrait(address: str, data: str | None, name: str) -> str | Picture | None:
    """What a card shows of somebody: the address, or else the picture that is kept, if there is either."""
    if address:
        return address
    return stored_picture(data, name) if data is not None else None


def portrait_of(record: RecordView, records: Mapping[RecordId, Any]) -> str | Picture | None:
    """What a card shows of a record: an address, or the picture among what it links to."""
    picture = records.get(record.state.picture)
    return portrait(record.state.portrait, picture.state.data if picture is not None else None, record.title)


def stored_picture(data: str, name: str) -> Picture:
    """A picture out of its base64."""
    return Picture(FILE_NAME, b64decode(data), T("Portrait of {name}").plain(name=name))
