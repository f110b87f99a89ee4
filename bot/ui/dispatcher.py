"""The dispatcher: one interaction in, one call to `play`, one answer out, within Discord's time.

Cogs and screens write their handlers with it: about ten lines each, entered in its register.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import discord

from bot.engine.card import ASK, DO, SELECT_MARK, Button, Card, Tone
from bot.engine.declare import Command, Invocation, KnownCampaign, options_of
from bot.engine.finders import Asker, only_named, outside
from bot.engine.habits import HABITS_KIND
from bot.engine.pages import Turns
from bot.engine.people import Actor, Permit, Standing
from bot.engine.picking import Drawing, Making
from bot.engine.proposals import Proposal
from bot.engine.system import RecordId, Scope, System
from bot.engine.text import Safe, T, led_by, refused
from bot.errors import Busy, Crowded, RuleViolation, UserError
from bot.play import (
    GAME_MASTER_POST,
    PUBLIC_POST,
    CampaignView,
    NoCampaign,
    Outcome,
    Play,
    Post,
    Pressed,
    Preview,
    Request,
    Taken,
    Where,
)
from bot.play.session import TABLE
from bot.ui.card import chosen_button
from bot.ui.corrections import COMPLETE, CORRECT, Corrections
from bot.ui.delivery import Delivery
from bot.ui.errors import damaged_button, log_entry, log_failure, old_button
from bot.ui.modal import answers, modal
from bot.ui.owed import Owed
from bot.ui.pages import in_pages
from bot.ui.places import OfGuild, is_seen
from bot.ui.renderer import OFFER, Renderer, with_room
from bot.ui.reply import HERE, NETWORK, Reply
from bot.ui.text import NAMES, caption

Interaction = discord.Interaction[Any]
Handler = Callable[[Reply, tuple[str, ...]], Awaitable[None]]

# Who may use a handler: commands as "/campaign create", and "button undo", "select setting", "form tell".
Register = Mapping[str, Permit]


@dataclass(frozen=True, slots=True)
class Control:
    """A button or form, and its handler."""

    handle: Handler
    can_defer: bool = True


class Handlers:
    """The handlers of buttons, lists and forms by name, and who may use what."""

    def __init__(self) -> None:
        self.buttons: dict[str, Control] = {}
        self.selects: dict[str, Control] = {}
        self.forms: dict[str, Control] = {}
        self.register: dict[str, Permit] = {}

    def enter(self, rows: Register) -> None:
        """Say who may use those handlers. Raises ValueError for one that is entered twice."""
        if twice := self.register.keys() & rows.keys():
            raise ValueError(f"entered twice: {', '.join(sorted(twice))}")
        self.register |= rows

    def require_register(self, tree: discord.app_commands.CommandTree[Any]) -> None:
        """See that every handler has its row and every row its handler. Raises LookupError."""
        commands = (c for c in tree.walk_commands() if not isinstance(c, discord.app_commands.Group))
        handlers = {f"/{c.qualified_name}" for c in commands}
        for kind, names in (("button", self.buttons), ("select", self.selects), ("form", self.forms)):
            handlers |= {f"{kind} {name}" for name in names}
        if odd := handlers ^ self.register.keys():
            raise LookupError(
                f"a handler without its row in the register, or the other way round: {sorted(odd)}"
            )

    def may(self, interaction: Interaction) -> Permit:
        """Who may use what this interaction is about. Raises LookupError for what nobody entered."""
        return self.register[_row(interaction)]

    def add_button(
        self, name: str, handle: Handler, *, may: Permit | None = None, can_defer: bool = True
    ) -> None:
        """Answer for every button of that name, of this process or an earlier one.

        Without `may` its row in the register is entered apart, as for lists and forms.
        """
        self.buttons[name] = Control(handle, can_defer)
        self.enter({f"button {name}": may} if may is not None else {})

    def add_select(
        self, name: str, handle: Handler, *, may: Permit | None = None, can_defer: bool = True
    ) -> None:
        """Answer for every list of that name; what was chosen comes after the list's own arguments."""
        self.selects[name] = Control(handle, can_defer)
        self.enter({f"select {name}": may} if may is not None else {})

    def add_form(self, name: str, handle: Handler, *, may: Permit | None = None) -> None:
        """Answer for every form of that name."""
        self.forms[name] = Control(handle)
        self.enter({f"form {name}": may} if may is not None else {})


def _custom_id(interaction: Interaction) -> str:
    data: Any = interaction.data or {}
    return chosen_button(data) or str(data.get("custom_id", ""))


def _row(interaction: Interaction) -> str:
    """The register's name for what this interaction is about."""
    command = interaction.command
    if command is not None:
        return f"/{command.qualified_name}"
    name = _custom_id(interaction).split("|")[0]
    if interaction.type is discord.InteractionType.modal_submit:
        return f"form {name}"
    kind = "select" if name.startswith(SELECT_MARK) else "button"
    return f"{kind} {name.removeprefix(SELECT_MARK)}"


R = TypeVar("R")
Choices = list[discord.app_commands.Choice[str]]
Panel = Callable[[Outcome], Card]
# A command or group as it stands in the tree.
Root = (
    discord.app_commands.Command[Any, ..., Any]
    | discord.app_commands.Group
    | discord.app_commands.ContextMenu
)
# What a private answer that has no control of its own leads on to.
WaysOn = Callable[[Interaction, Card], Awaitable[tuple[Button, ...]]]
# Whether an answer is private, or what says so of its outcome.
Quietly = bool | Callable[[Outcome], bool]

# What can't be deferred, a form or a list of suggestions, must be answered within Discord's 3 seconds.
PATIENCE = 2.0
MOST_CHOICES, CHOICE_NAME = 25, 100
# The button that shows a look at another page, and how long Discord lets what it holds be.
LOOK, CUSTOM_ID = "look", 100

# Said to who acted where an outage has held up messages.
LATE = T("Messages are late in {channel:#}: this one appears there after those before it.")
# The action that says how somebody is answered.
SET_PLAIN = "SetPlain"


@dataclass(frozen=True, slots=True)
class GameOdds:
    """What `/odds` works out of a game's own, which is all there is of the game in direct messages.

    `examples` are suggested: what each asks, and how it is typed.
    """

    examples: tuple[tuple[T, str], ...]
    read: Callable[[str], Card]


# How many are worked on at once: with more, all of them would come late. With so many waiting before it,
# a request is acknowledged first, and what asks for nothing but a look is told to come back.
AT_ONCE, LONG = 16, 64


class Crowd:
    """The line of those who want to be answered, in the order in which they came."""

    def __init__(self, at_once: int = AT_ONCE, long: int = LONG) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._waiting, self._long = 0, long

    @property
    def is_full(self) -> bool:
        """True if the next interaction has to wait for its turn."""
        return self._turns.locked()

    @asynccontextmanager
    async def turn(self, reply: Reply, *, is_look: bool) -> AsyncIterator[None]:
        """Wait for a turn, and keep it. Raises Crowded for what can't be answered in time."""
        if self._waiting >= self._long:
            if is_look:
                raise Crowded
            await reply.acknowledge()
        self._waiting += 1
        try:
            has_time = reply.can_defer and not is_look
            await (self._turns.acquire() if has_time else in_time(self._turns.acquire()))
        except Busy:
            raise Crowded from None
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._turns.release()


class Offering(Protocol):
    """Sees that each server is offered the commands of the games that are played there."""

    async def offer(self, guild: int, games: Collection[str]) -> T | None:
        """See that a server has the commands of those games; why it hasn't, told once."""

    def why_lacking(self, guild: int, games: Collection[str]) -> T | None:
        """Why a server hasn't those commands; None where it has them."""


@dataclass
class _Acted:
    """What was carried out; whether its answer told all that had to be shown of it."""

    is_told: bool = False


class Dispatcher(Handlers):
    """Answers interactions; every handler gets it."""

    def __init__(self, play: Play, renderer: Renderer, delivery: Delivery, owed: Owed | None = None) -> None:
        super().__init__()
        self.play = play
        self._owed = owed
        self.renderer = renderer
        self.delivery = delivery
        # How each game finds the asker's own sheets, and what its page of help begins with.
        self.sheets: dict[str, Callable[[Interaction], Awaitable[list[Card]]]] = {}
        self.guides: dict[str, tuple[T, ...]] = {}
        # What a game tells the asker to do next, in `/help` and when a campaign begins, and its buttons.
        self.midst: dict[str, Callable[[Interaction], Awaitable[Card | None]]] = {}
        # What the asker can do though nobody waits for it: `/waiting` tells it below what waits.
        self.moves: dict[str, Callable[[Interaction], Awaitable[Card | None]]] = {}
        # What each game offers to begin with, and which game a row of the register is of.
        self.begins: dict[str, tuple[Any, ...]] = {}
        self.games: dict[str, str] = {}
        # A look of each game that `/help` shows in direct messages, where the game has no commands.
        self.anywhere: dict[str, tuple[T, str]] = {}
        # Each game's own odds, by the word that they begin with.
        self.odds: dict[str, GameOdds] = {}
        # What an action's outcome is followed by, for who acted alone.
        self.follows: dict[str, Callable[[Reply, Outcome], Awaitable[None]]] = {}
        # What takes the place of a preview, once that action is carried out from there.
        self.panels: dict[str, Panel] = {}
        # Every declared command by its path.
        self.commands: dict[str, Command] = {}
        # Those that Discord's list leaves out, by path.
        self.unlisted: Collection[str] = frozenset().union(
            *(each.unlisted for each in play.catalogue.systems.values())
        )
        # What is drawn beside lists, and the lists that are made beside discord.py, by name.
        self.drawings: dict[str, Drawing] = {}
        self.lists: dict[str, Making] = {}
        # Server and person of everybody who asked to be answered in plain text.
        self.plain: set[tuple[int, int]] = set()
        # Who sends Discord the commands of games; None where nobody does.
        self.offering: Offering | None = None
        self.ways_on: WaysOn | None = None
        self._corrections = Corrections(play)
        # What keeps a core busy is worked out one at a time.
        self._counting = asyncio.Lock()
        self.crowd = Crowd()
        # Of the pictures that people upload, one at a time is in memory.
        self.uploading = asyncio.Lock()
        # The choices of every step that waits; the action behind each says who may.
        self.add_button(DO, self._do, may=Permit.EVERYONE)
        self.add_button(ASK, self._ask, may=Permit.EVERYONE, can_defer=False)
        # Where there are many, they stand in a list.
        self.add_select(DO, self._do, may=Permit.EVERYONE)
        self.add_form("tell", self._told, may=Permit.EVERYONE)
        self.add_button(OFFER, self._take, may=Permit.EVERYONE)
        self.add_button(CORRECT, self._correct, may=Permit.EVERYONE, can_defer=False)
        # What a look shows, its own permit says.
        self.add_button(LOOK, self._turn, may=Permit.EVERYONE)

    def game_of(self, root: Root) -> str | None:
        """The game whose cog made a command or group; None where that is the table's."""
        first: Any = root
        while isinstance(first, discord.app_commands.Group):
            first = first.commands[0]
        game = self.games.get(f"/{first.qualified_name}")
        return None if game == TABLE else game

    def why_lacking(self, guild: int, games: Collection[str]) -> T | None:
        """Why Discord doesn't offer all the commands of games on a server, if it doesn't."""
        return self.offering.why_lacking(guild, games) if self.offering is not None else None

    async def learn_habits(self) -> None:
        """Read who wants to be answered in plain text; said by `/preferences plain` from then on."""
        kept = await self.play.of_servers(HABITS_KIND)
        self.plain = {(guild, record.owner) for guild, record in kept if record.owner and record.state.plain}

    async def pressed(self, interaction: Interaction, name: str, args: tuple[str, ...]) -> None:
        """Answer a press of a button."""
        await self._serve(interaction, self.buttons.get(name), args)

    async def chosen(self, interaction: Interaction, name: str, args: tuple[str, ...]) -> None:
        """Answer a choice from a list."""
        await self._serve(interaction, self.selects.get(name), args)

    async def submitted(self, interaction: Interaction, name: str, args: tuple[str, ...]) -> None:
        """Answer a form that was sent."""
        typed = "\n".join(filter(None, answers(interaction.data).values()))
        await self._serve(interaction, self.forms.get(name), args, typed=typed)

    async def _serve(
        self, interaction: Interaction, control: Control | None, args: tuple[str, ...], typed: str = ""
    ) -> None:
        async def handle(reply: Reply) -> None:
            reply.typed = typed
            if control is None:
                raise old_button()
            await control.handle(reply, args)

        can_defer = control is None or control.can_defer
        is_look = control is self.buttons[LOOK]
        await self.answer(interaction, handle, can_defer=can_defer, is_look=is_look)

    # -- handlers' tools ----------------------------------------------------------------------------

    def reply(self, interaction: Interaction, *, can_defer: bool = True) -> Reply:
        """The boundary of what was sent: `async with dispatcher.reply(interaction) as reply`."""
        NAMES.learn(interaction)
        is_plain = (interaction.guild_id, interaction.user.id) in self.plain
        return Reply(
            interaction,
            can_defer=can_defer,
            is_plain=is_plain,
            corrections=self._corrections,
            owed=self._owed,
            ways_on=self.ways_on,
        )

    async def answer(
        self,
        interaction: Interaction,
        handle: Callable[[Reply], Awaitable[None]],
        *,
        can_defer: bool = True,
        is_look: bool = False,
    ) -> None:
        """Have it handled once its turn has come; a look that would come too late is refused."""
        self.delivery.secrecy.readers.saw(interaction.user)
        game = self.play.catalogue.systems.get(self.games.get(_row(interaction), ""))
        with led_by(game.game_master if game is not None else None):
            async with (
                self.reply(interaction, can_defer=can_defer) as reply,
                self.crowd.turn(reply, is_look=is_look),
            ):
                try:
                    await handle(reply)
                except RuleViolation:
                    await self._require_game(interaction, game)
                    raise

    async def _require_game(self, interaction: Interaction, game: System | None) -> None:
        """Say of a refused command that its game isn't played here, if so. Raises RuleViolation."""
        command = self.commands.get(_row(interaction).removeprefix("/"))
        if game is not None and command is not None and not command.is_anywhere:
            with suppress(NoCampaign):
                await self.play.require_game(actor_of(interaction), request_of(interaction), game)

    async def act(
        self, interaction: Interaction, action: Any, *, quietly: bool = False, where: Where = Where.CHANNEL
    ) -> None:
        """Answer a command that is one action."""

        async def handle(reply: Reply) -> None:
            await self.carry_out(reply, action, quietly=quietly, where=where)

        await self.answer(interaction, handle)

    async def carry_out(
        self,
        reply: Reply,
        action: Any,
        *,
        quietly: Quietly = False,
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
        self,
        reply: Reply,
        acting: Awaitable[Outcome],
        *,
        quietly: Quietly = False,
        panel: Panel | None = None,
    ) -> Outcome:
        """Wait for an outcome, answer with it and give it."""
        async with self._acting(reply) as acted:
            outcome = await acting
            acted.is_told = await self._show(reply, outcome, quietly=quietly, panel=panel)
            return outcome

    @asynccontextmanager
    async def _acting(self, reply: Reply) -> AsyncIterator[_Acted]:
        """While something is carried out and answered, delivery leaves its message to the answer."""
        interaction = reply.interaction.id
        self.delivery.claim(interaction, reply.interaction.channel_id)
        acted = _Acted()
        try:
            await self.delivery.learn(request_of(reply.interaction).message)
            yield acted
        finally:
            # What was not shown by now is the outbox's.
            self.delivery.release(interaction, is_told=acted.is_told)
            self.delivery.soon(looks=not acted.is_told)

    async def _show(
        self,
        reply: Reply,
        outcome: Outcome,
        *,
        quietly: Quietly,
        panel: Panel | None,
        is_taken: bool = False,
    ) -> bool:
        """Answer with an outcome; whether that was all that had to be shown of it."""
        entry = outcome.public.entry
        is_told = False
        reply.entry = entry.number
        if PUBLIC_POST in outcome.rows:
            self.delivery.appears_in(entry.channel, reply.interaction.id)
        is_repeat = outcome.is_repeat
        log_entry(reply.interaction, entry.campaign, entry.number, entry.action, is_repeat=is_repeat)
        if panel is None and is_taken and reply.is_on_private_message:
            panel = self.panels.get(entry.action)
        if panel is not None and not is_repeat:
            await reply.update(panel(outcome))
        else:
            is_quiet = quietly if isinstance(quietly, bool) else quietly(outcome)
            is_told = await self._answer(reply, outcome, quietly=is_quiet, is_taken=is_taken)
        follow = self.follows.get(entry.action)
        if follow is not None and not is_repeat:
            await follow(reply, outcome)
        campaign = outcome.public.campaign
        if self.offering is not None and (why := await self.offering.offer(campaign.guild, campaign.systems)):
            await reply.private(why())
        return is_told and outcome.is_alone

    # -- previews -----------------------------------------------------------------------------------

    async def preview(
        self,
        reply: Reply,
        *actions: Any,
        where: Where = Where.CHANNEL,
        campaign: str | None = None,
        why: str = "",
        in_place: bool = False,
        beside: Callable[[Preview], Card] | None = None,
        back: Button | None = None,
    ) -> None:
        """Show privately what actions in a row would come to, with a button that carries them out.

        `in_place` it takes the place of the private message whose control was pressed, and `back` leads there
        again; the controls of what is `beside` it stand below. Raises UserError where the only one is
        refused, whatever else.
        """
        actor, request = _who_and_where(reply)
        request = _meant(replace(request, where=where, campaign=campaign), *actions)
        shown = await self.play.preview(actor, request, actions)
        card = self.renderer.preview(replace(shown, why=why or shown.why))
        if beside is not None:
            more = beside(shown)
            card = card.add(buttons=more.buttons, selects=more.selects)
        # A game may lead there under a name of its own.
        if back is not None and back.custom_id not in {each.custom_id for each in card.buttons}:
            card = with_room(card, back)
        await (reply.update(card) if in_place else reply.private(card))

    async def act_or_preview(
        self,
        reply: Reply,
        action: Any,
        *,
        campaign: str | None = None,
        panel: Panel | None = None,
        back: Button | None = None,
    ) -> None:
        """Carry out what needs no word before: no dice decide, and the rules note nothing for a preview.

        Else show what would come of it, as `preview` does. Either takes the place of a `panel` whose list was
        used; `back` leads there from the preview. Raises UserError.
        """
        actor, request = _who_and_where(reply)
        request = _meant(replace(request, campaign=campaign), action)
        await self._show_taken(reply, self.play.act_or_offer(actor, request, action), panel=panel, back=back)

    async def press(self, reply: Reply, pressed: Pressed, answers: Mapping[str, str] | None = None) -> None:
        """Carry out a choice of a step, with its form's answers, or show first what would come of it.

        Raises UserError, Stale where the step has moved on.
        """
        await self._show_taken(reply, self.play.press(*_who_and_where(reply), pressed, answers))

    async def _take(self, reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 1:
            raise damaged_button()
        await self._show_taken(reply, self.play.take(*_who_and_where(reply), args[0]), in_place=True)

    async def _show_taken(
        self,
        reply: Reply,
        taking: Awaitable[Taken],
        *,
        in_place: bool = False,
        panel: Panel | None = None,
        back: Button | None = None,
    ) -> None:
        """Answer with what was carried out, and show what was not; `in_place` of the preview pressed."""
        async with self._acting(reply) as acted:
            taken = await taking
            if taken.outcomes:
                first, *others = taken.outcomes
                is_told = await self._show(reply, first, quietly=False, panel=panel, is_taken=in_place)
                acted.is_told = is_told and not others
        if taken.stopped is not None:
            told = T("{n} done. The rest isn't, because of the next one: {why}")
            await reply.private(told(n=len(taken.outcomes), why=taken.stopped))
        if taken.renewed is not None:
            card = self.renderer.preview(taken.renewed)
            card = card.add(buttons=(back,)) if back is not None else card
            is_panel = panel is not None or in_place
            await (reply.update(card) if is_panel and not taken.outcomes else reply.private(card))

    async def _answer(self, reply: Reply, outcome: Outcome, *, quietly: bool, is_taken: bool) -> bool:
        """Answer with an outcome; whether everybody's message of it is there now."""
        row = outcome.rows.get(PUBLIC_POST)
        if outcome.is_repeat and self.delivery.is_claimed_twice(reply.interaction.id):
            # Delivered twice at once: the handler that acted answers, and must come first.
            await reply.leave()
            return False
        if outcome.pressed is not None:
            await self._move_on(reply, outcome, outcome.pressed)
            return False
        elsewhere = outcome.public.entry.channel != reply.interaction.channel_id
        is_held = _appears_here(reply, outcome) and await self._holds(outcome)
        goes_on = _goes_on(reply, outcome) or (outcome.in_place and is_taken)
        if _appears_here(reply, outcome) and not is_held:
            await reply.acknowledge()
            return False
        # Nobody reads it before what was said earlier: the outbox has it behind that.
        is_late = self._is_late(reply, outcome.public.entry.channel)
        is_apart = elsewhere or goes_on or outcome.in_place or is_late or is_held
        if row is None or outcome.is_repeat or quietly or is_apart:
            card = await self._apart(outcome, elsewhere=elsewhere, is_late=is_late)
            await (reply.update(card) if goes_on else reply.private(card))
            self.delivery.reached()
            return False
        card = self.renderer.card(await self.renderer.prepared(outcome.public))
        self.delivery.sending(row)
        try:
            message = await reply.public(card)
        except NETWORK as error:
            # The journal has it, and the outbox will show it: no apology is due.
            log_failure(error, reply.interaction, expected=True)
            message = None
        channel = outcome.public.entry.channel
        if message is None:
            self.delivery.leave(channel)
            return False
        self.delivery.appeared(row, outcome.public, card, message, channel, is_posted=True)
        return True

    async def _apart(self, outcome: Outcome, *, elsewhere: bool, is_late: bool) -> Card:
        """The private answer; short where everybody is about to read just the same right there."""
        await self.renderer.prepared(outcome.private)
        card = self._privately(outcome)
        if PUBLIC_POST not in outcome.rows:
            return card
        if is_late:
            return card.add(LATE(channel=outcome.public.entry.channel))
        if elsewhere or outcome.is_repeat or card.has_controls:
            return card
        public = self.renderer.card(await self.renderer.prepared(outcome.public))
        is_same = (card.title, card.lines, card.fields) == (public.title, public.lines, public.fields)
        return Card(lines=(HERE(),), tone=Tone.QUIET) if is_same else card

    def _is_late(self, reply: Reply, channel: int) -> bool:
        """Whether what was said earlier in that channel has yet to appear."""
        if self.delivery.is_late(channel):
            return True
        # What was deferred comes by the outbox anyway.
        return not reply.is_acknowledged and self.delivery.is_overtaking(reply.interaction.id, channel)

    async def _move_on(self, reply: Reply, outcome: Outcome, post: Post) -> None:
        """Redraw the live card that was pressed; what does not arrive, delivery does."""
        message, channel = reply.interaction.message, reply.interaction.channel_id
        if message is None or channel is None:
            raise LookupError("no card was pressed")
        if post.is_secret and await self._holds(outcome):
            await self.renderer.prepared(outcome.private)
            await reply.private(self._privately(outcome))
            return
        with self.delivery.editing(message.id) as is_free:
            if not is_free:
                await reply.acknowledge()
                return
            card = self.renderer.card(await self.renderer.prepared(post))
            try:
                is_redrawn = await reply.redraw(card)
            except NETWORK as error:
                log_failure(error, reply.interaction, expected=True)
                return
        if is_redrawn:
            row = outcome.rows[GAME_MASTER_POST if post.is_secret else PUBLIC_POST]
            self.delivery.appeared(row, post, card, message.id, channel, is_posted=False)

    async def _holds(self, outcome: Outcome) -> bool:
        """Whether a secret may not appear in the game masters' channel now; nor where nobody can tell."""
        post = outcome.private
        try:
            return await self.delivery.secrecy.holds(post.campaign.guild, post.entry.campaign, post.campaign)
        except NETWORK as error:
            log_failure(error, expected=True)
            return True

    def _privately(self, outcome: Outcome) -> Card:
        if outcome.in_place:
            return self.renderer.moved(outcome.private, outcome.card)
        if outcome.is_repeat:
            sent = outcome.delivered
            if sent is None:
                line = T("This was already done.")()
            else:
                done = T("This was already done. It's [here]({url}).")
                line = done(url=Safe(sent.url))
            return self.renderer.card(outcome.private).add(line)
        return self.renderer.card(outcome.private)

    async def look(
        self,
        interaction: Interaction,
        scope: Scope | None = None,
        *,
        where: Where = Where.CHANNEL,
        campaign: str | None = None,
    ) -> CampaignView:
        """What the asker may see of the campaign and the scope's records. Raises UserError.

        Only for those whom the register lets use the command, button or list at hand.
        """
        request = replace(request_of(interaction), where=where, campaign=campaign)
        return await self.play.look(actor_of(interaction), request, scope, may=self.may(interaction))

    async def show_look(self, reply: Reply, asked: Invocation, page: int | None = None) -> None:
        """Show a declared look privately, or another page of it in place of the last. Raises UserError."""
        card = await self._card(reply.interaction, asked)
        turns = _turns(asked)
        if turns is not None:
            card = in_pages(card, turns, page or 0, is_plain=reply.is_plain)
        await (reply.private(card) if page is None else reply.update(card))

    async def _card(self, interaction: Interaction, asked: Invocation) -> Card:
        """What a look shows, outside of any campaign too where it needs none. Raises UserError."""
        is_apart = asked.command.is_anywhere and asked.given.keys().isdisjoint(asked.command.finders)
        if not is_apart or interaction.guild_id is not None:
            try:
                return await self.ask(interaction, asked, asked.to_card)
            except NoCampaign:
                if not is_apart:
                    raise
        return asked.to_card(outside(interaction.user.id, asked.given))

    async def _turn(self, reply: Reply, args: tuple[str, ...]) -> None:
        path, *held, page = args if len(args) > 1 else ("", "")
        command = self.commands.get(path)
        try:
            if command is None or command.show is None:
                raise KeyError(path)
            options = options_of(command.options)
            texts = dict(each.split("=", 1) for each in held)
            given = {
                name: await self.campaign(reply.interaction, text)
                if options[name].kind is KnownCampaign
                else options[name].read(text)
                for name, text in texts.items()
            }
            shown = abs(int(page))
        except (KeyError, ValueError):
            # Of a version that had another look, or other options of it.
            raise old_button() from None
        await self.show_look(reply, Invocation(command, given), shown)

    async def give(self, reply: Reply, asked: Invocation) -> Outcome:
        """Carry out what a command comes to, show its outcome and give it. Raises UserError."""
        command = asked.command
        quietly = _holds_secrets if command.is_discreet else command.is_quiet
        return await self.show(reply, self._given(reply, asked), quietly=quietly)

    async def _given(self, reply: Reply, asked: Invocation) -> Outcome:
        request = _meant(request_of(reply.interaction), asked)
        outcome = await self.play.act(actor_of(reply.interaction), request, asked)
        reply.entry = outcome.public.entry.number
        if outcome.public.entry.action == SET_PLAIN:
            # It holds for this answer already.
            await self.learn_habits()
            reply.is_plain = (reply.interaction.guild_id, reply.interaction.user.id) in self.plain
        return outcome

    async def ask(
        self, interaction: Interaction, asked: Invocation, answer: Callable[[Asker], R], typed: str = ""
    ) -> R:
        """What a pure function answers, of what the asker may see. Raises UserError."""
        request = _meant(request_of(interaction), asked)
        asker = self.play.ask(actor_of(interaction), request, asked, answer, typed)
        return await (in_time(asker) if asked.command.opens_form(asked.given) else asker)

    async def campaigns(
        self, interaction: Interaction, part: str = "", *, archived: bool = True
    ) -> list[KnownCampaign]:
        """The server's campaigns with that piece in their name that the asker may know of."""
        actor, request = actor_of(interaction), request_of(interaction)
        known = await self.play.known_campaigns(actor, request, part, archived=archived)
        return [each for each in known if _may_be_known(each, interaction)]

    async def campaign(
        self, interaction: Interaction, text: str, offered: Callable[[KnownCampaign], bool] | None = None
    ) -> KnownCampaign:
        """The campaign of that id or name, of those that are `offered` if any is. Raises RuleViolation."""
        found = await self.campaigns(interaction, text)
        named = [(each.name, each) for each in found]
        fitting = [each for each in named if offered is None or offered(each[1])]
        by_id = (each for each in found if each.id == text.strip())
        meant = next(by_id, None) or only_named(text, fitting) or only_named(text, named)
        if meant is None:
            raise refused(
                "campaign.unknown",
                "There's no campaign called “{name:60}” here. Pick one from the list.",
                name=text,
            )
        return meant

    async def work_out(self, work: Callable[..., R], *values: Any) -> R:
        """What a function gives that may keep a core busy: apart from the event loop, one at a time."""
        async with self._counting:
            return await asyncio.to_thread(work, *values)

    async def suggest(
        self, interaction: Interaction, find: Callable[[], Awaitable[Sequence[tuple[str, str]]]]
    ) -> Choices:
        """(name, value) pairs for an autocomplete: none at all rather than an error or a wait."""
        if self.crowd.is_full:
            return []
        try:
            found = await in_time(find())
        except UserError:
            return []
        except Exception as error:  # noqa: BLE001  the boundary of autocompletes
            log_failure(error, interaction)
            return []
        named = [(caption(name, CHOICE_NAME), value) for name, value in _listed(found)]
        return [discord.app_commands.Choice(name=n, value=v) for n, v in named]

    # -- steps that wait, of every game ---------------------------------------------------------------

    async def _do(self, reply: Reply, args: tuple[str, ...]) -> None:
        await self.press(reply, step_of(args))

    async def _ask(self, reply: Reply, args: tuple[str, ...]) -> None:
        offered = await in_time(self.play.offered(*_who_and_where(reply), step_of(args)))
        if offered.opens:
            name, *held = offered.opens
            await self.buttons[name].handle(reply, tuple(held))
            return
        await reply.modal(modal("|".join(("tell", *args)), offered.title or offered.label, offered.asks))

    async def fill_in(
        self, reply: Reply, pressed: Pressed, without: Sequence[str] = (), **picked: str
    ) -> None:
        """Open the form of a step's choice with what was picked already in it, `without` some of its fields.

        Raises UserError.
        """
        offered = await in_time(self.play.offered(*_who_and_where(reply), pressed))
        wanted = (ask for ask in offered.asks if ask.field not in without)
        asks = [replace(ask, value=picked.get(ask.field, ask.value)) for ask in wanted]
        held = (pressed.record, pressed.step, str(pressed.revision), pressed.choice)
        await reply.modal(modal("|".join(("tell", *held)), offered.title or offered.label, asks))

    async def _told(self, reply: Reply, args: tuple[str, ...]) -> None:
        await self.press(reply, step_of(args), answers(reply.interaction.data))

    async def _correct(self, reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 1:
            raise damaged_button()
        form = await in_time(self.play.kept_form(reply.interaction.user.id, args[0]))
        await reply.modal(modal(f"{COMPLETE}|{args[0]}" if form.path else form.id, form.title, form.asks))


def _goes_on(reply: Reply, outcome: Outcome) -> bool:
    """Whether the private message that was pressed goes on as what came of it: a draft, a proposal."""
    subject = outcome.private.subject
    is_proposal = subject is not None and isinstance(subject.state, Proposal)
    is_proposal |= outcome.is_acceptance
    is_own = not outcome.rows or is_proposal
    return is_own and not outcome.is_repeat and reply.is_on_private_message


def _appears_here(reply: Reply, outcome: Outcome) -> bool:
    """Whether a card of the game masters' channel was pressed, and what came of it is posted right there."""
    is_pressed = reply.interaction.message is not None and not reply.is_on_private_message
    is_there = outcome.public.campaign.game_master_channel == reply.interaction.channel_id
    return is_pressed and is_there and GAME_MASTER_POST in outcome.rows and not outcome.is_repeat


def _holds_secrets(outcome: Outcome) -> bool:
    """Whether it tells who acted what the table isn't told: their command may hold it too."""
    return outcome.private.entry.events != outcome.public.entry.events


def step_of(args: tuple[str, ...]) -> Pressed:
    """Record, step, revision and choice out of a button. Raises Stale where it holds something else."""
    if len(args) != 4 or not args[2].isascii() or not args[2].isdigit() or len(args[2]) > 9:
        raise damaged_button()
    return Pressed(RecordId(args[0]), args[1], int(args[2]), args[3])


def _may_be_known(known: KnownCampaign, interaction: Interaction) -> bool:
    is_in = known.standing is not Standing.OUTSIDER or known.is_run
    return is_in or any(is_seen(interaction, channel) for channel in known.channels)


# What is typed by whoever takes the line that only says how many more there are.
MORE_VALUE = "…"


def _listed(found: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """As many as Discord lists; where there are more, the last line says so, and how they are found."""
    if len(found) <= MOST_CHOICES:
        return list(found)
    shown = found[: MOST_CHOICES - 1]
    more = T("… {n} more: type a part of the name").plain(n=len(found) - len(shown))
    return [*shown, (more, MORE_VALUE)]


def _turns(asked: Invocation) -> Turns | None:
    """The buttons for other pages of a look; None where a button can't hold what was asked."""
    given = [
        f"{name}={value.id if isinstance(value, KnownCampaign) else value}"
        for name, value in asked.given.items()
    ]
    turns = Turns(LOOK, (asked.command.path, *given))
    longest = Button("", LOOK, (*turns.args, "999")).custom_id
    is_kept = len(longest) <= CUSTOM_ID and not any("|" in each for each in given)
    return turns if is_kept else None


def _meant(request: Request, *actions: Any) -> Request:
    """The request where a command says which campaign it means; any other as it is."""
    asked = next((each for each in actions if isinstance(each, Invocation)), None)
    if asked is None:
        return request
    where = Where.CHANNEL if asked.command.where == "named" else Where(asked.command.where)
    return replace(request, where=where, campaign=asked.campaign or request.campaign)


def _who_and_where(reply: Reply) -> tuple[Actor, Request]:
    return actor_of(reply.interaction), request_of(reply.interaction)


async def in_time(work: Awaitable[R]) -> R:
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
    """The request that an interaction makes. Raises UserError outside a server."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise refused(
            "server.only",
            "Waypost's campaigns are on servers. Use it in a server's channel, not in a direct message.",
            UserError,
        )
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    server = OfGuild(interaction)
    pressed = interaction.message
    return Request(
        interaction.id,
        interaction.guild_id,
        interaction.channel_id,
        parent,
        server=server,
        message=pressed.id if pressed is not None and not pressed.flags.ephemeral else None,
    )
