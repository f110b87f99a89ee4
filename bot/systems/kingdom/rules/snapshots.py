"""Snapshots: what a kingdom's numbers were when a month was closed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.system import Kind, RecordId
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.words import closing as words


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A month as it was closed: every number, for the history."""

    kingdom: RecordId
    month: int
    size: int
    districts: int
    economy: int
    loyalty: int
    stability: int
    unrest: int
    consumption: int
    control_dc: int
    treasury: int
    population: int
    events: tuple[str, ...] = ()
    xp: int = 0
    # The kingdom's, as it was then.
    name: str = ""


SNAPSHOT: Kind[Snapshot] = Kind(
    "snapshot",
    Snapshot,
    title=lambda state: words.title(state.name, state.month),
    parent=lambda state: state.kingdom,
    is_nameless=True,
)


def snapshot(realm: Realm) -> Snapshot:
    """The month as it stands: every number, the people and experience, and which events began in it."""
    numbers, state = figures(realm), realm.kingdom
    return Snapshot(
        kingdom=realm.id,
        month=realm.month,
        size=realm.size,
        districts=realm.districts,
        economy=numbers.economy,
        loyalty=numbers.loyalty,
        stability=numbers.stability,
        unrest=numbers.unrest,
        consumption=numbers.consumption,
        control_dc=numbers.control_dc,
        treasury=numbers.treasury,
        population=realm.population,
        events=tuple(each.event for each in state.happenings if each.since == realm.month),
        xp=state.xp,
        name=state.name,
    )
