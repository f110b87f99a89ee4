"""An offer is carried out as it was shown, once, by whom it was made for; else it is shown anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.catalogue import Catalogue
from bot.engine.people import Actor
from bot.engine.system import ActionKind, RecordId
from bot.errors import NotAllowed, RuleViolation, Stale, UserError
from bot.play import Play, plans
from bot.play import offers as facility
from bot.play.session import part_of
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import offers
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import LeaveCampaign
from tests.play.purse import (
    ACTIONS,
    DEACON,
    MARISOL,
    SYSTEM,
    WREN,
    Bury,
    Coin,
    Gamble,
    Lend,
    PayCoins,
    Seal,
    Settle,
    Shop,
)


@pytest.fixture
async def shop(address: Address) -> AsyncIterator[Shop]:
    """A purse of 20 coins, on each engine in turn."""
    made = Shop(address)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def count(shop: Shop) -> int:
    query = sa.select(sa.func.count()).select_from(offers)
    return await shop.play.database.read(lambda c: c.execute(query).scalar_one())


# -- once ---------------------------------------------------------------------------------------------


async def test_an_offer_pressed_three_times_pays_once(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    number = (await shop.take(offer)).outcomes[0].public.entry.number
    for _ in range(2):
        with pytest.raises(Stale, match=f"was already done, as #{number}"):
            await shop.take(offer)
    assert await shop.coins() == 15


async def test_two_presses_at_once_pay_once(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    came = await asyncio.gather(*(shop.take(offer) for _ in range(8)), return_exceptions=True)
    assert sum(isinstance(each, Stale) for each in came) == 7
    assert await shop.coins() == 15


async def test_a_press_delivered_again_has_its_first_outcome(shop: Shop) -> None:
    offer, request = await shop.offer(PayCoins(shop.purse, 5)), shop.request()
    first = await shop.play.take(Actor(DEACON), request, offer)
    again = await shop.play.take(Actor(DEACON), request, offer)
    assert again.outcomes[0].is_repeat
    assert again.outcomes[0].public.entry.number == first.outcomes[0].public.entry.number
    assert await shop.coins() == 15


async def test_a_preview_delivered_twice_offers_once(shop: Shop) -> None:
    request = shop.request()
    shown = [await shop.play.preview(Actor(DEACON), request, [PayCoins(shop.purse, 5)]) for _ in range(2)]
    assert shown[0].offer == shown[1].offer
    assert await count(shop) == 1


async def test_an_undone_deed_stays_taken(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.take(offer)
    plan = await shop.play.preview_undo(Actor(MARISOL), shop.request())
    await shop.play.undo(
        Actor(MARISOL), shop.request(), plan.entry.campaign, plan.entry.number, plan.undone[-1]
    )
    with pytest.raises(Stale, match="That was already done"):
        await shop.take(offer)


async def test_an_offer_is_taken_after_a_restart(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    async with later(shop) as play:
        await play.take(Actor(DEACON), shop.request(), offer)
    assert await shop.coins() == 15


# -- who ----------------------------------------------------------------------------------------------


async def test_nobody_else_takes_it(shop: Shop) -> None:
    offer = await shop.offer(Gamble(shop.purse, 5))
    for other in (WREN, MARISOL):
        with pytest.raises(NotAllowed, match="somebody else"):
            await shop.take(offer, by=other)
    assert await shop.coins() == 20


async def test_who_was_removed_since_takes_nothing(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.act(DEACON, LeaveCampaign())
    with pytest.raises(NotAllowed):
        await shop.take(offer)
    assert await shop.coins() == 20


async def test_an_offer_of_another_server_opens_nothing(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    with pytest.raises(UserError):
        await shop.play.take(Actor(DEACON), replace(shop.request(), guild=77), offer)
    assert await shop.coins() == 20


# -- what changed meanwhile ---------------------------------------------------------------------------


async def test_others_may_act_as_long_as_it_comes_to_the_same(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.act(DEACON, PayCoins(shop.purse, 3))
    await shop.take(offer)
    assert await shop.coins() == 12


async def test_what_would_come_out_differently_is_shown_anew_and_offered_again(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.act(DEACON, PayCoins(shop.purse, 15))
    taken = await shop.take(offer)
    assert (taken.outcomes, await shop.coins()) == ((), 5)
    assert taken.renewed is not None
    assert "differently now" in taken.renewed.why
    # It would empty the purse now: which it says.
    assert taken.renewed.deeds[0].notes == ("That empties the purse.",)
    assert taken.renewed.offer not in (None, offer)
    await shop.take(str(taken.renewed.offer))
    assert await shop.coins() == 0


async def test_a_press_that_shows_anew_delivered_twice_shows_the_same(shop: Shop) -> None:
    offer, request = await shop.offer(PayCoins(shop.purse, 5)), shop.request()
    await shop.act(DEACON, PayCoins(shop.purse, 15))
    shown = [(await shop.play.take(Actor(DEACON), request, offer)).renewed for _ in range(2)]
    assert shown[0] is not None
    assert shown[1] is not None
    assert shown[0].offer == shown[1].offer


async def test_not_now_is_shown_anew_without_a_button(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.act(DEACON, Seal(shop.purse))
    anew = (await shop.take(offer)).renewed
    assert anew is not None
    assert (anew.offer, str(anew.deeds[0].refusals[0])[:12]) == (None, "It is sealed")


async def test_what_the_rules_refuse_by_now_is_refused(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.act(DEACON, PayCoins(shop.purse, 16))
    with pytest.raises(RuleViolation, match="4 coins"):
        await shop.take(offer)


async def test_a_record_out_of_play_is_named(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.act(DEACON, Bury(shop.purse))
    with pytest.raises(RuleViolation, match="no longer in play"):
        await shop.take(offer)
    assert await shop.coins() == 20


async def test_a_hidden_change_is_told_by_no_press(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    await shop.act(MARISOL, Lend(shop.purse, 3))
    assert len((await shop.take(offer)).outcomes) == 1


async def test_what_nobody_could_foretell_is_done_whatever_changed(shop: Shop) -> None:
    offer = await shop.offer(Settle(shop.purse))
    await shop.act(MARISOL, Lend(shop.purse, 3))
    assert len((await shop.take(offer)).outcomes) == 1


async def test_versions_unchanged_need_no_second_try(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))

    def never(*_: Any) -> Any:
        raise AssertionError("tried again")

    monkeypatch.setattr(facility, "tried", never)
    await shop.take(offer)
    assert await shop.coins() == 15


# -- upgrades -----------------------------------------------------------------------------------------


@asynccontextmanager
async def later(
    shop: Shop, *instead: tuple[type[Any], ActionKind[Any]], **options: Any
) -> AsyncIterator[Play]:
    """The house after an upgrade: with other kinds of action in place of those."""
    others = dict(instead)
    actions = tuple(others.get(kind.action, kind) for kind in ACTIONS)
    games = Catalogue([TABLE, replace(SYSTEM, actions=actions)])
    play = Play(open_database(shop.address), games, **options)
    try:
        yield play
    finally:
        await play.database.dispose()


def kind_of(action: type[Any]) -> ActionKind[Any]:
    return next(kind for kind in ACTIONS if kind.action is action)


class Metal(StrEnum):
    """What coins are called by now."""

    GOLDEN = "golden"


@dataclass(frozen=True, slots=True)
class Spend:
    """Paying, by another name; its former one is kept, or not."""

    purse: RecordId
    coins: int
    coin: Coin = Coin.GOLD


def renamed(name: str, **fields: Any) -> type[Any]:
    """A later PayCoins: with other fields."""
    return dataclass(frozen=True)(type(name, (), {"__annotations__": fields, "__module__": __name__}))


UNSURE = (
    ("class", Spend),
    ("field", renamed("PayCoins", purse=str, amount=int, coin=str)),
    ("value", renamed("PayCoins", purse=str, coins=int, coin=Metal)),
    ("missing", renamed("PayCoins", purse=str, coins=int, coin=str, to=str)),
)


@pytest.mark.parametrize(("what", "action"), UNSURE)
async def test_what_an_earlier_version_meant_otherwise_is_not_done(
    shop: Shop, what: str, action: type[Any]
) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    kind = replace(kind_of(PayCoins), action=action, formerly=())
    async with later(shop, (PayCoins, kind)) as play:
        with pytest.raises(Stale, match="older version"):
            await play.take(Actor(DEACON), shop.request(), offer)
    assert await shop.coins() == 20


async def test_an_action_known_by_its_former_name_is_done(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    kind = replace(kind_of(PayCoins), action=Spend, formerly=("PayCoins",))
    async with later(shop, (PayCoins, kind)) as play:
        await play.take(Actor(DEACON), shop.request(), offer)
    assert await shop.coins() == 15


async def test_a_new_field_is_tried_again_before_it_is_done(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    action = renamed("PayCoins", purse=str, coins=int, coin=Coin)
    action = dataclass(frozen=True)(
        type("PayCoins", (action,), {"__annotations__": {"times": int}, "times": 1, "__module__": __name__})
    )
    perform = kind_of(PayCoins).perform
    tries = []

    def paid(scene: Any, action: Any, dice: Any) -> Any:
        tries.append(dice)
        return perform(scene, action, dice)

    kind = replace(kind_of(PayCoins), action=action, perform=paid)
    async with later(shop, (PayCoins, kind)) as play:
        await play.take(Actor(DEACON), shop.request(), offer)
    assert len(tries) == 2


async def test_other_rules_show_it_anew(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    perform = kind_of(PayCoins).perform

    def dearer(scene: Any, action: Any, dice: Any) -> Any:
        return perform(scene, replace(action, coins=action.coins + 1), dice)

    monkeypatch.setattr(facility, "__version__", "9.9")
    async with later(shop, (PayCoins, replace(kind_of(PayCoins), perform=dearer))) as play:
        taken = await play.take(Actor(DEACON), shop.request(), offer)
    assert taken.renewed is not None
    assert taken.renewed.shifts[0].after == 14
    assert await shop.coins() == 20


# -- time ---------------------------------------------------------------------------------------------


async def test_after_60_days_it_is_shown_anew_and_then_gone(shop: Shop) -> None:
    offer = await shop.offer(PayCoins(shop.purse, 5))
    then = datetime.now(UTC) + timedelta(days=61)
    async with later(shop, now=lambda: then) as play:
        taken = await play.take(Actor(DEACON), shop.request(), offer)
        assert taken.renewed is not None
        assert "older than 60 days" in taken.renewed.why
        assert taken.renewed.offer is not None
        assert await play.tidy() == (1, 0)
        with pytest.raises(Stale, match="preview is gone"):
            await play.take(Actor(DEACON), shop.request(), offer)
        await play.take(Actor(DEACON), shop.request(), taken.renewed.offer)
    assert await shop.coins() == 15


async def test_offers_that_are_younger_stay(shop: Shop) -> None:
    await shop.offer(PayCoins(shop.purse, 5))
    assert await shop.play.tidy() == (0, 0)
    assert await count(shop) == 1


def test_the_ids_of_deeds_in_a_row_are_of_one_millisecond_and_differ() -> None:
    press = 1_500_000_000_000_000_000
    ids = {part_of(press, number) for number in range(1, 50)}
    assert len(ids) == 49
    assert {each >> 22 for each in ids} == {press >> 22}


# -- plans --------------------------------------------------------------------------------------------


async def planned(shop: Shop, *actions: Any, by: int = DEACON) -> list[str]:
    """The ids of the previews of those actions, each put on the plan."""
    ids = [(await shop.preview(each, by=by)).id for each in actions]
    for each in ids:
        await shop.play.add_to_plan(Actor(by), shop.request(), each)
    return ids


async def plan(shop: Shop, by: int = DEACON) -> dict[str, Any]:
    return dict(await shop.play.plan(Actor(by), shop.request()))


async def test_what_a_preview_showed_is_put_on_a_plan_once_and_by_its_own_person(shop: Shop) -> None:
    (id_,) = await planned(shop, PayCoins(shop.purse, 5))
    with pytest.raises(RuleViolation, match="already"):
        await shop.play.add_to_plan(Actor(DEACON), shop.request(), id_)
    with pytest.raises(NotAllowed):
        await shop.play.add_to_plan(Actor(WREN), shop.request(), id_)
    with pytest.raises(Stale):
        await shop.play.add_to_plan(Actor(WREN), shop.request(), "none")
    assert await plan(shop) == {id_: PayCoins(shop.purse, 5)}
    assert await plan(shop, WREN) == {}


async def test_an_old_preview_is_shown_anew_before_it_goes_on_a_plan(shop: Shop) -> None:
    shown = await shop.preview(PayCoins(shop.purse, 5))
    await shop.act(DEACON, PayCoins(shop.purse, 15))
    # By now it would empty the purse.
    anew = await shop.play.add_to_plan(Actor(DEACON), shop.request(), shown.id)
    assert anew is not None
    assert anew.why == "Not added yet: it would turn out differently now. Here's how it is:"
    assert await plan(shop) == {}

    assert await shop.play.add_to_plan(Actor(DEACON), shop.request(), anew.id) is None
    assert await plan(shop) == {anew.id: PayCoins(shop.purse, 5)}


async def test_a_preview_of_60_days_ago_is_shown_anew_before_it_goes_on_a_plan(shop: Shop) -> None:
    shown, then = await shop.preview(PayCoins(shop.purse, 5)), datetime.now(UTC) + timedelta(days=61)
    async with later(shop, now=lambda: then) as play:
        anew = await play.add_to_plan(Actor(DEACON), shop.request(), shown.id)
    assert anew is not None
    assert anew.why.startswith("Not added yet: that preview is older than 60 days.")
    assert await plan(shop) == {}


async def test_a_plan_is_no_offer_and_goes_on_no_plan(shop: Shop) -> None:
    await planned(shop, PayCoins(shop.purse, 5))
    rows = sa.select(offers.c.id).where(offers.c.id.startswith(plans.PLAN))
    id_ = await shop.play.database.read(lambda connection: connection.execute(rows).scalar_one())
    with pytest.raises(Stale):
        await shop.take(id_)
    with pytest.raises(Stale):
        await shop.play.add_to_plan(Actor(DEACON), shop.request(), id_)
    assert await shop.coins() == 20


async def test_a_plan_holds_25_deeds_and_loses_them_one_by_one_or_all_at_once(shop: Shop) -> None:
    ids = await planned(shop, *[PayCoins(shop.purse, 1)] * plans.MOST_PLANNED)
    with pytest.raises(RuleViolation, match="plan is full"):
        await planned(shop, PayCoins(shop.purse, 1))
    await shop.play.drop_from_plan(Actor(DEACON), shop.request(), ids[1])
    assert list(await plan(shop)) == [ids[0], *ids[2:]]
    await shop.play.drop_from_plan(Actor(DEACON), shop.request())
    assert await plan(shop) == {}


async def test_what_an_offer_carries_out_is_struck_off_the_plan(shop: Shop) -> None:
    first, second = await planned(shop, PayCoins(shop.purse, 15), PayCoins(shop.purse, 5))
    offer = await shop.offer(*(await plan(shop)).values())
    await shop.act(DEACON, PayCoins(shop.purse, 1))
    taken = await shop.take(offer)
    # The digest is another, so it is shown anew; 5 coins more are not there.
    assert taken.renewed is not None
    assert list(await plan(shop)) == [first, second]
    await shop.take(await shop.offer(PayCoins(shop.purse, 15)))
    assert list(await plan(shop)) == [second]
    assert await shop.coins() == 4


async def test_what_goes_only_after_the_plan_is_shown_and_done_with_it(shop: Shop) -> None:
    await planned(shop, PayCoins(shop.purse, -5))
    shown = await shop.preview(PayCoins(shop.purse, 24))
    assert (shown.planned, len(shown.deeds)) == (1, 2)
    assert shown.offer is not None
    await shop.take(shown.offer)
    assert await shop.coins() == 1
    assert await plan(shop) == {}
