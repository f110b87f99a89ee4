"""Sheets: HP and levels (S7, S8), what is changed on them, counters, and who plays whom (S1)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.engine.declare import options_of
from bot.engine.parts import part_of
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, Viewer
from bot.errors import RuleViolation, UserError
from bot.systems.sovereign.book import HIT_DICE, Attribute, Save, Unit
from bot.systems.sovereign.people.roster import (
    LetRoll,
    PlayCharacter,
    RetireCharacter,
    ReturnCharacter,
    SetPortrait,
)
from bot.systems.sovereign.people.rules import (
    CHARACTER,
    EditSheet,
    LevelUp,
    SetCounter,
    SetSheet,
    hit_points_of,
    hp_of_die,
    read_hit_points,
)
from bot.systems.sovereign.state import Character, Counter, Dying, Effect, Frail, Refill
from tests.refusals import refuses
from tests.said import codes, values
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MIRA,
    ODO,
    OGRE,
    PLACE,
    WREN,
    bo,
    mira,
    odo,
    of,
    ogre,
    play,
    played,
    said,
    scene,
    who,
)

# -- hit points (S7, Q1) --------------------------------------------------------------------------------


def test_q1_con_and_die_hard_are_added_to_each_die() -> None:
    # Two d6 of CON +1 and Die Hard: 3 + 3 and 6 + 3. Once for all would be 12.
    hardy = mira(constitution=14, is_die_hard=True, max_hp=1, hp=1, level=1)
    turn = play(scene(of(MIRA, hardy)), LevelUp(MIRA), 3, 6)
    assert codes(turn.events) == ["character.leveled_up"]
    assert values(turn.events, "character.leveled_up") == {
        "name": "Mira", "level": 2, "rolled": 15, "dice": "3, 6: ", "hp": "Maximum HP 1 → 15", "locks": "",
    }  # fmt: skip


def test_q1_each_die_comes_to_1_at_least() -> None:
    # A d4 of CON −2: 1, 2, 3 and 4 are 1, 1, 1 and 2; a minimum of the sum alone would make 2 of the four.
    frail = mira(constitution=3, hit_die=4, hp=1, max_hp=1, level=3)
    assert who(played(scene(of(MIRA, frail)), LevelUp(MIRA), 1, 2, 3, 4), MIRA).max_hp == 5


@pytest.mark.parametrize("sides", HIT_DICE)
def test_s7_every_face_of_every_die(sides: int) -> None:
    for face, score, bonus, is_die_hard in product(
        range(1, sides + 1), (3, 7, 10, 14, 18), (-1, 0, 2), (0, 1)
    ):
        state = bo(constitution=score, hit_bonus=bonus, is_die_hard=bool(is_die_hard), hit_die=sides)
        con = {3: -2, 7: -1, 10: 0, 14: 1, 18: 2}[score]
        assert hp_of_die(state, face) == max(1, face + con + bonus + 2 * is_die_hard)


@pytest.mark.parametrize(
    ("text", "found"), [("1d6", (6, 0)), ("d8", (8, 0)), (" 1D6 + 2 ", (6, 2)), ("1d4−1", (4, -1))]
)
def test_s7_the_hp_of_a_level_are_read(text: str, found: tuple[int, int]) -> None:
    assert read_hit_points(text) == found
    die, bonus = found
    assert read_hit_points(hit_points_of(bo(hit_die=die, hit_bonus=bonus))) == found


@pytest.mark.parametrize(
    "text", ["", "1d7", "2d6", "d20", "6+x", "1d6+10", "d", "NaN", "1d6+", "1d6-²", "d" * 999]
)
def test_s7_what_is_no_hp_die_is_refused(text: str) -> None:
    with refuses("sheet.hit_points", error=RuleViolation):
        read_hit_points(text)


# -- level up (S8, Q2, Q43) -----------------------------------------------------------------------------


def test_s8_all_levels_are_rolled_anew_and_the_higher_total_is_kept() -> None:
    # CON −1: 5 + 4 + 3 = 12 beats 9; Mira, who lacked 3, still lacks 3.
    turn = play(scene(of(MIRA, mira())), LevelUp(MIRA), 6, 5, 4)
    (change,) = turn.changes
    assert (change.state.level, change.state.max_hp, change.state.hp) == (3, 12, 9)
    assert said(turn) == ["Mira reaches level 3. Rolled 6, 5, 4: 12 HP for all levels. Maximum HP 9 → 12."]


@pytest.mark.parametrize("faces", [(1, 1, 1), (4, 4, 4)])
def test_q2_a_lower_or_equal_total_changes_nothing_and_there_is_no_1_for_free(faces: tuple[int, ...]) -> None:
    turn = play(scene(of(MIRA, mira())), LevelUp(MIRA), *faces)
    (change,) = turn.changes
    assert (change.state.level, change.state.max_hp, change.state.hp) == (3, 9, 6)
    assert said(turn)[0].endswith(" HP for all levels. Maximum HP stays 9.")


def test_s8_somebody_at_0_hp_gains_none() -> None:
    state = who(played(scene(of(MIRA, mira(hp=0, dying=Dying()))), LevelUp(MIRA), 6, 6, 6), MIRA)
    assert (state.hp, state.max_hp) == (0, 15)


def test_s8_saves_get_better_with_the_level() -> None:
    state = who(played(scene(of(MIRA, mira())), LevelUp(MIRA), 1, 1, 1), MIRA)
    assert [state.save(each) for each in Save] == [13, 12, 11]


def test_q43_a_level_clears_the_locks_that_beat_them_and_nobody_elses() -> None:
    beaten = scene(of(MIRA, mira(locks=("iron door", "chest"))), of(BO, bo(locks=("iron door",))))
    turn = play(beaten, LevelUp(MIRA), 1, 1, 1)
    assert [change.id for change in turn.changes] == [MIRA]
    assert turn.changes[0].state.locks == ()
    assert said(turn)[0].endswith(" They can try the 2 locks they failed at again.")


def test_q43_a_level_set_by_hand_clears_them_too_and_a_lower_one_does_not() -> None:
    beaten = scene(of(MIRA, mira(locks=("chest",))))
    assert who(played(beaten, SetSheet(MIRA, level=3)), MIRA).locks == ()
    assert who(played(beaten, SetSheet(MIRA, level=1)), MIRA).locks == ("chest",)
    assert who(played(beaten, SetSheet(MIRA, xp=10)), MIRA).locks == ("chest",)


def test_numbers_are_set_with_a_reason_that_everybody_reads() -> None:
    turn = play(scene(of(MIRA, mira(xp=3))), SetSheet(MIRA, xp=10, reason="The barrow's hoard"))
    assert said(turn) == ["Mira: XP 3 → 10. The barrow's hoard"]
    # By itself it changes nothing.
    with refuses("character.same"):
        play(scene(of(MIRA, mira())), SetSheet(MIRA, reason="For nothing"))


def test_the_dead_the_highest_and_npcs_gain_no_level() -> None:
    with refuses("character.dead"):
        play(scene(of(MIRA, mira(is_dead=True, hp=0))), LevelUp(MIRA))
    with refuses("level.most"):
        play(scene(of(MIRA, mira(level=20))), LevelUp(MIRA))
    with refuses("level.npc"):
        play(scene(of(OGRE, ogre())), LevelUp(OGRE))


# -- changed ----------------------------------------------------------------------------------------------


def test_s5_a_score_that_changes_changes_its_modifier_at_once() -> None:
    hurt = who(played(scene(of(MIRA, mira())), SetSheet(MIRA, wisdom=7)), MIRA)
    assert [hurt.save(each) for each in Save] == [14, 13, 14]


def test_what_is_set_is_told_before_and_after() -> None:
    turn = play(
        scene(of(MIRA, mira())), SetSheet(MIRA, strength=9, sneak=2, heal=-1, xp=1200, armor_class=13)
    )
    assert said(turn) == ["Mira: Strength 8 → 9, AC 10 → 13, XP 0 → 1200, Heal +0 → −1, Sneak +1 → +2."]
    assert dict(turn.changes[0].state.skills) == {"sneak": 2}


def test_what_is_not_given_stays() -> None:
    assert who(played(scene(of(MIRA, mira())), SetSheet(MIRA, xp=5)), MIRA) == mira(xp=5)


@pytest.mark.parametrize("n", [2, 19])
def test_q52_injury_and_magic_may_take_a_score_beyond(n: int) -> None:
    state = who(played(scene(of(MIRA, mira())), SetSheet(MIRA, strength=n)), MIRA)
    assert (state.strength, abs(state.modifier(Attribute.STR))) == (n, 2)


@pytest.mark.parametrize(
    ("field", "text"),
    [("strength", "0"), ("strength", "31"), ("stab", "5"), ("stab", "-2"), ("level", "0"), ("level", "21"),
     ("hp", "0"), ("hp", "-1"), ("max_hp", "0"), ("xp", "-1"), ("wisdom", "NaN"), ("wisdom", "ten"),
     ("hd", "100"), ("effort", "-1")],
)  # fmt: skip
def test_a_number_that_no_sheet_can_hold_is_refused(field: str, text: str) -> None:
    with pytest.raises(UserError):
        options_of(SetSheet)[field].taken(text)


def test_hp_above_the_maximum_are_refused() -> None:
    with refuses("sheet.hp", error=RuleViolation) as caught:
        play(scene(of(MIRA, mira())), SetSheet(MIRA, hp=10))
    assert str(caught.value.args[0]) == "Mira has 9 HP at most. Raise the maximum first, or give less."


def test_hp_go_with_a_maximum_that_is_lowered() -> None:
    assert who(played(scene(of(MIRA, mira())), SetSheet(MIRA, max_hp=4)), MIRA).hp == 4
    assert who(played(scene(of(MIRA, mira())), SetSheet(MIRA, max_hp=8)), MIRA).hp == 6
    assert who(played(scene(of(MIRA, mira())), SetSheet(MIRA, hp=12, max_hp=12)), MIRA).hp == 12


@pytest.mark.parametrize(
    ("down", "code"),
    [
        ({"dying": Dying()}, "sheet.hp_of_dying"),
        ({"helpless": 1}, "sheet.hp_of_dying"),
        ({"frail": Frail()}, "sheet.hp_of_dying"),
        ({"is_dead": True}, "character.dead"),
    ],
)
def test_at_0_hp_a_sheet_gives_none(down: dict[str, Any], code: str) -> None:
    with refuses(code, error=RuleViolation):
        play(scene(of(MIRA, mira(hp=0, **down))), SetSheet(MIRA, hp=5))


def test_only_npcs_have_hit_dice() -> None:
    with refuses("sheet.no_hd"):
        play(scene(of(MIRA, mira())), SetSheet(MIRA, hd=3))
    assert who(played(scene(of(OGRE, ogre())), SetSheet(OGRE, hd=5)), OGRE).save(Save.MENTAL) == 13


def test_an_npcs_skill_is_what_the_game_master_says() -> None:
    begun = scene(of(OGRE, ogre()))
    assert dict(who(played(begun, SetSheet(OGRE, notice=-1)), OGRE).skills) == {"notice": -1}
    with refuses("character.same"):
        play(begun, SetSheet(OGRE, notice=0))


def test_nothing_changed_is_said_so() -> None:
    for action in (SetSheet(MIRA), SetSheet(MIRA, strength=8, heal=0)):
        with refuses("character.same"):
            play(scene(of(MIRA, mira())), action)


def test_what_changes_on_an_npcs_sheet_is_the_game_masters() -> None:
    turn = play(scene(of(OGRE, ogre())), SetSheet(OGRE, hp=3))
    assert [each.audience for each in turn.events] == [GAME_MASTERS]
    assert play(scene(of(MIRA, mira())), SetSheet(MIRA, hp=3)).events[0].audience == EVERYONE


# -- written anew -----------------------------------------------------------------------------------------

EDITED = EditSheet(MIRA, "Mira", "Thief", "1d4+1", "Die Hard, Lucky", "Owes the abbot.")


def test_s7_die_hard_is_known_by_its_name_among_the_feats() -> None:
    state = who(played(scene(of(MIRA, mira())), EDITED), MIRA)
    assert (state.title, state.hit_die, state.hit_bonus, state.is_die_hard) == ("Thief", 4, 1, True)
    again = who(played(scene(of(MIRA, state)), replace(EDITED, foci="Lucky")), MIRA)
    assert not again.is_die_hard


@pytest.mark.parametrize("name", ["", " \n ", "\u200b", "e" * 61])
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    with refuses("character.name", error=RuleViolation):
        play(scene(of(MIRA, mira())), replace(EDITED, name=name))


def test_a_name_in_use_is_refused_but_ones_own_is_none() -> None:
    begun = scene(of(MIRA, mira()), of(BO, bo()))
    with refuses("character.taken"):
        play(begun, replace(EDITED, name=" bO "))
    assert who(played(begun, replace(EDITED, name="MIRA")), MIRA).name == "MIRA"


def test_a_hidden_npcs_name_is_free_to_players_and_taken_to_npcs() -> None:
    begun = scene(of(MIRA, mira()), of(OGRE, ogre()))
    assert who(played(begun, replace(EDITED, name="Ogre")), MIRA).name == "Ogre"
    with refuses("character.taken"):
        play(begun, EditSheet(OGRE, "Mira", hit_points="1d8"))


# -- counters ---------------------------------------------------------------------------------------------


def counted(value: int, most: int = 3, refill: Refill = Refill.DAWN, **changes: Any) -> Any:
    return scene(of(MIRA, mira(counters={"Effort": Counter(value, most, refill)}, **changes)))


def test_a_counter_is_added_full_changed_and_removed() -> None:
    new = SetCounter(MIRA, "Effort", most=3, refill=Refill.DAWN)
    turn = play(scene(of(MIRA, mira())), new)
    assert said(turn) == ["Mira: Effort 3 of 3."]
    assert turn.changes[0].state.counters == {"Effort": Counter(3, 3, Refill.DAWN)}
    spent = play(counted(3), SetCounter(MIRA, " effort ", value=1))
    assert said(spent) == ["Mira: Effort 3 → 1 of 3."]
    assert spent.changes[0].state.counters == {"Effort": Counter(1, 3, Refill.DAWN)}
    gone = play(counted(1), SetCounter(MIRA, "Effort", most=0))
    assert said(gone) == ["Mira no longer counts Effort."]
    assert gone.changes[0].state.counters == {}


def test_a_lower_maximum_takes_the_number_with_it() -> None:
    assert who(played(counted(3), SetCounter(MIRA, "Effort", most=2)), MIRA).counters["Effort"].value == 2


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (SetCounter(MIRA, "Luck"), "counter.new"),
        (SetCounter(MIRA, "Luck", value=2), "counter.new"),
        (SetCounter(MIRA, " \u200b", most=2), "counter.new"),
        (SetCounter(MIRA, "Luck", most=0), "counter.new"),
        (SetCounter(MIRA, "Effort", value=4), "counter.above"),
        (SetCounter(MIRA, "Effort", value=2), "character.same"),
        (SetCounter(MIRA, "Effort"), "character.same"),
    ],
)
def test_a_counter_that_can_not_be_is_refused(action: SetCounter, code: str) -> None:
    with refuses(code, error=RuleViolation):
        play(counted(2), action)


def test_a_sheet_has_20_counters() -> None:
    full = {f"Wand {n}": Counter(1, 1) for n in range(20)}
    with refuses("counter.too_many"):
        play(scene(of(MIRA, mira(counters=full))), SetCounter(MIRA, "One more", most=1))


# -- several characters, henchmen, who plays where ----------------------------------------------------------


def test_s1_a_player_has_several_and_says_whom_they_play_where() -> None:
    begun = scene(
        of(MIRA, mira(active_in=(PLACE, 8))), of(ODO, odo()), of(BO, bo(active_in=(PLACE,))), actor=DEACON
    )
    after = played(begun, PlayCharacter(ODO))
    assert (who(after, MIRA).active_in, who(after, ODO).active_in, who(after, BO).active_in) == (
        (8,),
        (PLACE,),
        (PLACE,),
    )
    with refuses("roster.plays_already"):
        play(replace(after, actor=DEACON), PlayCharacter(ODO))


def test_s1_a_henchman_is_their_leaders_players_and_linked_to_them() -> None:
    assert odo().player == DEACON
    assert list(CHARACTER.links(odo())) == [MIRA]


def test_handed_over_they_are_played_nowhere_and_let_nobody_roll() -> None:
    assert CHARACTER.hand_over is not None
    given = CHARACTER.hand_over(mira(active_in=(7,), is_consenting=True), WREN, MIRA)
    assert given == mira(player=WREN)


def test_consent_is_given_and_taken_back() -> None:
    assert not mira().is_consenting
    given = played(scene(of(MIRA, mira()), actor=DEACON), LetRoll(MIRA))
    assert who(given, MIRA).is_consenting
    turn = play(given, LetRoll(MIRA, is_on=False))
    assert not turn.changes[0].state.is_consenting
    assert said(turn) == ["Mira: game masters ask before they roll for them."]
    with refuses("consent.same"):
        play(given, LetRoll(MIRA))


def test_somebody_leaves_play_and_comes_back() -> None:
    begun = scene(of(MIRA, mira(active_in=(7,))), of(BO, bo()))
    gone = played(begun, RetireCharacter(MIRA))
    assert gone.records[MIRA].is_archived
    assert gone.records[MIRA].state.active_in == ()
    with refuses("character.not_retired"):
        play(gone, ReturnCharacter(BO))
    back = played(gone, ReturnCharacter(MIRA))
    assert who(back, MIRA) == mira()
    taken = played(gone, EditSheet(BO, "Mira", hit_points="1d6"))
    with refuses("character.taken"):
        play(taken, ReturnCharacter(MIRA))


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("counters", "Charges"), {"value": 2, "most": 3, "refill": "dawn"}, ("Charges", "2 of 3")),
        (("counters", "Charges"), None, ("Charges", None)),
        (("counters", "Charges", "value"), 0, ("Charges", "0")),
        (("counters", "Charges", "most"), 3, ("Charges at most", "3")),
        (("counters", "Charges", "refill"), "dawn", ("refill of Charges", "at dawn")),
    ],
)
def test_an_undo_says_what_becomes_of_a_counter(
    path: tuple[str, ...], value: Any, says: tuple[str, str | None]
) -> None:
    assert part_of(Character, path, value) == says


def test_a_portrait_comes_and_goes() -> None:
    face = "https://example.org/mira.png"
    given = play(scene(of(MIRA, mira())), SetPortrait(MIRA, face))
    assert said(given) == ["New portrait: Mira."]
    assert given.changes[0].state.portrait == face
    taken = play(scene(of(MIRA, mira(portrait=face))), SetPortrait(MIRA))
    assert said(taken) == ["Portrait removed: Mira."]
    assert taken.changes[0].state == mira()


# -- what others see ----------------------------------------------------------------------------------------


def test_a_secret_effect_is_the_game_masters() -> None:
    state = mira(effects=(Effect("Haste", 3, Unit.TURN), Effect("Doom", 9, Unit.TURN, is_secret=True)))
    shown = CHARACTER.view(state, Viewer(DEACON))
    assert shown == replace(state, effects=state.effects[:1])
    assert CHARACTER.view(state, GAME_MASTER) == state
