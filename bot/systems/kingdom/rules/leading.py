"""What leaders give their kingdom: halves, Leadership, skills, and the Ruler's and Spymaster's choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.systems.kingdom.rules.book import ROLES, ruler_attributes
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import HALF_NEGATIVE, ROLE_SKILLS
from bot.systems.kingdom.rules.source import Origin, Source
from bot.systems.kingdom.rules.state import Leader
from bot.systems.kingdom.rules.terms import Ability, Attribute, Role, Stat
from bot.systems.kingdom.rules.vacancy import is_present

AVERAGE = 10
# So many ranks in the role's skill add 1 (R047).
RANKS = 5


def benefits(realm: Realm) -> Iterator[Source]:
    """What each leader adds; who died, or missed the month's duties during its Upkeep, adds nothing."""
    for leader in realm.kingdom.leaders:
        if is_present(realm.kingdom, leader) and not leader.has_died:
            amount = benefit(realm, leader)
            for attribute in attributes(realm, leader):
                yield Source(
                    Stat(attribute.value), amount, Origin.LEADER, f"{leader.role.value}:{leader.name}"
                )


@dataclass(frozen=True, slots=True)
class Benefit:
    """What a leader's benefit is made of: the higher modifier, or half of it, Leadership, the skill."""

    ability: Ability
    modifier: int
    is_half: bool
    counted: int
    leadership: int
    skill: int

    @property
    def total(self) -> int:
        """What it comes to."""
        return self.counted + self.leadership + self.skill


def benefit(realm: Realm, leader: Leader) -> int:
    """What a leader adds to each attribute of the role."""
    return made_of(realm, leader).total


def made_of(realm: Realm, leader: Leader) -> Benefit:
    """The higher modifier, halved where the role says so, then Leadership, then the skill (R030 to R032)."""
    row = ROLES[leader.role]
    modifiers = {each: (leader.scores.get(each, AVERAGE) - AVERAGE) // 2 for each in row.abilities}
    ability = max(modifiers, key=modifiers.__getitem__)
    counted = modifiers[ability]
    if row.is_half:
        counted = int(counted / 2) if realm.rulings.is_on(HALF_NEGATIVE) else counted // 2
    skill = leader.ranks // RANKS if realm.rulings.is_on(ROLE_SKILLS) else 0
    return Benefit(ability, modifiers[ability], row.is_half, counted, int(leader.has_leadership), skill)


def attributes(realm: Realm, leader: Leader) -> tuple[Attribute, ...]:
    """Which attributes a leader adds to: a Ruler as many of those chosen as the Size allows (R033)."""
    fixed = ROLES[leader.role].attribute
    if fixed is not None:
        return (fixed,)
    if leader.role is Role.RULER:
        # Both married Rulers add to the same (R034): the first one's choice counts.
        chosen = realm.kingdom.held_by(Role.RULER)[0].attributes
        return chosen[: ruler_attributes(realm.size)]
    return leader.attributes[:1]
