"""Doors, searching, listening and traps: S64 to S71, Q35, Q37, Q38, Q40 to Q44, Q47."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import RecordId, World
from bot.systems.sovereign.book import battering_turns
from bot.systems.sovereign.checks.rules import Rolled
from bot.systems.sovereign.delves.acts import CallForAll, Declare, Declared, SettleProcedures, StopWork
from bot.systems.sovereign.delves.doors import Listen, Reveal, SecretlyRolled, ShowDoor
from bot.systems.sovereign.delves.resolving import Resolve, Unseen
from bot.systems.sovereign.delves.rules import EnterSite, LeaveSite, NextTurn, TurnChecked
from bot.systems.sovereign.dungeon import Activity, Frequency, Shut, Sort, Stuff, Thing
from bot.systems.sovereign.settings import GROUP
from bot.systems.sovereign.state import Item, Party, Tool
from tests.refusals import refuses
from tests.said import codes, said_with
from tests.systems.sovereign.delving import DELVE, SITE, delve, entered, member, site, with_delve, with_door
from tests.systems.sovereign.scenes import (
    BO,
    MIRA,
    ODO,
    OGRE,
    PARTY,
    bo,
    mira,
    odo,
    of,
    play,
    played,
    said,
    who,
)

TOOLS = Item("tools", "Thieves' tools", 1000, tool=Tool.THIEF)
NEXT = NextTurn(delve=DELVE)


def at_the_door(**changes: object) -> World:
    """Mira (Sneak 1, DEX +1) with tools, Bo and Odo before a locked door of oak."""
    return with_door(entered(None, mira(items=(TOOLS,)), bo(), odo()), **changes)


def declares(deed: Activity, who: object = MIRA, **more: object) -> Declare:
    """That deed at the door."""
    return Declare(delve=DELVE, character=who, deed=deed, door="oak", **more)  # type: ignore[arg-type]


def resolves(*names: object, **more: object) -> Resolve:
    """What they do, resolved."""
    return Resolve(delve=DELVE, characters=names, **more)  # type: ignore[arg-type]


# -- locks (S67, Q43) -------------------------------------------------------------------------------------


def test_lock_takes_thieves_tools_and_says_the_chance() -> None:
    (told,) = play(at_the_door(), declares(Activity.PICK)).events
    assert isinstance(told, Declared)
    assert (told.roll, told.hits, told.of) == ("DEX/Sneak", 5, 12)
    with refuses("kit.none"):
        play(at_the_door(), declares(Activity.PICK, BO))


def test_lock_is_picked_with_dex_sneak_in_the_open() -> None:
    left = played(at_the_door(), declares(Activity.PICK))
    turn = play(left, resolves(MIRA), 4, 4)
    rolled = next(each for each in turn.events if isinstance(each, Rolled))
    assert rolled.audience == EVERYONE
    assert "**oak door is open.**" in said(turn)
    assert delve(played(left, resolves(MIRA), 4, 4)).doors[0].shut is Shut.OPEN


def test_failed_lock_is_barred_until_a_level_is_gained_q43() -> None:
    left = played(at_the_door(), declares(Activity.PICK))
    left = played(left, resolves(MIRA), 1, 1)
    assert who(left, MIRA).locks == ("oak",)
    left = played(left, NEXT, 6)
    with refuses("lock.barred"):
        play(left, declares(Activity.PICK))


def test_deed_is_resolved_once() -> None:
    left = played(at_the_door(), declares(Activity.PICK))
    left = played(left, resolves(MIRA), 1, 1)
    with refuses("act.resolved"):
        play(left, resolves(MIRA))
    with refuses("act.resolved"):
        play(left, declares(Activity.PICK))


def test_lock_that_another_battered_down_meanwhile_takes_no_roll() -> None:
    left = played(at_the_door(), declares(Activity.PICK))
    opened = with_delve(left, doors=(replace(delve(left).doors[0], shut=Shut.OPEN),))
    play(opened, resolves(MIRA))
    with refuses("door.open"):
        play(opened, declares(Activity.FORCE, BO))


# -- battering (S68) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bonus", "wood", "reinforced"), [(0, 6, 18), (1, 5, 15), (3, 3, 9), (5, 1, 3), (9, 1, 3)]
)
def test_battering_takes_6_less_bonuses_and_3_x_that_reinforced_q37(
    bonus: int, wood: int, reinforced: int
) -> None:
    assert battering_turns(bonus, is_reinforced=False) == wood
    assert battering_turns(bonus, is_reinforced=True) == reinforced


def test_negative_bonuses_dont_count_q37() -> None:
    weak = with_door(entered(None, bo(strength=3, skills={"exert": 2})))
    left = played(weak, Declare(delve=DELVE, character=MIRA, deed=Activity.BATTER, door="oak"), 6)
    assert delve(left).doors[0].opens == 4


def test_battering_begins_with_an_extra_check_even_where_there_is_none_q35() -> None:
    left = with_door(entered(site(frequency=Frequency.NONE)))
    turn = play(left, declares(Activity.BATTER, BO), 1)
    noise = said_with(turn.events, "door.noise")
    assert noise.audience == GAME_MASTERS
    assert len(noise.facts()["comes"].values["hits"]) == 1
    after = played(left, declares(Activity.BATTER, BO), 1)
    assert len(delve(after).hits) == 1


def test_each_turn_of_battering_has_an_extra_check_on_top_and_both_are_reported_q36() -> None:
    left = played(with_door(entered(site(frequency=Frequency.EVERY))), declares(Activity.BATTER, BO), 6)
    turn = play(left, NEXT, 1, 1)
    checked = next(each for each in turn.events if isinstance(each, TurnChecked))
    assert checked.extra == (1,)
    assert len(checked.hits) == 2


def test_batterer_is_busy_until_the_door_gives_way_q47() -> None:
    left = played(at_the_door(), declares(Activity.BATTER, BO), 6)
    assert member(left, BO).busy_until == 6
    for _ in range(5):
        left = played(left, NEXT, 6, 6)
    with refuses("act.busy"):
        play(left, declares(Activity.MOVE, BO))
    turn = play(left, NEXT, 6)
    assert "**oak door gives way.**" in said(turn)
    assert member(played(left, NEXT, 6), BO).act is None


def test_who_gives_up_battering_is_free_and_the_door_holds() -> None:
    left = played(at_the_door(), declares(Activity.BATTER, BO), 6)
    left = played(played(left, NEXT, 6, 6), StopWork(delve=DELVE, character=BO))
    assert member(left, BO).busy_until == 0
    assert delve(left).doors[0].opens is None
    play(left, NEXT, 6)


def test_best_of_several_batterers_counts_and_only_the_first_makes_the_extra_check_q38() -> None:
    strong = with_door(entered(None, bo(), bo(strength=18, skills={"exert": 1}, name="Hulk")))
    left = played(strong, Declare(delve=DELVE, character=MIRA, deed=Activity.BATTER, door="oak"), 6)
    assert delve(left).doors[0].opens == 6
    left = played(left, Declare(delve=DELVE, character=BO, deed=Activity.BATTER, door="oak"))
    assert delve(left).doors[0].opens == 3
    assert member(left, MIRA).busy_until == 3


def test_all_batterers_count_where_the_table_wants_it_q38() -> None:
    two = [bo(strength=18, name="Ann"), bo(strength=14, name="Ben")]
    left = with_door(entered(None, *two, settings={"sovereign.batterers": GROUP}))
    left = played(left, Declare(delve=DELVE, character=MIRA, deed=Activity.BATTER, door="oak"), 6)
    left = played(left, Declare(delve=DELVE, character=BO, deed=Activity.BATTER, door="oak"))
    assert delve(left).doors[0].opens == 3


def test_metal_or_stone_cant_be_battered_down() -> None:
    with refuses("door.metal"):
        play(at_the_door(stuff=Stuff.METAL), declares(Activity.BATTER, BO))


def test_only_a_locked_door_is_battered() -> None:
    with refuses("door.not_locked"):
        play(at_the_door(shut=Shut.STUCK), declares(Activity.BATTER, BO))


def test_declaration_changed_in_the_same_turn_takes_one_from_the_door() -> None:
    left = played(at_the_door(), declares(Activity.BATTER, BO), 6)
    left = played(left, Declare(delve=DELVE, character=BO, deed=Activity.PASS))
    assert delve(left).doors[0].batterers == ()
    assert member(left, BO).busy_until == 0


def test_battering_is_no_plan_for_all() -> None:
    with refuses("call.batter"):
        play(at_the_door(), CallForAll(delve=DELVE, deed=Activity.BATTER, door="oak"))


def test_several_batterers_take_longer_once_the_best_has_left_q38() -> None:
    strong = with_door(entered(None, bo(), bo(strength=18, skills={"exert": 1}, name="Hulk")))
    left = played(strong, declares(Activity.BATTER, BO), 6)
    left = played(left, declares(Activity.BATTER, MIRA))
    assert delve(left).doors[0].opens == 3
    left = played(left, declares(Activity.MOVE, BO))
    assert delve(left).doors[0].opens == 6
    assert member(left, MIRA).busy_until == 6


def test_door_holds_once_who_batters_it_cant_act_s24() -> None:
    left = played(at_the_door(), declares(Activity.BATTER, BO), 6)
    left = replace(left, records={**left.records, BO: replace(left.records[BO], state=bo(helpless=3))})
    left = played(left, NEXT, 6)
    assert delve(left).doors[0].batterers == ()
    assert delve(left).doors[0].opens is None


def test_door_holds_once_who_batters_it_has_left_the_site() -> None:
    crows = of(RecordId("crows"), Party("The Crows", 7, (OGRE,)), "party")
    left = at_the_door()
    left = replace(left, records={**left.records, crows.id: crows, OGRE: of(OGRE, bo(name="Wyn"))})
    left = played(left, EnterSite(party=crows.id, site=SITE))
    left = played(left, declares(Activity.BATTER, OGRE), 6)
    left = played(left, LeaveSite(party=crows.id))
    assert delve(left).doors[0].opens is None


def test_turn_has_one_extra_check_a_door_however_often_a_batterer_changes_the_words_s68() -> None:
    left = played(at_the_door(), declares(Activity.BATTER, BO), 6)
    play(left, declares(Activity.BATTER, BO, words="with the bench"))
    left = played(left, NEXT, 6, 6)
    left = played(left, StopWork(delve=DELVE, character=BO))
    play(left, declares(Activity.BATTER, BO))


def test_who_joins_a_batterer_can_still_change_that_in_the_same_turn() -> None:
    left = played(at_the_door(), declares(Activity.BATTER, BO), 6)
    left = played(left, NEXT, 6, 6)
    left = played(left, declares(Activity.BATTER, MIRA))
    play(left, declares(Activity.MOVE, MIRA))
    with refuses("act.busy"):
        play(left, declares(Activity.MOVE, BO))


@pytest.mark.parametrize("shut", [Shut.CLOSED, Shut.STUCK])
def test_only_a_lock_is_picked_s67(shut: Shut) -> None:
    with refuses("door.not_locked"):
        play(at_the_door(shut=shut), declares(Activity.PICK))


@pytest.mark.parametrize("stuff", list(Stuff))
def test_locked_door_is_not_forced_s68(stuff: Stuff) -> None:
    left = at_the_door(stuff=stuff)
    with refuses("door.locked"):
        play(left, declares(Activity.FORCE, BO))
    with refuses("door.locked"):
        play(left, CallForAll(delve=DELVE, deed=Activity.FORCE, door="oak"))


def test_picking_a_lock_is_no_plan_for_all_s67() -> None:
    with refuses("call.pick"):
        play(at_the_door(), CallForAll(delve=DELVE, deed=Activity.PICK, door="oak"))


# -- stuck doors (S69) ------------------------------------------------------------------------------------


def test_stuck_door_opens_at_once_with_str_exert() -> None:
    left = played(at_the_door(shut=Shut.STUCK), declares(Activity.FORCE, BO))
    assert delve(played(left, resolves(BO), 6, 5)).doors[0].shut is Shut.OPEN


def test_stuck_door_opens_after_1d3_turns_otherwise() -> None:
    left = played(at_the_door(shut=Shut.STUCK), declares(Activity.FORCE, BO))
    turn = play(left, resolves(BO), 1, 1, 2)
    assert "oak door opens at the end of Turn 2: 2 Turns." in said(turn)
    left = played(left, resolves(BO), 1, 1, 2)
    left = played(left, NEXT, 6)
    assert delve(left).doors[0].shut is Shut.STUCK
    assert member(left, BO).busy_until == 2
    left = played(left, NEXT, 6)
    assert delve(left).doors[0].shut is Shut.OPEN


def failed(*turns: int) -> World:
    """Bo and then Mira forced the stuck door and need so many Turns."""
    left = at_the_door(shut=Shut.STUCK)
    for character, takes in zip((BO, MIRA), turns, strict=False):
        left = played(left, declares(Activity.FORCE, character))
        left = played(left, resolves(character), 1, 1, takes)
    return left


@pytest.mark.parametrize("turns", [(1, 3), (3, 1)])
def test_stuck_door_opens_for_the_first_of_several_and_frees_the_other_s69(turns: tuple[int, int]) -> None:
    left = played(failed(*turns), NEXT, 6)
    assert delve(left).doors[0].shut is Shut.OPEN
    assert [each.busy_until for each in delve(left).crew] == [0, 0, 0]


def test_stuck_door_holds_once_whoever_forces_it_gives_up_q47() -> None:
    left = played(failed(2), StopWork(delve=DELVE, character=BO))
    left = played(played(left, NEXT, 6), NEXT, 6)
    assert delve(left).doors[0].shut is Shut.STUCK


def test_who_gives_up_in_the_turn_of_the_attempt_has_no_other_deed_in_it_s62() -> None:
    left = played(failed(3), StopWork(delve=DELVE, character=BO))
    with refuses("act.resolved"):
        play(left, declares(Activity.FORCE, BO))
    later = played(played(failed(3), NEXT, 6), StopWork(delve=DELVE, character=BO))
    play(later, declares(Activity.FORCE, BO))


# -- listening (S70, Q42) ---------------------------------------------------------------------------------


def test_listening_is_rolled_in_secret_once_a_turn_for_each_door_q42() -> None:
    turn = play(at_the_door(), Listen(delve=DELVE, character=MIRA, door="oak door"), 6, 4)
    public, secret = turn.events
    assert public.audience == EVERYONE
    assert isinstance(secret, SecretlyRolled)
    assert secret.audience == GAME_MASTERS
    left = played(at_the_door(), Listen(delve=DELVE, character=MIRA, door="oak door"), 6, 4)
    with refuses("door.listened"):
        play(left, Listen(delve=DELVE, character=BO, door="oak"))
    play(played(left, NEXT, 6), Listen(delve=DELVE, character=BO, door="oak"), 1, 1)


def test_party_listens_at_each_door_it_goes_through_where_it_always_does() -> None:
    left = played(at_the_door(), SettleProcedures(party=PARTY, door="Mira listens", listener=MIRA))
    left = played(left, declares(Activity.MOVE, BO))
    turn = play(left, resolves(BO, room="Crypt"), 3, 3)
    assert any(isinstance(each, SecretlyRolled) and each.name == "Mira" for each in turn.events)
    assert delve(played(left, resolves(BO, room="Crypt"), 3, 3)).passages[-1].room == "Crypt"


# -- hidden things (S64, S65, Q44) ------------------------------------------------------------------------

NICHE = Thing("niche", "hidden niche", Sort.HIDDEN)
DART = Thing("dart", "dart trap", Sort.TRAP, damage="1d6")
PIT = Thing("pit", "pit", Sort.TRAP, damage="2d6", is_single_use=True)


def walking(*things: Thing) -> World:
    """All three go on; the Barrow has those things."""
    left = entered(site(things=things), mira(), bo(), odo())
    return played(left, CallForAll(delve=DELVE, deed=Activity.MOVE, words="down the corridor"))


def test_search_is_a_secret_wis_notice_check_at_plus_2_s65() -> None:
    left = played(entered(), Declare(delve=DELVE, character=BO, deed=Activity.SEARCH))
    turn = play(left, resolves(BO), 4, 5)
    found = next(each for each in turn.events if isinstance(each, SecretlyRolled))
    assert (found.roll, found.bonus, found.is_success) == ("WIS/Notice +2", 1, True)
    assert found.audience == GAME_MASTERS


def test_hidden_thing_gives_everybody_near_one_secret_check_each_s64_q44() -> None:
    left = walking(NICHE)
    turn = play(left, resolves(MIRA, BO, ODO, thing="niche", near=(MIRA, BO)), 6, 6, 1, 1)
    assert [each.name for each in turn.events if isinstance(each, SecretlyRolled)] == ["Mira", "Bo"]
    left = played(left, resolves(MIRA, BO, ODO, thing="niche", near=(MIRA, BO)), 6, 6, 1, 1)
    again = played(left, NEXT, 6)
    again = played(again, CallForAll(delve=DELVE, deed=Activity.MOVE, words="back"))
    turn = play(again, resolves(MIRA, BO, ODO, thing="niche"), 1, 1)
    assert [each.name for each in turn.events if isinstance(each, SecretlyRolled)] == ["Odo"]


def test_everybody_reads_the_same_whether_anything_is_hidden_there_or_not() -> None:
    left = walking(NICHE, DART)
    plain = play(left, resolves(MIRA, BO, ODO))
    hidden = play(left, resolves(MIRA, BO, ODO, thing="niche"), 1, 1, 1, 1, 1, 1)
    trapped = play(left, resolves(MIRA, BO, ODO, thing="dart"), 6, 1, 6)
    public = [[e for e in turn.events if e.audience == EVERYONE] for turn in (plain, hidden, trapped)]
    assert public[0] == public[1] == public[2]
    assert all(any(e.audience == GAME_MASTERS for e in turn.events) for turn in (plain, hidden, trapped))


def test_scout_comes_first_near_what_is_hidden() -> None:
    left = played(walking(NICHE), SettleProcedures(party=PARTY, scout=ODO))
    turn = play(left, resolves(BO, thing="niche"), 1, 1, 1, 1)
    assert [each.name for each in turn.events if isinstance(each, SecretlyRolled)] == ["Odo", "Bo"]


# -- traps (S66, Q40, Q41) --------------------------------------------------------------------------------


def unseen(left: World, action: Resolve, *dice: int) -> Unseen:
    """What the game masters read of it."""
    return next(each for each in play(left, action, *dice).events if isinstance(each, Unseen))


def test_trap_goes_off_on_2_in_6_rolled_for_each_who_triggers_it() -> None:
    told = unseen(walking(DART), resolves(MIRA, BO, ODO, thing="dart"), 2, 3, 1)
    assert told.triggered == (("Mira", 2, True), ("Bo", 3, False), ("Odo", 1, True))
    assert told.damage == "1d6"


def test_trap_that_goes_off_once_only_stops_q41() -> None:
    left = walking(PIT)
    told = unseen(left, resolves(MIRA, BO, ODO, thing="pit"), 5, 2)
    assert [each[2] for each in told.triggered] == [False, True]
    after = played(left, resolves(MIRA, thing="pit"), 1)
    assert unseen(after, resolves(BO, thing="pit")).triggered == ()


def test_who_bursts_in_sets_off_what_is_on_the_threshold_q40() -> None:
    left = entered(site(things=(DART,)), bo())
    left = played(left, Declare(delve=DELVE, character=MIRA, deed=Activity.BURST))
    assert unseen(left, resolves(MIRA, thing="dart")).triggered == (("Bo", 0, True),)
    assert unseen(left, resolves(MIRA, thing="dart", is_certain=False), 6).triggered == (("Bo", 6, False),)


# -- what the party comes to know -------------------------------------------------------------------------


def test_revealed_door_is_known_as_it_was_prepared() -> None:
    gate = Thing("gate", "iron gate", Sort.DOOR, stuff=Stuff.METAL, shut=Shut.LOCKED)
    left = entered(site(things=(gate, NICHE)))
    left = played(left, Reveal(delve=DELVE, thing="gate"))
    assert delve(left).doors[0].stuff is Stuff.METAL
    assert said(play(left, Reveal(delve=DELVE, thing="niche", says="Three silver cups."))) == [
        "**Found: hidden niche.** Three silver cups."
    ]


def test_door_is_shown_and_changed_by_its_name() -> None:
    left = played(entered(), ShowDoor(delve=DELVE, name="red door", shut=Shut.LOCKED))
    left = played(left, ShowDoor(delve=DELVE, name="Red Door", shut=Shut.OPEN))
    assert [(each.name, each.shut) for each in delve(left).doors] == [("red door", Shut.OPEN)]
    with refuses("door.same"):
        play(left, ShowDoor(delve=DELVE, name="red door", shut=Shut.OPEN))


def test_split_party_stands_in_two_rooms_on_one_clock_q48() -> None:
    left = played(entered(), Declare(delve=DELVE, character=BO, deed=Activity.MOVE, words="down"))
    left = played(left, Resolve(DELVE, (BO,)))
    left = played(entered(), Declare(delve=DELVE, character=BO, deed=Activity.MOVE, words="down"))
    left = played(left, resolves(BO, room="Well"))
    assert [each.room for each in delve(left).crew] == ["", "Well", ""]
    assert [each.room for each in delve(played(left, NEXT, 6)).crew] == ["", "Well", ""]


def test_battering_begun_anew_in_a_turn_makes_no_second_noise_q35() -> None:
    left = played(at_the_door(), declares(Activity.BATTER, BO), 6)
    left = played(left, StopWork(delve=DELVE, character=BO))
    turn = play(left, declares(Activity.BATTER, BO))
    assert "door.noise" not in codes(turn.events)


def test_door_holds_where_whoever_battered_it_is_down_or_gone() -> None:
    left = played(at_the_door(opens=None), declares(Activity.BATTER, BO), 6)
    down = replace(left.records[BO], state=bo(helpless=3))
    left = played(replace(left, records={**left.records, BO: down}), NEXT, 6)
    door = delve(left).door("oak")
    assert door is not None
    assert (door.batterers, door.opens) == ((), None)


def test_same_word_again_changes_nothing() -> None:
    left = played(at_the_door(), declares(Activity.PICK))
    with refuses("act.same"):
        play(left, declares(Activity.PICK))
