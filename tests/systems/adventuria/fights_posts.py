"""The longest messages about fights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.play import Post
from bot.systems.adventuria.combat.rules import FIGHT, MOST_ANSWERS
from bot.systems.adventuria.combat.state import (
    MOST_FOES,
    Answer,
    Combat,
    CombatChosen,
    CombatFought,
    CombatRolled,
    Fight,
    FightEnd,
    FightEnded,
    FightOpened,
    Order,
    Phase,
    Rolled,
)
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    Effect,
    Foe,
    Subject,
    Told,
    Trigger,
    Until,
    Verb,
)
from tests.systems.adventuria import posts
from tests.systems.adventuria.posts import BIG, LONG_ID, NAME
from tests.systems.adventuria.scenes import having, item

REASON, INSTRUCTIONS = "*" * 200, "*" * 500
MOST, WOUNDS = 99, 98
RULES = tuple(
    Effect(Trigger.WOUNDED, Verb.ARMS, -amount, True, "ability", until="quest", lowest=4, highest=5)
    for amount in range(13, 21)
)


def _changes(count: int) -> tuple[Change, ...]:
    return tuple(Change(Attribute.ARMS, -20, Cause.SPELL, NAME, Until.FIGHT) for _ in range(count))


def _foe(number: int, **changes: Any) -> Foe:
    values = Attributes(MOST, MOST, MOST, MOST)
    foe = Foe(NAME[:58] + f" {number}", values, values, WOUNDS, RULES, kin=f"{number}{NAME[:59]}")
    return replace(foe, **{"changes": _changes(2), **changes})


ADVENTURER_OF_LENGTH = replace(
    having(
        *(replace(item(NAME), effects=(Effect(Trigger.HELD, Verb.ARMS, -20),)) for _ in range(2)),
        name=NAME,
        player=BIG,
        changes=_changes(3),
        fight=LONG_ID,
    ),
    melee_xp=9,
)
FOES = tuple(map(_foe, range(MOST_FOES)))
NAMES = tuple(foe.name for foe in FOES)
ROLLS = tuple(Rolled(place, 1, -MOST, 6, MOST) for place in range(MOST_FOES))
READY = Fight(
    LONG_ID,
    NAME,
    BIG,
    FOES,
    Combat.MELEE,
    Order.TOGETHER,
    INSTRUCTIONS,
    can_avoid=True,
    revision=BIG // 2**31,
)
CHOOSING = replace(READY, order=Order.CHOOSE, phase=Phase.AGAIN, exchange=MOST, rolls=ROLLS)
ANSWERS = tuple(Answer(BIG, 9, NAME, Verb.REROLL.value, True, 0) for _ in range(MOST_ANSWERS))
ROLLED = replace(READY, phase=Phase.ROLLED, exchange=MOST, rolls=ROLLS, answers=ANSWERS)
TOLD = Told(Subject.MAGICAL_XP, before=MOST, after=-MOST, by=NAME, until=Until.QUEST, whose=NAME)
TOLD_ALL = (TOLD,) * 40

POSTS: dict[str, tuple[Any, Fight]] = {
    "opened": (FightOpened(NAME, NAMES, None, INSTRUCTIONS), replace(READY, kind=None, phase=Phase.KIND)),
    "chosen": (CombatChosen(NAME, Combat.MAGICAL), READY),
    "rolled": (CombatRolled(NAME, Combat.MAGICAL, MOST, ROLLS, NAMES, NAME, changes=TOLD_ALL), ROLLED),
    "fought": (CombatFought(NAME, Combat.MAGICAL, MOST, ROLLS, NAMES, NAME, changes=TOLD_ALL), CHOOSING),
    "ended": (FightEnded(NAME, NAMES, FightEnd.STOPPED, REASON), READY.over(FightEnd.STOPPED)),
}


def post(
    event: Any, fight: Fight, state: Adventurer, *, actor: int = BIG, on_behalf_of: int | None = None
) -> Post:
    """A message about that event in a fight; once that is over, the adventurer's."""
    adventurer = posts.shown(state)
    subject = posts.shown(fight, kind=FIGHT) if fight.end is None else adventurer
    return posts.post(subject, event, records=(adventurer,), actor=actor, on_behalf_of=on_behalf_of)


FIGHTS: dict[str, Post] = {
    f"fight {name}": post(event, fight, ADVENTURER_OF_LENGTH, on_behalf_of=BIG)
    for name, (event, fight) in POSTS.items()
}
