"""Another kingdom that is played at this table: whatever one side's tie becomes, it becomes on both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from bot.engine.event import Event
from bot.engine.system import RecordId, Replace, Scope, Want, World
from bot.engine.text import Safe, T
from bot.systems.kingdom.abroad.edicts import with_other
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.realm import KINGDOM, OnKingdom, Realm, realm_of
from bot.systems.kingdom.settling import moved_on
from bot.systems.kingdom.sources import Shift, shifted, shifts
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.state import TOWN


def with_all_kingdoms(action: OnKingdom) -> Scope:
    """The kingdom and what belongs to it, and the campaign's other kingdoms with theirs."""
    wants = (Want(KINGDOM.name), Want(TOWN.name))
    return Scope(ids=(action.kingdom,), wants=wants, links=True)


def mirror(kingdom: Kingdom, partner: RecordId) -> OtherKingdom | None:
    """How a kingdom keeps another one that is played here."""
    return next((each for each in kingdom.others if each.kingdom == partner), None)


class PartnerChanged(Event):
    """What a tie changed in the numbers of the other kingdom that is played here."""

    is_consequence: ClassVar[bool] = True
    name: str
    shifts: tuple[Shift, ...]

    def sentence(self) -> Safe:
        """Each number before and after."""
        return T("{name:60}: {shifts}")(name=self.name, shifts=shifted(self.shifts))


PartnerChange = tuple[tuple[Replace, ...], tuple[PartnerChanged, ...]]


def changed_partner(world: World, partner: Realm, kingdom: Kingdom) -> PartnerChange:
    """Another kingdom that is played, as given, and what that changes in its numbers."""
    after = replace(partner, kingdom=kingdom)
    after = replace(after, kingdom=moved_on(world, after))
    changed = shifts(partner, after)
    told = (PartnerChanged(partner.kingdom.name, changed),) if changed else ()
    return (Replace(partner.id, after.kingdom),), told


def changed_there(
    world: World,
    realm: Realm,
    other: OtherKingdom,
    change: Callable[[OtherKingdom], OtherKingdom],
    points: int = 0,
) -> PartnerChange:
    """How the other kingdom keeps this one from now on, where it is played here, with BP that it gets."""
    record = world.records.get(other.kingdom) if other.kingdom is not None else None
    if record is None or record.kind != KINGDOM.name or record.is_archived:
        return (), ()
    partner = realm_of(record.id, world.records.items(), world.campaign.settings, record.state)
    there = mirror(partner.kingdom, realm.id)
    if there is None:
        return (), ()
    kingdom = with_other(partner.kingdom, change(there))
    return changed_partner(world, partner, replace(kingdom, treasury=kingdom.treasury + points))
