"""Who can act, and who can help: what follows for the others where somebody falls or comes to (S24 to S30).

A delve and an encounter keep who of theirs can't act: whoever lies there is not asked what they do. The
Mortally Injured keep which players could stabilize them: those are asked. The Frail and the poisoned keep
whether somebody could treat them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.system import Changed, Record, RecordId, Replace, Scope, Settling, Want, World
from bot.systems.sovereign.book import Skill
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.encounters.rules import ENCOUNTER
from bot.systems.sovereign.harm.poison import POISONING, can_treat
from bot.systems.sovereign.harm.rules import CARE_SKILL
from bot.systems.sovereign.parties.rules import PARTY
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character, Party, Tool

People = Mapping[RecordId, Character]


def _counts(record: Record[Any] | None) -> tuple[Any, ...] | None:
    """What of somebody decides who acts and who helps; nothing of who isn't in play."""
    if record is None or record.is_archived or record.state.is_retired:
        return None
    state: Character = record.state
    frail = state.frail.tried if state.frail is not None else None
    has_kit, heal = state.tool(Tool.HEALER) is not None, state.skill(Skill.HEAL)
    return state.player, state.is_helpless, state.dying is None, has_kit, heal, frail


def _needed(changed: Sequence[Changed]) -> Scope | None:
    """All that is about those who fell, came to, or go with others now; None where nobody did."""
    people, parties = set[RecordId](), set[RecordId]()
    for before, after in changed:
        if after.kind == CHARACTER.name and _counts(before) != _counts(after):
            people.add(after.id)
        elif after.kind == PARTY.name and (before is None or before.state.members != after.state.members):
            parties.add(after.id)
            people |= {*(before.state.members if before is not None else ()), *after.state.members}
        elif after.kind == ENCOUNTER.name and (before is None or before.state.crew != after.state.crew):
            people |= {each.character for each in after.state.crew}
        elif after.kind == POISONING.name and before is None:
            people.add(after.state.character)
    if not people:
        return None
    kinds = (PARTY.name, DELVE.name, ENCOUNTER.name)
    beside = (Want(kind, linking=each) for each in sorted(people) for kind in kinds)
    return Scope((*sorted(people), *sorted(parties)), (*beside, Want(POISONING.name)), links=True)


def _settled(world: World) -> Iterator[Replace]:
    people = {each.id: each.state for each in world.all(CHARACTER)}
    down = {each for each, state in people.items() if state.is_helpless}
    for delve in world.all(DELVE):
        crew = tuple(
            replace(each, is_able=each.character not in down) if each.character in people else each
            for each in delve.state.crew
        )
        yield Replace(delve.id, replace(delve.state, crew=crew))
    for met in world.all(ENCOUNTER):
        out = tuple(each.character for each in met.state.crew if each.character in down)
        yield Replace(met.id, replace(met.state, down=out))
    parties = [each.state for each in world.all(PARTY)]
    for each, state in people.items():
        able = _beside(each, people, parties)
        equipped = {id_: healer for id_, healer in able.items() if healer.tool(Tool.HEALER) is not None}
        if state.dying is not None:
            helpers = dict.fromkeys(e.player for e in equipped.values() if e.player is not None)
            dying = replace(state.dying, helpers=tuple(helpers), lacks_kit=bool(able) and not equipped)
            yield Replace(each, replace(state, dying=dying))
        if state.frail is not None:
            found = (e for e, healer in equipped.items() if healer.skill(Skill.HEAL) >= CARE_SKILL)
            frail = replace(state.frail, has_healer=any(e not in state.frail.tried for e in found))
            yield Replace(each, replace(state, frail=frail))
    for ill in world.all(POISONING):
        if any(ill.state.character in party.members for party in parties):
            beside = _beside(ill.state.character, people, parties)
            yield Replace(ill.id, replace(ill.state, has_medic=any(map(can_treat, beside.values()))))


def _beside(patient: RecordId, people: People, parties: Iterable[Party]) -> People:
    """Who of the same party could tend them, had they what it takes (S25, S30)."""
    there = [each for party in parties if patient in party.members for each in party.members]
    found = {each: people[each] for each in there if each != patient and each in people}
    return {id_: each for id_, each in found.items() if not (each.is_helpless or each.is_retired)}


SETTLING = Settling(_needed, _settled)
