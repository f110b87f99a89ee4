"""A record goes from one person to another: which, whose, to whom, and who hears of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.catalogue import Catalogue
from bot.engine.declare import Action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Actor, Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Changed,
    Kind,
    Open,
    PlainEvent,
    Record,
    RecordId,
    Replace,
    Result,
    Scope,
    Settling,
    Step,
    System,
    World,
)
from bot.engine.text import T
from bot.errors import NotAllowed, RuleViolation
from bot.play import Outcome
from bot.storage.address import Address
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import AddGameMaster
from bot.systems.table.campaigns.rules import ArchiveCampaign
from tests.play.chronicle import DEACON, MARISOL, STRANGER, WREN, Inn
from tests.refusals import refuses

ROLE = 77


@pytest.fixture
async def inn(sqlite_address: Address) -> AsyncIterator[Inn]:
    """A campaign under way."""
    made = Inn(sqlite_address)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def hand(
    inn: Inn, text: str, to: int, *, by: int = MARISOL, roles: frozenset[int] = frozenset()
) -> Outcome:
    """Somebody hands it to somebody."""
    return await inn.play.hand_over(Actor(by), inn.request(), text, to, roles)


async def offered(inn: Inn, by: int, part: str = "", whose: int | None = None) -> set[str]:
    """What somebody may hand over."""
    found = await inn.play.belongings(Actor(by), inn.request(), part, whose)
    return {each.title for each in found}


async def owner(inn: Inn, name: str) -> Any:
    """Whose it is by now."""
    (found,) = await inn.play.named(Actor(MARISOL), inn.request(), name)
    return found.state.player


async def test_it_is_done_on_behalf_of_its_owner_unless_they_do_it_themselves(inn: Inn) -> None:
    mill = await inn.discover("Mill", player=DEACON)
    led = await hand(inn, "Mill", WREN)
    assert (led.public.entry.on_behalf_of, led.public.entry.subject) == (DEACON, mill)
    own = await hand(inn, "Mill", DEACON, by=WREN)
    assert (own.public.entry.actor, own.public.entry.on_behalf_of) == (WREN, None)
    assert await owner(inn, "Mill") == DEACON


async def test_only_its_owner_and_the_game_masters_hand_it_over(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    for by in (WREN, STRANGER):
        with pytest.raises(NotAllowed):
            await hand(inn, "Mill", WREN, by=by)
    # Strangers learn nothing of what there is.
    with pytest.raises(NotAllowed):
        await hand(inn, "Nothing", WREN, by=STRANGER)
    assert await owner(inn, "Mill") == DEACON


async def test_in_a_campaign_that_rests_nothing_is_handed_over(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    await inn.act(MARISOL, ArchiveCampaign())
    request = replace(inn.request(), campaign=inn.id)
    with refuses("campaign.archived"):
        await inn.play.hand_over(Actor(MARISOL), request, "Mill", WREN, frozenset())


async def test_it_goes_to_somebody_else_who_plays(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    with refuses("hand_over.theirs_already"):
        await hand(inn, "Mill", DEACON)
    with refuses("hand_over.plays_not"):
        await hand(inn, "Mill", STRANGER)
    assert await owner(inn, "Mill") == DEACON
    # Discord vouches for the roles by which somebody leads.
    await inn.act(MARISOL, AddGameMaster(role=ROLE))
    await hand(inn, "Mill", STRANGER, roles=frozenset({ROLE}))
    assert await owner(inn, "Mill") == STRANGER
    await hand(inn, "Mill", MARISOL)
    assert await owner(inn, "Mill") == MARISOL


async def test_it_goes_by_its_name_or_as_much_of_it_as_is_one_things_alone(inn: Inn) -> None:
    for name in ("Mill", "Old ford", "Old inn", "Ditch", "Ditch"):
        await inn.discover(name, player=DEACON)
    with refuses("record.several"):
        await hand(inn, "Ditch", WREN)
    with refuses("name.too_short"):
        await hand(inn, "Old", WREN)
    for text in ("Wood", "ill", ""):
        with refuses("record.none"):
            await hand(inn, text, WREN)
    await hand(inn, "old f", WREN)
    assert await owner(inn, "Old ford") == WREN


async def test_offered_is_what_somebody_may_hand_over(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    await inn.discover("Ford", player=WREN)
    await inn.discover("Crypt", player=DEACON, is_hidden=True)
    assert await offered(inn, DEACON) == {"Mill"}
    assert await offered(inn, DEACON, whose=WREN) == {"Mill"}
    assert await offered(inn, STRANGER) == set()
    assert await offered(inn, MARISOL) == {"Mill", "Ford", "Crypt"}
    assert await offered(inn, MARISOL, whose=WREN) == {"Ford"}
    assert await offered(inn, MARISOL, "il") == {"Mill"}


async def test_of_what_players_do_not_know_only_its_new_owner_hears(inn: Inn) -> None:
    await inn.discover("Crypt", player=DEACON, is_hidden=True)
    with refuses("record.none"):
        await hand(inn, "Crypt", WREN, by=DEACON)
    await hand(inn, "Crypt", WREN)

    async def heard(by: int) -> list[dict[str, Any]]:
        page = await inn.play.journal(Actor(by), inn.request())
        events = (event for entry, _ in page.entries if entry.action == "HandOver" for event in entry.events)
        return [dict(event.facts) for event in events if isinstance(event, PlainEvent)]

    told = {"record": "Crypt", "from": DEACON, "to": WREN, "along": 0}
    assert (await heard(MARISOL), await heard(WREN), await heard(DEACON)) == ([told], [told], [])


async def test_the_same_press_once_more_hands_over_nothing_more(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    request = inn.request()
    for _ in range(2):
        done = await inn.play.hand_over(Actor(MARISOL), request, "Mill", WREN, frozenset())
        assert done.public.entry.action == "HandOver"
    assert await owner(inn, "Mill") == WREN


# -- what goes along ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Thing:
    """Somebody's, part of something else or not; `note` says who was written down, and never changes."""

    name: str
    player: int
    of: RecordId | None = None
    asked: int | None = None


def _given(state: Thing, player: int, handed: RecordId) -> Thing:
    asked = player if state.asked is not None else None
    return replace(state, player=player, asked=asked)


def _asks(_id: RecordId, state: Thing) -> tuple[Step, ...]:
    return (Step("use", "Use it", state.asked, (), silent=WAITS),) if state.asked is not None else ()


def _full(_campaign: Campaign, theirs: Sequence[Thing]) -> str | None:
    return "Nobody has three houses." if len(theirs) >= 2 else None


def _kind(name: str, **more: Any) -> Kind[Thing]:
    return Kind(
        name,
        Thing,
        title=lambda state: state.name,
        owner=lambda state: state.player,
        links=lambda state: [state.of] if state.of is not None else [],
        waiting=_asks,
        **more,
    )


def _seen(state: Thing, viewer: Viewer) -> Thing:
    return state if viewer.is_game_master else replace(state, name=state.name.partition(", ")[0])


KINDS = (
    # What stands after a comma of its name is the game masters' to know.
    _kind("house", hand_over=_given, refused=_full, view=_seen),
    # It goes with the house only, and so does what is written of it, which stays as it is.
    _kind("room", hand_over=_given, goes_along=True),
    _kind("deed", hand_over=lambda state, _player, _of: state),
    # What has to do with a house, and is its own person's all the same.
    _kind("guest"),
)


class Build(Action):
    """There is one more thing."""

    kind: str
    name: str
    player: int
    of: RecordId | None = None
    asked: int | None = None


class Raze(Action):
    """It is out of play."""

    thing: RecordId


class Built(Event):
    """There is something, or there was."""

    says = T("{name}")
    name: str


def _build(scene: World, action: Build, dice: Dice) -> Result:
    thing = Thing(action.name, action.player, action.of, action.asked)
    return Result((Open(scene.new_id(), action.kind, thing),), (Built(action.name),))


def _raze(scene: World, action: Raze, dice: Dice) -> Result:
    found = scene.records[action.thing]
    return Result((Replace(found.id, found.state, archive=True),), (Built(found.state.name),))


def _renamed(scene: World) -> list[Replace]:
    """Every house of Wren's is called so, whatever becomes of the houses of other games."""
    houses: list[Record[Thing]] = [each for each in scene.records.values() if each.kind == "house"]
    return [
        Replace(each.id, replace(each.state, name=f"{each.state.name} (Wren's)"))
        for each in houses
        if each.state.player == WREN and "(" not in each.state.name
    ]


def _needs(changed: Sequence[Changed]) -> Scope | None:
    return Scope()


HOUSES = System(
    name="houses",
    called="Houses",
    kinds=KINDS,
    actions=(
        ActionKind(Build, _build, Permit.MEMBERS),
        ActionKind(Raze, _raze, Permit.MEMBERS, lambda action: Scope(ids=(action.thing,))),
    ),
    events=(Built,),
    settling=Settling(_needs, _renamed),
)


class Pitch(Action):
    """There is a tent."""

    name: str


class Pitched(Event):
    """There is a tent."""

    says = T("{name}")
    name: str


def _pitch(scene: World, action: Pitch, dice: Dice) -> Result:
    tent = Thing(action.name, scene.actor)
    return Result((Open(scene.new_id(), "house", tent),), (Pitched(action.name),))


# In another game what is called a house changes no hands.
CAMPS = System(
    name="camps",
    called="Camps",
    kinds=(_kind("house"),),
    actions=(ActionKind(Pitch, _pitch, Permit.MEMBERS),),
    events=(Pitched,),
)


@pytest.fixture
async def town(sqlite_address: Address) -> AsyncIterator[Inn]:
    """A campaign in which people have houses."""
    made = Inn(sqlite_address, HOUSES)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def build(inn: Inn, kind: str, name: str, player: int = DEACON, **more: Any) -> RecordId:
    """There is one more thing; its id."""
    action = Build(kind, name, player, **more)
    made = (await inn.play.act(Actor(MARISOL), inn.request(), action)).public.subject
    assert made is not None
    return made.id


async def whose(inn: Inn, *things: RecordId) -> list[tuple[int, int]]:
    """Whose each is by now, and how often it changed."""
    seen = (await inn.play.look(Actor(MARISOL), inn.request(), Scope(ids=things))).records
    return [(seen[each].state.player, seen[each].version) for each in things]


async def along(inn: Inn, text: str, to: int) -> int:
    """Hand it over; how much went along, as it is told."""
    (event,) = (await hand(inn, text, to)).public.entry.events
    return int(event.facts["along"])


async def test_what_belongs_to_it_goes_along_and_what_does_not_stays(town: Inn) -> None:
    house = await build(town, "house", "Manor")
    room = await build(town, "room", "Attic", of=house)
    deed, guest = [await build(town, kind, kind, of=house) for kind in ("deed", "guest")]
    ruin = await build(town, "room", "Ruin", of=house)
    await town.act(MARISOL, Raze(ruin))
    apart = await build(town, "room", "Shed")
    before = await whose(town, deed, guest, ruin, apart)
    assert await along(town, "Manor", WREN) == 1
    (changed,) = await whose(town, room)
    assert changed == (WREN, 2)
    # What needn't change is as it was, to its version.
    assert await whose(town, deed, guest, ruin, apart) == before
    # Without anything that goes along.
    await build(town, "house", "Hut")
    assert await along(town, "Hut", WREN) == 0


async def test_what_goes_along_is_never_handed_over_by_itself(town: Inn) -> None:
    house = await build(town, "house", "Manor")
    await build(town, "room", "Attic", of=house)
    await build(town, "guest", "Lodger", of=house)
    with refuses("hand_over.goes_along"):
        await hand(town, "Attic", WREN)
    # Nor what changes no hands at all.
    with refuses("record.none"):
        await hand(town, "Lodger", WREN)
    assert await offered(town, MARISOL) == {"Manor"}
    # Whose it isn't learns no more than that.
    with refuses("not_allowed", error=NotAllowed):
        await hand(town, "Attic", WREN, by=WREN)


async def test_who_has_no_room_for_one_more_gets_none(town: Inn) -> None:
    for name, player in (("Manor", DEACON), ("Hut", WREN), ("Barn", WREN)):
        await build(town, "house", name, player)
    with pytest.raises(RuleViolation, match="Nobody has three houses"):
        await hand(town, "Manor", WREN)
    await hand(town, "Hut", DEACON)
    await hand(town, "Manor", WREN)


async def test_it_is_told_by_the_name_that_everybody_knows(town: Inn) -> None:
    await build(town, "house", "Manor, haunted")
    (event,) = (await hand(town, "Manor, haunted", WREN)).private.entry.events
    assert event.facts["record"] == "Manor"


async def test_a_game_that_is_here_no_longer_is_left_out(town: Inn) -> None:
    await build(town, "house", "Manor")
    town.play.context = replace(town.play.context, catalogue=Catalogue([TABLE, HOUSES]))
    assert await offered(town, MARISOL) == {"Manor"}


async def test_what_a_game_settles_for_its_own_happens_in_the_same_entry(town: Inn) -> None:
    house = await build(town, "house", "Manor")
    mill = await town.discover("Mill", player=DEACON)
    await hand(town, "Manor", WREN)
    assert (await town.play.named(Actor(DEACON), town.request(), "Manor"))[0].title == "Manor (Wren's)"
    # One change of it, whatever it was that changed.
    assert await whose(town, house) == [(WREN, 2)]
    await hand(town, "Mill", WREN)
    assert await whose(town, mill) == [(WREN, 2)]


async def test_it_is_told_as_being_about_what_asks_its_new_owner(town: Inn) -> None:
    house = await build(town, "house", "Manor")
    await build(town, "room", "Attic", of=house)
    cellar = await build(town, "room", "Cellar", of=house, asked=DEACON)
    assert (await hand(town, "Manor", WREN)).public.entry.subject == cellar
    hut = await build(town, "house", "Hut")
    await build(town, "room", "Closet", of=hut)
    assert (await hand(town, "Hut", WREN)).public.entry.subject == hut


async def test_of_two_games_only_those_change_hands_in_which_they_do(sqlite_address: Address) -> None:
    inn = Inn(sqlite_address, HOUSES, CAMPS)
    await inn.begin()
    await build(inn, "house", "Manor")
    await inn.act(DEACON, Pitch("Tent"))
    assert await offered(inn, MARISOL) == {"Manor"}
    with refuses("record.none"):
        await hand(inn, "Tent", WREN)
    await inn.play.database.dispose()
