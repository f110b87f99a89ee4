"""A card: what a message says and which buttons it bears, before Discord's own objects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import discord

from bot.engine.system import Choice, RecordId, Step
from bot.ui.text import clip

TITLE, BODY, FIELD_NAME, FIELD, FOOTER, LABEL = 256, 4096, 256, 1024, 2048, 80
MOST_FIELDS, MOST_BUTTONS, WHOLE = 25, 25, 6000


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
class Card:
    """One message. `asks` is the one person it mentions; `note` is its last, small line."""

    title: str = ""
    lines: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    tone: Tone = Tone.PLAIN
    buttons: tuple[Button, ...] = ()
    asks: int | None = None
    note: str = ""

    def add(self, *lines: str, buttons: Iterable[Button] = (), note: str = "") -> Card:
        """The card with more on it."""
        notes = " · ".join(part for part in (self.note, note) if part)
        return replace(self, lines=(*self.lines, *lines), buttons=(*self.buttons, *buttons), note=notes)

    def embed(self) -> discord.Embed:
        """Discord's embed, within Discord's limits."""
        embed = discord.Embed(
            title=clip(self.title, TITLE) or None,
            description=clip("\n".join(self.lines), BODY) or None,
            colour=self.tone.value,
        )
        for name, text in self.fields[:MOST_FIELDS]:
            embed.add_field(name=clip(name, FIELD_NAME), value=clip(text, FIELD), inline=False)
        if self.note:
            embed.set_footer(text=clip(self.note, FOOTER))
        if len(embed) > WHOLE:
            room = BODY - (len(embed) - WHOLE)
            embed.description = clip(embed.description or "", max(room, 1))
        return embed

    def view(self) -> discord.ui.View | None:
        """Discord's buttons, made to outlive the process; None where there are none."""
        if not self.buttons:
            return None
        view = discord.ui.View(timeout=None)
        for button in self.buttons[:MOST_BUTTONS]:
            view.add_item(LastingButton(button.custom_id, clip(button.label, LABEL), is_main=button.is_main))
        return view

    def message(self) -> dict[str, Any]:
        """The keyword arguments that send it: it pings the person asked and nobody else."""
        sent: dict[str, Any] = {"embed": self.embed(), "allowed_mentions": discord.AllowedMentions.none()}
        view = self.view()
        if view is not None:
            sent["view"] = view
        if self.asks is not None:
            sent["content"] = f"<@{self.asks}>"
            sent["allowed_mentions"] = discord.AllowedMentions(users=[discord.Object(self.asks)])
        return sent

    def edit(self) -> dict[str, Any]:
        """The keyword arguments that redraw it: an edit pings nobody."""
        sent = self.message() | {"allowed_mentions": discord.AllowedMentions.none()}
        return {"content": None, "view": None} | sent


class LastingButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?s:(?P<name>[a-z_]+)\|(?P<args>.*))"
):
    """The one button class of the bot: a press is looked up by the name in its custom_id.

    It is a DynamicItem, so a press after a restart needs no message of this process.
    """

    def __init__(self, custom_id: str, label: str = "", *, is_main: bool = False) -> None:
        style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id, style=style))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: Any
    ) -> LastingButton:
        """The button as pressed."""
        return cls(match.string)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to whoever answers for its name."""
        await interaction.client.pressed(interaction, *self.custom_id.split("|"))


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
