"""Work at doors that takes several Turns: until when, and what becomes of it (S68, S69, Q37, Q38, Q47)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.engine.system import RecordId
from bot.systems.sovereign.book import Attribute, Skill, battering_turns
from bot.systems.sovereign.dungeon import Activity, Delve, Door, Member, Shut, Stuff
from bot.systems.sovereign.state import Character

People = Mapping[RecordId, Character]


def battering_bonus(state: Character) -> int:
    """STR and Exert, as far as they are bonuses (Q37)."""
    return max(0, state.modifier(Attribute.STR)) + max(0, state.skill(Skill.EXERT))


def holds_for(door: Door, people: People, *, is_group: bool) -> int:
    """How many Turns of battering it holds: against the best of them, or all (Q38)."""
    bonuses = [battering_bonus(people[each]) for each in door.batterers]
    bonus = max(bonuses)
    if is_group:
        bonus += sum(each > 0 for each in bonuses) - (bonus > 0)
    return battering_turns(bonus, is_reinforced=door.stuff is Stuff.REINFORCED)


def battered_by(delve: Delve, door: Door, people: People, *, is_group: bool) -> Delve:
    """With a door that gives way to those who batter it, and them busy until then."""
    until = max(delve.turn, door.begun + holds_for(door, people, is_group=is_group) - 1)
    crew = (replace(e, busy_until=until) if e.character in door.batterers else e for e in delve.crew)
    return replace(delve.with_door(replace(door, opens=until)), crew=tuple(crew))


def forces(delve: Delve, member: Member, door: Door) -> bool:
    """Whether somebody is at a stuck door that wouldn't open at once."""
    act = member.act
    return (
        act is not None
        and act.deed is Activity.FORCE
        and act.door == door.key
        and member.busy_until >= delve.turn
    )


def is_at_work(delve: Delve, member: Member) -> bool:
    """Whether somebody is at any door."""
    return any(member.character in e.batterers or forces(delve, member, e) for e in delve.doors)


def opened(delve: Delve, door: Door) -> Delve:
    """With that door open, and whoever was at it free."""
    crew = (
        replace(each, busy_until=0) if each.character in door.batterers or forces(delve, each, door) else each
        for each in delve.crew
    )
    return replace(delve, crew=tuple(crew)).with_door(replace(door, shut=Shut.OPEN, batterers=(), opens=None))


def released(delve: Delve, gone: Collection[RecordId], people: People, *, is_group: bool) -> Delve:
    """Without those at any door: it holds against those who are left, and against nobody for good (Q47)."""
    at = [e for e in delve.doors if any(forces(delve, m, e) for m in delve.crew if m.character in gone)]
    crew = (replace(each, busy_until=0) if each.character in gone else each for each in delve.crew)
    delve = replace(delve, crew=tuple(crew))
    for door in at:
        busy = [each.busy_until for each in delve.crew if forces(delve, each, door)]
        delve = delve.with_door(replace(door, opens=min(busy, default=None)))
    for door in delve.doors:
        left = tuple(each for each in door.batterers if each not in gone)
        if not left and door.batterers:
            delve = delve.with_door(replace(door, batterers=(), opens=None))
        elif left != door.batterers:
            delve = battered_by(delve, replace(door, batterers=left), people, is_group=is_group)
    return delve
