"""A setting changed: what a game's records come to by it is shown first, and follows in the same entry."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.engine.catalogue import Catalogue
from bot.engine.people import Actor
from bot.engine.record import Figure
from bot.engine.settings import Followed, Option, Setting
from bot.engine.system import RecordId, Replace, Result, World
from bot.errors import NotAllowed
from bot.play import Play
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.settings.rules import PINGS, ChangeSetting
from tests.play.purse import DEACON, MARISOL, PURSE, SYSTEM, Shop

WORTH = Setting(
    "purse", "worth", "Worth", "What a coin is worth.", (Option("1", "1", ""), Option("2", "2", ""))
)
RUMOR = Setting(
    "purse", "rumor", "Rumor", "Who talks.", (Option("no", "Nobody", ""), Option("yes", "All", ""))
)


def worth(scene: World, purse: RecordId) -> list[Figure]:
    """What is in it."""
    return [Figure("Worth", scene.records[purse].state.coins * int(scene.setting(WORTH)))]


def sealed(before: World, scene: World) -> Result:
    """Whatever is worth more than 30 is sealed."""
    rich = [each for each in scene.all(PURSE) if worth(scene, each.id)[0].value > 30]  # type: ignore[operator]
    changes = tuple(Replace(each.id, replace(each.state, is_sealed=True)) for each in rich)
    return Result(changes, tuple(Followed(f"{each.state.name} is sealed.") for each in rich))


GAME = replace(SYSTEM, settings=(WORTH, RUMOR), figures={PURSE: worth}, resettled=sealed)


@pytest.fixture
async def shop(sqlite_address: Address) -> AsyncIterator[Shop]:
    """A purse of 20 coins."""
    made = Shop(sqlite_address)
    made.play = Play(open_database(sqlite_address), Catalogue([TABLE, GAME]))
    await made.begin()
    yield made
    await made.play.database.dispose()


async def test_what_changes_is_shown_first_and_follows_in_the_entry(shop: Shop) -> None:
    change = ChangeSetting(WORTH.key, "2", "1")
    taken = await shop.play.act_or_offer(Actor(MARISOL), shop.request(), change)
    shown = taken.renewed
    assert (taken.outcomes, shown is not None) == ((), True)
    assert shown is not None
    assert [(each.label, each.before, each.after) for each in shown.shifts] == [("Worth", 20, 40)]
    assert [each.line for each in shown.deeds[0].came.entry.events if isinstance(each, Followed)] == [
        "Sack is sealed."
    ]
    # Nothing needs mending afterwards: it isn't the red button of what is final.
    assert (shown.goes, shown.warns) == (True, False)
    (outcome,) = (await shop.take(shown.offer or "", by=MARISOL)).outcomes
    told = outcome.public.entry
    assert [each.line for each in told.events if isinstance(each, Followed)] == ["Sack is sealed."]
    # An undo takes all of it back, and says what that changes.
    plan = await shop.play.preview_undo(Actor(MARISOL), shop.request(), told.number)
    assert [(each.before, each.after) for each in plan.shifts] == [(40, 20)]


async def test_what_changes_nothing_is_done_at_once(shop: Shop) -> None:
    for change in (ChangeSetting(RUMOR.key, "yes", "no"), ChangeSetting(PINGS.key, "nobody", PINGS.default)):
        taken = await shop.play.act_or_offer(Actor(MARISOL), shop.request(), change)
        assert (len(taken.outcomes), taken.renewed) == (1, None)


async def test_only_game_masters_are_shown_what_a_change_would_do(shop: Shop) -> None:
    with pytest.raises(NotAllowed):
        await shop.play.act_or_offer(Actor(DEACON), shop.request(), ChangeSetting(WORTH.key, "2", "1"))
