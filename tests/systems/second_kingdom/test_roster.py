"""Who is in play: the hero of a channel, heroes who retire and return, and NPCs who leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.proposals import PROPOSAL
from bot.engine.system import Record, RecordId, Replace
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver
from bot.systems.second_kingdom.attacks.state import Attack, End, Phase, Side
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.challenges.state import Status
from bot.systems.second_kingdom.heroes.people import HERO, NPC
from bot.systems.second_kingdom.heroes.roster import (
    BUSY,
    ActivateHero,
    HeroActivated,
    HeroRetired,
    HeroReturned,
    RemoveNpc,
    RetireHero,
    ReturnHero,
    retired_player,
)
from bot.systems.second_kingdom.state import Known, Npc
from tests.refusals import refuses
from tests.said import said_with, values
from tests.systems.second_kingdom.scenes import DEACON, EVANDER, MARISOL, after, evander, leap, play, scene

TAM, DUKE = RecordId("tam"), RecordId("duke")
HERE = 7


def tam(**changes: Any) -> Record[Any]:
    """Deacon's other hero."""
    return Record(TAM, HERO.name, evander(name="Tam", **changes))


def duke(known: Known = Known.HIDDEN) -> Record[Any]:
    """An NPC."""
    return Record(DUKE, NPC.name, Npc("The Duke", known))


def attack(**changes: Any) -> Record[Any]:
    """The Duke attacks Evander."""
    sides = (Side(DUKE, "The Duke"), Side(EVANDER, "Evander", DEACON))
    return Record(
        RecordId("attack"), ATTACK.name, replace(Attack(*sides, Maneuver("Slash"), defences={}), **changes)
    )


def retired(**changes: Any) -> Record[Any]:
    """Evander, out of play."""
    return Record(EVANDER, HERO.name, evander(is_retired=True, **changes), is_archived=True)


def permits() -> dict[type[Any], Permit]:
    return {kind.action: kind.may for kind in SYSTEM.actions}


# -- whom a player plays ------------------------------------------------------------------------------


def test_the_hero_of_a_channel_takes_it_from_the_players_other_hero() -> None:
    before = scene(evander(active_in=(HERE, 8)), tam(active_in=(9,)), actor=DEACON)
    turn = play(before, ActivateHero(TAM))
    active = {record.id: record.state.active_in for record in after(before, turn).all(HERO)}
    assert active == {EVANDER: (8,), TAM: (9, HERE)}
    assert turn.events == (HeroActivated("Tam", DEACON, HERE),)


def test_a_hero_who_is_played_here_already_is_not_chosen_again() -> None:
    with refuses("roster.plays_already"):
        play(scene(evander(active_in=(HERE,)), tam(), actor=DEACON), ActivateHero(EVANDER))


def test_nobody_chooses_for_another_player_whom_they_play() -> None:
    assert permits()[ActivateHero] is Permit.OWNER


def test_a_hero_handed_over_is_not_in_the_way_of_the_new_players_own() -> None:
    assert HERO.hand_over is not None
    given = HERO.hand_over(evander(active_in=(HERE,)), MARISOL, EVANDER)
    assert (given.player, given.active_in) == (MARISOL, ())


# -- out of play and back -----------------------------------------------------------------------------


def test_a_hero_who_retires_is_out_of_play_and_of_every_channel() -> None:
    turn = play(scene(evander(active_in=(HERE,)), actor=DEACON), RetireHero(EVANDER))
    assert turn.changes == (Replace(EVANDER, evander(is_retired=True), archive=True),)
    assert turn.events == (HeroRetired("Evander", DEACON),)


def test_a_hero_whose_challenge_waits_stays_until_it_is_done() -> None:
    with refuses("roster.still_waits"):
        play(scene(evander(), leap(), actor=DEACON), RetireHero(EVANDER))


def test_what_is_over_keeps_nobody() -> None:
    over = (leap(status=Status.WITHDRAWN), attack(phase=Phase.OVER, end=End.LEFT))
    assert play(scene(evander(), *over, actor=DEACON), RetireHero(EVANDER)).events


def test_everything_that_can_wait_for_a_hero_is_asked_about() -> None:
    kinds = (PROPOSAL, *SYSTEM.kinds)
    assert {kind.name for kind in BUSY} == {kind.name for kind in kinds if kind.goes_along}


def test_a_retired_hero_returns_as_before() -> None:
    turn = play(scene(retired(), actor=DEACON), ReturnHero(EVANDER))
    assert turn.changes == (Replace(EVANDER, evander(), restore=True),)
    assert turn.events == (HeroReturned("Evander", DEACON),)


def test_a_retired_hero_whose_name_is_taken_stays_away() -> None:
    with refuses("roster.name_taken"):
        play(scene(retired(), Record(TAM, HERO.name, evander(name="EVANDER"))), ReturnHero(EVANDER))


@pytest.mark.parametrize(
    "record",
    [
        Record(EVANDER, HERO.name, evander(), is_archived=True),
        Record(EVANDER, HERO.name, evander()),
        Record(EVANDER, NPC.name, Npc("The Duke"), is_archived=True),
    ],
    ids=["undone", "in play", "an NPC"],
)
def test_who_never_retired_does_not_return(record: Record[Any]) -> None:
    with refuses("roster.not_retired"):
        retired_player(scene(record), ReturnHero(EVANDER))


def test_heroes_come_and_go_by_their_player_or_a_game_master() -> None:
    found = permits()
    assert found[RetireHero] is found[ReturnHero] is Permit.OWNER_OR_GAME_MASTER


# -- NPCs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "audience"),
    [(Known.HIDDEN, GAME_MASTERS), (Known.NAMED, EVERYONE), (Known.OPEN, EVERYONE)],
)
def test_that_an_npc_left_is_told_to_those_who_knew_of_it(known: Known, audience: Any) -> None:
    turn = play(scene(duke(known)), RemoveNpc(DUKE))
    assert turn.changes == (Replace(DUKE, duke(known).state, archive=True),)
    assert said_with(turn.events, "npc.removed").audience == audience
    assert values(turn.events, "npc.removed") == {"name": "The Duke"}


def test_an_npc_in_a_fight_stays_until_it_is_done() -> None:
    with refuses("roster.still_waits"):
        play(scene(evander(), duke(), attack()), RemoveNpc(DUKE))


def test_only_game_masters_remove_npcs() -> None:
    assert permits()[RemoveNpc] is Permit.GAME_MASTERS
