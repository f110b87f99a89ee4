"""The game master's own: by Hit Dice (S9, S15), and what the players can't know of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.dice.source import Die, FixedDice
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Viewer
from bot.engine.portraits import Portrait
from bot.engine.system import Record, RecordId, Result
from bot.errors import RuleViolation
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.checks.rules import CALL, Ask, Group, RollNow
from bot.systems.sovereign.people.roster import CreateNpc, RetireCharacter, RevealNpc
from bot.systems.sovereign.people.rules import CHARACTER, PORTRAIT, SetCounter, SetSheet
from bot.systems.sovereign.state import Character, Counter, Dying, Effect, Item, Known
from tests.refusals import refuses
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MIRA,
    OGRE,
    bo,
    mira,
    of,
    ogre,
    play,
    played,
    said,
    scene,
    waiting,
)

PLAYER = Viewer(DEACON)


def rolled(npc: Character, action: Any, *faces: int) -> tuple[Result, Sequence[Die]]:
    """What comes of it, and the dice that fell."""
    kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
    dice = FixedDice(*faces)
    return kind.perform(scene(of(OGRE, npc)), action, dice), dice.rolled


# -- made (S9) --------------------------------------------------------------------------------------------


def test_s9_an_npc_has_as_many_d8_as_hit_dice_without_con() -> None:
    turn = play(scene(), CreateNpc("Ogre", 3, armor_class=13, attack=4), 8, 1, 5)
    (opened,) = turn.changes
    assert opened.state == Character(
        "Ogre", hd=3, hp=14, max_hp=14, is_unnamed=True, armor_class=13, attack=4
    )
    assert said(turn) == ["New: Ogre, 3 HD, 14 HP, saves on 14+, hidden."]


def test_s9_of_less_than_one_hit_die_a_d4_is_rolled() -> None:
    turn = play(scene(), CreateNpc("Rat", 0), 4)
    assert said(turn) == ["New: Rat, less than 1 HD, 4 HP, saves on 15+, hidden."]


def test_s16_an_npc_of_the_game_masters_is_nobody_elses() -> None:
    (opened,) = play(scene(), CreateNpc("Rat", 1), 4).changes
    assert opened.state.player is None


def test_a_named_npc_is_met_and_a_hidden_one_told_to_game_masters_alone() -> None:
    hidden = play(scene(), CreateNpc("Ogre", 1), 4)
    assert [each.audience for each in hidden.events] == [GAME_MASTERS]
    named = play(scene(), CreateNpc("Ogre", 1, known=Known.NAMED), 4)
    assert [each.audience for each in named.events] == [GAME_MASTERS, EVERYONE]
    assert said(named)[1] == "You meet Ogre."


# -- what is seen -----------------------------------------------------------------------------------------

SECRETS: dict[str, Any] = {
    "armor_class": 17, "attack": 5, "initiative": 3, "effort": 9, "strain": 2, "coins": 777, "level": 9,
    "about": "Bo's father", "skills": {"notice": 4}, "xp": 5, "title": "Chief", "locks": ("door",),
    "foci": "regrows",
    "counters": {"rages": Counter(1, 2)}, "effects": (Effect("Haste", 2, Unit.TURN),),
    "items": (Item("1", "Black key", 0),), "follows": BO, "dragging": MIRA, "strength": 18,
}  # fmt: skip


@pytest.mark.parametrize("viewer", [PUBLIC, PLAYER])
def test_of_a_hidden_npc_nothing_is_seen(viewer: Viewer) -> None:
    assert CHARACTER.view(ogre(), viewer) is None


@pytest.mark.parametrize("viewer", [PUBLIC, PLAYER])
def test_of_a_named_npc_the_name_is_seen_and_how_they_fare_but_no_number(viewer: Viewer) -> None:
    seen = CHARACTER.view(ogre(known=Known.NAMED, dying=Dying(3), portrait="x", **SECRETS), viewer)
    assert seen == Character("Ogre", hd=0, known=Known.NAMED, hp=1, dying=Dying(3), portrait="x")
    assert CHARACTER.view(ogre(known=Known.NAMED, **SECRETS), viewer) == CHARACTER.view(
        ogre(known=Known.NAMED), viewer
    )


def test_a_game_master_sees_all() -> None:
    state = ogre(**SECRETS)
    assert CHARACTER.view(state, GAME_MASTER) == state


def test_nothing_waits_for_the_players_in_what_they_can_not_see() -> None:
    # A step's label names them: it is shown to who may see the record, and nobody else may.
    (step,) = waiting(CHARACTER, OGRE, ogre(hp=0, dying=Dying()))
    assert step.who is None


# -- what is told -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        SetSheet(OGRE, hp=3),
        SetCounter(OGRE, "rages", most=2),
        RetireCharacter(OGRE),
    ],
)
def test_what_happens_to_a_hidden_npc_is_told_to_game_masters_alone(action: object) -> None:
    turn = play(scene(of(OGRE, ogre())), action)
    assert {each.audience for each in turn.events} == {GAME_MASTERS}


@pytest.mark.parametrize("action", [RollNow(OGRE, "DEX/Sneak"), Ask((OGRE,), "DEX/Sneak")])
def test_q9_a_hidden_npcs_roll_is_a_secret_with_its_dice(action: object) -> None:
    turn, dice = rolled(ogre(), action, 6, 6)
    assert {each.audience for each in turn.events} == {GAME_MASTERS}
    assert all(each.secret for each in dice)


@pytest.mark.parametrize(
    "action", [RollNow(OGRE, "Evasion", "Jumps aside"), Ask((OGRE,), "Evasion", "Jumps aside")]
)
def test_q9_of_a_named_npcs_roll_the_players_see_what_comes_of_it_but_no_number(action: object) -> None:
    turn, dice = rolled(ogre(known=Known.NAMED), action, 5)
    assert [each.audience for each in turn.events] == [GAME_MASTERS, EVERYONE]
    assert said(turn)[1] == "Ogre: Jumps aside. **Fails.**"
    assert all(each.secret for each in dice)


def test_a_secret_roll_of_a_named_npc_is_told_to_nobody_else() -> None:
    turn, _ = rolled(ogre(known=Known.NAMED), RollNow(OGRE, "Evasion", is_secret=True), 5)
    assert {each.audience for each in turn.events} == {GAME_MASTERS}


def test_an_npc_who_is_asked_among_players_stands_on_no_card() -> None:
    begun = scene(of(MIRA, mira()), of(OGRE, ogre()))
    after = played(begun, Ask((MIRA, OGRE), "Evasion"), 5)
    (call,) = after.all(CALL)
    assert [each.name for each in call.state.members] == ["Mira"]
    assert list(CALL.links(call.state)) == [MIRA]


def test_a_hidden_npc_takes_no_part_in_a_group() -> None:
    begun = scene(of(MIRA, mira()), of(BO, bo()), of(OGRE, ogre()))
    for group in (Group((MIRA, BO, OGRE), "DEX/Sneak"), Group((MIRA, BO), "DEX/Sneak", OGRE)):
        with refuses("group.hidden", error=RuleViolation):
            play(begun, group)


# -- revealed ---------------------------------------------------------------------------------------------


def test_an_npc_is_revealed_to_everybody_and_hidden_without_a_word() -> None:
    met = play(scene(of(OGRE, ogre())), RevealNpc(OGRE))
    assert (said(met), met.events[0].audience) == (["You meet Ogre."], EVERYONE)
    gone = play(scene(of(OGRE, ogre(known=Known.NAMED))), RevealNpc(OGRE, Known.HIDDEN))
    assert gone.events[0].audience == GAME_MASTERS
    with refuses("npc.known_so"):
        play(scene(of(OGRE, ogre())), RevealNpc(OGRE, Known.HIDDEN))
    with refuses("npc.is_none"):
        play(scene(of(MIRA, mira())), RevealNpc(MIRA))


def test_a_picture_is_as_secret_as_whom_it_shows() -> None:
    face = RecordId("face")
    picture = Record(face, PORTRAIT.name, Portrait(OGRE, "x", is_secret=True))
    begun = scene(of(OGRE, ogre(picture=face)), picture)
    met = played(begun, RevealNpc(OGRE))
    assert not met.records[face].state.is_secret
    assert played(met, RevealNpc(OGRE, Known.HIDDEN)).records[face].state.is_secret
