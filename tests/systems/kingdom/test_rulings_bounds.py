"""Bounds and odd cases of the kingdom's rules, each at the number where it changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Ability, Alignment, Attribute, Backing, Phase, Role, Stage, Step
from bot.systems.kingdom.events.rules import HireAdventurers
from bot.systems.kingdom.founding.rules import FoundKingdom
from bot.systems.kingdom.leaders.offices import LEAST_SCORE, MOST_SCORE
from bot.systems.kingdom.leaders.rules import AssignLeader, EditLeader, LeaderEdited
from bot.systems.kingdom.month.course import Thaw
from bot.systems.kingdom.month.edicts import RaiseArmy
from bot.systems.kingdom.state import Terms
from bot.systems.kingdom.towns.settlements import is_site
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    WREN,
    by,
    decided,
    everybody,
    hexed,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    realm,
    scene,
    tarn,
)


@pytest.mark.parametrize("unrest", [0, 19])
def test_r017_order_may_leave_any_unrest_from_0_to_19(unrest: int) -> None:
    fallen = scene(ready(tarn(unrest=20, is_in_anarchy=True)))
    assert kingdom_of(played(fallen, Thaw(TARN, "At last", unrest))).unrest == unrest
    for told in (-1, 20):
        with pytest.raises(RuleViolation):
            play(fallen, Thaw(TARN, "At last", told))


@pytest.mark.parametrize("score", [LEAST_SCORE, MOST_SCORE])
def test_ability_scores_reach_from_1_to_60(score: int) -> None:
    made = scene(ready(tarn()))
    play(made, AssignLeader(TARN, Role.WARDEN, "Ada", scores={Ability.CON: score}))
    for wrong in (0, 61):
        with pytest.raises(RuleViolation, match="1 to 60"):
            play(made, AssignLeader(TARN, Role.WARDEN, "Ada", scores={Ability.CON: wrong}))


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        ({"alignment": None}, "alignment"),
        ({"terms": Terms(Backing.GRANT)}, "build points"),
        ({"first": None}, "hex"),
    ],
)
def test_nothing_is_founded_while_one_thing_is_missing(lacking: dict[str, Any], said: str) -> None:
    whole = Terms(Backing.GRANT, "The guild", 50)
    drawn = tarn(
        stage=Stage.FOUNDING, settlements=(), capital=None, treasury=0, terms=whole, first="1,1",
        alignment=Alignment.NEUTRAL, month=month(Phase.BEFORE),
    )  # fmt: skip
    play(scene(drawn, land(own=())), FoundKingdom(TARN))
    with pytest.raises(RuleViolation, match=said):
        play(scene(replace(drawn, **lacking), land(own=())), FoundKingdom(TARN))


def test_r115_an_army_eats_nothing_unless_it_is_said() -> None:
    over = (Step.LEADERSHIP, Step.HEXES, Step.TERRAIN, Step.SETTLEMENTS)
    made = scene(ready(tarn(leaders=everybody(), month=month(Phase.EDICT, *over, size=3))))
    (army,) = kingdom_of(played(made, RaiseArmy(TARN, "Foot"))).armies
    assert army.consumption == 0


def test_r044_hiring_adventurers_spends_bp_and_is_no_roll_for_anybody() -> None:
    over = (Step.CONTINUING, Step.EVENT)
    state = tarn(leaders=everybody(DEACON), month=month(Phase.EVENT, *over, size=3))
    made = scene(ready(state), actor=WREN)
    action = HireAdventurers(TARN, Attribute.LOYALTY, "1-2")
    with pytest.raises(NotAllowed):
        play(made, action)
    assert play(by(made, DEACON), action).on_behalf_of is None
    play(scene(ready(state), actor=WREN, campaign=decided(who_rolls="anyone")), action)


@pytest.mark.parametrize(("prepared", "is_one"), [(None, False), (0, True), (1, True), (2, False)])
def test_r070_a_settlement_is_founded_where_the_site_is_ready_and_nothing_stands(
    prepared: int | None, is_one: bool
) -> None:
    on = hexed(hexed(land(), "1,0", prepared=prepared), "0,0", prepared=0)
    assert is_site(realm(tarn(), on), "1,0") is is_one
    # The capital stands there.
    assert not is_site(realm(tarn(), on), "0,0")
    assert not is_site(realm(tarn(), on), "3,0")


def test_a_leader_who_keeps_the_name_has_no_former_one() -> None:
    made = scene(ready(tarn(leaders=(leader(Role.WARDEN, WREN, 10, "Ada"),))))
    for name, former in (("", ""), ("Eda", "Ada")):
        told = play(made, EditLeader(TARN, Role.WARDEN, ranks=3, name=name)).events[0]
        assert isinstance(told, LeaderEdited)
        assert told.former == former
