"""The card of a preview: what is told, figures in words, chances, refusals, a button named by its deed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.card import Button, Card
from bot.engine.dice.trying import Branch, Roll
from bot.engine.system import RecordId
from bot.play import Shift, new_record
from bot.storage.address import Address
from bot.ui.renderer import Renderer, _roll, figure
from tests.play.purse import DEACON, MARISOL, WREN, Gamble, OpenPurse, PayCoins, Seal, Settle, Shop


@pytest.fixture
async def shop(sqlite_address: Address) -> AsyncIterator[Shop]:
    """A purse of 20 coins."""
    made = Shop(sqlite_address)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def card(shop: Shop, *actions: object, by: int = DEACON) -> Card:
    return Renderer({}).preview(await shop.preview(*actions, by=by))


async def test_figures_stand_before_and_after_in_words_and_the_button_names_the_deed(shop: Shop) -> None:
    shown = await card(shop, PayCoins(shop.purse, 20), by=MARISOL)
    # It is not the game master's own: whose it is is told, and no button.
    assert shown.buttons == ()
    assert "⛔ Only <@3> pays out of it." in shown.lines
    shown = await card(shop, PayCoins(shop.purse, 20))
    assert shown.title == "Pay coins?"
    assert shown.lines == ("That empties the purse.",)
    assert shown.fields == (("Sack", "Coins 20 → **0** gp"),)
    (button,) = shown.buttons
    assert (button.label, button.name, len(button.args)) == ("Pay coins", "offer", 1)
    assert len(button.custom_id) <= 100


async def test_chances_and_branches_are_told(shop: Shop) -> None:
    shown = await card(shop, Gamble(shop.purse, 4))
    assert shown.lines == (
        "🎲 The dice decide: 1d2, toss: Lost 50% · Won 50%",
        "**Lost** (50%):",
        "Coins 20 → **16** gp",
        "**Won** (50%):",
        "Coins 20 → **24** gp",
    )
    assert isinstance(shown.buttons[0], Button)


def test_a_roll_for_nothing_but_its_dice_names_them_once_with_its_chances() -> None:
    branches = (Branch("Lost", Fraction(1, 2)), Branch("Won", Fraction(1, 2)))
    assert _roll(Roll(3, 6, "3d6")) == "🎲 The dice decide: 3d6"
    assert _roll(Roll(1, 2, "1d2", branches=branches)) == "🎲 The dice decide: 1d2: Lost 50% · Won 50%"


def test_a_figure_that_comes_or_goes_has_one_number() -> None:
    comes = Shift(RecordId("realm"), "Fennhold", "Defense", "", None, 8)
    assert figure(comes) == "Defense **8**"
    goes = Shift(RecordId("realm"), "Fennhold", "Chance of the check", "%", 65, None)
    assert figure(goes) == "Chance of the check 65% → **none**"
    assert figure(replace(goes, after=70)) == "Chance of the check 65 → **70**%"


async def test_what_cant_be_foretold_says_so_and_is_offered(shop: Shop) -> None:
    shown = await card(shop, Settle(shop.purse))
    assert shown.lines == ("The outcome depends on things you can't see.",)
    assert shown.buttons


async def test_not_now_takes_the_button_and_leaves_the_numbers(shop: Shop) -> None:
    await shop.act(DEACON, Seal(shop.purse))
    shown = await card(shop, PayCoins(shop.purse, 5), by=WREN)
    assert len([line for line in shown.lines if line.startswith("⛔")]) == 2
    assert (shown.buttons, shown.fields) == ((), (("Sack", "Coins 20 → **15** gp"),))


async def test_deeds_in_a_row_are_numbered_and_the_rest_hangs_on_the_dice(shop: Shop) -> None:
    shown = await card(shop, OpenPurse("Box"), Gamble(new_record(), 4), PayCoins(new_record(), 3))
    assert shown.lines[0] == "**1. Open purse**"
    assert shown.lines[-1] == "3. Pay coins, if what comes before succeeds"
    assert shown.buttons[0].label == "Do all 3"


async def test_of_more_records_than_a_card_has_room_for_the_others_are_named(shop: Shop) -> None:
    preview = await shop.preview(PayCoins(shop.purse, 1))
    shifts = tuple(Shift(RecordId(f"r{n}"), f"Town {n}", "Lore", "", 0, 1) for n in range(30))
    shown = Renderer({}).preview(replace(preview, shifts=shifts))
    assert [name for name, _ in shown.fields] == [f"Town {n}" for n in range(12)]
    named = ", ".join(f"Town {n}" for n in range(12, 24))
    assert shown.lines[-1] == f"Figures of these change too: {named}, 6 more."
