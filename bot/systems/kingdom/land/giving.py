"""Hexes that change hands by a game master's word: with a fief, by conquest, or back to nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.system import RecordId, Replace, Scope, Want, World
from bot.engine.text import Safe, T, fitting, refused
from bot.engine.words import safe
from bot.engine.working import REASON_LENGTH
from bot.systems.kingdom.book import Special, Spot, Stage
from bot.systems.kingdom.land.edits import MOST_TYPED, MOVED, SEVERAL, named
from bot.systems.kingdom.land.losses import loss_events, rejoin, without_hexes
from bot.systems.kingdom.land.state import Hex, spots_of
from bot.systems.kingdom.moves import Move, correction
from bot.systems.kingdom.realm import (
    KINGDOM,
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    join_town,
    known_spots,
    realm_of,
)
from bot.systems.kingdom.settling import figures_changed, moved_on
from bot.systems.kingdom.sources import Shift, shifted
from bot.systems.kingdom.towns.state import TOWN, Town

MOST_NAMED, MOST_TOWNS = 12, 3


class GiveHexes(OnKingdom):
    """Give hexes to a kingdom for free, as with a fief or by conquest"""

    kingdom: RecordId = option("Which kingdom", finder=KINGDOM_MEANT)
    hexes: str = option(SEVERAL, suggest=known_spots, several=" ", max_length=MOST_TYPED)
    reason: str = option(
        "The reason, for everyone to read", default="", is_needed=True, max_length=REASON_LENGTH
    )
    is_back: bool = option(
        "Take them from the kingdom instead; then nobody owns them", name="back", default=False
    )


@dataclass(frozen=True, slots=True)
class Bereft:
    """A kingdom that lost what another got, and what that changed in its numbers."""

    name: str
    shifts: tuple[Shift, ...]

    @property
    def told(self) -> Safe:
        """That it lost them, and what that changed."""
        if not self.shifts:
            return T("{name:60} loses them.")(name=self.name)
        return T("{name:60} loses them: {shifts}")(name=self.name, shifts=shifted(self.shifts))


class HexesGiven(Event):
    """Hexes changed hands: the first names, and how many in all; from whom, where they were a kingdom's."""

    name: str
    hexes: tuple[str, ...]
    count: int
    is_back: bool = False
    reason: str = ""
    losers: tuple[Bereft, ...] = ()
    # The first settlements that came along, and how many in all.
    towns: tuple[str, ...] = ()
    town_count: int = 0

    def sentence(self) -> Safe:
        """Who has which hexes now, with what, and who lost them."""
        says = T("**{name:60}** gives up {hexes}.") if self.is_back else T("**{name:60}** receives {hexes}.")
        lines = [says(name=self.name, hexes=named(self.hexes, self.count))]
        if self.reason:
            lines.append(T("Why: {reason:100}")(reason=self.reason))
        if self.towns and not self.is_back:
            names, left = [safe(each, 60) for each in self.towns], self.town_count - len(self.towns)
            more = T("{names:,} and {left} more")(names=names, left=left) if left > 0 else None
            with_towns = T("With the {count:settlement|settlements} of {names}.")
            lines.append(with_towns(count=self.town_count, names=more or names))
        lines += map(Safe, fitting((each.told for each in self.losers), MOVED))
        lines.append(T("It adds no Unrest.")() if self.is_back else T("It costs no BP.")())
        return Safe("\n".join(lines))


def _with_land(action: GiveHexes) -> Scope:
    wants = (Want(KINGDOM.name), Want(TOWN.name))
    return Scope(ids=(action.kingdom,), wants=wants, links=True)


@correction("hex gm give", scope=_with_land, button="Give the hexes")
def give_hexes(move: Move, action: GiveHexes, dice: Dice) -> None:
    """Give them, or take them back. Raises RuleViolation, for hexes that are, or are not, its own."""
    if move.kingdom.stage is not Stage.STANDING:
        raise refused(
            "hex.only_standing",
            "{kingdom:60} isn't founded yet or has ended, so it can't have hexes.",
            kingdom=move.name,
        )
    (_take if action.is_back else _give)(move, action, spots_of(move.realm.land, action.hexes))


def _take(move: Move, action: GiveHexes, spots: tuple[Spot, ...]) -> None:
    realm = move.realm
    for spot in spots:
        if spot not in realm.hexes:
            raise refused(
                "hex.not_its",
                "{name} doesn't belong to {kingdom:60}.",
                name=realm.land.name_of(spot),
                kingdom=realm.kingdom.name,
            )
    towns = [town.name for town in realm.towns.values() if town.spot in spots]
    move.realm = without_hexes(realm, spots)
    move.tell(_told(move, action, spots, towns=tuple(towns)), *loss_events(realm, move.realm))


def _give(move: Move, action: GiveHexes, spots: tuple[Spot, ...]) -> None:
    world, realm = move.world, move.realm
    for spot in spots:
        if spot in realm.hexes:
            raise refused(
                "hex.is_its",
                "{name} already belongs to {kingdom:60}.",
                name=realm.land.name_of(spot),
                kingdom=realm.kingdom.name,
            )
    losers = tuple(_losers(world, realm, spots))
    towns = _with_towns(world, realm, spots)
    move.realm, events = _with(world, realm, losers, spots, towns)
    left = [
        replace(without_hexes(loser, [spot for spot in spots if spot in loser.hexes]), land=move.realm.land)
        for loser in losers
    ]
    bereft = [
        Bereft(was.kingdom.name, tuple(shift for each in figures_changed(was, now) for shift in each.shifts))
        for was, now in zip(losers, left, strict=True)
    ]
    move.also += (Replace(each.id, moved_on(world, each)) for each in left)
    move.tell(_told(move, action, spots, tuple(bereft), tuple(town.name for town in towns.values())))
    move.tell(*events)


def _with(
    world: World,
    realm: Realm,
    losers: tuple[Realm, ...],
    spots: tuple[Spot, ...],
    towns: Mapping[RecordId, Town],
) -> tuple[Realm, tuple[Any, ...]]:
    """The kingdom with those hexes and settlements, and what they connect again."""
    land = realm.land
    for loser in losers:
        # Whoever loses them loses them by the rules.
        land = without_hexes(replace(loser, land=land), spots).land
    settled = {town.spot for town in towns.values()}
    land = land.having({spot: _claimed(land.hexes[spot], realm.id, spot in settled) for spot in spots})
    after = replace(realm, land=land)
    for id_, town in towns.items():
        after = join_town(after, id_, town)
    events: list[Any] = []
    for spot in spots:
        after, told = rejoin(after, spot, world.entry)
        events += told
    return after, tuple(events)


def _told(
    move: Move,
    action: GiveHexes,
    spots: tuple[Spot, ...],
    losers: tuple[Bereft, ...] = (),
    towns: tuple[str, ...] = (),
) -> HexesGiven:
    names = tuple(map(move.hex_name, spots[:MOST_NAMED]))
    told = move.name, names, len(spots), action.is_back, move.reason, losers, towns[:MOST_TOWNS], len(towns)
    return HexesGiven(*told)


def _claimed(each: Hex, owner: RecordId, is_settled: bool) -> Hex:
    # A site is prepared in months of the kingdom that prepared it: another can build on it at once.
    ready = None if each.prepared is None else 0
    # A settlement that comes along is no Free City any more.
    free = (Special.FREE_CITY,) if is_settled else ()
    specials = tuple(special for special in each.specials if special not in free)
    return replace(
        each,
        realm=owner,
        prepared=ready,
        specials=specials,
        is_explored=True,
        is_cleared=True,
        is_revealed=True,
    )


def _losers(world: World, realm: Realm, spots: Collection[Spot]) -> Iterator[Realm]:
    """The kingdoms whose hexes they are."""
    owners = dict.fromkeys(realm.land.hexes[spot].realm for spot in spots)
    for owner in owners:
        record = world.records.get(owner) if owner is not None else None
        if owner is not None and record is not None and record.kind == KINGDOM.name:
            yield realm_of(owner, world.records.items(), world.campaign.settings, record.state)


def _with_towns(world: World, realm: Realm, spots: Collection[Spot]) -> Mapping[RecordId, Town]:
    """The settlements in them."""
    return {
        record.id: record.state
        for record in world.all(TOWN)
        if record.state.spot in spots and record.state.land == realm.kingdom.land
    }
