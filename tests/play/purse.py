"""A game of tests with a purse: paying, gambling, sealing; some of it hidden, some of it others'."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

from bot.engine.catalogue import Catalogue
from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.dice.trying import Branch
from bot.engine.people import EVERYONE, GAME_MASTERS, Actor, Audience, Permit, Standing, Viewer
from bot.engine.proposals import Proposing
from bot.engine.record import Figure
from bot.engine.system import ActionKind, Kind, Open, RecordId, Replace, Result, Scope, System, World
from bot.errors import NotAllowed, RuleViolation
from bot.play import Outcome, Play, Preview, Request, Taken
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign

SERVER, HERE, SECRET = 1, 2, 9
MARISOL, DEACON, WREN, STRANGER = 1, 3, 4, 5
HIDDEN = 770_003


class Coin(StrEnum):
    """What is paid with."""

    GOLD = "gold"
    SILVER = "silver"


@dataclass(frozen=True, slots=True)
class Purse:
    """Coins, and a debt that only game masters know of."""

    name: str
    owner: int
    coins: int = 20
    debt: int | None = HIDDEN
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class OpenPurse:
    """Begin a purse."""

    name: str


@dataclass(frozen=True, slots=True)
class PayCoins:
    """Pay out of a purse."""

    purse: RecordId
    coins: int
    coin: Coin = Coin.GOLD


class Donate(Action):
    """Pay out of a purse, with the game masters' leave; `whispered` is for those who have a part in it."""

    purse: RecordId
    coins: int = option("How many coins")
    whispered: str = ""


@dataclass(frozen=True, slots=True)
class Gamble:
    """Double a stake, or lose it."""

    purse: RecordId
    stake: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Pay the debt, whatever it is."""

    purse: RecordId


@dataclass(frozen=True, slots=True)
class Seal:
    """Nobody pays out of it any more."""

    purse: RecordId


@dataclass(frozen=True, slots=True)
class Bury:
    """A purse out of play."""

    purse: RecordId


@dataclass(frozen=True, slots=True)
class Lend:
    """Give a debt, in secret: a hidden change."""

    purse: RecordId
    coins: int


@dataclass(frozen=True, slots=True)
class Paid:
    """Coins left a purse."""

    purse: str
    coins: int
    coin: Coin
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Whispered:
    """For its owner and the game masters."""

    words: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class DebtTold:
    """The debt, for game masters."""

    debt: int
    audience: Audience = GAME_MASTERS


@dataclass(frozen=True, slots=True)
class CoinsChanged:
    """A consequence: the figures tell it."""

    is_consequence: ClassVar[bool] = True
    before: int
    after: int
    audience: Audience = EVERYONE


def view(state: Purse, viewer: Viewer) -> Purse:
    """The debt is the game masters' to know."""
    return state if viewer.is_game_master else replace(state, debt=None)


PURSE: Kind[Purse] = Kind("purse", Purse, title=lambda s: s.name, owner=lambda s: s.owner, view=view)


def open_purse(scene: World, action: OpenPurse, dice: Dice) -> Result:
    """A new record."""
    return Result((Open(scene.new_id(), "purse", Purse(action.name, scene.actor)),))


def pay(scene: World, action: PayCoins, dice: Dice) -> Result:
    """Raises RuleViolation for more than there is."""
    purse = scene.get(PURSE, action.purse)
    state = purse.state
    if state.is_sealed:
        scene.refuse(RuleViolation("It is sealed; a game master opens it."))
    if state.owner != scene.actor:
        scene.refuse(NotAllowed(f"Only <@{state.owner}> pays out of it."))
    if action.coins > state.coins:
        raise RuleViolation(f"There are {state.coins} coins; pay that or less.")
    if action.coins == state.coins:
        scene.note("That empties the purse.")
    left = replace(state, coins=state.coins - action.coins)
    secret = (DebtTold(state.debt),) if state.debt is not None else ()
    told = (Paid(state.name, action.coins, action.coin), CoinsChanged(state.coins, left.coins), *secret)
    return Result((Replace(purse.id, left),), told)


def donate(scene: World, action: Donate, dice: Dice) -> Result:
    """Pay, on the owner's behalf."""
    turn = pay(scene, PayCoins(action.purse, action.coins), dice)
    owner = scene.get(PURSE, action.purse).state.owner
    audience = Audience(everyone=False, person=owner, with_game_masters=True)
    told = (Whispered(action.whispered, audience),) if action.whispered else ()
    return replace(turn, events=(*turn.events, *told))


def owner_of(scene: World, action: Donate) -> int | None:
    """Whose purse it is."""
    return scene.get(PURSE, action.purse).state.owner


def gamble(scene: World, action: Gamble, dice: Dice) -> Result:
    """A coin decides."""
    purse = scene.get(PURSE, action.purse)
    half = Fraction(1, 2)
    face = dice.check(2, reason="toss", branches=(Branch("Lost", half, 1), Branch("Won", half, 2)))
    won = action.stake if face == 2 else -action.stake
    state = replace(purse.state, coins=purse.state.coins + won)
    return Result((Replace(purse.id, state),), (Paid(state.name, -won, Coin.GOLD),))


def settle(scene: World, action: Settle, dice: Dice) -> Result:
    """Whoever doesn't know the debt can't work it out."""
    purse = scene.get(PURSE, action.purse)
    if purse.state.debt is None:
        raise TypeError("no debt is seen")
    return Result((Replace(purse.id, replace(purse.state, debt=0)),), (DebtTold(purse.state.debt),))


def seal(scene: World, action: Seal, dice: Dice) -> Result:
    """It is sealed."""
    purse = scene.get(PURSE, action.purse)
    return Result((Replace(purse.id, replace(purse.state, is_sealed=True)),))


def bury(scene: World, action: Bury, dice: Dice) -> Result:
    """It is archived."""
    purse = scene.get(PURSE, action.purse)
    return Result((Replace(purse.id, purse.state, archive=True),))


def lend(scene: World, action: Lend, dice: Dice) -> Result:
    """Only game masters read of it."""
    purse = scene.get(PURSE, action.purse)
    return Result((Replace(purse.id, replace(purse.state, debt=action.coins)),), (DebtTold(action.coins),))


def figures(scene: World, purse: RecordId) -> Iterator[Figure]:
    """The coins, and the debt for whom it shows."""
    state = scene.records[purse].state
    yield Figure("Coins", state.coins, "gp")
    if state.debt is not None:
        yield Figure("Debt", state.debt, "gp")


def _scope(action: Any) -> Scope:
    return Scope(ids=(action.purse,))


ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(OpenPurse, open_purse, Permit.MEMBERS),
    ActionKind(PayCoins, pay, Permit.MEMBERS, _scope, previewed=True, watches=("Debt",), formerly=("Spend",)),
    ActionKind(
        Donate,
        donate,
        Permit.OWNER_OR_GAME_MASTER,
        _scope,
        owner_of,
        proposed=Proposing(
            lambda scene, action: scene.standing is not Standing.GAME_MASTER,
            lambda before, after, action: f"{before.records[action.purse].state.name}: {action.coins} coins",
            lambda action: {"coins": str(action.coins)},
        ),
    ),
    ActionKind(Gamble, gamble, Permit.MEMBERS, _scope),
    ActionKind(Settle, settle, Permit.MEMBERS, _scope),
    ActionKind(Seal, seal, Permit.MEMBERS, _scope),
    ActionKind(Bury, bury, Permit.MEMBERS, _scope),
    ActionKind(Lend, lend, Permit.GAME_MASTERS, _scope),
)
SYSTEM = System(
    name="purse",
    called="Purses",
    kinds=(PURSE,),
    actions=ACTIONS,
    events=(Paid, Whispered, DebtTold, CoinsChanged),
    figures={PURSE: figures},
)


class Shop:
    """A campaign with Deacon's purse of 20 coins, played past Discord."""

    def __init__(self, address: Address, **options: Any) -> None:
        self.address = address
        self.play = Play(open_database(address), Catalogue([TABLE, SYSTEM]), **options)
        self.purse = RecordId("")
        self._interactions = 5_000_000_000

    def request(self) -> Request:
        """The next interaction, of another millisecond."""
        self._interactions += 1 << 22
        return Request(self._interactions, SERVER, HERE)

    async def begin(self) -> None:
        """Marisol leads, Deacon and Wren play."""
        founder = Actor(MARISOL, manages_server=True)
        await self.play.act(founder, self.request(), CreateCampaign("Ashes", ("purse",), SECRET))
        for player in (DEACON, WREN):
            await self.act(player, JoinCampaign())
        opened = await self.act(DEACON, OpenPurse("Sack"))
        assert opened.public.subject is not None
        self.purse = opened.public.subject.id

    async def act(self, by: int, action: Any) -> Outcome:
        """Carry out an action."""
        return await self.play.act(Actor(by), self.request(), action)

    async def preview(self, *actions: Any, by: int = DEACON) -> Preview:
        """Try them."""
        return await self.play.preview(Actor(by), self.request(), actions)

    async def offer(self, *actions: Any, by: int = DEACON) -> str:
        """Try them; the offer's id."""
        found = (await self.preview(*actions, by=by)).offer
        assert found is not None
        return found

    async def take(self, offer: str, *, by: int = DEACON) -> Taken:
        """Press the button."""
        return await self.play.take(Actor(by), self.request(), offer)

    async def coins(self, purse: RecordId | None = None) -> int:
        """What is left."""
        seen = await self.play.look(Actor(MARISOL), self.request(), Scope(ids=(purse or self.purse,)))
        return int(seen.records[purse or self.purse].state.coins)
