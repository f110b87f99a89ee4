"""Abilities on a sheet: a name and a rule, no limit, due to Ability (A9, A13, A42)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.system import Replace, Result
from bot.systems.adventuria.changes.rules import GainThing, LoseSome, LoseThing
from bot.systems.adventuria.ledger import has_room, too_many, total
from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet.cards import alt, draw_paper
from bot.systems.adventuria.state import Adventurer, Attribute, Attributes, Possession, Stage, Ware
from tests.refusals import refuses
from tests.systems.adventuria.changing import done
from tests.systems.adventuria.scenes import BRAN, DEACON, ally, bran, having, item, play, scene
from tests.systems.adventuria.test_sheets import line, lines

STRONG = "held: arms +2"


def ability(name: str = "Night Eyes", *rules: str) -> Possession:
    """An ability with those rules."""
    return item(name, *rules, ware=Ware.ABILITY)


def gained(state: Adventurer, *names: str, rules: str = "") -> Adventurer:
    """The adventurer once a narrator gave those abilities."""
    for name in names:
        state = done(state, GainThing(BRAN, None, name, Ware.ABILITY, rules))
    return state


def test_an_ability_is_given_with_its_name_and_its_rule() -> None:
    (had,) = gained(bran(), "Giant's Blood", rules=STRONG).held(Ware.ABILITY)
    assert (had.name, [each.amount for each in had.effects]) == ("Giant's Blood", [2])


def test_abilities_count_against_no_limit() -> None:
    state = gained(bran(), *(f"Trick {n}" for n in range(30)))
    assert len(state.held(Ware.ABILITY)) == 30
    assert has_room(state, Ware.ABILITY)
    assert state.gains == ()
    assert too_many(state) == ()


def test_a9_what_an_ability_adds_may_pass_twice_the_beginning_value() -> None:
    state = gained(bran(natural=Attributes(8, 2, 3, 4)), "Giant's Blood", rules=STRONG)
    assert total(state, Attribute.ARMS) == 10


def test_what_an_ability_does_is_due_to_an_ability() -> None:
    assert Ware.ABILITY.cause.meaning == "an ability"


def test_a_narrator_takes_an_ability_by_its_name_or_lets_the_player_choose() -> None:
    state = gained(bran(), "Night Eyes", "Old Scars")
    assert [each.name for each in done(state, LoseThing(BRAN, "Night Eyes")).possessions] == ["Old Scars"]
    assert done(state, LoseSome(BRAN, Ware.ABILITY, 1)).losses[0].ware is Ware.ABILITY


@pytest.mark.parametrize("parts", [Discard(BRAN, "Night Eyes"), PayOut(BRAN, "Night Eyes")])
def test_its_player_can_neither_drop_nor_pay_with_an_ability(parts: Any) -> None:
    with refuses("possessions.ability"):
        used(having(ability(), stage=Stage.TURN), parts)


def test_an_ability_is_used_like_anything_else_and_stays() -> None:
    state = having(ability("Second Wind", "use: heal 1"), stage=Stage.TURN, wounds=1)
    (change,) = used(state, UsePossession(BRAN, "Second Wind")).changes
    assert isinstance(change, Replace)
    assert (change.state.wounds, len(change.state.possessions)) == (0, 1)


def used(state: Adventurer, action: Any) -> Result:
    """What comes of it, by its player."""
    return play(scene(state, actor=DEACON), action)


def test_the_sheet_names_abilities_once_there_are_any() -> None:
    assert (
        line(having(ability(), ability("Old Scars")), "Abilities") == "**Abilities 2**: Night Eyes, Old Scars"
    )
    assert not [each for each in lines(bran()) if "Abilities" in each]


def test_the_picture_says_in_words_what_abilities_there_are() -> None:
    told = alt(having(ability(), ally()), Rulings())
    assert "Abilities 1: Night Eyes" in told.replace("**", "")
    assert "Abilities" not in alt(bran(), Rulings())


def test_the_picture_has_a_box_for_abilities_and_the_same_size_as_without() -> None:
    with_one, without = (draw_paper(state, Rulings()) for state in (having(ability()), bran()))
    assert with_one != without
    # The width and the height stand in a PNG's first chunk.
    assert with_one[16:24] == without[16:24]
