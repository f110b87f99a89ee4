"""Who can act, and who can help: what follows for the others where somebody falls or comes to (S24 to S27).

A delve and an encounter keep who of theirs can't act: whoever lies there is not asked what they do. The
Mortally Injured keep which players could stabilize them: those are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.system import Changed, Record, RecordId, Replace, Scope, Settling, Want, World
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.encounters.rules import ENCOUNTER
from bot.systems.sovereign.parties.rules import PARTY
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.state import Character, Party, Tool

People = Mapping[RecordId, Character]


def _counts(record: Record[Any] | None) -> tuple[Any, ...] | None:
    """What of somebody decides who acts and who helps; nothing of who isn't in play."""
    if record is None or record.is_archived or record.state.is_retired:
        return None
    state: Character = record.state
    return state.player, state.is_helpless, state.dying is None, state.tool(Tool.HEALER) is None


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
    if not people:
        return None
    kinds = (PARTY.name, DELVE.name, ENCOUNTER.name)
    wants = (Want(kind, linking=each) for each in sorted(people) for kind in kinds)
    return Scope((*sorted(people), *sorted(parties)), tuple(wants), links=True)


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
        if state.dying is not None:
            dying = replace(state.dying, helpers=_helpers(each, people, parties))
            yield Replace(each, replace(state, dying=dying))


def _helpers(patient: RecordId, people: People, parties: Iterable[Party]) -> tuple[int, ...]:
    """The players of the same party who could stabilize them: who has a kit, where anybody has one (S25)."""
    there = [each for party in parties if patient in party.members for each in party.members]
    able = [people[each] for each in there if each != patient and each in people]
    able = [each for each in able if each.player is not None and not (each.is_helpless or each.is_retired)]
    equipped = [each for each in able if each.tool(Tool.HEALER) is not None]
    return tuple(dict.fromkeys(each.player for each in equipped or able if each.player is not None))


SETTLING = Settling(_needed, _settled)
