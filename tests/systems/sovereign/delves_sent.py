"""The same random delves sent to the real bot, as people at a table would, while it is killed time and again.

Every move is a command, a press, a pick or a form. Whenever the bot dies over one, Discord delivers it again,
or whoever sent it sends it anew if nothing of it was kept; in the end it was carried out once, or refused in
private with nothing kept. Each action of `Delvers` has its command: no move is left out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from enum import Enum
from itertools import chain
from json import loads
from time import monotonic
from typing import Any

import sqlalchemy as sa

from bot.engine.card import SELECT_MARK
from bot.engine.catalogue import Catalogue
from bot.engine.declare import options_of
from bot.errors import RuleViolation
from bot.storage.address import Address
from bot.storage.journal import EntryRow
from bot.storage.models import campaigns, journal
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.delves import cards
from bot.systems.sovereign.delves.acts import CallForAll, Declare, SettleSilence
from bot.systems.sovereign.delves.ahead import PublishTurns
from bot.systems.sovereign.delves.doors import Listen
from bot.systems.sovereign.delves.resolving import Resolve
from bot.systems.sovereign.delves.rules import NextTurn, Unsprung
from bot.systems.sovereign.delves.steps import TURN
from bot.systems.sovereign.dungeon import Activity, Shut
from bot.ui.renderer import OFFER
from tests.crash import checks
from tests.crash.evening import FACTORY, LATENCY, delivered
from tests.crash.ledger import EPHEMERAL, Ledger, read_ledger
from tests.harness.inputs import Field, Inputs, components
from tests.harness.processes import RecorderProcess, RemoteBot, recorder
from tests.harness.world import Channel, Json, Person, World
from tests.systems.sovereign.delves_model import compare
from tests.systems.sovereign.delves_played import Played
from tests.systems.sovereign.scenes import DEACON, MARISOL

CATALOGUE = Catalogue([SYSTEM])
# No call of Discord's has such a number: of its state only what stands there is wanted.
NO_CALLS = 1 << 40
# Over one of so many that are sent the bot is killed; some come twice, and before some moves it is stopped.
KILLED_OVER, TWICE, STOPPED = 6, 0.1, 0.03
# When the bot is killed: a part of the time that it took for the one before, or a while after.
SPAN = 2.0


class Sent(Played):
    """A delve on a server of its own, whose bot is another process."""

    def __init__(self, address: Address, seed: int, discord: RecorderProcess, bot: RemoteBot) -> None:
        super().__init__(address, seed)
        self.discord, self.bot = discord, bot
        world = World()
        self.say = Inputs(world)
        self.tavern, self.screen = world.channels[:2]
        self.server, self.here, self.secret = world.guild_id, self.tavern.id, self.screen.id
        self.people = {MARISOL: Person(MARISOL, "marisol"), DEACON: Person(DEACON, "deacon")}
        self.done: Counter[str] = Counter()
        self._entries = 0
        self._left = 2
        self._took = LATENCY

    async def begin(self) -> None:
        """Everybody before the site, and the bot ready."""
        await super().begin()
        self._entries = len(await self._new())
        await self.bot.start()

    async def live(self, moves: int) -> None:
        """So many moves, each compared with the model; in the end everything is looked through."""
        for _ in range(moves):
            if self.luck.random() < STOPPED:
                await self.restart()
            taken = await self.step()
            self.done["refused" if taken is None else "taken"] += 1
        await self.restart()
        compare(self.slow, await self.see())
        ledger = await delivered(self.bot, self._look)
        wrong = chain(checks.kept(ledger), checks.acknowledged(ledger), checks.shown(ledger))
        assert (told := checks.told(ledger, wrong)) == "", told

    async def restart(self) -> None:
        """It is stopped politely, and another takes up what is kept."""
        await self.bot.stop()
        await self.bot.start()
        self.restarts += 1

    async def take(self, by: int, action: Any) -> int:
        """Send it until it is done, with the dice of its entry. Raises RuleViolation where it is refused."""
        entry, answer = await self._brought(await self._said(self.people[by], action))
        offer = next((each for each in custom_ids(answer) if each.startswith(f"{OFFER}|")), None)
        if entry is None and offer is not None:
            entry, answer = await self._brought(self.say.press(offer, answer, user=self.people[by]))
        if entry is None:
            raise RuleViolation(sentence(answer))
        self._fell.extend((die["sides"], die["value"]) for die in loads(entry.dice))
        return entry.number

    # -- said -----------------------------------------------------------------------------------------

    async def _said(self, who: Person, action: Any) -> Json:
        """A press, a pick or a form where a card has it; else the command."""
        if self.luck.random() < 0.5:
            for message in reversed((await self.discord.state(NO_CALLS))["messages"]):
                shown = set(custom_ids(message))
                if (found := self._on_card(who, action, message, shown)) is not None:
                    self.done["by card"] += 1
                    return found
        place = self.luck.choice((self.tavern, self.screen)) if who.id == MARISOL else self.tavern
        return self._command(who, action, place)

    def _command(self, who: Person, action: Any, place: Channel) -> Json:
        given = {}
        for field, option in options_of(type(action)).items():
            value = getattr(action, field)
            if not option.has_default or value != option.default:
                given[option.name] = typed(value)
        return self.say.slash(CATALOGUE.of_action(action)[1].command, given, user=who, channel=place)

    def _on_card(self, who: Person, action: Any, message: Json, shown: set[str]) -> Json | None:
        """The same by what a message has below it, if it has."""
        delve, turn = self.seen.delve_id, self.slow.turn
        press = ""
        match action:
            case NextTurn(past=Unsprung.DROP):
                press = f"do|{delve}|{TURN}|{turn}|next"
            case Resolve(characters=(one,)):
                press = f"{cards.RESOLVE}|{delve}|{turn}|{one}"
            case PublishTurns(last=last):
                return self._pick(who, f"{SELECT_MARK}{cards.PUBLISH}|{delve}", str(last), message)
        if press in shown:
            return self.say.press(press, message, user=who)
        opens, form, typed_in = self._in_form(action)
        return self.say.modal_submit(form, typed_in, message, user=who) if opens in shown else None

    def _in_form(self, action: Any) -> tuple[str, str, dict[str, Field]]:
        """What opens its form, whose that form is, and what is typed into it."""
        delve, turn = self.seen.delve_id, self.slow.turn
        match action:
            case Declare(deed=deed, character=one) if self._is_in_form(action):
                form = f"{cards.ACT}|{delve}|{turn}"
                return form, f"{form}|{one}", self._form(action, deed)
            case CallForAll(deed=deed) if self._is_in_form(action):
                form = f"{cards.CALL}|{delve}|{turn}"
                return form, form, self._form(action, deed)
            case SettleSilence(character=one, silence=silence, words=words):
                form = f"{cards.SILENT}|{delve}"
                return form, f"{form}|{one}", {"silence": [silence.value], "words": words}
            case Listen(character=one, door=door) if door in self._doors():
                form = f"{cards.LISTEN}|{delve}|{turn}"
                return form, form, {"door": [self._doors()[door]], "character": [one]}
        return "", "", {}

    def _pick(self, who: Person, list_: str, value: str, message: Json) -> Json | None:
        """What a list offers."""
        for part in components(message):
            offered = [each["value"] for each in part.get("options", ())]
            if part.get("custom_id") == list_ and value in offered:
                return self.say.press(list_, message, values=[value], user=who)
        return None

    def _is_in_form(self, action: Declare | CallForAll) -> bool:
        """Whether a form has that door."""
        return not action.door or action.door in self._doors()

    def _form(self, action: Declare | CallForAll, deed: Activity) -> dict[str, Field]:
        door = {"door": [self._doors()[action.door]]} if action.door else {}
        return {"deed": [deed.value], "words": action.words, **door}

    def _doors(self) -> dict[str, str]:
        """Those that a form offers: keys by name."""
        assert self.seen.delve is not None
        return {each.name: each.key for each in self.seen.delve.doors if each.shut is not Shut.OPEN}

    # -- brought to the bot ---------------------------------------------------------------------------

    async def _brought(self, payload: Json) -> tuple[EntryRow | None, Json]:
        """Send it, again and again if need be; its entry, or else the private answer."""
        while await self._dies_over(payload):
            kept = await self._new()
            self.done["kept when killed"] += len(kept)
            if not kept and self.luck.random() < 0.5:
                payload = self.say.again(payload)
        new, id_ = await self._new(), int(payload["id"])
        assert [each.interaction_id for each in new] in ([], [id_]), f"{payload}: {new}"
        self._entries += len(new)
        stands = await self.discord.state(NO_CALLS)
        assert id_ in stands["acknowledged"], payload
        if new:
            return new[0], {}
        about = [each for each in stands["messages"] if _answered(each) == id_]
        assert len(about) == 1, f"{payload} is answered with {about}"
        assert about[0]["flags"] & EPHEMERAL, about
        assert sentence(about[0]), about
        return None, about[0]

    async def _dies_over(self, payload: Json) -> bool:
        """Deliver it; whether the bot is killed meanwhile, and runs again."""
        self._left -= 1
        if self._left:
            began, times = monotonic(), 2 if self.luck.random() < TWICE else 1
            assert await self.bot.deliver(payload, times) == []
            self._took = monotonic() - began
            return False
        self._left = self.luck.randint(1, 2 * KILLED_OVER - 1)
        await self.discord.faults(latency=self.luck.choice((0.0, LATENCY)))
        self.bot.send(payload)
        await self._wait(self.luck.uniform(0, SPAN * self._took))
        await self.bot.kill()
        # What the dead process had sent still arrives.
        await asyncio.sleep(LATENCY)
        await self.discord.faults()
        await self.bot.start()
        self.done["killed"] += 1
        return True

    async def _wait(self, seconds: float) -> None:
        """So long; or until an entry is kept, which nobody has been told of then."""
        if self.luck.random() < 0.5:
            await asyncio.sleep(seconds)
            return
        until = monotonic() + SPAN * self._took
        counted = sa.select(campaigns.c.entries).where(campaigns.c.id == self.campaign)
        while monotonic() < until:
            found = await self.play.database.read(lambda connection: connection.execute(counted).scalar_one())
            if found > self._entries:
                break

    async def _new(self) -> list[EntryRow]:
        """The entries since the last one that is known."""
        held = sa.select(campaigns.c.id).where(campaigns.c.id == self.campaign).with_for_update()
        ours = sa.select(journal).where(journal.c.campaign_id == self.campaign)
        since = ours.where(journal.c.number > self._entries).order_by(journal.c.number)

        def read(connection: sa.Connection) -> list[EntryRow]:
            # A dead bot's last commit may still be under way: it has the campaign until then.
            connection.execute(held)
            return [EntryRow._make(row) for row in connection.execute(since)]

        return await self.play.database.write(read)

    async def _look(self) -> Ledger:
        return await read_ledger(self.address, await self.discord.state())


def typed(value: Any) -> Any:
    """A field of an action, as it stands in an option."""
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value.value) if isinstance(value, Enum) else value if isinstance(value, int) else str(value)


def custom_ids(message: Json) -> Iterator[str]:
    """Those of all that can be pressed or chosen below a message."""
    return (str(part["custom_id"]) for part in components(message) if "custom_id" in part)


def sentence(message: Json) -> str:
    """What it says."""
    said = [message["content"], *(each.get("description", "") for each in message["embeds"])]
    return "\n".join(each for each in said if each)


def _answered(message: Json) -> int:
    """The interaction that it answers; 0 for none."""
    return int(message.get("interaction_metadata", {}).get("id", 0))


@asynccontextmanager
async def sent(address: Address, seed: int) -> AsyncIterator[Sent]:
    """A delve on that database that can begin."""
    environment = {"WAYPOST_DATABASE__URL": address.url.render_as_string(hide_password=False)}
    async with (
        recorder("--seed", str(seed)) as discord,
        RemoteBot(discord.url, f"{FACTORY}:make", environment) as bot,
    ):
        made = Sent(address, seed, discord, bot)
        try:
            yield made
        finally:
            await made.play.database.dispose()
