"""Delves for the tests of the dungeon: the Lanterns in the Barrow, without a house around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.engine.system import RecordId, World
from bot.systems.sovereign.delves.rules import EnterSite
from bot.systems.sovereign.dungeon import Act, Activity, Delve, Door, Frequency, Member, Shut, Site
from bot.systems.sovereign.state import Character
from tests.systems.sovereign.scenes import BO, MIRA, ODO, PARTY, bo, mira, odo, of, party, play, played, scene

SITE, DELVE = RecordId("site"), RecordId("new-1")


def site(**changes: Any) -> Site:
    """The Barrow: a check every 3 Turns."""
    return replace(Site("The Barrow", Frequency.THIRD), **changes)


def outside(
    prepared: Site | None = None, *people: Character, settings: Mapping[str, str] | None = None
) -> World:
    """Mira, Bo and Odo before the Barrow."""
    crew = people or (mira(), bo(), odo())
    ids = (MIRA, BO, ODO)[: len(crew)]
    records = [of(id_, state) for id_, state in zip(ids, crew, strict=True)]
    return scene(
        *records, party(*ids, spokesperson=MIRA), of(SITE, prepared or site(), "site"), settings=settings
    )


def entered(
    prepared: Site | None = None, *people: Character, settings: Mapping[str, str] | None = None, face: int = 6
) -> World:
    """They are in: Turn 1."""
    return played(outside(prepared, *people, settings=settings), EnterSite(party=PARTY, site=SITE), face)


def delve(left: World) -> Delve:
    """The delve as the scene has it."""
    state: Delve = left.records[DELVE].state
    return state


def with_delve(left: World, **changes: Any) -> World:
    """The scene with the delve otherwise."""
    record = left.records[DELVE]
    return replace(
        left, records={**left.records, DELVE: replace(record, state=replace(record.state, **changes))}
    )


def with_door(left: World, **changes: Any) -> World:
    """With an oak door that the party knows, locked."""
    door = replace(Door("oak", "oak door", shut=Shut.LOCKED), **changes)
    return with_delve(left, doors=(door,))


def member(left: World, character: RecordId) -> Member:
    """One of the crew."""
    found = delve(left).member(character)
    assert found is not None
    return found


def doing(left: World, character: RecordId, deed: Activity, words: str = "") -> World:
    """With that declared."""
    state = delve(left)
    return with_delve(left, crew=tuple(
        replace(each, act=Act(deed, words)) if each.character == character else each for each in state.crew
    ))  # fmt: skip


__all__ = ["BO", "MIRA", "ODO", "PARTY", "play"]
