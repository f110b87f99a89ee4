"""A table to play at: the real bot in the simulated Discord, with people and a campaign under way."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

import discord
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor, RoleHandle
from simcord.results import ResponseMessage, to_discord_message

from bot.app import Waypost, assemble
from bot.engine.card import MENU, SELECT_MARK
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.tree import Server
from tests.harness.clockwork import Clockwork
from tests.kept import packed, unpacked

# Of the seeds that chapters begin with: with Clockwork's ids, every run of a test rolls the same dice.
SEED = 3
# What game masters alone do stands behind this button of a card.
GAME_MASTERS = "Game master…"
# What of a table is neither in its database, nor its bot, nor Discord's.
KEPT = ("guild", "channel", "secret", "tavern", "admin", "gm", "deacon", "wren", "stranger", "luck")


@dataclass
class Table:
    """The world of one test, and the bot of the moment in it."""

    env: Env
    address: Address
    bot: Waypost
    packages: Sequence[str]
    guild: GuildHandle
    channel: ChannelHandle
    secret: ChannelHandle
    tavern: ChannelHandle
    admin: MemberActor
    gm: MemberActor
    deacon: MemberActor
    wren: MemberActor
    stranger: MemberActor
    luck: Random

    def keep(self) -> bytes:
        """Its Discord, its people and its luck, once its bot is closed: see `tests.kept`."""
        parts = {part: getattr(self, part) for part in KEPT}
        return packed({"backend": self.env.backend, **parts}, here=self.env)

    async def restart(self, **options: Any) -> None:
        """Stop the bot and start another on the same database and the same Discord."""
        await self.settle()
        await self.bot.close()
        options.setdefault("randomness", self.bot.play.context.randomness)
        self.bot = new_bot(self.address, self.packages, **options)
        await self.env.restart_bot(self.bot)
        await self.settle()

    async def settle(self) -> None:
        """Let deliveries come through."""
        await self.env.settle()
        await self.env.advance_time(6)

    async def deliver(self) -> None:
        """Deliver what a test itself committed.

        A timer begun from here is no timer of the bot's: the simulated clock would not wait for it,
        and its message might come at any time later.
        """
        self.bot.delivery.soon()
        await self.bot.delivery.idle()
        await self.settle()

    async def offer_all(self) -> None:
        """Offer the commands of every game, as if the server had played them all until today."""
        sync = self.bot.sync
        await sync._keep(self.guild.id, Server(sync._offers.games))
        await sync._sync(self.guild.id)

    def messages(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """What stands in a channel, oldest first."""
        place = channel or self.channel
        stored = sorted(self.env.backend.messages[place.id].values(), key=lambda m: m.id)
        return [to_discord_message(self.env, m) for m in stored if not m.flags & 64]

    def last(self, channel: ChannelHandle | None = None) -> discord.Message:
        """The newest message of a channel."""
        return self.messages(channel)[-1]


def pinged(message: discord.Message) -> str:
    """Whom a message mentions, before it says what it is about."""
    return message.content.partition(" · ")[0]


def new_bot(address: Address, packages: Sequence[str] = (), **options: Any) -> Waypost:
    """The whole bot on that database; its chapters have the same seeds in every run of a test."""
    options.setdefault("randomness", Random(SEED).randbytes)
    bot = assemble(open_database(address), packages=packages, **options)
    # At these tables everything may be typed; `tests.proofs.test_acting` goes by the page.
    bot.list_all()
    return bot


@asynccontextmanager
async def open_table(
    address: Address,
    *,
    packages: Sequence[str] = (),
    begin: bool = True,
    kept: bytes | None = None,
    **options: Any,
) -> AsyncIterator[Table]:
    """A server, its people and, unless told otherwise, a campaign with two heroes.

    What a table has `kept` is taken up with the database in which it left its campaign.
    """
    luck = Random(SEED)
    options.setdefault("randomness", luck.randbytes)
    bot = new_bot(address, packages, **options)
    # Not `simcord.run`: its context variable cannot be reset from a fixture's teardown.
    env = Clockwork(bot, check_errors=False)
    parts: dict[str, Any] = {} if kept is None else _taken_up(env, luck, kept)
    await env.start()
    made = Table(env, address, bot, packages, luck=luck, **(parts or _people(env)))
    try:
        if begin and kept is None:
            await begin_campaign(made)
        yield made
    finally:
        await made.bot.close()
        await env.shutdown()


def _people(env: Env) -> dict[str, Any]:
    """The server and its people."""
    guild = env.create_guild("The Lantern Inn")
    channel = guild.create_text_channel("table")
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    secret = guild.create_text_channel("game-master", overwrites=only_for(guild, managers))
    tavern = guild.create_text_channel("tavern")
    made = {"guild": guild, "channel": channel, "secret": secret, "tavern": tavern}
    for who, name in (("admin", "Odile"), ("gm", "Marisol")):
        made[who] = guild.add_member(env.create_user(name), roles=[managers])
    for name in ("Deacon", "Wren", "Stranger"):
        made[name.lower()] = guild.add_member(env.create_user(name))
    return made


def _taken_up(env: Env, luck: Random, kept: bytes) -> dict[str, Any]:
    """The same as they were, in this environment."""
    parts: dict[str, Any] = unpacked(kept, here=env)
    env.backend = parts.pop("backend")
    env._guilds.append(parts["guild"])
    luck.setstate(parts.pop("luck").getstate())
    return parts


def only_for(guild: GuildHandle, readers: RoleHandle) -> dict[Any, discord.PermissionOverwrite]:
    """What closes a channel to everybody but the bot and that role."""
    reads = discord.PermissionOverwrite(view_channel=True)
    closed = discord.PermissionOverwrite(view_channel=False)
    return {guild.default_role: closed, readers: reads, guild.me: reads}


async def begin_campaign(table: Table) -> None:
    """A campaign with a game master, two players and a hero each."""
    games = {"game": "second_kingdom"}
    await table.gm.slash(
        table.channel, "campaign create", name="Ashes", game_master_channel=table.secret, **games
    )
    for player, hero, courage in ((table.deacon, "Evander", 6), (table.wren, "Ysolde", 4)):
        await player.slash(table.channel, "campaign join")
        await player.slash(
            table.channel, "sk new", name=hero, courage=courage, prudence=5, temperance=3, conviction=3
        )
    await table.settle()


def answers(result: InteractionResult) -> Iterator[Any]:
    """Every message an interaction was answered with."""
    if result.response is not None:
        yield result.response
    yield from result.followups


def reply_of(result: InteractionResult) -> ResponseMessage:
    """The first answer to an interaction, which must be there."""
    assert result.response is not None
    return result.response


async def confirmed(who: MemberActor, channel: ChannelHandle, path: str, **options: Any) -> InteractionResult:
    """Use a command that asks first, and press what it offers."""
    asked = await who.slash(channel, path, **options)
    offers = [
        part["label"]
        for row in reply_of(asked).components
        for part in row["components"]
        if part.get("custom_id", "").startswith("offer|")
    ]
    assert len(offers) == 1, said(asked)
    return await who.click(reply_of(asked), label=offers[0])


def first_button(result: InteractionResult) -> str:
    """The custom_id of the first button of an answer."""
    custom_id: str = reply_of(result).components[0]["components"][0]["custom_id"]
    return custom_id


def text(message: Any) -> str:
    """Everything a message says, in one string; a space that keeps a figure on one line is a space."""
    parts = [message.content or ""]
    for embed in message.embeds:
        parts += [embed.title or "", embed.description or "", embed.footer.text or ""]
        parts += [f"{entry.name} {entry.value}" for entry in embed.fields]
    return "\n".join(part for part in parts if part).replace("\u00a0", " ")


def said(result: InteractionResult) -> str:
    """Everything an interaction was answered with."""
    return "\n".join(text(message) for message in answers(result))


# What Discord shows as a date, a name or a link's words: whoever reads sees none of its digits.
_IDS = re.compile(r"<(?:t:|@[!&]?|#|a?:\w+:)\d+[^>]*>|\(https?://[^)]*\)|`[0-9a-f]{16}…`")


def as_seen(words: str) -> str:
    """The same without the digits of times, people, channels and links, which differ by the clock."""
    return _IDS.sub("", words)


def is_menu(part: Any) -> bool:
    """Whether a component is a list whose lines are buttons."""
    return str(part.get("custom_id", "")).startswith(f"{SELECT_MARK}{MENU}|")


def is_apart(custom_id: str) -> bool:
    """Whether a button shows game masters what the card keeps apart for them."""
    return custom_id.startswith("gm_moves|")


async def press_on(who: MemberActor, message: Any, label: str) -> Any:
    """A press on a button of that message, on its choice in a menu, or on what game masters have there."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    labels = {part.get("label") for row in rows for part in row.get("components", ())}
    for part in (part for row in rows for part in row.get("components", ()) if is_menu(part)):
        for option in part["options"]:
            if option["label"] == label:
                return await who.select(message, [option["value"]], custom_id=part["custom_id"])
    ids = [str(part.get("custom_id")) for row in rows for part in row.get("components", ())]
    apart = [each for each in ids if is_apart(each)]
    if label not in labels and apart:
        return await press_on(who, reply_of(await who.click(message, custom_id=apart[0])), label)
    return await who.click(message, label=label)
