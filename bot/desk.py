"""The front desk: one interaction in, one call to `play`, one answer out, within Discord's time.

Cogs and screens write their handlers with it: about ten lines each. It is also the register of
every command, list, button and form, and of who may use it: a handler without a row stops the start.
The row decides who may look; who may act is asked again by the action itself, in `play`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import discord

from bot.delivery import Delivery
from bot.drawing import Gallery
from bot.engine.people import Actor, Permit
from bot.engine.system import RecordId, Scope
from bot.errors import Busy, Stale, UserError
from bot.play import Outcome, Play, Pressed, Request, Scenery, Where
from bot.ui.card import SELECT_MARK, Card
from bot.ui.errors import log_failure
from bot.ui.form import answers, form
from bot.ui.reply import NETWORK, Reply
from bot.ui.text import clip

T = TypeVar("T")
Interaction = discord.Interaction[Any]
Handler = Callable[[Reply, tuple[str, ...]], Awaitable[None]]
Choices = list[discord.app_commands.Choice[str]]
Panel = Callable[[Outcome], Card]

# What can't be deferred, a form or a list of suggestions, must be answered within Discord's 3 seconds.
PATIENCE = 2.0
MOST_CHOICES, CHOICE_NAME = 25, 100


@dataclass(frozen=True, slots=True)
class Control:
    """A button or form, and its handler."""

    handle: Handler
    can_defer: bool = True


# The kind of record that a server keeps of each person's own ways.
HABITS = "habits"

# Who may use a handler: commands as "/campaign create", and "button undo", "select setting", "form tell".
Register = Mapping[str, Permit]

# The choices of every step that waits; the action behind each says who may.
STEPS: Register = {
    "button do": Permit.EVERYONE,
    "button ask": Permit.EVERYONE,
    "form tell": Permit.EVERYONE,
}


class Desk:
    """What every handler needs."""

    def __init__(self, play: Play, gallery: Gallery, delivery: Delivery) -> None:
        self.play = play
        self.gallery = gallery
        self.delivery = delivery
        self.buttons: dict[str, Control] = {}
        self.selects: dict[str, Control] = {}
        self.forms: dict[str, Control] = {}
        self.register: dict[str, Permit] = {}
        # How each game finds the asker's own sheets, and what its page of help begins with.
        self.sheets: dict[str, Callable[[Interaction], Awaitable[list[Card]]]] = {}
        self.guides: dict[str, tuple[str, ...]] = {}
        # Server and person of everybody who asked to be answered in plain text.
        self.plain: set[tuple[int, int]] = set()
        self.enter(STEPS)
        self.add_button("do", self._do)
        self.add_button("ask", self._ask, can_defer=False)
        self.add_form("tell", self._told)

    # -- the register -------------------------------------------------------------------------------

    def enter(self, rows: Register) -> None:
        """Say who may use those handlers. Raises ValueError for one that is entered twice."""
        if twice := self.register.keys() & rows.keys():
            raise ValueError(f"entered twice: {', '.join(sorted(twice))}")
        self.register |= rows

    def require_register(self, tree: discord.app_commands.CommandTree[Any]) -> None:
        """See that every handler has its row and every row its handler. Raises LookupError."""
        handlers = {f"/{c.qualified_name}" for c in tree.walk_commands() if not _is_group(c)}
        for kind, names in (("button", self.buttons), ("select", self.selects), ("form", self.forms)):
            handlers |= {f"{kind} {name}" for name in names}
        if odd := handlers ^ self.register.keys():
            raise LookupError(
                f"a handler without its row in the register, or the other way round: {sorted(odd)}"
            )

    async def learn_habits(self) -> None:
        """Read who wants to be answered in plain text; said by `/plain` from then on."""
        kept = await self.play.kept_by_servers(HABITS)
        self.plain = {(guild, shown.owner) for guild, shown in kept if shown.owner and shown.state.plain}

    def may(self, interaction: Interaction) -> Permit:
        """Who may use what this interaction is about. Raises LookupError for what nobody entered."""
        command = interaction.command
        if command is not None:
            return self.register[f"/{command.qualified_name}"]
        name = _custom_id(interaction).split("|")[0]
        if interaction.type is discord.InteractionType.modal_submit:
            return self.register[f"form {name}"]
        kind = "select" if name.startswith(SELECT_MARK) else "button"
        return self.register[f"{kind} {name.removeprefix(SELECT_MARK)}"]

    def add_button(self, name: str, handle: Handler, *, can_defer: bool = True) -> None:
        """Answer for every button of that name, of this process or an earlier one."""
        self.buttons[name] = Control(handle, can_defer)

    def add_select(self, name: str, handle: Handler, *, can_defer: bool = True) -> None:
        """Answer for every list of that name; what was chosen comes after the list's own arguments."""
        self.selects[name] = Control(handle, can_defer)

    def add_form(self, name: str, handle: Handler) -> None:
        """Answer for every form of that name."""
        self.forms[name] = Control(handle)

    async def pressed(self, interaction: Interaction, name: str, args: tuple[str, ...]) -> None:
        """A button was pressed."""
        await self._serve(interaction, self.buttons.get(name), args)

    async def chosen(self, interaction: Interaction, name: str, args: tuple[str, ...]) -> None:
        """Something was chosen from a list."""
        await self._serve(interaction, self.selects.get(name), args)

    async def submitted(self, interaction: Interaction, name: str, args: tuple[str, ...]) -> None:
        """A form was sent."""
        await self._serve(interaction, self.forms.get(name), args, typed=_typed(interaction))

    async def _serve(
        self, interaction: Interaction, control: Control | None, args: tuple[str, ...], typed: str = ""
    ) -> None:
        async with self.reply(interaction, can_defer=control is None or control.can_defer) as reply:
            reply.typed = typed
            if control is None:
                raise Stale("That button is from an older version and does nothing now; nothing was changed.")
            await control.handle(reply, args)

    # -- handlers' tools ----------------------------------------------------------------------------

    def reply(self, interaction: Interaction, *, can_defer: bool = True) -> Reply:
        """The boundary of a command handler: `async with desk.reply(interaction) as reply`."""
        is_plain = (interaction.guild_id, interaction.user.id) in self.plain
        return Reply(interaction, can_defer=can_defer, is_plain=is_plain)

    async def act(
        self, interaction: Interaction, action: Any, *, quietly: bool = False, where: Where = Where.CHANNEL
    ) -> None:
        """Answer a command that is one action."""
        async with self.reply(interaction) as reply:
            await self.carry_out(reply, action, quietly=quietly, where=where)

    async def carry_out(
        self,
        reply: Reply,
        action: Any,
        *,
        quietly: bool = False,
        where: Where = Where.CHANNEL,
        campaign: str | None = None,
        panel: Panel | None = None,
    ) -> Outcome:
        """Carry out an action, show its outcome and give it.

        `quietly` answers privately and lets the channel's message come apart from the command; so does
        `panel`, which redraws the private message whose list was used. `where` and `campaign` say which
        campaign is meant. Raises UserError.
        """
        actor, request = _who_and_where(reply)
        request = replace(request, where=where, campaign=campaign)
        return await self.show(reply, self.play.act(actor, request, action), quietly=quietly, panel=panel)

    async def show(
        self, reply: Reply, acting: Awaitable[Outcome], *, quietly: bool = False, panel: Panel | None = None
    ) -> Outcome:
        """Wait for an outcome, answer with it and give it."""
        interaction = reply.interaction.id
        self.delivery.claim(interaction)
        try:
            outcome = await acting
            reply.entry = outcome.public.entry.number
            if panel is not None and not outcome.is_repeat:
                await reply.update(panel(outcome))
            else:
                await self._answer(reply, outcome, quietly=quietly)
            return outcome
        finally:
            # What was not shown by now is the outbox's.
            self.delivery.release(interaction)
            self.delivery.soon()

    async def _answer(self, reply: Reply, outcome: Outcome, *, quietly: bool) -> None:
        row = outcome.rows.get("public")
        if outcome.is_repeat and self.delivery.is_claimed_twice(reply.interaction.id):
            # Delivered twice at once: the handler that acted answers, and must come first.
            await reply.leave()
            return
        elsewhere = outcome.public.entry.channel != reply.interaction.channel_id
        if outcome.is_repeat or row is None or quietly or elsewhere:
            await reply.private(self._privately(outcome))
            return
        card = self.gallery.card(outcome.public)
        self.delivery.sending(row)
        try:
            message = await reply.public(card)
        except NETWORK as error:
            # The journal has it, and the outbox will show it: no apology is due.
            log_failure(error, reply.interaction, expected=True)
            return
        if message is not None:
            self.delivery.shown(row, outcome.public, card, message)

    def _privately(self, outcome: Outcome) -> Card:
        if outcome.is_repeat:
            where = f" It is [here]({outcome.delivered.url})." if outcome.delivered else ""
            return self.gallery.card(outcome.private).add(
                f"This was done once already; once is enough.{where}"
            )
        return self.gallery.card(outcome.private)

    async def look(
        self,
        interaction: Interaction,
        scope: Scope | None = None,
        *,
        where: Where = Where.CHANNEL,
        campaign: str | None = None,
    ) -> Scenery:
        """What the asker may see of the campaign and the scope's records. Raises UserError.

        Only for those whom the register lets use the command, button or list at hand.
        """
        request = replace(request_of(interaction), where=where, campaign=campaign)
        return await self.play.look(actor_of(interaction), request, scope, may=self.may(interaction))

    async def suggest(
        self, interaction: Interaction, find: Callable[[], Awaitable[Sequence[tuple[str, str]]]]
    ) -> Choices:
        """(name, value) pairs for an autocomplete: none at all rather than an error or a wait."""
        try:
            found = await in_time(find())
        except UserError:
            return []
        except Exception as error:  # noqa: BLE001  the boundary of autocompletes
            log_failure(error, interaction)
            return []
        named = [(clip(name, CHOICE_NAME), value) for name, value in found]
        return [discord.app_commands.Choice(name=n, value=v) for n, v in named[:MOST_CHOICES]]

    # -- steps that wait, of every game ---------------------------------------------------------------

    async def _do(self, reply: Reply, args: tuple[str, ...]) -> None:
        await self.show(reply, self.play.press(*_who_and_where(reply), step_of(args)))

    async def _ask(self, reply: Reply, args: tuple[str, ...]) -> None:
        offered = await in_time(self.play.offered(*_who_and_where(reply), step_of(args)))
        await reply.modal(form("|".join(("tell", *args)), offered.label, offered.asks))

    async def _told(self, reply: Reply, args: tuple[str, ...]) -> None:
        typed = answers(reply.interaction.data)
        await self.show(reply, self.play.press(*_who_and_where(reply), step_of(args), typed))


def _custom_id(interaction: Interaction) -> str:
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))


def _is_group(command: Any) -> bool:
    return isinstance(command, discord.app_commands.Group)


def step_of(args: tuple[str, ...]) -> Pressed:
    """Record, step, revision and choice out of a button. Raises Stale where it holds something else."""
    if len(args) != 4 or not args[2].isascii() or not args[2].isdigit() or len(args[2]) > 9:
        raise Stale("That button is damaged; nothing was changed. Use the newest message.")
    return Pressed(RecordId(args[0]), args[1], int(args[2]), args[3])


def _who_and_where(reply: Reply) -> tuple[Actor, Request]:
    return actor_of(reply.interaction), request_of(reply.interaction)


async def in_time(work: Awaitable[T]) -> T:
    """The work's result if it comes while there is still time to answer. Raises Busy."""
    task = asyncio.ensure_future(work)
    timer = asyncio.get_running_loop().call_later(PATIENCE, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        if timer.when() <= asyncio.get_running_loop().time():
            raise Busy from None
        raise
    finally:
        timer.cancel()


def actor_of(interaction: Interaction) -> Actor:
    """Who acts, as Discord vouches for them in this interaction: no cache, no privileged intent."""
    user = interaction.user
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()
    return Actor(user.id, user.display_name, roles, interaction.permissions.manage_guild)


def request_of(interaction: Interaction) -> Request:
    """Where it happens. Raises UserError outside a server."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise UserError(
            "Waypost keeps campaigns of servers; use it in a server's channel, not in a direct message."
        )
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Request(interaction.id, interaction.guild_id, interaction.channel_id, parent)


def _typed(interaction: Interaction) -> str:
    return "\n".join(text for text in answers(interaction.data).values() if text)
