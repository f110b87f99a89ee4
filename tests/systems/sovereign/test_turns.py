"""The dungeon Turn: S61 to S63, S74, S75, Q33 to Q36, Q39, Q47 to Q49, Q54."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.pace import Away, Beat, Pace, Tempo
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, Standing, Viewer
from bot.engine.system import RecordId, World
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.delves.acts import CallForAll, Declare, SetCaller, SettleSilence, StopWork
from bot.systems.sovereign.delves.ahead import PublishTurns, RollAhead
from bot.systems.sovereign.delves.doors import Listen
from bot.systems.sovereign.delves.resolving import Resolve
from bot.systems.sovereign.delves.rules import DELVE as DELVE_KIND
from bot.systems.sovereign.delves.rules import (
    EnterSite,
    LeaveSite,
    NextTurn,
    OfTurn,
    TurnChecked,
    TurnEnded,
    Unsprung,
    later,
)
from bot.systems.sovereign.dungeon import Activity, By, Checked, Frequency, Hit, Row, Silence, delve_view
from bot.systems.sovereign.hazards import Travel
from bot.systems.sovereign.parties.rules import Advance, ChangeParty, DisbandParty, EndFight
from bot.systems.sovereign.settings import FROM_FIRST
from bot.systems.sovereign.state import Clock, Effect, Lamp, Light, Party
from tests.refusals import refuses
from tests.systems.sovereign.delving import (
    DELVE,
    SITE,
    delve,
    doing,
    entered,
    member,
    outside,
    site,
    with_delve,
    with_door,
)
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
    play,
    played,
    said,
    who,
)

NEXT = NextTurn(delve=DELVE)


def turns(left: World, *faces: int) -> list[TurnChecked]:
    """What each Turn from here on draws, a die each."""
    found = []
    for face in faces:
        turn = play(left, NEXT, face)
        found += [each for each in turn.events if isinstance(each, TurnChecked)]
        left = played(left, NEXT, face)
    return found


def test_turn_1_is_the_first_after_entry_with_its_check_s61() -> None:
    turn = play(outside(site(frequency=Frequency.EVERY)), EnterSite(party=PARTY, site=SITE), 1)
    checked = turn.events[-1]
    assert isinstance(checked, TurnChecked)
    assert checked.is_due
    assert checked.hits == (Hit(1),)
    assert checked.audience == GAME_MASTERS


@pytest.mark.parametrize(
    ("frequency", "due"),
    [
        (Frequency.EVERY, [2, 3, 4, 5, 6, 7, 8]),
        (Frequency.SECOND, [2, 4, 6, 8]),
        (Frequency.THIRD, [3, 6]),
        (Frequency.FOURTH, [4, 8]),
        (Frequency.SIXTH, [6]),
        (Frequency.NONE, []),
    ],
)
def test_check_falls_into_multiples_of_n_q33(frequency: Frequency, due: list[int]) -> None:
    checks = turns(entered(site(frequency=frequency)), *[6] * 7)
    assert [each.turn for each in checks] == list(range(2, 9))
    assert [each.turn for each in checks if each.is_due] == due


def test_check_from_the_first_turn_where_the_table_reads_it_so_q33() -> None:
    left = entered(settings={"sovereign.checks": FROM_FIRST})
    found = delve(left).checked
    assert found is not None
    assert found.is_due
    assert [each.turn for each in turns(left, *[6] * 6) if each.is_due] == [4, 7]


def test_alarm_keeps_the_turns_since_the_last_check_q34() -> None:
    left = played(played(entered(site(frequency=Frequency.SIXTH)), NEXT, 6), NEXT, 6)
    assert delve(left).unchecked == 3
    alarmed = replace(left.records[SITE], state=site(frequency=Frequency.SECOND))
    left = replace(left, records={**left.records, SITE: alarmed})
    assert [each.turn for each in turns(left, 6, 6, 6) if each.is_due] == [4, 6]


def test_die_falls_whether_a_check_is_due_or_not() -> None:
    """An undue 1 is no encounter, and nothing else is drawn."""
    (checked,) = turns(entered(), 1)
    assert not checked.is_due
    assert checked.hits == ()
    assert checked.face == 1


def test_hit_is_drawn_from_the_sites_table_s74() -> None:
    row = Row(1, 4, "Goblins")
    left = entered(site(frequency=Frequency.EVERY, table=(row,)))
    turn = play(left, NEXT, 1, 3)
    assert "**Encounter: Goblins.**" in said(turn)[-1]


def test_every_turn_tells_everybody_the_same_and_game_masters_one_line() -> None:
    left = entered(site(frequency=Frequency.EVERY))
    hit, miss = play(left, NEXT, 1), play(left, NEXT, 6)
    public = [[each for each in turn.events if each.audience == EVERYONE] for turn in (hit, miss)]
    assert public[0] == public[1]
    secret = [[type(each) for each in turn.events if each.audience == GAME_MASTERS] for turn in (hit, miss)]
    assert secret[0] == secret[1] == [TurnChecked]
    assert [each.id for each in hit.changes] == [each.id for each in miss.changes]


def test_hit_is_dropped_with_its_turn_or_kept_with_a_word() -> None:
    left = with_delve(entered(), hits=(Hit(1, "Goblins", 4),))
    dropped = play(left, NextTurn(delve=DELVE, why="they went home"), 6)
    assert "Dropped: 4 × Goblins, they went home." in said(dropped)[-1]
    kept = played(left, NextTurn(delve=DELVE, past=Unsprung.KEEP), 6)
    assert delve(kept).hits == (Hit(1, "Goblins", 4),)


def test_clock_goes_ten_minutes_a_turn_also_past_midnight() -> None:
    assert later(Clock(1, 8, 5, 3)) == Clock(1, 9, 0)
    assert later(Clock(3, 23, 5)) == Clock(4, 0, 0)


def test_turn_runs_the_partys_clock_and_nothing_else_does_q48() -> None:
    left = played(entered(), NEXT, 6)
    assert left.records[PARTY].state.clock == Clock(1, 8, 1)
    with refuses("clock.delve"):
        play(left, Advance(party=PARTY, unit=Unit.TURN))
    with refuses("clock.no_fight"):
        play(left, EndFight(party=PARTY))


def test_fight_is_one_tick_and_its_rounds_end_with_it_q49() -> None:
    left = played(entered(), Advance(party=PARTY, unit=Unit.ROUND))
    assert left.records[PARTY].state.clock.round == 1
    assert played(left, NEXT, 6).records[PARTY].state.clock == Clock(1, 8, 1)


def test_party_leaves_with_its_time_and_the_last_one_ends_the_delve() -> None:
    left = played(played(entered(), NEXT, 6), LeaveSite(party=PARTY))
    assert left.records[PARTY].state.clock == Clock(1, 8, 1)
    assert left.records[PARTY].state.delve is None
    assert left.records[DELVE].is_archived


def test_party_enters_one_site_at_a_time() -> None:
    with refuses("delve.in_one"):
        play(entered(), EnterSite(party=PARTY, site=SITE))


# -- words ------------------------------------------------------------------------------------------------


def test_each_declares_one_deed_until_the_turn_ends_s62() -> None:
    left = played(entered(), Declare(delve=DELVE, character=BO, deed=Activity.SEARCH, words="the well"))
    left = played(left, Declare(delve=DELVE, character=BO, deed=Activity.MOVE, words="to the hall"))
    act = member(left, BO).act
    assert act is not None
    assert (act.deed, act.words) == (Activity.MOVE, "to the hall")
    assert member(played(left, NEXT, 6), BO).act is None


@pytest.mark.parametrize(
    "pressed",
    [
        Declare(delve=DELVE, character=BO, deed=Activity.PASS, turn=1),
        CallForAll(delve=DELVE, deed=Activity.SEARCH, turn=1),
        Resolve(delve=DELVE, characters=(BO,), turn=1),
        Listen(delve=DELVE, character=BO, door="x", turn=1),
    ],
    ids=lambda action: type(action).__name__,
)
def test_what_a_card_of_an_earlier_turn_begins_does_nothing_in_the_next(pressed: OfTurn) -> None:
    """However late it comes to its transaction: somebody may end the Turn while a form is on its way."""
    with refuses("turn.over"):
        play(played(entered(), NEXT, 6), pressed)


def test_who_cant_act_declares_nothing() -> None:
    left = entered()
    down = replace(left.records[BO], state=bo(helpless=1))
    left = replace(left, records={**left.records, BO: down})
    with refuses("character.helpless"):
        play(left, Declare(delve=DELVE, character=BO, deed=Activity.MOVE))


def test_silent_follow_the_callers_plan_and_others_may_leave_it() -> None:
    left = entered()
    left = played(
        replace(left, actor=DEACON), CallForAll(delve=DELVE, deed=Activity.SEARCH, words="the hall")
    )
    left = played(left, Declare(delve=DELVE, character=BO, deed=Activity.PASS))
    turn = play(left, NEXT, 6)
    assert said(turn)[0] == "Mira and Odo say nothing and follow the plan: search: the hall."


def test_silent_without_a_plan_do_nothing_q54() -> None:
    turn = play(entered(), NEXT, 6)
    assert said(turn)[0] == "Mira, Bo and Odo do nothing."


def test_an_order_that_ends_with_a_full_stop_is_told_with_one() -> None:
    ended = TurnEnded(3, ((("Bo",), "Hold the rear.", By.ORDER),))
    assert ended.sentence() == "Bo says nothing. Standing order: Hold the rear."


def test_standing_order_counts_for_the_silent_and_their_own_word_ends_it() -> None:
    order = SettleSilence(delve=DELVE, character=BO, silence=Silence.ORDER, words="hold the torch")
    left = played(replace(entered(), actor=WREN), order)
    assert who(left, BO).order == "hold the torch"
    assert "Bo says nothing. Standing order: hold the torch." in said(play(left, NEXT, 6))[0]
    left = played(left, Declare(delve=DELVE, character=BO, deed=Activity.PASS))
    assert who(left, BO).order == ""
    assert member(left, BO).silence is Silence.CALLER


def test_only_the_caller_or_a_game_master_plans_for_all() -> None:
    left = entered()
    with refuses("call.caller"):
        play(
            replace(left, actor=WREN, standing=left.campaign.standing(WREN)),
            CallForAll(delve=DELVE, deed=Activity.MOVE),
        )


def test_callers_plan_is_everybodys_to_read_outlives_the_caller_and_ends_with_the_turn() -> None:
    turn = play(entered(), CallForAll(delve=DELVE, deed=Activity.SEARCH))
    assert [each.audience for each in turn.events] == [EVERYONE]
    left = played(entered(), CallForAll(delve=DELVE, deed=Activity.SEARCH))
    without = played(left, ChangeParty(party=PARTY, leaves=(MIRA,)))
    for before, told in ((left, "Mira, Bo and Odo"), (without, "Bo and Odo")):
        assert (
            said(play(before, NEXT, 6))[0] == f"{told} say nothing and follow the plan: search 10 by 10 feet."
        )
        after = played(before, NEXT, 6)
        assert said(play(after, NEXT, 6))[0] == f"{told} do nothing."


def test_standing_order_outlives_anothers_word_the_delve_and_its_player() -> None:
    order = SettleSilence(delve=DELVE, character=BO, silence=Silence.ORDER, words="hold the torch")
    left = played(replace(entered(), actor=WREN), order)
    left = played(replace(left, actor=DEACON), Declare(delve=DELVE, character=BO, deed=Activity.PASS))
    assert (who(left, BO).order, member(left, BO).order) == ("hold the torch", "hold the torch")
    handed = replace(left.records[BO], state=replace(who(left, BO), player=STRANGER))
    left = played(replace(left, records={**left.records, BO: handed}), NEXT, 6)
    assert said(play(left, NEXT, 6))[0].startswith("Bo says nothing. Standing order: hold the torch.")
    left = played(played(left, LeaveSite(party=PARTY)), EnterSite(party=PARTY, site=SITE), 6)
    (inside,) = (e.state for e in left.records.values() if e.kind == DELVE_KIND.name and not e.is_archived)
    assert [each.order for each in inside.crew if each.character == BO] == ["hold the torch"]


def test_caller_is_somebody_along_named_by_somebody_along() -> None:
    left = entered()
    stranger = replace(left, actor=STRANGER, standing=left.campaign.standing(STRANGER))
    with refuses("delve.not_yours"):
        play(stranger, SetCaller(delve=DELVE, character=BO))
    assert delve(played(left, SetCaller(delve=DELVE, character=BO))).caller == BO
    with refuses("caller.same"):
        play(left, SetCaller(delve=DELVE, character=MIRA))


def test_who_has_answered_in_advance_is_not_waited_for() -> None:
    from bot.systems.sovereign.delves.steps import steps

    left = replace(entered(), actor=WREN)
    assert [each.name for each in steps(DELVE, delve(left))] == ["act0", "act1", "act2", "turn"]
    order = SettleSilence(delve=DELVE, character=BO, silence=Silence.ORDER, words="hold the torch")
    assert [each.name for each in steps(DELVE, delve(played(left, order)))] == ["act0", "act2", "turn"]


# -- what lasts -------------------------------------------------------------------------------------------


def test_torch_lit_in_turn_t_is_out_at_the_end_of_t_plus_5_q39() -> None:
    left = entered(None, mira(lights=(Light(Lamp.TORCH, 6),)))
    told = []
    for _ in range(6):
        told.append(said(play(left, NEXT, 6)))
        left = played(left, NEXT, 6)
    assert who(left, MIRA).lights == ()
    assert "Mira's torch lasts 2 more Turns." in told[3]
    assert "Mira's torch lasts 1 more Turn." in told[4]
    assert any(line.startswith("**Last light: Mira's") for line in told[4])
    assert "**Mira's torch goes out.**" in told[5]
    assert any(line.startswith("**It's dark.**") for line in told[5])


def test_effects_and_save_or_die_end_with_the_turn_q24_q39() -> None:
    left = entered(
        None, bo(effects=(Effect("viper", 1, Unit.TURN, is_deadly=True), Effect("Haste", 2, Unit.TURN)))
    )
    left = played(left, NEXT, 6)
    assert who(left, MIRA).is_dead
    assert not any(each.character == MIRA for each in delve(left).crew)


# -- several in one go ----------------------------------------------------------------------------------


def test_turns_rolled_ahead_are_told_to_nobody_until_published() -> None:
    left = entered(site(frequency=Frequency.SECOND))
    turn = play(left, RollAhead(delve=DELVE, n=4), 6, 6, 1, 6)
    assert [each.audience for each in turn.events] == [GAME_MASTERS]
    ahead = played(left, RollAhead(delve=DELVE, n=4), 6, 6, 1, 6)
    assert [each.is_due for each in delve(ahead).ahead] == [True, False, True, False]
    with refuses("delve.ahead"):
        play(ahead, NEXT)
    published = play(ahead, PublishTurns(delve=DELVE, last=4))
    after = delve(played(ahead, PublishTurns(delve=DELVE, last=4)))
    assert (after.turn, after.ahead, after.hits) == (4, (), (Hit(4),))
    assert said(published)[0] == "Turns 1 to 3 go by."
    assert said(published)[-1] == "Published. Taken back: what was rolled for Turn 5."


def test_published_turns_are_the_same_as_turns_one_by_one() -> None:
    lit = mira(lights=(Light(Lamp.TORCH, 6),))
    one = entered(None, lit)
    for face in (6, 6, 6):
        one = played(one, NEXT, face)
    ahead = played(entered(None, lit), RollAhead(delve=DELVE, n=3), 6, 6, 6)
    several = played(ahead, PublishTurns(delve=DELVE, last=4))
    assert delve(several) == delve(one)
    assert several.records[PARTY].state == one.records[PARTY].state
    assert who(several, MIRA) == who(one, MIRA)


def test_turns_rolled_ahead_are_taken_back_without_a_word_to_anybody() -> None:
    ahead = played(entered(), RollAhead(delve=DELVE, n=3), 6, 6, 6)
    turn = play(ahead, PublishTurns(delve=DELVE, last=1))
    assert [each.audience for each in turn.events] == [GAME_MASTERS]
    assert delve(played(ahead, PublishTurns(delve=DELVE, last=1))) == delve(entered())
    with refuses("delve.not_ahead"):
        play(ahead, PublishTurns(delve=DELVE, last=5))


def test_door_battered_since_brings_its_die_when_they_are_published_q35() -> None:
    ahead = played(with_door(entered()), RollAhead(delve=DELVE, n=2), 6, 6)
    battered = played(ahead, Declare(delve=DELVE, character=BO, deed=Activity.BATTER, door="oak"), 6)
    after = delve(played(battered, PublishTurns(delve=DELVE, last=2), 5))
    assert after.checked is not None
    assert after.checked.extra == (5,)


def test_door_left_alone_since_takes_its_die_and_hit_back_when_they_are_published_s68() -> None:
    left = played(
        with_door(entered()), Declare(delve=DELVE, character=BO, deed=Activity.BATTER, door="oak"), 6
    )
    ahead = played(left, RollAhead(delve=DELVE, n=1), 6, 1)
    assert len(delve(ahead).ahead[0].hits) == 1
    stopped = played(ahead, StopWork(delve=DELVE, character=BO))
    after = delve(played(stopped, PublishTurns(delve=DELVE, last=2)))
    assert after.checked is not None
    assert (after.checked.extra, after.checked.hits, after.hits) == ((), (), ())


def test_later_party_marches_behind_in_every_turn_q48() -> None:
    crows = of(RecordId("crows"), Party("The Crows", 7, (OGRE,)), "party")
    left = outside()
    records = {crows.id: crows, OGRE: of(OGRE, bo(name="Wyn")), **left.records}
    left = played(replace(left, records=records), EnterSite(party=PARTY, site=SITE), 6)
    left = played(left, EnterSite(party=crows.id, site=SITE))
    for _ in range(2):
        assert [each.character for each in delve(left).crew] == [MIRA, BO, ODO, OGRE]
        left = played(left, NEXT, 6)


def test_odo_is_along_as_a_henchman() -> None:
    assert member(entered(), ODO).player == DEACON


# -- who comes and goes -----------------------------------------------------------------------------------


def test_who_joins_the_party_in_the_dungeon_can_act_in_this_turn() -> None:
    left = entered(None, mira(), bo())
    left = replace(left, records={**left.records, ODO: of(ODO, odo())})
    left = played(left, ChangeParty(party=PARTY, joins=(ODO,)))
    assert [each.name for each in delve(left).crew] == ["Mira", "Bo", "Odo"]
    play(left, Declare(delve=DELVE, character=ODO, deed=Activity.PASS))


def test_who_leaves_the_party_leaves_the_delve_and_its_door() -> None:
    left = played(
        with_door(entered()), Declare(delve=DELVE, character=BO, deed=Activity.BATTER, door="oak"), 6
    )
    left = played(left, ChangeParty(party=PARTY, leaves=(BO,)))
    assert [each.name for each in delve(left).crew] == ["Mira", "Odo"]
    assert delve(left).battered == ()


def test_door_holds_longer_when_its_best_batterer_leaves_the_party_q38() -> None:
    left = with_door(entered(None, mira(strength=18), bo(strength=8)))
    for who_batters, dice in ((MIRA, (6,)), (BO, ())):
        left = played(
            left, Declare(delve=DELVE, character=who_batters, deed=Activity.BATTER, door="oak"), *dice
        )
    assert delve(left).doors[0].opens == 4
    left = played(left, ChangeParty(party=PARTY, leaves=(MIRA,)))
    assert delve(left).doors[0].opens == 6


def test_party_in_a_dungeon_neither_splits_up_nor_travels() -> None:
    with refuses("party.inside"):
        play(entered(), DisbandParty(party=PARTY))
    with refuses("party.inside"):
        play(entered(), Travel(party=PARTY, miles=18))


def test_turns_that_are_published_say_first_who_dies_in_them() -> None:
    left = entered(None, bo(effects=(Effect("viper", 2, Unit.TURN, is_deadly=True),)))
    ahead = played(left, RollAhead(delve=DELVE, n=3), 6, 6, 6)
    for last, dies in ((2, []), (3, ["**Bo dies.**"])):
        notes: list[str] = []
        play(replace(ahead, note=notes.append), PublishTurns(delve=DELVE, last=last))
        assert notes == dies


def test_nobody_else_sees_what_a_delve_draws() -> None:
    drawn = Checked(1, is_due=True, face=1, extra=(1,), hits=(Hit(1, "Goblins"),))
    bare = delve(entered())
    secret = replace(
        bare, unchecked=2, checked=drawn, hits=drawn.hits, noticed={"niche": (BO,)}, spent=("pit",),
        ahead=(drawn,),
    )  # fmt: skip
    seen = delve_view(secret, Viewer(WREN, Standing.PLAYER))
    assert seen == delve_view(bare, Viewer(WREN, Standing.PLAYER))
    assert delve_view(secret, GAME_MASTER) == secret


# -- who is waited for ------------------------------------------------------------------------------------

PACED = Pace({Tempo.EXPLORATION.value: Beat(24, 2, 72)}, grace=24, skips_away=True)


@pytest.mark.parametrize(
    ("pace", "hours", "changes", "names"),
    [
        (PACED, 1, {}, "Mira, Bo"),
        (PACED, 95, {}, "Mira, Bo"),
        # The deadline and its grace are over.
        (PACED, 97, {}, ""),
        (Pace({Tempo.EXPLORATION.value: Beat(24, 2)}), 999, {}, "Mira, Bo"),
        (PACED, 1, {"gone": (WREN,)}, "Mira"),
        (PACED, 1, {"away": WREN}, "Mira"),
        (replace(PACED, skips_away=False), 1, {"away": WREN}, "Mira, Bo"),
        (Pace(), 1, {}, ""),
    ],
)
def test_who_still_has_time_to_answer_is_named_before_the_next_turn(
    pace: Pace, hours: int, changes: Mapping[str, Any], names: str
) -> None:
    left, notes = entered(None, mira(), bo()), list[str]()
    away = (Away(changes["away"], left.now),) if "away" in changes else ()
    campaign = replace(left.campaign, pace=pace, away=away, gone=changes.get("gone", ()))
    later = left.now + timedelta(hours=hours)
    play(
        replace(left, campaign=campaign, now=later, note=notes.append),
        replace(NEXT, is_pressed=True),
        6,
    )
    says = f"**No word yet from {names}.** There's still time to answer."
    assert notes == ([says] if names else [])


def test_who_said_something_is_not_waited_for() -> None:
    left, notes = entered(None, mira(), bo()), list[str]()
    left = doing(left, BO, Activity.SEARCH)
    campaign = replace(left.campaign, pace=PACED)
    play(replace(left, campaign=campaign, note=notes.append), replace(NEXT, is_pressed=True), 6)
    assert notes == ["**No word yet from Mira.** There's still time to answer."]


def test_what_is_declared_is_told_as_it_was_chosen() -> None:
    searches = Declare(delve=DELVE, character=BO, deed=Activity.SEARCH)
    assert said(play(entered(), searches))[0] == "Bo: search 10 by 10 feet."
    told = said(play(entered(), replace(searches, words="the well")))[0]
    assert told == "Bo: search: the well."
