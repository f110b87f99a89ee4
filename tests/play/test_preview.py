"""A preview is the action itself, tried: over what the asker sees, up to the dice, changing nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from fractions import Fraction
from typing import Any

import pytest
import sqlalchemy as sa

from bot.errors import NotAllowed, RuleViolation
from bot.play import Shift, new_record
from bot.storage.address import Address
from bot.storage.models import journal, offers, records
from tests.play.purse import (
    DEACON,
    HIDDEN,
    MARISOL,
    STRANGER,
    WREN,
    Coin,
    Gamble,
    OpenPurse,
    Paid,
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


def told(shifts: tuple[Shift, ...]) -> list[tuple[Any, ...]]:
    return [(each.label, each.before, each.after, each.unit) for each in shifts]


async def test_a_preview_tells_the_events_and_the_figures_and_changes_nothing(shop: Shop) -> None:
    def rows(connection: sa.Connection) -> Any:
        return [connection.execute(sa.select(table)).all() for table in (records, journal)]

    before = await shop.play.database.read(rows)
    shown = await shop.preview(PayCoins(shop.purse, 5))
    assert await shop.play.database.read(rows) == before
    (deed,) = shown.deeds
    assert deed.name == shown.name == "Pay coins"
    assert deed.came.entry.events == (Paid("Sack", 5, Coin.GOLD),)
    assert told(shown.shifts) == [("Coins", 20, 15, "gp")]
    assert deed.notes == ()


async def test_a_preview_holds_what_its_asker_may_see_and_no_more(shop: Shop) -> None:
    players = await shop.preview(PayCoins(shop.purse, 5))
    assert str(HIDDEN) not in str(players)
    masters = await shop.preview(PayCoins(shop.purse, 5), by=MARISOL)
    assert len(masters.deeds[0].came.entry.events) == 2
    # Watched, though it stays as it is.
    assert told(masters.shifts) == [("Coins", 20, 15, "gp"), ("Debt", HIDDEN, HIDDEN, "gp")]


async def test_a_note_is_for_previews_alone(shop: Shop) -> None:
    shown = await shop.preview(PayCoins(shop.purse, 20))
    assert shown.deeds[0].notes == ("That empties the purse.",)
    outcome = await shop.act(DEACON, PayCoins(shop.purse, 20))
    assert "empties" not in str(outcome)


async def test_not_now_and_not_you_are_noted_with_the_numbers_and_raised_for_real(shop: Shop) -> None:
    await shop.act(DEACON, Seal(shop.purse))
    shown = await shop.preview(PayCoins(shop.purse, 5), by=WREN)
    assert [str(each) for each in shown.deeds[0].refusals] == [
        "It is sealed; a game master opens it.",
        "Only <@3> pays out of it.",
    ]
    assert told(shown.shifts) == [("Coins", 20, 15, "gp")]
    assert shown.offer is None
    with pytest.raises(RuleViolation, match="sealed"):
        await shop.act(WREN, PayCoins(shop.purse, 5))


async def test_what_is_refused_anyhow_is_refused_at_once(shop: Shop) -> None:
    with pytest.raises(RuleViolation, match="20 coins"):
        await shop.preview(PayCoins(shop.purse, 21))
    with pytest.raises(NotAllowed):
        await shop.preview(PayCoins(shop.purse, 5), by=STRANGER)


async def test_a_try_stops_where_dice_decide_and_shows_the_branches_declared(shop: Shop) -> None:
    shown = await shop.preview(Gamble(shop.purse, 4))
    (deed,) = shown.deeds
    assert deed.roll is not None
    assert (deed.roll.sides, deed.roll.reason) == (2, "toss")
    assert [(b.label, b.chance, told(came.shifts)) for b, came in deed.branches] == [
        ("Lost", Fraction(1, 2), [("Coins", 20, 16, "gp")]),
        ("Won", Fraction(1, 2), [("Coins", 20, 24, "gp")]),
    ]
    assert shown.shifts == ()
    assert shown.offer is not None


async def test_a_view_too_small_for_the_rules_foretells_nothing_and_offers_the_deed(shop: Shop) -> None:
    shown = await shop.preview(Settle(shop.purse))
    assert not shown.deeds[0].is_foretold
    assert shown.offer is not None
    taken = await shop.take(shown.offer)
    assert len(taken.outcomes) == 1
    assert (await shop.preview(Settle(shop.purse), by=MARISOL)).deeds[0].is_foretold


# -- several in a row ---------------------------------------------------------------------------------


async def test_deeds_in_a_row_find_what_those_before_left(shop: Shop) -> None:
    shown = await shop.preview(PayCoins(shop.purse, 15), PayCoins(shop.purse, 5))
    assert shown.deeds[1].notes == ("That empties the purse.",)
    assert told(shown.shifts) == [("Coins", 20, 0, "gp")]
    assert shown.name == "Do all 2"


async def test_a_deed_refused_after_another_takes_the_offer_away(shop: Shop) -> None:
    shown = await shop.preview(PayCoins(shop.purse, 15), PayCoins(shop.purse, 6))
    assert "There are 5 coins" in str(shown.deeds[1].refusal)
    assert shown.offer is None


async def test_what_one_opens_the_next_uses_and_each_is_journaled(shop: Shop) -> None:
    offer = await shop.offer(OpenPurse("Box"), PayCoins(new_record(), 7), PayCoins(new_record(), 3))
    taken = await shop.take(offer)
    entries = [each.public.entry for each in taken.outcomes]
    assert [each.action for each in entries] == ["OpenPurse", "PayCoins", "PayCoins"]
    assert [each.number - entries[0].number for each in entries] == [0, 1, 2]
    assert entries[0].subject is not None
    assert await shop.coins(entries[0].subject) == 10


async def test_a_deed_that_dice_decide_ends_the_part_tried_and_the_rest_is_offered_anew(shop: Shop) -> None:
    row = (OpenPurse("Box"), Gamble(new_record(), 4), PayCoins(new_record(), 3), OpenPurse("Bag"))
    shown = await shop.preview(*row, PayCoins(new_record(4), 2))
    assert len(shown.deeds) == 2
    assert shown.untried == ("Pay coins", "Open purse", "Pay coins")
    assert shown.offer is not None
    taken = await shop.take(shown.offer)
    assert len(taken.outcomes) == 2
    assert taken.renewed is not None
    assert [deed.name for deed in taken.renewed.deeds] == ["Pay coins", "Open purse", "Pay coins"]
    assert taken.renewed.offer is not None
    rest = await shop.take(taken.renewed.offer)
    assert len(rest.outcomes) == 3
    (bag,) = [each.public.subject for each in rest.outcomes[1:2]]
    assert bag is not None
    assert await shop.coins(bag.id) == 18


async def test_a_row_stops_with_a_sentence_where_one_no_longer_goes(shop: Shop) -> None:
    offer = await shop.offer(Settle(shop.purse), PayCoins(shop.purse, 20))
    await shop.act(DEACON, PayCoins(shop.purse, 1))
    taken = await shop.take(offer)
    assert len(taken.outcomes) == 1
    assert "19 coins" in str(taken.stopped)
    assert await shop.coins() == 19


async def test_a_refused_preview_is_kept_for_a_plan_and_offers_nothing(shop: Shop) -> None:
    await shop.preview(PayCoins(shop.purse, 5))
    refused = await shop.preview(PayCoins(shop.purse, 5), by=WREN)
    assert refused.offer is None
    count = await shop.play.database.read(lambda c: c.scalar(sa.select(sa.func.count()).select_from(offers)))
    assert count == 2
    with pytest.raises(NotAllowed):
        await shop.take(refused.id, by=WREN)
    assert await shop.coins() == 20
