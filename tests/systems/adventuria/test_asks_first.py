"""What would fell an adventurer, or is more than it can carry then, asks first (A17, A19, A38, Q5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Permit
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import EndTurn, GiveUp, MakeRoom
from bot.systems.adventuria.combat.state import LeaveFight, Phase, RollCombat
from bot.systems.adventuria.offers.rules import Offer, OfferKind, Price, TakeOffer
from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    Foe,
    Gain,
    Loss,
    Until,
    Ware,
)
from tests.loaded import loaded
from tests.systems.adventuria.arrivals import new
from tests.systems.adventuria.bazaar import bran as bran_at
from tests.systems.adventuria.bazaar import give, in_turn, wound
from tests.systems.adventuria.bouts import arena, met
from tests.systems.adventuria.exchanges import fight
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    DEAL,
    ally,
    bran,
    foe,
    having,
    item,
    play,
    scene,
    weapon,
)
from tests.systems.adventuria.test_possessions_at_the_table import opened, picked
from tests.systems.second_kingdom.evening import buttons, entries, is_private
from tests.tables import Table, reply_of, said, text

# Discord's red.
DANGER = 4
# Bran (Arms 4, Vitae 4) lives by it alone.
CHARM = ally("Charm", "held: vitae +1")
LIVES_BY_IT = having(CHARM, wounds=4)
BLESSED = (Change(Attribute.VITAE, 1, Cause.SPELL, "Moonwash", Until.TURN),)
SHIELDED = (Change(Attribute.VITAE, 1, Cause.SPELL, "Moonwash", Until.FIGHT),)
# Arms 5 with the sword: ten items and not one more.
LADEN = having(weapon("Sword", "held: arms +1"), *(item() for _ in range(9)))


def deal(**parts: Any) -> Offer:
    """A lamp for something."""
    return Offer(BRAN, "Bran", DEACON, OfferKind.PAY, text="A lamp", **parts)


def notes(action: Any, *states: Any) -> list[str]:
    """What is told before it is done."""
    told: list[str] = []
    play(replace(scene(*states), note=told.append), action)
    return told


FELLS: list[tuple[Any, tuple[Any, ...]]] = [
    (Discard(BRAN, "Charm"), (LIVES_BY_IT,)),
    (PayOut(BRAN, "Charm"), (LIVES_BY_IT,)),
    (TakeOffer(DEAL), (LIVES_BY_IT, deal(price=Price(name="Charm")))),
    (GiveUp(BRAN, 1), (having(CHARM, CHARM, wounds=5, losses=(Loss(Ware.ALLY, 1),)),)),
    (MakeRoom(BRAN, 9, 1), (replace(LIVES_BY_IT, gains=(Gain(replace(ally("Dog"), number=9)),)),)),
    (UsePossession(BRAN, "1"), (having(weapon("Rod", "held: vitae +1"), wounds=4),)),
    (UsePossession(BRAN, "1"), (having(item("Poison", "use: wound 2 spent"), wounds=2),)),
    (EndTurn(BRAN, "The City"), (bran(wounds=4, changes=BLESSED, ways=("The City",)),)),
    (LeaveFight(BOUT), (bran(wounds=4, changes=SHIELDED, fight=BOUT), fight(can_avoid=True))),
]


@pytest.mark.parametrize(("action", "states"), FELLS)
def test_a38_what_a_player_does_says_before_that_it_fells(action: Any, states: tuple[Any, ...]) -> None:
    (told,) = [each for each in notes(action, *states) if "falls" in each]
    assert told.startswith("**Bran falls:**")
    kind = next(each for each in SYSTEM.actions if each.action is type(action))
    assert (kind.confirms, kind.may) == (True, Permit.OWNER_OR_GAME_MASTER)
    # One wound less, and there is nothing to ask about that.
    first, *others = replace(states[0], wounds=states[0].wounds - 1), *states[1:]
    assert not any("falls" in each for each in notes(action, first, *others))


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (UsePossession(BRAN, "1"), "has to give up 2 items"),
        (Discard(BRAN, "1"), "has to give up 1 item "),
        (Discard(BRAN, "2"), None),
    ],
)
def test_q5_a_weapon_put_away_at_full_load_says_before_what_must_go(action: Any, told: str | None) -> None:
    found = notes(action, LADEN)
    assert (told is None and not found) or (told is not None and told in found[0] and len(found) == 1)
    # With room enough nothing is asked.
    assert not notes(action, replace(LADEN, possessions=LADEN.possessions[:8]))


async def asked(table: Table, answer: Any, before: int, told: str) -> None:
    """It was asked privately, and nothing was done yet."""
    assert is_private(answer)
    assert told in said(answer)
    assert await entries(table) == before


def in_red(card: Any) -> list[str]:
    """The labels of the red buttons of a message, or of an answer."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in card.components]
    return [part["label"] for row in rows for part in row["components"] if part.get("style") == DANGER]


async def test_a38_by_command_it_is_shown_first_and_done_by_a_second_press(city: Table) -> None:
    thread = await in_turn(city)
    await give(city, "Charm", "held: vitae +1", Ware.ALLY)
    await wound(city, 4)
    before = await entries(city)
    for command, label in (("adv pay", "Pay anyway"), ("adv drop", "Part with it anyway")):
        answer = await city.deacon.slash(thread, command, what="Charm")
        await asked(city, answer, before, "**Bran falls:** 4 wounds against Vitae 4")
        assert in_red(reply_of(answer)) == [label]
    await city.deacon.click(reply_of(answer), label="Part with it anyway")
    await city.settle()
    assert "the end came at The City" in text(city.last(thread))


async def test_a38_what_costs_no_life_is_done_at_once(city: Table) -> None:
    thread = await in_turn(city)
    await give(city, "Charm", "held: vitae +1", Ware.ALLY)
    await city.deacon.slash(thread, "adv drop", what="Charm")
    await city.settle()
    assert "Charm" in text(city.last(thread))
    assert (await bran_at(city)).possessions == ()


async def test_a38_a_press_on_a_card_asks_likewise(city: Table) -> None:
    thread = await in_turn(city)
    await give(city, "Charm", "held: vitae +1", Ware.ALLY)
    await wound(city, 4)
    await city.gm.slash(thread, "adv gm offer", kind="pay", thing="Lamp", price="Charm")
    await city.settle()
    before = await entries(city)
    answer = await city.deacon.click(city.last(thread), label="Pay Charm")
    await asked(city, answer, before, "**Bran falls:**")
    await city.deacon.click(reply_of(answer), label="Take it anyway")
    await city.settle()
    assert "the end came at The City" in text(city.last(thread))


async def test_q5_a_list_asks_likewise(city: Table) -> None:
    thread = await in_turn(city)
    await give(city, "Sword", "held: arms +1", Ware.ITEM, is_weapon=True)
    for _ in range(9):
        await give(city, "Lamp", ware=Ware.ITEM)
    before = await entries(city)
    answer = await picked(city, await opened(city, thread), "Sword")
    await asked(city, answer, before, "**Bran can then carry less** and has to give up 2 items at once.")
    await city.deacon.click(reply_of(answer), label="Use it anyway")
    await city.settle()
    state: Adventurer = await bran_at(city)
    assert [each.name for each in state.possessions if each.is_wielded] == []
    assert len(state.possessions) == 10


# -- the end of a fight -----------------------------------------------------------------------------------


def ended_with(state: Adventurer, *foes: Foe) -> list[str]:
    """What is told before Bran ends that fight after an exchange."""
    begun = fight(*foes, phase=Phase.AGAIN, exchange=1)
    return notes(LeaveFight(BOUT), replace(state, fight=BOUT), begun)


def test_a31_a_fight_whose_end_gives_up_xp_for_wounds_dealt_asks() -> None:
    hurt = foe(arms=3, vitae=4, wounds=2)
    told = "**Ending it gives up 3 Melee XP:** Rat will be unhurt when met again."
    assert ended_with(bran(), hurt) == [told]
    # Unhurt monsters give up nothing that was fought for, and XP that no longer counts is none (A36).
    assert ended_with(bran(), foe(arms=3, vitae=4), foe("Bat", wounds=2)) == []
    assert ended_with(bran(natural=Attributes(8, 2, 3, 4)), hurt) == []


def test_a31_a_fight_that_is_avoided_gives_up_nothing() -> None:
    begun = fight(foe(arms=3, vitae=4, wounds=2), can_avoid=True)
    assert notes(LeaveFight(BOUT), bran(fight=BOUT), begun) == []


# -- the next exchange ------------------------------------------------------------------------------------


def rolled_with(arms: int, wounds: int) -> list[str]:
    """What is told before Bran rolls against a monster with those Arms."""
    told: list[str] = []
    begun = scene(bran(fight=BOUT, wounds=wounds), fight(foe(arms=arms, vitae=9)))
    play(replace(begun, note=told.append), RollCombat(BOUT), 6, 1)
    return told


@pytest.mark.parametrize(
    ("arms", "wounds", "told"),
    [(4, 3, ""), (5, 3, "58.3%"), (8, 3, "91.7%"), (9, 3, "97.2%"), (9, 2, "")],
)
def test_a38_from_an_even_chance_to_fall_on_the_roll_asks(arms: int, wounds: int, told: str) -> None:
    found = rolled_with(arms, wounds)
    expected = (
        f"**{told} to fall in this exchange.** The fallen are out of the game and lose everything they had."
    )
    assert found == ([expected] if told else [])


async def test_a38_a_narrators_wounds_ask_first_where_they_would_kill(city: Table) -> None:
    thread = await in_turn(city)
    before = await entries(city)
    answer = await city.gm.slash(thread, "adv gm wound", count=99)
    await asked(city, answer, before, "**Bran falls:** 99 wounds against Vitae 4")
    assert in_red(reply_of(answer)) == ["Wound anyway"]
    await city.gm.click(reply_of(answer), label="Wound anyway")
    assert await entries(city) == before + 1
    await new(city, name="Bly")
    before = await entries(city)
    await city.gm.slash(thread, "adv gm wound", adventurer="Bly", count=1)
    assert await entries(city) == before + 1


async def test_a38_where_a_fall_is_certain_nothing_is_said_of_dice_that_decide(city: Table) -> None:
    thread = await arena(city)
    await wound(city, 3)
    await met(city, thread, monster="Ogre", arms=20, vitae=2)
    answer = await city.deacon.click(city.last(thread), label="Roll: 100% to fall")
    assert "**100% to fall in this exchange.**" in said(answer)
    assert "The dice decide" not in said(answer)


async def test_a38_the_button_says_it_in_red_and_each_press_asks(city: Table) -> None:
    thread = await arena(city)
    await wound(city, 3)
    card = await met(city, thread, monster="Ogre", arms=8, vitae=2)
    assert "Roll: 91.7% to fall" in buttons(card)
    (red,) = in_red(card)
    assert red == "Roll: 91.7% to fall"
    for _ in range(2):
        before = await entries(city)
        answer = await city.deacon.click(city.last(thread), label=red)
        await asked(city, answer, before, "**91.7% to fall in this exchange.**")
        assert in_red(reply_of(answer)) == ["Roll anyway"]
    with loaded(6, 1):
        await city.deacon.click(reply_of(answer), label="Roll anyway")
    await city.settle()
    # Won, and no wound: the next press is as dangerous.
    assert "Again: 91.7% to fall" in buttons(city.last(thread))
