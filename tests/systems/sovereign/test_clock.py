"""A party and its clock: S1, S21 to S23, Q11; and what lasts a while."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import RecordId, World
from bot.systems.sovereign.book import Carrier, Unit, passing, remaining
from bot.systems.sovereign.parties.rules import (
    AddEffect,
    Advance,
    ChangeParty,
    DisbandParty,
    EndFight,
    FormParty,
)
from bot.systems.sovereign.state import Breath, Character, Clock, Counter, Dying, Effect, Mount, Party, Refill
from tests.refusals import refuses
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MIRA,
    ODO,
    OGRE,
    PARTY,
    STRANGER,
    WREN,
    bo,
    mira,
    odo,
    of,
    ogre,
    party,
    play,
    played,
    said,
    scene,
    who,
)


def lanterns(state: Character | None = None, clock: Clock | None = None, **seen: Any) -> World:
    """Bo in a party."""
    return scene(of(BO, state or bo()), party(BO, clock=clock or Clock()), **seen)


def state_of(left: World) -> Party:
    """The party."""
    state: Party = left.records[PARTY].state
    return state


def lasting(*effects: Effect, **changes: Any) -> Character:
    """Bo with those."""
    return bo(effects=effects, **changes)


# -- who goes together ------------------------------------------------------------------------------------


def people(**seen: Any) -> World:
    """Everybody, and no party."""
    return scene(of(MIRA, mira()), of(BO, bo()), of(ODO, odo()), of(OGRE, ogre()), **seen)


def test_s1_a_party_has_a_marching_order_a_spokesperson_and_a_clock_from_day_1() -> None:
    turn = play(people(), FormParty(" The  Lanterns ", (ODO, MIRA, ODO), MIRA))
    assert said(turn) == ["New party, The Lanterns: Odo, Mira. Mira speaks for it."]
    state = turn.changes[0].state
    assert (state.name, state.members, state.spokesperson) == ("The Lanterns", (ODO, MIRA), MIRA)
    assert state.clock == Clock(day=1, hour=8)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (FormParty("", (BO,)), "party.name"),
        (FormParty("x" * 61, (BO,)), "party.name"),
        (FormParty("Others", (OGRE,)), "party.hidden"),
        (FormParty("Others", (BO,), MIRA), "party.speaker"),
    ],
)
def test_a_party_that_can_t_be_is_refused(action: FormParty, code: str) -> None:
    with refuses(code):
        play(people(), action)


def test_nobody_goes_with_two_parties_nor_the_dead_with_any() -> None:
    with refuses("party.elsewhere"):
        play(lanterns(), FormParty("Others", (BO,)))
    with refuses("party.taken"):
        play(lanterns(), FormParty("the lanterns", ()))
    with refuses("character.dead"):
        play(scene(of(BO, bo(is_dead=True))), FormParty("Others", (BO,)))


def test_players_of_the_party_change_its_order_and_a_game_master_who_goes() -> None:
    both = (of(MIRA, mira()), of(BO, bo()), of(ODO, odo()), party(MIRA, BO, spokesperson=MIRA))
    there = scene(*both, actor=WREN)
    assert state_of(played(there, ChangeParty(PARTY, (BO, MIRA), BO))).members == (BO, MIRA)
    with refuses("party.order"):
        play(there, ChangeParty(PARTY, (BO, MIRA, ODO)))
    with refuses("party.not_yours"):
        play(scene(*both, actor=STRANGER), ChangeParty(PARTY, (BO, MIRA)))
    left = state_of(played(scene(*both), ChangeParty(PARTY, (BO, ODO))))
    assert (left.members, left.spokesperson) == ((BO, ODO), None)
    with refuses("party.same"):
        play(scene(*both), ChangeParty(PARTY, (MIRA, BO)))


def test_somebody_is_added_or_taken_out_and_who_is_left_out_is_named_first() -> None:
    both = (of(MIRA, mira()), of(BO, bo()), of(ODO, odo()), party(MIRA, BO))
    notes = list[str]()
    there = replace(scene(*both), note=notes.append)
    assert state_of(played(there, ChangeParty(PARTY, joins=(ODO,)))).members == (MIRA, BO, ODO)
    assert notes == []
    assert state_of(played(there, ChangeParty(PARTY, joins=(ODO,), leaves=(MIRA,)))).members == (BO, ODO)
    assert notes == ["Leaves the party: Mira."]
    assert state_of(played(there, ChangeParty(PARTY, (ODO,)))).members == (ODO,)
    assert notes[1:] == ["Leaves the party: Mira, Bo."]
    with refuses("party.order"):
        play(scene(*both, actor=WREN), ChangeParty(PARTY, leaves=(MIRA,)))


def test_who_died_or_left_play_keeps_nobody_from_changing_the_party() -> None:
    """Mira died on the way and is carried home; Odo left play, and isn't spoken of."""
    odo_left = replace(of(ODO, odo(is_retired=True)), is_archived=True)
    there = scene(
        of(MIRA, mira(is_dead=True, hp=0)), of(BO, bo()), odo_left, party(MIRA, BO, ODO), actor=WREN
    )
    after = state_of(played(there, ChangeParty(PARTY, spokesperson=BO)))
    assert (after.members, after.spokesperson) == ((MIRA, BO), BO)
    assert state_of(played(there, ChangeParty(PARTY, (BO, MIRA)))).members == (BO, MIRA)


def test_a_party_splits_up_with_its_beasts() -> None:
    notes = list[str]()
    mule = Mount("m", "Bess", Carrier.MULE)
    there = replace(scene(of(BO, bo()), party(BO, mounts=(mule,))), note=notes.append)
    assert played(there, DisbandParty(PARTY)).records[PARTY].is_archived
    assert notes[-1] == "The beast or cart and their loads go with it."


# -- the clock --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "unit", "n", "after"),
    [
        (Clock(), Unit.ROUND, 3, Clock(round=3)),
        (Clock(), Unit.TURN, 1, Clock(turn=1)),
        (Clock(turn=5), Unit.TURN, 1, Clock(hour=9)),
        (Clock(turn=2), Unit.HOUR, 3, Clock(hour=11, turn=2)),
        (Clock(round=9), Unit.TURN, 1, Clock(turn=1)),
    ],
)
def test_time_passes_as_a_game_master_says(clock: Clock, unit: Unit, n: int, after: Clock) -> None:
    assert state_of(played(lanterns(clock=clock), Advance(PARTY, unit, n))).clock == after


def test_midnight_is_for_a_rest() -> None:
    assert state_of(played(lanterns(clock=Clock(hour=22)), Advance(PARTY, Unit.TURN, 11))).clock.hour == 23
    with refuses("clock.midnight"):
        play(lanterns(clock=Clock(hour=22)), Advance(PARTY, Unit.TURN, 12))


@pytest.mark.parametrize("rounds", [1, 12, 59, 60, 200])
def test_s21_a_fight_is_one_turn_however_many_rounds(rounds: int) -> None:
    there = lanterns(lasting(Effect("Haste", 3, Unit.TURN), counters={"Rage": Counter(0, 1, Refill.TURN)}))
    left = there
    while rounds > 0:
        left, rounds = played(left, Advance(PARTY, Unit.ROUND, min(rounds, 60))), rounds - 60
    assert who(left, BO).effects == (Effect("Haste", 3, Unit.TURN),)
    assert who(left, BO).counters["Rage"].value == 0
    left = played(left, EndFight(PARTY))
    assert (state_of(left).clock, who(left, BO).effects) == (Clock(turn=1), (Effect("Haste", 2, Unit.TURN),))
    assert who(left, BO).counters["Rage"].value == 1


def test_s23_a_turns_powers_are_full_again_and_a_dawns_are_not() -> None:
    counters = {"Rage": Counter(0, 2, Refill.TURN), "Wand": Counter(0, 3, Refill.DAWN)}
    left = who(played(lanterns(bo(counters=counters)), Advance(PARTY, Unit.HOUR)), BO)
    assert (left.counters["Rage"].value, left.counters["Wand"].value) == (2, 0)


def test_without_rounds_there_is_no_fight_to_end() -> None:
    with refuses("clock.no_fight"):
        play(lanterns(), EndFight(PARTY))


def test_what_would_kill_somebody_is_noted_first() -> None:
    notes = list[str]()
    there = lanterns(bo(hp=0, dying=Dying(6)))
    play(replace(there, note=notes.append), Advance(PARTY, Unit.ROUND))
    assert notes == ["**Bo dies.**"]


def test_somebody_dragged_who_can_walk_is_let_go() -> None:
    there = scene(of(BO, bo(dragging=MIRA)), of(MIRA, mira(helpless=1)), party(BO, MIRA))
    assert who(played(there, Advance(PARTY, Unit.ROUND)), BO).dragging == MIRA
    assert who(played(there, Advance(PARTY, Unit.TURN)), BO).dragging is None


# -- what lasts a while -------------------------------------------------------------------------------------


def worn(effect: Effect, *passed: tuple[Unit, int]) -> list[Effect]:
    """What is left of it after each of those."""
    left, found = lanterns(lasting(effect)), list[Effect]()
    for unit, n in passed:
        left = played(left, Advance(PARTY, unit, n))
        found += who(left, BO).effects
    return found


@pytest.mark.parametrize("unit", [Unit.ROUND, Unit.TURN, Unit.HOUR])
def test_an_effect_ends_by_itself_with_a_warning_at_one_left(unit: Unit) -> None:
    left = lanterns(lasting(Effect("Haste", 3, unit)))
    told = list[str]()
    for _ in range(3):
        turn = play(left, Advance(PARTY, unit))
        left, told = played(left, Advance(PARTY, unit)), [*told, *said(turn)[1:]]
    assert told == [f"Bo: Haste has {unit.counted(1).rendered()} left.", "Bo: Haste ends."]
    assert who(left, BO).effects == ()


def test_an_hour_wears_turn_by_turn_and_is_over_after_six() -> None:
    assert worn(Effect("Light", 1, Unit.HOUR), *[(Unit.TURN, 1)] * 6) == [
        Effect("Light", n, Unit.TURN) for n in (5, 4, 3, 2, 1)
    ]


def test_a_day_wears_by_hours_and_a_whole_number_of_its_own_is_kept() -> None:
    passed = [(Unit.HOUR, 12), (Unit.HOUR, 2)]
    assert worn(Effect("Bless", 2, Unit.DAY), *passed) == [Effect("Bless", n, Unit.HOUR) for n in (36, 34)]
    assert worn(Effect("Light", 2, Unit.HOUR), (Unit.TURN, 6)) == [Effect("Light", 1, Unit.HOUR)]


def test_rounds_are_over_when_a_turn_passes() -> None:
    assert worn(Effect("Stunned", 60, Unit.ROUND), (Unit.TURN, 1)) == []
    assert worn(Effect("Stunned", 61, Unit.ROUND), (Unit.TURN, 1)) == [Effect("Stunned", 1, Unit.ROUND)]


@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize("passed", list(Unit))
def test_in_pieces_or_at_once_the_same_time_is_left(unit: Unit, passed: Unit) -> None:
    at_once = remaining(50, unit, passed, 7)
    left = 50, unit
    for _ in range(7):
        left = remaining(*left, passed, 1)
    rounds = [n * max(1, passing(each, 1, Unit.ROUND)) for n, each in (at_once, left)]
    assert rounds[0] == rounds[1]


def test_what_ends_deadly_kills() -> None:
    there = lanterns(lasting(Effect("Viper", 1, Unit.TURN, is_deadly=True)))
    assert said(play(there, Advance(PARTY, Unit.TURN)))[1] == "Bo: Viper has run its course. **Bo dies.**"
    assert who(played(there, Advance(PARTY, Unit.TURN)), BO).is_dead


def test_a_secret_effect_is_told_to_game_masters_alone() -> None:
    secret = Effect("Cursed", 2, Unit.TURN, is_secret=True)
    for n in (1, 2):
        events = play(lanterns(lasting(secret)), Advance(PARTY, Unit.TURN, n)).events[1:]
        assert [each.audience for each in events] == [GAME_MASTERS]


def test_an_effect_is_added_renewed_and_ended() -> None:
    there = scene(of(BO, bo()))
    there = played(there, AddEffect(BO, "Haste", 3, Unit.ROUND, "two acts"))
    there = played(there, AddEffect(BO, "haste", 5, Unit.ROUND))
    assert who(there, BO).effects == (Effect("Haste", 5, Unit.ROUND, "two acts"),)
    turn = play(there, AddEffect(BO, "HASTE", 0))
    assert (said(turn), turn.changes[0].state.effects) == (["Bo: Haste ends."], ())


@pytest.mark.parametrize(
    ("effect", "actor", "code"),
    [
        (AddEffect(BO, "Haste", 0), WREN, "effect.none"),
        (AddEffect(BO, "  ", 3), WREN, "effect.none"),
        (AddEffect(BO, "Cursed", 3, is_secret=True), WREN, "effect.secret"),
        # Of a secret a player learns nothing by trying to end it.
        (AddEffect(BO, "Doomed", 0), WREN, "effect.none"),
    ],
)
def test_effects_that_can_t_be_are_refused(effect: AddEffect, actor: int, code: str) -> None:
    there = scene(of(BO, lasting(Effect("Doomed", 9, Unit.DAY, is_secret=True))), actor=actor)
    with refuses(code):
        play(there, effect)


def test_a_hidden_npcs_effect_is_the_game_masters_alone() -> None:
    (told,) = play(scene(of(OGRE, ogre())), AddEffect(OGRE, "Haste", 3)).events
    assert told.audience == GAME_MASTERS
    (seen,) = play(scene(of(BO, bo())), AddEffect(BO, "Haste", 3)).events
    assert seen.audience == EVERYONE


# -- breath stops the clock ----------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [Unit.ROUND, Unit.TURN, Unit.HOUR])
def test_time_waits_for_a_roll_that_is_asked(unit: Unit) -> None:
    with refuses("clock.breath"):
        play(lanterns(bo(breath=Breath(4, asks="check"))), Advance(PARTY, unit))


@pytest.mark.parametrize(("unit", "n"), [(Unit.ROUND, 2), (Unit.TURN, 1), (Unit.HOUR, 1)])
def test_who_holds_their_breath_goes_round_by_round(unit: Unit, n: int) -> None:
    with refuses("clock.one_round"):
        play(lanterns(bo(breath=Breath(1))), Advance(PARTY, unit, n))
    with refuses("clock.one_round"):
        play(lanterns(bo(breath=Breath(1)), Clock(round=2)), EndFight(PARTY))


def test_a_members_id_that_is_gone_is_passed_over() -> None:
    there = scene(of(BO, bo()), party(RecordId("gone"), BO), actor=DEACON)
    assert state_of(played(replace(there, actor=1), Advance(PARTY, Unit.TURN))).clock.turn == 1
