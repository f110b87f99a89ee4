"""Bargains whose gift finds no room (A16, A20, A22, A23)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.system import Record
from bot.errors import RuleViolation
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.offers.rules import (
    DeclineOffer,
    Offer,
    OfferKind,
    Price,
    TakeOffer,
    WithdrawOffer,
)
from bot.systems.adventuria.state import Adventurer, End, Type
from tests.systems.adventuria.scenes import (
    BRAN,
    DEACON,
    DEAL,
    MARISOL,
    adventurer_of,
    after,
    bran,
    decided,
    having,
    play,
    scene,
    spell,
)

SOLD = Offer(BRAN, "Bran", DEACON, OfferKind.PAY, price=Price(5), gift=spell("Frost"))


def wizard(*spells: str) -> Adventurer:
    """A wizard with 9 gold and those spells: there is room for two."""
    return having(*map(spell, spells), type_=Type.WIZARD, natural=bran(Type.WIZARD).natural, gold=9)


def paid(state: Adventurer, full_of_spells: str = "asked") -> Adventurer:
    """The adventurer once the bargain was struck."""
    before = scene(state, SOLD, campaign=decided(full_of_spells=full_of_spells))
    return adventurer_of(after(before, play(before, TakeOffer(DEAL))))


@pytest.mark.parametrize("full_of_spells", ["asked", "lost"])
def test_a22_nobody_pays_for_a_spell_that_can_be_had_by_no_means(full_of_spells: str) -> None:
    before = scene(bran(gold=9), SOLD, campaign=decided(full_of_spells=full_of_spells))
    with pytest.raises(RuleViolation, match=r"no room for Frost, .* nothing was paid"):
        play(before, TakeOffer(DEAL))


def test_a23_nobody_pays_for_a_spell_that_would_be_lost_at_once() -> None:
    before = scene(wizard("One", "Two"), SOLD, campaign=decided(full_of_spells="lost"))
    with pytest.raises(RuleViolation, match="discard one first"):
        play(before, TakeOffer(DEAL))


def test_q4_where_it_waits_for_a_discard_it_is_paid() -> None:
    state = paid(wizard("One", "Two"))
    assert (state.gold, [each.possession.name for each in state.gains]) == (4, ["Frost"])


def test_a23_with_room_it_is_paid_and_had() -> None:
    assert [each.name for each in paid(wizard("One"), "lost").possessions] == ["One", "Frost"]


@pytest.mark.parametrize(("action", "actor"), [(DeclineOffer(DEAL), DEACON), (WithdrawOffer(DEAL), MARISOL)])
def test_an_offer_that_an_undo_brought_back_to_nobody_can_be_closed(action: Any, actor: int) -> None:
    gone = Record(BRAN, ADVENTURER.name, bran(end=End.FALLEN), is_archived=True)
    before = scene(gone, SOLD, actor=actor)
    assert after(before, play(before, action)).records[DEAL].is_archived
