"""What is typed about leaders, as people write it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Ability, Attribute, Phase, Role
from bot.systems.kingdom.leaders.offices import attributes_of, role_of, roles_of, scores_of
from bot.systems.kingdom.leaders.rules import AssignLeader
from tests.systems.kingdom.scenes import DEACON, TARN, WREN, leader, month, play, ready, scene, tarn

E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
RULER = leader(Role.RULER, DEACON, 14, "Ilka", attributes=(E,))
WARDEN = leader(Role.WARDEN, WREN, 12, "Oswin")
LEADERSHIP = month(Phase.EDICT, size=3)


def at_step(*leaders: Any, actor: int = DEACON, **changes: Any) -> Any:
    """Tarn in the Leadership step, with these leaders besides the Ruler."""
    state = ready(tarn(leaders=(RULER, *leaders), month=LEADERSHIP, **changes))
    return scene(state, actor=actor)


def general(**changes: Any) -> AssignLeader:
    """Brannoc, an NPC, becomes General."""
    return replace(AssignLeader(TARN, Role.GENERAL, "Brannoc", scores={Ability.STR: 16}), **changes)


# -- what is typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "role", "scores"),
    [
        ("Cha 16 Wis 12", Role.COUNCILOR, {Ability.CHA: 16, Ability.WIS: 12}),
        ("charisma: 16, WIS=12", Role.COUNCILOR, {Ability.CHA: 16, Ability.WIS: 12}),
        ("16 cha", Role.RULER, {Ability.CHA: 16}),
        ("Cha16", Role.RULER, {Ability.CHA: 16}),
        ("18", Role.WARDEN, {Ability.CON: 18}),
        ("", Role.RULER, {}),
    ],
)
def test_abilities_are_read_as_people_write_them(text: str, role: Role, scores: dict[Ability, int]) -> None:
    assert scores_of(text, role) == scores


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("+3", "not modifiers"),
        ("Cha +3", "not modifiers"),
        ("Cha", "can't be read"),
        ("Luck 12", "can't be read"),
        ("Cha 16 Cha 12", "can't be read"),
        ("Cha 16 12", "can't be read"),
        ("???", "can't be read"),
        ("61", "Charisma must be 1 to 60"),
        ("0", "Charisma must be 1 to 60"),
        ("9" * 60, "Charisma must be 1 to 60"),
    ],
)
def test_abilities_that_cant_be_read_are_refused_with_an_example(text: str, sentence: str) -> None:
    with pytest.raises(RuleViolation, match=sentence):
        scores_of(text, Role.RULER)


def test_roles_and_attributes_are_read_by_their_names() -> None:
    assert roles_of("Warden, grand diplomat; Warden") == (Role.WARDEN, Role.GRAND_DIPLOMAT)
    assert role_of("royal_enforcer") is role_of("Royal Enforcer") is Role.ROYAL_ENFORCER
    assert attributes_of("Economy, then Loyalty") == attributes_of("economy loyalty") == (E, L)
    with pytest.raises(RuleViolation, match="no leadership role"):
        role_of("King")
    for wrong in ("Fame", "Economy economy"):
        with pytest.raises(RuleViolation, match="doesn't name attributes"):
            attributes_of(wrong)


def test_a_kingdom_that_is_not_there_is_refused() -> None:
    with pytest.raises(RuleViolation):
        play(at_step(), general(kingdom=RecordId("none")))
