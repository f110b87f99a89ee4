"""Hexes that change hands by a game master's word: with a fief, by conquest, or back to nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.asking import Asking
from bot.engine.declare import action, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.system import RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.text import Safe, T, fitting, refused
from bot.engine.words import clip, one_line, safe
from bot.systems.kingdom.book import Special, Spot, Stage
from bot.systems.kingdom.land.edits import GMS, MOST_TYPED, MOVED, SEVERAL, named
from bot.systems.kingdom.land.losses import followed, lost, rejoined
from bot.systems.kingdom.land.state import Hex, Land, spots_of
from bot.systems.kingdom.outcome import figures_changed, moved_on, turn_of
from bot.systems.kingdom.realm import (
    KINGDOM,
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    found_realm,
    joined,
    known_spots,
    realm_of,
)
from bot.systems.kingdom.sources import Shift, shifted
from bot.systems.kingdom.state import REASON_LENGTH
from bot.systems.kingdom.towns.state import TOWN, Town

MOST_NAMED, MOST_TOWNS = 12, 3


@dataclass(frozen=True, slots=True)
class GiveHexes:
    """Give hexes to a kingdom without price, with the settlements in them; or take them from it."""

    kingdom: RecordId
    hexes: str
    reason: str = ""
    is_back: bool = False


@command("hex-gm give", may=GMS)
class Giving(OnKingdom):
    """Give hexes to a kingdom for free, as with a fief or by conquest"""

    kingdom: RecordId = option("Which kingdom", finder=KINGDOM_MEANT)
    hexes: str = option(SEVERAL, suggest=known_spots, several=" ", max_length=MOST_TYPED)
    reason: str = option("The reason, for everyone to read", max_length=REASON_LENGTH)
    back: bool = option("Take them from the kingdom instead; then nobody owns them", default=False)

    def to_action(self, _asking: Asking) -> GiveHexes:
        """At the table a reason is always given."""
        return GiveHexes(self.kingdom, self.hexes, self.reason, self.back)


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


@action(may=GMS, scope=_with_land)
def give_hexes(scene: Scene, action: GiveHexes, dice: Dice) -> Turn:
    """Give them, or take them back. Raises RuleViolation, for hexes that are, or are not, its own."""
    realm = found_realm(scene, action.kingdom)
    if realm.kingdom.stage is not Stage.STANDING:
        raise refused(
            "hex.only_standing",
            "{kingdom:60} isn't founded yet or has ended, so it can't have hexes.",
            kingdom=realm.kingdom.name,
        )
    spots = spots_of(realm.land, action.hexes)
    return _taken(scene, realm, action, spots) if action.is_back else _given(scene, realm, action, spots)


def _taken(scene: Scene, realm: Realm, action: GiveHexes, spots: tuple[Spot, ...]) -> Turn:
    for spot in spots:
        if spot not in realm.hexes:
            raise refused(
                "hex.not_its",
                "{name} doesn't belong to {kingdom:60}.",
                name=realm.land.name_of(spot),
                kingdom=realm.kingdom.name,
            )
    towns = [town.name for town in realm.towns.values() if town.spot in spots]
    after = lost(realm, spots)
    event = _told(realm, action, spots, towns=tuple(towns))
    return turn_of(scene, realm, after, event, *followed(realm, after))


def _given(scene: Scene, realm: Realm, action: GiveHexes, spots: tuple[Spot, ...]) -> Turn:
    for spot in spots:
        if spot in realm.hexes:
            raise refused(
                "hex.is_its",
                "{name} already belongs to {kingdom:60}.",
                name=realm.land.name_of(spot),
                kingdom=realm.kingdom.name,
            )
    losers = tuple(_losers(scene, realm, spots))
    towns = _with_towns(scene, realm, spots)
    after, events = _with(scene, realm, losers, spots, towns)
    left = [_left(loser, spots, after.land) for loser in losers]
    bereft = [_bereft(was, now) for was, now in zip(losers, left, strict=True)]
    event = _told(realm, action, spots, tuple(bereft), tuple(town.name for town in towns.values()))
    also = tuple(Replace(each.id, moved_on(scene, each)) for each in left)
    return turn_of(scene, realm, after, event, *events, also=also)


def _with(
    scene: Scene,
    realm: Realm,
    losers: tuple[Realm, ...],
    spots: tuple[Spot, ...],
    towns: Mapping[RecordId, Town],
) -> tuple[Realm, tuple[Any, ...]]:
    """The kingdom with those hexes and settlements, and what they connect again."""
    land = realm.land
    for loser in losers:
        # Whoever loses them loses them by the rules.
        land = lost(replace(loser, land=land), spots).land
    settled = {town.spot for town in towns.values()}
    land = land.having({spot: _claimed(land.hexes[spot], realm.id, spot in settled) for spot in spots})
    after = replace(realm, land=land)
    for id_, town in towns.items():
        after = joined(after, id_, town)
    events: list[Any] = []
    for spot in spots:
        after, told = rejoined(after, spot, scene.entry)
        events += told
    return after, tuple(events)


def _bereft(was: Realm, now: Realm) -> Bereft:
    shifts = [shift for each in figures_changed(was, now) for shift in each.shifts]
    return Bereft(was.kingdom.name, tuple(shifts))


def _told(
    realm: Realm,
    action: GiveHexes,
    spots: tuple[Spot, ...],
    losers: tuple[Bereft, ...] = (),
    towns: tuple[str, ...] = (),
) -> HexesGiven:
    names = tuple(realm.land.name_of(spot) for spot in spots[:MOST_NAMED])
    reason = clip(one_line(action.reason), REASON_LENGTH)
    return HexesGiven(
        realm.kingdom.name,
        names,
        len(spots),
        action.is_back,
        reason,
        losers,
        towns[:MOST_TOWNS],
        len(towns),
    )


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


def _losers(scene: Scene, realm: Realm, spots: Collection[Spot]) -> Iterator[Realm]:
    """The kingdoms whose hexes they are."""
    owners = dict.fromkeys(realm.land.hexes[spot].realm for spot in spots)
    for owner in owners:
        record = scene.records.get(owner) if owner is not None else None
        if owner is not None and record is not None and record.kind == KINGDOM.name:
            yield realm_of(owner, scene.records.items(), scene.campaign.settings, record.state)


def _left(loser: Realm, spots: Collection[Spot], land: Land) -> Realm:
    """What a kingdom is once those hexes are another's."""
    return replace(lost(loser, [spot for spot in spots if spot in loser.hexes]), land=land)


def _with_towns(scene: Scene, realm: Realm, spots: Collection[Spot]) -> Mapping[RecordId, Town]:
    """The settlements in them."""
    return {
        record.id: record.state
        for record in scene.all(TOWN)
        if record.state.spot in spots and record.state.land == realm.kingdom.land
    }
