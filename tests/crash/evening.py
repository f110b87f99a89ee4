"""An evening at the table at which the bot is killed again and again."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.engine.card import GAME_MASTERS
from bot.storage.address import Address
from tests.crash import company, reign
from tests.crash.ledger import Ledger, read_ledger
from tests.harness.inputs import BUTTON, Field, Inputs, components
from tests.harness.processes import BotDied, RecorderProcess, RemoteBot, recorder
from tests.harness.world import MEMBER_PERMISSIONS, Json, Person, World

FACTORY = "tests.crash.factory"
LATENCY = 0.06
QUIET_SECONDS = 120.0
MANAGER = MEMBER_PERMISSIONS | discord.Permissions(manage_guild=True).value
HEROES = ("Evander", "Ysolde", "Bram")
# Of the choices on cards and panels: those of the player whom the card mentions. All others are the GM's.
PLAYERS_CHOICES = ("roll", "assign", "defend", "guard", "pass", *company.PLAYERS_CHOICES)
# What the forms of heroes and adventurers ask for, whichever it is.
TYPED: dict[str, Field] = {
    "text": "The rope frays.",
    "reason": "Out of reach.",
    "amount": "3",
    "counter": "Wounds",
    "ways": "The City",
}
FAULTS: tuple[dict[str, float], ...] = (
    {},
    {"latency": LATENCY},
    {"latency": LATENCY / 3, "drop": 0.25},
    {"latency": LATENCY / 3, "bad_gateway": 0.25},
    {"latency": LATENCY, "drop": 0.1, "bad_gateway": 0.1},
)


@dataclass
class Evening:
    """The bot, the Discord that outlives it, and all that was ever sent to the bot."""

    address: Address
    discord: RecorderProcess
    bot: RemoteBot
    dice: random.Random
    world: World = field(default_factory=World)
    sent: list[Json] = field(default_factory=list)
    cards: list[Json] = field(default_factory=list)
    # What waited when all was quiet last: each record's step, its revision and who acts.
    steps: dict[str, tuple[str, int, int | None]] = field(default_factory=dict)
    kills: int = 0

    def __post_init__(self) -> None:
        self.say = Inputs(self.world)
        self.gm = self.world.person(1, permissions=MANAGER)
        self.players = [self.world.person(number + 2) for number in range(len(HEROES))]
        self.company = company.Company(self.say, self.gm, self.players, self.dice)
        self.reign = reign.Reign(self.say, self.gm, self.dice)

    # -- the table ----------------------------------------------------------------------------------

    async def begin(self) -> None:
        """A campaign with heroes and open challenges, through the bot itself."""
        await self.bot.start()
        games = {"game": "second_kingdom", "second_game": "adventuria"}
        create = {"name": "Ashes", "game_master_channel": self.world.channels[1]} | games
        await self._do("campaign create", create, self.gm)
        virtues = {"courage": 6, "prudence": 5, "temperance": 3, "conviction": 40}
        for player, name in zip(self.players, HEROES, strict=True):
            await self._do("campaign join", {}, player)
            await self._do("sk new", {"name": name, **virtues}, player)
        await self._deliver(self.say.press("supply|second_kingdom.maneuver", user=self.gm))
        for player in self.players:
            await self._do("sk learn", {"maneuver": "Iron Gale"}, player)
        for _ in range(6):
            await self._deliver(self._challenge())
        await self._deliver(self._attack())
        for arrival in self.company.arrivals():
            await self._deliver(arrival)
        await self._found()
        await self.settle()

    async def _found(self) -> None:
        """A kingdom, in a campaign of its own."""
        await self._deliver(self.reign.campaign())
        for beginning in self.reign.beginnings(await self.settle()):
            await self._deliver(beginning)
        for key, typed in reign.DRAFT:
            await self.settle()
            await self._deliver(self.reign.draft(self.cards, key, typed))
        for arrival in self.reign.arrivals():
            await self._deliver(arrival)
        # Of Fame and Infamy one is chosen after another.
        for _ in range(reign.RENOWN):
            await self.settle()
            for decision in self.reign.court.decisions():
                await self._deliver(decision)
        await self._deliver(self.reign.steward())
        await self.settle()
        await self._deliver(self.reign.take(self.cards))

    async def _do(self, path: str, options: Json, user: Person) -> None:
        await self._deliver(self.say.slash(path, options, user=user))

    async def _deliver(self, payload: Json) -> None:
        self.sent.append(payload)
        assert await self.bot.deliver(payload) == []

    # -- what people do -------------------------------------------------------------------------------

    def _challenge(self) -> Json:
        options = {"action": "Leap the chasm", "virtue": "courage", "rating": self.dice.randint(3, 9)}
        hidden = {"hide_rating": True} if self.dice.random() < 0.25 else {}
        return self.say.slash(
            "sk challenge", {"heroes": self.dice.choice(HEROES)} | options | hidden, user=self.gm
        )

    def _attack(self) -> Json:
        """One hero strikes at another, or at itself, which is refused."""
        number = self.dice.randrange(len(HEROES))
        options = {"target": self.dice.choice(HEROES), "maneuver": "Iron Gale"}
        return self.say.slash("sk attack", options, user=self.players[number])

    def _grant(self) -> Json:
        options = {"heroes": self.dice.choice(HEROES), "amount": self.dice.choice((-1, 1)), "reason": "Fate"}
        return self.say.slash("sk conviction", options, user=self.gm)

    def _roll(self) -> Json:
        """Open, or for some eyes only: then the channel reads of it once the game masters have it."""
        secrecy = self.dice.choice((None, None, "gm", "hidden", "me"))
        options = {"dice": "2d6+1 luck"} | ({"secrecy": secrecy} if secrecy else {})
        return self.say.slash("roll", options, user=self.dice.choice(self.players))

    def _sheet(self) -> Json:
        """A virtue or a counter of one's own hero."""
        number = self.dice.randrange(len(HEROES))
        change = self.dice.choice(({"prudence": self.dice.randint(1, 10)}, {"counter": "Wounds", "value": 2}))
        return self.say.slash("sk set", {"hero": HEROES[number]} | change, user=self.players[number])

    def _newcomer(self) -> Json:
        """Somebody joins, or brings a further hero of a name that may be taken."""
        if self.dice.random() < 0.5:
            watcher = self.world.person(20 + self.dice.randrange(30))
            return self.say.slash("campaign join", {"watching": self.dice.random() < 0.5}, user=watcher)
        virtues = {"courage": 4, "prudence": 4, "temperance": 4, "conviction": 2}
        name = f"Recruit {self.dice.randint(1, 30)}"
        return self.say.slash("sk new", {"name": name} | virtues, user=self.dice.choice(self.players))

    def _press(self) -> Json:
        return self._on_one_of(self.cards[-12:])

    def _go_on(self) -> Json:
        """What somebody's adventure waits for."""
        home = str(self.company.home.id)
        return self._on_one_of([card for card in self.cards if card["channel_id"] == home], company.STEPS)

    def _reign_on(self) -> Json:
        """What the kingdom waits for."""
        return self._on_one_of(self.reign.cards(self.cards))

    def _on_one_of(self, cards: list[Json], beginnings: tuple[str, ...] = ("",)) -> Json:
        """A press on a button of those cards, by whom it is for."""
        buttons = [
            (card, part)
            for card in cards
            for part in components(card)
            if part["type"] == BUTTON and str(part["custom_id"]).startswith(beginnings)
        ]
        if not buttons:
            return self._challenge()
        card, pressed = self.dice.choice(buttons)
        custom_id = str(pressed["custom_id"])
        if custom_id.startswith("ask|"):
            form = custom_id.replace("ask|", "tell|", 1)
            return self.say.modal_submit(form, TYPED | reign.TYPED, card, user=self.gm)
        custom_id = self._behind(custom_id)
        is_players = custom_id.rsplit("|", maxsplit=1)[-1].startswith(PLAYERS_CHOICES)
        return self.say.press(custom_id, card, user=self._player(card, custom_id) if is_players else self.gm)

    def _player(self, card: Json, custom_id: str) -> Person:
        """Whoever the card mentions, or else who acts in the record of that button."""
        _, _, who = self.steps.get(custom_id.split("|")[1], ("", 0, None))
        player = int(card["mentions"][0]["id"]) if card["mentions"] else who
        return self.gm if player is None else self.world.known(player)

    def _behind(self, custom_id: str) -> str:
        """A choice that the panel behind a button offers; another button as it is."""
        name, _, record = custom_id.partition("|")
        choices = {
            GAME_MASTERS: "withdraw",
            "choose_guard": f"guard{self.dice.randrange(12)}",
        }
        if name not in choices or record not in self.steps:
            return custom_id
        step, revision, _ = self.steps[record]
        return f"do|{record}|{step}|{revision}|{choices[name]}"

    def _again(self) -> Json:
        return self.dice.choice(self.sent[-10:])

    def _something(self) -> tuple[Json, int]:
        """What somebody does next, and how often Discord delivers it."""
        often: list[tuple[Callable[[], Json], int]] = [
            (self._press, 12), (self._challenge, 3), (self._attack, 1), (self._grant, 1), (self._roll, 2),
            (self._sheet, 1), (self._newcomer, 1), (self._again, 3), (self.company.something, 4),
            (self._go_on, 12), (self.reign.something, 4), (self._reign_on, 8), (self.reign.build, 14),
            (self.reign.rule, 16), (self.reign.answer, 18), (lambda: self.reign.take(self.cards), 18),
        ]  # fmt: skip
        way = self.dice.choices([way for way, _ in often], weights=[weight for _, weight in often])[0]
        return way(), self.dice.choices((1, 2, 3), weights=(8, 1, 1))[0]

    async def _play(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        # What fits what waited last: a kill in the midst of that tells more than one among refusals.
        for payload in self.reign.opening(self.cards):
            self.sent.append(payload)
            self.bot.send(payload)
        while loop.time() < until:
            payload, times = self._something()
            self.sent.append(payload)
            self.bot.send(payload, times)
            if self.dice.random() < 0.3:
                twin = self.say.again(payload)
                self.sent.append(twin)
                self.bot.send(twin)
            await asyncio.sleep(min(self.dice.uniform(0, 0.03), max(until - loop.time(), 0)))

    # -- kills ------------------------------------------------------------------------------------------

    async def kill_once(self) -> None:
        """Play on under some fault and kill the bot at a random moment; sometimes while it starts."""
        await self.discord.faults(**self.dice.choice(FAULTS))
        if not self.bot.pid and self.dice.random() < 0.2:
            await self._kill_at_start()
        else:
            await self._start()
            # Now and then long enough for the library's own second try of a request.
            await self._play(self.dice.uniform(0.02, 2.5 if self.dice.random() < 0.1 else 0.8))
            await self.bot.kill()
        self.kills += 1
        # What the dead process had sent still arrives: no restart is as quick as that.
        await asyncio.sleep(LATENCY * 2)

    async def _kill_at_start(self) -> None:
        starting = asyncio.create_task(self.bot.start())
        # One that dies by itself meanwhile is gone as well.
        while not self.bot.pid and not starting.done():  # noqa: ASYNC110  the harness has no event for it
            await asyncio.sleep(0.005)
        await asyncio.sleep(self.dice.uniform(0, 0.4))
        await self.bot.kill()
        with contextlib.suppress(BotDied):
            await starting

    async def _start(self) -> None:
        if self.bot.pid:
            return
        await self.bot.start()
        for payload in self.dice.sample(self.sent[-20:], 3):
            self.bot.send(payload)

    async def settle(self) -> Ledger:
        """Let everything that was committed appear; what then stands where."""
        await self.discord.faults()
        await self._start()
        ledger = await delivered(self.bot, self.look)
        self.cards = [m for m in ledger.discord["messages"] if m["components"]]
        self.steps = {row.record_id: (row.step, row.revision, row.who) for row in ledger.waiting}
        self.reign.look(ledger)
        return ledger

    async def look(self) -> Ledger:
        """Everything that is written down, here and there."""
        return await read_ledger(self.address, await self.discord.state())


async def delivered(bot: RemoteBot, look: Callable[[], Awaitable[Ledger]]) -> Ledger:
    """Everything that is written down once all that was committed has appeared."""
    before = await look()
    async with asyncio.timeout(QUIET_SECONDS):
        while True:
            await bot.call(f"{FACTORY}:drain")
            ledger = await look()
            # Discord was read between the two: nothing was posted unseen.
            if not ledger.is_anything_due and ledger.outbox == before.outbox:
                return ledger
            before = ledger


@contextlib.asynccontextmanager
async def evening(address: Address, seed: int) -> AsyncIterator[Evening]:
    """A campaign under way on that database, with a Discord of its own."""
    environment: dict[str, Any] = {"WAYPOST_DATABASE__URL": address.url.render_as_string(hide_password=False)}
    async with (
        recorder("--seed", str(seed)) as process,
        RemoteBot(process.url, f"{FACTORY}:make", environment) as bot,
    ):
        made = Evening(address, process, bot, random.Random(seed))
        await made.begin()
        yield made
