"""A record goes from one person to another: which, whose, to whom, and who hears of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.system import Happened
from bot.errors import NotAllowed
from bot.play import Outcome
from bot.storage.address import Address
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
        return [dict(event.facts) for event in events if isinstance(event, Happened)]

    told = {"record": "Crypt", "from": DEACON, "to": WREN, "along": 0}
    assert (await heard(MARISOL), await heard(WREN), await heard(DEACON)) == ([told], [told], [])


async def test_the_same_press_once_more_hands_over_nothing_more(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    request = inn.request()
    for _ in range(2):
        done = await inn.play.hand_over(Actor(MARISOL), request, "Mill", WREN, frozenset())
        assert done.public.entry.action == "HandOver"
    assert await owner(inn, "Mill") == WREN
